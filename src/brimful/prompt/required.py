"""Which nodes may never go (PT-7): the required ones, all in them, and those that are kept with them.

A set is kept whole when something of it, or something in it, is required, or when a required message calls with it:
else the call would go from the message when the set does.
"""

from __future__ import annotations

from brimful.prompt.nodes import Box, MessageBox, Node
from brimful.prompt.plan import Plan


class Required:
    """The protected nodes of one tree."""

    def __init__(self, root: Box, plan: Plan) -> None:
        self._protected: set[int] = set()
        self._around: set[int] = set()  # boxes with something protected in them
        self._sets = dict(plan.sets)
        self._touched: list[object] = []  # keys of sets that something protected belongs to
        self._gather(root, inherited=False)
        while self._touched:
            for member in self._sets.pop(self._touched.pop(), ()):
                self._gather(member, inherited=True)

    def protects(self, node: Node) -> bool:
        """Whether a node may never go, nor anything in it."""
        return id(node) in self._protected

    def inside(self, box: Box) -> bool:
        """Whether something in a box may never go."""
        return id(box) in self._around

    def _gather(self, node: Node, *, inherited: bool) -> None:
        element = getattr(node, "element", None)
        own = inherited or (element is not None and element.required)
        if own and id(node) not in self._protected:
            self._protect(node)
        if isinstance(node, Box):
            for child in node.children:
                self._gather(child, inherited=own)

    def _protect(self, node: Node) -> None:
        self._protected.add(id(node))
        if isinstance(node, MessageBox):
            self._touched.extend(call.keep_with for call in node.calls if call.keep_with)
        self._touch(node)
        above = node.owner
        while above is not None and id(above) not in self._around:
            self._around.add(id(above))
            self._touch(above)
            above = above.owner

    def _touch(self, node: Node) -> None:
        if isinstance(node, Box) and node.key is not None:
            self._touched.append(node.key)
