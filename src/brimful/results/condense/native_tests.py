"""What the test runners of C and C++ print: GoogleTest, CTest, Catch2, Boost (RES-4)."""

from __future__ import annotations

from typing import Final

from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

NATIVE_MARKS: Final = (
    Mark(
        "googletest outcome",
        r"\[  (?:PASSED|FAILED)  \] \d+ tests?|\[=+\] \d+ tests? .*ran|\d+ FAILED TESTS?",
        Weight.OUTCOME,
    ),
    Mark(
        "ctest outcome",
        r"\d+% tests passed, \d+ tests? failed|Errors while running CTest|No tests were found",
        Weight.OUTCOME,
    ),
    Mark(
        "catch outcome",
        r"(?:test cases|assertions): +\d+ \||All tests passed \(|\*\*\* \d+ failures? (?:is|are) detected",
        Weight.OUTCOME,
    ),
    Mark(
        "failed test",
        r"\[  FAILED  \] \S|\d+ - \S.{0,200} \((?:Failed|Timeout|SEGFAULT|Not Run|Subprocess aborted|ILLEGAL"
        r"|BUS|OTHER_FAULT)|\d+/\d+ Test +#\d+: .{1,200}\*\*\*",
        Weight.ERROR + 50,
        named=True,
    ),
    Mark(
        "failed assertion",
        r"(?:[A-Za-z]:)?[^\s:()]{1,250}(?::\d+: |\(\d+\): )(?:Failure|FAILED|error)",
        Weight.ERROR + 20,
        explained=4,
    ),
    Mark(
        "passed test",
        r"\[ (?:RUN      |      OK )\]|\d+/\d+ Test +#\d+: .{1,200} Passed|Start +\d+: ",
        Weight.NOISE,
    ),
    Mark("progress", r"\[-{5,}\]", Weight.NOISE),
    Mark("which tests failed", r"The following tests FAILED", Weight.PLAIN + 30),
)


class NativeTests:
    """A run of GoogleTest, CTest or Catch2."""

    name = "native-tests"

    def suits(self, text: str) -> float:
        """Sure of the totals."""
        return 0.88 if _NATIVE.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Totals and failing tests first, then the assertions with their places."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, (*NATIVE_MARKS, *EXITS, *COUNTS, *SITED, *LOOSE))


_NATIVE = Signature(
    r"(?:\d+: )?\[  (?:PASSED|FAILED)  \] \d+ tests?|\d+% tests passed, \d+ tests? failed"
    r"|(?:test cases|assertions): +\d+ \||All tests passed \(\d+ assertion",
)
