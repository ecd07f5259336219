"""The text of what is shown, with the numbers of its lines where they are asked for (DOC-3, DOC-7)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from brimful.documents.dense import Dense
from brimful.documents.seams import NOTHING
from brimful.documents.showing import Showing

_Bit: TypeAlias = tuple[str, int]
"""A text and the offset at which it stands in the original; for a marker, where what it stands for began."""


_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def text_of(showing: Showing) -> str:
    """What is shown, as text."""
    bits = _bits(showing)
    if showing.style.numbers == "full":
        return _numbered(showing.dense, bits)
    return "".join([text for text, _ in bits])


def number_lines(text: str, first: int = 1) -> str:
    """Each line with its number."""
    return "".join([f"{number}: {line}" for number, line in enumerate(_LINES.findall(text), first)])


def _bits(showing: Showing) -> list[_Bit]:
    text = showing.dense.text
    bits: list[_Bit] = []
    trims, skips = False, 0
    for start, end, _ in showing.pieces:
        piece = text[start + skips : end]
        if trims:
            piece = piece.lstrip()
            trims = not piece
        if piece:
            bits.append((piece, end - len(piece)))
        seam = showing.seams.get(start, NOTHING)
        skips = seam.skips
        if seam.drops:
            _drop(bits, seam.drops)
        if not seam.marker:
            continue
        if seam.trims:
            trims = True
            _trim(bits)
        bits.append((text[slice(*seam.indent)], seam.indent[0]))
        bits.append((seam.marker, seam.indent[1]))
        bits.append((text[slice(*seam.trail)], seam.trail[0]))
    return bits


def _drop(bits: list[_Bit], count: int) -> None:
    text, at = bits.pop()
    bits.append((text[:-count], at))


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
