"""Which lines of a text stand in a summary, and which do not (DOC-7)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TypeAlias

Lines: TypeAlias = tuple[int, int]
"""Lines from the first to the last, from 1, both included."""
Ranges: TypeAlias = tuple[Lines, ...]


def line_starts(text: str) -> list[int]:
    """Where each line starts; what follows the last line end is one, even if it is empty."""
    starts, at = [0], text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def kept_and_omitted(text: str, pieces: Sequence[tuple[int, int]]) -> tuple[Ranges, Ranges]:
    """The lines of which something is in the pieces, and those of which nothing is; blank ones count for neither."""
    starts = line_starts(text)
    kept = tuple(_runs(text, starts, pieces))
    missing: list[Lines] = []
    at = 0
    for first, last in [*kept, (len(starts) + 1, 0)]:
        gap = _content(text, starts, starts[at] if at < len(starts) else len(text), _start(text, starts, first))
        missing += gap
        at = last
    return kept, tuple(missing)


def _runs(text: str, starts: Sequence[int], pieces: Sequence[tuple[int, int]]) -> Iterator[Lines]:
    """The lines of the pieces, those that follow on each other together."""
    first = last = 0
    for start, end in pieces:
        for begins, ends in _content(text, starts, start, end):
            if last and begins <= last + 1:
                last = max(last, ends)
                continue
            if last:
                yield first, last
            first, last = begins, ends
    if last:
        yield first, last


def _content(text: str, starts: Sequence[int], start: int, end: int) -> list[Lines]:
    """The lines from the first to the last character in a range that is not blank; none if all are."""
    inside = text[start:end]
    stripped = inside.strip()
    if not stripped:
        return []
    start += len(inside) - len(inside.lstrip())
    return [(bisect_right(starts, start), bisect_right(starts, start + len(stripped) - 1))]


def _start(text: str, starts: Sequence[int], line: int) -> int:
    return starts[line - 1] if line <= len(starts) else len(text)
