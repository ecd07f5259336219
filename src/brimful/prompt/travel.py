"""Trees that travel (PT-12): what elements rendered to, as JSON, and back into another tree.

The form is the one that @vscode/prompt-tsx writes, so that trees go either way between the two, with a `version` and
with members of ours that others pass over: the token limit of a box, the set a tool call is kept with. What cannot
travel is metadata, cache marks and the second rendering of expandable text.

    node types      1 piece, 2 text, 3 opaque
    constructors    1 message, 2 other, 3 image, 4 document
    flags           1 legacy, 2 goes as one, 4 passes priority, 8 alternatives
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from brimful import messages
from brimful.prompt import elements, media
from brimful.prompt.element import HIGHEST, Container, Element
from brimful.prompt.errors import InvalidPrompt
from brimful.prompt.extras import Reference
from brimful.prompt.nodes import (
    Box,
    Breaks,
    ChunkNode,
    LegacyBox,
    LimitBox,
    LiteralNode,
    MarkNode,
    MessageBox,
    Node,
    PartNode,
    TextNode,
    first_breaks,
    name_of,
)

if TYPE_CHECKING:
    from brimful.prompt.plan import Plan

VERSION = 1

_PIECE, _TEXT, _OPAQUE = 1, 2, 3
_MESSAGE, _OTHER, _IMAGE, _DOCUMENT = 1, 2, 3, 4
_LEGACY, _WHOLE, _PASSES, _ALTERNATES = 1, 2, 4, 8
_ROLES = ("system", "user", "assistant", "tool")
_MESSAGES = (elements.System, elements.User, elements.Assistant, elements.Tool)
_NAMES = {kind.__name__: f"{kind.__name__}Message" for kind in _MESSAGES}


def to_json(root: Box) -> dict[str, Any]:
    """Return a rendered tree as JSON."""
    return {"version": VERSION, "node": _Writer().box(root, "Root")}


def plant(data: Mapping[str, Any], owner: Box, place: int, plan: Plan) -> Node:
    """Put a tree that came as JSON below a box."""
    version = data.get("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        raise InvalidPrompt(
            f"the tree has version {version!r}, and this brimful reads up to {VERSION}",
            at="version",
            hint="update brimful, or render the tree with an older one",
        )
    return _Reader(plan).node(data.get("node"), owner, place, "node")


class _Writer:
    def __init__(self) -> None:
        self._sets: dict[object, int] = {}

    def box(self, box: Box, name: str = "") -> dict[str, Any]:
        found: dict[str, Any] = {"type": _PIECE, "ctor": _OTHER, "ctorName": name or _name(box)}
        if isinstance(box, MessageBox):
            found["ctor"] = _MESSAGE
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
            "type": _PIECE,
            "ctor": _OTHER,
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
    }
    found: dict[str, Any] = {name: value for name, value in every.items() if value is not None}
    if isinstance(element, elements.Message):
        found["role"] = _ROLES.index(element.role)
        if element.name:
            found["name"] = element.name
        if element.calls:
            found["toolCalls"] = [_call(call) for call in element.calls]
        if element.call_id:
            found["toolCallId"] = element.call_id
    if isinstance(element, elements.Image):
        found["src"] = element.source
        if element.detail:
            found["detail"] = element.detail
    if isinstance(element, elements.Document):
        found |= {"data": element.data, "mediaType": element.media_type}
    return found


def _call(call: elements.Call) -> dict[str, Any]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _flags(box: Box) -> int:
    return (
        isinstance(box, LegacyBox) * _LEGACY
        + box.whole * _WHOLE
        + (box.element.pass_priority and not isinstance(box, MessageBox)) * _PASSES
        + box.alternates * _ALTERNATES
    )


def _text(node: TextNode) -> dict[str, Any]:
    always = node.breaks == Breaks.ALWAYS
    found = {"type": _TEXT, "priority": node.priority, "text": node.text, "lineBreakBefore": always}
    return {**found, "references": []} if always else found


def _opaque(node: PartNode) -> dict[str, Any]:
    part = node.part
    if not isinstance(part, messages.Opaque):
        raise InvalidPrompt(
            "a file id or an address does not travel as JSON",
            at=name_of(node),
            hint="use Image with an address, or Image or Document with base64 data",
        )
    return {"type": _OPAQUE, "value": part.value, "tokenUsage": part.tokens, "priority": node.priority}


def _media(node: PartNode) -> dict[str, Any]:
    element = node.element
    if element is None:
        raise TypeError("only media made by an element have properties")
    return {
        "type": _PIECE,
        "ctor": _DOCUMENT if isinstance(element, elements.Document) else _IMAGE,
        "ctorName": element.kind,
        "children": [],
        "props": _props(element),
        "references": [],
    }


def _references(references: tuple[Reference, ...] | list[Reference]) -> list[dict[str, Any]]:
    return [{"anchor": {"uri": each.uri} if each.uri else {"variableName": each.variable}} for each in references]


class _Reader:
    """Makes nodes of JSON. `at` is the place in the JSON, for errors."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._sets: dict[int, object] = {}  # a set of this tree is not a set of another, whatever its number

    def node(self, data: Any, owner: Box, place: int, at: str) -> Node:
        kind = _member(data, "type", int, at)
        if kind == _TEXT:
            breaks = Breaks.ALWAYS if data.get("lineBreakBefore") else first_breaks(place)
            node = LiteralNode(owner, place, _priority(data, at), _member(data, "text", str, at), breaks)
            self._refer(owner, data)
            return node
        if kind == _OPAQUE:
            part = messages.Opaque("", data.get("value"), data.get("tokenUsage") or 0)
            return PartNode(owner, place, _priority(data, at), part)
        if kind == _PIECE:
            return self._piece(data, owner, place, at)
        raise InvalidPrompt(f"there is no node type {kind}", at=f"{at}.type", hint="1 piece, 2 text, 3 opaque")

    def _piece(self, data: Mapping[str, Any], owner: Box, place: int, at: str) -> Node:
        props = _member(data, "props", dict, at)
        element = _element(data, props, at, original=self._plan.original)
        if isinstance(element, (elements.Image, elements.Document)):
            priority = HIGHEST if element.priority is None else element.priority
            return PartNode(owner, place, priority, media.part_of(element), element)
        box = self._box(data, element, owner, place)
        self._refer(box, data)
        for i, child in enumerate(_member(data, "children", list, at)):
            box.children.append(self.node(child, box, i, f"{at}.children[{i}]"))
        return box

    def _box(self, data: Mapping[str, Any], element: Element, owner: Box, place: int) -> Box:
        flags = data.get("flags") or 0
        if isinstance(element, elements.Message):
            return MessageBox(owner, place, element, element.calls)
        if "limit" in data and not self._plan.original:
            limited = LimitBox(owner, place, element, data["limit"])
            self._plan.limits.append(limited)
            box: Box = limited
        else:
            box = LegacyBox(owner, place, element) if flags & _LEGACY else Box(owner, place, element)
        box.whole = bool(flags & _WHOLE)
        box.alternates = bool(flags & _ALTERNATES) and len(data.get("children", ())) == 2
        if "keepWithId" in data:
            box.key = self._sets.setdefault(data["keepWithId"], object())
            self._plan.sets.setdefault(box.key, []).append(box)
        return box

    def _refer(self, box: Box, data: Mapping[str, Any]) -> None:
        found = [_reference(each) for each in data.get("references") or ()]
        if found:
            self._plan.references = True
            box.references = [*(box.references or ()), *found]


def _element(data: Mapping[str, Any], props: dict[str, Any], at: str, *, original: bool) -> Element:
    """The element a piece stands for: enough of it for priorities, counts and messages."""
    common: Any = {
        "priority": props.get("priority"),
        "pass_priority": bool((data.get("flags") or 0) & _PASSES),
    }
    kind = data.get("ctor")
    if kind == _IMAGE:
        return elements.Image(source=_member(props, "src", str, at), detail=props.get("detail") or "", **common)
    if kind == _DOCUMENT:
        data_, media_type = _member(props, "data", str, at), _member(props, "mediaType", str, at)
        return elements.Document(data=data_, media_type=media_type, **common)
    if kind == _MESSAGE:
        if original:
            props = {name: value for name, value in props.items() if name not in ("toolCalls", "toolCallId")}
        return _message(props, at, common)
    element = Container(**common)
    element.check()
    return element


def _message(props: dict[str, Any], at: str, common: Any) -> elements.Message:
    role = _member(props, "role", int, at)
    if not 0 <= role < len(_ROLES):
        raise InvalidPrompt(f"there is no role {role}", at=f"{at}.props.role", hint="0 system … 3 tool")
    name = props.get("name") or ""
    if _ROLES[role] == "tool":
        return elements.Tool(call_id=props.get("toolCallId") or "", name=name, **common)
    if _ROLES[role] == "assistant":
        calls = [_read_call(call) for call in props.get("toolCalls") or ()]
        return elements.Assistant(calls=calls, name=name, **common)
    return _MESSAGES[role](name=name, **common)


def _read_call(call: Mapping[str, Any]) -> elements.Call:
    function = call["function"]
    return elements.Call(call["id"], function["name"], function["arguments"])


def _reference(data: Mapping[str, Any]) -> Reference:
    anchor = data["anchor"]
    return Reference(anchor.get("variableName", ""), uri=anchor.get("uri", ""))


def _priority(data: Mapping[str, Any], at: str) -> float:
    value = data.get("priority", HIGHEST)
    if isinstance(value, (int, float)) and math.isfinite(value):
        return value
    raise InvalidPrompt(f"priority is {value!r}", at=f"{at}.priority", hint="a priority is a finite number")


def _member(data: Any, name: str, kind: type[Any], at: str) -> Any:
    value = data.get(name) if isinstance(data, Mapping) else None
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    raise InvalidPrompt(
        f"{name} is missing or not {'a list' if kind is list else f'of type {kind.__name__}'}",
        at=at,
        hint="pass the JSON that a render wrote",
    )
