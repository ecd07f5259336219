"""A rendered prompt as plain text, for a person, or for a model that takes nothing else (PT-11).

Each message is a section under its role. What is not text is named in brackets: nothing is left out in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from brimful import jsontext
from brimful.messages import CacheMark, Document, Image, Message, Opaque, Part, Text, Thinking, ToolCall, ToolResult
from brimful.prompt.columns import cut, one_line

_NAMED = 60  # columns of an address or a value that is only named
_KB = 1024


class Section(Struct, frozen=True):
    """One message: its role, the heading it stands under, and what it says."""

    role: str
    heading: str
    text: str


def as_text(messages: Sequence[Message]) -> str:
    """All messages as one text, each under its role."""
    return "\n\n".join(f"# {section.heading}\n\n{section.text}".rstrip() for section in sections(messages)) + "\n"


def sections(messages: Sequence[Message]) -> Iterator[Section]:
    """The messages, one by one."""
    tools = {call.id: call.name for message in messages for call in message.tool_calls}
    for message in messages:
        name = f" ({one_line(message.name)})" if message.name else ""
        said = [_said(part, tools) for part in message.parts]
        yield Section(message.role, message.role.capitalize() + name, "\n".join(filter(None, said)))


def _said(part: Part, tools: dict[str, str]) -> str:
    match part:
        case Text():
            return part.text
        case ToolCall():
            return f"[call {one_line(part.id)}: {one_line(part.name)} {part.arguments}]"
        case ToolResult():
            return _result(part, tools)
        case Thinking():
            return f"[thinking: {part.text}]" if part.text else "[thinking, sealed]"
        case Image():
            return f"[image: {_whereabouts(part)}]"
        case Document():
            return part.text or f"[document: {_whereabouts(part)}]"
        case Opaque():
            value = jsontext.encode(part.value).decode()
            return f"[{one_line(part.kind) or 'opaque'}: {cut(one_line(value), _NAMED)}]"
        case CacheMark():
            return "[cache mark]"


def _result(part: ToolResult, tools: dict[str, str]) -> str:
    name = one_line(part.name or tools.get(part.call_id, ""))
    whose = f"{one_line(part.call_id)}, {name}" if name else one_line(part.call_id)
    head = f"[{'failure' if part.is_error else 'result'} of {whose}]"
    return "\n".join([head, *filter(None, (_said(inner, tools) for inner in part.content))])


def _whereabouts(part: Image | Document) -> str:
    """What a picture or a file is known by: name, kind, and its address or size."""
    name = part.name if isinstance(part, Document) else ""
    place = part.url or part.file_id
    known = [one_line(name), one_line(part.media_type), cut(one_line(place), _NAMED)]
    if part.data:
        known.append(_size(len(part.data.rstrip("=")) * 3 // 4))
    return ", ".join(filter(None, known)) or "unnamed"


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < _KB else f"{count / _KB:,.1f} KB"
