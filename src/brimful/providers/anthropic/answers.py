"""Whole answers of the Messages API, both ways.

`Answer.wire` keeps the envelope as it came; what the model holds is written from the model, in the envelope's own
words where they still mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brimful import jsontext
from brimful.messages import Message, Thinking, ToolCall, Usage, Wire
from brimful.providers.answer import Answer, FinishReason
from brimful.providers.answer_losses import report_ending, report_further_choices, report_seal
from brimful.providers.anthropic.blocks import Placed, is_own, placed, report_foreign, write_blocks
from brimful.providers.anthropic.names import NAME, as_tool_name
from brimful.providers.anthropic.read import read_message
from brimful.providers.anthropic.usage import read_usage, write_usage
from brimful.providers.fields import Fields, extra_of, form_of
from brimful.providers.problem import UNHEARD, Report

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


def write_answer(answer: Answer, report: Report | None = None) -> dict[str, Any]:
    """An answer as this provider would send it. Its messages become one; further choices have no place."""
    written = answer_envelope(answer, report)
    blocks = answer_blocks(answer, report)
    if blocks or "content" in form_of(answer.wire, NAME).split() or not is_own(answer.wire):
        written["content"] = blocks
    return written


def answer_envelope(answer: Answer, report: Report | None = None) -> dict[str, Any]:
    """Everything of an answer but its content."""
    written = _envelope(answer)
    if report is not None:
        word, usage = written.get("stop_reason"), written.get("usage")
        finish = finish_of(word) if isinstance(word, str) else None
        report_further_choices(answer, report)
        report_ending(answer, finish, None if usage is None else read_usage(usage), report)
    return written


def answer_blocks(answer: Answer, report: Report | None = None) -> list[dict[str, Any]]:
    """The content of an answer. Thinking that another provider signed is shown without its signature."""
    told = report or UNHEARD
    return write_blocks(
        [
            item
            for index, message in enumerate(answer.messages)
            for item in _items(message, told, f"messages[{index}]")
        ],
        told,
    )


def _envelope(answer: Answer) -> dict[str, Any]:
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


def _items(message: Message, report: Report, at: str) -> Iterator[Placed]:
    """The parts of a message as they are to be written."""
    report_foreign(message.wire, report, at)
    if message.name:
        report.lost(at, f"the name {message.name!r} of the speaker", "the API has no such field")
    for item in placed(message.parts, f"{at}.parts"):
        part = item.part
        if isinstance(part, ToolCall) and not is_own(part.wire) and as_tool_name(part.name) != part.name:
            report.lost(item.at, f"the tool name {part.name!r}", f"written as {as_tool_name(part.name)!r}")
        yield _shown(part, item, report) if isinstance(part, Thinking) and not is_own(part.wire) else item


def _shown(part: Thinking, item: Placed, report: Report) -> Placed:
    """Thinking of another provider as it can be shown; what has no words to show is left to be reported."""
    if part.redacted or not part.text:
        return item
    report_foreign(part.wire, report, item.at)
    report_seal(part, report, item.at)
    return Placed(Thinking(part.text, wire=Wire(NAME, extra={"signature": ""})), item.at, item.marks)
