"""Which lines of a tree a terminal gets to see, and the rails that hold them together.

All of them, or as many as read in a screen or two: rows of siblings are folded first, then deep levels, and the most
detailed view that fits is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from brimful.prompt.columns import one_line
from brimful.prompt.manifest_tree import DEEPEST, Node, Shown, Tree, fold

MOST = 90  # lines: what is called a screen or two
_INDENT = 8  # levels that move to the right
_ALL = DEEPEST + 1


class Line(Struct, frozen=True):
    """One line of the tree: a node or folded siblings, and the rails to its left."""

    shown: Shown
    rails: str
    hides: bool  # a node whose inside is not shown

    @property
    def label(self) -> str:
        """The rails and the name."""
        return self.rails + (one_line(self.shown.name) if isinstance(self.shown, Node) else "…")


class _Detail(Struct, frozen=True):
    """How much is shown: siblings at either end of a row (None: all), levels, and whether any siblings may fold."""

    edge: int | None
    levels: int
    alike: bool = True


# From the most to the least; the first that fits is taken. The last always does: at most three lines.
_DETAILS = (
    *(_Detail(edge, levels) for levels in (_ALL, 6, 4, 3, 2) for edge in (3, 2, 1)),
    *(_Detail(1, levels, alike=False) for levels in (3, 2, 1)),
)


class _Pending(Struct, frozen=True):
    """A line to come: what it shows, the rails of its parent, and whether it is the last there."""

    shown: Shown
    rails: str
    depth: int
    is_last: bool


def all_lines(tree: Tree) -> list[Line]:
    """Every node, in document order."""
    return list(_lines(tree, _Detail(None, _ALL)))


def fitting_lines(tree: Tree) -> list[Line]:
    """The most detailed lines that are not more than a screen or two."""
    for detail in _DETAILS:
        lines: list[Line] = []
        for line in _lines(tree, detail):
            lines.append(line)
            if len(lines) > MOST:
                break
        else:
            break
    return lines


def _lines(tree: Tree, detail: _Detail) -> Iterator[Line]:
    pending = _level(tree, -1, "", 0, detail)
    while pending:
        next_ = pending.pop()
        shown = next_.shown
        holds = isinstance(shown, Node) and bool(shown.children)
        hides = holds and next_.depth + 1 >= detail.levels
        yield Line(shown, _own_rails(next_)[-2 * _INDENT :], hides)
        if isinstance(shown, Node) and holds and not hides:
            pending += _level(tree, shown.place, _inner_rails(next_), next_.depth + 1, detail)


def _level(tree: Tree, parent: int, rails: str, depth: int, detail: _Detail) -> list[_Pending]:
    """What is shown under a parent, the last first."""
    below = tree.below(parent)
    shown: list[Node] | list[Shown] = (
        below if detail.edge is None else list(fold(below, detail.edge, alike=detail.alike))
    )
    return [_Pending(one, rails, depth, one is shown[-1]) for one in reversed(shown)]


def _own_rails(line: _Pending) -> str:
    if not line.depth:
        return ""
    return line.rails + ("└ " if line.is_last else "├ ")


def _inner_rails(line: _Pending) -> str:
    if not line.depth:
        return ""
    return line.rails + ("  " if line.is_last else "│ ")
