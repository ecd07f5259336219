"""The text of what is shown, with its line numbers, and the account of which lines stand and which do not (DOC-7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from brimful.documents.dense import Dense
from brimful.documents.seams import NOTHING
from brimful.documents.showing import Showing

Lines: TypeAlias = tuple[int, int]
"""Lines from the first to the last, from 1, both included."""
_Bit: TypeAlias = tuple[str, int]
"""A text and the offset at which it stands in the original; for a marker, where what it stands for began."""


_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def text_of(showing: Showing) -> str:
    """What is shown, as text."""
    bits = _bits(showing)
    if showing.style.numbers == "full":
        return _numbered(showing.dense, bits)
    return "".join([text for text, _ in bits])


def lines_of(showing: Showing) -> tuple[tuple[Lines, ...], tuple[Lines, ...]]:
    """The lines of which something is shown, and those of which nothing is; blank ones count for neither."""
    kept = list(_kept_lines(showing))
    omitted: list[Lines] = []
    at = 1
    for first, last in [*kept, (showing.dense.lines + 1, 0)]:
        missing = _without_blank(showing.dense, at, first - 1)
        if missing:
            omitted.append(missing)
        at = last + 1
    return tuple(kept), tuple(omitted)


def _bits(showing: Showing) -> list[_Bit]:
    text = showing.dense.text
    bits: list[_Bit] = []
    trims = False
    for start, end, _ in showing.pieces:
        piece = text[start:end]
        if trims:
            piece = piece.lstrip()
            trims = not piece
        if piece:
            bits.append((piece, end - len(piece)))
        seam = showing.seams.get(start, NOTHING)
        if not seam.marker:
            continue
        if seam.trims:
            trims = True
            _trim(bits)
        bits.append((text[slice(*seam.indent)], seam.indent[0]))
        bits.append((seam.marker, seam.indent[1]))
        bits.append((text[slice(*seam.trail)], seam.trail[0]))
    return bits


def _trim(bits: list[_Bit]) -> None:
    """Take away the blanks at the end."""
    while bits:
        text, at = bits.pop()
        if kept := text.rstrip():
            bits.append((kept, at))
            return


def _numbered(dense: Dense, bits: Iterable[_Bit]) -> str:
    """Each line with the number of the line in which its first character stands."""
    out: list[str] = []
    number, counted, fresh = 1, 0, True
    for text, at in bits:
        for line in _LINES.findall(text):
            if fresh:
                number += dense.text.count("\n", counted, at)
                counted = at
                out.append(f"{number}: ")
            out.append(line)
            at += len(line)
            fresh = line.endswith("\n")
    return "".join(out)


def _kept_lines(showing: Showing) -> Iterator[Lines]:
    dense = showing.dense
    first = last = 0
    for start, end, _ in showing.pieces:
        piece = dense.text[start:end]
        stripped = piece.strip()
        if not stripped:
            continue
        start += len(piece) - len(piece.lstrip())
        begins, ends = dense.line(start), dense.line(start + len(stripped) - 1)
        if last and begins <= last + 1:
            last = max(last, ends)
            continue
        if last:
            yield first, last
        first, last = begins, ends
    if last:
        yield first, last


def _without_blank(dense: Dense, first: int, last: int) -> Lines | None:
    """Lines without the blank ones at either end; None when all are blank."""
    if last < first:
        return None
    starts = [*dense.line_starts[first - 1 : last + 1], len(dense.text)]
    begins, ends = starts[0], starts[last - first + 1]
    text = dense.text[begins:ends]
    stripped = text.strip()
    if not stripped:
        return None
    begins += len(text) - len(text.lstrip())
    return dense.line(begins), dense.line(begins + len(stripped) - 1)
