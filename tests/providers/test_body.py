"""Requests keep their bytes: an envelope around slices (MSG-2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful import jsontext
from brimful.errors import InputTooLarge, InvalidBody
from brimful.providers import NAMES, Dialect, Problem, Report, detect, dialect, read_body
from brimful.providers.check import check_bytes
from brimful.settings import Limits
from tests.providers.anthropic import strategies as anthropic
from tests.providers.gemini import strategies as gemini
from tests.providers.openai_chat import strategies as chat
from tests.providers.openai_responses import strategies as responses

pytestmark = pytest.mark.spec("MSG-2")

ANTHROPIC: Dialect = dialect("anthropic")
SPACED = (
    b' {"model" : "claude-sonnet-4-5",\n "max_tokens":5, "x-new": [1, 2.50],\t"messages": '
    b'[ {"role":"user","content":"a\\u00e9"} ,\n{"role":"assistant","content":[{"type":"text","text":"b"}]} ] } '
)
ALL_BODIES = {
    "openai": chat.bodies(),
    "responses": responses.BODIES,
    "anthropic": anthropic.bodies,
    "gemini": gemini.bodies(),
}


def test_what_nobody_changed_leaves_as_it_came() -> None:
    body = read_body(SPACED, ANTHROPIC)
    assert body.to_bytes() is SPACED
    assert bytes(body.items[0].raw) == b'{"role":"user","content":"a\\u00e9"}'
    assert [item.at for item in body.items] == ["messages[0]", "messages[1]"]
    assert body.model == "claude-sonnet-4-5"


def test_in_a_changed_body_every_other_piece_keeps_its_bytes() -> None:
    body = read_body(SPACED, ANTHROPIC)
    longer = body.replace(
        items=[*body.items, body.new_item({"role": "user", "content": "c"})], members={"stream": True}
    )
    assert longer.to_bytes() == (
        b'{"model":"claude-sonnet-4-5","max_tokens":5,"x-new":[1, 2.50],"messages":'
        b'[{"role":"user","content":"a\\u00e9"},{"role":"assistant","content":[{"type":"text","text":"b"}]},'
        b'{"role":"user","content":"c"}],"stream":true}'
    )
    shorter = longer.replace(items=longer.items[1:], members={"stream": None, "max_tokens": None})
    assert json.loads(shorter.to_bytes()).keys() == {"model", "x-new", "messages"}
    assert [item.at for item in shorter.items] == ["messages[0]", "messages[1]"]
    assert shorter.items[0].digest == body.items[1].digest


def test_a_system_prompt_can_be_put_in_and_taken_away() -> None:
    body = read_body(SPACED, ANTHROPIC)
    assert body.system is None
    source = read_body(b'{"system":"Be brief.","messages":[]}', ANTHROPIC)
    told = body.replace(system=source.system)
    assert json.loads(told.to_bytes())["system"] == "Be brief."
    assert [message.role for message in told.conversation.messages] == ["system", "user", "assistant"]
    assert "system" not in json.loads(told.replace(system=None).to_bytes())


def test_a_message_is_parsed_when_asked_and_once() -> None:
    body = read_body(b'{"messages":[{"role":"user","content":5},{"role":"user","content":"x"}]}', ANTHROPIC)
    assert body.items[1].message is body.items[1].message
    assert (body.items[1].message.role, body.items[1].message.text) == ("user", "x")
    with pytest.raises(InvalidBody, match=r"messages\[0\]\.content"):
        _ = body.items[0].message


def test_equal_bytes_have_one_name_and_others_another() -> None:
    body = read_body(b'{"messages":[{"role":"user"},{"role":"user"},{"role": "user"}]}', ANTHROPIC)
    first, second, third = (item.digest for item in body.items)
    assert first == second != third


def test_too_many_bytes_are_refused_before_they_are_read() -> None:
    with pytest.raises(InputTooLarge, match="body_max_bytes"):
        read_body(b"x" * 2000, ANTHROPIC, limits=Limits(body_max_bytes=1024))


@pytest.mark.parametrize("value", ["5", '{"a":1}', '"x"', "true"])
def test_a_list_that_is_no_list_is_refused_or_noted(value: str) -> None:
    data = f'{{"messages":{value},"tools":{value}}}'.encode()
    with pytest.raises(InvalidBody, match="messages: expected an array"):
        read_body(data, ANTHROPIC)
    problems: list[Problem] = []
    read_body(data, ANTHROPIC, problems=problems)
    assert [(p.at, p.rule) for p in problems] == [("messages", "type"), ("tools", "type")]
    assert {p.at for p in check_bytes(data, ANTHROPIC)} >= {"messages", "tools"}


def test_null_for_a_list_or_a_model_is_as_good_as_none() -> None:
    body = read_body(b'{"model":null,"messages":null,"tools":null}', ANTHROPIC)
    assert (body.model, body.items, body.tools) == ("", (), ())


DETECTED = [
    ('{"contents":[]}', "gemini"),
    ('{"input":"hi","model":"gpt-5"}', "responses"),
    ('{"previous_response_id":"r"}', "responses"),
    ('{"messages":[],"system":"x"}', "anthropic"),
    ('{"messages":[{"role":"system","content":"x"}],"model":"claude-sonnet-4-5"}', "openai"),
    ('{"messages":[{"role":"user","content":"x"}],"model":"claude-sonnet-4-5"}', "anthropic"),
    ('{"messages":[{"role":"user","content":"x"}],"model":"gpt-5"}', "openai"),
    ('{"messages":[{"role":"user","content":"x"}],"model":"claude-sonnet-4-5","max_completion_tokens":5}', "openai"),
    ('{"messages":[],"tools":[{"name":"x","input_schema":{}}]}', "anthropic"),
    ('{"messages":[],"tools":[{"type":"function","function":{}}],"model":"claude-x"}', "openai"),
    ('{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}]}', "anthropic"),
    ('{"messages":[{"role":"user","content":[{"type":"image_url"}]}],"model":"claude"}', "openai"),
    ('{"messages":[5,null],"tools":7,"model":3}', "openai"),
]


@pytest.mark.parametrize(("data", "name"), DETECTED)
def test_the_wire_format_is_found_out_from_the_body(data: str, name: str) -> None:
    assert detect(data.encode()).name == name


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_reading_then_writing_is_the_identity(name: str, data: st.DataObject) -> None:
    """The bytes, the JSON through slices, and the JSON through the neutral model."""
    wire = dialect(name)
    value: Any = data.draw(ALL_BODIES[name])
    raw = data.draw(st.sampled_from([json.dumps(value).encode(), jsontext.encode(value)]))
    body = read_body(raw, wire)
    assert body.to_bytes() == raw
    assert json.loads(body.replace().to_bytes()) == value
    report = Report()
    assert wire.write(body.conversation, report) == value
    assert report.losses == []


@pytest.mark.spec("MSG-2")
def test_input_may_be_one_string_but_a_list_holds_no_strings() -> None:
    wire = dialect("responses")
    assert read_body(b'{"input":"hello"}', wire).conversation.messages[0].text == "hello"
    with pytest.raises(InvalidBody, match=r"input\[1\]: expected an object, got a string"):
        _ = read_body(b'{"input":[{"role":"user","content":"a"},"hello"]}', wire).conversation
    assert [problem.at for problem in check_bytes(b'{"model":"gpt-5","input":["a"]}', wire)] == ["input[0]"]


@pytest.mark.spec("MSG-3")
@pytest.mark.parametrize("name", NAMES)
def test_a_list_of_the_wrong_type_is_one_problem(name: str) -> None:
    data = b'{"model":"x","max_tokens":1,"messages":{},"input":{},"contents":{},"tools":3}'
    places = [problem.at for problem in check_bytes(data, dialect(name)) if problem.rule == "type"]
    assert places == [dialect(name).layout.messages[0], "tools"]
