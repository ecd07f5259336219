"""What the neutral model makes of requests (MSG-1, MSG-2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anthropic.types.beta import BetaMessage, BetaTextBlockParam

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.messages import (
    CacheMark,
    Document,
    Image,
    Message,
    Opaque,
    Options,
    Part,
    Text,
    Thinking,
    ToolCall,
    ToolChoice,
    ToolResult,
)
from brimful.providers.anthropic import ANTHROPIC
from brimful.providers.body import read_body
from brimful.providers.problem import Report

pytestmark = pytest.mark.spec("MSG-1", "MSG-2")

Json = dict[str, Any]


def read(*blocks: Json, role: str = "user") -> Message:
    return ANTHROPIC.read_message({"role": role, "content": list(blocks)}, "messages[0]")


def told(part: Part) -> Json:
    """What a part says, without the wire and what it leaves at its default."""
    names = [name for name in part.__struct_fields__ if name != "wire" and getattr(part, name)]
    return {"part": type(part), **{name: getattr(part, name) for name in names}}


@pytest.mark.parametrize(
    ("block", "part"),
    [
        ({"type": "text", "text": "a", "citations": []}, {"part": Text, "text": "a"}),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}},
            {"part": Image, "media_type": "image/png", "data": "AA=="},
        ),
        (
            {"type": "image", "source": {"type": "url", "url": "https://e.com"}},
            {"part": Image, "url": "https://e.com"},
        ),
        ({"type": "image", "source": {"type": "file", "file_id": "f"}}, {"part": Image, "file_id": "f"}),
        (
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}, "title": "t"},
            {"part": Document, "media_type": "text/plain", "text": "a", "name": "t"},
        ),
        (
            {"type": "document", "source": {"type": "content", "content": [{"type": "text", "text": "a"}]}},
            {"part": Document, "text": "a"},
        ),
        (
            {"type": "tool_use", "id": "x", "name": "t", "input": {"é": 1.0}},
            {"part": ToolCall, "id": "x", "name": "t", "arguments": '{"é":1.0}', "kind": "function"},
        ),
        (
            {"type": "thinking", "thinking": "hm", "signature": "s"},
            {"part": Thinking, "text": "hm", "signature": "s"},
        ),
        ({"type": "redacted_thinking", "data": "d"}, {"part": Thinking, "signature": "d", "redacted": True}),
        (
            {"type": "compaction", "content": "c"},
            {"part": Opaque, "kind": "compaction", "value": {"type": "compaction", "content": "c"}},
        ),
    ],
)
def test_each_kind_of_block_is_read(block: Json, part: Json) -> None:
    assert told(read(block, role="assistant").parts[0]) == part


def test_a_mark_stands_behind_its_block() -> None:
    message = read({"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": "1h"}})
    assert [told(part) for part in message.parts] == [
        {"part": Text, "text": "a"},
        {"part": CacheMark, "kind": "ephemeral", "ttl": "1h"},
    ]


def test_a_message_of_results_alone_is_the_tools() -> None:
    result = {"type": "tool_result", "tool_use_id": "x", "content": "a", "cache_control": {"type": "ephemeral"}}
    message = read(result)
    assert message.role == "tool"
    (part,) = message.tool_results
    assert (part.call_id, [told(inner) for inner in part.content]) == ("x", [{"part": Text, "text": "a"}])
    assert read(result, {"type": "text", "text": "a"}).role == "user"
    assert read().role == "user"


def test_what_is_in_a_result_is_content_and_nothing_else() -> None:
    call = {"type": "tool_use", "id": "y", "name": "t", "input": {}}
    message = read({"type": "tool_result", "tool_use_id": "x", "content": [call], "is_error": True})
    (part,) = message.parts
    assert isinstance(part, ToolResult)
    assert part.is_error
    assert [told(inner) for inner in part.content] == [{"part": Opaque, "kind": "tool_use", "value": call}]


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ([], "messages[3]"),
        ({"content": "a"}, "messages[3]"),
        ({"role": "user", "content": 1}, "messages[3].content"),
        ({"role": "user", "content": ["a"]}, "messages[3].content[0]"),
        ({"role": "user", "content": [{"text": "a"}]}, "messages[3].content[0]"),
        ({"role": "user", "content": [{"type": "text"}]}, "messages[3].content[0]"),
        ({"role": "user", "content": [{"type": "text", "text": 1}]}, "messages[3].content[0].text"),
        ({"role": "user", "content": [{"type": "image", "source": "x"}]}, "messages[3].content[0].source"),
        (
            {"role": "user", "content": [{"type": "text", "text": "a", "cache_control": 1}]},
            "messages[3].content[0].cache_control",
        ),
        (
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": [{"type": "text"}]}]},
            "messages[3].content[0].content[0]",
        ),
    ],
)
def test_a_wrong_type_is_told_with_its_place(value: Any, at: str) -> None:
    with pytest.raises(InvalidBody) as caught:
        ANTHROPIC.read_message(value, "messages[3]")
    assert caught.value.at == at


def test_options_are_read() -> None:
    schema = {"type": "object"}
    assert ANTHROPIC.read_options(
        {
            "max_tokens": 5,
            "temperature": 1,
            "top_p": 0.5,
            "stop_sequences": ["END"],
            "tool_choice": {"type": "tool", "name": "t", "disable_parallel_tool_use": True},
            "output_config": {"effort": "high", "format": {"type": "json_schema", "schema": schema}},
            "stream": False,
            "thinking": {"type": "adaptive"},
        }
    ) == Options(5, 1, 0.5, ("END",), ToolChoice("tool", "t"), False, schema, "high", False)
    assert ANTHROPIC.read_options({"tool_choice": None, "max_tokens": None, "output_config": None}) == Options()


@pytest.mark.parametrize(
    ("members", "at"),
    [
        ({"max_tokens": "5"}, "max_tokens"),
        ({"stop_sequences": [1]}, "stop_sequences[0]"),
        ({"tool_choice": {"type": 1}}, "tool_choice.type"),
        ({"output_config": {"format": {"schema": 1}}}, "output_config.format.schema"),
        ({"temperature": True}, "temperature"),
    ],
)
def test_an_option_of_a_wrong_type_is_told_with_its_place(members: Json, at: str) -> None:
    with pytest.raises(InvalidBody) as caught:
        ANTHROPIC.read_options(members)
    assert caught.value.at == at


def test_an_answer_goes_through_the_sdk_s_models_and_into_the_next_request() -> None:
    answer = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
            {"type": "text", "text": "so", "citations": None},
            {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "q"}},
            {"type": "tool_use", "id": "x", "name": "t", "input": {"a": [1, 2.5, None]}},
        ],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 2},
    }
    through = BetaMessage.model_validate(answer).to_dict(mode="json", exclude_unset=True)
    assert through == answer
    read_again = ANTHROPIC.read_answer(json.dumps(through).encode())
    assert ANTHROPIC.write_answer(read_again) == answer
    report = Report()
    (entry,) = ANTHROPIC.write_message(read_again.messages[0], report)
    assert entry == {"role": "assistant", "content": answer["content"]}
    assert report.losses == []


def test_a_request_made_of_the_sdk_s_types_comes_back() -> None:
    system: list[BetaTextBlockParam] = [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}]
    body = {
        "model": "claude",
        "max_tokens": 5,
        "system": system,
        "messages": [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": [{"type": "text", "text": "b"}]},
        ],
        "tools": [{"type": "web_fetch_20260318", "name": "web_fetch", "max_uses": 2, "citations": {"enabled": True}}],
        "tool_choice": {"type": "none"},
    }
    read_again = read_body(jsontext.encode(body), ANTHROPIC).conversation
    assert read_again.tools[0].kind == "web_fetch_20260318"
    assert ANTHROPIC.write(read_again, Report()) == body


def test_the_dialect_says_what_it_is() -> None:
    assert (ANTHROPIC.name, ANTHROPIC.title, ANTHROPIC.max_cache_marks) == ("anthropic", "Anthropic Messages", 4)
    assert all(sentence for sentence in ANTHROPIC.rules.values())
