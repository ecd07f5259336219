"""From requests to the neutral model: one message of `messages`.

The parts of a message stand in one order, whatever order its fields had: reasoning, content, refusal, audio, tool
calls, marks. What we would spell differently is remembered in words (see `wire`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.jsontext import kind_of
from brimful.messages import ContentPart, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult, Wire
from brimful.providers.fields import Fields
from brimful.providers.openai_chat.marks import message_marks
from brimful.providers.openai_chat.parts import read_part
from brimful.providers.openai_chat.thinking import read_thinking
from brimful.providers.openai_chat.wire import DIALECT, nested, wire_of, word


def read_message(value: Any, at: str) -> Message:
    """One entry of `messages`."""
    fields = Fields(value, at)
    role = fields.need("role", str)
    reader = _READERS.get(role)
    if reader is not None:
        return reader(fields)
    fields.left["role"] = role  # a role of a newer version: read as a user's, written back as it came
    return _speaker(fields, "user", [])


def read_system(value: Any, at: str) -> Message:
    """There is no system prompt outside the messages on this wire."""
    raise InvalidBody("this format has no system prompt at the top level", at=at, hint="make it a message")


def read_answer_message(value: Any, at: str) -> Message:
    """The message of an answer: the assistant's, even where a server leaves the role out."""
    fields = Fields(value, at)
    role = fields.take("role", str, "")
    if role not in ("", "assistant"):
        fields.left["role"] = role
    return _assistant(fields, [] if role else ["unnamed"])


# --- roles ----------------------------------------------------------------------------------------------------


def _system(fields: Fields) -> Message:
    return _speaker(fields, "system", [])


def _developer(fields: Fields) -> Message:
    return _speaker(fields, "system", ["developer"])


def _user(fields: Fields) -> Message:
    return _speaker(fields, "user", [])


def _speaker(fields: Fields, role: Role, words: list[str]) -> Message:
    parts: list[Part] = [*_content(fields, words), *message_marks(fields)]
    name = word(fields, "name")
    return Message(role, tuple(parts), name, Wire(DIALECT, " ".join(words), fields.left))


def _assistant(fields: Fields, words: list[str]) -> Message:
    parts, repeats = read_thinking(fields)
    words.extend(repeats)
    content = _content(fields, words)
    parts.extend(_mistral_thinking(part) for part in content)
    if refusal := word(fields, "refusal"):
        parts.append(Text(refusal, Wire(DIALECT, "refusal")))
    if isinstance(fields.left.get("audio"), dict):
        parts.append(Opaque("audio", fields.any("audio"), wire=Wire(DIALECT, "audio")))
    parts.extend(_calls(fields))
    parts.extend(message_marks(fields))
    name = word(fields, "name")
    return Message("assistant", tuple(parts), name, Wire(DIALECT, " ".join(words), fields.left))


def _tool(fields: Fields) -> Message:
    return _result(fields, [])


def _function(fields: Fields) -> Message:
    return _result(fields, ["function"])


def _result(fields: Fields, words: list[str]) -> Message:
    content = tuple(_content(fields, words))
    result = ToolResult(word(fields, "tool_call_id"), content, name=word(fields, "name"))
    parts: list[Part] = [result, *message_marks(fields)]
    return Message("tool", tuple(parts), wire=Wire(DIALECT, " ".join(words), fields.left))


_READERS: dict[str, Callable[[Fields], Message]] = {
    "system": _system,
    "developer": _developer,
    "user": _user,
    "assistant": lambda fields: _assistant(fields, []),
    "tool": _tool,
    "function": _function,
}


# --- content --------------------------------------------------------------------------------------------------


def _content(fields: Fields, words: list[str]) -> list[ContentPart]:
    """The content: a string, an array of parts, or nothing. null stays in the leftover."""
    value = fields.left.get("content")
    if value is None:
        return []
    del fields.left["content"]
    if isinstance(value, str):
        if not value:
            words.append("empty")
        return [Text(value)] if value else []
    at = fields.place("content")
    if not isinstance(value, list):
        raise InvalidBody(f"expected a string or an array, got {kind_of(value)}", at=at)
    words.append("list")
    return [part for index, entry in enumerate(value) for part in read_part(entry, f"{at}[{index}]")]


def _mistral_thinking(part: Part) -> Part:
    """Reasoning among the content, as Mistral sends it: a list that holds one text."""
    if not isinstance(part, Opaque) or part.kind != "thinking" or not isinstance(part.value, dict):
        return part
    match part.value:
        case {"type": _, "thinking": [{"type": "text", "text": str(text), **more}], **rest} if not more:
            return Thinking(text, wire=Wire(DIALECT, "thinking", rest))
        case _:
            return part


# --- tool calls -----------------------------------------------------------------------------------------------


def _calls(fields: Fields) -> list[Part]:
    calls: list[Part] = []
    if fields.left.get("tool_calls") != []:
        at = fields.place("tool_calls")
        entries = fields.take("tool_calls", list, [])
        calls.extend(read_call(entry, f"{at}[{index}]") for index, entry in enumerate(entries))
    if fields.left.get("function_call") is not None:
        at = fields.place("function_call")
        inner = Fields(fields.any("function_call"), at)
        name, arguments, words = _called(inner, "arguments")
        calls.append(ToolCall("", name, arguments, wire=wire_of(["function_call", *words], inner.left)))
    return calls


def read_call(value: Any, at: str) -> Part:
    """One entry of `tool_calls`; of a kind we do not know, as it is."""
    fields = Fields(value, at)
    kind = fields.left.get("type")
    key = "custom" if kind == "custom" else "function"
    if kind not in (None, "function", "custom") or not isinstance(fields.left.get(key), dict):
        if kind in ("function", "custom"):
            raise InvalidBody(f"{key} is missing, or no object", at=at)
        return Opaque(kind if isinstance(kind, str) else "", value, wire=Wire(DIALECT, "tool_calls"))
    inner = Fields(fields.any(key), join(at, key))
    name, arguments, words = _called(inner, "input" if key == "custom" else "arguments")
    if kind is None:
        words.append("untyped")
    else:
        del fields.left["type"]
    call_id = word(fields, "id")
    return ToolCall(call_id, name, arguments, key, wire=wire_of(words, nested(fields, key, inner)))


def _called(inner: Fields, field: str) -> tuple[str, str, list[str]]:
    """The name and the arguments of a call. Some servers send the arguments as an object, or none."""
    name = word(inner, "name")
    given = inner.left.get(field)
    if given is None:
        return name, "{}", ["bare"]
    if isinstance(given, dict):
        del inner.left[field]
        return name, json.dumps(given, ensure_ascii=False, separators=(",", ":")), ["object"]
    return name, inner.take(field, str, ""), []
