"""Requests → neutral: input items, instructions.

Each item of `input` is one message. What the neutral model has no word for stays in `wire.extra` of the value that
stands for the item: of the message itself for messages and reasoning, of the part for calls and outputs. Items of
kinds that we do not look into are carried whole, as Opaque.

`wire.form` of a message is a list of words:
    message   a message item;   typed = it says "type": "message";   developer = that role rather than system;
              string, list, empty, none = how its content was spelled
    bare      the whole input was one string
    item      a call, an output, or an opaque item
    reasoning a reasoning item;   summary, content = which of its lists were there
    instructions   the top-level prompt;   null = it was null
"""

from __future__ import annotations

from typing import Any

from brimful.errors import InvalidBody
from brimful.jsontext import kind_of
from brimful.messages import Message, Opaque, Role, Text, Thinking, ToolCall, ToolResult, Wire
from brimful.providers.fields import Fields, expect
from brimful.providers.openai_responses.content import read_content, take_text
from brimful.providers.openai_responses.words import NAME, role_of_item

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system", "developer": "system"}


def read_message(value: Any, at: str) -> Message:
    """One item of `input`, or of an answer's `output`; a bare string is what the user says."""
    if isinstance(value, str):
        return Message("user", (Text(value),), wire=Wire(NAME, "bare"))
    item = expect(value, dict, at)
    kind = item.get("type")
    if kind is None:
        kind = "message" if "role" in item else "item_reference"
    match expect(kind, str, f"{at}.type"):
        case "message":
            return _read_words(item, at)
        case "function_call":
            return _read_call(Fields(item, at), "function", "arguments")
        case "custom_tool_call":
            return _read_call(Fields(item, at), "custom", "input")
        case "function_call_output":
            return _read_output(Fields(item, at), "")
        case "custom_tool_call_output":
            return _read_output(Fields(item, at), "custom ")
        case "reasoning":
            return _read_reasoning(Fields(item, at))
    part = Opaque(kind, item, wire=Wire(NAME, "item"))
    return Message(role_of_item(kind), (part,), wire=Wire(NAME, "item"))


def read_system(value: Any, at: str) -> Message:
    """The top-level `instructions`."""
    if value is None:
        return Message("system", wire=Wire(NAME, "instructions null"))
    return Message("system", (Text(expect(value, str, at)),), wire=Wire(NAME, "instructions"))


def _read_words(item: dict[str, Any], at: str) -> Message:
    fields = Fields(item, at)
    said = fields.need("role", str)
    role = _ROLES.get(said)
    if role is None:  # a role we do not know: carried, not guessed at
        return Message("user", (Opaque("message", item, wire=Wire(NAME, "item")),), wire=Wire(NAME, "item"))
    form = "message"
    if fields.left.get("type") == "message":
        fields.any("type")
        form += " typed"
    if said == "developer":
        form += " developer"
    content = fields.left.get("content")
    if content is None:
        return Message(role, wire=fields.wire(NAME, f"{form} none"))
    fields.any("content")
    if isinstance(content, str):
        return Message(role, (Text(content),), wire=fields.wire(NAME, f"{form} string"))
    if not isinstance(content, list):
        raise InvalidBody(f"expected a string or an array, got {kind_of(content)}", at=fields.place("content"))
    parts = read_content(content, fields.place("content"))
    return Message(role, parts, wire=fields.wire(NAME, f"{form} list" if parts else f"{form} empty"))


def _read_call(fields: Fields, kind: str, member: str) -> Message:
    fields.any("type")
    call_id, name, arguments = fields.need("call_id", str), fields.need("name", str), fields.need(member, str)
    part = ToolCall(call_id, name, arguments, kind, wire=fields.wire(NAME))
    return Message("assistant", (part,), wire=Wire(NAME, "item"))


def _read_output(fields: Fields, kind: str) -> Message:
    fields.any("type")
    output = fields.left.get("output")
    form = "none"
    content: Any = ()
    if output is not None:
        fields.any("output")
        if isinstance(output, str):
            form, content = "string", (Text(output),)
        elif isinstance(output, list):
            form, content = "list", read_content(output, fields.place("output"))
        else:
            raise InvalidBody(f"expected a string or an array, got {kind_of(output)}", at=fields.place("output"))
    call_id, name = take_text(fields, "call_id"), take_text(fields, "name")
    part = ToolResult(call_id, content, name=name, wire=fields.wire(NAME, kind + form))
    return Message("tool", (part,), wire=Wire(NAME, "item"))


def _read_reasoning(fields: Fields) -> Message:
    """Each entry of the summary and of the content is a thinking part; the first has the id and the signature."""
    fields.any("type")
    signature, identity = take_text(fields, "encrypted_content"), take_text(fields, "id")
    form = "reasoning"
    found: list[Thinking] = []
    for name in ("summary", "content"):
        if fields.left.get(name) is None:
            continue
        place = fields.place(name)
        for index, entry in enumerate(expect(fields.any(name), list, place)):
            found.append(_read_thought(Fields(entry, f"{place}[{index}]"), name))
        form += f" {name}"
    if not found:
        found = [Thinking(wire=Wire(NAME, "nothing"))]
    head = found[0]
    found[0] = Thinking(head.text, signature, id=identity, wire=head.wire)
    return Message("assistant", tuple(found), wire=fields.wire(NAME, form))


def _read_thought(fields: Fields, name: str) -> Thinking:
    """`wire.form` says which list the entry stands in, and its type when that is not the usual one."""
    kind = fields.need("type", str)
    form = name if kind == USUAL_THOUGHT[name] else f"{name} {kind}"
    return Thinking(fields.need("text", str), wire=fields.wire(NAME, form))


USUAL_THOUGHT = {"summary": "summary_text", "content": "reasoning_text"}
