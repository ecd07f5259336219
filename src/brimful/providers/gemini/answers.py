"""Whole answers, both ways: `GenerateContentResponse` (MSG-2).

Everything but the contents of the candidates stays in `wire.extra` and is written again where the answer still
says the same. An answer from elsewhere becomes one candidate; its thinking goes as thoughts without a signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.jsontext import kind_of
from brimful.messages import Message, Thinking, Usage, Wire
from brimful.providers.answer import Answer, FinishReason
from brimful.providers.answer_losses import place_of_choice, report_ending, report_seal
from brimful.providers.fields import expect
from brimful.providers.gemini.parts import Names, write_part
from brimful.providers.gemini.read import read_message
from brimful.providers.gemini.spelling import NAME, extra_of, is_native, look, spelled
from brimful.providers.gemini.usage import read_usage, write_usage
from brimful.providers.gemini.write import write_message
from brimful.providers.problem import UNHEARD, Report

_FILTERED = {
    *("SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "IMAGE_SAFETY"),
    *("IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "ESCALATION"),
}
_FAILED = {
    *("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE"),
    *("MALFORMED_RESPONSE", "NO_IMAGE", "IMAGE_OTHER"),
}
_WORDS: dict[FinishReason, str] = {
    "stop": "STOP",
    "tool_calls": "STOP",
    "length": "MAX_TOKENS",
    "content_filter": "SAFETY",
    "refusal": "SAFETY",
    "pause": "CONTINUATION",
    "error": "OTHER",
    "other": "OTHER",
}


def read_answer(data: bytes) -> Answer:
    """A whole answer."""
    return answer_of(jsontext.decode_object(data))


def answer_of(value: dict[str, Any]) -> Answer:
    """An answer from its JSON."""
    extra = dict(value)
    candidates = value.get("candidates")
    choices: list[tuple[Message, ...]] = []
    if candidates is not None:
        left = extra["candidates"] = []
        for index, candidate in enumerate(expect(candidates, list, "candidates")):
            rest = dict(expect(candidate, dict, f"candidates[{index}]"))
            content = rest.pop("content") if rest.get("content") is not None else None
            at = f"candidates[{index}].content"
            choices.append(() if content is None else (read_message(content, at),))
            left.append(rest)
    usage = look(value, "usageMetadata")
    return Answer(
        messages=choices[0] if choices else (),
        id=_string(value, "responseId"),
        model=_string(value, "modelVersion"),
        finish=_finish_of(extra, choices),
        usage=None if usage is None else read_usage(usage),
        alternatives=tuple(choices[1:]),
        wire=Wire(NAME, extra=extra),
    )


def finish_reason(word: str, *, called: bool) -> FinishReason:
    """The meaning of a finish reason; Gemini says STOP when it calls functions."""
    if word == "STOP":
        return "tool_calls" if called else "stop"
    if word == "MAX_TOKENS":
        return "length"
    if word in _FILTERED:
        return "content_filter"
    if word in _FAILED:
        return "error"
    return "pause" if word == "CONTINUATION" else "other"


def blocked_by(value: dict[str, Any]) -> str:
    """Why the prompt was refused, "" when it was not."""
    feedback = look(value, "promptFeedback")
    reason = look(feedback, "blockReason") if isinstance(feedback, dict) else None
    return reason if isinstance(reason, str) else ""


def _string(value: dict[str, Any], name: str) -> str:
    found = look(value, name)
    return "" if found is None else expect(found, str, spelled(value, name))


def _finish_of(extra: dict[str, Any], choices: Sequence[tuple[Message, ...]]) -> FinishReason | None:
    candidates = extra.get("candidates")
    if candidates:
        word = look(candidates[0], "finishReason")
        if word is None:
            return None
        called = bool(choices) and any(message.tool_calls for message in choices[0])
        return finish_reason(expect(word, str, "candidates[0].finishReason"), called=called)
    return "content_filter" if blocked_by(extra) else None


# --- writing --------------------------------------------------------------------------------------------------


def write_answer(answer: Answer, report: Report | None = None) -> dict[str, Any]:
    """The answer as Gemini would send it."""
    told = report or UNHEARD
    out = extra_of(answer.wire)
    choices = [answer.messages, *answer.alternatives]
    left = out.get("candidates")
    if left is not None or any(choices) or not is_native(answer.wire):
        known: list[dict[str, Any]] = list(left or [])
        count = len(known) if known or is_native(answer.wire) else 1
        every = range(max(count, len(choices) if any(choices) else 0))
        out["candidates"] = [_candidate(answer, index, choices, known, told) for index in every]
    if answer.id != _string(out, "responseId"):
        out[spelled(out, "responseId")] = answer.id
    if answer.model != _string(out, "modelVersion"):
        out[spelled(out, "modelVersion")] = answer.model
    if answer.usage is not None and answer.usage != _said_usage(out):
        out[spelled(out, "usageMetadata")] = write_usage(answer.usage)
    if report is not None:
        report_ending(answer, _finish_of(out, [answer.messages]), _said_usage(out), report)
    return out


def _said_usage(out: dict[str, Any]) -> Usage | None:
    value = look(out, "usageMetadata")
    return None if value is None else read_usage(value)


def _candidate(
    answer: Answer,
    index: int,
    choices: Sequence[tuple[Message, ...]],
    known: Sequence[dict[str, Any]],
    report: Report,
) -> dict[str, Any]:
    messages = choices[index] if index < len(choices) else ()
    native = index < len(known)
    out = dict(known[index]) if native else {}
    content = _content(messages, report, place_of_choice(index))
    if content is not None:
        out["content"] = content
    if not native:
        out["index"] = index
    if index == 0 or not native:
        called = any(message.tool_calls for message in messages)
        word = look(out, "finishReason")
        said = finish_reason(word, called=called) if isinstance(word, str) else None
        if answer.finish is not None and said != answer.finish:
            out[spelled(out, "finishReason")] = _WORDS[answer.finish]
    return out


def _content(messages: tuple[Message, ...], report: Report, at: str) -> dict[str, Any] | None:
    """The content of a candidate: as it came, or all that was said in one."""
    if len(messages) == 1 and is_native(messages[0].wire):
        found = write_message(messages[0], report, f"{at}[0]")
        return found[0] if found else None
    parts = [entry for index, message in enumerate(messages) for entry in _parts(message, report, f"{at}[{index}]")]
    return {"parts": parts, "role": "model"} if messages else None


def _parts(message: Message, report: Report, at: str) -> list[dict[str, Any]]:
    _report_extra(message.wire, report, at)
    if message.name:
        report.lost(join(at, "name"), f"name {message.name!r}", "Gemini knows no speakers")
    entries: list[dict[str, Any]] = []
    for index, part in enumerate(message.parts):
        place = f"{at}.parts[{index}]"
        _report_extra(part.wire, report, place)
        if isinstance(part, Thinking) and not is_native(part.wire):
            report_seal(part, report, place)
            entries += [{"text": part.text, "thought": True}] if part.text else []
        else:
            entries += write_part(part, Names(), report, place)
    return entries


def _report_extra(wire: Wire | None, report: Report, at: str) -> None:
    """Say which fields of another dialect stay behind."""
    if wire is None or is_native(wire):
        return
    for name, value in wire.extra.items():
        if value is not None:
            report.lost(at, name, f"a field of {wire.dialect} that Gemini does not have")


def expect_object(value: Any) -> dict[str, Any]:
    """An event of a stream must be an object."""
    if isinstance(value, dict):
        return value
    raise InvalidBody(f"expected an object, got {kind_of(value)}", hint="is this a Gemini stream?")
