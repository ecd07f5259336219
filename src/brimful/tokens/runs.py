"""Long runs: a character, or a few, repeated thousands of times. Counted exactly, without counting the run.

Engines merge a run pair by pair, which takes them tens of milliseconds for 100,000 characters, and tiktoken gives up
on a million blanks. Yet the tokens of a run repeat, and that can be used:

    A list of tokens is what byte-pair merging makes of a piece of text exactly if every two neighbours in it are what
    merging makes of those two alone. (Merging takes the lowest rank, leftmost first. Look at the first merge that
    crosses a border between two of the tokens: up to then both have been merged as if alone, so it would cross when
    they are alone, too.)

So when a shortened run comes out as `… Y Y …` with the same tokens Y twice, putting more Y between the two brings no
new neighbours: the longer run comes out with as many more Y. What has to be counted is a text with a short run in
place of the long one, and how often Y was left out. That a piece may end sooner or later around the run makes no
difference as long as the run is shortened by whole periods of the split pattern: it takes digits in threes, and the
pieces of a unit of several characters may span two of them, so Y must hold a multiple of 3, or of 12, units then.

The search for runs looks at one place in every 2,048 characters, so ordinary text does not notice it.
"""

from __future__ import annotations

import logging
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from brimful.tokens import encodings
from brimful.tokens.cuts import safe_cut_after, safe_cut_before

logger = logging.getLogger("brimful.tokens")

SHORTEST_RUN = 4_096
"""Runs below this many characters are left to the engine, which is as fast there."""

_STEP = SHORTEST_RUN // 2  # every long run holds a place that is looked at, with room after it
_LONGEST_UNIT = 8
_SAMPLE = 4 * _LONGEST_UNIT
_KEPT_TOKENS = 5  # of a run: Y twice in its middle, and what its ends disturb
_KEPT_BYTES = _KEPT_TOKENS * encodings.LONGEST_TOKEN_BYTES


class Run(NamedTuple):
    """Where a run lies: `text[start:end]` repeats every `unit` characters."""

    start: int
    end: int
    unit: int


class Shortened(NamedTuple):
    """A run in the shortened text, and what was left out of it."""

    start: int
    end: int
    period_bytes: int
    left_out: int  # periods


def find_runs(text: str) -> Iterator[Run]:
    """Yield the long runs of a text, in order."""
    done = place = 0
    while place + _SAMPLE <= len(text):
        sample = text[place : place + _SAMPLE]
        unit = sample.find(sample[:_LONGEST_UNIT], 1)
        if 0 < unit <= _LONGEST_UNIT and sample[unit:] == sample[:-unit]:
            run = _whole(text, place, unit, done)
            if run.end - run.start >= SHORTEST_RUN:
                yield run
                done = place = run.end
                continue
        place += _STEP


def count_with_runs(name: str, text: str, runs: Iterable[Run], count: Callable[[str], int]) -> int:
    """Return how many tokens the text is, its runs being known. `count` counts what holds none."""
    total = done = 0
    for group in _together(text, runs):
        left = safe_cut_before(text, group[0].start, done)
        right = safe_cut_after(text, group[-1].end)
        if left > done:
            total += count(text[done:left])
        counted = _count_shortened(name, text, left, right, group)
        total += count(text[left:right]) if counted is None else counted
        done = right
    return total + count(text[done:]) if done < len(text) else total


def _whole(text: str, place: int, unit: int, floor: int) -> Run:
    """Return the run around a place, as far as it reaches either way but not before `floor`."""
    end, step = place, _SAMPLE
    while step:
        if end + unit + step <= len(text) and text[end : end + step] == text[end + unit : end + unit + step]:
            end += step
            step *= 2
        else:
            step //= 2
    start, step = place, _SAMPLE
    while step:
        low = start - step
        if low >= floor and text[low:start] == text[low + unit : start + unit]:
            start = low
            step *= 2
        else:
            step //= 2
    return Run(start, end + unit, unit)


def _together(text: str, runs: Iterable[Run]) -> Iterator[list[Run]]:
    """Group runs between which the text cannot be cut."""
    group: list[Run] = []
    for run in runs:
        if group and run.start >= safe_cut_after(text, group[-1].end):
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _count_shortened(name: str, text: str, left: int, right: int, runs: list[Run]) -> int | None:
    """Count `text[left:right]` by a text with shorter runs, or return None if their tokens do not repeat."""
    pieces: list[str] = []
    shortened: list[Shortened] = []
    length, done = 0, left
    for run in runs:
        unit = text[run.start : run.start + run.unit]
        period = _period(name, unit)
        if period is None:
            return None
        spare = (run.end - run.start) // run.unit - _kept_units(unit)
        left_out = max(0, spare // period)
        stop = run.end - left_out * period * run.unit
        pieces.append(text[done:stop])
        start = length + run.start - done
        length += stop - done
        shortened.append(Shortened(start, length, period * len(unit.encode()), left_out))
        done = run.end
    pieces.append(text[done:right])
    return _count_back(name, "".join(pieces), shortened)


def _count_back(name: str, text: str, shortened: list[Shortened]) -> int | None:
    """Count the shortened text and add what was left out, or return None where no Y stands twice."""
    ids = encode(name, text)
    ends = list(accumulate(map(encodings.token_lengths(name).__getitem__, ids)))
    total = len(ids)
    for run in shortened:
        start = len(text[: run.start].encode())
        end = start + len(text[run.start : run.end].encode())
        middle = bisect_left(ends, (start + end) // 2)  # the last token before the border
        stop = ends[middle] + run.period_bytes
        last = bisect_left(ends, stop, middle)
        tokens = last - middle
        first = middle + 1
        if stop > end or last == len(ends) or ends[last] != stop or tokens > first:
            return None
        if ids[first - tokens : first] != ids[first : first + tokens]:
            return None
        total += tokens * run.left_out
    return total


@lru_cache(maxsize=256)
def _period(name: str, unit: str) -> int | None:
    """Return after how many units the tokens of a run repeat, or None if that cannot be seen."""
    ids = encode(name, unit * _kept_units(unit))
    lengths = encodings.token_lengths(name)
    size, stride = len(unit.encode()), _stride(unit)
    middle = len(ids) // 2
    length = 0
    for tokens in range(1, middle + 1):
        length += lengths[ids[middle + tokens - 1]]
        if length % (size * stride) == 0 and ids[middle - tokens : middle] == ids[middle : middle + tokens]:
            return length // size
    return None


def _kept_units(unit: str) -> int:
    size = len(unit.encode())
    return max(_KEPT_BYTES // size, _KEPT_TOKENS * _stride(unit)) + 1


def _stride(unit: str) -> int:
    """Return what the period must be a multiple of, so that leaving it out does not move the borders of pieces."""
    if len(unit) > 1:
        return 12
    digit_perhaps = unit.isdigit() or not (unit.isascii() or unit.isalpha() or unit.isspace())
    return 3 if digit_perhaps else 1


# --- blanks that are too long for tiktoken and do not repeat --------------------------------------------------

_BLANKS = re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_MOST_BLANKS = 400_000  # tiktoken gives up at about a million
_OVERLAP = 4_096
_SHIFTS = range(encodings.LONGEST_TOKEN_BYTES)


def encode(name: str, text: str) -> list[int]:
    """Return the tokens of a text, however many blanks it has."""
    blanks = _too_many_blanks(text)
    if blanks is None:
        return encodings.encoding(name).encode_ordinary(text)
    ids = _encode_in_parts(name, text, *blanks, _SHIFTS)
    if ids is None:
        raise ValueError("these blanks cannot be counted in parts")
    return ids


def count_in_parts(name: str, text: str, shifts: Iterable[int] = _SHIFTS) -> int:
    """Return how many tokens a text is that tiktoken gave up on: exactly, or its bytes if no part meets another."""
    blanks = _too_many_blanks(text)
    ids = _encode_in_parts(name, text, *blanks, shifts) if blanks else None
    if ids is None:
        logger.warning("tiktoken cannot count a text of %d characters; its bytes are taken instead", len(text))
        return len(text.encode())
    return len(ids)


def _too_many_blanks(text: str) -> tuple[int, int] | None:
    if len(text) <= _MOST_BLANKS:
        return None
    longest = max(
        (match.span() for match in _BLANKS.finditer(text)), key=lambda span: span[1] - span[0], default=(0, 0)
    )
    return longest if longest[1] - longest[0] > _MOST_BLANKS else None


def _encode_in_parts(name: str, text: str, start: int, end: int, shifts: Iterable[int]) -> list[int] | None:
    """Encode a text in two overlapping parts that share a token inside the blanks `text[start:end]`.

    What one part has up to that token and the other from it on are neighbours that merging makes of these blanks, so
    together they are the tokens of the whole (see above). Where the second part starts may shift its tokens against
    the first one's; so several starts are tried.
    """
    middle = (start + end) // 2
    cut = middle + _OVERLAP
    # The blanks of the first part must end the piece they are in as the blanks behind the cut do.
    line_follows = text.find("\n", cut, end) >= 0 or text.find("\r", cut, end) >= 0
    ending = "\n" if line_follows else "" if end == len(text) else "x"
    head = encode(name, text[:cut] + ending)
    for begin in (middle + shift for shift in shifts):
        overlap = text[begin:cut]
        if _meeting(name, head, overlap + ending, encode(name, overlap + ending)) is None:
            continue
        tail = encode(name, text[begin:])
        met = _meeting(name, head, overlap + ending, tail)
        if met is not None:
            return head[: met[0]] + tail[met[1] :]
    return None


def _meeting(name: str, head: list[int], overlap: str, tail: list[int]) -> tuple[int, int] | None:
    """Return where in both lists a token stands that both have at one place of the overlap, which ends `head`."""
    lengths = encodings.token_lengths(name)
    size = len(overlap.encode()) - 1  # without the ending
    index, place = len(head), size + 1
    known: dict[tuple[int, int], int] = {}
    while index and place > 0:
        index -= 1
        place -= lengths[head[index]]
        known[place, head[index]] = index
    place = 0
    for index, token in enumerate(tail):
        if place + lengths[token] > size:
            return None
        if (place, token) in known:
            return known[place, token], index
        place += lengths[token]
    return None
