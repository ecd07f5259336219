"""Streams of the Messages API: events to deltas, and an answer to events.

A block is announced, grows by deltas and stops; several may grow at once, told apart by their index. The reader
gathers each block's JSON beside the deltas, so that a block that has stopped is read like one of a whole answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.messages import Part, Text, Thinking, ToolCall, Usage
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
from brimful.providers.anthropic.answers import answer_blocks, answer_envelope, finish_of
from brimful.providers.anthropic.errors import failure_of
from brimful.providers.anthropic.read import read_block
from brimful.providers.anthropic.usage import read_usage, write_usage
from brimful.providers.fields import Fields
from brimful.providers.problem import Report
from brimful.providers.sse import Event, encode

# How much text one event of ours carries.
_PIECE = 512
# What is only known when the answer is whole, beside the stop reason.
_ENDING = ("stop_details", "container")


class Reader:
    """Turns the events of one stream into deltas."""

    def __init__(self) -> None:
        self._blocks: dict[int, _Block] = {}
        self._begun = 0
        self._usage: dict[str, Any] = {}
        self._complete = False

    @property
    def complete(self) -> bool:
        """Whether `message_stop` has come."""
        return self._complete

    def read(self, event: Event) -> list[Delta]:
        """Say what an event means."""
        if not event.data.strip() or event.data.strip() == b"[DONE]":
            return [Other(event.event)]
        fields = Fields(jsontext.decode_object(event.data), "")
        kind = fields.take("type", str, event.event)
        match kind:
            case "message_start":
                return self._start(Fields(fields.need("message", dict), "message"))
            case "content_block_start":
                return self._begin(fields.need("index", int), fields.need("content_block", dict))
            case "content_block_delta":
                return self._grow(fields.need("index", int), Fields(fields.need("delta", dict), "delta"))
            case "content_block_stop":
                return self._end(fields.need("index", int))
            case "message_delta":
                return self._finish(fields)
            case "message_stop":
                self._complete = True
            case "error":
                return [Failed(failure_of({"type": "error", **fields.left}))]
        return [Other(kind)]

    def _start(self, message: Fields) -> list[Delta]:
        deltas: list[Delta] = [Begin(message.take("id", str, ""), message.take("model", str, ""))]
        deltas += self._used(message.any("usage"))
        for index, block in enumerate(message.take("content", list, [])):  # hosts that do not stream send it whole
            deltas += [*self._begin(index, block), *self._end(index)]
        return deltas

    def _used(self, usage: Any) -> list[Delta]:
        """Counts are running totals and may leave out what was said before."""
        if not isinstance(usage, dict) or not usage:
            return []
        self._usage = {**self._usage, **{name: value for name, value in usage.items() if value is not None}}
        return [UsageDelta(read_usage(self._usage))]

    def _begin(self, wire_index: int, json: dict[str, Any]) -> list[Delta]:
        part, _ = read_block(json, "content_block")
        if isinstance(part, ToolCall):
            part = replace(part, arguments="")  # the empty object stands for arguments to come
        block = _Block(self._begun, json, part)
        self._blocks[wire_index] = block
        self._begun += 1
        return [PartBegin(block.index, part)]

    def _grow(self, wire_index: int, delta: Fields) -> list[Delta]:
        kind = delta.need("type", str)
        block = self._blocks.get(wire_index)
        if block is None:
            return [Other(kind)]
        return [block.grow(kind, delta)]

    def _end(self, wire_index: int) -> list[Delta]:
        block = self._blocks.pop(wire_index, None)
        return [Other("content_block_stop")] if block is None else [PartEnd(block.index, block.whole())]

    def _finish(self, fields: Fields) -> list[Delta]:
        delta = Fields(fields.need("delta", dict), "delta")
        word = delta.take("stop_reason", str, "")
        finish: list[Delta] = [Finish(finish_of(word), word)] if word else []
        return [*finish, *self._used(fields.any("usage"))]


class _Block:
    """A block that grows: its JSON as announced, and what came since."""

    def __init__(self, index: int, json: dict[str, Any], part: Part) -> None:
        self.index = index
        self.part = part
        self._json = json
        self._pieces: dict[str, list[str]] = {}
        self._whole: dict[str, Any] = {}
        self._citations: list[Any] = []

    def grow(self, kind: str, delta: Fields) -> Delta:
        """Take in a delta."""
        match kind:
            case "text_delta":
                text = self._more("text", delta.need("text", str))
                return TextDelta(self.index, text) if isinstance(self.part, Text) else Other(kind)
            case "thinking_delta":
                text = self._more("thinking", delta.need("thinking", str))
                return ThinkingDelta(self.index, text) if isinstance(self.part, Thinking) else Other(kind)
            case "signature_delta":
                self._whole["signature"] = delta.need("signature", str)
                return ThinkingDelta(self.index, signature=self._whole["signature"])
            case "input_json_delta":
                text = self._more("input", delta.need("partial_json", str))
                return ArgumentsDelta(self.index, text) if isinstance(self.part, ToolCall) else Other(kind)
            case "citations_delta":
                self._citations.append(delta.any("citation"))
            case "compaction_delta":
                self._whole.update(delta.left)
        return Other(kind)

    def whole(self) -> Part:
        """The block as it stands at its end."""
        json = {**self._json, **self._whole}
        for name in ("text", "thinking"):
            if name in self._pieces:
                json[name] = str(json.get(name) or "") + "".join(self._pieces[name])
        if self._citations:
            json["citations"] = [*(json.get("citations") or ()), *self._citations]
        arguments = "".join(self._pieces.get("input", ()))
        if not arguments:
            return read_block(json, "content_block")[0]
        try:
            json["input"] = jsontext.decode(arguments)
        except BrimfulError:  # cut short by max_tokens; the text is all there is
            part, _ = read_block(json, "content_block")
            return replace(part, arguments=arguments) if isinstance(part, ToolCall) else part
        return read_block(json, "content_block")[0]

    def _more(self, name: str, text: str) -> str:
        self._pieces.setdefault(name, []).append(text)
        return text


def emit(answer: Answer, report: Report | None = None) -> Iterator[bytes]:
    """An answer as the events of a stream."""
    return _events(answer_envelope(answer, report), answer_blocks(answer, report))


def _events(envelope: dict[str, Any], blocks: list[dict[str, Any]]) -> Iterator[bytes]:
    usage = envelope.get("usage") or write_usage(Usage())
    ending: dict[str, Any] = {name: envelope.pop(name) for name in _ENDING if name in envelope}
    word, sequence = envelope.get("stop_reason"), envelope.get("stop_sequence")
    start_usage = {**usage, "output_tokens": min(1, usage.get("output_tokens") or 0)}
    start = {**envelope, "content": [], "stop_reason": None, "stop_sequence": None, "usage": start_usage}
    yield _event("message_start", message=start)
    for index, block in enumerate(blocks):
        yield from _emit_block(index, block)
    delta = {"stop_reason": word, "stop_sequence": sequence, **ending}
    yield _event("message_delta", delta=delta, usage=usage)
    yield _event("message_stop")


def _emit_block(index: int, block: dict[str, Any]) -> Iterator[bytes]:
    start, deltas = _taken_apart(block)
    yield _event("content_block_start", index=index, content_block=start)
    for delta in deltas:
        yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _taken_apart(block: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A block as it is announced, and the deltas that make it whole. Kinds we do not know are announced whole."""
    match block.get("type"):
        case "text":
            deltas = [{"type": "text_delta", "text": piece} for piece in _pieces(block["text"])]
            if not block.get("citations"):
                return {**block, "text": ""}, deltas
            cited = [{"type": "citations_delta", "citation": citation} for citation in block["citations"]]
            return {**block, "text": "", "citations": []}, [*deltas, *cited]
        case "thinking":
            deltas = [{"type": "thinking_delta", "thinking": piece} for piece in _pieces(block["thinking"])]
            if not block.get("signature"):
                return {**block, "thinking": ""}, deltas
            signed = {"type": "signature_delta", "signature": block["signature"]}
            return {**block, "thinking": "", "signature": ""}, [*deltas, signed]
        case "tool_use" if block.get("input"):
            text = jsontext.encode(block["input"]).decode()
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in _pieces(text)]
            return {**block, "input": {}}, deltas
        case _:
            return block, []


def _pieces(text: str) -> list[str]:
    return [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]


def _event(kind: str, **members: Any) -> bytes:
    return encode(jsontext.encode({"type": kind, **members}), event=kind)
