"""Tool-call ids, mapped to what a provider accepts (MSG-5).

A conversation may have been held with several providers, each with its own idea of an id. `map_call_ids` renames what
the next one would refuse, calls and results by the same map. The map is made in order of appearance, so that what a
conversation's start was mapped to stays the same when it grows: the provider's cache goes on matching.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from brimful.messages import Message, Part, ToolCall, ToolResult

NAMELESS = "call"  # what an empty id becomes


class CallIds(Struct, frozen=True):
    """Which ids a provider accepts.

    allowed:    the characters, as the inside of a regular expression's [class]; "" = any.
    max_length: in characters; 0 = no limit.
    length:     exactly this many, for providers that want it so; 0 = any.
    """

    allowed: str = ""
    max_length: int = 0
    length: int = 0


ACCEPTED: Mapping[str, CallIds] = {
    "openai": CallIds(max_length=40),
    "responses": CallIds(max_length=64),
    "anthropic": CallIds(allowed="A-Za-z0-9_-"),
    "gemini": CallIds(),
    "mistral": CallIds(allowed="A-Za-z0-9", length=9),
}
"""By wire format; Mistral speaks OpenAI's and is stricter."""


def map_call_ids(messages: Sequence[Message], accepts: CallIds) -> tuple[Message, ...]:
    """The messages with every call id one that is accepted; messages that need no change are the same objects."""
    names = _mapping(_ids(messages), accepts)
    return tuple(_renamed(message, names) for message in messages)


def _ids(messages: Iterable[Message]) -> Iterable[str]:
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolCall):
                yield part.id
            elif isinstance(part, ToolResult):
                yield part.call_id


def _mapping(ids: Iterable[str], accepts: CallIds) -> dict[str, str]:
    names: dict[str, str] = {}
    taken: set[str] = set()
    for given in ids:
        if given not in names:
            names[given] = _free(given, accepts, taken)
            taken.add(names[given])
    return names


def _free(given: str, accepts: CallIds, taken: set[str]) -> str:
    """The accepted form of an id that nobody has yet: itself, or with _1, _2 …"""
    wanted = _accepted(given, accepts)
    name = wanted
    number = 0
    while name in taken:
        number += 1
        name = _numbered(given, wanted, number, accepts)
    return name


def _accepted(given: str, accepts: CallIds) -> str:
    name = re.sub(f"[^{accepts.allowed}]", "_", given) if accepts.allowed else given
    if accepts.length:
        return given if name == given and len(given) == accepts.length else _digest(given, accepts.length)
    return (name or NAMELESS)[: accepts.max_length or None]


def _numbered(given: str, wanted: str, number: int, accepts: CallIds) -> str:
    if accepts.length:
        return _digest(f"{given}_{number}", accepts.length)
    suffix = f"_{number}"
    return wanted[: max(0, accepts.max_length - len(suffix))] + suffix if accepts.max_length else wanted + suffix


def _digest(given: str, length: int) -> str:
    return hashlib.sha256(given.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _renamed(message: Message, names: Mapping[str, str]) -> Message:
    if all(names.get(name, name) == name for name in _ids([message])):
        return message
    return replace(message, parts=tuple(_part(part, names) for part in message.parts))


def _part(part: Part, names: Mapping[str, str]) -> Part:
    if isinstance(part, ToolCall):
        return replace(part, id=names[part.id])
    if isinstance(part, ToolResult):
        return replace(part, call_id=names[part.call_id])
    return part
