"""What `summarize` returns: each document made smaller, and the account of it (DOC-3, DOC-7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

from brimful.documents.lines import Ranges

Count: TypeAlias = Callable[[str], int]
Selected: TypeAlias = Literal["none", "whole", "part", "gone"]
By: TypeAlias = Literal["whole", "syntax", "indentation", "given", "selection"]


class Part(Struct, frozen=True):
    """What is left of one document.

    kept, omitted: lines of which something stands, and lines of which nothing does; blank lines count for neither.
    selected:      what became of the selection: "none" was given, it is there "whole" or in "part", or is "gone".
    by:            what its structure was found by: "syntax", "indentation" (`why` says why not by syntax), "given";
                   "whole" = there was no need to look; "selection" = there was room for some of the selection alone.
    """

    text: str
    name: str = ""
    language: str = ""
    kept: Ranges = ()
    omitted: Ranges = ()
    selected: Selected = "none"
    by: By = "whole"
    why: str = ""


class Summary:
    """Documents made smaller.

    parts: each of them, in the order given.
    tries: how often they were shown and counted until they fitted; 0 = they fitted as they were.
    """

    def __init__(self, parts: Sequence[Part], count: Count, tries: int = 0) -> None:
        self.parts = tuple(parts)
        self.tries = tries
        self._count = count

    @cached_property
    def text(self) -> str:
        """All documents; several stand under their names, and those of which nothing is left are not named."""
        return joined([part.name for part in self.parts], self.texts)

    @property
    def texts(self) -> tuple[str, ...]:
        """Each document."""
        return tuple(part.text for part in self.parts)

    @cached_property
    def tokens(self) -> int:
        """Tokens of the text."""
        return self._count(self.text)


def joined(names: Sequence[str], texts: Sequence[str]) -> str:
    """One text of several, each under its name."""
    if len(texts) == 1:
        return texts[0]
    named = [
        f"==> {name or f'document {number}'} <==\n{text}"
        for number, (name, text) in enumerate(zip(names, texts, strict=True), 1)
        if text
    ]
    return "\n".join([each if each.endswith("\n") else each + "\n" for each in named])
