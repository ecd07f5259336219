"""What the test runners of JavaScript print: jest, vitest, mocha and their kin (jasmine, karma, TAP) (RES-4)."""

from __future__ import annotations

from typing import Final

from brimful.results.condense.marks import LARGEST_STEP, STEP, Mark, Reading, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

JEST_MARKS: Final = (
    Mark(
        "jest outcome",
        r"(?:Tests|Test Suites|Test Files|Snapshots|Errors)\s*:?\s+\d+ (?:failed|passed|skipped|pending|todo"
        r"|total|obsolete|written|errors?|updated)\b",
        Weight.OUTCOME,
    ),
    Mark("failed file", r"(?:FAIL|❯|×) +\S.{0,300}", Weight.ERROR + 40, named=True),
    Mark("failed test", r"● \S.{0,300}", Weight.ERROR + 50, named=True),
    Mark("failed test in its file", r"(?:✕|✗|✖|×) \S.{0,300}", Weight.ERROR + 10),
    Mark("passed file", r"PASS +\S", Weight.NOISE),
    Mark("passed test", r"(?:✓|√|✔) \S|○ \S", Weight.NOISE),
    Mark("expected and received", r"(?:Expected|Received|Difference|- Expected|\+ Received)\b", Weight.DETAIL + 60),
    Mark("failing expectation", r"expect\(.{0,200}\)", Weight.DETAIL + 70),
    Mark("code frame", r">\s*\d+ \|", Weight.DETAIL + 30),
    Mark("code around", r"\d+ \|", Weight.DETAIL - 100),
    Mark("vitest frame", r"❯ \S+:\d+:\d+", Weight.PLACE),
    Mark("duration of a run", r"(?:Time|Duration|Start at)\s*:?\s+[\d~]|Ran all test suites", Weight.PLAIN + 40),
)

# A failing test where a runner that numbers them says so at its end; an item of any list otherwise.
NUMBERED: Final = Mark("numbered", r"\d{1,4}\) \S.{0,300}", Weight.DETAIL, named=True)

MOCHA_MARKS: Final = (
    Mark("mocha outcome", r"\d+ (?:passing|failing|pending)\b", Weight.OUTCOME),
    Mark(
        "karma outcome",
        r"(?:[A-Z]\w+ [\d.]+ .{0,60}: )?Executed \d+ of \d+ .{0,60}(?:FAILED|SUCCESS|secs)",
        Weight.OUTCOME - 40,
    ),
    Mark("jasmine outcome", r"\d+ specs?, \d+ failures?|TOTAL: \d+", Weight.OUTCOME),
    NUMBERED,
    Mark("karma failure", r"[A-Z]\w+ [\d.]+ .{0,300} FAILED$", Weight.ERROR + 50, named=True),
    Mark("passed test", r"(?:✓|√|✔) \S|- \S.{0,300}$", Weight.NOISE),
    Mark("expected and actual", r"(?:[+-](?:expected|actual)|[+-] ?expected|expected:|actual:)", Weight.DETAIL + 20),
)

TAP_MARKS: Final = (
    Mark(
        "tap outcome",
        r"# (?:tests|pass|fail|cancelled|skipped|todo)\b +\d+|Result: (?:FAIL|PASS)|Failed \d+/\d+ subtests"
        r"|Files=\d+, Tests=\d+",
        Weight.OUTCOME - 10,
    ),
    Mark("failed test", r"not ok \d+", Weight.ERROR + 50, named=True),
    Mark("passed test", r"ok \d+", Weight.NOISE),
)

_COUNTS_OF_NUMBERED: Final = frozenset(
    {"mocha outcome", "jasmine outcome", "karma outcome", "rspec outcome", "minitest outcome", "phpunit outcome"}
)
_NAME: Final = Weight.ERROR + 40
_THROWN: Final = Weight.ERROR + 10
_LONGEST_TITLE: Final = 8


def numbered_failures(reading: Reading) -> None:
    """Where a runner counts failures, `1) …` is one, with deeper titles up to a colon, then what was thrown."""
    counted = [hit.index for hit in reading.hits if hit.mark.name in _COUNTS_OF_NUMBERED]
    if not counted:
        return
    named: set[str] = set()
    for hit in reading.hits:
        if hit.mark is not NUMBERED:
            continue
        step = min(STEP * len(named), LARGEST_STEP)
        name = hit.says.partition(" ")[2]
        if name not in named:
            reading.raise_to(hit.index, _NAME - step)
        named.add(name)
        if hit.index > counted[0]:
            _raise_titles(reading, hit.index, step)


def _raise_titles(reading: Reading, first: int, step: float) -> None:
    """The titles below a number, to the one that ends with a colon, and the line after it."""
    last = next(
        (
            index
            for index in range(first, min(first + _LONGEST_TITLE, len(reading.bare) - 1))
            if not reading.bare[index] or reading.bare[index].endswith(":")
        ),
        first,
    )
    if not reading.bare[last].endswith(":"):
        return
    for index in range(first, last + 1):
        reading.raise_to(index, _NAME - 2 - step)
    thrown = last + 1 if reading.bare[last + 1] else last + 2
    if thrown < len(reading.bare) and reading.weights[thrown] <= Weight.DETAIL:
        reading.raise_to(thrown, _THROWN - step)


class JestRun:
    """A run of jest or vitest."""

    name = "jest"

    def suits(self, text: str) -> float:
        """Sure of the totals; less of files that passed and failed."""
        if _JEST_TOTALS.found_in(text):
            return 0.9
        return 0.7 if "●" in text and _JEST_FILE.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Totals, files and tests that failed, what was thrown, then expected and received."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, (*JEST_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *SITED, *LOOSE), (frames,))


class MochaRun:
    """A run of mocha, jasmine or karma, or of anything that prints TAP."""

    name = "mocha"

    def suits(self, text: str) -> float:
        """Sure of the counts that stand alone on their lines."""
        return 0.9 if _MOCHA_TOTALS.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Counts and failing titles first, then what was thrown, then where."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        marks = (*MOCHA_MARKS, *TAP_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *SITED, *LOOSE)
        return weigh(text, marks, (frames, numbered_failures))


_JEST_TOTALS = Signature(r"[ \t]{0,40}(?:Test Suites: |Test Files  |Tests:  +)\d+ (?:failed|passed|skipped|total)")
_JEST_FILE = Signature(r"[ \t]{0,40}(?:PASS|FAIL) +\S+\.[cm]?[jt]sx?\b")
_MOCHA_TOTALS = Signature(
    r" *\d+ (?:passing \(|failing$)",
    r"\d+ specs?, \d+ failures?",
    r"[A-Z][^\n]{0,80}: Executed \d+ of \d+ ",
    r"TAP version 1[34]",
    r"# fail +\d+$",
)
