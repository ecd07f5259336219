"""Names for tool calls that have none.

Gemini may leave the id of a function call out and pairs calls and responses by name and order. The neutral model
pairs by id, so a made-up one stands in: the function's name and its number among the calls (or responses) of that
name *within one content*, `read_file-1`, `read_file-2`. It can be told from one entry alone, the same on both
sides, so a call and its response agree although neither sees the other. It is never written back (`made_up` in the
part's `wire.form`).

What one entry cannot know: the same function called in two rounds gets the same made-up id twice, and a streamed
answer that a client sends back as several contents counts anew in each. `distinct` sees the whole conversation
and mends both; whoever translates a Gemini conversation for a provider that wants unique ids calls it first.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from brimful.messages import Message, Part, ToolCall, ToolResult
from brimful.providers.gemini.spelling import words_of

MADE_UP = "made_up"


class Numbers:
    """Counts the nameless calls, or responses, of one content."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def next(self, name: str) -> str:
        """The made-up id of the next one of that name."""
        number = self._seen[name] = self._seen.get(name, 0) + 1
        return f"{name or 'call'}-{number}"


def is_made_up(part: ToolCall | ToolResult) -> bool:
    """Whether the id is ours and not the wire's."""
    return MADE_UP in words_of(part.wire)


def distinct(messages: Sequence[Message]) -> list[Message]:
    """Give every made-up id a name of its own, in calls and in the responses that answer them (by name, in order)."""
    taken = {call.id for message in messages for call in message.tool_calls if not is_made_up(call)}
    numbers = Numbers()
    waiting: dict[str, list[str]] = {}
    answered = False
    renamed: list[Message] = []
    for message in messages:
        if message.tool_calls and answered:
            waiting, answered = {}, False
        parts = tuple(_renamed(part, numbers, waiting, taken) for part in message.parts)
        answered = answered or bool(message.tool_results)
        same = all(new is old for new, old in zip(parts, message.parts, strict=True))
        renamed.append(message if same else replace(message, parts=parts))
    return renamed


def _renamed(part: Part, numbers: Numbers, waiting: dict[str, list[str]], taken: set[str]) -> Part:
    if isinstance(part, ToolCall) and is_made_up(part):
        fresh = numbers.next(part.name)
        while fresh in taken:
            fresh = numbers.next(part.name)
        waiting.setdefault(part.name, []).append(fresh)
        return replace(part, id=fresh)
    if isinstance(part, ToolResult) and is_made_up(part):
        open_ids = waiting.get(part.name)
        return replace(part, call_id=open_ids.pop(0) if open_ids else numbers.next(part.name))
    return part
