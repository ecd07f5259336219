"""What rustc, clippy and cargo print: diagnostics that say the same are shown once, with all their places (RES-4)."""

from __future__ import annotations

import re
from typing import Final

from brimful.results.condense.marks import JUDGED, LARGEST_STEP, STEP, Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

CARGO_MARKS: Final = (
    Mark("cargo outcome", r"test result: (?:FAILED|ok)\.", Weight.OUTCOME + 5),
    Mark("failed test", r"test \S.{0,200} \.\.\. FAILED", Weight.ERROR + 50, named=True),
    Mark("passed test", r"test \S.{0,200} \.\.\. (?:ok|ignored)", Weight.NOISE),
    Mark("output of a test", r"---- \S.{0,200} std(?:out|err) ----", Weight.PLACE),
    Mark(
        "end of a build",
        r"error: (?:could not compile|aborting due to|test failed|build failed|process didn't exit)"
        r"|error: \d+ targets? failed",
        Weight.OUTCOME,
    ),
    Mark(
        "warnings counted",
        r"warning: `[^`]{1,100}` \(.{1,60}\) generated \d+|warning: \d+ warnings? emitted",
        Weight.OUTCOME - 50,
    ),
    Mark("rust error", r"error(?:\[\w+\])?: ", Weight.ERROR, explained=2),
    Mark("rust warning", r"warning(?:\[\w+\])?: ", Weight.WARNING + 100, explained=1),
    Mark("rust place", r"--> [^\s]{1,250}:\d+:\d+", Weight.PLACE),
    Mark("left and right", r"(?:left|right): |assertion .{0,60}failed", Weight.DETAIL + 80),
    Mark(
        "cargo progress",
        r"(?:Compiling|Downloading|Downloaded|Updating|Checking|Fresh|Blocking|Locking|Adding|Installing"
        r"|Documenting|Building) ",
        Weight.NOISE,
    ),
    Mark("running tests", r"(?:Running|Doc-tests) |running \d+ tests?", Weight.PLAIN + 1),
)

_HEAD = re.compile(r"(error|warning)(?:\[[\w:]+\])?: \S")
_ABOUT = re.compile(r"\s*(?:-->|:::) [^\s:]{1,250}:\d+")
_TOTAL = re.compile(
    r"(?:error: (?:aborting|could not compile|\d+ previous)|warning: (?:`|\d+ warnings? emitted|build failed))"
)
_BODY = re.compile(r"\s*(?:\d+ \||\||=|-->|:::|\.\.\.|\d+ [-+~]|[~+-])|\s*$|(?:help|note):|\s*[|^]")
_ALSO: Final = 40.0


class _Diagnostic:
    """Diagnostics that say the same: the headline, where they are, and what explains the first."""

    __slots__ = ("body", "count", "head", "lines", "places")

    def __init__(self, head: str) -> None:
        self.head = head
        self.count = 0
        self.lines = 0
        self.places: list[str] = []
        self.body: list[str] = []


class RustDiagnostics:
    """Diagnostics of rustc or clippy, alone or among what cargo prints."""

    name = "rustc"

    def suits(self, text: str) -> float:
        """Sure of headlines that are followed by their places."""
        found = _DIAGNOSTIC.count_in(text)
        return 0.85 if found > 1 else 0.75 if found else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Each headline once with its places; then the source lines and notes of the first of each."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """Headlines that repeat are moved to their first place; everything else stays in order."""
        pieces: list[Piece | _Diagnostic] = []
        known: dict[str, _Diagnostic] = {}
        plain: list[str] = []
        current: _Diagnostic | None = None
        for line in text.split("\n"):
            judged = line[:JUDGED]
            if _HEAD.match(judged) and not _TOTAL.match(judged):
                pieces.extend(_weigh_plain(plain))
                plain = []
                current = known.get(line)
                if current is None:
                    current = known[line] = _Diagnostic(line)
                    pieces.append(current)
                current.count += 1
                current.lines += 1
            elif current is not None and _BODY.match(judged):
                _take(current, line)
            else:
                current = None
                plain.append(line)
        pieces.extend(_weigh_plain(plain))
        return _written(pieces)


def _take(diagnostic: _Diagnostic, line: str) -> None:
    """A line that belongs to the diagnostic: its place, or an explanation of the first of its kind."""
    if len(diagnostic.places) < diagnostic.count and _ABOUT.match(line[:JUDGED]):
        diagnostic.places.append(line.strip())
    elif diagnostic.count == 1:
        diagnostic.body.append(line)
    else:
        diagnostic.lines += 1


def _weigh_plain(lines: list[str]) -> list[Piece]:
    if not lines:
        return []
    return weigh("\n".join(lines), (*CARGO_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *LOOSE), (frames,))


def _written(pieces: list[Piece | _Diagnostic]) -> list[Piece]:
    """The pieces of the diagnostics among the others."""
    written: list[Piece] = []
    number = 0
    for piece in pieces:
        if isinstance(piece, Piece):
            written.append(piece)
        else:
            written.extend(_pieces_of(piece, number))
            number += 1
    return written


def _pieces_of(diagnostic: _Diagnostic, number: int) -> list[Piece]:
    base = Weight.ERROR if diagnostic.head.startswith("error") else Weight.WARNING + 100
    step = min(STEP * number, LARGEST_STEP)
    times = f" ({diagnostic.count} times)" if diagnostic.count > 1 else ""
    pieces = [Piece(diagnostic.head + times, base + _ALSO - step, diagnostic.lines)]
    for also, place in enumerate(diagnostic.places):
        pieces.append(Piece("  " + place, base - step - min(STEP * also, LARGEST_STEP)))
    for after, line in enumerate(diagnostic.body):
        filled = line.strip(" |")
        pieces.append(Piece(line, Weight.DETAIL - step - min(after, 60) if filled else Weight.NOISE))
    return pieces


class CargoTest:
    """A run of `cargo test` (or nextest): what failed, and what it panicked with."""

    name = "cargo-test"

    def suits(self, text: str) -> float:
        """Sure of the line that counts the tests of a binary."""
        return 0.9 if _CARGO.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Totals and failing names first, then the panics, then diagnostics of the build."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights, diagnostics that repeat moved together."""
        return RustDiagnostics().pieces(text)


_DIAGNOSTIC = Signature(r"(?:error|warning)(?:\[[\w:]+\])?: [^\n]{1,600}\n\s*--> [^\s:]{1,250}:\d+:\d+")
_CARGO = Signature(r"test result: (?:ok|FAILED)\. \d+ passed")
