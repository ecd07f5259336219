"""What came from elsewhere is written as a body that OpenAI takes, and what stays behind is reported."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from brimful.messages import (
    CacheMark,
    Conversation,
    Document,
    Image,
    Message,
    Opaque,
    Options,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Wire,
)
from brimful.providers.body import read_body
from brimful.providers.openai_chat import OPENAI_CHAT
from brimful.providers.problem import Report
from tests.providers.openai_chat import strategies

pytestmark = pytest.mark.spec("MSG-2", "MSG-3")

# What no writer can mend: calls and results without their other half, and a conversation that says nothing.
UNMENDABLE = {"unanswered_call", "orphan_result", "duplicate_id", "no_messages"}

ANTHROPIC = Wire("anthropic")


def written(*messages: Message, **more: Any) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    report = Report()
    body = OPENAI_CHAT.write(Conversation(messages, **{"model": "gpt-5.6", **more}), report)
    problems = OPENAI_CHAT.check(read_body(json.dumps(body).encode(), OPENAI_CHAT))
    assert {problem.rule for problem in problems} <= UNMENDABLE, problems
    return body, [(loss.at, loss.what) for loss in report.losses]


@given(strategies.conversations())
def test_whatever_was_put_together_is_written_without_a_problem_that_could_be_mended(
    conversation: Conversation,
) -> None:
    body = OPENAI_CHAT.write(conversation, Report())
    data = json.dumps(body).encode()
    problems = OPENAI_CHAT.check(read_body(data, OPENAI_CHAT))
    assert [problem for problem in problems if problem.rule not in UNMENDABLE] == []


@given(strategies.conversations())
def test_what_was_written_once_is_written_the_same_again(conversation: Conversation) -> None:
    body = OPENAI_CHAT.write(conversation, Report())
    report = Report()
    again = OPENAI_CHAT.write(read_body(json.dumps(body).encode(), OPENAI_CHAT).conversation, report)
    assert again == body
    assert report.losses == []


@given(strategies.neutral_messages)
def test_each_word_is_sent_or_reported(message: Message) -> None:
    report = Report()
    sent = json.dumps(OPENAI_CHAT.write_message(message, report, "m"), ensure_ascii=False)
    lost = {loss.at for loss in report.losses}
    for index, part in enumerate(message.parts):
        if isinstance(part, Text) and part.text:
            assert json.dumps(part.text, ensure_ascii=False)[1:-1] in sent
        elif isinstance(part, (Thinking, Opaque)) or (isinstance(part, ToolCall) and message.role != "assistant"):
            assert f"m.parts[{index}]" in lost


def test_a_round_with_tools_is_paired() -> None:
    body, lost = written(
        Message("system", (Text("be brief"),), wire=ANTHROPIC),
        Message("user", (Text("look"),)),
        Message("assistant", (Text("so"), ToolCall("toolu_1", "ls", '{"p": 1}'), ToolCall("toolu_2", "ls", ""))),
        Message("user", (ToolResult("toolu_2", (Text("b"),)), ToolResult("toolu_1", (Text("a"),)), Text("go on"))),
    )
    assert lost == []
    assert body["messages"] == [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "look"},
        {
            "role": "assistant",
            "content": "so",
            "tool_calls": [
                {"id": "toolu_1", "type": "function", "function": {"name": "ls", "arguments": '{"p": 1}'}},
                {"id": "toolu_2", "type": "function", "function": {"name": "ls", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "toolu_2", "content": "b"},
        {"role": "tool", "tool_call_id": "toolu_1", "content": "a"},
        {"role": "user", "content": "go on"},
    ]


def test_what_the_model_said_in_several_items_becomes_one_message_and_results_follow_it() -> None:
    body, _ = written(
        Message("assistant", (Text("one"),)),
        Message("assistant", (ToolCall("a", "f"),)),
        Message("assistant", (ToolCall("b", "f"),)),
        Message("user", (Text("wait"),)),
        Message("tool", (ToolResult("b", (Text("B"),)),)),
        Message("tool", (ToolResult("a", (Text("A"),)),)),
    )
    assert [entry["role"] for entry in body["messages"]] == ["assistant", "tool", "tool", "user"]
    assert body["messages"][0]["content"] == "one"
    assert [call["id"] for call in body["messages"][0]["tool_calls"]] == ["a", "b"]


def test_ids_are_mapped_alike_for_calls_and_results_and_never_clash() -> None:
    long = "fc_" + "x" * 60
    body, _ = written(
        Message(
            "assistant",
            (ToolCall("use/1", "f"), ToolCall("use:1", "f"), ToolCall(long, "f"), ToolCall(long + "y", "f")),
        ),
        Message(
            "tool", tuple(ToolResult(call_id, (Text(call_id),)) for call_id in (long + "y", long, "use:1", "use/1"))
        ),
    )
    calls = [call["id"] for call in body["messages"][0]["tool_calls"]]
    assert calls == ["use_1", "use_1_1", long[:40], long[:38] + "_1"]
    assert {entry["tool_call_id"]: entry["content"] for entry in body["messages"][1:]} == {
        calls[0]: "use/1",
        calls[1]: "use:1",
        calls[2]: long,
        calls[3]: long + "y",
    }


def test_calls_that_share_an_id_get_one_each() -> None:
    body, _ = written(
        Message("assistant", (ToolCall("a", "f"), ToolCall("a", "g"))),
        Message("tool", (ToolResult("a", (Text("1"),)), ToolResult("a", (Text("2"),)))),
    )
    assert [call["id"] for call in body["messages"][0]["tool_calls"]] == ["a", "a_1"]
    assert [entry["tool_call_id"] for entry in body["messages"][1:]] == ["a", "a_1"]


def test_pictures_in_a_result_go_to_a_message_behind_the_results() -> None:
    picture = Image("image/png", "iVBORw0KGgo=")
    body, lost = written(
        Message("assistant", (ToolCall("a", "shot"), ToolCall("b", "shot"))),
        Message("tool", (ToolResult("a", (picture,)),)),
        Message("tool", (ToolResult("b", (Text("none"),)),)),
    )
    assert lost == []
    assert [entry["role"] for entry in body["messages"]] == ["assistant", "tool", "tool", "user"]
    assert body["messages"][1]["content"] == "(see the next message)"
    assert body["messages"][3]["content"][1] == {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="},
    }


def test_tools_and_a_forced_choice_get_names_and_schemas_that_pass() -> None:
    body, lost = written(
        Message("user", (Text("x"),)),
        tools=(
            Tool("read file", "Reads.", {"type": "object", "properties": {"a": {"type": "array"}}}),
            Tool("read.file", parameters={"anyOf": [{"type": "object"}]}),
            Tool("web_search", kind="web_search_20250305", wire=ANTHROPIC),
            Tool("patch", kind="custom"),
        ),
        options=Options(tool_choice=ToolChoice("tool", "patch"), parallel_tool_calls=False),
    )
    first, second, third = body["tools"]
    assert first["function"]["name"] == "read_file"
    assert first["function"]["parameters"]["properties"]["a"] == {"type": "array", "items": {}}
    assert second["function"] == {"name": "read_file_1", "parameters": {"type": "object", "properties": {}}}
    assert third == {"type": "custom", "custom": {"name": "patch"}}
    assert body["tool_choice"] == {"type": "custom", "custom": {"name": "patch"}}
    assert body["parallel_tool_calls"] is False
    assert [what for _, what in lost] == ["read file", "read.file", "anyOf", "web_search_20250305"]


def test_every_option_has_its_counterpart() -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    body, lost = written(
        Message("user", (Text("x"),)),
        tools=(Tool("f"),),
        options=Options(100, 0.5, 0.9, ("a", "b"), ToolChoice("any"), True, schema, "high", True),
    )
    assert lost == []
    assert {name: body[name] for name in body if name not in ("messages", "model", "tools")} == {
        "max_completion_tokens": 100,
        "temperature": 0.5,
        "top_p": 0.9,
        "stop": ["a", "b"],
        "tool_choice": "required",
        "parallel_tool_calls": True,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": schema},
        },
        "reasoning_effort": "high",
        "stream": True,
    }


def test_options_out_of_range_are_brought_in_and_reported() -> None:
    body, lost = written(
        Message("user", (Text("x"),)),
        options=Options(
            temperature=3.0, stop=tuple("abcdef"), tool_choice=ToolChoice("auto"), reasoning_effort="8192"
        ),
    )
    assert body["temperature"] == 2.0
    assert body["stop"] == ["a", "b", "c", "d"]
    assert "tool_choice" not in body
    assert [at for at, _ in lost] == [
        "options.temperature",
        "options.stop",
        "options.stop",
        "options.reasoning_effort",
        "options.tool_choice",
    ]


def test_leftovers_of_another_format_are_each_reported() -> None:
    _, lost = written(
        Message(
            "user", (Text("x", Wire("anthropic", "", {"citations": []})),), wire=Wire("anthropic", "", {"note": 1})
        ),
        options=Options(max_output_tokens=5, reasoning_effort="low"),
        wire=Wire(
            "anthropic", "", {"max_tokens": 5, "thinking": {}, "output_config": {"effort": "low", "format": {}}}
        ),
    )
    assert lost == [
        ("thinking", "thinking"),
        ("output_config.format", "output_config.format"),
        ("messages[0].note", "note"),
        ("messages[0].parts[0].citations", "citations"),
    ]


def test_what_has_no_place_is_reported_with_its_place() -> None:
    body, lost = written(
        Message(
            "user",
            (Image(file_id="file_1"), Document("video/mp4", "AAAA"), Opaque("container_upload", {}), Text("x")),
        ),
        Message("assistant", (Thinking("hm", "sig", wire=ANTHROPIC), Text("y"), ToolCall("a", "f", signature="s"))),
        Message("tool", (ToolResult("a", (), is_error=True),)),
    )
    assert sorted(lost) == [
        ("messages[0].parts[0]", "image"),
        ("messages[0].parts[1]", "document"),
        ("messages[0].parts[2]", "container_upload"),
        ("messages[1].parts[0]", "Thinking"),
        ("messages[1].parts[2].signature", "signature"),
        ("messages[2].parts[0].is_error", "is_error"),
    ]
    assert body["messages"][2] == {"role": "tool", "tool_call_id": "a", "content": ""}


def test_files_and_sound_go_as_data() -> None:
    body, lost = written(
        Message(
            "user", (Document("application/pdf", "JVBERi0="), Document("audio/mpeg", "SUQz"), Document(text="plain"))
        )
    )
    assert lost == []
    assert body["messages"][0]["content"] == [
        {"type": "file", "file": {"filename": "document.pdf", "file_data": "data:application/pdf;base64,JVBERi0="}},
        {"type": "input_audio", "input_audio": {"data": "SUQz", "format": "mp3"}},
        {"type": "text", "text": "plain"},
    ]


def test_a_refusal_of_another_model_stays_one() -> None:
    body, _ = written(Message("assistant", (Text("I cannot.", Wire("responses", "refusal")),)))
    assert body["messages"] == [{"role": "assistant", "content": None, "refusal": "I cannot."}]


def test_marks_are_written_where_they_stood_and_the_last_four_stay() -> None:
    mark = CacheMark(ttl="1h", wire=ANTHROPIC)
    body, lost = written(
        Message("system", (Text("s"), mark)),
        *(Message("user", (Text(str(number)), mark)) for number in range(4)),
        tools=(Tool("f", cache_mark=mark),),
        model="anthropic/claude-sonnet-4.5",
    )
    assert [what for _, what in lost] == ["cache mark", "cache mark"]
    assert "cache_control" not in body["tools"][0]
    assert body["messages"][0]["content"] == "s"
    assert body["messages"][4]["content"] == [
        {"type": "text", "text": "3", "cache_control": {"type": "ephemeral", "ttl": "1h"}}
    ]


def test_a_mark_that_nothing_can_carry_is_reported() -> None:
    _, lost = written(Message("assistant", (ToolCall("a", "f"), CacheMark())))
    assert lost == [("messages[0].parts[1]", "cache mark")]


def test_empty_messages_are_left_out() -> None:
    body, lost = written(Message("user", (Text(""),)), Message("assistant"), Message("user", (Text("x"),)))
    assert body["messages"] == [{"role": "user", "content": "x"}]
    assert lost == []
