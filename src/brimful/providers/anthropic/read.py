"""Requests of the Messages API, read into the neutral model.

Everything the model has no word for stays in `Wire.extra`, and which of several equal spellings was used in
`Wire.form`, so that `write` gives the same JSON back. Kinds of blocks we do not know become `Opaque`.

Forms. Messages, the system prompt and tool results: "string" (content is a bare string), "absent" (no content),
"" (a list of blocks). A result that says `is_error: false` adds "said". The top-level system prompt has "top" ahead.
Tools: "custom" (says so), "typed" (one the API knows by its type). Media: the type of the source, if not base64.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.messages import (
    CacheMark,
    ContentPart,
    Document,
    Image,
    Message,
    Opaque,
    Part,
    Role,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Wire,
)
from brimful.providers.anthropic.names import NAME, PLAIN
from brimful.providers.fields import Fields

Readers: TypeAlias = Mapping[str, Callable[[Fields], Part | None]]

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}


def read_message(value: Any, at: str) -> Message:
    """One entry of `messages`. A role we do not know is kept, and the message read as the user's."""
    fields = Fields(value, at)
    word = fields.need("role", str)
    parts, form = _content(fields, _BLOCKS)
    role: Role = _ROLES.get(word, "user")
    if word not in _ROLES:
        fields.left["role"] = word
    elif role == "user" and _is_only_results(parts):
        role = "tool"
    return Message(role, parts, wire=_wire(fields, form))


def read_system(value: Any, at: str) -> Message:
    """The top-level system prompt: a string, a list of text blocks, or null."""
    fields = Fields({} if value is None else {"content": value}, "")
    if value is None:
        return Message("system", (), wire=Wire(NAME, "top null"))
    parts, form = _content(fields, _CONTENTS, at)
    return Message("system", parts, wire=Wire(NAME, f"top {form}".strip()))


def read_tools(value: Any, at: str) -> tuple[Tool, ...]:
    """One entry of `tools`: a tool of the client's, or one that the API knows by its type."""
    fields = Fields(value, at)
    mark = _mark(fields)
    kind = fields.left.get("type")
    if kind is None or kind == "custom":
        return (_own_tool(fields, mark),)
    kind = fields.take("type", str, "")
    name = _optional(fields, "name", str, "")
    return (Tool(name, kind=kind, cache_mark=mark, wire=fields.wire(NAME, "typed")),)


def read_block(value: Any, at: str, readers: Readers | None = None) -> tuple[Part, CacheMark | None]:
    """One content block and its cache mark."""
    fields = Fields(value, at)
    kind = fields.need("type", str)
    mark = _mark(fields)
    reader = (_BLOCKS if readers is None else readers).get(kind)
    part = reader(fields) if reader else None
    if part is None:
        inner = {name: item for name, item in value.items() if name != "cache_control"} if mark else value
        part = Opaque(kind, inner, wire=PLAIN)
    return part, mark


def serialise(value: Any) -> str:
    """The input of a tool call as JSON text."""
    return jsontext.encode(value).decode()


# --- what messages, the system prompt and results share ---


def _content(fields: Fields, readers: Readers, at: str = "") -> tuple[tuple[Part, ...], str]:
    if fields.left.get("content") is None:
        return (), "absent"  # null stays in the leftover: it is not the same as absent
    value = fields.any("content")
    if isinstance(value, str):
        return (Text(value, PLAIN),), "string"
    place = at or fields.place("content")
    if not isinstance(value, list):
        raise InvalidBody(f"expected a string or an array, got {jsontext.kind_of(value)}", at=place)
    return _read_blocks(value, place, readers), ""


def _read_blocks(values: list[Any], at: str, readers: Readers) -> tuple[Part, ...]:
    """A list of blocks; the cache mark of a block follows it as a part of its own."""
    parts: list[Part] = []
    for index, value in enumerate(values):
        part, mark = read_block(value, f"{at}[{index}]", readers)
        parts.append(part)
        if mark is not None:
            parts.append(mark)
    return tuple(parts)


def _is_only_results(parts: tuple[Part, ...]) -> bool:
    kinds = {type(part) for part in parts}
    return ToolResult in kinds and kinds <= {ToolResult, CacheMark}


def _wire(fields: Fields, form: str = "") -> Wire:
    return fields.wire(NAME, form) if form or fields.left else PLAIN


def _optional(fields: Fields, name: str, kind: type[str], default: str) -> str:
    """Take a member. One that says what is the default anyway stays in the leftover, so that it comes back."""
    if fields.left.get(name) == default:
        return default
    return fields.take(name, kind, default)


def _mark(fields: Fields) -> CacheMark | None:
    if fields.left.get("cache_control") is None:
        return None
    inner = Fields(fields.any("cache_control"), fields.place("cache_control"))
    kind = inner.need("type", str)
    return CacheMark(kind, _optional(inner, "ttl", str, ""), wire=_wire(inner))


def _own_tool(fields: Fields, mark: CacheMark | None) -> Tool:
    form = "custom" if fields.take("type", str, "") else ""
    return Tool(
        name=fields.need("name", str),
        description=_optional(fields, "description", str, ""),
        parameters=fields.take("input_schema", dict, {}) if fields.left.get("input_schema") is not None else None,
        strict=fields.take("strict", bool, False) if fields.left.get("strict") is not None else None,
        cache_mark=mark,
        wire=_wire(fields, form),
    )


# --- blocks ---


def _text(fields: Fields) -> Part:
    return Text(fields.need("text", str), wire=_wire(fields))


def _image(fields: Fields) -> Part | None:
    source = Fields(fields.need("source", dict), fields.place("source"))
    kind = source.need("type", str)
    match kind:
        case "base64":
            media_type, data = _optional(source, "media_type", str, ""), _optional(source, "data", str, "")
            return Image(media_type=media_type, data=data, wire=_with_source(fields, source))
        case "url":
            return Image(url=source.need("url", str), wire=_with_source(fields, source, kind))
        case "file":
            return Image(file_id=source.need("file_id", str), wire=_with_source(fields, source, kind))
        case _:
            return None


def _document(fields: Fields) -> Part | None:
    source = Fields(fields.need("source", dict), fields.place("source"))
    kind = source.need("type", str)
    title = _optional(fields, "title", str, "")
    match kind:
        case "base64":
            media_type, data = _optional(source, "media_type", str, ""), _optional(source, "data", str, "")
            return Document(media_type=media_type, data=data, name=title, wire=_with_source(fields, source))
        case "text":
            media_type, text = _optional(source, "media_type", str, ""), source.need("data", str)
            return Document(media_type=media_type, text=text, name=title, wire=_with_source(fields, source, kind))
        case "url":
            return Document(url=source.need("url", str), name=title, wire=_with_source(fields, source, kind))
        case "file":
            return Document(file_id=source.need("file_id", str), name=title, wire=_with_source(fields, source, kind))
        case "content":
            text = text_of_source(source.left.get("content"))
            return Document(text=text, name=title, wire=_with_source(fields, source, kind)) if text else None
        case _:
            return None


def text_of_source(content: Any) -> str:
    """The text of a document given as content; "" when it is more, or other, than text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [block.get("text") for block in content if isinstance(block, dict) and block.get("type") == "text"]
    plain = [text for text in texts if isinstance(text, str)]
    return "".join(plain) if len(plain) == len(content) else ""


def _with_source(fields: Fields, source: Fields, form: str = "") -> Wire:
    """The wire of a block with a source: what nobody took of the source stays under that name."""
    if source.left:
        fields.left["source"] = source.left
    return _wire(fields, form)


def _tool_use(fields: Fields) -> Part:
    given = "input" in fields
    return ToolCall(
        id=fields.need("id", str),
        name=fields.need("name", str),
        arguments=serialise(fields.any("input")) if given else "{}",
        wire=_wire(fields, "" if given else "absent"),
    )


def _tool_result(fields: Fields) -> Part:
    call_id = fields.need("tool_use_id", str)
    said = fields.left.get("is_error") is not None
    is_error = fields.take("is_error", bool, False)
    parts, form = _content(fields, _CONTENTS)
    form = f"{form} said".strip() if said and not is_error else form
    return ToolResult(call_id, cast("tuple[ContentPart, ...]", parts), is_error, wire=_wire(fields, form))


def _thinking(fields: Fields) -> Part:
    return Thinking(fields.need("thinking", str), _optional(fields, "signature", str, ""), wire=_wire(fields))


def _redacted_thinking(fields: Fields) -> Part:
    return Thinking(signature=fields.need("data", str), redacted=True, wire=_wire(fields))


# What can stand in a result or a system prompt; any other kind of block there is carried unread.
_CONTENTS: Readers = {"text": _text, "image": _image, "document": _document}
_BLOCKS: Readers = {
    **_CONTENTS,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "thinking": _thinking,
    "redacted_thinking": _redacted_thinking,
}
