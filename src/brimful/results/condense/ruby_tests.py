"""What rspec, minitest and test-unit print, and cucumber and PHPUnit which count alike (RES-4)."""

from __future__ import annotations

from typing import Final

from brimful.results.condense.javascript_tests import NUMBERED, numbered_failures
from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

RUBY_MARKS: Final = (
    Mark("rspec outcome", r"\d+ examples?, \d+ failures?|\d+ scenarios? \(|\d+ steps? \(", Weight.OUTCOME + 5),
    Mark("minitest outcome", r"\d+ (?:runs|tests), \d+ assertions, ", Weight.OUTCOME + 5),
    Mark(
        "phpunit outcome",
        r"(?:Tests: \d+, Assertions: \d+|OK \(\d+ tests?,|FAILURES!$|ERRORS!$)",
        Weight.OUTCOME + 5,
    ),
    Mark(
        "how to run it again",
        r"(?:bundle exec )?rspec \./?\S+\.rb|(?:bin/)?rails test \S+:\d+|cucumber \S+:\d+",
        Weight.ERROR + 50,
        named=True,
    ),
    NUMBERED,
    Mark(
        "failure of minitest",
        r"[A-Z][\w:]{1,150}#test_\S|(?:Failure|Error): ?(?:test_|[A-Z])|FAILED\[",
        Weight.ERROR + 45,
        explained=3,
        named=True,
    ),
    Mark("failing expectation", r"Failure/Error:", Weight.ERROR - 10, explained=3),
    Mark("expected and got", r"(?:expected|got|Expected|Actual|received|\s*but)\b", Weight.DETAIL + 60),
    Mark("ruby frame", r"# \S+\.rb:\d+|\S+\.rb:\d+:in [`']|\S+\.php:\d+$", Weight.DETAIL - 60),
    Mark("error of ruby", r"[^\s:]{1,250}\.rb:\d+:(?:in [`'][^\n]{1,150}':)? ", Weight.ERROR, explained=1),
    Mark(
        "duration",
        r"Finished in |Failed examples:|Failures:$|Randomized with seed|Run options:",
        Weight.PLAIN + 20,
    ),
    Mark("progress", r"[.FEPS*]{2,}(?: +\d+ / \d+ .*)?$", Weight.NOISE),
)


class RubyTests:
    """A run of rspec, minitest or their kin."""

    name = "ruby-tests"

    def suits(self, text: str) -> float:
        """Sure of the line that counts examples or assertions."""
        return 0.88 if _COUNTED.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Counts and failing examples first, then what was expected, then where."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, (*RUBY_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *LOOSE), (frames, numbered_failures))


_COUNTED = Signature(
    r"\d+ examples?, \d+ failures?|\d+ (?:runs|tests), \d+ assertions, |Tests: \d+, Assertions: \d+"
    r"|OK \(\d+ tests?, \d+ assertions?\)|\d+ scenarios? \(",
)
