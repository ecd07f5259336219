"""Each rule is broken alone, all at once, and not by what OpenAI takes."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from openai.types.chat import ChatCompletionToolParam
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

from brimful.providers.body import read_body
from brimful.providers.openai_chat import OPENAI_CHAT
from brimful.providers.problem import Problem, Report

pytestmark = pytest.mark.spec("MSG-3")

USER = {"role": "user", "content": "hi"}
PNG = "data:image/png;base64,iVBORw0KGgo="
FUNCTION = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}
MARKED = {"role": "user", "content": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}]}
CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


def called(*ids: str, **more: Any) -> dict[str, Any]:
    calls = [{"id": call_id, "type": "function", "function": {"name": "f", "arguments": "{}"}} for call_id in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls, **more}


def result(call_id: str, content: Any = "r") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def body(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "gpt-4.1", "messages": list(messages), **more}


def with_function(**function: Any) -> dict[str, Any]:
    return body(USER, tools=[{"type": "function", "function": {"name": "f", **function}}])


def with_content(*parts: Any, role: str = "user") -> dict[str, Any]:
    return body({"role": role, "content": list(parts)})


def problems(value: Any) -> list[Problem]:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return OPENAI_CHAT.check(read_body(data, OPENAI_CHAT))


def shown(value: Any) -> list[tuple[str, str]]:
    return [(problem.at, problem.rule) for problem in problems(value)]


# Bodies that break one rule, with every problem there is.
BROKEN: list[tuple[Any, list[tuple[str, str]]]] = [
    (b'{"model":"m","messages":[{"role":"user","content":"a","content":"b"}]}', [("messages[0]", "json")]),
    (b'{"model":"m","messages":[{"role":"user","content":"\\ud800"}]}', [("messages[0].content", "surrogate")]),
    (b'{"model":"m","messages":[{"role":"user","content":"a"}],"metadata":{"a":1,"a":2}}', [("metadata", "json")]),
    (body(7), [("messages[0]", "type")]),
    (body({"role": "user", "content": 7}), [("messages[0].content", "type")]),
    (body({"role": 7, "content": "x"}), [("messages[0].role", "type")]),
    (body(USER, model=7), [("model", "type")]),
    (body(USER, tools=[7]), [("tools[0]", "type")]),
    (body(called("a", tool_calls=["x"])), [("messages[0].tool_calls[0]", "type")]),
    (with_content("bare"), [("messages[0].content[0]", "type")]),
    (with_content({"type": "text", "text": 1}), [("messages[0].content[0].text", "type")]),
    (with_function(parameters=[]), [("tools[0].function.parameters", "type")]),
    (body(USER, temperature="hot"), [("temperature", "type")]),
    ({"messages": [USER]}, [("", "missing")]),
    ({"model": "m"}, [("", "missing")]),
    (body({"content": "x"}), [("messages[0]", "missing")]),
    (body({"role": "user"}), [("messages[0]", "missing")]),
    (body({"role": "system", "content": None}), [("messages[0]", "missing")]),
    (body({"role": "function", "content": "x"}), [("messages[0]", "missing")]),
    (body(called("a"), {"role": "tool", "tool_call_id": "a"}), [("messages[1]", "missing")]),
    (with_content({"text": "x"}), [("messages[0].content[0]", "missing")]),
    (with_content({"type": "text"}), [("messages[0].content[0]", "missing")]),
    (with_content({"type": "image_url", "image_url": {}}), [("messages[0].content[0].image_url", "missing")]),
    (with_content({"type": "file", "file": {}}), [("messages[0].content[0].file", "missing")]),
    (
        with_content({"type": "input_audio", "input_audio": {"data": ""}}),
        [("messages[0].content[0].input_audio", "missing")],
    ),
    (body(USER, tools=[{"type": "function"}]), [("tools[0]", "missing")]),
    (body(USER, response_format={"type": "json_schema"}), [("response_format", "missing")]),
    (
        body(called("a", tool_calls=[{"id": "a", "type": "function", "function": {"name": "f"}}]), result("a")),
        [("messages[0].tool_calls[0].function", "missing")],
    ),
    (body(), [("messages", "no_messages")]),
    (body({"role": "model", "content": "x"}), [("messages[0].role", "role")]),
    (with_content(), [("messages[0].content", "empty_content")]),
    (body({"role": "assistant", "content": None}), [("messages[0]", "empty_content")]),
    (
        with_content({"type": "image_url", "image_url": {"url": PNG}}, role="system"),
        [("messages[0].content[0]", "part_place")],
    ),
    (
        body(called("a"), result("a", [{"type": "image_url", "image_url": {"url": PNG}}])),
        [("messages[1].content[0]", "part_place")],
    ),
    (with_content({"type": "refusal", "refusal": "no"}), [("messages[0].content[0]", "part_place")]),
    (
        with_content({"type": "image_url", "image_url": {"url": "data:image/tiff;base64,AAAA"}}),
        [("messages[0].content[0].image_url.url", "image_format")],
    ),
    (body({**USER, "name": "two words"}), [("messages[0].name", "speaker_name")]),
    (body({"role": "assistant", "content": "x", "tool_calls": []}), [("messages[0].tool_calls", "empty_tool_calls")]),
    (body(called("c" * 41), result("c" * 41)), [("messages[0].tool_calls[0].id", "call_id")]),
    (body(called("a", "a"), result("a")), [("messages[0].tool_calls[1].id", "duplicate_id")]),
    (body(called("a"), result("a"), result("a")), [("messages[2].tool_call_id", "duplicate_id")]),
    (body(USER, called("a")), [("messages[1].tool_calls[0]", "unanswered_call")]),
    (body(called("a", "b"), result("b"), USER), [("messages[0].tool_calls[0]", "unanswered_call")]),
    (
        body(called("a"), USER, result("a")),
        [("messages[0].tool_calls[0]", "unanswered_call"), ("messages[2]", "orphan_result")],
    ),
    (body(USER, result("a")), [("messages[1]", "orphan_result")]),
    (body(called("a"), result("a"), result("z")), [("messages[2].tool_call_id", "orphan_result")]),
    (body(USER, tools=[]), [("tools", "empty_tools")]),
    (body(USER, tools=[FUNCTION] * 129), [("tools", "too_many_tools")]),
    (
        body(USER, tools=[{"type": "function", "function": {"name": "a.b"}}]),
        [("tools[0].function.name", "tool_name")],
    ),
    (body(USER, tools=[{"type": "custom", "custom": {"name": "n" * 65}}]), [("tools[0].custom.name", "tool_name")]),
    (body(USER, functions=[{"name": "a b"}]), [("functions[0].name", "tool_name")]),
    (with_function(parameters={}), [("tools[0].function.parameters.type", "tool_schema")]),
    (with_function(parameters={"type": "object"}), [("tools[0].function.parameters", "tool_schema")]),
    (
        with_function(parameters={"type": "object", "properties": {}, "oneOf": []}),
        [("tools[0].function.parameters.oneOf", "tool_schema")],
    ),
    (
        with_function(parameters={"type": "object", "properties": {"a": {"type": "array"}}}),
        [("tools[0].function.parameters.properties.a", "tool_schema")],
    ),
    (
        with_function(parameters={**CLOSED, "required": []}, strict=True),
        [("tools[0].function.parameters", "strict_schema")],
    ),
    (
        body(
            USER,
            response_format={
                "type": "json_schema",
                "json_schema": {"name": "a", "strict": True, "schema": {"type": "object", "properties": {}}},
            },
        ),
        [("response_format.json_schema.schema", "strict_schema")],
    ),
    (body(USER, tool_choice="auto"), [("tool_choice", "tool_choice")]),
    (body(USER, parallel_tool_calls=True), [("parallel_tool_calls", "tool_choice")]),
    (
        body(USER, tools=[FUNCTION], tool_choice={"type": "function", "function": {"name": "g"}}),
        [("tool_choice", "tool_choice")],
    ),
    (body(*[MARKED] * 5), [("messages[4]", "cache_marks")]),
    (
        body(*[MARKED] * 4, tools=[{**FUNCTION, "cache_control": {"type": "ephemeral"}}]),
        [("messages[3]", "cache_marks")],
    ),
    (body(USER, max_tokens=5, max_completion_tokens=5), [("max_tokens", "max_tokens")]),
    (body(USER, model="gpt-5.2", max_tokens=5), [("max_tokens", "max_tokens")]),
    (body(USER, stream_options={"include_usage": True}), [("stream_options", "stream_options")]),
    (body(USER, temperature=2.5), [("temperature", "range")]),
    (body(USER, stop=list("abcde")), [("stop", "range")]),
    (body(USER, max_tokens=0), [("max_tokens", "range")]),
]


@pytest.mark.parametrize(("value", "expected"), BROKEN, ids=[f"{i}-{e[0][1]}" for i, (_, e) in enumerate(BROKEN)])
def test_each_rule_is_reported_where_it_is_broken(value: Any, expected: list[tuple[str, str]]) -> None:
    assert shown(value) == expected


def test_every_rule_has_a_body_that_breaks_it_alone() -> None:
    assert {expected[0][1] for _, expected in BROKEN if len({rule for _, rule in expected}) == 1} == set(
        OPENAI_CHAT.rules
    )


def test_all_problems_are_reported_in_order_of_place() -> None:
    value = {
        "temperature": 9,
        "messages": [
            {"role": "system"},
            called("a", "b"),
            result("z", [{"type": "text"}]),
            {"role": "user", "content": []},
            called("c"),
        ],
        "tools": [{"type": "function", "function": {"name": "a b", "parameters": {}}}],
        "stream_options": {},
    }
    assert shown(value) == [
        ("", "missing"),
        ("temperature", "range"),
        ("messages[0]", "missing"),
        ("messages[1].tool_calls[0]", "unanswered_call"),
        ("messages[1].tool_calls[1]", "unanswered_call"),
        ("messages[2].tool_call_id", "orphan_result"),
        ("messages[2].content[0]", "missing"),
        ("messages[3].content", "empty_content"),
        ("messages[4].tool_calls[0]", "unanswered_call"),
        ("tools[0].function.name", "tool_name"),
        ("tools[0].function.parameters.type", "tool_schema"),
        ("stream_options", "stream_options"),
    ]


# --- what is taken --------------------------------------------------------------------------------------------

BREAKPOINT = {"mode": "explicit", "ttl": "30m"}
EVERYTHING: CompletionCreateParamsNonStreaming = {
    "model": "gpt-5.6",
    "messages": [
        {"role": "developer", "content": "be brief", "name": "ops"},
        {
            "role": "system",
            "content": [{"type": "text", "text": "a", "prompt_cache_breakpoint": {"mode": "explicit"}}],
        },
        {
            "role": "user",
            "name": "Ada_1",
            "content": [
                {"type": "text", "text": "look"},
                {"type": "image_url", "image_url": {"url": PNG, "detail": "original"}},
                {"type": "image_url", "image_url": {"url": "https://example.org/a.tiff"}},
                {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
                {"type": "file", "file": {"file_id": "file-1"}, "prompt_cache_breakpoint": {"mode": "explicit"}},
                {"type": "file", "file": {"file_data": "data:application/pdf;base64,AA", "filename": "a.pdf"}},
            ],
        },
        {
            "role": "assistant",
            "content": None,
            "refusal": None,
            "audio": None,
            "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "not json"}},
                {"id": "call_2", "type": "custom", "custom": {"name": "patch", "input": "*** Begin"}},
            ],
        },
        {"role": "tool", "tool_call_id": "call_2", "content": [{"type": "text", "text": "done"}]},
        {"role": "tool", "tool_call_id": "call_1", "content": ""},
        {"role": "assistant", "content": [{"type": "text", "text": "x"}, {"type": "refusal", "refusal": "no"}]},
        {"role": "assistant", "refusal": "no"},
        {"role": "assistant", "audio": {"id": "audio_1"}},
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": None},
        {"role": "user", "content": ""},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": "again"},
        {"role": "user", "content": "and again"},
    ],
    "tools": [
        {"type": "function", "function": {"name": "f"}},
        {"type": "function", "function": {"name": "g", "description": "d", "parameters": CLOSED, "strict": True}},
        {"type": "custom", "custom": {"name": "patch", "format": {"type": "text"}}},
        {
            "type": "custom",
            "custom": {
                "name": "q",
                "format": {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: /a/"}},
            },
        },
    ],
    "tool_choice": {
        "type": "allowed_tools",
        "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": "f"}}]},
    },
    "parallel_tool_calls": True,
    "max_completion_tokens": 100,
    "temperature": 1,
    "top_p": 0.5,
    "stop": ["a", "b"],
    "stream": False,
    "n": 2,
    "reasoning_effort": "xhigh",
    "response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": CLOSED, "strict": True}},
    "prediction": {"type": "content", "content": "x"},
    "prompt_cache_options": {"mode": "explicit", "ttl": "30m"},
    "metadata": {"a": "b"},
    "logit_bias": {"1": -100},
    "service_tier": "flex",
    "modalities": ["text"],
    "web_search_options": {},
}


def test_what_the_official_types_allow_has_no_problem_and_comes_out_the_same() -> None:
    read = read_body(json.dumps(EVERYTHING).encode(), OPENAI_CHAT)
    report = Report()
    assert problems(EVERYTHING) == []
    assert OPENAI_CHAT.write(read.conversation, report) == cast("dict[str, Any]", EVERYTHING)
    assert report.losses == []


@pytest.mark.parametrize(
    "value",
    [
        body(USER, tools=None, tool_choice=None, stop=None, temperature=None, stream_options=None),
        body(
            USER, functions=[{"name": "f", "parameters": {"type": "object", "properties": {}}}], function_call="auto"
        ),
        body(USER, x_new={"a": 1}, tools=[{"type": "new_tool", "a": 1}]),
        with_content({"type": "hologram", "a": 1}),
        body(USER, tool_choice={"type": "newer"}, tools=[FUNCTION]),
        body(
            *[{"role": "user", "content": [{"type": "text", "text": "a", "prompt_cache_breakpoint": BREAKPOINT}]}] * 9
        ),
        body(*[MARKED] * 4),
        body({"role": "assistant", "content": "hm", "reasoning_content": "so", "reasoning_details": [{"type": "x"}]}),
        body(USER, model="gpt-4o", max_tokens=5, stream=True, stream_options={"include_usage": True}),
        body(called("a"), result("a"), called("a"), result("a")),
        with_function(parameters={"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"b": {}}}),
        with_function(parameters={"type": "object", "properties": {"a": {"type": "array", "items": {}}}}),
    ],
)
def test_what_is_valid_or_new_is_no_problem(value: dict[str, Any]) -> None:
    assert shown(value) == []


def test_a_tool_as_the_official_type_has_it_is_no_problem() -> None:
    tool: ChatCompletionToolParam = {"type": "function", "function": {"name": "f", "strict": None}}
    assert shown(body(USER, tools=[tool])) == []
