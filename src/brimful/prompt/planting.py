"""Trees that travelled, put into another tree (PT-12); the form is told in `travel`.

What came is looked at piece by piece, as it may come from anywhere: anything wrong is an error with its place, and
the levels count with those of the tree around.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import ValidationError, convert
from msgspec.structs import replace

from brimful import messages
from brimful.prompt import elements, media
from brimful.prompt.children import check_tokens
from brimful.prompt.element import HIGHEST, Container, Element, is_finite
from brimful.prompt.errors import InvalidPrompt
from brimful.prompt.extras import Reference
from brimful.prompt.nodes import (
    Box,
    Breaks,
    LegacyBox,
    LimitBox,
    LiteralNode,
    MessageBox,
    Node,
    PartNode,
    first_breaks,
    path_of,
)
from brimful.prompt.plan import Plan
from brimful.prompt.travel import (
    ALTERNATES,
    DOCUMENT,
    IMAGE,
    LEGACY,
    MESSAGE,
    MESSAGES,
    OPAQUE,
    PASSES,
    PIECE,
    ROLES,
    TEXT,
    VERSION,
    WHOLE,
)


def plant(data: Mapping[str, Any], owner: Box, place: int, plan: Plan) -> Node:
    """Put a tree that came as JSON below a box."""
    if not isinstance(data, Mapping):
        raise InvalidPrompt(f"an embedded tree is a {type(data).__name__}", hint="pass the JSON that a render wrote")
    version = data.get("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        raise InvalidPrompt(
            f"the tree has version {version!r}, and this brimful reads up to {VERSION}",
            at="version",
            hint="update brimful, or render the tree with an older one",
        )
    return _Reader(plan).node(data.get("node"), owner, place, "node", depth=len(path_of(owner)))


class _Reader:
    """Makes nodes of JSON. `at` is the place in the JSON, for errors."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        plan.embedded += 1

    def node(self, data: Any, owner: Box, place: int, at: str, depth: int) -> Node:
        kind = _member(data, "type", int, at)
        if kind == TEXT:
            breaks = Breaks.ALWAYS if data.get("lineBreakBefore") else first_breaks(place)
            node = LiteralNode(owner, place, _priority(data, at), _member(data, "text", str, at), breaks)
            self._refer(owner, data, at)
            return node
        if kind == OPAQUE:
            tokens = 0 if self._plan.original else None  # which is: count what it says
            if data.get("tokenUsage") is not None:
                tokens = check_tokens(data["tokenUsage"], "tokenUsage")
            part = messages.Opaque(_text_or_none(data, "kind", at), data.get("value"), tokens)
            return PartNode(owner, place, _priority(data, at), part)
        if kind == PIECE:
            return self._piece(data, owner, place, at, depth)
        raise InvalidPrompt(f"there is no node type {kind}", at=f"{at}.type", hint="1 piece, 2 text, 3 opaque")

    def _piece(self, data: Mapping[str, Any], owner: Box, place: int, at: str, depth: int) -> Node:
        if depth > self._plan.deepest:
            raise InvalidPrompt(
                f"elements are nested deeper than {self._plan.deepest} levels",
                hint="flatten them, or raise prompt.max_depth",
            )
        element = _element(data, at, original=self._plan.original)
        if element.required:
            self._plan.required = True
        if isinstance(element, (elements.Image, elements.Document)):
            priority = HIGHEST if element.priority is None else element.priority
            return PartNode(owner, place, priority, media.part_of(element), element)
        box = self._box(data, element, owner, place, at)
        self._refer(box, data, at)
        for i, child in enumerate(_member(data, "children", list, at)):
            box.children.append(self.node(child, box, i, f"{at}.children[{i}]", depth + 1))
        return box

    def _box(self, data: Mapping[str, Any], element: Element, owner: Box, place: int, at: str) -> Box:
        if isinstance(element, elements.Message):
            return self._message_box(data, element, owner, place, at)
        flags = _flags_of(data, at)
        if "limit" in data and not self._plan.original:
            limited = LimitBox(owner, place, element, check_tokens(data["limit"], "limit"))
            self._plan.limits.append(limited)
            box: Box = limited
        else:
            box = LegacyBox(owner, place, element) if flags & LEGACY else Box(owner, place, element)
        box.whole = bool(flags & WHOLE)
        box.alternates = bool(flags & ALTERNATES) and len(_member(data, "children", list, at)) == 2
        if "keepWithId" in data:
            box.key = self._key(_member(data, "keepWithId", int, at))
            self._plan.sets.setdefault(box.key, []).append(box)
        return box

    def _message_box(
        self, data: Mapping[str, Any], element: elements.Message, owner: Box, place: int, at: str
    ) -> MessageBox:
        calls = element.calls
        if calls and "callsKeepWith" in data:
            numbers = _member(data, "callsKeepWith", list, at)
            if len(numbers) != len(calls) or not all(number is None or type(number) is int for number in numbers):
                raise InvalidPrompt("callsKeepWith is not a number or null for each call", at=at)
            keys = ["" if number is None else self._key(number) for number in numbers]
            calls = tuple(replace(call, keep_with=key) for call, key in zip(calls, keys, strict=True))
        box = MessageBox(owner, place, element, calls)
        for key in {call.keep_with for call in calls if call.keep_with}:
            self._plan.callers.setdefault(key, []).append(box)
        return box

    def _key(self, number: int) -> str:
        """The name of a set: no other tree's, whatever its number, and none that anybody writes."""
        return f"\0{self._plan.embedded}/{number}"

    def _refer(self, box: Box, data: Mapping[str, Any], at: str) -> None:
        if not data.get("references"):
            return
        found = [_reference(each, at) for each in _member(data, "references", list, at)]
        self._plan.references = True
        box.references = [*(box.references or ()), *found]


def _element(data: Mapping[str, Any], at: str, *, original: bool) -> Element:
    """The element a piece stands for: enough of it for priorities, counts and messages."""
    props = _member(data, "props", dict, at)
    at = f"{at}.props"
    common: Any = {
        "priority": props.get("priority"),
        "pass_priority": bool(_flags_of(data, at) & PASSES),
        "required": props.get("required") is True,
    }
    kind = data.get("ctor")
    if kind == IMAGE:
        source, detail = _member(props, "src", str, at), _text_or_none(props, "detail", at)
        element: Element = elements.Image(
            source=source, detail=detail, media_type=_text_or_none(props, "mimeType", at), **common
        )
    elif kind == DOCUMENT:
        name = _text_or_none(props, "name", at)
        content, media_type = _member(props, "data", str, at), _member(props, "mediaType", str, at)
        element = elements.Document(data=content, media_type=media_type, name=name, **common)
    elif kind == MESSAGE:
        if original:
            props = {name: value for name, value in props.items() if name not in ("toolCalls", "toolCallId")}
        element = _message(props, at, common)
    else:
        element = Container(**common)
    element.check()
    return element


def _message(props: dict[str, Any], at: str, common: Any) -> elements.Message:
    role = _member(props, "role", int, at)
    if not 0 <= role < len(ROLES):
        raise InvalidPrompt(f"there is no role {role}", at=f"{at}.role", hint="0 system … 3 tool")
    name = _text_or_none(props, "name", at)
    if ROLES[role] == "tool":
        call_id, is_error = _text_or_none(props, "toolCallId", at), props.get("isError") is True
        return elements.Tool(call_id=call_id, is_error=is_error, name=name, **common)
    if ROLES[role] == "assistant":
        calls = [_read_call(call, at) for call in _list_or_none(props, "toolCalls", at)]
        thinking = [_thought(thought, at) for thought in _list_or_none(props, "thinking", at)]
        return elements.Assistant(calls=calls, thinking=thinking, name=name, **common)
    return MESSAGES[role](name=name, **common)


def _read_call(call: Any, at: str) -> elements.Call:
    at = f"{at}.toolCalls"
    function = _member(call, "function", dict, at)
    return elements.Call(
        _member(call, "id", str, at), _member(function, "name", str, at), _member(function, "arguments", str, at)
    )


def _thought(data: Any, at: str) -> messages.Thinking:
    try:
        return convert(data, messages.Thinking)
    except ValidationError as error:
        raise InvalidPrompt(f"not a thought: {error}", at=f"{at}.thinking") from error


def _reference(data: Any, at: str) -> Reference:
    anchor = _member(data, "anchor", dict, f"{at}.references")
    variable, uri = (_text_or_none(anchor, name, f"{at}.references") for name in ("variableName", "uri"))
    return Reference(variable, uri=uri)


def _flags_of(data: Mapping[str, Any], at: str) -> int:
    return int(_member(data, "flags", int, at)) if data.get("flags") is not None else 0


def _priority(data: Mapping[str, Any], at: str) -> float:
    value = data.get("priority", HIGHEST)
    if is_finite(value):
        return value  # type: ignore[no-any-return]  # is_finite says that it is a number
    raise InvalidPrompt(f"priority is {value!r:.40}", at=f"{at}.priority", hint="a priority is a finite number")


def _text_or_none(data: Mapping[str, Any], name: str, at: str) -> str:
    return str(_member(data, name, str, at)) if data.get(name) is not None else ""


def _list_or_none(data: Mapping[str, Any], name: str, at: str) -> list[Any]:
    return list(_member(data, name, list, at)) if data.get(name) is not None else []


def _member(data: Any, name: str, kind: type[Any], at: str) -> Any:
    value = data.get(name) if isinstance(data, Mapping) else None
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    raise InvalidPrompt(
        f"{name} is missing or not {'a list' if kind is list else f'of type {kind.__name__}'}",
        at=at,
        hint="pass the JSON that a render wrote",
    )
