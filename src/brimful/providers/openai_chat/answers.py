"""Whole answers, both ways.

Each choice keeps what stood beside its message (index, logprobs, the word why it ended) in the answer's leftover, so
that an answer of this dialect comes out as it came in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.jsontext import decode_object
from brimful.messages import Message, Opaque, Part, Text, Thinking, ToolCall, Wire
from brimful.providers.answer import Answer, FinishReason
from brimful.providers.answer_losses import place_of_choice, report_ending, report_seal
from brimful.providers.fields import Fields, extra_of
from brimful.providers.openai_chat.foreign_parts import report_leftovers
from brimful.providers.openai_chat.read import read_answer_message
from brimful.providers.openai_chat.usage import read_usage, write_usage
from brimful.providers.openai_chat.wire import DIALECT, is_native, word
from brimful.providers.openai_chat.write import is_refusal, write_call, write_message
from brimful.providers.problem import UNHEARD, Report

_FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "content_filter": "content_filter",
    "function_call": "tool_calls",
    "error": "error",  # OpenRouter
    "eos": "stop",
    "end_turn": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_length": "length",  # Mistral
    "model_context_window_exceeded": "length",  # z.ai
    "insufficient_system_resource": "error",  # DeepSeek
    "network_error": "error",  # z.ai
    "abort": "error",  # SGLang, vLLM
    "sensitive": "content_filter",  # z.ai
}

# OpenAI has no words for some reasons; these come nearest.
_WORDS: dict[FinishReason, str] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "content_filter": "content_filter",
    "refusal": "content_filter",
    "pause": "stop",
    "error": "error",
    "other": "stop",
}


def read_answer(data: bytes) -> Answer:
    """A whole answer that was not streamed."""
    fields = Fields(decode_object(data), "")
    if fields.left.get("choices") is None:
        hint = "it is an error: use read_failure" if "error" in fields else ""
        raise InvalidBody("choices is missing", hint=hint)
    choices = fields.take("choices", list, [])
    said: list[tuple[Message, ...]] = []
    beside: list[dict[str, Any]] = []
    for index, choice in enumerate(choices):
        inner = Fields(choice, f"choices[{index}]")
        said.append((read_answer_message(inner.need("message", dict), inner.place("message")),))
        beside.append(inner.left)
    identifier, model = word(fields, "id"), word(fields, "model")
    usage = fields.left.get("usage")
    finish = beside[0].get("finish_reason") if beside else None
    return Answer(
        messages=said[0] if said else (),
        id=identifier,
        model=model,
        finish=finish_of(finish) if isinstance(finish, str) and finish else None,
        usage=read_usage(usage) if isinstance(usage, dict) else None,
        alternatives=tuple(said[1:]),
        wire=Wire(DIALECT, "", {**fields.left, "choices": beside}),
    )


def write_answer(answer: Answer, report: Report | None = None) -> dict[str, Any]:
    """An answer as OpenAI would send it."""
    told = report or UNHEARD
    native = is_native(answer.wire)
    out = extra_of(answer.wire, DIALECT)
    beside: list[dict[str, Any]] = out.pop("choices", [])
    said = [answer.messages, *answer.alternatives] if answer.messages or answer.alternatives or not native else []
    if answer.id:
        out["id"] = answer.id
    if answer.model:
        out["model"] = answer.model
    if not native:
        out = {"id": "", "object": "chat.completion", "created": 0, "model": "", **out}
    out["choices"] = [
        _choice(messages, index, beside[index] if index < len(beside) else None, answer, told)
        for index, messages in enumerate(said)
    ]
    _put_usage(answer, out)
    if report is not None:
        usage = out.get("usage")
        kept = read_usage(usage) if isinstance(usage, dict) else None
        report_ending(answer, _ended(out["choices"][0]) if out["choices"] else None, kept, report)
    return out


def finish_of(reason: str) -> FinishReason:
    """What a server's word for the end means."""
    return _FINISH.get(reason, "other")


def _choice(
    messages: Sequence[Message], index: int, beside: dict[str, Any] | None, answer: Answer, report: Report
) -> dict[str, Any]:
    native = len(messages) == 1 and is_native(messages[0].wire) and not messages[0].tool_results
    at = place_of_choice(index)
    message = write_message(messages[0], report, f"{at}[0]")[0] if native else _foreign_message(messages, report, at)
    if beside is None:
        alone = answer.finish if index == 0 else "tool_calls" if message.get("tool_calls") else "stop"
        word = _WORDS[alone] if alone is not None else None
        return {"index": index, "message": message, "logprobs": None, "finish_reason": word}
    is_changed = index == 0 and _ended(beside) != answer.finish
    changed = {"finish_reason": answer.finish and _WORDS[answer.finish]} if is_changed else {}
    return {**beside, **changed, "message": message}


def _ended(choice: dict[str, Any]) -> FinishReason | None:
    word = choice.get("finish_reason")
    return finish_of(word) if isinstance(word, str) and word else None


def _foreign_message(messages: Sequence[Message], report: Report, at: str) -> dict[str, Any]:
    """What another provider's model said, as one message. Its reasoning shows as text; its signature cannot."""
    text: list[str] = []
    refusal: list[str] = []
    thinking: list[str] = []
    calls: list[dict[str, Any]] = []
    for place, part in _placed_parts(messages, report, at):
        match part:
            case Text():
                report_leftovers(part.wire, report, place)
                (refusal if is_refusal(part) else text).append(part.text)
            case Thinking():
                report_leftovers(part.wire, report, place)
                report_seal(part, report, place)
                thinking.append(part.text)
            case ToolCall():
                calls.append(_call(part, len(calls), report, place))
            case _:
                what = part.kind if isinstance(part, Opaque) else type(part).__name__
                report.lost(place, what, "nothing in an answer of this format could hold it")
    out: dict[str, Any] = {"role": "assistant", "content": "".join(text) or None, "refusal": "".join(refusal) or None}
    if any(thinking):
        out["reasoning_content"] = "".join(thinking)
    return {**out, "tool_calls": calls} if calls else out


def _placed_parts(messages: Sequence[Message], report: Report, at: str) -> Iterator[tuple[str, Part]]:
    """The parts of all messages with their places; what only a message of its own can hold is reported."""
    for index, message in enumerate(messages):
        outer = f"{at}[{index}]"
        report_leftovers(message.wire, report, outer)
        if message.name:
            report.lost(join(outer, "name"), message.name, "the model has no name in an answer")
        for number, part in enumerate(message.parts):
            yield f"{outer}.parts[{number}]", part


def _call(part: ToolCall, index: int, report: Report, at: str) -> dict[str, Any]:
    entry = write_call(part, report, at, native=True)
    return {"id": part.id or f"call_{index}", **entry}


def _put_usage(answer: Answer, out: dict[str, Any]) -> None:
    before = out.get("usage")
    if answer.usage is None:
        if before is not None:
            del out["usage"]
    elif not isinstance(before, dict) or read_usage(before) != answer.usage:
        out["usage"] = write_usage(answer.usage)
