"""The validator finds what the API would refuse, all of it, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from brimful.providers.body import read_body
from brimful.providers.openai_responses import OPENAI_RESPONSES

pytestmark = pytest.mark.spec("MSG-3")

HELLO = {"role": "user", "content": "hi"}
CALL = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c", "output": "x"}
EMPTY = {"type": "object", "properties": {}}
FUNCTION = {"type": "function", "name": "f", "parameters": EMPTY}


def problems(body: dict[str, Any] | bytes) -> list[tuple[str, str]]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return [(problem.at, problem.rule) for problem in OPENAI_RESPONSES.check(read_body(data, OPENAI_RESPONSES))]


def with_items(*items: Any, **members: Any) -> dict[str, Any]:
    return {"model": "gpt-5.6", **members, "input": list(items)}


def user(*parts: dict[str, Any]) -> dict[str, Any]:
    return with_items({"role": "user", "content": list(parts)})


def with_tools(*tools: Any, **members: Any) -> dict[str, Any]:
    return with_items(HELLO, tools=list(tools), **members)


def with_format(**members: Any) -> dict[str, Any]:
    return with_items(HELLO, text={"format": {"type": "json_schema", **members}})


# Each body breaks one rule, and only at these places.
BROKEN: list[tuple[Any, list[tuple[str, str]]]] = [
    (b'{"model":"m","input":[{"role":"user","role":"user","content":"x"}]}', [("input[0]", "json")]),
    (b'{"model":"m","input":"x","metadata":{"a":"1","a":"2"}}', [("metadata", "json")]),
    (b'{"model":"m","input":[{"role":"user","content":"\\ud83d"}]}', [("input[0].content", "surrogate")]),
    ({"model": 3, "input": "x"}, [("model", "type")]),
    (with_items(HELLO, temperature="hot"), [("temperature", "type")]),
    (with_items(HELLO, instructions=["x"]), [("instructions", "type")]),
    (with_items(3), [("input[0]", "type")]),
    (with_items("x", HELLO), [("input[0]", "type")]),
    (with_items({"role": "user", "content": 3}), [("input[0].content", "type")]),
    (user({"type": "input_text", "text": 3}), [("input[0].content[0].text", "type")]),
    (with_items({**CALL, "arguments": {}}, OUTPUT), [("input[0].arguments", "type")]),
    (with_items(CALL, {**OUTPUT, "output": {}}), [("input[1].output", "type")]),
    (with_tools({**FUNCTION, "strict": "yes"}), [("tools[0].strict", "type")]),
    ({"input": "x"}, [("", "missing")]),
    (with_items({"role": "user"}), [("input[0]", "missing")]),
    (with_items({}), [("input[0]", "missing")]),
    (with_items({"type": "reasoning", "id": "rs_1"}, CALL, OUTPUT), [("input[0]", "missing")]),
    (with_items({**HELLO, "content": [{"text": "x"}]}), [("input[0].content[0]", "missing")]),
    (with_tools({"type": "function", "function": {"name": "f"}}), [("tools[0]", "missing")]),
    (with_tools({"name": "f"}), [("tools[0]", "missing")]),
    (with_format(schema=EMPTY), [("text.format", "missing")]),
    ({"model": "m"}, [("input", "no_input")]),
    ({"model": "m", "instructions": "x", "input": []}, [("input", "no_input")]),
    (with_items(HELLO, previous_response_id="r", conversation="c"), [("conversation", "exclusive")]),
    (with_items(HELLO, messages=[]), [("messages", "moved")]),
    (with_items(HELLO, max_tokens=100), [("max_tokens", "moved")]),
    (with_items(HELLO, temperature=2.5), [("temperature", "range")]),
    (with_items(HELLO, max_output_tokens=10), [("max_output_tokens", "range")]),
    (with_items(HELLO, metadata={"a": "x" * 513}), [("metadata.a", "metadata")]),
    (with_items(HELLO, metadata={str(n): "" for n in range(17)}), [("metadata", "metadata")]),
    (with_items({"role": "tool", "content": "x"}), [("input[0].role", "role")]),
    (user({"type": "output_text", "text": "x"}), [("input[0].content[0].type", "content_kind")]),
    (user({"type": "text", "text": "x"}), [("input[0].content[0].type", "content_kind")]),
    (
        with_items({"role": "assistant", "content": [{"type": "input_text", "text": "x"}]}),
        [("input[0].content[0].type", "content_kind")],
    ),
    (
        with_items(CALL, {**OUTPUT, "output": [{"type": "output_text", "text": "x"}]}),
        [("input[1].output[0].type", "content_kind")],
    ),
    (user(), [("input[0].content", "empty_content")]),
    (user({"type": "input_image", "detail": "auto"}), [("input[0].content[0]", "media")]),
    (user({"type": "input_file", "filename": "a"}), [("input[0].content[0]", "media")]),
    (
        user({"type": "input_image", "image_url": "data:image/svg+xml;base64,AAAA"}),
        [("input[0].content[0].image_url", "media")],
    ),
    (with_items({**CALL, "name": "a.b"}, OUTPUT), [("input[0].name", "tool_name")]),
    (with_tools({**FUNCTION, "name": "a b"}), [("tools[0].name", "tool_name")]),
    (with_format(name="x" * 65, schema=EMPTY), [("text.format.name", "tool_name")]),
    (
        with_items({**CALL, "call_id": "c" * 65}, {**OUTPUT, "call_id": "c" * 65}),
        [("input[0].call_id", "call_id"), ("input[1].call_id", "call_id")],
    ),
    (with_items({**CALL, "call_id": ""}), [("input[0].call_id", "call_id")]),
    (with_items({**CALL, "id": "call_1"}, OUTPUT), [("input[0].id", "item_id")]),
    (with_items({**HELLO, "id": "item_1"}), [("input[0].id", "item_id")]),
    (
        with_items({"type": "custom_tool_call", "id": "fc_1", "call_id": "c", "name": "f", "input": ""}, OUTPUT),
        [("input[0].id", "item_id")],
    ),
    (with_items({**HELLO, "id": "msg_1"}, {**HELLO, "id": "msg_1"}), [("input[1].id", "duplicate_item")]),
    (with_items(CALL, CALL, OUTPUT), [("input[1].call_id", "duplicate_call")]),
    (with_items(CALL, OUTPUT, OUTPUT), [("input[2].call_id", "duplicate_output")]),
    (with_items(HELLO, OUTPUT), [("input[1].call_id", "orphan_output")]),
    (with_items(OUTPUT, CALL), [("input[0].call_id", "orphan_output"), ("input[1]", "unanswered_call")]),
    (with_items(CALL), [("input[0]", "unanswered_call")]),
    (with_items(CALL, previous_response_id="resp_1"), [("input[0]", "unanswered_call")]),
    (
        with_items(
            {"type": "shell_call", "call_id": "c", "action": {"commands": []}, "environment": {"type": "local"}}
        ),
        [("input[0]", "unanswered_call")],
    ),
    (with_items(HELLO, {"type": "reasoning", "id": "rs_1", "summary": []}), [("input[1]", "dangling_reasoning")]),
    (
        with_items({"type": "reasoning", "id": "rs_1", "summary": []}, HELLO),
        [("input[0]", "dangling_reasoning")],
    ),
    (with_items({"type": "compaction_trigger"}, HELLO), [("input[0]", "trigger_last")]),
    (with_tools(FUNCTION, FUNCTION), [("tools[1].name", "duplicate_tool")]),
    (with_tools({**FUNCTION, "parameters": {}}), [("tools[0].parameters", "schema")]),
    (with_tools({**FUNCTION, "parameters": {"type": "object"}}), [("tools[0].parameters", "schema")]),
    (
        with_tools({**FUNCTION, "parameters": {**EMPTY, "anyOf": []}}),
        [("tools[0].parameters.anyOf", "schema")],
    ),
    (
        with_tools({**FUNCTION, "parameters": {"type": "object", "properties": {"a": {"type": "array"}}}}),
        [("tools[0].parameters.properties.a", "schema")],
    ),
    (with_tools({**FUNCTION, "strict": True}), [("tools[0].parameters", "schema")]),
    (
        with_format(
            name="x",
            strict=True,
            schema={"type": "object", "properties": {"a": {}}, "additionalProperties": False},
        ),
        [("text.format.schema", "schema")],
    ),
    (with_items(HELLO, tool_choice="required"), [("tool_choice", "tool_choice")]),
    (
        with_tools(FUNCTION, tool_choice={"type": "function", "name": "g"}),
        [("tool_choice.name", "tool_choice")],
    ),
]


@pytest.mark.parametrize(("body", "found"), BROKEN)
def test_a_broken_rule_is_found_at_its_place_and_nothing_else_is(body: Any, found: list[tuple[str, str]]) -> None:
    assert problems(body) == found


def test_every_rule_has_a_body_that_breaks_it() -> None:
    assert {rule for _, found in BROKEN for _, rule in found} == set(OPENAI_RESPONSES.rules)


def test_every_problem_of_a_body_is_found_in_order_of_place() -> None:
    body = {
        "temperature": 9,
        "input": [
            {**OUTPUT, "call_id": "gone"},
            {"role": "user", "content": []},
            *[HELLO] * 8,
            {"type": "reasoning", "id": "item_1", "summary": []},
            {"role": "user", "content": [{"type": "input_image"}, {"type": "refusal", "refusal": "x"}]},
            {**CALL, "name": "a b"},
        ],
        "tools": [{"type": "function", "name": "f", "parameters": {}}, FUNCTION],
        "tool_choice": {"type": "function", "name": "g"},
    }
    assert problems(body) == [
        ("", "missing"),
        ("temperature", "range"),
        ("input[0].call_id", "orphan_output"),
        ("input[1].content", "empty_content"),
        ("input[10]", "dangling_reasoning"),
        ("input[10].id", "item_id"),
        ("input[11].content[0]", "media"),
        ("input[11].content[1].type", "content_kind"),
        ("input[12]", "unanswered_call"),
        ("input[12].name", "tool_name"),
        ("tools[0].parameters", "schema"),
        ("tools[1].name", "duplicate_tool"),
        ("tool_choice.name", "tool_choice"),
    ]


REASONING = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"}
SHELL = {
    "type": "shell_call",
    "call_id": "s",
    "action": {"commands": ["ls"]},
    "environment": {"type": "container_auto"},
}

# Bodies that the API takes: from its documentation and from what agents send.
SOUND: list[dict[str, Any]] = [
    {"model": "gpt-5.6", "input": "hi"},
    {"model": "gpt-5.6", "input": "hi", "instructions": None, "tools": [], "stream": True, "temperature": None},
    {"model": "gpt-5.6", "previous_response_id": "resp_1"},
    {"prompt": {"id": "pmpt_1"}},
    with_items(OUTPUT, previous_response_id="resp_1"),
    with_items(OUTPUT, conversation={"id": "conv_1"}),
    with_items({"type": "item_reference", "id": "fc_1"}, OUTPUT),
    with_items({"id": "fc_1"}, OUTPUT),
    with_items({"type": "compaction", "encrypted_content": "x"}, OUTPUT),
    with_items(CALL, {**CALL, "call_id": "d"}, {**OUTPUT, "call_id": "d"}, HELLO, OUTPUT),
    with_items(REASONING, CALL, OUTPUT, {**REASONING, "id": "rs_2"}, {"role": "assistant", "content": "done"}),
    with_items(REASONING, {**REASONING, "id": "rs_2"}, {"type": "web_search_call", "id": "ws_1"}),
    with_items(HELLO, {"type": "reasoning", "summary": [], "encrypted_content": "gAAA"}, HELLO),
    with_items({"type": "function_call_output", "name": "wake", "output": "now"}),
    with_items({"type": "function_call_output", "call_id": None, "output": [{"type": "input_text", "text": "x"}]}),
    with_items({**CALL, "async": True}),
    with_items({**CALL, "async": True}, OUTPUT, OUTPUT),
    with_items(SHELL),
    with_items({"type": "tool_search_call", "call_id": None, "execution": "server", "arguments": {}}),
    with_items(
        {"type": "local_shell_call", "id": "lsh_1", "call_id": "c", "action": {}, "status": "completed"},
        {"type": "local_shell_call_output", "id": "lsh_1", "output": "{}"},
    ),
    with_items(
        {"type": "local_shell_call", "id": "lsh_1", "call_id": "c", "action": {}, "status": "completed"}, OUTPUT
    ),
    with_items({"type": "something_new", "call_id": 3}, {"role": "critic", "content": "hm"}, HELLO),
    user({"type": "hologram"}, {"type": "input_image", "file_id": "file-1"}, {"type": "input_text", "text": ""}),
    with_items({"type": "message", "role": "assistant", "id": "msg_1", "status": "completed", "content": []}),
    with_items(HELLO, {"type": "compaction_trigger"}),
    with_tools(FUNCTION, tool_choice={"type": "function", "name": "f"}),
    with_tools({"type": "mcp", "server_label": "x"}, tool_choice={"type": "function", "name": "g"}),
    with_tools({"type": "namespace", "name": "n", "description": "", "tools": []}, tool_choice="required"),
    with_tools({"type": "function", "name": "f", "parameters": None, "strict": None}),
    with_tools({"type": "new_tool"}, tool_choice={"type": "new_tool"}),
    with_tools({"type": "custom", "name": "apply.patch", "format": {"type": "grammar", "syntax": "lark"}}),
    with_format(name="x", schema={"type": "object", "properties": {"a": {}}}),
    with_items(HELLO, brand_new={"a": 1}, truncation="auto", service_tier="new"),
]


@pytest.mark.parametrize("body", SOUND)
def test_a_body_that_the_api_takes_has_no_problem(body: dict[str, Any]) -> None:
    assert problems(body) == []


def test_broken_json_in_one_item_does_not_hide_the_next() -> None:
    data = b'{"model":"m","input":[{"a":1,"a":2},{"role":"tool","content":"x"}]}'
    assert problems(data) == [("input[0]", "json"), ("input[1].role", "role")]
