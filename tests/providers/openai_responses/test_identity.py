"""What comes from this wire goes back to it unchanged: as bytes, and through the neutral model."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.messages import CacheMark, Document, Image, Message, Opaque, Text, Thinking, ToolCall, ToolResult
from brimful.providers.body import read_body
from brimful.providers.openai_responses import OPENAI_RESPONSES
from brimful.providers.problem import Report
from tests.providers.openai_responses.strategies import ANSWERS, BODIES, ITEMS, TOOLS

pytestmark = pytest.mark.spec("MSG-1", "MSG-2")


def read(item: Any) -> Message:
    return OPENAI_RESPONSES.read_message(item, "input[0]")


@given(BODIES)
def test_a_body_goes_through_the_model_unchanged(body: dict[str, Any]) -> None:
    data = json.dumps(body).encode()
    read_in = read_body(data, OPENAI_RESPONSES)
    report = Report()
    written = OPENAI_RESPONSES.write(read_in.conversation, report)
    assert written == body
    assert report.losses == []
    assert read_in.to_bytes() == data
    if not isinstance(body.get("input"), str):  # a bare string becomes a list once the body is put together anew
        assert jsontext.decode(read_in.replace().to_bytes()) == body


@given(ITEMS)
def test_an_item_goes_through_the_model_unchanged(item: dict[str, Any]) -> None:
    report = Report()
    assert OPENAI_RESPONSES.write_message(read(item), report) == [item]
    assert report.losses == []


@given(TOOLS)
def test_a_tool_goes_through_the_model_unchanged(tool: dict[str, Any]) -> None:
    report = Report()
    assert OPENAI_RESPONSES.write_tools(OPENAI_RESPONSES.read_tools(tool, "tools[0]"), report) == [tool]
    assert report.losses == []


@given(ANSWERS)
def test_an_answer_goes_through_the_model_unchanged(answer: dict[str, Any]) -> None:
    assert OPENAI_RESPONSES.write_answer(OPENAI_RESPONSES.read_answer(json.dumps(answer).encode())) == answer


@given(BODIES)
def test_no_body_makes_the_validator_raise(body: dict[str, Any]) -> None:
    for problem in OPENAI_RESPONSES.check(read_body(json.dumps(body).encode(), OPENAI_RESPONSES)):
        assert problem.rule in OPENAI_RESPONSES.rules


def test_bytes_with_odd_spacing_leave_as_they_came() -> None:
    data = b'{ "model" : "gpt-5.6",\n  "input":[ {"role":"user","content":"hi"} ] ,"x": 1.0e2 }'
    assert read_body(data, OPENAI_RESPONSES).to_bytes() == data


def test_a_bare_string_is_one_user_message_and_comes_back_as_a_string() -> None:
    body = read_body(b'{"model":"m","input":"hi"}', OPENAI_RESPONSES)
    assert body.conversation.messages[0].role == "user"
    assert body.conversation.messages[0].text == "hi"
    assert OPENAI_RESPONSES.write(body.conversation, Report()) == {"model": "m", "input": "hi"}


def test_a_bare_string_becomes_a_message_when_others_join_it() -> None:
    body = read_body(b'{"model":"m","input":"hi"}', OPENAI_RESPONSES)
    more = body.replace(items=[*body.items, body.new_item({"role": "assistant", "content": "ho"})])
    assert jsontext.decode(more.to_bytes())["input"] == [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": "ho"},
    ]


def test_instructions_are_a_system_message() -> None:
    body = read_body(b'{"model":"m","instructions":"Be kind.","input":[]}', OPENAI_RESPONSES)
    assert [message.role for message in body.conversation.messages] == ["system"]
    assert body.conversation.messages[0].text == "Be kind."


@pytest.mark.parametrize(
    ("item", "role", "part"),
    [
        ({"role": "developer", "content": "x"}, "system", Text),
        ({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x"}]}, "user", Text),
        ({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}, "assistant", ToolCall),
        ({"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "x"}, "assistant", ToolCall),
        ({"type": "function_call_output", "call_id": "c", "output": "x"}, "tool", ToolResult),
        ({"type": "custom_tool_call_output", "call_id": "c", "output": []}, "tool", ToolResult),
        ({"type": "reasoning", "id": "rs_1", "summary": []}, "assistant", Thinking),
        ({"type": "web_search_call", "id": "ws_1", "status": "completed"}, "assistant", Opaque),
        ({"type": "shell_call_output", "call_id": "c", "output": []}, "tool", Opaque),
        ({"type": "mcp_approval_response", "approve": True, "approval_request_id": "r"}, "tool", Opaque),
        ({"id": "msg_1"}, "assistant", Opaque),
    ],
)
def test_each_item_has_its_role_and_its_part(item: dict[str, Any], role: str, part: type) -> None:
    message = read(item)
    assert message.role == role
    assert isinstance(message.parts[0] if message.parts else None, part) or not message.parts


def test_reasoning_holds_its_summaries_and_its_signature() -> None:
    summary = [{"type": "summary_text", "text": "First."}, {"type": "summary_text", "text": "Second."}]
    message = read({"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "gAAA"})
    assert [part.text for part in message.thinking] == ["First.", "Second."]
    assert message.thinking[0].signature == "gAAA"
    assert message.thinking[0].id == "rs_1"


def test_images_files_and_cache_marks_are_read() -> None:
    message = read(
        {
            "role": "user",
            "content": [
                {"type": "input_image", "image_url": "data:image/png;base64,AAAA", "detail": "low"},
                {"type": "input_file", "file_data": "data:application/pdf;base64,JVBE", "filename": "a.pdf"},
                {"type": "input_text", "text": "x", "prompt_cache_breakpoint": {"mode": "explicit", "ttl": "12h"}},
            ],
        }
    )
    image, document, text, mark = message.parts
    assert isinstance(image, Image)
    assert (image.media_type, image.data, image.detail) == ("image/png", "AAAA", "low")
    assert isinstance(document, Document)
    assert (document.media_type, document.data, document.name) == ("application/pdf", "JVBE", "a.pdf")
    assert isinstance(text, Text)
    assert isinstance(mark, CacheMark)
    assert (mark.kind, mark.ttl) == ("ephemeral", "12h")


@pytest.mark.parametrize(
    ("item", "at"),
    [
        (3, "input[0]"),
        ({"role": "user", "content": 3}, "input[0].content"),
        ({"role": 3, "content": "x"}, "input[0].role"),
        ({"role": "user", "content": [3]}, "input[0].content[0]"),
        ({"role": "user", "content": [{"type": "input_text", "text": 3}]}, "input[0].content[0].text"),
        ({"type": "function_call", "call_id": "c", "name": "f", "arguments": {}}, "input[0].arguments"),
        ({"type": "function_call_output", "call_id": "c", "output": 3}, "input[0].output"),
        ({"type": "reasoning", "summary": "x"}, "input[0].summary"),
        ({"type": 3}, "input[0].type"),
    ],
)
def test_a_wrong_type_is_refused_with_its_place(item: Any, at: str) -> None:
    with pytest.raises(InvalidBody) as caught:
        read(item)
    assert caught.value.at == at


def test_an_edited_message_is_written_as_edited() -> None:
    message = read({"role": "user", "content": "hi", "vendor": 1})
    changed = Message(message.role, (Text("hi"), Image(media_type="image/png", data="AAAA")), wire=message.wire)
    image = {"type": "input_image", "image_url": "data:image/png;base64,AAAA", "detail": "auto"}
    assert OPENAI_RESPONSES.write_message(changed, Report()) == [
        {"role": "user", "vendor": 1, "content": [{"type": "input_text", "text": "hi"}, image]}
    ]


def test_a_message_whose_parts_were_all_taken_away_is_not_written() -> None:
    message = read({"role": "user", "content": [{"type": "input_text", "text": "hi"}]})
    assert OPENAI_RESPONSES.write_message(Message(message.role, (), wire=message.wire), Report()) == []
