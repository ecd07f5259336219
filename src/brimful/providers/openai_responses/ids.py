"""Names and ids that this provider accepts, the same for a call and its result.

A tool-call id is at most 64 characters; we keep to letters, digits, `_` and `-`. Clashes get `_1`, `_2`, …. Ids and
names that came from this dialect are left as they are, and are taken before others are made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from brimful.messages import Message, Tool, ToolCall, ToolResult
from brimful.providers.openai_responses.words import MAX_CALL_ID, is_native

_BAD = re.compile(r"[^A-Za-z0-9_-]")
_MAX_NAME = 64


class _Pending(Struct):
    """A call that waits for its result."""

    original: str
    name: str
    written: str
    kind: str


class CallIds:
    """Maps the ids of one conversation, in the order in which it is written."""

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        parts = [part for message in messages for part in message.parts]
        self._taken = {part.id for part in parts if isinstance(part, ToolCall) and is_native(part.wire)}
        self._taken |= {part.call_id for part in parts if isinstance(part, ToolResult) and is_native(part.wire)}
        self._pending: list[_Pending] = []
        self._answered: dict[str, _Pending] = {}

    def call(self, part: ToolCall) -> str:
        """The id to write for a call."""
        written = part.id if is_native(part.wire) else self._fresh(part.id)
        self._pending.append(_Pending(part.id, part.name, written, part.kind))
        return written

    def result(self, part: ToolResult) -> tuple[str, str]:
        """The id to write for a result, and the kind of the call it answers."""
        found = self._match(part)
        if found is not None:
            self._pending.remove(found)
            self._answered[part.call_id] = found
        else:
            found = self._answered.get(part.call_id)
        if is_native(part.wire):
            return part.call_id, found.kind if found else "function"
        if found is not None:
            return found.written, found.kind
        return self._fresh(part.call_id), "function"

    def _match(self, part: ToolResult) -> _Pending | None:
        same = [entry for entry in self._pending if entry.original == part.call_id]
        if not part.call_id and part.name:  # a wire that pairs by name
            return next((entry for entry in same if entry.name == part.name), None)
        return same[0] if same else None

    def _fresh(self, original: str) -> str:
        return _unique(_BAD.sub("_", original) or "call", MAX_CALL_ID, self._taken)


class ToolNames:
    """Maps the names of tools to ones of letters, digits, `_` and `-`."""

    def __init__(self, tools: Iterable[Tool] = (), messages: Iterable[Message] = ()) -> None:
        names = {tool.name for tool in tools}
        names |= {call.name for message in messages for call in message.tool_calls}
        self._written = {name: name for name in names if _is_fine(name)}
        self._taken = set(self._written)

    def of(self, name: str) -> str:
        """The name to write."""
        if name not in self._written:
            self._written[name] = _unique(_BAD.sub("_", name) or "tool", _MAX_NAME, self._taken)
        return self._written[name]


def _is_fine(name: str) -> bool:
    return 0 < len(name) <= _MAX_NAME and not _BAD.search(name)


def _unique(wish: str, longest: int, taken: set[str]) -> str:
    chosen, number = wish[:longest], 0
    while chosen in taken:
        number += 1
        ending = f"_{number}"
        chosen = wish[: longest - len(ending)] + ending
    taken.add(chosen)
    return chosen
