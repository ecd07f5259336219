"""Writing what came from elsewhere (MSG-2, MSG-4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful import jsontext
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
from brimful.providers.anthropic import ANTHROPIC
from brimful.providers.anthropic.arrange import CONTINUE, OPENING
from brimful.providers.body import read_body
from brimful.providers.problem import Loss, Report
from tests.providers.anthropic import neutral, strategies

pytestmark = pytest.mark.spec("MSG-2", "MSG-4")

# What a writer leaves as it is: only the caller can know what the result would have been.
NOT_OURS = {"unanswered"}


def write(*messages: Message, **fields: Any) -> tuple[dict[str, Any], list[Loss]]:
    report = Report()
    return ANTHROPIC.write(Conversation(messages, model="m", **fields), report), report.losses


def rules_broken(body: dict[str, Any]) -> set[str]:
    return {problem.rule for problem in ANTHROPIC.check(read_body(jsontext.encode(body), ANTHROPIC))}


def user(text: str) -> Message:
    return Message("user", (Text(text),))


def call(id_: str, name: str = "read", arguments: str = "{}") -> Message:
    return Message("assistant", (ToolCall(id_, name, arguments),))


def result(id_: str, text: str = "done") -> Message:
    return Message("tool", (ToolResult(id_, (Text(text),)),))


@given(neutral.conversations)
def test_whatever_is_written_is_what_the_api_takes(conversation: Conversation) -> None:
    body = ANTHROPIC.write(conversation, Report())
    assert rules_broken(body) <= NOT_OURS


@given(neutral.conversations)
def test_what_was_written_reads_and_writes_the_same_again(conversation: Conversation) -> None:
    body = ANTHROPIC.write(conversation, Report())
    again = read_body(jsontext.encode(body), ANTHROPIC).conversation
    report = Report()
    assert ANTHROPIC.write(again, report) == body
    assert report.losses == []


@given(strategies.bodies, neutral.messages, st.integers(0, 6))
def test_messages_of_both_kinds_go_together_whatever_they_hold(
    body: dict[str, Any], message: Message, at: int
) -> None:
    conversation = read_body(jsontext.encode(body), ANTHROPIC).conversation
    messages = (*conversation.messages[:at], message, *conversation.messages[at:])
    mixed = ANTHROPIC.write(replace(conversation, messages=messages), Report())
    assert read_body(jsontext.encode(mixed), ANTHROPIC).conversation
    # What was mixed in has not leaked into what was read: it still comes back as it was.
    assert ANTHROPIC.write(conversation, Report()) == body


@given(neutral.messages)
def test_a_message_by_itself_is_never_empty(message: Message) -> None:
    for entry in ANTHROPIC.write_message(message, Report(), "messages[0]"):
        assert entry["content"]


@given(neutral.conversations)
def test_nothing_with_words_in_it_vanishes_without_a_report(conversation: Conversation) -> None:
    report = Report()
    written = jsontext.encode(ANTHROPIC.write(conversation, report)).decode()
    lost = {loss.at for loss in report.losses}
    for index, message in enumerate(conversation.messages):
        for number, part in enumerate(message.parts):
            if isinstance(part, Text) and part.text.strip() and f"messages[{index}].parts[{number}]" not in lost:
                assert jsontext.encode(part.text).decode()[1:-1] in written


def test_system_messages_go_to_the_top_and_a_lost_place_is_reported() -> None:
    body, losses = write(Message("system", (Text("a"),)), user("hi"), Message("system", (Text("b"),)))
    assert body["system"] == [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    assert body["messages"] == [{"role": "user", "content": "hi"}]
    assert [(loss.at, loss.what) for loss in losses] == [("messages[2]", "the place of a system message")]


def test_a_system_message_of_this_wire_keeps_its_place_beside_messages_of_others() -> None:
    native = ANTHROPIC.read_message({"role": "system", "content": "b", "output_config": {"effort": "low"}}, "")
    body, losses = write(user("hi"), native)
    assert body["messages"][1] == {"role": "system", "content": "b", "output_config": {"effort": "low"}}
    assert losses == []


def test_a_conversation_of_the_system_alone_gets_a_user() -> None:
    body, _ = write(Message("system", (Text("a"),)))
    assert body["messages"] == [{"role": "user", "content": CONTINUE}]


def test_an_empty_conversation_stays_empty() -> None:
    body, losses = write()
    assert body["messages"] == []
    assert losses == []
    assert rules_broken(body) == {"no_messages"}


def test_the_user_speaks_first_and_last() -> None:
    body, losses = write(Message("assistant", (Text("hello"),)))
    assert [entry["content"] for entry in body["messages"]] == [OPENING, "hello", CONTINUE]
    assert [loss.what for loss in losses] == ["the beginning of an answer"]


def test_neighbours_of_one_role_become_one_message() -> None:
    body, _ = write(user("a"), call("x"), call("y"), result("x"), result("y"), user("b"))
    assert [entry["role"] for entry in body["messages"]] == ["user", "assistant", "user"]
    assert [block["type"] for block in body["messages"][2]["content"]] == ["tool_result", "tool_result", "text"]


def test_results_that_strayed_come_back_to_the_head_of_the_turn_behind_their_call() -> None:
    body, losses = write(user("a"), call("x"), user("wait"), call("y"), result("x"), result("y"))
    behind_x = body["messages"][2]["content"]
    assert [block.get("tool_use_id") for block in behind_x] == ["x", None]
    assert [block["tool_use_id"] for block in body["messages"][4]["content"]] == ["y"]
    assert losses == []
    assert rules_broken(body) == set()


def test_a_result_behind_words_in_one_message_comes_first() -> None:
    mixed = Message("user", (Text("also"), ToolResult("x", (Text("done"),))))
    body, losses = write(user("a"), call("x"), mixed)
    assert [block["type"] for block in body["messages"][2]["content"]] == ["tool_result", "text"]
    assert losses == []


def test_results_without_a_call_and_second_results_are_reported() -> None:
    body, losses = write(user("a"), result("nobody"), call("x"), result("x"), result("x", "again"))
    assert [loss.at for loss in losses] == ["messages[1].parts[0]", "messages[4].parts[0]"]
    assert rules_broken(body) == set()


def test_a_call_whose_result_never_comes_is_left_to_the_caller() -> None:
    body, losses = write(user("a"), call("x"), user("b"))
    assert rules_broken(body) == {"unanswered"}
    assert losses == []


def test_ids_are_mapped_the_same_for_calls_and_results_and_stay_apart() -> None:
    body, _ = write(user("a"), call("a b"), call("a_b"), result("a_b", "second"), result("a b", "first"))
    assert [block["id"] for block in body["messages"][1]["content"]] == ["a_b", "a_b_1"]
    told = {block["tool_use_id"]: block["content"] for block in body["messages"][2]["content"]}
    assert told == {"a_b": "first", "a_b_1": "second"}


def test_calls_without_ids_are_paired_by_name_and_in_order() -> None:
    both = Message("assistant", (ToolCall("", "one"), ToolCall("", "two")))
    results = Message("tool", (ToolResult("", (Text("2"),), name="two"), ToolResult("", (Text("1"),), name="one")))
    body, losses = write(user("a"), both, results)
    names = {block["id"]: block["name"] for block in body["messages"][1]["content"]}
    assert {names[b["tool_use_id"]]: b["content"] for b in body["messages"][2]["content"]} == {"one": "1", "two": "2"}
    assert losses == []


def test_an_id_used_again_in_a_later_round_gets_a_number() -> None:
    body, losses = write(user("a"), call("x"), result("x", "1"), call("x"), result("x", "2"))
    assert body["messages"][3]["content"][0]["id"] == "x_1"
    assert body["messages"][4]["content"][0]["tool_use_id"] == "x_1"
    assert losses == []


@pytest.mark.parametrize(
    ("part", "input_", "lost"),
    [
        (ToolCall("x", "t", '{"a":1.0,"é":"ü"}'), {"a": 1.0, "é": "ü"}, 0),
        (ToolCall("x", "t", ""), {}, 0),
        (ToolCall("x", "t", '{"a":'), {}, 1),
        (ToolCall("x", "t", "[1]"), {}, 1),
        (ToolCall("x", "t", "any text", kind="custom"), {"input": "any text"}, 0),
    ],
)
def test_arguments_become_an_object(part: ToolCall, input_: Any, lost: int) -> None:
    body, losses = write(user("a"), Message("assistant", (part,)), result("x"))
    assert body["messages"][1]["content"][0]["input"] == input_
    assert len(losses) == lost


def test_thinking_of_another_provider_is_never_sent() -> None:
    theirs = Message("assistant", (Thinking("hm", "c2ln", wire=Wire("gemini")), Text("so")))
    body, losses = write(user("a"), theirs, user("b"))
    assert body["messages"][1] == {"role": "assistant", "content": "so"}
    assert [(loss.at, loss.what) for loss in losses] == [("messages[1].parts[0]", "thinking")]


def test_thinking_of_this_wire_is_sent_as_it_came() -> None:
    block = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
    native = ANTHROPIC.read_message({"role": "assistant", "content": [block, {"type": "text", "text": "so"}]}, "")
    body, losses = write(user("a"), native, user("b"))
    assert body["messages"][1]["content"][0] == block
    assert losses == []


def test_empty_text_goes_and_white_space_is_reported() -> None:
    body, losses = write(Message("user", (Text(""), Text(" \n"), Text("a"))))
    assert body["messages"] == [{"role": "user", "content": "a"}]
    assert [loss.at for loss in losses] == ["messages[0].parts[1]"]


def test_an_empty_result_has_no_content() -> None:
    body, _ = write(user("a"), call("x"), Message("tool", (ToolResult("x", (Text(""),), is_error=True),)))
    assert body["messages"][2]["content"] == [{"type": "tool_result", "tool_use_id": "x", "is_error": True}]


@pytest.mark.parametrize(
    ("part", "source"),
    [
        (
            Image(media_type="image/png", data="iVBOR"),
            {"type": "base64", "media_type": "image/png", "data": "iVBOR"},
        ),
        (
            Image(url="data:image/png;base64,iVBOR"),
            {"type": "base64", "media_type": "image/png", "data": "iVBOR"},
        ),
        (Image(url="https://example.com/a.png"), {"type": "url", "url": "https://example.com/a.png"}),
        (
            Document(media_type="application/pdf", data="JVBERi0="),
            {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="},
        ),
        (Document(text="words"), {"type": "text", "media_type": "text/plain", "data": "words"}),
        (
            Document(media_type="text/csv", data="YSxi"),
            {"type": "text", "media_type": "text/plain", "data": "a,b"},
        ),
        (Document(url="https://example.com/a.pdf"), {"type": "url", "url": "https://example.com/a.pdf"}),
    ],
)
def test_media_that_the_api_takes_are_sent(part: Image | Document, source: dict[str, str]) -> None:
    body, losses = write(Message("user", (part,)))
    assert body["messages"][0]["content"][0]["source"] == source
    assert losses == []


@pytest.mark.parametrize(
    "part",
    [
        Image(media_type="image/tiff", data="AAAA"),
        Image(url="http://example.com/a.png"),
        Image(file_id="file-1"),
        Document(media_type="audio/wav", data="AAAA"),
        Document(file_id="file-1"),
        Opaque("compaction", {"type": "compaction"}, wire=Wire("responses")),
    ],
)
def test_what_the_api_does_not_take_is_reported(part: Any) -> None:
    body, losses = write(Message("user", (Text("see"), part)))
    assert body["messages"] == [{"role": "user", "content": "see"}]
    assert [loss.at for loss in losses] == ["messages[0].parts[1]"]


def test_leftovers_of_other_wires_are_each_reported() -> None:
    message = Message("user", (Text("a", Wire("openai", extra={"annotations": []})),), name="bo", wire=Wire("openai"))
    envelope = Wire("gemini", extra={"safetySettings": [], "generationConfig": {"topK": 1, "maxOutputTokens": 5}})
    _, losses = write(message, options=Options(max_output_tokens=5), wire=envelope)
    assert {(loss.at, loss.what) for loss in losses} == {
        ("messages[0].parts[0]", "annotations"),
        ("messages[0]", "the name 'bo' of the speaker"),
        ("safetySettings", "safetySettings"),
        ("generationConfig.topK", "topK"),
    }


def test_marks_become_cache_control_on_the_block_before_them() -> None:
    body, losses = write(
        Message("system", (Text("s"), CacheMark(ttl="1h"))),
        Message("user", (Text("a"), CacheMark(), Text("b"))),
        tools=(Tool("t", cache_mark=CacheMark(ttl="1h")),),
    )
    assert body["system"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert body["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral"}
    assert body["tools"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert losses == []


def test_a_mark_behind_what_cannot_carry_it_goes_back_or_waits() -> None:
    body, losses = write(
        Message("user", (CacheMark(), Text("a"), Image(file_id="f"), CacheMark())), Message("user", (CacheMark(),))
    )
    assert body["messages"][0]["content"] == [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}]
    assert [loss.at for loss in losses if loss.what == "a cache mark"] == [
        "messages[0].parts[2]",
        "messages[1].parts[0]",
    ]


def test_marks_stay_within_what_the_api_allows_and_the_latest_stay() -> None:
    marked = tuple(part for n in range(5) for part in (Text(str(n)), CacheMark(ttl="1h" if n == 4 else "")))
    body, losses = write(Message("user", marked))
    carried = [block.get("cache_control") for block in body["messages"][0]["content"]]
    assert carried == [None, *[{"type": "ephemeral"}] * 3, {"type": "ephemeral", "ttl": "5m"}]
    assert [loss.what for loss in losses] == ["a cache mark", "an hour's lifetime of a cache mark"]


def test_tools_get_names_and_schemas_that_the_api_takes() -> None:
    tools = (
        Tool("a.b", "says", {"$schema": "x", "type": "OBJECT", "properties": {"p": {"type": "STRING"}}}),
        Tool("a_b", parameters={"anyOf": []}, strict=True),
        Tool("free", kind="custom"),
        Tool("web", kind="web_search"),
        Tool("free"),
    )
    body, losses = write(user("a"), tools=tools)
    assert body["tools"] == [
        {
            "name": "a_b",
            "description": "says",
            "input_schema": {"type": "object", "properties": {"p": {"type": "string"}}},
        },
        {"name": "a_b_1", "input_schema": {"type": "object", "properties": {}}, "strict": True},
        {
            "name": "free",
            "input_schema": {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]},
        },
    ]
    assert [loss.at for loss in losses] == ["tools[0]", "tools[1]", "tools[1].parameters", "tools[3]", "tools[4]"]


def test_calls_and_the_choice_follow_a_tool_that_was_renamed() -> None:
    body, _ = write(
        user("a"),
        call("x", "a.b"),
        result("x"),
        tools=(Tool("a.b"),),
        options=Options(tool_choice=ToolChoice("tool", "a.b")),
    )
    assert body["messages"][1]["content"][0]["name"] == "a_b"
    assert body["tool_choice"] == {"type": "tool", "name": "a_b"}


def test_options_are_translated() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    body, losses = write(
        user("a"),
        tools=(Tool("t"),),
        options=Options(
            max_output_tokens=100,
            temperature=0.5,
            stop=("END",),
            tool_choice=ToolChoice("any"),
            parallel_tool_calls=False,
            response_schema=schema,
            reasoning_effort="high",
            stream=True,
        ),
    )
    del body["messages"], body["tools"]
    assert body == {
        "model": "m",
        "max_tokens": 100,
        "temperature": 0.5,
        "stop_sequences": ["END"],
        "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
        "output_config": {
            "effort": "high",
            "format": {"type": "json_schema", "schema": {**schema, "additionalProperties": False}},
        },
        "stream": True,
    }
    assert losses == []


def test_options_that_have_no_counterpart_are_reported() -> None:
    options = Options(
        temperature=1.5, top_p=0.5, stop=(" ",), tool_choice=ToolChoice("any"), reasoning_effort="minimal"
    )
    body, losses = write(user("a"), options=options)
    assert body["temperature"] == 1
    assert body["output_config"] == {"effort": "low"}
    assert {loss.at for loss in losses} == {
        "options.temperature",
        "options.top_p",
        "options.stop[0]",
        "options.tool_choice",
        "options.reasoning_effort",
    }


def test_a_limit_is_given_where_the_other_wire_needs_none() -> None:
    body, _ = write(user("a"))
    assert body["max_tokens"] == 8192


def test_an_option_that_was_changed_is_the_only_thing_that_changes() -> None:
    body = {
        "model": "m",
        "max_tokens": 5,
        "tool_choice": {"type": "auto"},
        "tools": [{"name": "t", "input_schema": {"type": "object"}}],
        "messages": [{"role": "user", "content": "a"}],
        "thinking": {"type": "adaptive"},
        "output_config": {"effort": "low", "task_budget": {"total": 1}},
    }
    conversation = read_body(jsontext.encode(body), ANTHROPIC).conversation
    options = replace(conversation.options, max_output_tokens=9, reasoning_effort=None)
    again = ANTHROPIC.write(replace(conversation, options=options), Report())
    assert again == {**body, "max_tokens": 9, "output_config": {"task_budget": {"total": 1}}}


def test_a_summary_among_messages_of_this_wire_leaves_them_as_they_are() -> None:
    entries = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "x", "name": "t", "input": {}, "new": 1}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": "ok"}]},
        {"role": "assistant", "content": "fine"},
        {"role": "user", "content": "go on"},
    ]
    body = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "old"}, *entries]}
    conversation = read_body(jsontext.encode(body), ANTHROPIC).conversation
    shorter = replace(conversation, messages=(user("summary"), *conversation.messages[1:]))
    report = Report()
    assert ANTHROPIC.write(shorter, report) == {
        **body,
        "messages": [{"role": "user", "content": "summary"}, *entries],
    }
    assert report.losses == []


def test_arguments_cut_short_are_reported_and_the_call_stays() -> None:
    part = ToolCall("x", "t", '{"a": "b', wire=Wire("anthropic"))
    body, losses = write(user("a"), Message("assistant", (part,)), result("x"))
    assert body["messages"][1]["content"][0]["input"] == {}
    assert [loss.what for loss in losses] == ["the arguments of a tool call"]
