"""Structure by indentation, for texts without a syntax tree (DOC-1, DOC-2).

A line opens a region when the lines below it are indented further. In offside languages the header of a region stays
outside of it, so that `def f():` stands when the body is folded away; elsewhere a lone closing bracket below a region
belongs to it. Regions become FOLD, the lines between them LINE. The first and the last line of a region are neither:
they belong to the region itself and stand when it stands.
"""

from __future__ import annotations

import re

from brimful.documents.languages import LANGUAGES
from brimful.documents.tree import Node
from brimful.settings import DEFAULTS

FOLD = "FOLD"
LINE = "LINE"

_CLOSING = re.compile(r"\s*(?:[}\])];?\s*$|</)")
_SPACES = re.compile(r"[ \t]*")


class _Region:
    """Lines `first` to `last`, both of them inside, counted from 0."""

    __slots__ = ("first", "inner", "last")

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last
        self.inner: list[_Region] = []


def by_indentation(text: str, language: str, *, tab_size: int = DEFAULTS.documents.tab_size) -> Node:
    """Return the tree of a text by how far its lines are indented."""
    lines = text.split("\n")
    offside = _offside(language)
    root = _nested(_regions(lines, offside, tab_size), len(lines))
    if offside:
        for region in _all(root):
            region.first += 1
    else:
        _take_closing(root, lines)
    if root.first > root.last:  # a single line has nothing below its header
        return Node(FOLD, 0, len(text))
    return _built(root, lines)


def regions(text: str, language: str, *, tab_size: int = DEFAULTS.documents.tab_size) -> dict[int, int]:
    """Return where a region begins, with its header, and where it ends, with what closes it: lines from 0."""
    lines = text.split("\n")
    offside = _offside(language)
    root = _nested(_regions(lines, offside, tab_size), len(lines))
    if not offside:
        _take_closing(root, lines)
    return {region.first: region.last for region in _all(root)[1:]}


def _offside(language: str) -> bool:
    return language in LANGUAGES and LANGUAGES[language].offside


def _regions(lines: list[str], offside: bool, tab_size: int) -> list[tuple[int, int]]:
    """First and last line of each region, outer before inner."""
    found: list[tuple[int, int]] = []
    # The lines below, each less indented than the one above it in the list: indentation, and the line where a region
    # that is opened above it ends (that one outside).
    below = [(-1, len(lines))]
    for number in range(len(lines) - 1, -1, -1):
        indent = _indent(lines[number], tab_size)
        if indent < 0:
            if offside:
                below[-1] = (below[-1][0], number)
            continue
        if below[-1][0] > indent:
            while below[-1][0] > indent:
                below.pop()
            if below[-1][1] - 1 > number:
                found.append((number, below[-1][1] - 1))
        if below[-1][0] == indent:
            below[-1] = (indent, number)
        else:
            below.append((indent, number))
    found.reverse()
    return found


def _indent(line: str, tab_size: int) -> int:
    """The column of a line's first character that is no space; -1 where there is none."""
    spaces = _SPACES.match(line)
    assert spaces is not None
    if spaces.end() == len(line) or line.isspace():
        return -1
    return len(spaces.group().expandtabs(tab_size))


def _nested(regions: list[tuple[int, int]], lines: int) -> _Region:
    root = _Region(0, lines - 1)
    inside = [root]
    for first, last in regions:
        while inside[-1].last < last:
            inside.pop()
        region = _Region(first, last)
        inside[-1].inner.append(region)
        inside.append(region)
    return root


def _all(root: _Region) -> list[_Region]:
    """Every region, each before the ones inside it."""
    found = [root]
    for region in found:
        found.extend(region.inner)
    return found


def _take_closing(root: _Region, lines: list[str]) -> None:
    """Lengthen regions by the closing line below them, never into what follows nor out of what is around."""
    for around in _all(root):
        for at, region in enumerate(around.inner):
            following = around.inner[at + 1].first if at + 1 < len(around.inner) else around.last + 1
            below = region.last + 1
            if below < following and _CLOSING.match(lines[below]):
                region.last = below


def _built(root: _Region, lines: list[str]) -> Node:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    starts[-1] -= 1  # no line break behind the last line
    made: dict[int, Node] = {}
    for region in reversed(_all(root)):
        children: list[Node] = []
        # The root shows its first line where that is the first of the text.
        at = region.first + (0 if region is root and region.first == 0 else 1)
        for inner in region.inner:
            children.extend(Node(LINE, starts[line], starts[line + 1]) for line in range(at, inner.first))
            children.append(made.pop(id(inner)))
            at = inner.last + 1
        children.extend(Node(LINE, starts[line], starts[line + 1]) for line in range(at, region.last))
        made[id(region)] = Node(FOLD, starts[region.first], starts[region.last + 1], tuple(children))
    return made[id(root)]
