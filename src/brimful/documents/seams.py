"""What stands between two pieces that are shown when something between them is not (DOC-3).

Pieces that are shown next to each other meet in the innermost node that holds both. If children of that node are
missing between them, there is a run of missing children, and only there may a marker stand; what is missing at the
beginning or end of a node goes without a word. A run between a `{` and a `}` becomes a marker with the blanks around
it gone. Whether it stands between braces depends on the nearest pieces that are not blank, so a seam is a matter of
its neighbours alone, and adding a piece changes no seam beyond the next piece that is not blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from brimful.documents.dense import Dense, Piece
from brimful.documents.style import Style


class Seam(Struct, frozen=True, gc=False):
    """What stands between two pieces.

    indent, trail: where the blanks are that stand before and behind the marker, as start and end in the text.
    trims:         the blanks around it are gone.
    drops, skips:  so many blanks at the end of the piece before, and at the beginning of the one after, are gone.
    chars, newlines: how many more there are for it; less than none where blanks are gone.
    """

    chars: int = 0
    newlines: int = 0
    marker: str = ""
    indent: tuple[int, int] = (0, 0)
    trail: tuple[int, int] = (0, 0)
    trims: bool = False
    drops: int = 0
    skips: int = 0


NOTHING = Seam()
_REST_OF_LINE = re.compile(r"[^\S\n]*\n")


class Run(Struct, frozen=True, gc=False):
    """Missing children of a node: from `start` to `end`, in the node of that number."""

    number: int
    start: int
    end: int

    @property
    def missing(self) -> bool:
        """Whether there are any."""
        return self.start < self.end


def seam(dense: Dense, style: Style, pieces: Sequence[Piece], at: int) -> Seam:
    """What stands between piece `at` and the one after it, or behind the last one."""
    if at + 1 == len(pieces):
        return _tidied(dense.text, pieces[at], (len(dense.text), len(dense.text), 0)) if style.tidy else NOTHING
    if pieces[at][1] == pieces[at + 1][0]:
        return NOTHING
    braces = _braces(dense.text, pieces, at)
    if braces is not None or style.everywhere:
        run = meeting(dense, pieces[at], pieces[at + 1])
        if run.missing:
            if braces is not None and _reachable(dense, style, pieces, at, braces, run):
                return _between_braces(dense, style, pieces, braces, run)
            if style.everywhere:
                return _line_of_its_own(dense, style, run)
    return _tidied(dense.text, pieces[at], pieces[at + 1]) if style.tidy and braces is None else NOTHING


def meeting(dense: Dense, before: Piece, after: Piece) -> Run:
    """The innermost node that holds two pieces, and what of it is missing between them."""
    nodes, parents = dense.nodes, dense.parents
    start, number = before[1], before[2]
    if not nodes[number].children:
        number = parents[number]
    while nodes[number].end < after[1]:
        start, number = nodes[number].end, parents[number]
    end, other = after[0], after[2]
    if other != number and not nodes[other].children:
        other = parents[other]
    while other != number:
        end, other = nodes[other].start, parents[other]
    return Run(number, start, end)


def _braces(text: str, pieces: Sequence[Piece], at: int) -> tuple[int, int] | None:
    """The nearest pieces that are not blank, if the one before ends with `{` and the one after starts with `}`."""
    after = at + 1
    while not (head := text[pieces[after][0] : pieces[after][1]].lstrip()):
        after += 1
        if after == len(pieces):
            return None
    if head[0] != "}":
        return None
    before = at
    while not (tail := text[pieces[before][0] : pieces[before][1]].rstrip()):
        before -= 1
        if before < 0:
            return None
    return (before, after) if tail[-1] == "{" else None


def _reachable(
    dense: Dense, style: Style, pieces: Sequence[Piece], at: int, braces: tuple[int, int], run: Run
) -> bool:
    """Whether both braces belong to what stands right beside the run, with nothing but blanks on the way."""
    node = dense.nodes[run.number]
    if pieces[braces[0]][0] < node.start or pieces[braces[1]][1] > node.end:
        return False
    for there in (*range(braces[0], at), *range(at + 1, braces[1])):
        other = meeting(dense, pieces[there], pieces[there + 1])
        if other.missing and (style.everywhere or other.number == run.number):
            return False
    return True


def _between_braces(dense: Dense, style: Style, pieces: Sequence[Piece], braces: tuple[int, int], run: Run) -> Seam:
    text = dense.text
    before, after = braces
    first = text[pieces[before][0] : pieces[before][1]]
    last = text[pieces[after][0] : pieces[after][1]]
    blanks = first[len(first.rstrip()) :] + last[: len(last) - len(last.lstrip())]
    blanks += "".join([text[start:end] for start, end, _ in pieces[before + 1 : after]])
    marker = _marker(dense, style, run)
    return Seam(len(marker) - len(blanks), -blanks.count("\n"), marker, (run.start, run.start), trims=True)


def _line_of_its_own(dense: Dense, style: Style, run: Run) -> Seam:
    """A marker with the indentation of the first node that is missing and the blanks at the end of the last."""
    text = dense.text
    first, last = dense.child_from(run.number, run.start), dense.child_to(run.number, run.end)
    head, tail = text[first.start : first.end], text[last.start : last.end]
    begins = first.start + len(head) - len(head.lstrip())
    line = text.rfind("\n", first.start, begins) + 1
    indent = (max(line, first.start), begins)
    if first is last and begins == first.end:  # nothing but blanks: they stand behind the marker, once
        indent = (first.start, first.start)
    trail = (last.start + len(tail.rstrip()), last.end)
    marker = _marker(dense, style, run)
    chars = len(marker) + indent[1] - indent[0] + trail[1] - trail[0]
    return Seam(chars, text.count("\n", *trail), marker, indent, trail)


def _tidied(text: str, before: Piece, after: Piece) -> Seam:
    """Without what is left of a line that is missing: the indentation before it, and the line end behind it.

    With these, the next line would be indented by both, or stand behind an empty line that is not in the original.
    """
    start, end, _ = before
    line = text.rfind("\n", start, end) + 1 or start
    if text[line - 1 : line] not in ("\n", "") or not text[line:end].isspace():
        line = end
    drops = end - line if end < after[0] else 0
    if after[0] == len(text) or text[after[0] - 1] == "\n":
        return Seam(-drops, drops=drops) if drops else NOTHING
    rest = _REST_OF_LINE.match(text, *after[:2])
    if rest is None or line == start or text[line - 1] != "\n":
        return NOTHING
    skips = rest.end() - after[0]
    return Seam(-drops - skips, -1, drops=drops, skips=skips)


def _marker(dense: Dense, style: Style, run: Run) -> str:
    return (
        style.marker(dense.line(run.start), dense.line(run.end)) if style.numbers == "omitted" else style.marker(0, 0)
    )
