"""Answers → events of a stream, in the API's order, numbered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brimful import jsontext
from brimful.providers import sse
from brimful.providers.answer import Answer
from brimful.providers.failure import Failure
from brimful.providers.openai_responses.answers import write_answer
from brimful.providers.openai_responses.errors import write_error
from brimful.providers.problem import Report

_STATUSES = frozenset({"completed", "incomplete", "failed", "in_progress", "queued", "cancelled"})
_PARTS = {"output_text": ("output_text", "text"), "refusal": ("refusal", "refusal")}


def emit(answer: Answer, report: Report | None = None) -> Iterator[bytes]:
    """An answer as a stream. One that is not finished ends without a last event, as a cut stream does."""
    return _numbered(_events(write_answer(answer, report)))


def emit_failure(failure: Failure, *, id: str = "", model: str = "") -> Iterator[bytes]:
    """A failure as a stream that fails: the form in which clients want to hear that a window was too small."""
    response = write_answer(Answer(id=id, model=model, finish="error"))
    response["error"] = write_error(failure)
    return _numbered(_events(response))


def _numbered(events: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    for number, value in enumerate(events):
        kind: str = value["type"]
        yield sse.encode(jsontext.encode({**value, "sequence_number": number}), event=kind)


def _events(response: dict[str, Any]) -> Iterator[dict[str, Any]]:
    blank: dict[str, Any] = {
        "status": "in_progress",
        "output": [],
        "usage": None,
        "error": None,
        "incomplete_details": None,
    }
    start = {name: blank.get(name, value) for name, value in response.items()} | {"status": "in_progress"}
    yield {"type": "response.created", "response": start}
    yield {"type": "response.in_progress", "response": start}
    for index, item in enumerate(response.get("output") or ()):
        yield {"type": "response.output_item.added", "output_index": index, "item": _beginning(item)}
        for event in _inside(item):
            place = {"item_id": item["id"]} if isinstance(item.get("id"), str) else {"item_id": ""}
            yield {"type": event.pop("type"), **place, "output_index": index, **event}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    status = response.get("status")
    if status not in ("in_progress", "queued"):
        word = status if isinstance(status, str) and status in _STATUSES else "completed"
        yield {"type": f"response.{word}", "response": response}


def _beginning(item: dict[str, Any]) -> dict[str, Any]:
    """The item as it is announced: nothing said yet."""
    begun = {**item, "status": "in_progress"} if "status" in item else dict(item)
    empty: dict[str, dict[str, Any]] = {
        "message": {"content": []},
        "reasoning": {"summary": [], "content": [], "encrypted_content": None},
        "function_call": {"arguments": ""},
        "custom_tool_call": {"input": ""},
    }
    blank = empty.get(item.get("type", "message"), {})
    return begun | {name: value for name, value in blank.items() if name in begun}


def _inside(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    match item.get("type", "message"):
        case "message" if isinstance(item.get("content"), list):
            for index, part in enumerate(item["content"]):
                yield from _content_part(part, index)
        case "reasoning":
            for index, part in enumerate(item.get("summary") or ()):
                yield from _summary_part(part, index)
            for index, part in enumerate(item.get("content") or ()):
                yield from _thought(part, index)
        case "function_call":
            yield {"type": "response.function_call_arguments.delta", "delta": item["arguments"]}
            done = {"arguments": item["arguments"], "name": item["name"]}
            yield {"type": "response.function_call_arguments.done", **done}
        case "custom_tool_call":
            yield {"type": "response.custom_tool_call_input.delta", "delta": item["input"]}
            yield {"type": "response.custom_tool_call_input.done", "input": item["input"]}


def _content_part(part: dict[str, Any], index: int) -> Iterator[dict[str, Any]]:
    place = {"content_index": index}
    kind = part.get("type")
    known = _PARTS.get(kind) if isinstance(kind, str) else None
    if known is None:
        yield {"type": "response.content_part.added", **place, "part": part}
        yield {"type": "response.content_part.done", **place, "part": part}
        return
    area, member = known
    beginning = {**part, member: "", **({"annotations": []} if "annotations" in part else {})}
    logprobs = {"logprobs": part.get("logprobs") or []} if member == "text" else {}
    yield {"type": "response.content_part.added", **place, "part": beginning}
    yield {"type": f"response.{area}.delta", **place, "delta": part[member], **logprobs}
    yield {"type": f"response.{area}.done", **place, member: part[member], **logprobs}
    yield {"type": "response.content_part.done", **place, "part": part}


def _summary_part(part: dict[str, Any], index: int) -> Iterator[dict[str, Any]]:
    place = {"summary_index": index}
    yield {"type": "response.reasoning_summary_part.added", **place, "part": {**part, "text": ""}}
    yield {"type": "response.reasoning_summary_text.delta", **place, "delta": part["text"]}
    yield {"type": "response.reasoning_summary_text.done", **place, "text": part["text"]}
    yield {"type": "response.reasoning_summary_part.done", **place, "part": part}


def _thought(part: dict[str, Any], index: int) -> Iterator[dict[str, Any]]:
    place = {"content_index": index}
    yield {"type": "response.content_part.added", **place, "part": {**part, "text": ""}}
    yield {"type": "response.reasoning_text.delta", **place, "delta": part["text"]}
    yield {"type": "response.reasoning_text.done", **place, "text": part["text"]}
    yield {"type": "response.content_part.done", **place, "part": part}
