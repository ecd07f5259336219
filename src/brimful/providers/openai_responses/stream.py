"""Events of a stream → deltas.

An item is added, its parts are added and grow, and it is repeated whole when it is done; at the end the whole
response comes once more. Parts are told apart by the item's `output_index` and their own index in its content or
summary. What the reader has not seen begin (servers leave events out) it lets begin when it first hears of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from brimful import jsontext
from brimful.messages import Message, Part, Text, Thinking, ToolCall, Wire
from brimful.providers.answer import (
    ArgumentsDelta,
    Begin,
    Delta,
    Failed,
    Finish,
    MessageEnd,
    Other,
    PartBegin,
    PartEnd,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
)
from brimful.providers.fields import Fields, expect
from brimful.providers.openai_responses.answers import answer_of, finish_of
from brimful.providers.openai_responses.content import read_content
from brimful.providers.openai_responses.errors import read_error
from brimful.providers.openai_responses.read import read_message
from brimful.providers.openai_responses.words import NAME
from brimful.providers.sse import Event

Key: TypeAlias = tuple[int, str, int]  # output_index, list ("" = the item itself), index in the list

_AT = "event"
_TERMINAL = frozenset({"completed", "incomplete", "failed", "cancelled"})
_TEXTS = {"response.output_text.delta": "output_text", "response.refusal.delta": "refusal"}
_THOUGHTS = {
    "response.reasoning_summary_text.delta": ("summary", "summary_index"),
    "response.reasoning_text.delta": ("content", "content_index"),
}
_ARGUMENTS = {
    "response.function_call_arguments.delta": "function",
    "response.custom_tool_call_input.delta": "custom",
}


class ResponsesStreamReader:
    """Reads one stream."""

    def __init__(self) -> None:
        self._complete = False
        self._began = False
        self._indices: dict[Key, int] = {}
        self._ended: set[Key] = set()
        self._done: dict[int, Message] = {}

    @property
    def complete(self) -> bool:
        """Whether the response's own last event has come."""
        return self._complete

    def read(self, event: Event) -> list[Delta]:
        """Say what an event means."""
        if not event.data:
            return [Other("comment")]
        if event.data.strip() == b"[DONE]":
            return [Other("[DONE]")]
        value = jsontext.decode_object(event.data, at=_AT)
        kind = value.get("type") or event.event
        return list(self._read(kind if isinstance(kind, str) else "", Fields(value, _AT))) or [Other(str(kind))]

    def _read(self, kind: str, fields: Fields) -> Iterator[Delta]:
        area, _, word = kind.rpartition(".")
        if area == "response" and isinstance(fields.left.get("response"), dict):
            yield from self._response(word, fields.need("response", dict))
        elif kind in ("response.output_item.added", "response.output_item.done"):
            item = fields.left.get("item")
            if item is not None:  # some servers announce an item before they know what it is
                yield from self._item(word, fields.take("output_index", int, 0), item)
        elif kind in ("response.content_part.added", "response.content_part.done"):
            yield from self._content_part(word, fields)
        elif kind == "response.reasoning_summary_part.added":
            key = _key(fields, "summary", "summary_index")
            yield from self._begin(key, _thought(key, fields.take("item_id", str, "")))
        elif kind in _TEXTS:
            key = _key(fields, "content", "content_index")
            yield from self._begin(key, Text("", wire=Wire(NAME, _TEXTS[kind])))
            yield TextDelta(self._indices[key], fields.take("delta", str, ""))
        elif kind in _THOUGHTS:
            key = _key(fields, *_THOUGHTS[kind])
            yield from self._begin(key, _thought(key, fields.take("item_id", str, "")))
            yield ThinkingDelta(self._indices[key], fields.take("delta", str, ""))
        elif kind in _ARGUMENTS:
            key = _key(fields, "", "")
            yield from self._begin(key, ToolCall("", "", "", _ARGUMENTS[kind], wire=Wire(NAME)))
            yield ArgumentsDelta(self._indices[key], fields.take("delta", str, ""))
        elif kind == "error":
            error = fields.left.get("error")
            yield Failed(read_error(error if isinstance(error, dict) else fields.left, status=_status(fields)))

    # --- the response ---

    def _response(self, word: str, response: dict[str, Any]) -> Iterator[Delta]:
        answer = answer_of(response, f"{_AT}.response")
        if not self._began and (answer.id or answer.model):
            self._began = True
            yield Begin(answer.id, answer.model)
        if word not in _TERMINAL:
            return
        self._complete = True
        items = response.get("output")
        for index, item in enumerate(items if isinstance(items, list) else ()):
            if index not in self._done:
                yield from self._item("done", index, item)
        if answer.usage is not None:
            yield UsageDelta(answer.usage)
        status = response.get("status") or word
        if word == "failed" or status == "failed":
            error = response.get("error")
            yield Failed(read_error(error if isinstance(error, dict) else {}))
        details = response.get("incomplete_details")
        reason = details.get("reason") if isinstance(details, dict) else None
        finish = finish_of(
            response, [message for _, message in sorted(self._done.items(), key=lambda entry: entry[0])]
        )
        if finish is not None:
            yield Finish(finish, reason if isinstance(reason, str) else str(status))

    # --- items and parts ---

    def _item(self, word: str, index: int, item: Any) -> Iterator[Delta]:
        kind = expect(item, dict, f"{_AT}.item").get("type")
        if word == "done":
            yield from self._item_done(index, item)
        elif kind in ("function_call", "custom_tool_call"):
            member, sort = ("input", "custom") if kind == "custom_tool_call" else ("arguments", "function")
            fields = Fields({**item, member: ""}, f"{_AT}.item")  # what is there already comes again as deltas
            call = ToolCall(fields.take("call_id", str, ""), fields.take("name", str, ""), "", sort, wire=Wire(NAME))
            yield from self._begin((index, "", 0), call)
        elif kind not in ("message", "reasoning"):
            for part in read_message(item, f"{_AT}.item").parts:
                yield from self._begin((index, "", 0), part)

    def _item_done(self, index: int, item: dict[str, Any]) -> Iterator[Delta]:
        """The whole item: its parts end in their final form, those nobody announced among them."""
        message = read_message(item, f"{_AT}.item")
        self._done[index] = message
        for key, part in zip(_keys(index, message.parts), message.parts, strict=True):
            if key not in self._ended:
                yield from self._begin(key, part)
                yield from self._end(key, part)
        yield MessageEnd(index, message)

    def _content_part(self, word: str, fields: Fields) -> Iterator[Delta]:
        key = _key(fields, "content", "content_index")
        value = fields.need("part", dict)
        if value.get("type") == "reasoning_text":
            # It ends with its item, which brings the signature.
            yield from self._begin(key, _thought(key, fields.take("item_id", str, "")))
            return
        for part in read_content([value], fields.place("part")):
            yield from self._begin(key, part)
            if word == "done":
                yield from self._end(key, part)

    def _begin(self, key: Key, part: Part) -> Iterator[Delta]:
        if key not in self._indices:
            self._indices[key] = len(self._indices)
            yield PartBegin(self._indices[key], part, item=key[0])

    def _end(self, key: Key, part: Part) -> Iterator[Delta]:
        if key not in self._ended:
            self._ended.add(key)
            yield PartEnd(self._indices[key], part)


def _key(fields: Fields, name: str, index: str) -> Key:
    return fields.take("output_index", int, 0), name, fields.take(index, int, 0) if index else 0


def _keys(index: int, parts: tuple[Part, ...]) -> Iterator[Key]:
    """Where each part of a finished item stands, as the events name it."""
    seen: dict[str, int] = {}
    for part in parts:
        name = "content" if isinstance(part, Text) else ""
        if isinstance(part, Thinking) and part.wire is not None:
            name = part.wire.form.partition(" ")[0]
        elif not isinstance(part, ToolCall) and name == "" and (part.wire is None or part.wire.form != "item"):
            name = "content"
        number = seen.get(name, 0)
        seen[name] = number + 1
        yield index, name, number


def _thought(key: Key, identity: str) -> Thinking:
    """A thinking part at its beginning; only the first of an item bears the item's id."""
    return Thinking(id=identity if key[2] == 0 and key[1] == "summary" else "", wire=Wire(NAME, key[1]))


def _status(fields: Fields) -> int:
    status: Mapping[str, Any] = fields.left
    found = status.get("status", status.get("status_code"))
    return found if isinstance(found, int) and not isinstance(found, bool) else 0
