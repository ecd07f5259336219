"""Making a form of a text fit its room: shared by the condensers that draw a form of their own.

A drawing is a function from a number of characters to a text of about that length. `fit` asks for drawings until one
is small enough, whatever the room measures in. `fill` chooses lines by weight and says at every gap how many are
missing; `clip` shortens one string and says by how much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from brimful.results.condenser import Condensed, Room

# A drawing is asked for again with less until it fits; characters fit at once, tokens after two or three.
TRIES = 8
# Where the measure is not characters: how much of the text tells the characters that a unit stands for, and how much
# to hold back, for no stretch of text measures like another.
SAMPLE = 4_000
MARGIN = 0.95


class Line(NamedTuple):
    """A line that stays or goes; of equal weights, the first and last of the text go before its middle."""

    text: str
    weight: float


class Filled(NamedTuple):
    """Chosen lines as text, and how many were not chosen."""

    text: str
    hidden: int


def fit(text: str, room: Room, draw: Callable[[int], Condensed]) -> Condensed:
    """The text itself, if that fits; else what `draw` makes of it, with as many characters as the room takes."""
    budget = _characters(text, room)
    if budget >= len(text):
        if room.fits(text):
            return Condensed(text)
        budget = len(text) - 1
    made = Condensed("")
    for _ in range(TRIES):
        made = draw(budget)
        size = room.measure(made.text)
        if size <= room.limit:
            return made
        budget = min(budget - 1, int(budget * room.limit / size * MARGIN))
    return Condensed(_cut(made.text, room), made.left_out)


def fill(lines: Sequence[Line], budget: int, gap: Callable[[int], str]) -> Filled:
    """The heaviest lines that fit the budget, in their order, with `gap(missing)` wherever some are missing."""
    ranked = sorted(range(len(lines)), key=lambda at: (-lines[at].weight, min(at, len(lines) - 1 - at), at))
    sizes = list(accumulate(len(lines[at].text) + 1 for at in ranked))
    most = next((count for count, size in enumerate(sizes) if size - 1 > budget), len(lines))
    least = 0
    while least < most:  # the most lines that fit, gaps included
        middle = (least + most + 1) // 2
        if len(_gapped(lines, sorted(ranked[:middle]), gap)) <= budget:
            least = middle
        else:
            most = middle - 1
    text = _gapped(lines, sorted(ranked[:least]), gap)
    return Filled(text if len(text) <= budget else "", len(lines) - least)


def clip(text: str, length: int) -> str:
    """The beginning of a string that is longer than `length`, and how many characters went: `abc…(+97)`."""
    if len(text) <= length:
        return text
    kept = max(0, length - len(f"…(+{len(text):,})"))
    return f"{text[:kept]}…(+{len(text) - kept:,})"


def clip_middle(text: str, length: int, tail: int) -> str:
    """As `clip`, with `tail` characters of the end kept too, where there is room for both."""
    if len(text) <= length or tail * 3 > length:
        return clip(text, length)
    head = clip(text[: len(text) - tail], length - tail - 1)
    return f"{head}…{text[-tail:]}"


def one_line(text: str) -> str:
    """A text on one line: what separates words is one space."""
    return " ".join(text.split())


def _gapped(lines: Sequence[Line], kept: Sequence[int], gap: Callable[[int], str]) -> str:
    shown: list[str] = []
    before = -1
    for at in kept:
        if at > before + 1:
            shown.append(gap(at - before - 1))
        shown.append(lines[at].text)
        before = at
    if before < len(lines) - 1:
        shown.append(gap(len(lines) - 1 - before))
    return "\n".join(part for part in shown if part)


def _characters(text: str, room: Room) -> int:
    """About how many characters of such text the room takes."""
    if room.limit <= 0:
        return 0
    sample = text[:SAMPLE]
    size = room.measure(sample)
    if size == len(sample):
        return room.limit
    return int(room.limit * len(sample) / max(1, size) * MARGIN)


def _cut(text: str, room: Room) -> str:
    """The longest beginning that fits: for rooms too small for any form."""
    least, most = 0, len(text)
    while least < most:
        middle = (least + most + 1) // 2
        if room.fits(text[:middle]):
            least = middle
        else:
            most = middle - 1
    return text[:least]
