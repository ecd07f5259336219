"""What pytest prints: the summary, the names of what failed, one line of each failure, then the rest (RES-4)."""

from __future__ import annotations

import re
from typing import Final

from brimful.results.condense.marks import Mark, Reading, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXCEPTION, EXITS, LOOSE
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

_COUNTED: Final = (
    r"\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|(?:pytest-)?warnings?"
    r"|rerun|subtests passed)"
)

PYTEST_MARKS: Final = (
    Mark(
        "pytest outcome",
        rf"=* ?(?:{_COUNTED},? ?)+(?: in [\d.]+ ?s|.*seconds| =)|=+ no tests ran",
        Weight.OUTCOME + 5,
    ),
    Mark("failed test", r"(?:FAILED|ERROR) [^\s:]{1,250}(?:::|\.py\b|\Z)", Weight.ERROR + 50, named=True),
    Mark(
        "failure header",
        r"_{2,} (?:ERROR (?:at|collecting)|[^\s_].{0,200}?) _{2,}$|_{2,} ERROR collecting .{0,250}",
        Weight.ERROR + 45,
        named=True,
    ),
    Mark("pytest error", rf"E +(?:{EXCEPTION}\b|assert |Failed: |[\w.]+\.[A-Z]\w+: )", Weight.ERROR + 30),
    Mark("pytest usage", r"(?:ERROR: |INTERNALERROR> |E +Fixture )", Weight.ERROR + 20),
    Mark("pytest place", rf"[^\s:]{{1,250}}:\d+: (?:{EXCEPTION}|[A-Z]\w+)$", Weight.ERROR - 20),
    Mark("pytest detail", r"E  ", Weight.DETAIL + 40),
    Mark("failing statement", r">  ", Weight.DETAIL + 30),
    Mark("pytest file that failed", r"[^\s:]{1,250}\.py [.sxXpR]*[FE][.FEsxXpR]*(?: +\[ *\d+%\])?$", Weight.DETAIL),
    Mark("verbose failure", r"[^\s:]{1,250}::\S.{0,200} (?:FAILED|ERROR)\b", Weight.PLACE),
    Mark("verbose pass", r"[^\s:]{1,250}::\S.{0,200} (?:PASSED|SKIPPED|XFAIL)\b", Weight.NOISE),
    Mark("pytest progress", r"(?:[^\s:]{1,250}\.(?:py|rst|txt) )?[.sxXpRFE]*(?: *\[ *\d+%\])?$", Weight.NOISE),
    Mark(
        "pytest section",
        r"=+ (?:FAILURES|ERRORS|short test summary|warnings summary|test session)",
        Weight.PLAIN + 1,
    ),
    Mark(
        "pytest session",
        r"(?:platform .*-- Python|cachedir: |rootdir: |plugins: |configfile: |collecting |collected )",
        Weight.PLAIN + 1,
    ),
    Mark("captured", r"-{3,} Captured", Weight.PLAIN + 20),
    Mark("frame place", r"[^\s:]{1,250}:\d+: ?$", Weight.PLAIN + 40),
    Mark("frame separator", r"(?:_ ){5,}|[-=_*]{10,}$", Weight.NOISE),
)

_RULER = re.compile(r"^([=_!-])\1{2,} (.*?) \1{3,}$")


def shorten_rulers(reading: Reading) -> None:
    """A title between rulers needs two characters of each."""
    for index, line in enumerate(reading.bare):
        if len(line) > 12 and line[0] in "=_!-" and line[1] == line[0] and (ruler := _RULER.match(line)):
            reading.lines[index] = f"{ruler[1] * 2} {ruler[2]} {ruler[1] * 2}"


class PytestRun:
    """A run of pytest, and what a shell or a CI server printed around it."""

    name = "pytest"

    def suits(self, text: str) -> float:
        """Sure of the two rulers a run begins and ends with; less of parts of a run."""
        return 0.9 if _RUN.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Summary and failing names first, the error of each, then places and statements."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        marks = (*PYTEST_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *LOOSE)
        return weigh(text, marks, (frames, shorten_rulers))


_RUN = Signature(
    r"=+ test session starts =+$",
    rf"=+ (?:{_COUNTED}(?:, )?)+ in [\d.]+ ?s",
    r"=+ short test summary info =+$",
    rf"(?:{_COUNTED}(?:, )?)+ in [\d.]+s(?: \([\d:]+\))?$",
)
