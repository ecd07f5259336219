"""A document as nodes and pieces: every character belongs to exactly one piece, and every piece to one node (DOC-3).

What lies in a node but in none of its children are its gaps; a node without children is one piece by itself. A tree
that does not span its text gets a node above it that does. Nodes are numbered as they are met: nothing below a node
is looked at before somebody asks for its children, so that a small summary of a large file stays cheap.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TypeAlias

from brimful.documents.lines import line_starts
from brimful.documents.tree import Node

Piece: TypeAlias = tuple[int, int, int]
"""Where it starts, where it ends, and the number of the node it belongs to."""


class Dense:
    """The dense tree of one document, opened as far as it was asked for.

    nodes, parents, depths: by number of the node; the parent of the top is -1.
    steps:                  steps through the tree from the selection up to the nearest node that holds both.
    root:                   the number of the root that was given: 0, or 1 below a node that spans the text.
    touching:               the nodes that the selection touches; they stay whatever the limit says.
    """

    def __init__(self, text: str, root: Node, selection: tuple[int, int] | None = None) -> None:
        if not 0 <= root.start <= root.end <= len(text):
            raise ValueError(f"the tree spans {root.start}..{root.end} of a text of {len(text)} characters")
        if selection is not None and not 0 <= selection[0] <= selection[1] <= len(text):
            raise ValueError(f"the selection {selection} does not lie in a text of {len(text)} characters")
        self.text = text
        self.selection = selection
        if root.start == root.end:  # it says nothing: the text is one piece
            root = Node(root.kind, 0, len(text))
        spans = root.start == 0 and root.end == len(text)
        self.root = 0 if spans else 1
        self.nodes = [root if spans else Node("", 0, len(text), (root,))]
        self.parents = [-1]
        self.depths = [0]
        self.steps = [0]
        self._children: dict[int, range] = {}
        self.touching: list[int] = []
        if selection is not None:
            self._touch(*selection)
        if not spans:
            self.children(0)

    def children(self, number: int) -> range:
        """The numbers of a node's children; they are met now if they were not before."""
        found = self._children.get(number)
        if found is None:
            found = self._children[number] = self._open(number)
        return found

    def pieces(self, number: int) -> list[Piece]:
        """What belongs to a node itself: its gaps, or all of it."""
        node = self.nodes[number]
        if not node.children:
            return [(node.start, node.end, number)] if node.start < node.end else []
        found, at = [], node.start
        for child in node.children:
            if child.start < at or child.end < child.start:
                raise _disorder(node, child, at)
            if child.start == child.end:  # an empty one parts nothing
                continue
            if child.start != at:
                found.append((at, child.start, number))
            at = child.end
        if at != node.end:
            found.append((at, node.end, number))
        if at > node.end:
            raise _disorder(node, node.children[-1], at)
        return found

    def own(self, number: int) -> tuple[int, int]:
        """How many characters belong to a node itself, and in how many pieces at most."""
        node = self.nodes[number]
        chars, gaps, at = node.end - node.start, 1, node.start
        for child in node.children:
            if child.start != at:
                gaps += 1
                if child.start < at:
                    raise _disorder(node, child, at)
            at = child.end
            chars -= at - child.start
        return chars, gaps

    def line(self, offset: int) -> int:
        """The number of the line an offset stands in, from 1."""
        return bisect_right(self.line_starts, offset)

    @cached_property
    def line_starts(self) -> list[int]:
        """Where each line starts."""
        return line_starts(self.text)

    @property
    def lines(self) -> int:
        """How many lines there are; what follows the last line end is one, even if it is empty."""
        return self.text.count("\n") + 1

    def child_from(self, number: int, start: int) -> Node:
        """The child of a node that starts there."""
        kids = self.nodes[number].children
        at = bisect_left(kids, start, key=_start)
        while kids[at].end == start:  # empty ones take no part
            at += 1
        return kids[at]

    def child_to(self, number: int, end: int) -> Node:
        """The child of a node that ends there."""
        kids = self.nodes[number].children
        return kids[bisect_left(kids, end, key=_start) - 1]

    def _open(self, number: int) -> range:
        node, first = self.nodes[number], len(self.nodes)
        kids = node.children
        at = node.start
        for child in kids:
            if child.start < at or child.end < child.start:
                raise _disorder(node, child, at)
            at = child.end
        if at > node.end:
            raise _disorder(node, kids[-1], at)
        self.nodes.extend([child for child in kids if child.start < child.end])
        count = len(self.nodes) - first
        self.parents.extend([number] * count)
        self.depths.extend([self.depths[number] + 1] * count)
        self.steps.extend([self.steps[number]] * count)
        return range(first, first + count)

    def _touch(self, start: int, end: int) -> None:
        """Find the nodes the selection touches, ends included, and how many steps each is away from the innermost."""
        self.touching = [0]
        for number in self.touching:  # grows as it is walked
            for child in self.children(number):
                node = self.nodes[child]
                if node.start <= end and start <= node.end:
                    self.touching.append(child)
        self._measure(start, end)

    def _measure(self, start: int, end: int) -> None:
        """Give each node the selection touches its steps down to it, or those of its parent where these are fewer."""
        down: dict[int, int] = {}
        for number in reversed(self.touching):
            below = [down[child] for child in self._children[number] if child in down]
            gaps = any(a <= end and start <= b for a, b, _ in self.pieces(number))
            held = min(below, default=0) if not gaps else 0
            down[number] = held + 1 if self._children[number] else 0
        if self.root not in down:  # it stands before or behind the root: nothing in the tree is nearer than the rest
            return
        for number in self.touching:
            above = self.parents[number]
            self.steps[number] = min(down[number], self.steps[above]) if above >= self.root else down[number]
        for number in self.touching:
            for child in self._children[number]:
                if child not in down:
                    self.steps[child] = self.steps[number]


def _disorder(node: Node, child: Node, at: int) -> ValueError:
    place = f"{child.kind} {child.start}..{child.end} in {node.kind} {node.start}..{node.end}"
    if child.end > node.end:
        return ValueError(f"{place} is longer than what it lies in")
    return ValueError(f"{place} begins before {at}: children must be in order and must not overlap")


def _start(node: Node) -> int:
    return node.start
