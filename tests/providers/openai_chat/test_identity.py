"""Reading then writing gives the same JSON back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.messages import Opaque, Text, Thinking, ToolCall
from brimful.providers.body import read_body
from brimful.providers.openai_chat import OPENAI_CHAT
from brimful.providers.problem import Report
from tests.providers.openai_chat import strategies

pytestmark = pytest.mark.spec("MSG-1", "MSG-2")


def encoded(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


@given(strategies.bodies())
def test_a_body_comes_out_of_the_model_as_it_went_in(value: dict[str, Any]) -> None:
    body = read_body(encoded(value), OPENAI_CHAT)
    report = Report()
    assert body.to_bytes() == encoded(value)
    if value.get("model", 0) is None:
        return  # a null model cannot be read
    assert OPENAI_CHAT.write(body.conversation, report) == value
    assert report.losses == []


@given(strategies.messages)
def test_a_message_comes_out_as_it_went_in(value: dict[str, Any]) -> None:
    report = Report()
    assert OPENAI_CHAT.write_message(OPENAI_CHAT.read_message(value, "m"), report) == [value]
    assert report.losses == []


@given(strategies.tools | strategies.legacy_tools)
def test_a_tool_comes_out_as_it_went_in(value: dict[str, Any]) -> None:
    assert OPENAI_CHAT.write_tools(OPENAI_CHAT.read_tools(value, "t"), Report()) == [value]


@given(strategies.answers())
def test_an_answer_comes_out_as_it_went_in(value: dict[str, Any]) -> None:
    assert OPENAI_CHAT.write_answer(OPENAI_CHAT.read_answer(encoded(value))) == value


@given(strategies.bodies())
def test_checking_never_raises(value: dict[str, Any]) -> None:
    for problem in OPENAI_CHAT.check(read_body(encoded(value), OPENAI_CHAT)):
        assert problem.rule in OPENAI_CHAT.rules


@pytest.mark.parametrize(
    "members",
    [
        {"tools": None},
        {"tools": []},
        {"tools": None, "functions": [{"name": "f"}]},
        {"tools": [{"type": "function", "function": {"name": "f"}}], "functions": [{"name": "g"}]},
        {"functions": []},
        {"functions": [{"name": "f", "parameters": {}}], "function_call": {"name": "f"}},
        {"messages": None},
        {"model": ""},
    ],
)
def test_empty_null_and_doubled_members_survive(members: dict[str, Any]) -> None:
    value = {"model": "gpt-4.1", "messages": [], **members}
    assert OPENAI_CHAT.write(read_body(encoded(value), OPENAI_CHAT).conversation, Report()) == value


def test_half_a_surrogate_pair_survives() -> None:
    data = b'{"model":"m","messages":[{"role":"user","content":"\\ud83d"}]}'
    body = read_body(data, OPENAI_CHAT)
    assert body.to_bytes() == data
    assert OPENAI_CHAT.write(body.conversation, Report()) == jsontext.decode(data)


def test_parts_stand_in_one_order_whatever_the_order_of_the_fields() -> None:
    message = OPENAI_CHAT.read_message(
        {
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{ }"}}],
            "refusal": "no",
            "content": "hi",
            "reasoning_content": "hm",
            "role": "assistant",
        },
        "m",
    )
    assert [type(part) for part in message.parts] == [Thinking, Text, Text, ToolCall]
    assert message.tool_calls[0].arguments == "{ }"
    assert message.text == "hino"


def test_developer_is_system_spelled_differently() -> None:
    message = OPENAI_CHAT.read_message({"role": "developer", "content": "be brief"}, "m")
    assert message.role == "system"
    assert message.wire is not None
    assert message.wire.form == "developer"


def test_reasoning_said_twice_is_one_part_and_goes_with_it() -> None:
    from msgspec.structs import replace

    value = {
        "role": "assistant",
        "content": "x",
        "reasoning": "so",
        "reasoning_details": [{"type": "reasoning.text", "text": "so", "signature": "s"}],
    }
    message = OPENAI_CHAT.read_message(value, "m")
    assert [(part.text, part.signature) for part in message.thinking] == [("so", "s")]
    without = replace(message, parts=tuple(part for part in message.parts if not isinstance(part, Thinking)))
    assert OPENAI_CHAT.write_message(without, Report()) == [{"role": "assistant", "content": "x"}]


def test_a_part_of_a_new_kind_is_opaque() -> None:
    message = OPENAI_CHAT.read_message({"role": "user", "content": [{"type": "hologram", "a": 1}]}, "m")
    part = message.parts[0]
    assert isinstance(part, Opaque)
    assert (part.kind, part.value) == ("hologram", {"type": "hologram", "a": 1})


@pytest.mark.parametrize(
    ("value", "at"),
    [
        (7, "messages[0]"),
        ({"content": "x"}, "messages[0]"),
        ({"role": "user", "content": 5}, "messages[0].content"),
        ({"role": "user", "content": [{"type": "text", "text": 5}]}, "messages[0].content[0].text"),
        ({"role": "user", "content": ["bare"]}, "messages[0].content[0]"),
        ({"role": "user", "content": [{"type": "image_url", "image_url": 5}]}, "messages[0].content[0].image_url"),
        ({"role": "assistant", "tool_calls": {}}, "messages[0].tool_calls"),
        ({"role": "assistant", "tool_calls": [{"type": "function"}]}, "messages[0].tool_calls[0]"),
        (
            {"role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": 3}}]},
            "messages[0].tool_calls[0].function.arguments",
        ),
        ({"role": "tool", "tool_call_id": 4, "content": "x"}, "messages[0].tool_call_id"),
    ],
)
def test_a_wrong_type_is_named_with_its_place(value: Any, at: str) -> None:
    with pytest.raises(InvalidBody) as caught:
        OPENAI_CHAT.read_message(value, "messages[0]")
    assert caught.value.at == at


def test_an_error_read_as_an_answer_says_what_it_is() -> None:
    with pytest.raises(InvalidBody, match="read_failure"):
        OPENAI_CHAT.read_answer(b'{"error": {"message": "no"}}')
