"""A source file as a tree of what may be shown or left out, whatever the file is like (DOC-1, DOC-2).

By syntax where there is a tree, otherwise by indentation; `why` says why not by syntax. Never an exception: a summary
of a file that no rule fits is still better than none, so that at worst the whole text is one fold.
"""

from __future__ import annotations

import logging
from typing import Literal

from msgspec import Struct

from brimful.documents.indentation import FOLD, by_indentation
from brimful.documents.parsing import SHARED, Parser
from brimful.documents.structure import by_syntax
from brimful.documents.tree import Node
from brimful.settings import DEFAULTS

_log = logging.getLogger("brimful.documents")


class Overlay(Struct, frozen=True):
    """The tree of a text, what it was made by, and why it was not made by syntax ("" = it was)."""

    root: Node
    by: Literal["syntax", "indentation"]
    why: str = ""


def overlay(
    text: str, language: str, *, parser: Parser | None = None, tab_size: int = DEFAULTS.documents.tab_size
) -> Overlay:
    """Return the tree of a text: by its syntax, or by its indentation where there is no syntax tree."""
    why = ""
    try:
        reading = (parser or SHARED).read(language, text)
        if reading.parsed is not None:
            return Overlay(by_syntax(text, reading.parsed, language), "syntax")
        why = reading.why
        return Overlay(by_indentation(text, language, tab_size=tab_size), "indentation", why)
    except Exception as error:  # noqa: BLE001 - the promise of DOC-1: at worst the whole text
        _log.exception("a text has no structure", extra={"language": language, "chars": len(text)})
        return Overlay(Node(FOLD, 0, len(text)), "indentation", why or f"its structure failed: {error!r}")
