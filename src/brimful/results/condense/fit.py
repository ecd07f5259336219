"""Making a form of a text fit its room: shared by the condensers that draw a form of their own.

A drawing is a function from a number of characters to a text of about that length. `fit` asks for drawings until one
is small enough, whatever the room measures in. `fill` chooses lines by weight and says at every gap how many are
missing; `clip` shortens one string and says by how much.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from brimful.results.condenser import Condensed, Room

# A drawing is asked for again with less until it fits; characters fit at once, tokens after two or three.
TRIES = 8
# Where the measure is not characters: how much of the text tells the characters that a unit stands for, and how much
# to hold back, for no stretch of text measures like another.
SAMPLE = 4_000
MARGIN = 0.95


_CLIP = re.compile(r"…\(\+([\d,]+)\)")


class Filled(NamedTuple):
    """Chosen lines as text, and their places."""

    text: str
    shown: list[int]


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
            return _with_clips(made, text)
        budget = min(budget - 1, int(budget * room.limit / size * MARGIN))
    return Condensed(_cut(made.text, room), made.left_out)


def ranking(weights: Sequence[float]) -> list[int]:
    """Places by weight, the heaviest first; of equals the first and last before those between."""
    last = len(weights) - 1
    return sorted(range(len(weights)), key=lambda at: (-weights[at], min(at, last - at), at))


def fill(ranked: Sequence[int], text_at: Callable[[int], str], budget: int, gap: Callable[[int], str]) -> Filled:
    """The heaviest lines that fit the budget, in their order, with `gap(missing)` wherever some are missing.

    `text_at` is asked for the lines that may be shown, not for others: they may be many.
    """
    texts: dict[int, str] = {}
    spare = budget + 1
    for at in ranked:
        text = text_at(at)
        spare -= len(text) + 1
        if spare < 0:
            break
        texts[at] = text
    chosen = list(texts)
    least, most = 0, len(chosen)
    while least < most:  # the most lines that fit, gaps included
        middle = (least + most + 1) // 2
        if len(_gapped(texts, sorted(chosen[:middle]), len(ranked), gap)) <= budget:
            least = middle
        else:
            most = middle - 1
    shown = sorted(chosen[:least])
    text = _gapped(texts, shown, len(ranked), gap)
    return Filled(text, shown) if len(text) <= budget else Filled("", [])


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


def _with_clips(made: Condensed, text: str) -> Condensed:
    """What was drawn, with what its marks of clipped strings say went."""
    clipped = sum(int(found.replace(",", "")) for found in _CLIP.findall(made.text))
    if not clipped or _CLIP.search(text):  # marks of the text's own tell nothing of ours
        return made
    return Condensed(made.text, made.left_out | {"characters of long values": clipped})


def ends(text: str, budget: int) -> Condensed:
    """The beginning of a text and, shorter, its end: for what has no lines and no form."""
    spare = max(0, budget - len(f" … {len(text):,} more characters … "))
    tail = spare // 3
    missing = len(text) - spare
    shown = f"{text[: spare - tail]} … {missing:,} more characters … {text[len(text) - tail :]}"
    return Condensed(shown, {"characters": missing})


def one_line(text: str) -> str:
    """A text on one line: what separates words is one space."""
    return " ".join(text.split())


def _gapped(texts: Mapping[int, str], shown: Sequence[int], total: int, gap: Callable[[int], str]) -> str:
    parts: list[str] = []
    before = -1
    for at in shown:
        if at > before + 1:
            parts.append(gap(at - before - 1))
        parts.append(texts[at])
        before = at
    if before < total - 1:
        parts.append(gap(total - 1 - before))
    return "\n".join(part for part in parts if part)


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
