"""Whole answers, both ways. Each item of `output` is one message, as a client would send it back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.messages import Message, Opaque, Text, Thinking, ToolCall
from brimful.providers.answer import Answer, FinishReason
from brimful.providers.answer_losses import report_ending, report_further_choices, report_seal
from brimful.providers.fields import Fields, expect, extra_of
from brimful.providers.openai_responses.content import report_extra, take_text
from brimful.providers.openai_responses.ids import CallIds, ToolNames
from brimful.providers.openai_responses.items import ItemWriter
from brimful.providers.openai_responses.read import read_message
from brimful.providers.openai_responses.usage import read_usage, write_usage
from brimful.providers.openai_responses.words import CALL_OUTPUTS, NAME, is_native, words_of
from brimful.providers.problem import UNHEARD, Report

_REASONS: dict[str, FinishReason] = {"max_output_tokens": "length", "content_filter": "content_filter"}
# Calls that wait for the client, beside functions: the API asks it to act and to send an output.
_CLIENT_CALLS = frozenset({"computer_call", "local_shell_call", "shell_call", "apply_patch_call"})
_BAD = re.compile(r"[^A-Za-z0-9]")


def read_answer(data: bytes) -> Answer:
    """Read a whole response."""
    response = jsontext.decode_object(data)
    if "output" not in response and "id" not in response:
        raise InvalidBody("this is not a response", hint="an error body is read with read_failure")
    return answer_of(response, "")


def answer_of(response: dict[str, Any], at: str) -> Answer:
    """Read a decoded response object."""
    fields = Fields(response, at)
    place = fields.place("output")
    output = fields.take("output", list, [])
    messages = tuple(read_message(item, f"{place}[{index}]") for index, item in enumerate(output))
    # The usage object stays with the leftovers: it may hold more than we read.
    usage = fields.left.get("usage")
    return Answer(
        messages=messages,
        id=take_text(fields, "id"),
        model=take_text(fields, "model"),
        finish=finish_of(response, messages),
        usage=None if usage is None else read_usage(usage, fields.place("usage")),
        wire=fields.wire(NAME, "output" if isinstance(response.get("output"), list) else ""),
    )


def finish_of(response: Mapping[str, Any], messages: Sequence[Message]) -> FinishReason | None:
    """Why a response ended; None while it has not. A status that is missing counts as completed."""
    status = response.get("status")
    if status in (None, "completed"):
        return _finish_completed(messages)
    if status == "incomplete":
        details = response.get("incomplete_details")
        reason = details.get("reason") if isinstance(details, dict) else None
        return _REASONS.get(reason, "other") if isinstance(reason, str) else "other"
    if status == "failed":
        return "error"
    return None if status in ("in_progress", "queued") else "other"


def write_answer(answer: Answer, report: Report | None = None) -> dict[str, Any]:
    """Write an answer as a whole response. Further choices have no place in it."""
    native = is_native(answer.wire)
    response = extra_of(answer.wire, NAME) if native else _new_response(answer)
    for name, value in (("id", answer.id), ("model", answer.model)):
        if value:
            response[name] = value
    if answer.messages or not native or "output" in words_of(answer.wire):
        response["output"] = _output(answer, report or UNHEARD)
    _write_usage(response, answer)
    if native and answer.finish != finish_of(response, answer.messages):
        response |= _status(answer)
    if report is not None:
        said = response.get("usage")
        kept = None if said is None else read_usage(said)
        report_further_choices(answer, report)
        report_ending(answer, finish_of(response, answer.messages), kept, report)
    return response


# --- reading --------------------------------------------------------------------------------------------------


def _finish_completed(messages: Sequence[Message]) -> FinishReason:
    parts = [part for message in messages for part in message.parts]
    if any(isinstance(part, Text) and part.wire is not None and part.wire.form == "refusal" for part in parts):
        return "refusal"
    kinds = {part.kind for part in parts if isinstance(part, Opaque)}
    waiting = {kind for kind in kinds & _CLIENT_CALLS if CALL_OUTPUTS[kind] not in kinds}
    if waiting or "mcp_approval_request" in kinds or any(isinstance(part, ToolCall) for part in parts):
        return "tool_calls"
    return "stop"


# --- writing --------------------------------------------------------------------------------------------------


def _new_response(answer: Answer) -> dict[str, Any]:
    """The envelope of an answer that came from elsewhere: the members that the API always sends."""
    return {
        "id": "",
        "object": "response",
        "created_at": 0,
        **_status(answer),
        "instructions": None,
        "max_output_tokens": None,
        "metadata": {},
        "model": "",
        "parallel_tool_calls": True,
        "previous_response_id": None,
        "reasoning": {"effort": None, "summary": None},
        "store": False,
        "temperature": None,
        "text": {"format": {"type": "text"}},
        "tool_choice": "auto",
        "tools": [],
        "top_p": None,
        "truncation": "disabled",
        "usage": None,
    }


def _status(answer: Answer) -> dict[str, Any]:
    """Status, error and incomplete_details that say why the answer ended."""
    reason = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(answer.finish or "")
    error = {"code": "server_error", "message": "The model failed to answer."} if answer.finish == "error" else None
    status = "incomplete" if reason else "failed" if error else "completed"
    return {"status": status, "error": error, "incomplete_details": {"reason": reason} if reason else None}


def _write_usage(response: dict[str, Any], answer: Answer) -> None:
    said = response.get("usage")
    if answer.usage is None:
        if said is not None:
            response["usage"] = None
    elif said is None or read_usage(said) != answer.usage:
        response["usage"] = write_usage(answer.usage)


def _output(answer: Answer, report: Report) -> list[dict[str, Any]]:
    stem = _BAD.sub("", answer.id)[-40:]
    writer = ItemWriter(report, CallIds(answer.messages), ToolNames((), answer.messages))
    items: list[dict[str, Any]] = []
    for index, message in enumerate(answer.messages):
        at = f"messages[{index}]"
        if is_native(message.wire):
            items += writer.write(message, at)
            continue
        for item in _foreign_items(message, writer, report, at):
            items.append(_whole_item(item, f"{stem}{len(items)}"))
    return items


def _foreign_items(message: Message, writer: ItemWriter, report: Report, at: str) -> list[dict[str, Any]]:
    """Thinking of another provider is shown to the client as a summary; its signature stays behind."""
    writer.report_message(message, at)
    items: list[dict[str, Any]] = []
    for index, part in enumerate(message.parts):
        if isinstance(part, Thinking) and not is_native(part.wire):
            report_extra(part.wire, report, f"{at}.parts[{index}]")
            report_seal(part, report, f"{at}.parts[{index}]")
            if part.text:
                summary = [{"type": "summary_text", "text": part.text}]
                items.append({"type": "reasoning", "summary": summary})
        else:
            items += writer.write(Message("assistant", (part,)), at, index)
    return _joined(items)


def _joined(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Texts that follow each other are one message."""
    joined: list[dict[str, Any]] = []
    for item in items:
        if "role" not in item:
            joined.append(item)
            continue
        content = expect(_listed(item["content"]), list, "content")
        if joined and "role" in joined[-1]:
            joined[-1]["content"] += content
        else:
            joined.append({"type": "message", "role": "assistant", "content": content})
    return joined


def _listed(content: Any) -> Any:
    if isinstance(content, str):
        return [{"type": "output_text", "text": content, "annotations": []}]
    return list(content)


def _whole_item(item: dict[str, Any], stem: str) -> dict[str, Any]:
    """An item with the id and status that those of an answer have."""
    prefix = {"message": "msg", "reasoning": "rs", "function_call": "fc", "custom_tool_call": "ctc"}.get(item["type"])
    if prefix is None:
        return item
    status = {} if prefix in ("rs", "ctc") else {"status": "completed"}
    return {"id": f"{prefix}_{stem}", **status, **item}
