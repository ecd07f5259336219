"""The tree of a render: what the elements became (PT-3).

A node is made when its parent's children are laid out, filled when its element has rendered, and `gone` when it was
pruned. Every node knows its `owner` (the node above it) and its `place` among the owner's children, from which ids
and order follow. Leaves are texts, media and marks; everything else is a Box, and a box that makes a message a
MessageBox.

A text chunk that holds nothing but text is one node (ChunkNode) standing for two, the chunk and its text: they have
one priority and leave together, and prompts are mostly made of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from brimful.messages import CacheMark as Mark
from brimful.messages import Document, Image, Opaque
from brimful.prompt.element import HIGHEST, Element
from brimful.prompt.elements import Call
from brimful.prompt.elements import Message as MessageElement

if TYPE_CHECKING:
    from brimful.prompt.extras import Meta, Reference


class Breaks(IntEnum):
    """Whether a text starts on a new line."""

    NEVER = 0
    UNLESS_BESIDE_TEXT = 1
    ALWAYS = 2


def first_breaks(place: int) -> Breaks:
    """How a literal at that place begins: the first of an element starts on a new line unless beside text."""
    return Breaks.NEVER if place else Breaks.UNLESS_BESIDE_TEXT


class Node:
    """Anything in the tree."""

    __slots__ = ("gone", "owner", "place", "priority")

    def __init__(self, owner: Box | None, place: int, priority: float) -> None:
        self.owner = owner
        self.place = place
        self.priority = priority
        self.gone = False


class TextNode(Node):
    """A literal text. `tokens` is -1 until it was counted."""

    __slots__ = ("breaks", "text", "tokens")

    def __init__(self, owner: Box, place: int, priority: float, text: str, breaks: Breaks) -> None:
        self.owner = owner
        self.place = place
        self.priority = priority
        self.gone = False
        self.text = text
        self.breaks = breaks
        self.tokens = -1


class ChunkNode(TextNode):
    """A text chunk and its one text. `pieces`: what the text was joined of, each charged by itself."""

    __slots__ = ("allotted", "element", "pieces", "used")

    def __init__(self, owner: Box, place: int, element: Element, text: str) -> None:
        self.owner = owner
        self.place = place
        priority = element.priority
        self.priority = HIGHEST if priority is None else priority
        self.gone = False
        self.text = text
        self.breaks = Breaks.ALWAYS
        self.tokens = -1
        self.element = element
        self.pieces: list[str] | None = None
        self.allotted = self.used = 0


class PartNode(Node):
    """A picture, a document or an opaque part. `allotted` and `used` are for those that were elements."""

    __slots__ = ("allotted", "element", "part", "upper", "used")

    def __init__(
        self,
        owner: Box,
        place: int,
        priority: float,
        part: Image | Document | Opaque,
        element: Element | None = None,
    ) -> None:
        super().__init__(owner, place, priority)
        self.part = part
        self.element = element
        self.upper = -1
        self.allotted = self.used = 0


class MarkNode(Node):
    """A cache mark."""

    __slots__ = ("mark",)

    def __init__(self, owner: Box, place: int, mark: Mark) -> None:
        super().__init__(owner, place, HIGHEST)
        self.mark = mark


class Box(Node):
    """An element that holds others.

    size:   children that are left; filled: those of them that are not empty.
    marks:  marked messages in it, or marks directly in it when it is a message.
    """

    __slots__ = (
        "allotted", "alternates", "children", "element", "filled", "first_used", "grown", "key", "marks", "metadata",
        "passes", "ranks", "references", "scope", "size", "unused", "used", "whole",
    )  # fmt: skip

    def __init__(self, owner: Box | None, place: int, element: Element) -> None:
        priority = element.priority
        self.passes = element.pass_priority
        if priority is None:
            priority = 0 if self.passes else HIGHEST
        super().__init__(owner, place, priority)
        self.element = element
        self.children: list[Node] = []
        self.allotted = self.used = 0
        self.size = self.filled = self.marks = 0
        self.whole = False  # goes as one
        self.key: object = None  # the set it is kept with
        self.alternates = False  # two boxes, of which one stays
        self.metadata: list[Meta] | None = None
        self.references: list[Reference] | None = None
        self.scope: object = None  # the pruner's memory of what may go next
        self.ranks: list[Node] | None = None  # … and of the lowest among the children
        self.first_used = -1  # an expandable's, before it grew
        self.grown = 0
        self.unused = False  # the alternative that was not chosen

    @property
    def own_priority(self) -> float:
        """The priority its literals take from it."""
        priority = self.element.priority
        return HIGHEST if priority is None else priority


class LimitBox(Box):
    """A box whose content may not come to more than `limit` tokens."""

    __slots__ = ("limit",)

    def __init__(self, owner: Box, place: int, element: Element, limit: int) -> None:
        super().__init__(owner, place, element)
        self.limit = limit


class LegacyBox(Box):
    """A box whose leaves compete in one flat list."""

    __slots__ = ("leaves",)

    def __init__(self, owner: Box, place: int, element: Element) -> None:
        super().__init__(owner, place, element)
        self.leaves: list[tuple[float, int, Node]] | None = None


Speech: TypeAlias = "tuple[str | Image | Document | Opaque | Mark, ...]"
"""What a message says: texts joined, media and marks between them."""


class MessageBox(Box):
    """A box that makes a message. Its text and counts are remembered until something below it changes."""

    __slots__ = ("calls", "count", "frame", "speech", "upper")

    def __init__(self, owner: Box | None, place: int, element: Element, calls: tuple[Call, ...]) -> None:
        super().__init__(owner, place, element)
        self.calls = calls
        self.passes = False
        self.speech: Speech | None = None
        self.count = -1  # tokens of the whole message
        self.upper = -1  # what its parts come to, one by one
        self.frame = -1  # what is left when it says nothing
        if element.priority is None:
            self.priority = HIGHEST

    @property
    def role(self) -> str:
        """Who speaks."""
        element: MessageElement = self.element  # type: ignore[assignment]  # made of message elements only
        return element.role


def is_empty(node: Node) -> bool:
    """Whether a node says nothing: only white space, and no tool calls."""
    if isinstance(node, TextNode):
        return not node.text or node.text.isspace()
    if isinstance(node, Box):
        return not node.filled and not (isinstance(node, MessageBox) and node.calls)
    return False


def settle(box: Box) -> None:
    """Choose between alternatives and count what every box holds, from the leaves up."""
    order = [box]
    for each in order:
        order.extend(child for child in each.children if isinstance(child, Box))
    for each in reversed(order):
        if each.alternates:
            _choose(each)
        each.size = each.filled = each.marks = 0
        for child in each.children:
            if not child.gone:
                each.size += 1
                each.filled += not is_empty(child)
                each.marks += isinstance(child, MarkNode) or (isinstance(child, Box) and child.marks > 0)


def _choose(box: Box) -> None:
    """Keep the second child unless it is empty."""
    alternative, usual = box.children
    unused = usual if is_empty(usual) else alternative
    unused.gone = True
    if isinstance(unused, Box):
        unused.unused = True


def messages_below(box: Box, *, pruned_too: bool = False) -> Iterator[MessageBox]:
    """The messages in a box that are sent as messages, in order."""
    if isinstance(box, MessageBox):
        yield box
        return
    for child in box.children:
        if isinstance(child, Box) and not (child.gone and (not pruned_too or child.unused)):
            yield from messages_below(child, pruned_too=pruned_too)


def name_of(node: Node) -> str:
    """The id of a node: the one it was given, or its owner's and its place."""
    element = getattr(node, "element", None)
    if element is not None and element.id:
        return str(element.id)
    return f"{name_of(node.owner)}/{node.place}" if node.owner else "root"


def path_of(node: Node) -> tuple[int, ...]:
    """Its place, its owner's place, … from the top."""
    steps: list[int] = []
    while node.owner is not None:
        steps.append(node.place)
        node = node.owner
    return tuple(reversed(steps))
