"""Which nodes may never go (PT-7): the required ones, all in them, and those that are kept with them."""

from __future__ import annotations

from brimful.prompt.nodes import Box, Node
from brimful.prompt.plan import Plan


class Required:
    """The protected nodes of one tree."""

    def __init__(self, root: Box, plan: Plan) -> None:
        self._protected: set[int] = set()
        self._around: set[int] = set()  # boxes with something protected in them
        self._gather(root, inherited=False)
        for members in list(plan.sets.values()):
            if any(id(member) in self._protected or id(member) in self._around for member in members):
                for member in members:
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
        if own:
            self._protected.add(id(node))
            above = node.owner
            while above is not None and id(above) not in self._around:
                self._around.add(id(above))
                above = above.owner
        if isinstance(node, Box):
            for child in node.children:
                self._gather(child, inherited=own)
