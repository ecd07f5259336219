"""What the Messages API refuses, and nothing it takes (MSG-3)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anthropic.types import beta
from anthropic.types.beta import message_create_params

from brimful import jsontext
from brimful.providers.anthropic import ANTHROPIC
from brimful.providers.body import read_body
from brimful.providers.problem import Problem

pytestmark = pytest.mark.spec("MSG-3")

Json = dict[str, Any]
PIXEL = "iVBORw0KGgo="
MARK = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}
ENABLED = {"type": "enabled", "budget_tokens": 1024}
SIGNED = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
TOOL = {"name": "t", "input_schema": {"type": "object"}}


def text(words: str = "a", **more: Any) -> Json:
    return {"type": "text", "text": words, **more}


def user(*blocks: Any) -> Json:
    return {"role": "user", "content": list(blocks) or "hi"}


def assistant(*blocks: Any) -> Json:
    return {"role": "assistant", "content": list(blocks)}


def call(id_: str = "x", **more: Any) -> Json:
    return {"type": "tool_use", "id": id_, "name": "t", "input": {}, **more}


def result(id_: str = "x", **more: Any) -> Json:
    return {"type": "tool_result", "tool_use_id": id_, "content": "ok", **more}


def body(*messages: Any, **more: Any) -> Json:
    return {"model": "m", "max_tokens": 4096, "messages": list(messages), **more}


def check(value: Json | bytes) -> list[Problem]:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    problems: list[Problem] = []
    return [*problems, *ANTHROPIC.check(read_body(data, ANTHROPIC, problems=problems))]


# rule, the place it is reported at, and a body that breaks it and nothing else
BROKEN: list[tuple[str, str, Json | bytes]] = [
    ("json", "messages[0]", b'{"model":"m","max_tokens":1,"messages":[{"role":"user","role":"user","content":"a"}]}'),
    ("type", "max_tokens", {**body(user()), "max_tokens": "5"}),
    ("type", "max_tokens", {**body(user()), "max_tokens": True}),
    ("type", "messages[0]", body("hi", user())),
    ("type", "messages[0].content", body({"role": "user", "content": {"type": "text"}})),
    ("type", "messages[0].content[0]", body(user("hi", text()))),
    ("type", "messages[0].content[0].text", body(user(text(), text()) | {"content": [{"type": "text", "text": 1}]})),
    ("type", "messages[1].content[0].input", body(user(), assistant(call(input=[])), user(result()))),
    ("type", "messages[2].content[0].content", body(user(), assistant(call()), user(result(content=1)))),
    ("type", "system", body(user(), system=1)),
    ("type", "stream", body(user(), stream="yes")),
    ("type", "stop_sequences[0]", body(user(), stop_sequences=[1])),
    ("type", "temperature", body(user(), temperature="hot")),
    ("type", "tools[0]", body(user(), tools=["t"])),
    ("missing", "", {"model": "m", "messages": [user()]}),
    ("missing", "", {"max_tokens": 5, "messages": [user()]}),
    ("missing", "", {"model": "m", "max_tokens": 5}),
    ("missing", "", {**body(), "messages": None}),
    ("missing", "model", body(user(), model="")),
    ("missing", "messages[0]", body({"content": "a"})),
    ("missing", "messages[0]", body({"role": "user"})),
    ("missing", "messages[0].content[0]", body(user({"text": "a"}))),
    ("missing", "messages[1].content[0]", body(user(), assistant({"type": "thinking", "signature": "s"}), user())),
    ("missing", "tools[0]", body(user(), tools=[{"name": "t"}])),
    ("missing", "tools[0]", body(user(), tools=[{"input_schema": {"type": "object"}}])),
    ("missing", "thinking", body(user(), thinking={"type": "enabled"})),
    ("surrogate", "messages[0].content", body({"role": "user", "content": "\ud83d"})),
    ("no_messages", "messages", body()),
    ("role", "messages[1].role", body(user(), {"role": "tool", "content": "a"})),
    ("role", "messages[0].role", body({"role": "developer", "content": "a"}, user())),
    ("first_message", "messages[0]", body(assistant(text()), user())),
    ("empty_content", "messages[0].content", body({"role": "user", "content": ""})),
    ("empty_content", "messages[0].content", body({"role": "user", "content": []})),
    ("empty_content", "messages[1].content", body(user(), assistant(), user())),
    ("empty_text", "messages[0].content[1].text", body(user(text(), text("")))),
    ("empty_text", "messages[0].content", body(user(text(" "), text("\n")))),
    ("empty_text", "messages[0].content", body({"role": "user", "content": " "})),
    (
        "empty_text",
        "messages[2].content[0].content[0].text",
        body(user(), assistant(call()), user(result(content=[text("")]))),
    ),
    ("empty_text", "system", body(user(), system=" ")),
    ("empty_text", "system[0].text", body(user(), system=[text("")])),
    ("trailing_space", "messages[1].content[0]", body(user(), assistant(text("so ")))),
    ("trailing_space", "messages[1].content", body(user(), {"role": "assistant", "content": "so\n"})),
    ("block_role", "messages[0].content[1]", body(user(text(), SIGNED))),
    ("block_role", "messages[1].content[0]", body(user(), {"role": "system", "content": [SIGNED]}, user())),
    ("system_block", "system[0].type", body(user(), system=[{"type": "image", "source": {}}])),
    ("call_id", "messages[1].content[0].id", body(user(), assistant(call("a.b")), user(result("a.b")))),
    (
        "duplicate_id",
        "messages[3].content[0].id",
        body(user(), assistant(call()), user(result()), assistant(call()), user(result())),
    ),
    ("unanswered", "messages[1].content[0]", body(user(), assistant(call()), user(text()))),
    ("unanswered", "messages[1].content[0]", body(user(), assistant(call()))),
    (
        "unanswered",
        "messages[1].content[1]",
        body(user(), assistant(call(), call("y")), user(result()), assistant(text()), user()),
    ),
    ("orphan_result", "messages[0].content[0].tool_use_id", body(user(result()))),
    (
        "orphan_result",
        "messages[4].content[0].tool_use_id",
        body(user(), assistant(call()), user(result()), assistant(text()), user(result())),
    ),
    (
        "duplicate_result",
        "messages[2].content[1].tool_use_id",
        body(user(), assistant(call()), user(result(), result())),
    ),
    ("result_first", "messages[2].content[1]", body(user(), assistant(call()), user(text(), result()))),
    ("result_first", "messages[3].content[0]", body(user(), assistant(call()), user(), user(result()))),
    (
        "thinking_signature",
        "messages[1].content[0]",
        body(user(), assistant({"type": "thinking", "thinking": "a"}, text()), user()),
    ),
    (
        "thinking_signature",
        "messages[1].content[0]",
        body(user(), assistant({**SIGNED, "signature": ""}, text()), user()),
    ),
    (
        "thinking_signature",
        "messages[1].content[0]",
        body(user(), assistant({"type": "redacted_thinking", "data": ""}, text()), user()),
    ),
    ("thinking_first", "messages[1].content[0]", body(user(), assistant(call()), user(result()), thinking=ENABLED)),
    (
        "thinking_first",
        "messages[1].content[0]",
        body(user(), assistant(text(), call()), user(result()), thinking=ENABLED),
    ),
    (
        "thinking_disabled",
        "messages[1].content[0]",
        body(user(), assistant(SIGNED, text()), thinking={"type": "disabled"}),
    ),
    ("thinking_budget", "thinking.budget_tokens", body(user(), thinking={**ENABLED, "budget_tokens": 1023})),
    ("thinking_budget", "thinking.budget_tokens", body(user(), thinking={**ENABLED, "budget_tokens": 4096})),
    ("thinking_options", "temperature", body(user(), thinking=ENABLED, temperature=0.5)),
    ("thinking_options", "tool_choice", body(user(), thinking=ENABLED, tools=[TOOL], tool_choice={"type": "any"})),
    ("prefill", "messages[1]", body(user(), assistant(text()), thinking=ENABLED)),
    (
        "media",
        "messages[0].content[0].source.media_type",
        body(user({"type": "image", "source": {"type": "base64", "media_type": "image/tiff", "data": "AA=="}})),
    ),
    (
        "media",
        "messages[0].content[0].source.data",
        body(
            user(
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": "data:image/png;base64,AA=="},
                }
            )
        ),
    ),
    (
        "media",
        "messages[0].content[0].source.media_type",
        body(user({"type": "document", "source": {"type": "base64", "media_type": "text/csv", "data": "AA=="}})),
    ),
    ("range", "max_tokens", body(user(), max_tokens=-1)),
    ("range", "temperature", body(user(), temperature=1.5)),
    ("range", "top_p", body(user(), top_p=-1)),
    ("tool_name", "tools[0].name", body(user(), tools=[{**TOOL, "name": "a.b"}])),
    ("tool_name", "tools[0].name", body(user(), tools=[{**TOOL, "name": "n" * 129}])),
    ("tool_duplicate", "tools[1].name", body(user(), tools=[TOOL, TOOL])),
    ("tool_schema", "tools[0].input_schema.type", body(user(), tools=[{"name": "t", "input_schema": {}}])),
    ("tool_choice", "tool_choice", body(user(), tool_choice={"type": "auto"})),
    ("tool_choice", "tool_choice.name", body(user(), tools=[TOOL], tool_choice={"type": "tool", "name": "u"})),
    ("cache_limit", "messages[0].content[4].cache_control", body(user(*[text(cache_control=MARK)] * 5))),
    ("cache_limit", "cache_control", body(user(*[text(cache_control=MARK)] * 4, text()), cache_control=MARK)),
    (
        "cache_limit",
        "messages[2].content[0].cache_control",
        body(
            user(text(cache_control=MARK)),
            assistant(call(cache_control=MARK)),
            user(result(content=[text(cache_control=MARK)], cache_control=MARK)),
            system=[text(cache_control=MARK)],
        ),
    ),
    (
        "cache_place",
        "messages[1].content[0].cache_control",
        body(user(), assistant({**SIGNED, "cache_control": MARK}, text()), user()),
    ),
    (
        "cache_mark",
        "tools[0].cache_control.ttl",
        body(user(), tools=[{**TOOL, "cache_control": {**MARK, "ttl": "10m"}}]),
    ),
    ("cache_mark", "cache_control.type", body(user(), cache_control={"type": "persistent"})),
    (
        "cache_order",
        "messages[0].content[0].cache_control",
        body(user(text(cache_control=HOUR)), system=[text(cache_control=MARK)]),
    ),
]


@pytest.mark.parametrize(("rule", "at", "value"), BROKEN, ids=[f"{rule}-{at}" for rule, at, _ in BROKEN])
def test_each_rule_is_reported_at_its_place_and_alone(rule: str, at: str, value: Json | bytes) -> None:
    problems = check(value)
    if rule == "call_id":  # the id stands in two places, and both are told
        assert [(p.rule, p.at) for p in problems] == [(rule, at), (rule, "messages[2].content[0].tool_use_id")]
        return
    assert [(problem.rule, problem.at) for problem in problems] == [(rule, at)]
    assert problems[0].message


def test_every_rule_has_a_body_that_breaks_it() -> None:
    assert {rule for rule, _, _ in BROKEN} == set(ANTHROPIC.rules)


def test_many_problems_are_all_reported_in_order_of_place() -> None:
    value = {
        "messages": [
            assistant(text(""), call("a b")),
            user(text(), result("nobody")),
            {"role": "model", "content": []},
        ],
        "system": [text("")],
        "tools": [TOOL, {**TOOL, "input_schema": None}],
        "temperature": 3,
    }
    assert [(problem.at, problem.rule) for problem in check(value)] == [
        ("", "missing"),
        ("", "missing"),
        ("temperature", "range"),
        ("tools[1]", "missing"),
        ("tools[1].name", "tool_duplicate"),
        ("system[0].text", "empty_text"),
        ("messages[0]", "first_message"),
        ("messages[0].content[0].text", "empty_text"),
        ("messages[0].content[1]", "unanswered"),
        ("messages[0].content[1].id", "call_id"),
        ("messages[1].content[1].tool_use_id", "orphan_result"),
        ("messages[2].content", "empty_content"),
        ("messages[2].role", "role"),
    ]


def test_places_are_in_the_order_of_numbers_not_of_digits() -> None:
    value = body(*[user(text(""), text()) for _ in range(12)])
    assert [problem.at for problem in check(value)] == [f"messages[{n}].content[0].text" for n in range(12)]


def test_a_list_of_messages_that_is_none_is_told_on_reading_alone() -> None:
    problems: list[Problem] = []
    read = read_body(json.dumps({**body(), "messages": "hi"}).encode(), ANTHROPIC, problems=problems)
    assert [(problem.at, problem.rule) for problem in problems] == [("messages", "type")]
    assert ANTHROPIC.check(read) == []


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
VALID: dict[str, Json] = {
    "a question": body(user()),
    "a prompt to warm the cache": body(user(), max_tokens=0),
    "roles that repeat": body(user(), user(), assistant(text()), assistant(text()), user()),
    "a prefilled answer": body(user(), assistant(text("The answer is ("))),
    "an empty last message": body(user(), assistant()),
    "an empty system prompt": body(user(), system=""),
    "white space beside words": body(user(text(), text(" ")), assistant(text("\n"), call()), user(result())),
    "parallel calls, results in two messages": body(
        user(), assistant(call(), call("y")), user(result("y")), user(result(), text("go on"))
    ),
    "results without content": body(
        user(), assistant(call()), user({"type": "tool_result", "tool_use_id": "x", "is_error": True})
    ),
    "results of all kinds": body(
        user(),
        assistant(call()),
        user(
            result(
                content=[
                    text(),
                    IMAGE,
                    {"type": "tool_reference", "tool_name": "t"},
                    {"type": "search_result", "source": "s", "title": "t", "content": [text()]},
                    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}},
                ]
            )
        ),
    ),
    "media": body(
        user(
            IMAGE,
            {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}},
            {"type": "image", "source": {"type": "file", "file_id": "file_1"}},
            {"type": "image", "source": {"type": "brand_new"}},
            {"type": "document", "source": {"type": "url", "url": "https://example.com/a.pdf"}, "title": None},
            {"type": "document", "source": {"type": "content", "content": [text(), IMAGE]}, "context": "c"},
            {"type": "document", "source": {"type": "content", "content": "words"}, "citations": {"enabled": True}},
            {"type": "container_upload", "file_id": "file_1"},
        )
    ),
    "thinking, omitted and redacted": body(
        user(),
        assistant({**SIGNED, "thinking": ""}, {"type": "redacted_thinking", "data": "ZQ=="}, call()),
        user(result()),
        assistant(call("y")),
        user(result("y")),
        thinking=ENABLED,
        temperature=1,
    ),
    "a finished turn without its thinking": body(
        user(), assistant(call()), user(result()), assistant(text()), user(), thinking=ENABLED
    ),
    "adaptive thinking without thinking blocks": body(
        user(), assistant(call()), user(result()), thinking={"type": "adaptive"}, output_config={"effort": "high"}
    ),
    "a paused turn sent back": body(
        user(),
        assistant(text(), {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}),
        thinking=ENABLED,
    ),
    "a budget over several rounds": body(user(), thinking={**ENABLED, "budget_tokens": 9000}, tools=[TOOL]),
    "server tools": body(
        user(),
        assistant(
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
            {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "n", "server_name": "s", "input": {}},
            {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": [text()]},
            {"type": "compaction", "content": None},
            {"type": "brand_new", "anything": [1]},
            text(citations=[]),
        ),
        user(),
        tools=[
            {**TOOL, "type": "custom", "strict": True, "defer_loading": False, "eager_input_streaming": None},
            {"type": "web_search_20260318", "name": "web_search", "max_uses": 1},
            {"type": "browser_toolset_20260801"},
            {"type": "computer_toolset_20260801", "configs": None},
            {"type": "mcp_toolset", "mcp_server_name": "s"},
        ],
        tool_choice={"type": "tool", "name": "of_a_toolset", "disable_parallel_tool_use": True},
        mcp_servers=[{"type": "url", "url": "https://example.com", "name": "s"}],
    ),
    "what Claude Code sends": body(
        user(text("<reminder>"), text("do it", cache_control=MARK)),
        {"role": "system", "content": [text("be brief")], "output_config": {"effort": "low"}},
        assistant(SIGNED, call()),
        {"role": "system", "output_config": {"effort": "low"}},
        user(result(cache_control=MARK), text("Summarise.")),
        system=[text("You are"), text("more", cache_control=HOUR)],
        metadata={"user_id": "u"},
        context_management={"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]},
        thinking={"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}},
        output_config={"effort": "high"},
        tools=[TOOL],
        stream=True,
    ),
    "four marks, an hour first": body(
        user(text(cache_control=HOUR), text(cache_control=MARK)),
        system=[text(cache_control=HOUR)],
        tools=[{**TOOL, "cache_control": HOUR}],
    ),
    "the mark of the API on a block that has one": body(user(*[text(cache_control=MARK)] * 4), cache_control=MARK),
    "three marks and the API's own": body(user(*[text(cache_control=MARK)] * 3, text()), cache_control=MARK),
    "data that looks like a mark": body(
        user(),
        assistant(call(input={"cache_control": "x", "content": [{"cache_control": 1}] * 5})),
        user(result()),
        tools=[{"name": "t", "input_schema": {"type": "object", "properties": {"cache_control": {}}}}],
    ),
    "fields and roles nobody knows": body(
        {"role": "user", "content": "a", "x_new": None},
        {"role": "brand_new", "content": [{"type": "brand_new"}]},
        x=1,
    ),
    "nulls where they are allowed": body(
        user(text(cache_control=None, citations=None)), system=None, tools=None, tool_choice=None, cache_control=None
    ),
}


@pytest.mark.parametrize("name", VALID)
def test_what_the_api_takes_is_no_problem(name: str) -> None:
    assert check(VALID[name]) == []


def test_a_body_made_of_the_sdk_s_own_types_is_no_problem() -> None:
    mark: beta.BetaCacheControlEphemeralParam = {"type": "ephemeral", "ttl": "5m"}
    tool: beta.BetaToolParam = {"name": "t", "input_schema": {"type": "object"}, "cache_control": mark}
    messages: list[beta.BetaMessageParam] = [
        {"role": "user", "content": [{"type": "text", "text": "a", "cache_control": mark}]},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "", "signature": "c2ln"},
                {"type": "tool_use", "id": "toolu_1", "name": "t", "input": {}, "caller": {"type": "direct"}},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": []}]},
        {"role": "system", "content": "b", "clear_at": "next_user_message", "output_config": {"effort": "low"}},
    ]
    params: message_create_params.MessageCreateParamsNonStreaming = {
        "model": "claude-opus-5-5",
        "max_tokens": 10,
        "messages": messages,
        "system": [{"type": "text", "text": "s"}],
        "tools": [tool, {"type": "memory_20250818", "name": "memory"}],
        "thinking": {"type": "between_tools"},
        "tool_choice": {"type": "auto"},
        "context_management": {"edits": [{"type": "compact_20260112"}]},
        "output_config": {"effort": "xhigh", "format": {"type": "json_schema", "schema": {"type": "object"}}},
    }
    assert check(jsontext.encode(params)) == []
