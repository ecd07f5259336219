"""Which node an element becomes: the kinds of boxes are told apart here and nowhere else (PT-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import TypeAlias

from brimful.prompt import elements, extras, media
from brimful.prompt.children import check_tokens, flat
from brimful.prompt.element import HIGHEST, Child, Container, Element
from brimful.prompt.nodes import Box, ChunkNode, LegacyBox, LimitBox, MessageBox, Node, PartNode
from brimful.prompt.plan import Plan

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
            return ChunkNode(owner, place, element, "".join(texts))
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
    if isinstance(item, (Element, extras.Opaque, extras.Given, extras.LineBreak)):
        item = copy(item)
        item.priority = priority
        return item
    if isinstance(item, (str, int, float)) and not isinstance(item, bool):
        return elements.TextChunk(item, priority=priority) if item else None
    return item
