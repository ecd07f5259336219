"""What came from elsewhere, or from nowhere, becomes a body the API takes; what cannot be carried is reported."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import (
    CacheMark,
    Conversation,
    Document,
    Image,
    Message,
    Opaque,
    Options,
    Part,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Wire,
)
from brimful.providers.body import read_body
from brimful.providers.openai_responses import OPENAI_RESPONSES
from brimful.providers.problem import Problem, Report
from tests.providers.openai_responses.strategies import JSON, SCHEMAS, TEXTS

pytestmark = pytest.mark.spec("MSG-1", "MSG-2", "MSG-4")

# What no writer can mend: results that nobody sent, results of calls nobody made, and nothing said at all.
UNMENDABLE = {"unanswered_call", "orphan_output", "duplicate_output", "no_input"}


def checked(body: dict[str, Any]) -> list[Problem]:
    return OPENAI_RESPONSES.check(read_body(json.dumps(body).encode(), OPENAI_RESPONSES))


def written(*messages: Message, **rest: Any) -> tuple[dict[str, Any], list[str]]:
    report = Report()
    body = OPENAI_RESPONSES.write(Conversation(messages, model="m", **rest), report)
    return body, [f"{loss.at}: {loss.what}" for loss in report.losses]


# --- any conversation -----------------------------------------------------------------------------------------

FOREIGN = st.none() | st.builds(
    Wire, st.sampled_from(["anthropic", "gemini", "openai"]), extra=st.dictionaries(TEXTS, JSON, max_size=1)
)
MEDIA = st.sampled_from(["", "image/png", "image/tiff", "application/pdf", "audio/mp3", "text/plain"])
PLACES = st.sampled_from(["", "https://example.org/a", "gs://bucket/a", "data:image/png;base64,AAAA"])
CONTENT = st.one_of(
    st.builds(Text, TEXTS, wire=FOREIGN),
    st.builds(Image, MEDIA, st.sampled_from(["", "AAAA", "iVBORw0K"]), PLACES, TEXTS, TEXTS, wire=FOREIGN),
    st.builds(Document, MEDIA, st.sampled_from(["", "JVBE"]), PLACES, TEXTS, TEXTS, TEXTS, wire=FOREIGN),
    st.builds(Opaque, TEXTS, JSON, wire=FOREIGN),
    st.builds(CacheMark, ttl=st.sampled_from(["", "5m", "1h", "odd"]), wire=FOREIGN),
)
CALL_IDS = st.sampled_from(["", "a", "a b", "a_b", "x" * 80, "日"])
TOOL_NAMES = st.sampled_from(["", "f", "a.b", "a_b", "n" * 80])
PARTS: st.SearchStrategy[Part] = st.one_of(
    CONTENT,
    st.builds(ToolCall, CALL_IDS, TOOL_NAMES, TEXTS, st.sampled_from(["function", "custom"]), TEXTS, wire=FOREIGN),
    st.builds(
        ToolResult, CALL_IDS, st.lists(CONTENT, max_size=3).map(tuple), st.booleans(), TOOL_NAMES, wire=FOREIGN
    ),
    st.builds(Thinking, TEXTS, TEXTS, st.booleans(), TEXTS, wire=FOREIGN),
)
MESSAGES = st.builds(
    Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.lists(PARTS, max_size=4).map(tuple),
    st.sampled_from(["", "Ada"]),
    wire=FOREIGN,
)
FOREIGN_TOOLS = st.builds(
    Tool,
    TOOL_NAMES,
    TEXTS,
    st.none() | SCHEMAS,
    st.sampled_from(["function", "custom", "computer"]),
    st.none() | st.booleans(),
    st.none() | st.builds(CacheMark),
    wire=FOREIGN,
)
OPTIONS = st.builds(
    Options,
    max_output_tokens=st.none() | st.integers(0, 10**6),
    temperature=st.none() | st.floats(-1, 5),
    top_p=st.none() | st.floats(0, 2),
    stop=st.none() | st.just(("x",)),
    tool_choice=st.none() | st.builds(ToolChoice, st.sampled_from(["auto", "any", "none", "tool"]), TOOL_NAMES),
    parallel_tool_calls=st.none() | st.booleans(),
    response_schema=st.none() | SCHEMAS,
    reasoning_effort=st.none() | st.sampled_from(["low", "huge"]),
    stream=st.none() | st.booleans(),
)
CONVERSATIONS = st.builds(
    Conversation,
    st.lists(MESSAGES, max_size=5).map(tuple),
    st.lists(FOREIGN_TOOLS, max_size=3).map(tuple),
    st.just("m"),
    OPTIONS,
    FOREIGN,
)


@given(CONVERSATIONS)
def test_any_conversation_becomes_a_body_without_problems_that_could_be_mended(conversation: Conversation) -> None:
    body = OPENAI_RESPONSES.write(conversation, Report())
    assert {problem.rule for problem in checked(body)} <= UNMENDABLE


@given(CONVERSATIONS)
def test_no_text_of_a_conversation_vanishes_without_a_word(conversation: Conversation) -> None:
    report = Report()
    body = OPENAI_RESPONSES.write(conversation, report)
    said = json.dumps(body, ensure_ascii=False)
    lost = {loss.at for loss in report.losses}
    for index, part in conversation.parts():
        if isinstance(part, Text):
            assert json.dumps(part.text, ensure_ascii=False)[1:-1] in said or any(
                at.startswith(f"messages[{index}]") for at in lost
            )


@given(st.lists(CALL_IDS, min_size=1, max_size=6))
def test_calls_and_results_keep_to_each_other_whatever_their_ids(ids: list[str]) -> None:
    calls = tuple(ToolCall(id_, f"f{index}") for index, id_ in enumerate(ids))
    results = tuple(ToolResult(id_, (Text(f"r{index}"),)) for index, id_ in enumerate(ids))
    body, _ = written(Message("user", (Text("x"),)), Message("assistant", calls), Message("tool", results))
    items = body["input"][1:]
    pairs = {item["call_id"]: item["name"] for item in items[: len(ids)]}
    assert len(pairs) == len(ids)
    assert [pairs[item["call_id"]] for item in items[len(ids) :]] == [f"f{index}" for index in range(len(ids))]
    assert checked(body) == []


# --- one thing at a time --------------------------------------------------------------------------------------


def test_a_leading_system_prompt_becomes_instructions_and_a_later_one_stays_in_place() -> None:
    body, losses = written(
        Message("system", (Text("One."), Text("Two."))),
        Message("user", (Text("Hi."),)),
        Message("system", (Text("Now hurry."),)),
    )
    assert body["instructions"] == "One.\n\nTwo."
    assert body["input"] == [{"role": "user", "content": "Hi."}, {"role": "system", "content": "Now hurry."}]
    assert losses == []


def test_a_system_prompt_with_a_cache_mark_keeps_it() -> None:
    body, losses = written(Message("system", (Text("One."), CacheMark(ttl="1h"))), Message("user", (Text("Hi."),)))
    part = {"type": "input_text", "text": "One.", "prompt_cache_breakpoint": {"mode": "explicit", "ttl": "12h"}}
    assert body["input"][0] == {"role": "system", "content": [part]}
    assert "instructions" not in body
    assert losses == []


def test_a_system_prompt_alone_goes_where_something_can_be_answered() -> None:
    body, _ = written(Message("system", (Text("Say hi."),)))
    assert body == {"model": "m", "input": [{"role": "system", "content": "Say hi."}]}
    assert checked(body) == []


def test_an_assistant_message_is_split_into_items_in_its_order() -> None:
    body, losses = written(
        Message("user", (Text("Hi."),)),
        Message("assistant", (Text("A"), Text("B"), ToolCall("c", "f", '{"a":1}'), Text("C"))),
        Message("user", (ToolResult("c", (Text("r"),)), Text("And?"))),
    )
    both = [{"type": "output_text", "text": text, "annotations": []} for text in "AB"]
    assert body["input"][1:] == [
        {"role": "assistant", "content": both},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": '{"a":1}'},
        {"role": "assistant", "content": "C"},
        {"type": "function_call_output", "call_id": "c", "output": "r"},
        {"role": "user", "content": "And?"},
    ]
    assert losses == []


def test_thinking_of_another_provider_is_never_sent() -> None:
    thought = Thinking("secret", "sig", wire=Wire("anthropic"))
    body, losses = written(Message("user", (Text("Hi."),)), Message("assistant", (thought, Text("Yes."))))
    assert "secret" not in json.dumps(body)
    assert "sig" not in json.dumps(body)
    assert losses == ["messages[1].parts[0]: thinking"]


def test_a_custom_call_is_answered_by_a_custom_output() -> None:
    body, _ = written(
        Message("assistant", (ToolCall("c", "patch", "*** Begin", kind="custom"),)),
        Message("tool", (ToolResult("c", (Text("ok"),)),)),
    )
    assert [item["type"] for item in body["input"]] == ["custom_tool_call", "custom_tool_call_output"]
    assert body["input"][0]["input"] == "*** Begin"


def test_results_without_ids_are_paired_by_name() -> None:
    body, _ = written(
        Message("assistant", (ToolCall("", "f"), ToolCall("", "g"))),
        Message("tool", (ToolResult("", (Text("of g"),), name="g"), ToolResult("", (Text("of f"),), name="f"))),
    )
    calls, outputs = body["input"][:2], body["input"][2:]
    assert outputs[0] == {"type": "function_call_output", "call_id": calls[1]["call_id"], "output": "of g"}
    assert outputs[1]["call_id"] == calls[0]["call_id"]


def test_a_tool_name_the_api_refuses_is_changed_everywhere_and_reported() -> None:
    body, losses = written(
        Message("user", (Text("x"),)),
        Message("assistant", (ToolCall("c", "a.b"),)),
        Message("tool", (ToolResult("c"),)),
        tools=(Tool("a.b"), Tool("a_b")),
        options=Options(tool_choice=ToolChoice("tool", "a.b")),
    )
    assert [tool["name"] for tool in body["tools"]] == ["a_b_1", "a_b"]
    assert body["input"][1]["name"] == "a_b_1"
    assert body["tool_choice"] == {"type": "function", "name": "a_b_1"}
    assert losses == ["messages[1].parts[0]: the tool name 'a.b'", "tools[0]: the tool name 'a.b'"]


def test_pictures_in_results_and_an_error_flag() -> None:
    body, losses = written(
        Message("assistant", (ToolCall("c", "f"),)),
        Message("tool", (ToolResult("c", (Text("see"), Image("image/png", "AAAA")), is_error=True),)),
    )
    assert body["input"][1]["output"] == [
        {"type": "input_text", "text": "see"},
        {"type": "input_image", "image_url": "data:image/png;base64,AAAA", "detail": "auto"},
    ]
    assert losses == ["messages[1].parts[0]: the mark that the tool failed"]


def test_a_cache_mark_on_a_result_is_put_on_its_last_part() -> None:
    body, losses = written(
        Message("assistant", (ToolCall("c", "f"),)),
        Message("tool", (ToolResult("c", (Text("x"),)), CacheMark())),
    )
    part = {"type": "input_text", "text": "x", "prompt_cache_breakpoint": {"mode": "explicit"}}
    assert body["input"][1]["output"] == [part]
    assert losses == []


@pytest.mark.parametrize(
    ("part", "lost"),
    [
        (Image("image/tiff", "AAAA"), "image"),
        (Image(url="gs://b/a.png"), "image"),
        (Image(file_id="files/1", wire=Wire("gemini")), "image"),
        (Document("audio/mp3", "AAAA"), "audio/mp3"),
        (Document(file_id="file_1", wire=Wire("anthropic")), "document"),
        (Opaque("server_tool_use", {}, wire=Wire("anthropic")), "server_tool_use"),
        (CacheMark(), "cache mark"),
    ],
)
def test_what_cannot_be_carried_is_reported_with_its_place(part: Part, lost: str) -> None:
    body, losses = written(Message("user", (part, Text("x"))))
    assert losses == [f"messages[0].parts[0]: {lost}"]
    assert body["input"] == [{"role": "user", "content": "x"}]


def test_text_files_go_as_text_and_others_as_data() -> None:
    body, losses = written(Message("user", (Document(text="abc"), Document("application/pdf", "JVBE"))))
    assert body["input"][0]["content"] == [
        {"type": "input_text", "text": "abc"},
        {"type": "input_file", "file_data": "data:application/pdf;base64,JVBE", "filename": "file.pdf"},
    ]
    assert losses == []


def test_options_are_translated_and_what_has_no_counterpart_is_reported() -> None:
    body, losses = written(
        Message("user", (Text("x"),)),
        tools=(Tool("f", "d", {"type": "object", "properties": {}}),),
        options=Options(
            max_output_tokens=5,
            temperature=0.5,
            top_p=1,
            stop=("END",),
            tool_choice=ToolChoice("any"),
            parallel_tool_calls=False,
            response_schema={"type": "object", "properties": {}},
            reasoning_effort="high",
            stream=True,
        ),
    )
    assert body | {"input": 0} == {
        "model": "m",
        "input": 0,
        "tools": [
            {
                "type": "function",
                "name": "f",
                "description": "d",
                "parameters": {"type": "object", "properties": {}},
                "strict": False,
            }
        ],
        "max_output_tokens": 16,
        "temperature": 0.5,
        "top_p": 1,
        "tool_choice": "required",
        "parallel_tool_calls": False,
        "text": {"format": {"type": "json_schema", "name": "answer", "schema": {"type": "object", "properties": {}}}},
        "reasoning": {"effort": "high"},
        "stream": True,
    }
    assert losses == ["max_output_tokens: max_output_tokens 5", "stop: stop sequences"]


def test_only_the_option_that_changed_is_written_anew() -> None:
    data = b'{"model":"m","input":"x","reasoning":{"effort":"low","summary":"auto"},"temperature":1}'
    read = read_body(data, OPENAI_RESPONSES).conversation
    options = Options(temperature=1, reasoning_effort="high")
    body = OPENAI_RESPONSES.write(Conversation(read.messages, (), "m", options, read.wire), Report())
    assert body == {
        "model": "m",
        "input": "x",
        "reasoning": {"effort": "high", "summary": "auto"},
        "temperature": 1,
    }


def test_leftovers_of_another_envelope_are_reported_and_shared_members_are_kept() -> None:
    wire = Wire("openai", extra={"max_tokens": 100, "seed": 1, "metadata": {"a": "b"}, "n": None})
    body, losses = written(Message("user", (Text("x"),)), options=Options(max_output_tokens=100), wire=wire)
    assert body == {
        "model": "m",
        "metadata": {"a": "b"},
        "input": [{"role": "user", "content": "x"}],
        "max_output_tokens": 100,
    }
    assert losses == ["seed: seed"]


def test_leftovers_inside_a_nest_are_reported_one_by_one() -> None:
    wire = Wire("gemini", extra={"generationConfig": {"topK": 4, "temperature": 1}, "safetySettings": []})
    _, losses = written(Message("user", (Text("x"),)), options=Options(temperature=1), wire=wire)
    assert losses == ["generationConfig.topK: topK", "safetySettings: safetySettings"]


@pytest.mark.parametrize(
    ("schema", "accepted", "lost"),
    [
        (None, {"type": "object", "properties": {}}, 0),
        ({"type": "object"}, {"type": "object", "properties": {}}, 0),
        ({"type": "string"}, {"type": "object", "properties": {}}, 1),
        (
            {
                "anyOf": [
                    {"properties": {"a": {}}, "required": ["a"]},
                    {"properties": {"b": {}}, "required": ["a", "b"]},
                ]
            },
            {"type": "object", "properties": {"b": {}, "a": {}}, "required": ["a"]},
            1,
        ),
        (
            {"type": "object", "properties": {"a": {"type": "array"}}},
            {"type": "object", "properties": {"a": {"type": "array", "items": {}}}},
            0,
        ),
    ],
)
def test_a_tool_schema_is_made_acceptable(schema: Any, accepted: Any, lost: int) -> None:
    body, losses = written(Message("user", (Text("x"),)), tools=(Tool("f", parameters=schema),))
    assert body["tools"][0]["parameters"] == accepted
    assert len(losses) == lost


def test_strict_is_dropped_where_the_schema_does_not_meet_it() -> None:
    body, losses = written(
        Message("user", (Text("x"),)),
        tools=(Tool("f", parameters={"type": "object", "properties": {"a": {}}}, strict=True),),
    )
    assert body["tools"][0]["strict"] is False
    assert losses == ["tools[0]: strict"]


def test_a_message_of_this_dialect_keeps_its_ids_beside_a_foreign_one() -> None:
    call = {"type": "function_call", "id": "fc_1", "call_id": "a", "name": "f", "arguments": "{}"}
    native = OPENAI_RESPONSES.read_message(call, "input[0]")
    body, _ = written(
        Message("assistant", (ToolCall("a", "g"),)),
        Message("tool", (ToolResult("a"),)),
        native,
        Message("tool", (ToolResult("a"),)),
    )
    assert [item["call_id"] for item in body["input"]] == ["a_1", "a_1", "a", "a"]
    assert checked(body) == []
