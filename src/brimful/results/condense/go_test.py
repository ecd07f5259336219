"""What `go test` prints, as text or as JSON events, and what gotestsum makes of it (RES-4).

JSON events say in 150 characters what the text says in 20: they are shown as the text they carry. Events of a build
that failed stay as they are, since only there the package is not in the text.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from brimful.results.condense.marks import Mark, Reading, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

GO_MARKS: Final = (
    Mark("failed test", r"--- FAIL: ", Weight.ERROR + 50, explained=4, named=True),
    Mark(
        "failed test of gotestsum",
        r"(?:=== FAIL: |✖ |FAIL \S+\.Test\S* \()",
        Weight.ERROR - 20,
        explained=3,
        named=True,
    ),
    Mark("failed package", r"FAIL\s+\S", Weight.ERROR + 30, named=True),
    Mark("gotestsum outcome", r"DONE \d+ tests", Weight.OUTCOME),
    Mark("failed run", r"FAIL$|PASS$|exit status \d+$", Weight.PLAIN),
    Mark("package", r"(?:ok  +|ok\s*\t|\?\s+\t|✓ +)\S", Weight.ENDS + 60),
    Mark("passed test", r"--- (?:PASS|BENCH): ", Weight.NOISE),
    Mark("skipped test", r"--- SKIP: ", Weight.PLAIN + 30),
    Mark("progress", r"=== (?:RUN|PAUSE|CONT|NAME) ", Weight.NOISE),
    Mark("build event", r'\{"ImportPath":.{0,300}"Action":"build-(?:output|fail)"', Weight.ERROR - 10, each=True),
    Mark("go package that does not build", r"# (?!https?:)[\w.~-]+(?:/[\w.~-]+)+(?: \[[\w./~-]+\])?$", Weight.PLACE),
    Mark("go error", r"(?:\./|\.\./)?[^\s:]{1,200}\.go:\d+:\d+: ", Weight.ERROR, explained=1),
    Mark("go message", r"(?:Test\S{1,200}: )?[^\s:]{1,200}\.go:\d+: ", Weight.ERROR - 60, explained=2),
    Mark("assertion of testify", r"(?:Error Trace|Error|Test|Messages):\s", Weight.DETAIL + 60, explained=3),
    Mark("coverage", r"coverage: ", Weight.PLAIN + 10),
)
_MARKS: Final = (*GO_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *SITED, *LOOSE)

_RUNNING = re.compile(r"(?:=== (?:RUN|CONT|NAME)|--- FAIL:) +(\S+)")


def messages_of_failures(reading: Reading) -> None:
    """What a test that passed has logged says little."""
    failed: set[str] = set()
    for hit in reading.hits:
        if hit.mark.name == "failed test":
            failed.update(reading.bare[hit.index].split()[2:3])
    running = ""
    for hit in reading.hits:
        line = reading.bare[hit.index]
        if hit.mark.name == "go message":
            name = line.partition(": ")[0] if line.startswith("Test") else running
            if name and name not in failed:
                reading.weights[hit.index] = Weight.PLAIN
        elif begun := _RUNNING.match(line):
            running = begun[1]
        elif hit.mark.name in {"passed test", "skipped test"}:
            running = ""


class GoTest:
    """The text `go test` prints."""

    name = "go-test"

    def suits(self, text: str) -> float:
        """Sure of the lines of tests; less of the lines of packages alone."""
        if _TEST.found_in(text):
            return 0.9
        return 0.8 if _FAILED_PACKAGE.found_in(text) or _PACKAGE.count_in(text) > 1 else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Failing tests and packages first, then what they printed."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, _MARKS, (frames, messages_of_failures))


class _Event(msgspec.Struct, frozen=True, rename="pascal"):
    """An event of test2json: what is read of it."""

    action: str
    package: str = ""
    test: str = ""
    output: str = ""
    elapsed: float = 0.0


class GoTestJson:
    """The events `go test -json` prints, a line each."""

    name = "go-test-json"

    def suits(self, text: str) -> float:
        """Sure when most of the first lines are events."""
        if '"Action":"' not in text[:20_000]:
            return 0.0
        lines = [line for line in text[:20_000].split("\n")[:-1] or [text] if line]
        events = sum([line.startswith("{") and '"Action":"' in line for line in lines])
        return 0.95 if events * 2 > len(lines) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """The text of the events, condensed as text."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines the tests printed, with the number of events each stands for."""
        lines, counts = _printed(text)
        weighed = weigh("\n".join(lines), _MARKS, (frames, messages_of_failures))
        taken = iter(counts)
        return [Piece(piece.text, piece.weight, sum([next(taken) for _ in range(piece.lines)])) for piece in weighed]


def _printed(text: str) -> tuple[list[str], list[int]]:
    """What the events print, line by line, and how many lines of the text each took."""
    decode = msgspec.json.Decoder(_Event).decode
    lines: list[str] = []
    counts: list[int] = []
    begun: dict[tuple[str, str], str] = {}
    silent = 0
    for line in text.split("\n"):
        event = _event(line, decode)
        if event is None or event.action.startswith("build-"):
            shown = [line]
        elif event.action == "output":
            whole = begun.pop((event.package, event.test), "") + event.output
            *shown, rest = whole.split("\n")
            if rest:
                begun[event.package, event.test] = rest
        else:
            shown = []
        silent += 1
        for one in shown:
            lines.append(one)
            counts.append(silent)
            silent = 0
    for rest in begun.values():
        lines.append(rest)
        counts.append(0)
    if counts:
        counts[-1] += silent
    return lines or [""], counts or [silent]


def _event(line: str, decode: object) -> _Event | None:
    if not line.startswith("{"):
        return None
    try:
        return decode(line)  # type: ignore[operator,no-any-return]
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None  # not an event: a line the program printed itself


_TEST = Signature(r"[ \t]{0,40}--- (?:FAIL|PASS|SKIP): \S+ \(\d", r"=== RUN   \S")
_PACKAGE = Signature(r"(?:ok  \t|FAIL\t|\?   \t)\S+(?:\t| )")
_FAILED_PACKAGE = Signature(r"FAIL\t\S+ (?:\[(?:build|setup) failed\]|\d)", r"FAIL\t\S+\t[\d.]+s$")
