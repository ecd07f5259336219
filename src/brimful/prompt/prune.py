"""What goes when it is too much: one thing at a time, the least important first (PT-5, PT-9).

Each step starts at the element whose limit is enforced and goes down: among the children (those of pass-priority
boxes in their place) the lowest priority; of equals the one whose own children have the lowest; of those the first.
A leaf, a chunk or a box without children goes; any other box is entered. What held only that goes too, and so do
its partners.

A box keeps its candidates in a heap, made when the box is first entered. Priorities never change while things go, and
the lowest priority among a box's children only rises, so an entry that is out of date is noticed when it comes up and
put back: each removal costs the logarithm of the number of siblings, whatever the size of the tree.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import TypeAlias

from brimful.prompt.element import HIGHEST
from brimful.prompt.layout import Plan
from brimful.prompt.nodes import Box, ChunkNode, LegacyBox, MarkNode, MessageBox, Node, is_empty, path_of
from brimful.prompt.required import Required

_Entry: TypeAlias = tuple[float, float, int, Node]


class Exhausted(Exception):
    """Nothing below a box may go; `box` is where the way ended."""

    def __init__(self, box: Box) -> None:
        super().__init__("nothing left that may go")
        self.box = box


class NoLeaves(Exception):
    """A box of flat priorities holds no leaf."""


class Scope:
    """The candidates below one box."""

    __slots__ = ("heap", "tied")

    def __init__(self, entries: list[_Entry], tied: set[float]) -> None:
        self.heap = entries
        self.tied = tied  # priorities that several candidates have


class Pruner:
    """Takes things out of one tree.

    thorough: when a way down ends with nothing that may go, others are tried before giving up.
    """

    def __init__(self, plan: Plan, required: Required | None = None, *, thorough: bool) -> None:
        self.plan = plan
        self.required = required
        self.thorough = thorough
        self.sets = bool(plan.sets or plan.callers)
        self.dropped: list[MessageBox] = []  # messages that lost a call

    def remove_lowest(self, start: Box) -> list[Node]:
        """Take the least important thing out; returns it with all that went along, in order."""
        removed: list[Node] = []
        self._remove(self._lowest(start), removed)
        return removed

    # --- the way down ---

    def _lowest(self, start: Box) -> Node:
        way = [start]
        while True:
            box = way[-1]
            if isinstance(box, LegacyBox):
                found: Node | None = self._lowest_leaf(box)
            else:
                found = self._peek(box)
            if found is None:
                self._give_up(way)
            elif isinstance(found, Box) and found.size and not self._goes_whole(found):
                way.append(found)
            else:
                return found

    def _give_up(self, way: list[Box]) -> None:
        """Nothing may go below the last box of the way: try its siblings, or say so."""
        box = way.pop()
        if not (self.thorough and way):
            raise Exhausted(box)
        scope = self._scope(way[-1])
        heapq.heappop(scope.heap)

    def _goes_whole(self, box: Box) -> bool:
        return box.whole and not (self.required and self.required.inside(box))

    def _peek(self, box: Box) -> Node | None:
        scope = self._scope(box)
        heap = scope.heap
        while heap:
            priority, nested, order, child = heap[0]
            if _has_gone(child, box):
                heapq.heappop(heap)
            elif priority in scope.tied and (now := lowest_inside(child)) != nested:
                heapq.heapreplace(heap, (priority, now, order, child))
            else:
                return child
        return None

    def _scope(self, box: Box) -> Scope:
        scope = box.scope
        if not isinstance(scope, Scope):
            scope = box.scope = self._make_scope(box)
        return scope

    def _make_scope(self, box: Box) -> Scope:
        """Gather the candidates; meeting a mark forgets those before it, down to the message that holds it."""
        guarded = isinstance(box, MessageBox) or box.marks > 0
        required = self.required
        found: list[Node] = []
        for child in _opened(box):
            if guarded and (isinstance(child, MarkNode) or (isinstance(child, Box) and child.marks)):
                found.clear()
            if isinstance(child, MarkNode) or (isinstance(child, Box) and child.passes and child.size):
                continue
            if required is None or not required.protects(child):
                found.append(child)
        seen: set[float] = set()
        tied: set[float] = set()
        for child in found:
            (tied if child.priority in seen else seen).add(child.priority)
        heap = [
            (child.priority, lowest_inside(child) if child.priority in tied else 0, order, child)
            for order, child in enumerate(found)
        ]
        heapq.heapify(heap)
        return Scope(heap, tied)

    def _lowest_leaf(self, box: LegacyBox) -> Node | None:
        if box.leaves is None:
            box.leaves = [
                (leaf.priority, order, leaf)
                for order, leaf in enumerate(_leaves(box))
                if self.required is None or not self.required.protects(leaf)
            ]
            heapq.heapify(box.leaves)
        while box.leaves and _has_gone(box.leaves[0][2], box):
            heapq.heappop(box.leaves)
        if box.leaves:
            return box.leaves[0][2]
        if self.required:
            return None
        raise NoLeaves

    # --- what goes ---

    def _remove(self, node: Node, removed: list[Node]) -> None:
        """Take a node out, its partners with it, and whatever is left empty above it."""
        filled = not is_empty(node)
        while True:
            node.gone = True
            removed.append(node)
            owner = node.owner
            assert owner is not None, "the root is never taken out"
            owner_filled = not is_empty(owner)
            owner.size -= 1
            owner.filled -= filled
            if isinstance(node, MarkNode) or (isinstance(node, Box) and node.marks):
                _unmark(owner)
            if self.sets and isinstance(node, Box):
                self._remove_partners(node, removed)
            changed(owner)
            if owner.owner is None or owner.gone or not is_empty(owner):
                return
            node, filled = owner, owner_filled

    def _remove_partners(self, box: Box, removed: list[Node]) -> None:
        """Take out what is kept with anything in a box that went."""
        for key in _keys(box):
            members: list[Box] = [*self.plan.sets.pop(key, ()), *self.plan.callers.pop(key, ())]
            for member in sorted(members, key=_from_the_end):
                if _is_out(member):
                    continue
                if member.key == key:
                    self._remove(member, removed)
                elif isinstance(member, MessageBox):
                    self.dropped.append(member)
                    member.calls = tuple(call for call in member.calls if call.keep_with != key)
                    if is_empty(member):
                        _emptied(member)
                        self._remove(member, removed)


def changed(box: Box | None) -> None:
    """Make every message around a change forget its text and counts."""
    while box is not None:
        if isinstance(box, MessageBox):
            box.speech = None
            box.count = box.upper = -1
        box = box.owner


def forget_candidates(box: Box | None) -> None:
    """Make a box and those above it gather their candidates anew."""
    while box is not None:
        box.scope = None
        box.ranks = None
        if isinstance(box, LegacyBox):
            box.leaves = None
        box = box.owner


def lowest_inside(node: Node) -> float:
    """The lowest priority among a node's own children; below all for a bare part, above all for an empty box."""
    if isinstance(node, ChunkNode):
        return node.priority
    if not isinstance(node, Box):
        return -1
    if node.ranks is None:
        node.ranks = sorted(node.children, key=_priority, reverse=True)
    ranks = node.ranks
    while ranks and ranks[-1].gone:
        ranks.pop()
    return ranks[-1].priority if ranks else HIGHEST


def _priority(node: Node) -> float:
    return node.priority


def _opened(box: Box) -> Iterator[Node]:
    """The children that are left, each pass-priority box followed by its own."""
    for child in box.children:
        if not child.gone:
            yield child
            if isinstance(child, Box) and child.passes and child.size:
                yield from _opened(child)


def _leaves(box: Box) -> Iterator[Node]:
    for child in box.children:
        if child.gone:
            continue
        if isinstance(child, Box):
            yield from _leaves(child)
        else:
            yield child


def _has_gone(node: Node, scope: Box) -> bool:
    """Whether a candidate, or a pass-priority box between it and the scope, is out."""
    each: Node | None = node
    while each is not None and each is not scope:
        if each.gone:
            return True
        each = each.owner
    return False


def _is_out(node: Node) -> bool:
    each: Node | None = node
    while each is not None:
        if each.gone:
            return True
        each = each.owner
    return False


def _unmark(box: Box | None) -> None:
    """A mark went: one fewer in its message, and, if that has none now, one marked message fewer above."""
    while box is not None:
        box.marks -= 1
        forget_candidates(box)
        if box.marks:
            return
        box = box.owner


def _emptied(box: Box) -> None:
    """A message lost its last call and was counted as filled until now."""
    if box.owner is not None:
        box.owner.filled -= 1


def _keys(box: Box) -> list[object]:
    """The sets that a box and all in it belong to."""
    found: list[object] = []
    waiting: list[Box] = [box]
    while waiting:
        each = waiting.pop()
        if each.key is not None:
            found.append(each.key)
        waiting.extend(child for child in each.children if isinstance(child, Box) and not child.gone)
    return found


def _from_the_end(node: Node) -> tuple[int, ...]:
    """Order of a walk that sees a box before its children, and the last child first."""
    return tuple(-step for step in path_of(node))
