"""What was said, as elements: neutral messages become the elements that say the same (PT-6).

Nothing that a provider checks is lost on the way: images by file id, opaque blocks, the kind and the signature of a
call travel as they are. Thinking stays ahead of what it led to: where a message thinks again after a call, it becomes
two messages, which every wire takes as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from brimful import messages
from brimful.messages import CacheMark, Message, Part, Text, Thinking, ToolCall, ToolResult
from brimful.prompt.element import Child
from brimful.prompt.elements import Assistant, Call, Document, Image
from brimful.prompt.extras import Given


def said(parts: Iterable[Part]) -> list[Child]:
    """What parts say, as children of a message. Marks, calls, results and thinking are not among it."""
    found = (_child(part) for part in parts)
    return [child for child in found if child is not None]


def _child(part: Part) -> Child:
    match part:
        case Text():
            return part.text
        case messages.Image(file_id="") if part.data:
            return Image(source=part.data, detail=part.detail, media_type=part.media_type)
        case messages.Document(url="", file_id="", text="") if part.data:
            return Document(data=part.data, media_type=part.media_type, name=part.name)
        case messages.Image() | messages.Document() | messages.Opaque():
            return Given(part)
        case _:
            return None


def assistants(spoken: Sequence[Message], *, thinking: bool) -> list[Assistant]:
    """What the model said in one go, as messages. One that only thinks goes on in the next."""
    parts: list[Part] = []
    found: list[Assistant] = []
    for message in spoken:
        for part in message.parts:
            if isinstance(part, Thinking):
                if not thinking:
                    continue
                if any(isinstance(before, ToolCall) for before in parts):
                    found.append(_assistant(parts, message.name))
                    parts = []
            parts.append(part)
        if any(not isinstance(part, (Thinking, CacheMark)) for part in parts):
            found.append(_assistant(parts, message.name))
            parts = []
    return found


def _assistant(parts: Sequence[Part], name: str) -> Assistant:
    return Assistant(
        *said(parts),
        calls=[
            Call(part.id, part.name, part.arguments, kind=part.kind, signature=part.signature, wire=part.wire)
            for part in parts
            if isinstance(part, ToolCall)
        ],
        thinking=[part for part in parts if isinstance(part, Thinking)],
        name=name,
    )


def results(spoken: Iterable[Message]) -> Iterator[ToolResult]:
    """The results in messages, in order."""
    for message in spoken:
        yield from message.tool_results
