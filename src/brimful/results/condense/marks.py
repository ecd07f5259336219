"""Reading what a program printed line by line: which lines say something, and how much each matters.

A `Mark` is one kind of line, known by how it begins (after time stamps and task names, see `bare`). `weigh` gives
every line of a text its weight. Of each kind the first lines matter more than the ones after them, and a line that
says what another already said matters much less: so ten different errors come before ten places of one error, and
a little of each kind before all of one. How a run ended is read from its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from brimful.results.condenser import Piece, Weight

# A line is judged by its beginning, so that no line takes longer than this to judge.
JUDGED: Final = 600
# By how much each further line of a kind matters less than the one before it, and where that ends.
STEP: Final = 4.0
LARGEST_STEP: Final = 150.0
# What a line loses that says what an earlier line said.
REPEATED: Final = 300.0
# The lines at the beginning and end of a text that stand for it when nothing else does.
ENDS: Final = 3


class Mark(Struct, frozen=True):
    """A kind of line.

    name:     what it is.
    pattern:  how the line begins, as a regular expression without groups that capture.
    weight:   how much the first of them matters.
    explained: how many of the lines after it explain it.
    named:    what it says is a name: lines that differ in a single letter or digit say different things.
    each:     every one of them matters for itself, even if it says the same as another.
    last:     the last of them matters more than the first.
    placed:   only a line that holds something like `:12`, `(12` or `line 12` can be it; others are not looked at.
    anywhere: the pattern may stand anywhere in the line; such marks are tried after all others.
    holds:    a line with such a mark holds one of these (the parts of its words that tell them from most others).
    """

    name: str
    pattern: str
    weight: float
    explained: int = 0
    named: bool = False
    each: bool = False
    last: bool = False
    placed: bool = False
    anywhere: bool = False
    holds: tuple[str, ...] = ()


class Hit(Struct, gc=False):
    """A line that has a mark, and what it says (the same for lines that say the same)."""

    index: int
    mark: Mark
    says: str


class Reading:
    """A text while its lines are weighed: what is shown of each line, what is judged of it, and its weight."""

    __slots__ = ("_joined", "bare", "hits", "lines", "weights")

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.bare = [bare(line) for line in lines]
        self.weights: list[float] = [Weight.PLAIN if line else Weight.NOISE for line in self.bare]
        self.hits: list[Hit] = []
        self._joined: set[int] = set()

    def raise_to(self, index: int, weight: float) -> None:
        """Let a line matter that much, if it mattered less."""
        if 0 <= index < len(self.weights) and self.weights[index] < weight:
            self.weights[index] = weight

    def join(self, index: int) -> None:
        """Let the line and the one after it stay or go as one."""
        self._joined.add(index + 1)

    def pieces(self) -> list[Piece]:
        """The lines as pieces."""
        if not self._joined:
            return [Piece(line, weight) for line, weight in zip(self.lines, self.weights, strict=True)]
        pieces: list[Piece] = []
        for index, (line, weight) in enumerate(zip(self.lines, self.weights, strict=True)):
            if index in self._joined and pieces:
                above = pieces[-1]
                pieces[-1] = Piece(f"{above.text}\n{line}", max(above.weight, weight), above.lines + 1)
            else:
                pieces.append(Piece(line, weight))
        return pieces


Pass = Callable[[Reading], None]
"""A look at a whole reading that needs more than one line at a time."""


def weigh(text: str, marks: Sequence[Mark], passes: Sequence[Pass] = ()) -> list[Piece]:
    """Every line of the text with its weight."""
    reading = Reading(text.split("\n"))
    _raise_ends(reading)
    find(reading, tuple(marks))
    for look in passes:
        look(reading)
    return reading.pieces()


_BEFORE = re.compile(
    r"""(?:
      \d{4}-\d\d-\d\d[T\ ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\s  # a time stamp of a runner
    | \[\d{4}-\d\d-\d\d[^\]\n]{5,30}\]\s
    | \d\d:\d\d:\d\d(?:[.,]\d{1,9})?\s
    | \[(?!ERROR|error|WARN|warn|INFO|info|FATAL|DEBUG|debug)[a-z][\w.:-]{1,20}\]\s  # the task of a build
    | \d{1,3}>(?!=)  # the node of a parallel build
    | \#\#\[(?:debug|command)\]
    )\s*""",
    re.VERBOSE,
)


def bare(line: str) -> str:
    """The line without what stands before its words: time stamps, names of build tasks, blanks."""
    line = line[:JUDGED].strip()
    while line and (line[0] in "[0123456789#") and (before := _BEFORE.match(line)):
        line = line[before.end() :]
    return line


def find(reading: Reading, marks: tuple[Mark, ...]) -> None:
    """Give every line that has one of the marks its weight. The first mark in the list that fits is taken."""
    sorter = _sorter(marks)
    known: dict[str, tuple[Mark, str] | None] = {"": None}
    for index, line in enumerate(reading.bare):
        if line in known:
            found = known[line]
        else:
            mark = sorter.mark_of(line)
            found = known[line] = (mark, line if mark.named else says(line)) if mark else None
        if found:
            reading.hits.append(Hit(index, *found))
    _grade(reading)


_PLACED = re.compile(r"[:(\[]\d|line \d")


class _Sorter:
    """Tells which mark a line has."""

    def __init__(self, marks: tuple[Mark, ...]) -> None:
        self._marks = {f"m{number}": mark for number, mark in enumerate(marks)}
        named = list(self._marks.items())
        # Patterns for places are the slow ones, and most lines name none.
        self._placed = _any_of([(tag, mark) for tag, mark in named if not mark.anywhere]).match
        self._unplaced = _any_of([(tag, mark) for tag, mark in named if not (mark.placed or mark.anywhere)]).match
        anywhere = [(tag, mark) for tag, mark in named if mark.anywhere]
        self._anywhere = _any_of(anywhere).search
        # Letters are found several times as fast as the patterns around them.
        self._holds = re.compile(
            "|".join([re.escape(part) for _, mark in anywhere for part in mark.holds] or ["(?!)"])
        )

    def mark_of(self, line: str) -> Mark | None:
        found = (self._placed if _PLACED.search(line) else self._unplaced)(line)
        if not found and self._holds.search(line):
            found = self._anywhere(line)
        return self._marks[found.lastgroup] if found and found.lastgroup else None


def _any_of(marks: list[tuple[str, Mark]]) -> re.Pattern[str]:
    """One pattern for all; the empty group at the end of a branch tells which one it was."""
    return re.compile("|".join([f"(?:{mark.pattern})(?P<{tag}>)" for tag, mark in marks]) or "(?!)")


@cache
def _sorter(marks: tuple[Mark, ...]) -> _Sorter:
    return _Sorter(marks)


_PLACE = re.compile(r"(?:\[\w+\] )?(?:(?:[A-Za-z]:)?[^\s:()]+|<[^>]+>)(?:\(\d[\d,]*\)|:\d+|:\[\d+,\d+\])[:\d\s]*")
_VARYING = re.compile(r"0x[0-9a-fA-F]+|\d+(?:[.,:]\d+)*")


def says(line: str) -> str:
    """What a line says, the same for lines that differ in nothing but where and how often."""
    place = _PLACE.match(line)
    return _VARYING.sub("0", line[place.end() :] if place else line)


def _grade(reading: Reading) -> None:
    """Weigh the hits: of each kind the first more than the next, what was said before much less."""
    endings = [hit for hit in reading.hits if hit.mark.last or hit.mark.weight >= Weight.OUTCOME]
    others = [hit for hit in reading.hits if not (hit.mark.last or hit.mark.weight >= Weight.OUTCOME)]
    count: dict[str, int] = {}
    said: set[tuple[str, str]] = set()
    for hit in [*reversed(endings), *others]:
        mark = hit.mark
        if mark.weight <= Weight.PLAIN:
            reading.weights[hit.index] = mark.weight
            continue
        key = (mark.name, hit.says)
        again = key in said and not mark.each
        said.add(key)
        step = min(STEP * count.get(mark.name, 0), LARGEST_STEP)
        count[mark.name] = count.get(mark.name, 0) + (not again)
        reading.weights[hit.index] = mark.weight - step - (REPEATED if again else 0)
        if not again:
            _explain(reading, hit.index, mark.explained, step)


def _explain(reading: Reading, index: int, lines: int, step: float) -> None:
    for after in range(1, lines + 1):
        if index + after >= len(reading.lines) or not reading.bare[index + after]:
            return
        reading.raise_to(index + after, Weight.DETAIL - after - step / 2)


def _raise_ends(reading: Reading) -> None:
    filled = [index for index, line in enumerate(reading.bare) if line]
    for index in [*filled[:ENDS], *filled[-ENDS:]]:
        reading.raise_to(index, Weight.ENDS)
