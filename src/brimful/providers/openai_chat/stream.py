"""From the chunks of a stream to deltas.

The reader takes what servers of this format really send: usage in a chunk of its own, beside the last choice or in
it; tool calls without an index, or several under index 0 told apart by id, or whole in one chunk; content as
parts; whole messages where deltas belong; no role; no `[DONE]`.

Within a choice there is one text, one refusal, one reasoning text and the blocks and calls the server tells apart.
A part begins with its first piece and ends with the choice.
"""

from __future__ import annotations

import json
from typing import Any

from brimful.jsontext import decode_object
from brimful.messages import Opaque, Part, Text, Thinking, ToolCall, Wire
from brimful.providers.answer import (
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
from brimful.providers.openai_chat.answers import finish_of
from brimful.providers.openai_chat.errors import read_error
from brimful.providers.openai_chat.thinking import BLOCK_FIELDS, SIGNATURE_OF, TEXT_FIELDS, read_block
from brimful.providers.openai_chat.usage import read_usage
from brimful.providers.openai_chat.wire import DIALECT, wire_of
from brimful.providers.sse import Event

DONE = b"[DONE]"


class Reader:
    """Reads one stream."""

    def __init__(self) -> None:
        self._choices: dict[int, _Choice] = {}
        self._parts = 0
        self._named = False
        self._done = False
        self._failed = False

    @property
    def complete(self) -> bool:
        """Whether the end has come: `[DONE]`, or the last word of every choice from servers that send none."""
        ended = bool(self._choices) and all(choice.ended for choice in self._choices.values())
        return not self._failed and (self._done or ended)

    def read(self, event: Event) -> list[Delta]:
        """Say what an event means."""
        data = event.data.strip()
        if not data:
            return [Other(event.event or "comment")]
        if data.startswith(DONE):
            self._done = True
            return [delta for choice in self._choices.values() for delta in choice.close()] or [Other("done")]
        chunk = decode_object(data)
        deltas = self._failure(chunk, event)
        deltas += self._name(chunk)
        choices = chunk.get("choices")
        for position, choice in enumerate(expect(choices, list, "choices") if choices is not None else ()):
            deltas += self._choice(expect(choice, dict, f"choices[{position}]"))
        deltas += _usage(chunk)
        return deltas or [Other(str(chunk.get("object") or event.event))]

    def next_index(self) -> int:
        """A number for the next part."""
        self._parts += 1
        return self._parts - 1

    def _failure(self, chunk: dict[str, Any], event: Event) -> list[Delta]:
        """An error in the stream: OpenAI and most under `error`; vLLM as an object of its own."""
        if not (chunk.get("error") or chunk.get("object") == "error" or event.event == "error"):
            return []
        self._failed = True
        return [Failed(read_error(chunk))]

    def _name(self, chunk: dict[str, Any]) -> list[Delta]:
        given, model = chunk.get("id"), chunk.get("model")
        named = (given if isinstance(given, str) else "", model if isinstance(model, str) else "")
        if self._named or not any(named):
            return []
        self._named = True
        return [Begin(*named)]

    def _choice(self, choice: dict[str, Any]) -> list[Delta]:
        number = choice.get("index") if isinstance(choice.get("index"), int) else 0
        state = self._choices.setdefault(number or 0, _Choice(number or 0, self))
        return state.read(choice)


class _Choice:
    """The parts of one choice as they grow."""

    def __init__(self, number: int, reader: Reader) -> None:
        self.number = number
        self.ended = False
        self._reader = reader
        self._open: dict[Any, int] = {}  # what a part is → its index; in the order they began
        self._calls: list[_Call] = []
        self._audio: dict[str, Any] = {}
        self._signed = 0

    def read(self, choice: dict[str, Any]) -> list[Delta]:
        """One entry of a chunk's choices."""
        delta = choice.get("delta")
        if delta is None:
            delta = choice.get("message") or {}
        at = f"choices[{self.number}].delta"
        expect(delta, dict, at)
        deltas = self._thinking(delta)
        deltas += self._content(delta.get("content"), at)
        deltas += self._text("refusal", delta.get("refusal"), f"{at}.refusal")
        deltas += self._take_audio(delta.get("audio"))
        deltas += self._tool_calls(delta, at)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self.ended = True
            deltas += [*self.close(), Finish(finish_of(reason), reason, self.number)]
        return deltas + _usage(choice)

    def close(self) -> list[Delta]:
        """End what is open."""
        deltas: list[Delta] = []
        for call in self._calls:
            deltas += call.begin(self)
        deltas += [PartEnd(index) for index in self._open.values()]
        self._open.clear()
        self._calls.clear()
        return deltas

    def begin(self, key: Any, part: Part) -> tuple[int, list[Delta]]:
        """The index of a part, and its beginning if it is new."""
        if key in self._open:
            return self._open[key], []
        index = self._open[key] = self._reader.next_index()
        return index, [PartBegin(index, part, choice=self.number)]

    def _text(self, key: str, text: Any, at: str) -> list[Delta]:
        if text is None or expect(text, str, at) == "":
            return []
        index, deltas = self.begin(key, Text("", wire_of([key] if key == "refusal" else [], {})))
        return [*deltas, TextDelta(index, text)]

    def _content(self, content: Any, at: str) -> list[Delta]:
        """Content as text, or as parts (Mistral)."""
        if not isinstance(content, list):
            return self._text("content", content, f"{at}.content")
        deltas: list[Delta] = []
        for part in content:
            match part:
                case {"type": "text", "text": str(text)}:
                    deltas += self._text("content", text, at)
                case {"type": "thinking", "thinking": [{"type": "text", "text": str(text)}]}:
                    index, begun = self.begin("thinking", Thinking(wire=Wire(DIALECT, "thinking")))
                    deltas += [*begun, ThinkingDelta(index, text)]
                case _:
                    kind = part.get("type") if isinstance(part, dict) else ""
                    index, begun = self.begin(object(), Opaque(str(kind), part, wire=Wire(DIALECT)))
                    deltas += begun
        return deltas

    def _thinking(self, delta: dict[str, Any]) -> list[Delta]:
        """Reasoning: blocks where there are any, else the first field that has text."""
        deltas: list[Delta] = []
        for field in BLOCK_FIELDS:
            blocks = delta.get(field)
            for block in blocks if isinstance(blocks, list) else ():
                deltas += self._block(field, block)
        if deltas:
            return deltas
        for field in TEXT_FIELDS:
            text, signature = delta.get(field), delta.get(SIGNATURE_OF.get(field, ""))
            if (isinstance(text, str) and text) or (isinstance(signature, str) and signature):
                index, begun = self.begin(field, Thinking(redacted=not text, wire=Wire(DIALECT, field)))
                return [*begun, ThinkingDelta(index, text or "", signature or "")]
        return []

    def _block(self, field: str, block: Any) -> list[Delta]:
        part = read_block(field, block)
        if not isinstance(part, Thinking):
            return self.begin(object(), part)[1]
        # Without a number, a block ends with its signature, and encrypted ones come whole.
        number = block.get("index")
        run = self._signed if number is None else 0
        index, begun = self.begin((field, number, block["type"], run), part)
        if part.signature and number is None:
            self._signed += 1
        return begun or [ThinkingDelta(index, part.text, part.signature)]

    def _take_audio(self, audio: Any) -> list[Delta]:
        """Sound: data and transcript grow, the rest is replaced."""
        if not isinstance(audio, dict):
            return []
        for name, value in audio.items():
            grows = name in ("data", "transcript") and isinstance(value, str)
            self._audio[name] = self._audio.get(name, "") + value if grows else value
        part = Opaque("audio", dict(self._audio), wire=Wire(DIALECT, "audio"))
        index, begun = self.begin("audio", part)
        return begun or [PartEnd(index, part)]

    def _tool_calls(self, delta: dict[str, Any], at: str) -> list[Delta]:
        deltas: list[Delta] = []
        entries = delta.get("tool_calls")
        for position, entry in enumerate(expect(entries, list, f"{at}.tool_calls") if entries is not None else ()):
            call = self._call_of(expect(entry, dict, f"{at}.tool_calls[{position}]"))
            deltas += call.take(entry, self)
        legacy = delta.get("function_call")
        if isinstance(legacy, dict):
            known = next((call for call in self._calls if call.legacy), None)
            if known is None:
                known = _Call(None, legacy=True)
                self._calls.append(known)
            deltas += known.take({"function": legacy}, self)
        return deltas

    def _call_of(self, entry: dict[str, Any]) -> _Call:
        """Which call a piece belongs to: by index, unless its id is another call's; else by id; else the last."""
        index, call_id = entry.get("index"), _string(entry.get("id"))
        known = [call for call in self._calls if not call.legacy and (index is None or call.index == index)]
        if call_id and index is None:
            known = [call for call in known if call.id == call_id]
        last = known[-1] if known else None
        if last is not None and (not call_id or not last.id or last.id == call_id):
            return last
        self._calls.append(_Call(index))
        return self._calls[-1]


class _Call:
    """One tool call; it begins when its name is known."""

    def __init__(self, index: Any, *, legacy: bool = False) -> None:
        self.index = index
        self.id = ""
        self.legacy = legacy
        self._custom = False
        self._name = ""
        self._held: list[str] = []
        self._object = False
        self._begun: int | None = None

    def take(self, entry: dict[str, Any], choice: _Choice) -> list[Delta]:
        """One piece."""
        self.id = self.id or _string(entry.get("id"))
        self._custom = self._custom or entry.get("type") == "custom"
        given = entry.get("custom" if self._custom else "function")
        inner = given if isinstance(given, dict) else {}
        self._name = self._name or _string(inner.get("name"))
        text = inner.get("input" if self._custom else "arguments")
        if isinstance(text, dict):
            text, self._object = json.dumps(text, ensure_ascii=False, separators=(",", ":")), True
        if isinstance(text, str) and text:
            self._held.append(text)
        return self.begin(choice) + self._flush() if self._name else []

    def begin(self, choice: _Choice) -> list[Delta]:
        """Announce the call, unless that was done."""
        if self._begun is not None:
            return []
        words = [word for word, said in (("function_call", self.legacy), ("object", self._object)) if said]
        kind = "custom" if self._custom else "function"
        part = ToolCall("" if self.legacy else self.id, self._name, "", kind, wire=wire_of(words, {}))
        self._begun, begun = choice.begin(self, part)
        return begun + self._flush()

    def _flush(self) -> list[Delta]:
        assert self._begun is not None
        deltas: list[Delta] = [ArgumentsDelta(self._begun, text) for text in self._held]
        self._held.clear()
        return deltas


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _usage(chunk: dict[str, Any]) -> list[Delta]:
    """Usage: in the chunk (OpenAI), in the choice (Moonshot), or in Groq's own field."""
    groq = chunk.get("x_groq")
    usage = chunk.get("usage") or (groq.get("usage") if isinstance(groq, dict) else None)
    return [UsageDelta(read_usage(usage))] if isinstance(usage, dict) else []
