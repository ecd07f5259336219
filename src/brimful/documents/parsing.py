"""Syntax trees, by grammars that lie inside the installed packages (DOC-1).

The few trees asked for last are kept, for each language apart: an editor asks for the same file again and again.
Without the packages of the extra `code`, for a language without a grammar, for a file that is too large or takes too
long, there is no tree; `read` says which of these it was, and callers fold by indentation.

A parser reads its text in small chunks, and each read looks at the clock: when the time is over the text ends there,
and the tree of the beginning is thrown away. This bounds texts on which repairing errors takes time that grows with
the square of their length.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brimful.documents.languages import LANGUAGES
from brimful.settings import DEFAULTS
from brimful.settings.documents import Documents

if TYPE_CHECKING:
    import tree_sitter


class Parsed(Struct, frozen=True):
    """A syntax tree and the bytes it is of. Offsets of the tree are bytes of UTF-8.

    Two things of a node are never asked for, since they end the process (tree-sitter 0.26): its `text`, which a tree
    that was parsed in chunks does not have (`of(node)` is), and the `row` and `column` of a point, whose count of
    references is wrong (count line breaks in `data`).
    """

    tree: Any  # tree_sitter.Tree, which is there only with the extra
    data: bytes

    def of(self, node: Any) -> str:
        """The text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")


class Reading(Struct, frozen=True):
    """What came of parsing: a tree, or why there is none."""

    parsed: Parsed | None
    why: str = ""


class Parser:
    """Parses, and keeps the trees asked for last. Safe to share between threads."""

    def __init__(
        self,
        kept: int = DEFAULTS.documents.trees_per_language,
        *,
        settings: Documents = DEFAULTS.documents,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kept = kept
        self._settings = settings
        self._clock = clock
        self._readings: dict[str, OrderedDict[str, Reading]] = {}
        self._lock = threading.Lock()

    def parse(self, language: str, text: str) -> Parsed | None:
        """Return the syntax tree of a text, or None where there is none."""
        return self.read(language, text).parsed

    def read(self, language: str, text: str) -> Reading:
        """Return the syntax tree of a text, or why there is none."""
        known = grammar(language)
        if known is None:
            return Reading(None, why_not(language))
        if len(text) > self._settings.parsed_chars:
            return Reading(None, f"the text has more than {self._settings.parsed_chars:,} characters")
        with self._lock:
            readings = self._readings.setdefault(language, OrderedDict())
            found = readings.get(text)
            if found is not None:
                readings.move_to_end(text)
                return found
        found = self._parse(known, text)
        with self._lock:
            readings[text] = found
            while len(readings) > self._kept:
                readings.popitem(last=False)
        return found

    def _parse(self, known: tree_sitter.Language, text: str) -> Reading:
        from tree_sitter import Parser as Engine

        # Half a surrogate pair is one byte, as it is one character. NUL means the end to the scanners that grammars
        # bring along; where it is not the end, that of TSX never comes to one.
        data = text.encode("utf-8", "replace").replace(b"\0", b" ")
        size, seconds = self._settings.parse_chunk_bytes, self._settings.parse_seconds
        end = self._clock() + seconds
        late = False

        def chunk(offset: int, _point: object) -> bytes:
            nonlocal late
            late = late or self._clock() > end
            return b"" if late else data[offset : offset + size]

        tree = Engine(known).parse(chunk)
        if late:
            return Reading(None, f"parsing took longer than {seconds:g} s")
        return Reading(Parsed(tree, data))


SHARED = Parser()


def why_not(language: str) -> str:
    """Say why a language has no grammar here."""
    known = LANGUAGES.get(language)
    if known is None or not known.grammar:
        return f"there is no grammar for {language}"
    return f"the grammar for {language} is not installed (pip install 'brimful[code]')"


@cache
def grammar(language: str) -> tree_sitter.Language | None:
    """Return the grammar of a language; None when it has none, or the extra `code` is not installed."""
    known = LANGUAGES.get(language)
    if known is None or not known.grammar:
        return None
    module, _, function = known.grammar.partition(":")
    try:
        from tree_sitter import Language

        return Language(getattr(import_module(module), function)())
    except ImportError:
        return None
