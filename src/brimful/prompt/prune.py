"""What goes when it is too much: one thing at a time, the least important first (PT-5, PT-9).

Each step starts at the element whose limit is enforced and goes down: to the first candidate among the children
(those of pass-priority boxes in their place). A leaf, a chunk or a box without children goes; any other box is
entered. What held only that goes too, and so do its partners. Candidates are gathered when a box is first entered
(`candidates`), so that a step costs no walk over the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from brimful.prompt.candidates import Candidates, bare_below, candidates, flat_candidates, leaves_below
from brimful.prompt.counting import Counts
from brimful.prompt.nodes import Box, LegacyBox, MarkNode, MessageBox, Node, is_empty, path_of
from brimful.prompt.plan import Plan
from brimful.prompt.required import Required


class Exhausted(Exception):
    """Nothing below a box may go; `box` is where the way ended."""

    def __init__(self, box: Box) -> None:
        super().__init__("nothing left that may go")
        self.box = box


class NoLeaves(Exception):
    """A box of flat priorities holds no leaf, which the original does not survive."""


class Pruner:
    """Takes things out of one tree.

    thorough: when a way down ends with nothing that may go, others are tried before giving up; and a message that
              lost a tool call is counted again.
    """

    def __init__(self, plan: Plan, counts: Counts, required: Required | None = None, *, thorough: bool) -> None:
        self.plan = plan
        self.counts = counts
        self.required = required
        self.thorough = thorough
        self._sets = bool(plan.sets or plan.callers)

    def remove_lowest(self, start: Box) -> list[Node]:
        """Take the least important thing out; returns it with all that went along, in order."""
        removed: list[Node] = []
        self._remove(self._lowest(start), removed)
        return removed

    # --- the way down ---

    def _lowest(self, start: Box) -> Node:
        way = [start]
        while True:
            found = self._candidates(way[-1]).first()
            if found is None:
                self._give_up(way)
            elif isinstance(found, Box) and found.size and not self._goes_whole(found):
                way.append(found)
            else:
                return found

    def _give_up(self, way: list[Box]) -> None:
        """Nothing may go below the last box of the way: try its siblings, or say so.

        Flat priorities choose among leaves; when there is none, what has no children is all that can go.
        """
        box = way.pop()
        if isinstance(box, LegacyBox):
            if not self.thorough:
                raise NoLeaves
            if bare := [each for each in bare_below(box) if not self._protects(each)]:
                box.candidates = flat_candidates(box, bare)
                way.append(box)
                return
        if not (self.thorough and way):
            raise Exhausted(box)
        self._candidates(way[-1]).give_up()

    def _goes_whole(self, box: Box) -> bool:
        return box.whole and not (self.required and self.required.inside(box))

    def _candidates(self, box: Box) -> Candidates:
        found: Candidates | None = box.candidates  # type: ignore[assignment]  # nobody else puts anything there
        if found is None:
            if isinstance(box, LegacyBox):
                found = flat_candidates(box, [leaf for leaf in leaves_below(box) if not self._protects(leaf)])
            else:
                found = candidates(box, self._gather(box))
            box.candidates = found
        return found

    def _gather(self, box: Box) -> list[Node]:
        """What may go below a box; meeting a mark forgets what is before it, down to the message that holds it."""
        if not (box.marks or self.required) and not any(
            isinstance(child, Box) and child.passes for child in box.live
        ):
            return list(box.left())
        found: list[Node] = []
        for child in _opened(box):
            marked = isinstance(child, MarkNode)
            if marked or (isinstance(child, Box) and child.marks):
                found.clear()
            if not (marked or _is_opened(child) or self._protects(child)):
                found.append(child)
        return found

    def _protects(self, node: Node) -> bool:
        return self.required is not None and self.required.protects(node)

    # --- what goes ---

    def _remove(self, node: Node, removed: list[Node]) -> None:
        """Take a node out, its partners with it, and whatever is left empty above it."""
        while True:
            owner = node.owner
            assert owner is not None, "the root is never taken out"
            if not is_empty(node):
                _unfill(owner)
            node.gone = True
            removed.append(node)
            owner.size -= 1
            self.counts.removed(node)
            if isinstance(node, MarkNode) or (isinstance(node, Box) and node.marks):
                _unmark(owner)
            if self._sets and isinstance(node, Box):
                self._remove_partners(node, removed)
            self.counts.changed(owner)
            if owner.owner is None or owner.gone or not is_empty(owner):
                return
            node = owner

    def _remove_partners(self, box: Box, removed: list[Node]) -> None:
        """Take out what is kept with anything in a box that went."""
        for key in _keys(box):
            if any(map(self._protects, self.plan.sets.get(key, ())[:1])):
                continue  # a set is protected as a whole: this one of it had nothing to say
            members: list[Box] = [*self.plan.sets.pop(key, ()), *self.plan.callers.pop(key, ())]
            for member in sorted(members, key=_from_the_end):
                if _is_out(member):
                    continue
                if member.key == key:
                    self._remove(member, removed)
                elif isinstance(member, MessageBox):
                    self._drop_calls(member, key, removed)

    def _drop_calls(self, message: MessageBox, key: object, removed: list[Node]) -> None:
        """Take the calls that are kept with a set out of a message, and the message when it says nothing else."""
        message.calls = tuple(call for call in message.calls if call.keep_with != key)
        if self.thorough:
            self.counts.changed(message)  # the original goes on with the count it had
        if is_empty(message) and message.owner is not None:
            _unfill(message.owner)  # it counted as filled for its calls
            self._remove(message, removed)


def forget_candidates(box: Box | None) -> None:
    """Make a box and those above it gather their candidates anew."""
    while box is not None:
        box.candidates = None
        box.ranks = None
        box = box.owner


def _is_opened(node: Node) -> bool:
    """Whether a box's children compete in its place."""
    return isinstance(node, Box) and node.passes and node.size > 0


def _opened(box: Box) -> Iterator[Node]:
    """The children that are left, each pass-priority box followed by its own."""
    for child in box.left():
        yield child
        if isinstance(child, Box) and child.passes:
            yield from _opened(child)


def _is_out(node: Node) -> bool:
    each: Node | None = node
    while each is not None:
        if each.gone:
            return True
        each = each.owner
    return False


def _unfill(box: Box | None) -> None:
    """Something in a box that said anything went: a box that says nothing now is one fewer above, at once.

    Not when it is taken out: its partners go first, and they may take what is around both.
    """
    while box is not None:
        box.filled -= 1
        if box.gone or not is_empty(box):
            return
        box = box.owner


def _unmark(box: Box | None) -> None:
    """A mark went: one fewer in its message, and, if that has none now, one marked message fewer above."""
    while box is not None:
        box.marks -= 1
        forget_candidates(box)
        if box.marks or box.gone:
            return
        box = box.owner


def _keys(box: Box) -> list[object]:
    """The sets that a box and all in it belong to."""
    found: list[object] = []
    waiting: list[Box] = [box]
    while waiting:
        each = waiting.pop()
        if each.key is not None:
            found.append(each.key)
        waiting.extend(child for child in each.left() if isinstance(child, Box))
    return found


def _from_the_end(node: Node) -> tuple[int, ...]:
    """Order of a walk that sees a box before its children, and the last child first."""
    return tuple(-step for step in path_of(node))
