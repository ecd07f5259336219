"""Whole answers of the Messages API, both ways.

`Answer.wire` keeps the envelope as it came; what the model holds is written from the model, in the envelope's own
words where they still mean the same.
"""

from __future__ import annotations

from typing import Any

from brimful import jsontext
from brimful.messages import Message, Part, Thinking, Usage, Wire
from brimful.providers.answer import Answer, FinishReason
from brimful.providers.anthropic.blocks import is_own, placed, write_blocks
from brimful.providers.anthropic.names import NAME
from brimful.providers.anthropic.read import read_message
from brimful.providers.anthropic.usage import read_usage, write_usage
from brimful.providers.fields import Fields, extra_of, form_of
from brimful.providers.problem import Report

_REASONS: dict[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_calls",
    "refusal": "refusal",
    "pause_turn": "pause",
    "compaction": "pause",
}
_WORDS: dict[FinishReason, str] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
    "refusal": "refusal",
    "pause": "pause_turn",
    "error": "end_turn",
    "other": "end_turn",
}


def finish_of(word: str) -> FinishReason:
    """What a stop reason means. One we do not know is `other`."""
    return _REASONS.get(word, "other")


def read_answer(data: bytes) -> Answer:
    """A whole answer that was not streamed."""
    fields = Fields(jsontext.decode_object(data), "")
    given = " ".join(name for name in ("id", "model", "content") if fields.left.get(name) is not None)
    content = fields.take("content", list, [])
    parts = read_message({"role": "assistant", "content": content}, "").parts
    word = fields.left.get("stop_reason")
    usage = fields.left.get("usage")
    return Answer(
        messages=(Message("assistant", parts),) if parts else (),
        id=fields.take("id", str, ""),
        model=fields.take("model", str, ""),
        finish=finish_of(word) if isinstance(word, str) else None,
        usage=None if usage is None else read_usage(usage),
        wire=fields.wire(NAME, given),
    )


def write_answer(answer: Answer) -> dict[str, Any]:
    """An answer as this provider would send it. Its messages become one; further choices have no place."""
    written = answer_envelope(answer)
    blocks = answer_blocks(answer)
    if blocks or "content" in form_of(answer.wire, NAME).split() or not is_own(answer.wire):
        written["content"] = blocks
    return written


def answer_envelope(answer: Answer) -> dict[str, Any]:
    """Everything of an answer but its content."""
    if not is_own(answer.wire):
        return {
            "id": answer.id or "msg",
            "type": "message",
            "role": "assistant",
            "model": answer.model,
            "stop_reason": _WORDS[answer.finish] if answer.finish else None,
            "stop_sequence": None,
            "usage": write_usage(answer.usage or Usage()),
        }
    written = extra_of(answer.wire, NAME)
    given = form_of(answer.wire, NAME).split()
    for name, value in (("id", answer.id), ("model", answer.model)):
        if value or name in given:
            written[name] = value
    word, usage = written.get("stop_reason"), written.get("usage")
    if answer.finish != (finish_of(word) if isinstance(word, str) else None):
        written["stop_reason"] = _WORDS[answer.finish] if answer.finish else None
    if answer.usage != (None if usage is None else read_usage(usage)):
        written["usage"] = write_usage(answer.usage or Usage())
    return written


def answer_blocks(answer: Answer) -> list[dict[str, Any]]:
    """The content of an answer. Thinking that another provider signed is shown without its signature."""
    parts = [_shown(part) for message in answer.messages for part in message.parts]
    return write_blocks(placed([part for part in parts if part is not None], "content"), Report())


def _shown(part: Part) -> Part | None:
    if not isinstance(part, Thinking) or is_own(part.wire):
        return part
    if part.redacted or not part.text:
        return None
    return Thinking(part.text, wire=Wire(NAME, extra={"signature": ""}))
