"""Bytes of UTF-8 to characters: syntax trees count the former, everything else here the latter (DOC-2).

In a text of ASCII they are the same, and nothing is done. Otherwise the runs of other characters are found once, and
an offset is looked up among them, so that a file with a few accents costs a few entries.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

_STRETCH = 4096  # characters that are looked at together
_OTHERS = re.compile(r"[^\x00-\x7f]+")


def to_chars(text: str, data: bytes) -> Callable[[int], int] | None:
    """Return what turns an offset in the bytes of a text into one in its characters; None where they are the same."""
    if text.isascii():
        return None
    begins, ends, surplus = _runs(text)
    begins.append(len(data) + 1)

    def char(offset: int) -> int:
        at = bisect_right(ends, offset)  # the runs that lie before it
        if offset <= begins[at]:
            return offset - surplus[at]
        inside = data[begins[at] : offset].decode("utf-8", "ignore")
        return begins[at] - surplus[at] + len(inside)

    return char


def to_bytes(text: str) -> Callable[[int], int]:
    """Return what turns an offset in the characters of a text into one in its bytes."""
    if text.isascii():
        return int
    begins, _, surplus = _runs(text)
    chars = [begin - more for begin, more in zip(begins, surplus, strict=False)]

    def byte(offset: int) -> int:
        at = bisect_right(chars, offset) - 1
        if at < 0:
            return offset
        run = _OTHERS.match(text, chars[at])
        if run is None or offset >= run.end():
            return offset + surplus[at + 1]
        return begins[at] + len(text[chars[at] : offset].encode("utf-8", "replace"))

    return byte


def _runs(text: str) -> tuple[list[int], list[int], list[int]]:
    """Where runs of other characters begin and end, in bytes, and how many bytes more the text before each has."""
    begins: list[int] = []
    ends: list[int] = []
    surplus = [0]
    for first in range(0, len(text), _STRETCH):
        if text[first : first + _STRETCH].isascii():  # by far the fastest question about a text
            continue
        for run in _OTHERS.finditer(text, first, first + _STRETCH):
            begins.append(run.start() + surplus[-1])
            size = len(run.group().encode("utf-8", "replace"))
            ends.append(begins[-1] + size)
            surplus.append(surplus[-1] + size - len(run.group()))
    return begins, ends, surplus
