"""Streams of the Messages API: read, folded, and emitted for the official SDK (MSG-2)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest
from hypothesis import given
from msgspec.structs import replace

from brimful import jsontext
from brimful.errors import InvalidJSON
from brimful.messages import Message, Text, Thinking, ToolCall, Usage, Wire
from brimful.providers.answer import Answer, Folder, Other
from brimful.providers.anthropic import ANTHROPIC
from brimful.providers.dialect import StreamReader
from brimful.providers.sse import Event, Parser
from tests.providers.anthropic import neutral, strategies

pytestmark = pytest.mark.spec("MSG-2")

Json = dict[str, Any]


def fold(events: list[Json]) -> tuple[Folder, StreamReader]:
    reader, folder = ANTHROPIC.stream_reader(), Folder()
    for event in events:
        folder.take(reader.read(Event(json.dumps(event).encode(), event["type"])))
    return folder, reader


def fold_bytes(chunks: Iterator[bytes]) -> tuple[Folder, StreamReader]:
    reader, folder, parser = ANTHROPIC.stream_reader(), Folder(), Parser()
    for chunk in chunks:
        for event in parser.feed(chunk):
            folder.take(reader.read(event))
    return folder, reader


def start(**usage: Any) -> Json:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": []}
    return {
        "type": "message_start",
        "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage},
    }


def begin(index: int, **block: Any) -> Json:
    return {"type": "content_block_start", "index": index, "content_block": block}


def grow(index: int, kind: str, **delta: Any) -> Json:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **delta}}


def stop(index: int) -> Json:
    return {"type": "content_block_stop", "index": index}


def end(reason: str, **usage: Any) -> list[Json]:
    delta = {"stop_reason": reason, "stop_sequence": None}
    return [{"type": "message_delta", "delta": delta, "usage": usage}, {"type": "message_stop"}]


def whole(content: list[Json], reason: str, **usage: Any) -> Answer:
    answer = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": usage,
    }
    return replace(ANTHROPIC.read_answer(json.dumps(answer).encode()), wire=None)


def test_text_with_citations_folds_to_the_whole_answer() -> None:
    citation = {"type": "char_location", "cited_text": "c", "document_index": 0}
    folder, reader = fold(
        [
            start(input_tokens=10, output_tokens=1, cache_read_input_tokens=100, cache_creation_input_tokens=0),
            begin(0, type="text", text="", citations=[]),
            {"type": "ping"},
            grow(0, "text_delta", text="Hel"),
            grow(0, "text_delta", text="lo 😀"),
            grow(0, "citations_delta", citation=citation),
            stop(0),
            *end("end_turn", output_tokens=7),
        ]
    )
    content = [{"type": "text", "text": "Hello 😀", "citations": [citation]}]
    usage = {"input_tokens": 10, "cache_read_input_tokens": 100, "output_tokens": 7}
    assert folder.answer == whole(content, "end_turn", **usage)
    assert folder.answer.usage == Usage(input=110, output=7, cache_read=100)
    assert reader.complete


def test_parallel_calls_that_grow_at_once_fold_to_the_whole_answer() -> None:
    folder, reader = fold(
        [
            start(input_tokens=1, output_tokens=1),
            begin(0, type="thinking", thinking="", signature=""),
            grow(0, "thinking_delta", thinking="h"),
            grow(0, "thinking_delta", thinking="m"),
            grow(0, "signature_delta", signature="c2ln"),
            stop(0),
            begin(1, type="tool_use", id="a", name="t", input={}),
            begin(2, type="tool_use", id="b", name="u", input={}),
            grow(1, "input_json_delta", partial_json=""),
            grow(1, "input_json_delta", partial_json='{"x": '),
            grow(2, "input_json_delta", partial_json='{"y":"é'),
            grow(1, "input_json_delta", partial_json="1.0}"),
            grow(2, "input_json_delta", partial_json='"}'),
            stop(2),
            stop(1),
            begin(3, type="tool_use", id="c", name="none", input={}),
            stop(3),
            *end("tool_use", output_tokens=9),
        ]
    )
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "tool_use", "id": "a", "name": "t", "input": {"x": 1.0}},
        {"type": "tool_use", "id": "b", "name": "u", "input": {"y": "é"}},
        {"type": "tool_use", "id": "c", "name": "none", "input": {}},
    ]
    assert folder.answer == whole(content, "tool_use", input_tokens=1, output_tokens=9)
    assert folder.answer.messages[0].tool_calls[2].arguments == "{}"
    assert reader.complete


def test_server_tools_redacted_thinking_and_compaction_fold_to_the_whole_answer() -> None:
    folder, _ = fold(
        [
            start(input_tokens=1, output_tokens=1),
            begin(0, type="redacted_thinking", data="ZQ=="),
            stop(0),
            begin(1, type="server_tool_use", id="s", name="web_search", input={}),
            grow(1, "input_json_delta", partial_json='{"query":"q"}'),
            stop(1),
            begin(2, type="web_search_tool_result", tool_use_id="s", content=[]),
            stop(2),
            begin(3, type="compaction", content=None),
            grow(3, "compaction_delta", content="summary"),
            stop(3),
            begin(4, type="brand_new", some=1),
            grow(4, "brand_new_delta", more=2),
            stop(4),
            *end("pause_turn", output_tokens=9),
        ]
    )
    content = [
        {"type": "redacted_thinking", "data": "ZQ=="},
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
        {"type": "compaction", "content": "summary"},
        {"type": "brand_new", "some": 1},
    ]
    assert folder.answer == whole(content, "pause_turn", input_tokens=1, output_tokens=9)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("tool_use", "tool_calls"),
        ("pause_turn", "pause"),
        ("compaction", "pause"),
        ("refusal", "refusal"),
        ("model_context_window_exceeded", "length"),
        ("brand_new", "other"),
    ],
)
def test_every_stop_reason_is_read_the_same_way_in_streams_and_answers(word: str, reason: str) -> None:
    folder, _ = fold([start(input_tokens=1, output_tokens=1), *end(word, output_tokens=1)])
    assert folder.answer.finish == reason
    assert whole([], word, input_tokens=1, output_tokens=1).finish == reason


def test_later_counts_leave_what_was_said_before() -> None:
    folder, _ = fold(
        [
            start(
                input_tokens=5,
                cache_creation_input_tokens=30,
                cache_creation={"ephemeral_1h_input_tokens": 20, "ephemeral_5m_input_tokens": 10},
                output_tokens=1,
            ),
            *end("end_turn", input_tokens=8, cache_creation_input_tokens=None, output_tokens=4),
        ]
    )
    assert folder.answer.usage == Usage(input=38, output=4, cache_write=30, cache_write_1h=20)


def test_a_stream_without_usage_has_none() -> None:
    message = {"id": "m", "model": "claude", "role": "assistant", "content": []}
    folder, reader = fold(
        [
            {"type": "message_start", "message": message},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
            {"type": "message_stop"},
        ]
    )
    assert folder.answer.usage is None
    assert reader.complete


def test_an_error_in_mid_stream_is_told_and_the_answer_is_not_complete() -> None:
    folder, reader = fold(
        [
            start(input_tokens=1, output_tokens=1),
            begin(0, type="text", text=""),
            grow(0, "text_delta", text="Hel"),
            {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        ]
    )
    assert folder.failure is not None
    assert (folder.failure.kind, folder.failure.message) == ("overloaded", "Overloaded")
    assert folder.answer.messages[0].text == "Hel"
    assert not reader.complete


def test_a_stream_cut_in_the_middle_keeps_what_came() -> None:
    folder, reader = fold(
        [
            start(input_tokens=1, output_tokens=1),
            begin(0, type="thinking", thinking="", signature=""),
            grow(0, "thinking_delta", thinking="hm"),
            stop(0),
            begin(1, type="tool_use", id="a", name="t", input={}),
            grow(1, "input_json_delta", partial_json='{"x": "y'),
        ]
    )
    message = folder.answer.messages[0]
    assert message.thinking[0].text == "hm"
    assert message.tool_calls[0].arguments == '{"x": "y'
    assert folder.answer.finish is None
    assert not reader.complete


def test_arguments_that_max_tokens_cut_short_stay_as_text() -> None:
    folder, reader = fold(
        [
            start(input_tokens=1, output_tokens=1),
            begin(0, type="tool_use", id="a", name="t", input={}),
            grow(0, "input_json_delta", partial_json='{"x": "y'),
            stop(0),
            *end("max_tokens", output_tokens=1),
        ]
    )
    assert folder.answer.messages[0].tool_calls[0].arguments == '{"x": "y'
    assert reader.complete


def test_events_without_meaning_are_other() -> None:
    reader = ANTHROPIC.stream_reader()
    assert reader.read(Event(b"")) == [Other("")]
    assert reader.read(Event(b"[DONE]")) == [Other("")]
    assert reader.read(Event(b'{"type":"ping"}', "ping")) == [Other("ping")]
    assert reader.read(Event(b'{"type":"brand_new","x":1}', "brand_new")) == [Other("brand_new")]
    assert reader.read(Event(json.dumps(grow(7, "text_delta", text="a")).encode())) == [Other("text_delta")]
    assert reader.read(Event(json.dumps(stop(7)).encode())) == [Other("content_block_stop")]
    assert not reader.complete


def test_broken_json_is_told() -> None:
    with pytest.raises(InvalidJSON):
        ANTHROPIC.stream_reader().read(Event(b'{"type":"ping"'))


# --- emitting ---


def by_the_sdk(chunks: list[bytes]) -> anthropic.types.beta.BetaMessage:
    """What the official SDK makes of a stream, with no socket in between."""

    def answer(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=b"".join(chunks))

    with (
        httpx2.Client(transport=httpx2.MockTransport(answer)) as http,
        anthropic.Anthropic(api_key="none", http_client=http, max_retries=0) as client,
        client.beta.messages.stream(
            model="claude", max_tokens=5, messages=[{"role": "user", "content": "hi"}]
        ) as stream,
    ):
        return stream.get_final_message()


RICH: list[Json] = [
    {"type": "thinking", "thinking": "hm" * 600, "signature": "c2ln"},
    {"type": "redacted_thinking", "data": "ZQ=="},
    {
        "type": "text",
        "text": "so 😀",
        "citations": [{"type": "page_location", "cited_text": "c", "document_index": 0}],
    },
    {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "q"}},
    {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
    {"type": "text", "text": ""},
    {"type": "tool_use", "id": "a", "name": "t", "input": {"x": 1.0, "deep": {"é": [None, True, "ü" * 700]}}},
    {"type": "tool_use", "id": "b", "name": "t", "input": {}},
]


def test_the_official_sdk_reads_what_is_emitted() -> None:
    usage = {"input_tokens": 3, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 5, "output_tokens": 6}
    answer = whole(RICH, "tool_use", **usage)
    message = by_the_sdk(list(ANTHROPIC.emit(answer)))
    told = message.to_dict(mode="json", exclude_unset=True)
    assert [{n: v for n, v in block.items() if n in RICH[i]} for i, block in enumerate(told["content"])] == RICH
    assert (message.id, message.model, message.stop_reason) == ("msg_1", "claude", "tool_use")
    assert ANTHROPIC.read_usage(told["usage"]) == answer.usage


def test_the_official_sdk_reads_an_answer_that_says_nothing() -> None:
    message = by_the_sdk(list(ANTHROPIC.emit(Answer())))
    assert message.content == []
    assert message.usage.output_tokens == 0


@given(strategies.answers)
def test_what_is_emitted_folds_back_to_the_answer(value: Json) -> None:
    answer = ANTHROPIC.read_answer(jsontext.encode(value))
    folder, reader = fold_bytes(ANTHROPIC.emit(answer))
    assert folder.answer == replace(answer, wire=None)
    assert reader.complete


@given(neutral.messages)
def test_an_answer_of_another_wire_is_emitted_as_it_would_be_written(message: Message) -> None:
    spoken = tuple(part for part in message.parts if isinstance(part, (Text, Thinking, ToolCall)))
    answer = Answer((replace(message, parts=spoken),), "id", "model", "stop", Usage(input=5, output=2, cache_read=3))
    again = ANTHROPIC.read_answer(jsontext.encode(ANTHROPIC.write_answer(answer)))
    folder, _ = fold_bytes(ANTHROPIC.emit(answer))
    assert folder.answer == replace(again, wire=None)
    assert again.usage == answer.usage


def test_thinking_of_another_provider_is_shown_without_its_signature() -> None:
    thinking = Thinking("hm", "c2ln", wire=Wire("gemini"))
    sealed = Thinking(signature="c2ln", redacted=True, wire=Wire("responses"))
    written = ANTHROPIC.write_answer(Answer((Message("assistant", (thinking, sealed, Text("so"))),)))
    assert written["content"] == [
        {"type": "thinking", "thinking": "hm", "signature": ""},
        {"type": "text", "text": "so"},
    ]


def test_a_changed_answer_keeps_its_envelope() -> None:
    value = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": [{"type": "text", "text": "a"}],
        "stop_reason": "stop_sequence",
        "stop_sequence": "END",
        "usage": {"input_tokens": 1, "output_tokens": 2, "service_tier": "standard"},
        "container": None,
    }
    answer = ANTHROPIC.read_answer(json.dumps(value).encode())
    changed = replace(answer, model="other", messages=(Message("assistant", (Text("b"),)),))
    assert ANTHROPIC.write_answer(changed) == {**value, "model": "other", "content": [{"type": "text", "text": "b"}]}


@pytest.mark.spec("TRN-4")
def test_a_window_that_is_too_small_is_known_inside_a_stream_too() -> None:
    words = "prompt is too long: 201 tokens > 200 maximum"
    folder, _ = fold([{"type": "error", "error": {"type": "invalid_request_error", "message": words}}])
    assert folder.failure is not None
    assert (folder.failure.kind, folder.failure.actual, folder.failure.limit) == ("context_limit", 201, 200)
