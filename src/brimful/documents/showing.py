"""What of a document is shown, and how long that is, kept true while nodes are added (DOC-3).

Rendering all text after each node would take n² characters. A node that is added puts its pieces between two that
stand already, so only the seams there change, and the size by their differences.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from brimful.documents.dense import Dense, Piece
from brimful.documents.seams import Seam, seam
from brimful.documents.style import Style


class Showing:
    """The pieces of one document that are shown, in order, the seams between them, and the size of it all."""

    def __init__(self, dense: Dense, style: Style, kept: Iterable[int]) -> None:
        self.dense = dense
        self.style = style
        self.kept = set(kept)
        self.pieces: list[Piece] = sorted([piece for number in self.kept for piece in dense.pieces(number)])
        self.seams: dict[int, Seam] = {}  # by where the piece before it starts
        self.chars = self.newlines = 0
        self._count(self.pieces, 1)
        self._sew(0, len(self.pieces))

    def add(self, numbers: list[int]) -> None:
        """Show nodes that were not shown, given from the innermost to the outermost, one in the other."""
        if not numbers:
            return
        self.kept.update(numbers)
        new = sorted([piece for number in numbers for piece in self.dense.pieces(number)])
        place = bisect_left(self.pieces, (self.dense.nodes[numbers[-1]].start,))
        first, last = self._around(place, place - 1)
        self._rip(first, last)
        self.pieces[place:place] = new
        self._count(new, 1)
        self._sew(first, last + len(new))

    def remove(self, numbers: list[int]) -> None:
        """Take back what `add` did last."""
        if not numbers:
            return
        self.kept.difference_update(numbers)
        outer = self.dense.nodes[numbers[-1]]
        start, end = bisect_left(self.pieces, (outer.start,)), bisect_left(self.pieces, (outer.end,))
        first, last = self._around(end, start - 1)
        self._rip(first, last)
        self._count(self.pieces[start:end], -1)
        del self.pieces[start:end]
        self._sew(first, last - (end - start))

    def _around(self, right: int, left: int) -> tuple[int, int]:
        """From piece `left` back to one that is not blank, and from `right` on to one: no seam outside changes."""
        pieces, text = self.pieces, self.dense.text
        while left > 0 and text[pieces[left][0] : pieces[left][1]].isspace():
            left -= 1
        while right < len(pieces) - 1 and text[pieces[right][0] : pieces[right][1]].isspace():
            right += 1
        return max(left, 0), right

    def _rip(self, first: int, last: int) -> None:
        """Take away the seams behind the pieces from `first` to before `last`."""
        for start, _, _ in self.pieces[first:last]:
            gone = self.seams.pop(start)
            self.chars -= gone.chars
            self.newlines -= gone.newlines

    def _sew(self, first: int, last: int) -> None:
        """Put seams behind the pieces from `first` to before `last`."""
        for at in range(first, last):
            made = seam(self.dense, self.style, self.pieces, at)
            self.seams[self.pieces[at][0]] = made
            self.chars += made.chars
            self.newlines += made.newlines

    def _count(self, pieces: Iterable[Piece], sign: int) -> None:
        text = self.dense.text
        for start, end, _ in pieces:
            self.chars += sign * (end - start)
            self.newlines += sign * text.count("\n", start, end)
