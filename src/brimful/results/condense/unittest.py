"""What unittest prints, and what is built on it: django's runner, nose, Twisted's trial, Bazel's wrappers (RES-4)."""

from __future__ import annotations

from typing import Final

from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

UNITTEST_MARKS: Final = (
    Mark(
        "unittest outcome",
        r"(?:FAILED|OK|PASSED)(?: \(\w.{0,200}=\d.{0,200}\))?$|NO TESTS RAN",
        Weight.OUTCOME + 5,
    ),
    Mark("tests run", r"Ran \d+ tests? in ", Weight.OUTCOME + 5),
    Mark(
        "failed test",
        r"(?:FAIL|ERROR|UNEXPECTED SUCCESS|\[FAIL\]|\[ERROR\]): [\w.]",
        Weight.ERROR + 50,
        named=True,
    ),
    Mark("subject of a failure", r"\[?[\w.]+\]?$", Weight.PLAIN),
    Mark("verbose pass", r".{1,300} \.\.\. (?:ok|skipped\b.*|expected failure)$", Weight.NOISE),
    Mark("verbose failure", r".{1,300} \.\.\. (?:FAIL|ERROR)$", Weight.PLACE),
    Mark("unittest progress", r"[.sxFEu]{2,}$", Weight.NOISE),
    Mark("ruler", r"[=-]{20,}$", Weight.NOISE),
    Mark(
        "database of tests",
        r"(?:Creating|Destroying|Cloning) test database|System check identified|Testing against"
        r"|Operations to perform|Synchronizing apps|Running migrations",
        Weight.NOISE,
    ),
)


class UnittestRun:
    """A run of unittest, and what a shell or a CI server printed around it."""

    name = "unittest"

    def suits(self, text: str) -> float:
        """Sure of the line that counts the tests together with the one that tells how it ended."""
        return 0.85 if _RAN.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Counts and failing names first, the exception of each, then the frames."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, (*UNITTEST_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *SITED, *LOOSE), (frames,))


_RAN = Signature(r"Ran \d+ tests? in [\d.]+ ?s")
