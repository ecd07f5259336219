"""Trees that travel (PT-12): what elements rendered to, as JSON, and back into another tree.

The form is the one that @vscode/prompt-tsx writes, so that trees go either way between the two, with a `version` and
with members of ours that others pass over: the token limit of a box, the sets that tool calls are kept with, what is
required, thinking, an error of a tool, the type of a picture. What cannot travel is metadata, cache marks and the
second rendering of expandable text. Reading is in `planting`.

    node types      1 piece, 2 text, 3 opaque
    constructors    1 message, 2 other, 3 image, 4 document
    flags           1 legacy, 2 goes as one, 4 passes priority, 8 alternatives
"""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from brimful import messages
from brimful.prompt import elements
from brimful.prompt.element import Element
from brimful.prompt.errors import InvalidPrompt
from brimful.prompt.extras import Reference
from brimful.prompt.nodes import (
    Box,
    Breaks,
    ChunkNode,
    LegacyBox,
    LimitBox,
    MarkNode,
    MessageBox,
    Node,
    PartNode,
    TextNode,
    name_of,
)

VERSION = 1

PIECE, TEXT, OPAQUE = 1, 2, 3
MESSAGE, OTHER, IMAGE, DOCUMENT = 1, 2, 3, 4
LEGACY, WHOLE, PASSES, ALTERNATES = 1, 2, 4, 8
ROLES = ("system", "user", "assistant", "tool")
MESSAGES = (elements.System, elements.User, elements.Assistant, elements.Tool)
_NAMES = {kind.__name__: f"{kind.__name__}Message" for kind in MESSAGES}


def to_json(root: Box) -> dict[str, Any]:
    """Return a rendered tree as JSON."""
    writer = _Writer()
    node = writer.box(root, "Root")
    writer.number_calls()
    return {"version": VERSION, "node": node}


class _Writer:
    def __init__(self) -> None:
        self._sets: dict[object, int] = {}
        self._calls: list[tuple[dict[str, Any], MessageBox]] = []

    def number_calls(self) -> None:
        """Say of each call which set it is kept with; at the end, as sets are numbered in the order of the tree."""
        for found, box in self._calls:
            keys = [call.keep_with for call in box.calls]
            found["callsKeepWith"] = [self._sets.setdefault(key, len(self._sets)) if key else None for key in keys]

    def box(self, box: Box, name: str = "") -> dict[str, Any]:
        found: dict[str, Any] = {"type": PIECE, "ctor": OTHER, "ctorName": name or _name(box)}
        if isinstance(box, MessageBox):
            found["ctor"] = MESSAGE
            if any(call.keep_with for call in box.calls):
                self._calls.append((found, box))
        found["children"] = [self._node(child) for child in box.children if not isinstance(child, MarkNode)]
        found["props"] = _props(box.element) if not name else {}
        chunk = isinstance(box.element, elements.TextChunk)
        found["references"] = [] if chunk else _references(box.references or ())
        if chunk and box.references and found["children"]:
            found["children"][-1]["references"] = _references(box.references)
        if flags := _flags(box):
            found["flags"] = flags
        if box.key is not None:
            found["keepWithId"] = self._sets.setdefault(box.key, len(self._sets))
        if isinstance(box, LimitBox):
            found["limit"] = box.limit
        return found

    def _node(self, node: Node) -> dict[str, Any]:
        if isinstance(node, ChunkNode):
            return self._chunk(node)
        if isinstance(node, TextNode):
            return _text(node)
        if isinstance(node, PartNode):
            return _media(node) if node.element else _opaque(node)
        if isinstance(node, Box):
            return self.box(node)
        raise TypeError(f"{type(node).__name__} does not travel")

    def _chunk(self, node: ChunkNode) -> dict[str, Any]:
        text = {**_text(node), "references": []}
        return {
            "type": PIECE,
            "ctor": OTHER,
            "ctorName": "TextChunk",
            "children": [text],
            "props": _props(node.element),
            "references": [],
        }


def _name(box: Box) -> str:
    kind = box.element.kind
    if isinstance(box.owner, Box) and box.owner.alternates:
        return "LogicalWrapper"
    return _NAMES.get(kind, kind)


def _props(element: Element) -> dict[str, Any]:
    """The common properties that were given, and what makes a message the message it is."""
    every = {
        "passPriority": element.pass_priority or None,
        "flexBasis": element.flex_basis if element.flex_basis != 1 else None,
        "flexGrow": element.flex_grow,
        "flexReserve": element.flex_reserve,
        "priority": element.priority,
        "required": element.required or None,
    }
    found: dict[str, Any] = {name: value for name, value in every.items() if value is not None}
    if isinstance(element, elements.Message):
        found["role"] = ROLES.index(element.role)
        found |= _given(
            name=element.name,
            toolCalls=[_call(call) for call in element.calls],
            toolCallId=element.call_id,
            isError=element.is_error,
            thinking=[to_builtins(thought) for thought in element.thinking],
        )
    if isinstance(element, elements.Image):
        found |= {"src": element.source, **_given(detail=element.detail, mimeType=element.media_type)}
    if isinstance(element, elements.Document):
        found |= {"data": element.data, "mediaType": element.media_type, **_given(name=element.name)}
    return found


def _given(**members: Any) -> dict[str, Any]:
    """Those members that say something."""
    return {name: value for name, value in members.items() if value}


def _call(call: elements.Call) -> dict[str, Any]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _flags(box: Box) -> int:
    return (
        isinstance(box, LegacyBox) * LEGACY
        + box.whole * WHOLE
        + (box.element.pass_priority and not isinstance(box, MessageBox)) * PASSES
        + box.alternates * ALTERNATES
    )


def _text(node: TextNode) -> dict[str, Any]:
    always = node.breaks == Breaks.ALWAYS
    found = {"type": TEXT, "priority": node.priority, "text": node.text, "lineBreakBefore": always}
    return {**found, "references": []} if always else found


def _opaque(node: PartNode) -> dict[str, Any]:
    part = node.part
    if not isinstance(part, messages.Opaque):
        raise InvalidPrompt(
            "a file id or an address does not travel as JSON",
            at=name_of(node),
            hint="use Image with an address, or Image or Document with base64 data",
        )
    found = {"type": OPAQUE, "value": part.value, "tokenUsage": part.tokens, "priority": node.priority}
    return {**found, **_given(kind=part.kind)}


def _media(node: PartNode) -> dict[str, Any]:
    element = node.element
    if element is None:
        raise TypeError("only media made by an element have properties")
    return {
        "type": PIECE,
        "ctor": DOCUMENT if isinstance(element, elements.Document) else IMAGE,
        "ctorName": element.kind,
        "children": [],
        "props": _props(element),
        "references": [],
    }


def _references(references: tuple[Reference, ...] | list[Reference]) -> list[dict[str, Any]]:
    return [{"anchor": {"uri": each.uri} if each.uri else {"variableName": each.variable}} for each in references]
