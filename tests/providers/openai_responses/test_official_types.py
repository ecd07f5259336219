"""What the official SDK's types call valid is read, checked without a complaint, and written back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openai.types.responses import Response, ResponseStreamEvent
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter

from brimful.providers import sse
from brimful.providers.answer import Answer
from brimful.providers.body import read_body
from brimful.providers.openai_responses import OPENAI_RESPONSES
from brimful.providers.problem import Report

pytestmark = pytest.mark.spec("MSG-2", "MSG-3")

EVERYTHING: ResponseCreateParamsNonStreaming = {
    "model": "gpt-5.6",
    "instructions": "Be brief.",
    "store": False,
    "include": ["reasoning.encrypted_content"],
    "reasoning": {"effort": "high", "summary": "auto"},
    "text": {
        "format": {
            "type": "json_schema",
            "name": "answer",
            "schema": {"type": "object", "properties": {"a": {"type": "string"}}},
            "strict": None,
        },
        "verbosity": "low",
    },
    "prompt_cache_key": "k",
    "prompt_cache_options": {"mode": "explicit", "ttl": "30m"},
    "context_management": [{"type": "compaction", "compact_threshold": 1000}],
    "max_output_tokens": 1000,
    "temperature": 1,
    "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "f"}]},
    "tools": [
        {
            "type": "function",
            "name": "f",
            "description": "d",
            "parameters": {
                "type": "object",
                "properties": {"a": {"type": "string"}},
                "required": ["a"],
                "additionalProperties": False,
            },
            "strict": True,
        },
        {
            "type": "custom",
            "name": "patch",
            "format": {"type": "grammar", "syntax": "lark", "definition": "start: /x/"},
        },
        {"type": "web_search"},
        {"type": "file_search", "vector_store_ids": ["vs_1"]},
        {"type": "mcp", "server_label": "m", "server_url": "https://example.org", "require_approval": "never"},
        {"type": "namespace", "name": "n", "description": "d", "tools": [{"type": "function", "name": "g"}]},
        {"type": "tool_search"},
        {"type": "code_interpreter", "container": {"type": "auto"}},
        {"type": "shell", "environment": {"type": "local"}},
        {"type": "apply_patch"},
    ],
    "input": [
        {"role": "developer", "content": "Rules."},
        {
            "type": "message",
            "role": "user",
            "content": [
                {
                    "type": "input_text",
                    "text": "Look.",
                    "prompt_cache_breakpoint": {"mode": "explicit", "ttl": "12h"},
                },
                {"type": "input_image", "image_url": "https://example.org/a.png", "detail": "original"},
                {"type": "input_image", "file_id": "file-1", "image_url": None, "detail": "auto"},
                {"type": "input_file", "file_data": "data:application/pdf;base64,JVBE", "filename": "a.pdf"},
                {"type": "input_file", "file_url": "https://example.org/a.pdf"},
            ],
        },
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [{"type": "summary_text", "text": "Hm."}],
            "content": [{"type": "reasoning_text", "text": "Hm!"}],
            "encrypted_content": "gAAA",
        },
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "phase": "commentary",
            "content": [
                {
                    "type": "output_text",
                    "text": "Seen.",
                    "annotations": [{"type": "file_path", "file_id": "file-1", "index": 0}],
                },
                {"type": "refusal", "refusal": "No."},
            ],
        },
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "f", "arguments": '{"a":"b"}'},
        {"type": "custom_tool_call", "id": "ctc_1", "call_id": "c2", "name": "patch", "input": "x"},
        {"type": "custom_tool_call_output", "call_id": "c2", "output": "done"},
        {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": "x"}]},
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "q"}},
        {
            "type": "computer_call",
            "id": "cu_1",
            "call_id": "c3",
            "status": "completed",
            "pending_safety_checks": [],
            "action": {"type": "screenshot"},
        },
        {
            "type": "computer_call_output",
            "call_id": "c3",
            "output": {"type": "computer_screenshot", "image_url": "https://example.org/s.png"},
        },
        {
            "type": "apply_patch_call",
            "call_id": "c4",
            "status": "completed",
            "operation": {"type": "delete_file", "path": "a"},
        },
        {"type": "apply_patch_call_output", "call_id": "c4", "status": "completed"},
        {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAA"},
        {"type": "item_reference", "id": "msg_9"},
        {"role": "user", "content": "Go on."},
    ],
}

RESPONSE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1,
    "status": "completed",
    "model": "gpt-5.6",
    "error": None,
    "incomplete_details": None,
    "instructions": None,
    "metadata": {},
    "parallel_tool_calls": True,
    "temperature": 1,
    "tool_choice": "auto",
    "tools": [],
    "top_p": 1,
    "output": [
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Hm."}]},
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "Hi.", "annotations": [], "logprobs": []}],
        },
        {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "c",
            "name": "f",
            "arguments": "{}",
            "status": "completed",
        },
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "q"}},
    ],
    "usage": {
        "input_tokens": 10,
        "input_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 2},
        "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 3},
        "total_tokens": 15,
    },
}


def strictly(response: dict[str, Any]) -> dict[str, Any]:
    """The response as the SDK's own model gives it back, every field checked."""
    return Response.model_validate(response, strict=False).model_dump(mode="json", exclude_unset=True)


def test_a_request_with_everything_has_no_problem_and_comes_back() -> None:
    TypeAdapter(ResponseCreateParamsNonStreaming).validate_python(EVERYTHING)
    body = read_body(json.dumps(EVERYTHING).encode(), OPENAI_RESPONSES)
    report = Report()
    assert OPENAI_RESPONSES.check(body) == []
    assert OPENAI_RESPONSES.write(body.conversation, report) == EVERYTHING
    assert report.losses == []


def test_a_response_of_the_sdk_is_read_and_comes_back() -> None:
    dumped = strictly(RESPONSE)
    answer = OPENAI_RESPONSES.read_answer(json.dumps(dumped).encode())
    assert answer.finish == "tool_calls"
    assert [message.role for message in answer.messages] == ["assistant"] * 4
    assert OPENAI_RESPONSES.write_answer(answer) == dumped


def test_an_answer_from_elsewhere_is_a_whole_response_to_the_sdk() -> None:
    written = OPENAI_RESPONSES.write_answer(Answer(id="x", model="m", finish="length"))
    assert strictly(written)["incomplete_details"] == {"reason": "max_output_tokens"}


def test_every_event_we_send_is_one_of_the_sdk() -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(ResponseStreamEvent)
    answer = OPENAI_RESPONSES.read_answer(json.dumps(RESPONSE).encode())
    events = sse.Parser().feed(b"".join(OPENAI_RESPONSES.emit(answer)))
    kinds = [adapter.validate_json(event.data).type for event in events]
    assert kinds[0] == "response.created"
    assert kinds[-1] == "response.completed"
    assert kinds == [event.event for event in events]
    assert [json.loads(event.data)["sequence_number"] for event in events] == list(range(len(events)))
