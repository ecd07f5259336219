"""Requests are made valid again, and what needs nothing keeps its bytes (MSG-4)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from brimful.providers import dialect, read_body
from brimful.providers.repair import Repaired, repair

pytestmark = pytest.mark.spec("MSG-4")


def repaired(name: str, body: dict[str, Any]) -> Repaired:
    return repair(read_body(json.dumps(body).encode(), dialect(name)))


def test_half_a_surrogate_pair_is_replaced_where_it_stands() -> None:
    data = b'{"model":"gpt-5","messages":[{"role":"user","content":"a\\ud83d"},{"role":"user","content":"b"}]}'
    body = read_body(data, dialect("openai"))
    done = repair(body)
    assert done.problems == ()
    assert done.body.items[0].message.text == "a\ufffd"
    assert done.body.items[1].raw is body.items[1].raw


def test_cache_marks_past_the_limit_go_from_the_oldest_message() -> None:
    def marked(text: str) -> dict[str, Any]:
        return {"role": "user", "content": [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}]}

    messages = [marked(str(number)) for number in range(6)]
    done = repaired("anthropic", {"model": "claude-sonnet-4-5", "max_tokens": 5, "messages": messages})
    assert done.problems == ()
    kept = ["cache_control" in json.dumps(item.json) for item in done.body.items]
    assert kept == [False, False, True, True, True, True]


def test_breakpoints_that_the_provider_takes_stay() -> None:
    def marked(number: int) -> dict[str, Any]:
        part = {"type": "input_text", "text": str(number), "prompt_cache_breakpoint": {"mode": "explicit"}}
        return {"role": "user", "content": [part]}

    broken = {"type": "function_call_output", "call_id": "nobody", "output": "x"}
    done = repaired("responses", {"model": "gpt-5.6", "input": [*map(marked, range(8)), broken]})
    assert done.problems == ()
    assert sum(done.body.dialect.count_marks(item.json) for item in done.body.items) == 8


def test_a_result_that_strayed_is_put_back_and_the_rest_keeps_its_bytes() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "user", "content": "wait"},
        {"role": "tool", "tool_call_id": "c1", "content": "a.py"},
    ]
    done = repaired("openai", {"model": "gpt-5", "messages": messages})
    assert [item.json["role"] for item in done.body.items] == ["user", "assistant", "tool", "user"]
    assert done.mends == ("messages[3]: the result of c1 was moved behind its call",)


def test_results_for_calls_the_provider_keeps_are_left_alone() -> None:
    item = {"type": "function_call_output", "call_id": "c1", "output": "x"}
    body = {
        "model": "gpt-5",
        "previous_response_id": "resp_1",
        "input": [item, {"role": "user", "content": "\ud83d"}],
    }
    done = repaired("responses", body)
    assert done.body.items[0].json == item
    assert done.problems == ()


def test_a_conversation_that_lost_its_head_gets_one_the_provider_takes() -> None:
    for name in ("anthropic", "gemini"):
        body = {
            "anthropic": {"model": "m", "max_tokens": 5, "messages": [{"role": "assistant", "content": "a"}]},
            "gemini": {"contents": [{"role": "model", "parts": [{"text": "a"}]}]},
        }[name]
        done = repaired(name, body)
        assert done.problems == ()
        assert done.body.conversation.messages[0].role == "user"


def test_what_cannot_be_read_cannot_be_mended_and_is_reported() -> None:
    done = repaired("openai", {"model": "gpt-5", "messages": [{"role": "user", "content": 5}]})
    assert [problem.at for problem in done.problems] == ["messages[0].content"]


def test_parameters_and_tools_are_not_touched() -> None:
    body = {
        "model": "gpt-5",
        "x-new": {"a": [1, 2]},
        "tools": [{"type": "function", "function": {"name": "ls"}}],
        "messages": [{"role": "tool", "tool_call_id": "z", "content": "x"}, {"role": "user", "content": "hi"}],
    }
    done = json.loads(repaired("openai", body).body.to_bytes())
    assert (done["x-new"], done["tools"]) == (body["x-new"], body["tools"])
    assert done["messages"] == [{"role": "user", "content": "hi"}]
