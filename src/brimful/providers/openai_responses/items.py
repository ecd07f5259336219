"""Neutral messages → input items.

A message becomes one item for each run of content and one for each call, result and reasoning block in it. What
came from this dialect is written as it came; what did not is fitted to what the API takes, and what has no place is
reported.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from brimful.messages import CacheMark, Message, Opaque, Part, Text, Thinking, ToolCall, ToolResult
from brimful.providers.fields import extra_of
from brimful.providers.openai_responses import marks
from brimful.providers.openai_responses.content import Side, report_extra, write_content, write_mark
from brimful.providers.openai_responses.ids import CallIds, ToolNames
from brimful.providers.openai_responses.read import USUAL_THOUGHT
from brimful.providers.openai_responses.words import NAME, is_native, words_of
from brimful.providers.problem import Report


class ItemWriter:
    """Writes the messages of one conversation, in order; remembers ids and names between them."""

    def __init__(self, report: Report, ids: CallIds, names: ToolNames) -> None:
        self._report = report
        self._ids = ids
        self._names = names

    def write(self, message: Message, at: str, start: int = 0) -> list[dict[str, Any]]:
        """The items of one message; none when it says nothing. Its parts are those of `at` from `start` on."""
        self.report_message(message, at)
        if not message.parts:
            return [_empty_message(message)] if words_of(message.wire) & {"empty", "none"} else []
        items: list[dict[str, Any]] = []
        for kind, run in groupby(enumerate(message.parts, start), key=lambda entry: _kind_of(entry[1])):
            numbered = list(run)
            if kind == "content":
                self._write_content(message, numbered, items, at)
            elif kind == "thinking":
                items += self._write_thinking(message, numbered, at)
            else:
                items += [self._write_item(part, f"{at}.parts[{index}]") for index, part in numbered]
        return items

    def report_message(self, message: Message, at: str) -> None:
        """Say what only the message itself held and no item can."""
        report_extra(message.wire, self._report, at)
        if message.name:
            self._report.lost(at, f"the speaker's name {message.name!r}", "messages have no names here")

    # --- messages ---

    def _write_content(
        self, message: Message, numbered: list[tuple[int, Part]], items: list[dict[str, Any]], at: str
    ) -> None:
        """A run of content as one message item; marks ahead of it belong to the item before."""
        start = 0
        while items and start < len(numbered) and isinstance(numbered[start][1], CacheMark):
            index, mark = numbered[start]
            self._mark_item(items, mark, f"{at}.parts[{index}]")
            start += 1
        numbered = numbered[start:]
        if not numbered:
            return
        native = is_native(message.wire)
        side: Side = "output" if message.role == "assistant" else "input"
        content = write_content(
            [part for _, part in numbered], side, self._report, at, numbered[0][0], loose=not native
        )
        if not content and not native:
            return
        first = native and not items and "message" in words_of(message.wire)
        items.append(_message_item(message, content, whole=first))

    def _mark_item(self, items: list[dict[str, Any]], mark: Part, at: str) -> None:
        assert isinstance(mark, CacheMark)
        value = write_mark(mark, self._report, at)
        marked = marks.with_breakpoint(items[-1], value)
        if marked is None:
            self._report.lost(at, "cache mark", "nothing before it can carry one")
        else:
            items[-1] = marked

    # --- reasoning ---

    def _write_thinking(self, message: Message, numbered: list[tuple[int, Part]], at: str) -> list[dict[str, Any]]:
        own: list[Thinking] = []
        for index, part in numbered:
            assert isinstance(part, Thinking)
            if is_native(part.wire):
                own.append(part)
            else:
                place = f"{at}.parts[{index}]"
                self._report.lost(place, "thinking", "OpenAI takes back only reasoning that it signed itself")
        return [_reasoning_item(message, own)] if own else []

    # --- calls, results, opaque items ---

    def _write_item(self, part: Part, at: str) -> dict[str, Any]:
        report_extra(part.wire, self._report, at)
        if isinstance(part, ToolCall):
            return self._write_call(part, at)
        if isinstance(part, ToolResult):
            return self._write_result(part, at)
        assert isinstance(part, Opaque)
        value: dict[str, Any] = part.value
        return value

    def _write_call(self, part: ToolCall, at: str) -> dict[str, Any]:
        if part.signature and not is_native(part.wire):
            self._report.lost(at, "the call's signature", "it holds only for the provider that made it")
        native = is_native(part.wire)
        known = {"call_id": self._ids.call(part), "name": part.name if native else self._name(part.name, at)}
        if part.kind == "custom":
            said = {"type": "custom_tool_call", **known, "input": part.arguments}
        else:
            said = {"type": "function_call", **known, "arguments": part.arguments or ("" if native else "{}")}
        return {**extra_of(part.wire, NAME), **said}

    def _name(self, name: str, at: str) -> str:
        written = self._names.of(name)
        if written != name:
            self._report.lost(at, f"the tool name {name!r}", f"written as {written!r}")
        return written

    def _write_result(self, part: ToolResult, at: str) -> dict[str, Any]:
        if part.is_error:
            self._report.lost(at, "the mark that the tool failed", "results have no such flag here")
        words = words_of(part.wire)
        call_id, kind = self._ids.result(part)
        custom = "custom" in words if words else kind == "custom"
        value = {**extra_of(part.wire, NAME), "type": f"{'custom_tool' if custom else 'function'}_call_output"}
        if call_id:
            value["call_id"] = call_id
        if part.name and words:
            value["name"] = part.name
        if part.content or "none" not in words:
            value["output"] = self._output(part, at)
        return value

    def _output(self, part: ToolResult, at: str) -> Any:
        words = words_of(part.wire)
        only = part.content[0] if len(part.content) == 1 else None
        if isinstance(only, Text) and "list" not in words and not extra_of(only.wire, NAME):
            report_extra(only.wire, self._report, f"{at}.parts[0]")
            return only.text
        content = write_content(part.content, "input", self._report, at, loose=not words)
        return content or ([] if "list" in words else "")


def _kind_of(part: Part) -> str:
    """Which parts make one item together."""
    if isinstance(part, Thinking):
        return "thinking"
    if isinstance(part, (ToolCall, ToolResult)):
        return "item"
    return "item" if isinstance(part, Opaque) and "item" in words_of(part.wire) else "content"


def _empty_message(message: Message) -> dict[str, Any]:
    content: dict[str, Any] = {"content": []} if "empty" in words_of(message.wire) else {}
    return {**_head(message, whole=True), **content}


def _message_item(message: Message, content: list[dict[str, Any]], *, whole: bool) -> dict[str, Any]:
    """`whole`: the item is the one the message was read from, so its leftovers are written too."""
    words = words_of(message.wire)
    short = "string" in words or "bare" in words if words else True
    if short and len(content) == 1 and _is_plain(content[0]):
        return {**_head(message, whole=whole), "content": content[0]["text"]}
    return {**_head(message, whole=whole), "content": content}


def _is_plain(part: dict[str, Any]) -> bool:
    """Whether a bare string says all of the part."""
    return part.keys() <= {"type", "text", "annotations"} and "text" in part and not part.get("annotations")


def _head(message: Message, *, whole: bool) -> dict[str, Any]:
    words = words_of(message.wire)
    roles = {"tool": "user", "system": "developer" if "developer" in words else "system"}
    head = {"type": "message"} if "typed" in words else {}
    return {**(extra_of(message.wire, NAME) if whole else {}), **head, "role": roles.get(message.role, message.role)}


def _reasoning_item(message: Message, parts: list[Thinking]) -> dict[str, Any]:
    words = words_of(message.wire)
    lists: dict[str, list[dict[str, Any]]] = {name: [] for name in ("summary", "content") if name in words}
    if "reasoning" not in words:
        lists["summary"] = []  # required by the API
    for part in parts:
        named, *kind = (part.wire.form if part.wire else "").split() or ["nothing"]
        if named == "nothing":
            if not part.text:
                continue
            named = "summary"
        entry = {**extra_of(part.wire, NAME), "type": kind[0] if kind else USUAL_THOUGHT[named], "text": part.text}
        lists.setdefault(named, []).append(entry)
    extra = extra_of(message.wire, NAME) if "reasoning" in words else {}
    identity = next((part.id for part in parts if part.id), "")
    signature = next((part.signature for part in parts if part.signature), "")
    known = {"id": identity, "encrypted_content": signature}
    return {**extra, "type": "reasoning", **{name: said for name, said in known.items() if said}, **lists}
