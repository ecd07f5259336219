"""What an element rendered, laid out as nodes below it (PT-3).

Lists dissolve, numbers become text, and what says nothing is left out. Every child that yields something gets a
place; metadata and references belong to the box and get none. The kinds of boxes are told apart here and nowhere
else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import TypeAlias

from brimful import messages
from brimful.prompt import elements, extras, media, travel
from brimful.prompt.element import HIGHEST, Child, Container, Element, Extra
from brimful.prompt.errors import InvalidPrompt
from brimful.prompt.nodes import (
    Box,
    ChunkNode,
    LegacyBox,
    LimitBox,
    MarkNode,
    MessageBox,
    Node,
    PartNode,
    TextNode,
    first_breaks,
    name_of,
)

_DEEPEST_LIST = 50


class Plan:
    """All that is found while a tree is laid out, besides the tree.

    limits:    boxes with a token limit, in the order they were met.
    sets:      boxes kept together, by key; callers: messages with a call that is kept with the set.
    growing:   boxes of expandable text, in the order they were filled.
    original:  what travelled as JSON loses what it loses in the original.
    stray:     the first leaf that stands where it may not, and why; an error unless the tree travels as JSON.
    """

    def __init__(self, *, original: bool = False) -> None:
        self.original = original
        self.limits: list[LimitBox] = []
        self.sets: dict[object, list[Box]] = {}
        self.callers: dict[object, list[MessageBox]] = {}
        self.growing: list[Box] = []
        self.metadata: list[extras.Meta] = []
        self.references = False
        self.required = False
        self.stray: InvalidPrompt | None = None

    def strays(self, node: Node, what: str, hint: str) -> None:
        """Note a leaf that stands where it may not."""
        if self.stray is None:
            self.stray = InvalidPrompt(what, at=name_of(node), hint=hint)


def lay_out(box: Box, rendered: Child, plan: Plan, *, in_message: bool) -> tuple[list[Node], list[TextNode]]:
    """Make nodes of what a box's element rendered. Returns those that were elements, and the literal texts."""
    made: list[Node] = []
    literals: list[TextNode] = []
    children = box.children
    for child in flat(rendered):
        place = len(children)
        if isinstance(child, Element):
            node = maker(type(child))(child, box, place, plan)
            children.append(node)
            made.append(node)
        elif isinstance(child, str):
            literal = TextNode(box, place, box.own_priority, child, first_breaks(place))
            children.append(literal)
            literals.append(literal)
        else:
            _lay_extra(child, box, place, plan)
    if not in_message:
        _check_places(box, plan)
    return made, literals


def _check_places(box: Box, plan: Plan) -> None:
    """Note leaves outside of messages, and marks that are not directly in one."""
    for child in box.children:
        if not isinstance(child, Box):
            plan.strays(
                child,
                "text, media and marks belong inside a message",
                "put it into System, User, Assistant or Tool",
            )


def _lay_extra(child: object, box: Box, place: int, plan: Plan) -> None:
    """Lay out what is neither text nor element."""
    if isinstance(child, extras.Meta):
        if child.local:
            box.metadata = [*(box.metadata or ()), child]
        else:
            plan.metadata.append(child)
    elif isinstance(child, extras.References):
        plan.references = True
        box.references = [*(box.references or ()), *child.items]
    else:
        box.children.append(_extra_node(child, box, place, plan))


def _extra_node(child: object, box: Box, place: int, plan: Plan) -> Node:
    if isinstance(child, extras.LineBreak):
        return TextNode(box, place, _priority(child, box), "\n", first_breaks(place))
    if isinstance(child, extras.CacheMark):
        node = MarkNode(box, place, child.mark)
        if not isinstance(box, MessageBox):
            plan.strays(node, "a cache mark is a direct child of a message", "take it out of what is around it")
        return node
    if isinstance(child, extras.Opaque):
        return PartNode(box, place, _priority(child, box), messages.Opaque(child.kind, child.value, child.tokens))
    if isinstance(child, extras.Embedded):
        return travel.plant(child.data, box, place, plan)
    raise InvalidPrompt(
        f"a {type(child).__name__} cannot be part of a prompt",
        at=name_of(box),
        hint="children are text, numbers, elements and lists of these",
    )


def _priority(extra: extras.LineBreak | extras.Opaque, box: Box) -> float:
    return box.own_priority if extra.priority is None else extra.priority


def flat(rendered: Child, depth: int = 0) -> Iterator[Child]:
    """The children with lists dissolved, numbers as text, and nothing that says nothing."""
    if isinstance(rendered, (str, Element, Extra)):
        yield rendered
    elif rendered is None or isinstance(rendered, bool):
        return
    elif isinstance(rendered, (int, float)):
        yield _decimal(rendered)
    elif isinstance(rendered, Iterable):
        if depth > _DEEPEST_LIST:
            raise InvalidPrompt("a list of children holds itself, or lists deeper than anybody means")
        for child in rendered:
            if isinstance(child, (str, Element)):
                yield child
            else:
                yield from flat(child, depth + 1)
    else:
        raise InvalidPrompt(
            f"a {type(rendered).__name__} cannot be part of a prompt",
            hint="children are text, numbers, elements and lists of these",
        )


def _decimal(number: float) -> str:
    if not math.isfinite(number):
        raise InvalidPrompt(f"{number} is not a number anybody can read", hint="give text instead")
    return str(int(number)) if number == int(number) else str(number)


Maker: TypeAlias = Callable[[Element, Box, int, Plan], Node]


def maker(kind: type[Element]) -> Maker:
    """Return the function that makes a node for elements of that class."""
    found = _MAKERS.get(kind)
    return found or next(_MAKERS[base] for base in kind.__mro__ if base in _MAKERS)


def _make_box(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    box = Box(owner, place, element)
    _note(element, plan)
    return box


def _note(element: Element, plan: Plan) -> None:
    """Check the properties that are not the usual ones, and see whether anything is required."""
    if element.required:
        plan.required = True
    if (
        element.flex_reserve is not None
        or element.flex_grow is not None
        or element.flex_basis != 1
        or not (element.priority is None or type(element.priority) is int)
    ):
        element.check()


def _make_text_chunk(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    """One node where there is only text; a box where there is more, or where the text is cut to its budget."""
    _note(element, plan)
    chunk: elements.TextChunk = element  # type: ignore[assignment]  # _MAKERS says so
    children = element.children
    if chunk.break_on is None and not element.pass_priority:
        if len(children) == 1 and type(children[0]) is str:
            return ChunkNode(owner, place, element, children[0])
        texts = _only_text(children)
        if texts is not None:
            node = ChunkNode(owner, place, element, "".join(texts))
            node.pieces = [
                text for text, charged in zip(texts, flat(children), strict=True) if isinstance(charged, str)
            ]
            return node
    return Box(owner, place, element)


def _only_text(children: Child) -> list[str] | None:
    texts: list[str] = []
    for child in flat(children):
        if isinstance(child, extras.LineBreak):
            texts.append("\n")
        elif isinstance(child, str):
            texts.append(child)
        else:
            return None
    return texts


def _make_message(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    message: elements.Message = element  # type: ignore[assignment]  # _MAKERS says so
    box = MessageBox(owner, place, element, message.calls)
    _note(element, plan)
    for call in message.calls:
        if call.keep_with:
            plan.callers.setdefault(call.keep_with, []).append(box)
    return box


def _make_limit(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    limit: elements.TokenLimit = element  # type: ignore[assignment]  # _MAKERS says so
    _note(element, plan)
    box = LimitBox(owner, place, element, check_tokens(limit.max, "max"))
    plan.limits.append(box)
    return box


def _make_legacy(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    _note(element, plan)
    return LegacyBox(owner, place, element)


def _make_kept(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    kept: elements.KeepWith = element  # type: ignore[assignment]  # _MAKERS says so
    _note(element, plan)
    box = Box(owner, place, element)
    box.key = kept.key
    plan.sets.setdefault(kept.key, []).append(box)
    return box


def _make_chunk(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    _note(element, plan)
    box = Box(owner, place, element)
    box.whole = True
    return box


def _make_alternates(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    _note(element, plan)
    box = Box(owner, place, element)
    box.alternates = True
    return box


def _make_part(element: Element, owner: Box, place: int, plan: Plan) -> Node:
    _note(element, plan)
    priority = HIGHEST if element.priority is None else element.priority
    return PartNode(owner, place, priority, media.part_of(element), element)


_MAKERS: dict[type[Element], Maker] = {
    Element: _make_box,
    Container: _make_box,
    elements.Message: _make_message,
    elements.System: _make_message,
    elements.User: _make_message,
    elements.Assistant: _make_message,
    elements.Tool: _make_message,
    elements.TextChunk: _make_text_chunk,
    elements.TokenLimit: _make_limit,
    elements.LegacyPrioritization: _make_legacy,
    elements.KeepWith: _make_kept,
    elements.Chunk: _make_chunk,
    elements.IfEmpty: _make_alternates,
    elements.Image: _make_part,
    elements.Document: _make_part,
}


def number_list(element: elements.PrioritizedList) -> list[Child]:
    """Return a list's items with their priorities. Missing ones keep their place in the numbering."""
    every: list[Child] = list(element.children)
    if len(every) == 1 and isinstance(every[0], Iterable) and not isinstance(every[0], str):
        every = list(every[0])
    base = element.priority or 0
    first = base if element.descending else base - len(every)
    step = -1 if element.descending else 1
    return [_with_priority(item, first + step * place) for place, item in enumerate(every)]


def _with_priority(item: Child, priority: float) -> Child:
    if isinstance(item, (Element, extras.Opaque, extras.LineBreak)):
        item = copy(item)
        item.priority = priority
        return item
    if isinstance(item, (str, int, float)) and not isinstance(item, bool):
        return elements.TextChunk(item, priority=priority) if item else None
    return item


def check_tokens(value: object, name: str) -> int:
    """A number of tokens: whole, 0 or more."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0 and math.isfinite(value):
        return math.floor(value)
    raise InvalidPrompt(f"{name} is {value!r}", hint="give a whole number of tokens, 0 or more")
