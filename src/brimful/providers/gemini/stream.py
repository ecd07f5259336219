"""Streams: `GenerateContentResponse` chunks → deltas, and answers → chunks (MSG-2).

Text and thoughts come in pieces; a new part begins when the kind changes. A piece that carries more than words (a
thought signature, say) is a part of its own and is never merged with another: the documentation asks to send it
back just so. Everything else comes whole. There is no event that ends a stream: it is complete when a finish
reason, or the reason why the prompt was blocked, has come.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from brimful import jsontext
from brimful.messages import Part, Text, Thinking, ToolCall, Wire
from brimful.providers import sse
from brimful.providers.answer import (
    Answer,
    ArgumentsDelta,
    Begin,
    Delta,
    Failed,
    Finish,
    Other,
    PartBegin,
    PartEnd,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
)
from brimful.providers.fields import expect
from brimful.providers.gemini.answers import blocked_by, expect_object, finish_reason, write_answer
from brimful.providers.gemini.errors import failure_in
from brimful.providers.gemini.read import Counters, read_part
from brimful.providers.gemini.spelling import NAME, look, spelled
from brimful.providers.gemini.usage import read_usage
from brimful.providers.problem import Report

# No line ends by the rules of event streams, but the official Python SDK ends a line at them (`str.splitlines`).
_LINE_MARKS = ("\x85", "\u2028", "\u2029")
_PLAIN_THOUGHT = Wire(NAME)


class _Choice:
    """One candidate as it grows."""

    def __init__(self) -> None:
        self.counters = Counters()
        self.called = False
        self.open: tuple[type, int] | None = None  # the part that takes more words: its kind and index


class Reader:
    """Turns the events of one stream into deltas."""

    def __init__(self) -> None:
        self._begin = Begin("", "")
        self._choices: dict[int, _Choice] = {}
        self._parts = 0
        self._complete = False

    @property
    def complete(self) -> bool:
        """Whether a finish reason, or the reason of a block, was seen."""
        return self._complete

    def read(self, event: sse.Event) -> list[Delta]:
        """Say what an event means."""
        if not event.data.strip():
            return [Other("empty")]
        value = jsontext.decode(event.data)
        entries = value if isinstance(value, list) else [value]
        return [delta for entry in entries for delta in self._chunk(expect_object(entry))]

    def _chunk(self, value: dict[str, Any]) -> list[Delta]:
        if value.get("error") is not None:
            return [Failed(failure_in(value))]
        deltas: list[Delta] = [*self._named(value)]
        candidates = value.get("candidates")
        for position, candidate in enumerate(expect(candidates, list, "candidates") if candidates else ()):
            deltas += self._candidate(expect(candidate, dict, f"candidates[{position}]"), position)
        usage = look(value, "usageMetadata")
        if usage is not None:
            deltas.append(UsageDelta(read_usage(usage)))
        reason = blocked_by(value)
        if reason:
            self._complete = True
            deltas.append(Finish("content_filter", reason))
        return deltas or [Other(next(iter(value), "empty"))]

    def _named(self, value: dict[str, Any]) -> list[Delta]:
        """The name of the answer, when this chunk says more of it than was known."""
        names = [look(value, name) for name in ("responseId", "modelVersion")]
        answer_id, model = (name if isinstance(name, str) else "" for name in names)
        now = Begin(answer_id or self._begin.id, model or self._begin.model)
        if now == self._begin:
            return []
        self._begin = now
        return [now]

    def _candidate(self, candidate: dict[str, Any], position: int) -> list[Delta]:
        index = candidate.get("index")
        number = index if isinstance(index, int) and not isinstance(index, bool) else position
        choice = self._choices.setdefault(number, _Choice())
        deltas: list[Delta] = []
        at = f"candidates[{position}].content.parts"
        for place, part in enumerate(_parts_of(candidate, position)):
            deltas += self._part(read_part(part, f"{at}[{place}]", choice.counters), choice, number)
        word = look(candidate, "finishReason")
        if word is not None:
            name = expect(word, str, f"candidates[{position}].{spelled(candidate, 'finishReason')}")
            self._complete = True
            deltas += _end(choice)
            deltas.append(Finish(finish_reason(name, called=choice.called), name, number))
        return deltas

    def _part(self, part: Part, choice: _Choice, number: int) -> list[Delta]:
        if isinstance(part, (Text, Thinking)) and _is_plain(part):
            return self._words(part, choice, number)
        deltas = [*_end(choice)]
        index = self._next()
        empty, growth = _announced(part, index)
        choice.called = choice.called or isinstance(part, ToolCall)
        return [*deltas, PartBegin(index, empty, choice=number), *growth, PartEnd(index)]

    def _words(self, part: Text | Thinking, choice: _Choice, number: int) -> list[Delta]:
        """More words: of the part that is open, or of a new one."""
        if not part.text:
            return []
        deltas: list[Delta] = []
        if choice.open is None or choice.open[0] is not type(part):
            deltas += _end(choice)
            choice.open = (type(part), self._next())
            begun: Part = Text("") if isinstance(part, Text) else Thinking(wire=_PLAIN_THOUGHT)
            deltas.append(PartBegin(choice.open[1], begun, choice=number))
        index = choice.open[1]
        deltas.append(TextDelta(index, part.text) if isinstance(part, Text) else ThinkingDelta(index, part.text))
        return deltas

    def _next(self) -> int:
        self._parts += 1
        return self._parts - 1


def _parts_of(candidate: dict[str, Any], position: int) -> list[Any]:
    content = candidate.get("content")
    if content is None:
        return []
    at = f"candidates[{position}].content"
    parts = expect(content, dict, at).get("parts")
    if isinstance(parts, dict):
        return [parts]
    return [] if parts is None else expect(parts, list, f"{at}.parts")


def _is_plain(part: Text | Thinking) -> bool:
    """Words and nothing else."""
    if isinstance(part, Thinking) and part.signature:
        return False
    return part.wire is None or not part.wire.extra or part.wire.extra == {"text": ""}


def _end(choice: _Choice) -> list[Delta]:
    """Close the part that is open."""
    if choice.open is None:
        return []
    index = choice.open[1]
    choice.open = None
    return [PartEnd(index)]


def _announced(part: Part, index: int) -> tuple[Part, list[Delta]]:
    """A whole part as its announcement and what it grows by."""
    if isinstance(part, Text) and part.text:
        return replace(part, text=""), [TextDelta(index, part.text)]
    if isinstance(part, Thinking):
        return replace(part, text="", signature=""), [ThinkingDelta(index, part.text, part.signature)]
    if isinstance(part, ToolCall):
        return replace(part, arguments=""), [ArgumentsDelta(index, part.arguments)]
    return part, []


# --- writing --------------------------------------------------------------------------------------------------


def emit(answer: Answer, report: Report | None = None) -> Iterator[bytes]:
    """The answer as the events of a stream (`alt=sse`): a chunk for each part, the last ones with all the rest."""
    return _events(write_answer(answer, report))


def _events(whole: dict[str, Any]) -> Iterator[bytes]:
    names = ("responseId", "modelVersion", "response_id", "model_version")
    head: dict[str, Any] = {name: whole[name] for name in names if name in whole}
    candidates = whole.get("candidates") or []
    last: list[dict[str, Any]] = []
    for position, candidate in enumerate(candidates):
        content = candidate.get("content")
        parts = content.get("parts") if isinstance(content, dict) else None
        index = {"index": candidate.get("index", position)}
        if not isinstance(parts, list):
            last.append({**candidate, **index})
            continue
        for part in parts[:-1]:
            yield _event({"candidates": [{"content": {**content, "parts": [part]}, **index}], **head})
        last.append({**candidate, "content": {**content, "parts": parts[-1:]}, **index})
    yield _event({**whole, "candidates": last} if candidates else whole)


def _event(value: dict[str, Any]) -> bytes:
    data = jsontext.encode(value)
    for mark in _LINE_MARKS:
        data = data.replace(mark.encode(), f"\\u{ord(mark):04x}".encode())
    return sse.encode(data)
