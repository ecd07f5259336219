"""A message's content as a name (TOK-5, GW-2).

Two messages with the same digest say the same and cost the same. The digest covers everything a model can see,
the bytes of images and the text of tool results included; it leaves out what moves without changing the meaning:
cache marks, key order, and which of several equal spellings the wire used. It is tagged, so that the rule can
change without old names being mistaken for new ones.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from brimful.messages.message import Message, Tool
from brimful.messages.parts import CacheMark, Part, ToolResult

TAG = b"brimful/message/1\0"
TOOL_TAG = b"brimful/tool/1\0"

_encode = msgspec.json.Encoder(order="sorted").encode


def content_digest(message: Message) -> bytes:
    """Return the SHA-256 name of what the message says."""
    parts = [_plain(part) for part in message.parts if not isinstance(part, CacheMark)]
    seen = [message.role, message.name, parts, _extra(message)]
    return hashlib.sha256(TAG + encode_loosely(seen)).digest()


def tool_digest(tool: Tool) -> bytes:
    """Return the SHA-256 name of a tool definition, cache mark aside."""
    seen = [tool.kind, tool.name, tool.description, tool.parameters, tool.strict, _extra(tool)]
    return hashlib.sha256(TOOL_TAG + encode_loosely(seen)).digest()


def encode_loosely(value: Any) -> bytes:
    """Serialise with sorted keys; lone surrogates, which JSON text cannot hold, become their escapes."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        return _encode(_escape(msgspec.to_builtins(value)))


def _plain(part: Part) -> list[Any]:
    if isinstance(part, ToolResult):
        content = [_plain(inner) for inner in part.content if not isinstance(inner, CacheMark)]
        return ["ToolResult", part.call_id, content, part.is_error, part.name, _extra(part)]
    fields = [getattr(part, name) for name in part.__struct_fields__ if name != "wire"]
    return [type(part).__name__, *fields, _extra(part)]


def _extra(value: Message | Tool | Part) -> dict[str, Any]:
    return value.wire.extra if value.wire else {}


def _escape(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_escape(item) for item in value]
    if isinstance(value, dict):
        return {_escape(key): _escape(item) for key, item in value.items()}
    return value
