"""What came from elsewhere, made fit for this wire.

`adapt` works on the neutral model: names and ids become what OpenAI accepts, marks beyond the limit go. `settle`
works on the messages as written: what the model said in one go becomes one message, and results follow their calls.
A call without a result and a result without a call stay as they are: no writer can mend those.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from brimful.jsonplace import join
from brimful.messages import (
    CacheMark,
    Conversation,
    Message,
    Part,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
)
from brimful.providers.openai_chat.marks import MAX_MARKS, takes_no_marks
from brimful.providers.openai_chat.tools import MAX_NAME
from brimful.providers.openai_chat.wire import words_of
from brimful.providers.problem import Report

MAX_ID = 40
SPEAKER = re.compile(r"[^\s<|\\/>]{1,64}")


_ID_CHARACTERS = re.compile(r"[^a-zA-Z0-9_-]")
_SPEAKER_CHARACTERS = re.compile(r"[\s<|\\/>]")


# --- names, ids and marks -------------------------------------------------------------------------------------


def adapt(conversation: Conversation, report: Report) -> Conversation:
    """The conversation with names and ids that OpenAI accepts, and no more marks than it takes."""
    names, ids = _Names(), _Ids()
    tools = tuple(_named_tool(tool, names, report, f"tools[{i}]") for i, tool in enumerate(conversation.tools))
    messages = [
        _named(message, names, ids, report, f"messages[{i}]") for i, message in enumerate(conversation.messages)
    ]
    options = conversation.options
    choice = options.tool_choice
    if choice is not None and choice.mode == "tool":
        options = replace(options, tool_choice=ToolChoice("tool", names.safe(choice.name)))
    adapted = replace(conversation, messages=tuple(messages), tools=tools, options=options)
    return _with_fewer_marks(adapted, report)


def safe_speaker(name: str, report: Report, at: str) -> str:
    """A speaker's name without the characters OpenAI refuses."""
    safe = _SPEAKER_CHARACTERS.sub("_", name)[:MAX_NAME]
    if safe != name:
        report.lost(
            join(at, "name"), name, f"names here have up to {MAX_NAME} characters, none of them space < | \\ / >"
        )
    return safe


def safe_id(call_id: str) -> str:
    """A call's id as OpenAI accepts it: 1 to 40 plain characters."""
    return _ID_CHARACTERS.sub("_", call_id)[:MAX_ID] or "call"


class _Names:
    """Tool names: the same name is always made safe in the same way, two names never become one."""

    def __init__(self) -> None:
        self._safe: dict[str, str] = {}

    def safe(self, name: str) -> str:
        if name not in self._safe:
            wanted = _ID_CHARACTERS.sub("_", name)[:MAX_NAME] or "tool"
            self._safe[name] = _unique(wanted, set(self._safe.values()), MAX_NAME)
        return self._safe[name]


class _Ids:
    """Call ids: each call gets one of its own, and a result that of the first unanswered call it may mean."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._open: dict[tuple[str, str], deque[str]] = {}
        self._last: dict[tuple[str, str], str] = {}

    def of_call(self, call: ToolCall) -> str:
        key = (call.id, "" if call.id else call.name)
        self._last[key] = self._new(call.id)
        self._open.setdefault(key, deque()).append(self._last[key])
        return self._last[key]

    def of_result(self, result: ToolResult) -> str:
        key = (result.call_id, "" if result.call_id else result.name)
        if self._open.get(key):
            return self._open[key].popleft()
        if key not in self._last:
            self._last[key] = self._new(result.call_id)
        return self._last[key]

    def _new(self, call_id: str) -> str:
        made = _unique(safe_id(call_id), self._taken, MAX_ID)
        self._taken.add(made)
        return made


def _unique(wanted: str, taken: Iterable[str], limit: int) -> str:
    made, number = wanted, 0
    while made in taken:
        number += 1
        suffix = f"_{number}"
        made = wanted[: limit - len(suffix)] + suffix
    return made


def _named_tool(tool: Tool, names: _Names, report: Report, at: str) -> Tool:
    safe = names.safe(tool.name) if tool.kind in ("function", "custom") else tool.name
    if safe != tool.name:
        report.lost(join(at, "name"), tool.name, f"not a name this provider takes; it is called {safe} here")
    return replace(tool, name=safe)


def _named(message: Message, names: _Names, ids: _Ids, report: Report, at: str) -> Message:
    if "function" in words_of(message.wire) or not (message.tool_calls or message.tool_results):
        return message
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, ToolCall) and "function_call" not in words_of(part.wire):
            parts.append(replace(part, id=ids.of_call(part), name=names.safe(part.name)))
        elif isinstance(part, ToolResult):
            parts.append(replace(part, call_id=ids.of_result(part)))
        else:
            parts.append(part)
    return replace(message, parts=tuple(parts))


def _with_fewer_marks(conversation: Conversation, report: Report) -> Conversation:
    """Keep the last marks, which reach furthest; none for a model of OpenAI's own, which refuses `cache_control`."""
    most = 0 if takes_no_marks(conversation.model) else MAX_MARKS
    marks = sum(tool.cache_mark is not None for tool in conversation.tools)
    marks += sum(_mark_count(message.parts) for message in conversation.messages)
    if marks <= most:
        return conversation
    pruner = _Pruner(marks - most, most, report)
    tools = tuple(pruner.tool(tool, f"tools[{i}]") for i, tool in enumerate(conversation.tools))
    messages = tuple(
        replace(message, parts=pruner.parts(message.parts, f"messages[{i}].parts"))
        for i, message in enumerate(conversation.messages)
    )
    return replace(conversation, tools=tools, messages=messages)


def _mark_count(parts: Iterable[Part]) -> int:
    return sum(
        1 if isinstance(part, CacheMark) else _mark_count(part.content) if isinstance(part, ToolResult) else 0
        for part in parts
    )


class _Pruner:
    """Takes away the first marks it meets."""

    def __init__(self, surplus: int, most: int, report: Report) -> None:
        self._surplus = surplus
        self._why = (
            f"at most {most} cache marks are taken here" if most else "OpenAI's own models cache by themselves"
        )
        self._report = report

    def tool(self, tool: Tool, at: str) -> Tool:
        return replace(tool, cache_mark=None) if tool.cache_mark is not None and self._drop(at) else tool

    def parts(self, parts: Sequence[Any], at: str) -> tuple[Any, ...]:
        kept: list[Any] = []
        for index, part in enumerate(parts):
            place = f"{at}[{index}]"
            if isinstance(part, CacheMark) and self._drop(place):
                continue
            if isinstance(part, ToolResult):
                part = replace(part, content=self.parts(part.content, f"{place}.content"))
            kept.append(part)
        return tuple(kept)

    def _drop(self, at: str) -> bool:
        if self._surplus:
            self._surplus -= 1
            self._report.lost(at, "cache mark", self._why)
            return True
        return False


# --- order ----------------------------------------------------------------------------------------------------


def settle(entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages with the model's words of one go in one message, and results right behind their calls."""
    merged: list[dict[str, Any]] = []
    for entry in entries:
        if merged and _one_go(merged[-1], entry):
            merged[-1] = _merge(merged[-1], entry)
        else:
            merged.append(entry)
    return _paired(merged)


def _one_go(first: dict[str, Any], second: dict[str, Any]) -> bool:
    if first.get("role") != "assistant" or second.get("role") != "assistant":
        return False
    return not (first.keys() & second.keys()) - {"role", "content", "refusal", "tool_calls"}


def _merge(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    merged = {**second, **first}
    parts = [*_as_parts(first.get("content")), *_as_parts(second.get("content"))]
    if parts:
        contents = [entry["content"] for entry in (first, second) if entry.get("content")]
        merged["content"] = contents[0] if len(contents) == 1 else parts
    if first.get("refusal") and second.get("refusal"):
        merged["refusal"] = first["refusal"] + second["refusal"]
    if first.get("tool_calls") and second.get("tool_calls"):
        merged["tool_calls"] = [*first["tool_calls"], *second["tool_calls"]]
    return merged


def _as_parts(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content or []


def _paired(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    answers: dict[str, deque[int]] = {}
    for position, entry in enumerate(entries):
        if entry.get("role") == "tool":
            answers.setdefault(entry.get("tool_call_id", ""), deque()).append(position)
    placed: set[int] = set()
    out: list[dict[str, Any]] = []
    for position, entry in enumerate(entries):
        if position in placed:
            continue
        out.append(entry)
        if entry.get("role") != "assistant":
            continue
        followers = sorted(filter(None, (_answer(call, answers, position) for call in entry.get("tool_calls", ()))))
        out.extend(entries[follower] for follower in followers)
        placed.update(followers)
    return out


def _answer(call: Any, answers: dict[str, deque[int]], position: int) -> int | None:
    """Where the answer to a call stands, when it comes after it."""
    waiting = answers.get(call.get("id", "")) if isinstance(call, dict) else None
    if not waiting or waiting[-1] < position:
        return None
    while waiting[0] < position:
        waiting.popleft()
    return waiting.popleft()
