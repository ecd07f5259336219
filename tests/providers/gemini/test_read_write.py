"""Requests: what Gemini said comes back as it was; what it did not say is in the neutral model."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.genai import types
from hypothesis import given

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.messages import Document, Image, Message, Opaque, Text, Thinking, ToolCall, ToolResult
from brimful.providers.body import read_body
from brimful.providers.gemini import GEMINI
from brimful.providers.problem import Report
from tests.providers.gemini import strategies

pytestmark = pytest.mark.spec("MSG-2")


def encode(value: Any) -> bytes:
    return jsontext.encode(value)


def read(*parts: dict[str, Any], role: str = "model") -> Message:
    return GEMINI.read_message({"role": role, "parts": list(parts)}, "contents[0]")


@given(strategies.bodies())
def test_a_body_comes_back_as_the_same_json_without_a_loss(body: dict[str, Any]) -> None:
    report = Report()
    data = encode(body)
    read_ = read_body(data, GEMINI)
    assert GEMINI.write(read_.conversation, report) == jsontext.decode(data)
    assert report.losses == []
    assert read_.to_bytes() == data


@given(strategies.contents)
def test_a_content_comes_back_as_it_was(content: dict[str, Any]) -> None:
    report = Report()
    assert GEMINI.write_message(GEMINI.read_message(content, "contents[0]"), report) == [content]
    assert report.losses == []


@given(strategies.tools)
def test_an_entry_of_the_tools_comes_back_as_it_was(entry: dict[str, Any]) -> None:
    assert GEMINI.write_tools(GEMINI.read_tools(entry, "tools[0]"), Report()) == [entry]


def test_entries_of_the_tools_stay_apart() -> None:
    entries = [
        {"functionDeclarations": [{"name": "a"}, {"name": "b"}], "googleSearch": {}},
        {},
        {"codeExecution": {}},
    ]
    tools = [tool for entry in entries for tool in GEMINI.read_tools(entry, "tools")]
    assert [tool.name for tool in tools] == ["a", "b", "googleSearch", "", "codeExecution"]
    assert GEMINI.write_tools(tools, Report()) == entries


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"text": "hi"}, Text("hi")),
        ({"inlineData": {"mimeType": "image/png", "data": "aGk="}}, Image("image/png", "aGk=")),
        ({"inline_data": {"mime_type": "application/pdf", "data": "aGk="}}, Document("application/pdf", "aGk=")),
        ({"fileData": {"mimeType": "image/png", "fileUri": "gs://b/a"}}, Image("image/png", url="gs://b/a")),
        ({"text": "hm", "thought": True, "thoughtSignature": "c2ln"}, Thinking("hm", "c2ln")),
        ({"functionCall": {"id": "x", "name": "f", "args": {"a": 1}}}, ToolCall("x", "f", '{"a":1}')),
        ({"function_call": {"name": "f"}, "thought_signature": "c2ln"}, ToolCall("f-1", "f", signature="c2ln")),
        (
            {"functionResponse": {"name": "f", "response": {"error": "no"}}},
            ToolResult("f-1", (Text("no"),), True, "f"),
        ),
        (
            {"functionResponse": {"id": "x", "name": "f", "response": {"lines": [1]}}},
            ToolResult("x", (Text('{"lines":[1]}'),), name="f"),
        ),
        ({"executableCode": {"code": "1"}}, Opaque("executableCode", {"executableCode": {"code": "1"}})),
    ],
)
def test_each_kind_of_part_is_read(part: dict[str, Any], expected: Any) -> None:
    found = read(part).parts[0]
    names = [name for name in expected.__struct_fields__ if name != "wire"]
    assert [getattr(found, name) for name in names] == [getattr(expected, name) for name in names]


def test_roles_are_read_and_responses_alone_are_a_tools() -> None:
    response = {"functionResponse": {"name": "f", "response": {"output": "ok"}}}
    assert read({"text": "a"}).role == "assistant"
    assert read({"text": "a"}, role="user").role == "user"
    assert GEMINI.read_message({"parts": {"text": "a"}}, "").role == "user"
    assert read(response, role="function").role == "tool"
    assert read(response, {"text": "and"}, role="user").role == "user"


def test_calls_without_ids_pair_with_their_responses() -> None:
    calls = read(*({"functionCall": {"name": name, "args": {}}} for name in ("f", "g", "f"))).tool_calls
    results = read(
        *({"functionResponse": {"name": name, "response": {}}} for name in ("f", "f", "g")), role="user"
    ).tool_results
    assert [call.id for call in calls] == ["f-1", "g-1", "f-2"]
    assert [result.call_id for result in results] == ["f-1", "f-2", "g-1"]


def test_media_inside_a_response_are_part_of_the_result() -> None:
    media = {"inlineData": {"mimeType": "image/png", "data": "aGk=", "displayName": "a.png"}}
    response = {"functionResponse": {"name": "f", "response": {"output": "see"}, "parts": [media]}}
    result = read(response, role="user").tool_results[0]
    assert result.content[0] == Text("see")
    assert isinstance(result.content[1], Image)


def test_schemas_in_googles_words_are_read_as_json_schema() -> None:
    schema = {"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": True}}, "propertyOrdering": ["a"]}
    tool = GEMINI.read_tools({"functionDeclarations": [{"name": "f", "parameters": schema}]}, "tools[0]")[0]
    assert tool.parameters == {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}


def test_the_options_are_read_under_either_spelling() -> None:
    options = GEMINI.read_options(
        {
            "generation_config": {"max_output_tokens": "64", "topP": 0.5, "stopSequences": ["x"]},
            "toolConfig": {"function_calling_config": {"mode": "ANY", "allowed_function_names": ["f"]}},
        }
    )
    assert (options.max_output_tokens, options.top_p, options.stop) == (64, 0.5, ("x",))
    assert options.tool_choice is not None
    assert (options.tool_choice.mode, options.tool_choice.name) == ("tool", "f")


@pytest.mark.parametrize(
    ("content", "at"),
    [
        ({"parts": [{"text": 5}]}, "contents[0].parts[0].text"),
        ({"parts": ["text"]}, "contents[0].parts[0]"),
        ({"parts": [{"functionCall": {"name": "f", "args": []}}]}, "contents[0].parts[0].functionCall.args"),
        ({"parts": [{"inline_data": {"mime_type": 1}}]}, "contents[0].parts[0].inline_data.mime_type"),
        ({"role": 1, "parts": []}, "contents[0].role"),
        ("hi", "contents[0]"),
    ],
)
def test_a_wrong_type_is_named_with_its_place(content: Any, at: str) -> None:
    with pytest.raises(InvalidBody) as caught:
        GEMINI.read_message(content, "contents[0]")
    assert caught.value.at == at


def test_contents_of_the_official_sdk_come_back() -> None:
    contents = [
        types.Content(
            role="user",
            parts=[types.Part.from_text(text="hi"), types.Part.from_bytes(data=b"x", mime_type="image/png")],
        ),
        types.Content(
            role="model",
            parts=[
                types.Part(text="hm", thought=True),
                types.Part(function_call=types.FunctionCall(name="f", args={"a": [1.5]}), thought_signature=b"sig"),
            ],
        ),
        types.Content(role="user", parts=[types.Part.from_function_response(name="f", response={"output": "1"})]),
        types.Content(
            role="model", parts=[types.Part.from_executable_code(code="1", language=types.Language.PYTHON)]
        ),
        types.Content(role="user", parts=[types.Part.from_uri(file_uri="gs://b/v.mp4", mime_type="video/mp4")]),
    ]
    for by_alias in (True, False):
        entries = [json.loads(one.model_dump_json(by_alias=by_alias, exclude_none=True)) for one in contents]
        read_ = [GEMINI.read_message(entry, "") for entry in entries]
        assert [entry for one in read_ for entry in GEMINI.write_message(one, Report())] == entries
        assert [message.role for message in read_] == ["user", "assistant", "tool", "assistant", "user"]
