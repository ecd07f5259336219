"""Whole answers and their usage."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful.errors import InvalidBody
from brimful.messages import Message, Opaque, Text, ToolCall, Usage, Wire, content_digest
from brimful.providers.answer import Answer
from brimful.providers.openai_responses import OPENAI_RESPONSES

pytestmark = pytest.mark.spec("MSG-2", "CM-2")


def read(**members: Any) -> Answer:
    return OPENAI_RESPONSES.read_answer(json.dumps({"id": "resp_1", "output": [], **members}).encode())


CALL = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}


@pytest.mark.parametrize(
    ("members", "finish"),
    [
        ({}, "stop"),
        ({"status": "completed", "output": [CALL]}, "tool_calls"),
        ({"status": "completed", "output": [{"type": "computer_call"}]}, "tool_calls"),
        ({"status": "completed", "output": [{"type": "mcp_approval_request"}]}, "tool_calls"),
        ({"status": "completed", "output": [{"type": "shell_call"}, {"type": "shell_call_output"}]}, "stop"),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, "length"),
        ({"status": "incomplete", "incomplete_details": {"reason": {"odd": 1}}}, "other"),
        ({"status": "failed"}, "error"),
        ({"status": "in_progress"}, None),
        ({"status": "queued"}, None),
        ({"status": ["odd"]}, "other"),
    ],
)
def test_why_an_answer_ended(members: dict[str, Any], finish: str | None) -> None:
    assert read(**members).finish == finish


def test_an_error_body_is_not_an_answer() -> None:
    with pytest.raises(InvalidBody, match="not a response"):
        OPENAI_RESPONSES.read_answer(b'{"error": {"message": "x"}}')


def test_items_of_an_answer_are_messages_as_a_client_sends_them_back() -> None:
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": []}
    answer = read(output=[item, CALL])
    again = [OPENAI_RESPONSES.read_message(entry, "") for entry in (item, CALL)]
    assert list(answer.messages) == again
    assert [content_digest(message) for message in answer.messages] == [content_digest(message) for message in again]


def test_an_answer_that_was_changed_is_written_as_changed() -> None:
    answer = read(status="completed", usage={"input_tokens": 1, "output_tokens": 2, "odd": 3}, vendor=1)
    changed = replace(answer, finish="length", usage=Usage(5, 6), messages=(Message("assistant", (Text("Hi."),)),))
    written = OPENAI_RESPONSES.write_answer(changed)
    assert written["vendor"] == 1
    assert (written["status"], written["incomplete_details"]) == ("incomplete", {"reason": "max_output_tokens"})
    assert written["usage"]["total_tokens"] == 11
    assert written["output"][0]["content"] == [{"type": "output_text", "text": "Hi.", "annotations": []}]
    assert OPENAI_RESPONSES.write_answer(replace(answer, usage=None))["usage"] is None


def test_an_answer_from_elsewhere_has_items_with_ids_of_their_types() -> None:
    opaque = Opaque("server_tool_use", {}, wire=Wire("anthropic"))
    answer = Answer(
        (Message("assistant", (Text("Hi."), opaque, ToolCall("toolu_1", "f"))),), id="msg_01AB", model="m"
    )
    written = OPENAI_RESPONSES.write_answer(answer)
    assert [(entry["type"], entry["id"]) for entry in written["output"]] == [
        ("message", "msg_msg01AB0"),
        ("function_call", "fc_msg01AB1"),
    ]
    assert written["output"][1]["call_id"] == "toolu_1"
    assert written["status"] == "completed"


def test_usage_counts_the_whole_prompt() -> None:
    usage = OPENAI_RESPONSES.read_usage(
        {
            "input_tokens": 100,
            "input_tokens_details": {
                "cached_tokens": 60,
                "cache_write_tokens": 30,
                "cache_write_tokens_details": {"ttl_30m_tokens": 10, "ttl_12h_tokens": 20},
            },
            "output_tokens": 20,
            "output_tokens_details": {"reasoning_tokens": 8},
            "total_tokens": 120,
        }
    )
    assert usage == Usage(100, 20, cache_read=60, cache_write=30, cache_write_1h=20, reasoning=8)
    assert usage.uncached == 10


def test_usage_that_says_little_is_read() -> None:
    assert OPENAI_RESPONSES.read_usage({}) == Usage()
    assert OPENAI_RESPONSES.read_usage({"input_tokens": 0, "input_tokens_details": None}) == Usage(input=0)


COUNTS = st.integers(0, 10**9)


@given(st.builds(Usage, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS))
def test_usage_that_is_written_reads_the_same(usage: Usage) -> None:
    assert OPENAI_RESPONSES.read_usage(OPENAI_RESPONSES.write_usage(usage)) == usage
