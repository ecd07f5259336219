"""What may go next below one box, the least important first (PT-5, PT-9).

The order is: the lowest priority; of equals the one whose own children have the lowest; of those the first. Where
that cannot change, the candidates are sorted once. Where boxes of one priority compete, the lowest priority inside
them rises as things go: there they are in a heap, and one that comes up out of date is put back.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Protocol, TypeAlias

from brimful.prompt.element import HIGHEST
from brimful.prompt.nodes import Box, ChunkNode, Node

_Entry: TypeAlias = tuple[float, float, int, Node]

_priority = attrgetter("priority")


class Candidates(Protocol):
    """What may go next."""

    def first(self) -> Node | None:
        """The one that goes first of those that are left."""
        ...

    def give_up(self) -> None:
        """Pass the first one over from now on: nothing below it may go."""
        ...


def candidates(scope: Box, found: list[Node]) -> Candidates:
    """Put what was found below a box (in document order) into the order in which it goes."""
    if len(set(map(_priority, found))) == len(found) or all(type(node) is ChunkNode for node in found):
        found.reverse()
        found.sort(key=_priority, reverse=True)
        return Sorted(scope, found)
    if not any(isinstance(node, Box) for node in found):
        found.reverse()
        found.sort(key=lambda node: (node.priority, lowest_inside(node)), reverse=True)
        return Sorted(scope, found)
    return Competing(scope, found)


def flat_candidates(scope: Box, found: list[Node]) -> Candidates:
    """Put what was found below a box of flat priorities into the order in which it goes; of equals the first."""
    found.reverse()
    found.sort(key=_priority, reverse=True)
    return Sorted(scope, found)


class Sorted:
    """Candidates whose order stays; the next one is the last of the list."""

    __slots__ = ("_nodes", "_scope")

    def __init__(self, scope: Box, nodes: list[Node]) -> None:
        self._scope = scope
        self._nodes = nodes

    def first(self) -> Node | None:
        """The one that goes first of those that are left."""
        nodes = self._nodes
        while nodes:
            node = nodes[-1]
            if not has_gone(node, self._scope):
                return node
            nodes.pop()
        return None

    def give_up(self) -> None:
        """Pass the first one over from now on."""
        self._nodes.pop()


class Competing:
    """Candidates of which some have the same priority and change their order as things go."""

    __slots__ = ("_heap", "_scope")

    def __init__(self, scope: Box, nodes: Sequence[Node]) -> None:
        self._scope = scope
        self._heap: list[_Entry] = [
            (node.priority, lowest_inside(node), order, node) for order, node in enumerate(nodes)
        ]
        heapq.heapify(self._heap)

    def first(self) -> Node | None:
        """The one that goes first of those that are left."""
        heap = self._heap
        while heap:
            priority, inside, order, node = heap[0]
            if has_gone(node, self._scope):
                heapq.heappop(heap)
            elif (now := lowest_inside(node)) != inside:
                heapq.heapreplace(heap, (priority, now, order, node))
            else:
                return node
        return None

    def give_up(self) -> None:
        """Pass the first one over from now on."""
        heapq.heappop(self._heap)


def leaves_below(box: Box) -> Iterator[Node]:
    """The leaves that are left, in document order."""
    for child in box.left():
        if isinstance(child, Box):
            yield from leaves_below(child)
        else:
            yield child


def bare_below(box: Box) -> Iterator[Node]:
    """The boxes without children: messages that only call, and what had nothing in it from the start."""
    for child in box.left():
        if isinstance(child, Box):
            yield from bare_below(child) if child.size else (child,)


def lowest_inside(node: Node) -> float:
    """The lowest priority among a node's own children; below all for a bare part, above all for an empty box."""
    if isinstance(node, ChunkNode):
        return node.priority
    if not isinstance(node, Box):
        return -1
    if node.ranks is None:
        node.ranks = sorted(node.left(), key=_priority, reverse=True)
    ranks = node.ranks
    while ranks and ranks[-1].gone:
        ranks.pop()
    return ranks[-1].priority if ranks else HIGHEST


def has_gone(node: Node, scope: Box) -> bool:
    """Whether a candidate, or a box between it and the scope, is out."""
    each: Node | None = node
    while each is not None and each is not scope:
        if each.gone:
            return True
        each = each.owner
    return False
