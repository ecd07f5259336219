"""Cut a text to its limit: the head, a marker that says how much went, the longer tail (RES-1).

`published_lengths` is the formula that agents in the field use. `cut` begins with it and differs where it must:
it never keeps less than nothing, cuts where a text may be cut, and measures what it made, so that it fits.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec import Struct

from brimful.cutting import places
from brimful.cutting.room import Room
from brimful.settings import DEFAULTS, Cutting

PUBLISHED_MARKER = 49
"""Characters that the published formula sets aside for its marker."""


class Lengths(Struct, frozen=True):
    """How many characters stay at each end."""

    head: int
    tail: int


class Cut(Struct, frozen=True):
    """What is left of a text, and how many of its characters are not."""

    text: str
    left_out: int = 0


def published_lengths(chars: int, tokens: int, limit: int, *, head_share: float = 0.4) -> Lengths | None:
    """What the published formula keeps of a text with so many UTF-16 characters and tokens; None = all of it.

    Both numbers may be negative where the limit is smaller than the marker: that is the formula as it stands.
    """
    if chars < limit or tokens < limit:
        return None
    keep = _round(chars / tokens * (limit - PUBLISHED_MARKER))
    head = _round(head_share * keep)
    return Lengths(head, keep - head)


def marker(left_out: int, whole: int) -> str:
    """The line between head and tail."""
    return f"[… {left_out} of {whole} characters left out …]"


def cut(
    text: str,
    room: Room,
    *,
    marker: Callable[[int, int], str] = marker,
    settings: Cutting = DEFAULTS.cutting,
) -> Cut:
    """The head and the tail of a text, as much as the room holds; where not even the marker fits, only the head."""
    whole = room.measure(text)
    if whole <= room.limit:
        return Cut(text)
    said = marker(len(text), len(text))
    keep = math.floor(len(text) / max(1, whole) * max(0, room.limit - room.measure(said)))
    for _ in range(settings.cut_tries):
        if keep <= 0:
            break
        found = _ends(text, keep, marker, settings)
        measured = room.measure(found.text)
        if measured <= room.limit:
            return found
        keep = min(int(keep * room.limit / measured), keep - max(1, keep // 16))
    if room.fits(said):
        return Cut(said, len(text))
    return _head_only(text, room)


def cut_bytes(data: bytes, limit: int, *, settings: Cutting = DEFAULTS.cutting) -> bytes:
    """The head and the tail of UTF-8 bytes, at most `limit` of them with the marker; sequences stay whole."""
    if len(data) <= limit:
        return data
    said = f"\n[… {len(data)} of {len(data)} bytes left out …]\n"
    keep = limit - len(said.encode())
    if keep <= 0:
        return data[: places.bytes_before(data, max(0, limit))]
    head = places.bytes_before(data, int(keep * settings.head_share))
    start = len(data) - (keep - head)
    while start < len(data) and data[start] & 0xC0 == 0x80:
        start += 1
    said = f"\n[… {start - head} of {len(data)} bytes left out …]\n"
    return data[:head] + said.encode() + data[start:]


def _ends(text: str, keep: int, marker: Callable[[int, int], str], settings: Cutting) -> Cut:
    head = int(keep * settings.head_share)
    lose = int(keep * settings.line_end_share)
    stop = places.line_end_before(text, head, lose)
    start = places.line_start_after(text, len(text) - (keep - head), lose)
    first, last = text[:stop], text[start:]
    joint = "" if not first or first.endswith("\n") else "\n"
    said = marker(start - stop, len(text))
    return Cut(
        f"{first}{joint}{said}\n{last}".rstrip("\n") if not last else f"{first}{joint}{said}\n{last}",
        start - stop,
    )


def _head_only(text: str, room: Room) -> Cut:
    """As much of the head as fits beside nothing else."""
    low, high = 0, min(len(text), room.limit * 8)
    while low < high:
        middle = (low + high + 1) // 2
        if room.fits(text[: places.before(text, middle)] + "…"):
            low = middle
        else:
            high = middle - 1
    stop = places.before(text, low)
    said = text[:stop] + "…"
    return Cut(said if room.fits(said) else "", len(text) - stop)


def _round(number: float) -> int:
    """Half goes up, as in JavaScript."""
    return math.floor(number + 0.5)
