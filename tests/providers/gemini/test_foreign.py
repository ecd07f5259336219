"""What came from elsewhere becomes a body that Gemini takes; what stays behind is reported."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

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
from brimful.providers.body import read_body
from brimful.providers.gemini import GEMINI, distinct
from brimful.providers.gemini.signatures import NO_SIGNATURE
from brimful.providers.problem import Report
from tests.providers.gemini import strategies

pytestmark = pytest.mark.spec("MSG-2", "MSG-4")

# What no writer can mend: a call whose result never comes, a conversation in which nothing is said, and text that
# is not text (half of a surrogate pair).
BEYOND_MENDING = {"unanswered", "empty_contents", "surrogate"}


def user(*parts: Any) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def model(*parts: Any) -> Message:
    return Message("assistant", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def result(call_id: str, text: str = "ok", **more: Any) -> Message:
    return Message("tool", (ToolResult(call_id, (Text(text),), **more),))


def written(*messages: Message, **more: Any) -> tuple[dict[str, Any], list[str]]:
    report = Report()
    body = GEMINI.write(Conversation(tuple(messages), **more), report)
    return body, [f"{loss.at}: {loss.what}" for loss in report.losses]


def shape(body: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Roles, and what the parts carry."""
    return [(content["role"], [next(iter(part)) for part in content["parts"]]) for content in body["contents"]]


@given(strategies.conversations)
def test_any_conversation_becomes_a_body_without_problems_that_can_be_mended(conversation: Conversation) -> None:
    body = GEMINI.write(conversation, Report())
    problems = GEMINI.check(read_body(jsontext.encode(body), GEMINI))
    assert [problem for problem in problems if problem.rule not in BEYOND_MENDING] == []
    if any(problem.rule == "unanswered" for problem in problems):
        answered = {result.call_id for message in conversation.messages for result in message.tool_results}
        calls = [call.id for message in conversation.messages for call in message.tool_calls]
        assert len(calls) > len(answered) or set(calls) - answered or _backwards(conversation)


def _backwards(conversation: Conversation) -> bool:
    """Whether a result stands where no call can be meant: before all calls of its id, or in the system's words."""
    seen: set[str] = set()
    for message in conversation.messages:
        for part in message.parts:
            if isinstance(part, ToolCall) and message.role != "system":
                seen.add(part.id)
            elif isinstance(part, ToolResult) and (part.call_id not in seen or message.role == "system"):
                return True
    return False


def test_roles_are_merged_and_results_follow_their_calls() -> None:
    body, losses = written(
        Message("system", (Text("be brief"),)),
        user("a"),
        user("b"),
        model("let me see", ToolCall("1", "f", '{"x":1}'), ToolCall("2", "g")),
        result("2", "two"),
        result("1", "one"),
        model("done"),
        user("thanks"),
    )
    assert body["systemInstruction"] == {"parts": [{"text": "be brief"}]}
    assert shape(body) == [
        ("user", ["text", "text"]),
        ("model", ["text", "functionCall", "functionCall"]),
        ("user", ["functionResponse", "functionResponse"]),
        ("model", ["text"]),
        ("user", ["text"]),
    ]
    responses = [part["functionResponse"] for part in body["contents"][2]["parts"]]
    assert responses == [
        {"id": "1", "name": "f", "response": {"output": "one"}},
        {"id": "2", "name": "g", "response": {"output": "two"}},
    ]
    assert losses == []


def test_rounds_stay_apart() -> None:
    body, _ = written(
        user("a"), model(ToolCall("1", "f")), result("1"), model(ToolCall("2", "f")), result("2"), user("b")
    )
    assert [role for role, _ in shape(body)] == ["user", "model", "user", "model", "user", "user"]


def test_a_late_result_is_brought_to_its_call_and_that_is_reported() -> None:
    body, losses = written(user("a"), model(ToolCall("1", "f")), user("still there?"), result("1"))
    assert shape(body) == [
        ("user", ["text"]),
        ("model", ["functionCall"]),
        ("user", ["functionResponse"]),
        ("user", ["text"]),
    ]
    assert losses == ["messages[3].parts[0]: place of a tool result"]


def test_a_result_without_a_call_becomes_words() -> None:
    body, losses = written(user("a"), result("9", "what was found", name="search"))
    assert body["contents"][0]["parts"][1] == {"text": "Result of search:\nwhat was found"}
    assert losses == ["messages[1].parts[0]: tool result without its call"]


def test_a_call_without_a_result_is_left_and_found_by_the_check() -> None:
    body, losses = written(user("a"), model(ToolCall("1", "f")), user("b"))
    assert losses == []
    problems = GEMINI.check(read_body(jsontext.encode(body), GEMINI))
    assert [(problem.at, problem.rule) for problem in problems] == [("contents[1].parts[0]", "unanswered")]


def test_the_user_begins_and_ends() -> None:
    body, losses = written(model("hello"))
    assert [role for role, _ in shape(body)] == ["user", "model", "user"]
    assert losses == ["messages: last word of the model"]


def test_system_words_in_the_middle_are_kept_and_their_place_is_reported() -> None:
    body, losses = written(
        Message("system", (Text("one"),)), user("a"), Message("system", (Text("two"), Image("image/png", "aGk=")))
    )
    assert body["systemInstruction"] == {"parts": [{"text": "one"}, {"text": "two"}]}
    assert losses == ["messages[2]: place of a system message", "messages[2].parts[1]: image"]


def test_arguments_that_are_no_json_object_become_an_empty_one() -> None:
    body, losses = written(
        user("a"),
        model(ToolCall("1", "f", "{broken"), ToolCall("2", "f", "[1]"), ToolCall("3", "f", "")),
        Message("tool", tuple(ToolResult(call_id) for call_id in "123")),
    )
    assert [part["functionCall"]["args"] for part in body["contents"][1]["parts"]] == [{}, {}, {}]
    assert losses == ["messages[1].parts[0]: arguments", "messages[1].parts[1]: arguments"]


def test_names_are_made_acceptable_the_same_everywhere() -> None:
    body, losses = written(
        user("a"),
        model(ToolCall("1", "read file")),
        result("1"),
        tools=(Tool("read file"), Tool("read_file"), Tool("9lives")),
        options=Options(tool_choice=ToolChoice("tool", "read file")),
    )
    assert [one["name"] for one in body["tools"][0]["functionDeclarations"]] == [
        "read_file_1",
        "read_file",
        "_9lives",
    ]
    assert body["contents"][1]["parts"][0]["functionCall"]["name"] == "read_file_1"
    assert body["contents"][2]["parts"][0]["functionResponse"]["name"] == "read_file_1"
    assert body["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"] == ["read_file_1"]
    assert losses == ["tools[0].name: name 'read file'", "tools[2].name: name '9lives'"]


def test_schemas_stand_where_they_can_be_said() -> None:
    simple = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    strict = {**simple, "additionalProperties": False}
    body, losses = written(
        user("a"), tools=(Tool("f", "does f", simple), Tool("g", "", strict), Tool("h", "", {"type": "object"}))
    )
    assert body["tools"] == [
        {
            "functionDeclarations": [
                {"name": "f", "description": "does f", "parameters": simple},
                {"name": "g", "parametersJsonSchema": strict},
                {"name": "h"},
            ]
        }
    ]
    assert losses == []


def test_tools_gemini_does_not_have_are_reported() -> None:
    body, losses = written(
        user("a"),
        tools=(
            Tool("search", kind="web_search"),
            Tool("patch", kind="custom"),
            Tool("f", strict=True, cache_mark=CacheMark()),
            Tool("f"),
        ),
    )
    declared = body["tools"][0]["functionDeclarations"]
    assert [one["name"] for one in declared] == ["patch", "f"]
    assert declared[0]["parameters"]["required"] == ["input"]
    assert losses == [
        "tools[0]: tool 'search'",
        "tools[1]: free-text input",
        "tools[2]: cache mark",
        "tools[2].strict: strict",
        "tools[3]: tool 'f'",
    ]


def test_images_documents_and_addresses_find_their_place() -> None:
    body, losses = written(
        user(
            Image("image/jpg", "aGk="),
            Image(data="iVBORw0KGgo="),
            Image(url="https://x.org/a.webp?b=1"),
            Image(url="data:image/png;base64,aGk="),
            Document(text="plain", name="a.txt"),
            Document("application/pdf", "aGk="),
            Image("image/gif", "aGk="),
            Image(file_id="file-1"),
        )
    )
    assert body["contents"][0]["parts"] == [
        {"inlineData": {"mimeType": "image/jpeg", "data": "aGk="}},
        {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
        {"fileData": {"mimeType": "image/webp", "fileUri": "https://x.org/a.webp?b=1"}},
        {"inlineData": {"mimeType": "image/png", "data": "aGk="}},
        {"text": "plain"},
        {"inlineData": {"mimeType": "application/pdf", "data": "aGk="}},
    ]
    assert losses == [
        "messages[0].parts[4].name: file name 'a.txt'",
        "messages[0].parts[6]: image/gif",
        "messages[0].parts[7]: file",
    ]


def test_media_of_a_result_follow_in_a_content_of_their_own() -> None:
    picture = ToolResult("1", (Text("see"), Image("image/png", "aGk=")), name="shot")
    body, losses = written(user("a"), model(ToolCall("1", "shot")), Message("tool", (picture,)), user("b"))
    assert shape(body)[2:] == [("user", ["functionResponse"]), ("user", ["text", "inlineData", "text"])]
    assert losses == []


def test_thinking_marks_and_opaque_parts_of_others_are_reported_and_marks_once() -> None:
    other = Wire("anthropic")
    body, losses = written(
        user("a", CacheMark()),
        model(Thinking("hm", "sig", wire=other), Opaque("server_tool_use", {}, wire=other), "b", CacheMark()),
        user("c"),
    )
    assert shape(body) == [("user", ["text"]), ("model", ["text"]), ("user", ["text"])]
    assert losses == [
        "messages[0].parts[1]: cache mark",
        "messages[1].parts[0]: thinking",
        "messages[1].parts[1]: server_tool_use",
    ]


def test_a_signature_of_another_provider_is_never_sent() -> None:
    call = ToolCall("1", "f", signature="theirs", wire=Wire("openai"))
    body, losses = written(user("a"), model(call, Thinking("hm", "theirs")), result("1"))
    assert "theirs" not in json.dumps(body)
    assert losses == ["messages[1].parts[0]: signature", "messages[1].parts[1]: thinking"]


def test_gemini_3_gets_the_word_for_calls_another_model_made() -> None:
    turn = (user("a"), model(ToolCall("1", "f"), ToolCall("2", "f")), result("1"), result("2"))
    body, _ = written(*turn, model="gemini-3-pro-preview")
    assert [part.get("thoughtSignature") for part in body["contents"][1]["parts"]] == [NO_SIGNATURE, None]
    body, _ = written(*turn, model="gemini-2.5-pro")
    assert "thoughtSignature" not in body["contents"][1]["parts"][0]


def test_options_are_said_in_geminis_words() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    body, losses = written(
        user("a"),
        tools=(Tool("f"),),
        options=Options(
            max_output_tokens=9,
            temperature=0.5,
            top_p=0.9,
            stop=("1", "2", "3", "4", "5", "6"),
            tool_choice=ToolChoice("any"),
            parallel_tool_calls=False,
            response_schema=schema,
            reasoning_effort="xhigh",
            stream=True,
        ),
    )
    assert body["generationConfig"] == {
        "maxOutputTokens": 9,
        "temperature": 0.5,
        "topP": 0.9,
        "stopSequences": ["1", "2", "3", "4", "5"],
        "thinkingConfig": {"thinkingLevel": "HIGH"},
        "responseMimeType": "application/json",
        "responseSchema": schema,
    }
    assert body["toolConfig"] == {"functionCallingConfig": {"mode": "ANY"}}
    assert losses == [
        "stop: stop sequence '6'",
        "reasoning_effort: effort 'xhigh'",
        "parallel_tool_calls: one call at a time",
    ]


def test_foreign_fields_of_the_envelope_are_reported() -> None:
    wire = Wire("openai", extra={"logit_bias": {}, "temperature": 1, "user": "u"})
    _, losses = written(user("a"), options=Options(temperature=1), wire=wire)
    assert losses == ["logit_bias: field 'logit_bias'", "user: field 'user'"]


def test_a_conversation_of_geminis_own_is_changed_only_where_it_was_changed() -> None:
    data = jsontext.encode(
        {
            "contents": [{"parts": {"text": "a"}}, {"role": "model", "parts": [{"text": "b", "x": 1}]}],
            "system_instruction": "be brief",
            "generation_config": {"max_output_tokens": 5, "seed": 1},
        }
    )
    conversation = read_body(data, GEMINI).conversation
    grown = Conversation(
        (*conversation.messages, user("c"), Message("system", (Text("and kind"),))),
        options=Options(max_output_tokens=6, reasoning_effort="low"),
        wire=conversation.wire,
    )
    report = Report()
    assert GEMINI.write(grown, report) == {
        "contents": [
            {"parts": {"text": "a"}},
            {"role": "model", "parts": [{"text": "b", "x": 1}]},
            {"role": "user", "parts": [{"text": "c"}]},
        ],
        "system_instruction": {"parts": [{"text": "be brief"}, {"text": "and kind"}]},
        "generation_config": {"max_output_tokens": 6, "seed": 1, "thinkingConfig": {"thinkingLevel": "LOW"}},
    }
    assert [loss.what for loss in report.losses] == ["place of a system message"]


def test_a_shortened_result_goes_back_as_text() -> None:
    part = {"functionResponse": {"id": "1", "name": "f", "response": {"lines": [1, 2, 3]}}}
    message = GEMINI.read_message({"role": "user", "parts": [part]}, "")
    whole = message.tool_results[0]
    short = Message("tool", (ToolResult("1", (Text("[cut]"),), name="f", wire=whole.wire),), wire=message.wire)
    assert GEMINI.write_message(short, Report()) == [
        {"role": "user", "parts": [{"functionResponse": {"id": "1", "name": "f", "response": {"output": "[cut]"}}}]}
    ]


def test_a_message_alone_can_be_written() -> None:
    report = Report()
    assert GEMINI.write_message(user(), report) == []
    assert GEMINI.write_message(model("a"), report) == [{"role": "model", "parts": [{"text": "a"}]}]
    picture = Message("tool", (ToolResult("1", (Image("image/png", "aGk="),), name="f"),))
    assert [len(one["parts"]) for one in GEMINI.write_message(picture, report)] == [1, 2]


def test_made_up_ids_become_distinct_over_a_conversation() -> None:
    call = {"role": "model", "parts": [{"functionCall": {"name": "f"}}]}
    response = {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}}}]}
    twice = {"role": "user", "parts": [*response["parts"], *response["parts"]]}
    entries = [call, response, call, call, twice]
    messages = distinct([GEMINI.read_message(entry, "") for entry in entries])
    assert [part.id for message in messages for part in message.tool_calls] == ["f-1", "f-2", "f-3"]
    assert [part.call_id for message in messages for part in message.tool_results] == ["f-1", "f-2", "f-3"]
    assert [entry for message in messages for entry in GEMINI.write_message(message, Report())] == entries


def test_where_only_the_system_spoke_a_user_says_to_go_on() -> None:
    report = Report()
    body = GEMINI.write(Conversation((Message("system", (Text("Be brief."),)),)), report)
    assert body["contents"] == [{"role": "user", "parts": [{"text": "Continue."}]}]
    assert [loss.at for loss in report.losses] == ["messages"]
