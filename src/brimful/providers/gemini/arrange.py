"""Messages of any origin → contents in the order Gemini wants.

Gemini wants a user's content first and last, each turn of function calls followed at once by the responses to all
of them, and the system's words apart. So: system messages move to the system instruction; what one side says in a
row becomes one content; the responses of a turn's calls are gathered right behind it, wherever they stood; a
response to a call that was never made becomes a user's words. What cannot be mended is left to see: a call whose
response never comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from brimful.messages import CacheMark, Message, Part, Text, ToolCall, ToolResult
from brimful.providers.gemini.parts import UNNAMED, Names, loose_media, note_mark, write_part, write_response
from brimful.providers.problem import Report

OPENING = "(The conversation begins with the model.)"
GO_ON = "Continue."

_Place = tuple[int, int]  # message, part


def system_parts(messages: Sequence[Message], report: Report) -> list[dict[str, Any]]:
    """The words of all system messages. One from the middle of the conversation loses its place."""
    found: list[dict[str, Any]] = []
    begun = False
    for index, message in enumerate(messages):
        if message.role != "system":
            begun = True
            continue
        if begun and message.parts:
            report.lost(
                f"messages[{index}]", "place of a system message", "Gemini hears the system once, at the start"
            )
        for number, part in enumerate(message.parts):
            place = f"messages[{index}].parts[{number}]"
            if isinstance(part, Text):
                found += write_part(part, Names(), report, place)
            elif isinstance(part, CacheMark):
                note_mark(report, place)
            else:
                report.lost(place, type(part).__name__.lower(), "a system instruction is text")
    return found


def contents(messages: Sequence[Message], names: Names, report: Report) -> list[dict[str, Any]]:
    """All that is not the system's, as contents."""
    builder = _Builder(messages, names, report)
    for index, message in enumerate(messages):
        if message.role != "system":
            builder.take(index, message)
    return builder.finish()


class _Builder:
    """Lays content upon content; `_open` is the one that still grows."""

    def __init__(self, messages: Sequence[Message], names: Names, report: Report) -> None:
        self._messages = messages
        self._names = names
        self._report = report
        self._call_of = _pairs(messages)
        self._result_of = {call: place for place, call in self._call_of.items()}
        self._done: list[dict[str, Any]] = []
        self._open: list[dict[str, Any]] = []
        self._role = "user"
        self._calls: list[_Place] = []  # calls of the open content
        self._said_since = False  # whether anything was laid down since the last content was closed

    def take(self, index: int, message: Message) -> None:
        """Lay one message on top."""
        if message.name and message.parts:
            self._report.lost(f"messages[{index}].name", f"name {message.name!r}", "Gemini knows no speakers")
        for number, part in enumerate(message.parts):
            place = (index, number)
            if isinstance(part, ToolResult):
                self._take_result(place, part)
            elif isinstance(part, ToolCall):
                self._lay("model", write_part(part, self._names, self._report, _said(place)))
                self._calls.append(place)
            else:
                role = "model" if message.role == "assistant" else "user"
                self._lay(role, write_part(part, self._names, self._report, _said(place)))

    def finish(self) -> list[dict[str, Any]]:
        """Close the last content and frame the whole by the user's words."""
        self._close()
        if self._done and self._done[0]["role"] == "model":
            self._done.insert(0, {"role": "user", "parts": [{"text": OPENING}]})
        if self._done and self._done[-1]["role"] == "model":
            last = self._done[-1]["parts"]
            if not any("functionCall" in part or "function_call" in part for part in last):
                self._report.lost("messages", "last word of the model", f"a user must have it; {GO_ON!r} was added")
                self._done.append({"role": "user", "parts": [{"text": GO_ON}]})
        return self._done

    def _lay(self, role: str, parts: list[dict[str, Any]]) -> None:
        if parts and role != self._role:
            self._close()
            self._role = role
        self._open += parts
        self._said_since = self._said_since or bool(parts)

    def _take_result(self, place: _Place, part: ToolResult) -> None:
        call = self._call_of.get(place)
        if call is None:
            self._lay("user", self._orphan(place, part))
        elif call in self._calls:
            self._close()  # its own content ends here: what the model says next, it says with the answers known
        elif self._said_since:
            self._report.lost(_said(place), "place of a tool result", "Gemini wants it right after its call")

    def _close(self) -> None:
        """End the open content; a turn of calls is followed by its responses."""
        if self._open:
            self._done.append({"role": self._role, "parts": self._open})
        calls, self._calls = self._calls, []
        self._open, self._role, self._said_since = [], "user", False
        parts: list[dict[str, Any]] = []
        for place in calls:
            call, answer = self._part(place), self._result_of.get(place)
            result = self._part(answer) if answer else None
            if answer and isinstance(result, ToolResult) and isinstance(call, ToolCall):
                named = replace(result, name=call.name or UNNAMED)
                parts.append(write_response(named, self._names, self._report, _said(answer)))
                self._open += loose_media(named, self._report, _said(answer))
        if parts:
            self._done.append({"role": "user", "parts": parts})

    def _part(self, place: _Place) -> Part:
        return self._messages[place[0]].parts[place[1]]

    def _orphan(self, place: _Place, part: ToolResult) -> list[dict[str, Any]]:
        at = _said(place)
        self._report.lost(at, "tool result without its call", "it goes as a user's words")
        said = "\n".join(inner.text for inner in part.content if isinstance(inner, Text))
        name = part.name or self._names.of_call.get(part.call_id, "")
        head = f"Result of {name}:" if name else "Result of a tool:"
        return [{"text": f"{head}\n{said}"}, *loose_media(part, self._report, at)]


def _pairs(messages: Sequence[Message]) -> dict[_Place, _Place]:
    """Which call each result answers: the first one still open, with that id, of the latest message that has one."""
    open_calls: dict[str, list[_Place]] = {}
    pairs: dict[_Place, _Place] = {}
    for index, message in enumerate(messages):
        if message.role == "system":
            continue
        for number, part in enumerate(message.parts):
            if isinstance(part, ToolCall):
                open_calls.setdefault(part.id, []).append((index, number))
            elif isinstance(part, ToolResult) and open_calls.get(part.call_id):
                waiting = open_calls[part.call_id]
                latest = waiting[-1][0]
                chosen = next(call for call in waiting if call[0] == latest)
                waiting.remove(chosen)
                pairs[(index, number)] = chosen
    return pairs


def _said(place: _Place) -> str:
    return f"messages[{place[0]}].parts[{place[1]}]"
