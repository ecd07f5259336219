"""The contract of a condenser (RES-4): one shape of tool output, known and made smaller.

A condenser is a pure function of the text: no clock, no file, no randomness, so that the same result becomes the same
bytes in every later request. It takes cleaned text (see `clean`) and room that is smaller than the text, and gives
back text that fits the room. Most shapes are lists of lines of which some matter more: those return `pieces` to
`select.select`. The others (JSON, tables) write a smaller form of their own.

A condenser of one's own is a class with these three names, found under the entry point group `brimful.condensers`.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from brimful.cutting import Cut
from brimful.cutting import Room as Room  # a part of the contract


class Piece(Struct, frozen=True, gc=False):
    """A line, or lines that stay or go as one.

    text:   what is shown; lines that say the same may have become one line with a count.
    weight: how much it matters; the highest stay first. Of equals, first and last of the text before its middle.
    lines:  how many lines of the cleaned text it stands for.
    """

    text: str
    weight: float
    lines: int = 1


class Weight:
    """The weights that all shapes use, so that what matters most matters most everywhere.

    Between them a condenser may grade: `Weight.ERROR + 5` goes before other errors.
    """

    OUTCOME = 1000  # the line that says how it ended: totals, "BUILD FAILED", the exit code
    ERROR = 800  # what failed, with its place
    PLACE = 600  # where: file names, hunks, frames of one's own code
    WARNING = 400
    DETAIL = 300  # what explains an error: source lines, notes, expected and received
    ENDS = 200  # first and last of a run, of a list, of the text
    PLAIN = 100  # says something
    NOISE = 0  # progress, download lines, what every run prints


class Condensed(Struct, frozen=True):
    """What is left of a text, and how many of its lines (or items) are not shown.

    left_out: what went, counted by what it was: {"lines": 310}, {"items": 96}, {"passed tests": 212}.
    """

    text: str
    left_out: dict[str, int] = {}

    @classmethod
    def of(cls, cut: Cut) -> Condensed:
        """What a cut left."""
        return cls(cut.text, {"characters": cut.left_out} if cut.left_out else {})


class Condenser(Protocol):
    """One shape of tool output."""

    @property
    def name(self) -> str:
        """The shape, as `--shape` names it."""
        ...

    def suits(self, text: str) -> float:
        """How sure it is that the text has its shape: 0 (no) to 1. Looks at no more than it must."""
        ...

    def condense(self, text: str, room: Room) -> Condensed:
        """Make the text fit the room. Called only with text that does not fit."""
        ...
