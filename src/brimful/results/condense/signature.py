"""How a shape is recognised: lines that only its tool prints (RES-4).

A tool says what it is where it begins and where it ends, so of a very large text only its ends are looked at.
"""

from __future__ import annotations

import re
from typing import Final

LOOKED_AT: Final = 64_000  # characters at each end of a text


class Signature:
    """Beginnings of lines that tell a tool from all others."""

    __slots__ = ("_pattern",)

    def __init__(self, *lines: str) -> None:
        # A pattern that begins with one certain letter is searched for several times as fast as one that begins
        # with `^`, so every line is looked at together with the line end before it.
        self._pattern = re.compile("\n(?:" + "|".join(lines) + ")", re.MULTILINE)

    def found_in(self, text: str) -> bool:
        """Whether one such line is there."""
        return self._pattern.search(ends(text)) is not None

    def count_in(self, text: str) -> int:
        """How many such lines there are, in what is looked at."""
        return len(self._pattern.findall(ends(text)))


def ends(text: str) -> str:
    """The beginning and the end of the text, after a line end."""
    if len(text) > 2 * LOOKED_AT:
        text = text[:LOOKED_AT] + "\n" + text[-LOOKED_AT:]
    return "\n" + text
