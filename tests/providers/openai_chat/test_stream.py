"""Streams as servers of this format send them, and our own through the official SDK."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful.errors import InvalidBody, InvalidJSON
from brimful.messages import Image, Message, Opaque, Text, Thinking, ToolCall, Usage, Wire
from brimful.providers.answer import Answer, Folder, Other
from brimful.providers.openai_chat import OPENAI_CHAT
from brimful.providers.sse import Event, Parser
from tests.providers.openai_chat import strategies

pytestmark = pytest.mark.spec("MSG-2", "GW-1")

DONE = "[DONE]"


def fold(*chunks: Any) -> tuple[Answer, bool, Folder]:
    """What a stream of these chunks comes to."""
    reader, folder = OPENAI_CHAT.stream_reader(), Folder()
    for chunk in chunks:
        data = chunk if isinstance(chunk, str) else json.dumps(chunk)
        folder.take(reader.read(Event(data.encode())))
    return folder.answer, reader.complete, folder


def refold(stream: bytes) -> tuple[Answer, bool]:
    reader, folder = OPENAI_CHAT.stream_reader(), Folder()
    for event in Parser().feed(stream):
        folder.take(reader.read(event))
    return folder.answer, reader.complete


def bare(answer: Answer) -> Answer:
    """The answer without what only a whole one holds: the leftovers of envelope and message."""
    plain = tuple(
        tuple(replace(m, wire=None, name="") for m in said) for said in (answer.messages, *answer.alternatives)
    )
    kept = tuple(said if any(message.parts for message in said) else () for said in plain)
    return replace(answer, messages=kept[0], alternatives=kept[1:], wire=None)


def delta(finish: str | None = None, number: int = 0, **fields: Any) -> dict[str, Any]:
    choice = {"index": number, "delta": fields, "logprobs": None, "finish_reason": finish}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "gpt-4.1",
        "choices": [choice],
    }


def call(index: int | None, **fields: Any) -> dict[str, Any]:
    return delta(tool_calls=[fields if index is None else {"index": index, **fields}])


def whole(message: dict[str, Any], finish: str = "stop", **more: Any) -> Answer:
    value = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-4.1",
        "choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}],
        **more,
    }
    return OPENAI_CHAT.read_answer(json.dumps(value).encode())


USAGE = {
    "prompt_tokens": 10,
    "completion_tokens": 5,
    "total_tokens": 15,
    "prompt_tokens_details": {"cached_tokens": 4},
    "completion_tokens_details": {"reasoning_tokens": 2},
}
CALLS = [
    {"id": "call_a", "type": "function", "function": {"name": "ls", "arguments": '{"p":1}'}},
    {"id": "call_b", "type": "function", "function": {"name": "cat", "arguments": '{"q":2}'}},
]


def test_text_with_usage_at_the_end() -> None:
    answer, complete, _ = fold(
        delta(role="assistant", content="", refusal=None),
        delta(content="Hel"),
        delta(content="lo"),
        delta("stop"),
        {"id": "chatcmpl-1", "model": "gpt-4.1", "choices": [], "usage": USAGE},
        DONE,
    )
    assert complete
    assert answer == bare(whole({"content": "Hello"}, usage=USAGE))
    assert answer.usage == Usage(10, 5, cache_read=4, reasoning=2)


@pytest.mark.parametrize(
    "chunks",
    [
        [  # OpenAI: by index, in turns
            call(0, id="call_a", type="function", function={"name": "ls", "arguments": ""}),
            call(1, id="call_b", type="function", function={"name": "cat", "arguments": ""}),
            call(0, function={"arguments": '{"p":'}),
            call(1, function={"arguments": '{"q":2}'}),
            call(0, function={"arguments": "1}"}),
        ],
        [delta(tool_calls=[{"index": index, **entry} for index, entry in enumerate(CALLS)])],  # whole, in one chunk
        [call(None, **CALLS[0]), call(None, **CALLS[1])],  # no index
        [call(0, **CALLS[0]), call(0, **CALLS[1])],  # one index for all, told apart by id
        [  # the name after the id, the id again in each piece
            call(0, id="call_a", type="function", function={"arguments": '{"p"'}),
            call(0, id="call_a", function={"name": "ls", "arguments": ":1}"}),
            call(1, id="call_b", function={"name": "cat", "arguments": '{"q":2}'}),
        ],
        [  # no index, pieces without id go on with the last call
            call(None, id="call_a", function={"name": "ls", "arguments": '{"p":'}),
            call(None, function={"arguments": "1}"}),
            call(None, id="call_b", function={"name": "cat", "arguments": '{"q":2}'}),
        ],
    ],
)
def test_tool_calls_however_they_are_cut(chunks: list[dict[str, Any]]) -> None:
    answer, complete, _ = fold(delta(role="assistant", content=None), *chunks, delta("tool_calls"), DONE)
    assert complete
    assert answer == bare(whole({"content": None, "tool_calls": CALLS}, "tool_calls"))


def test_custom_and_legacy_calls() -> None:
    custom = {"id": "c", "type": "custom", "custom": {"name": "patch", "input": "***"}}
    answer, _, _ = fold(call(0, **custom), delta("tool_calls"), DONE)
    assert answer == bare(whole({"tool_calls": [custom]}, "tool_calls"))
    answer, _, _ = fold(
        delta(function_call={"name": "f", "arguments": ""}),
        delta(function_call={"arguments": "{}"}),
        delta("function_call"),
    )
    assert answer == bare(whole({"function_call": {"name": "f", "arguments": "{}"}}, "function_call"))


def test_arguments_as_an_object() -> None:
    answer, _, _ = fold(call(0, id="a", function={"name": "f", "arguments": {"x": 1}}), delta("tool_calls"), DONE)
    assert answer == bare(
        whole(
            {"tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": {"x": 1}}}]},
            "tool_calls",
        )
    )


def test_a_refusal() -> None:
    answer, _, _ = fold(delta(role="assistant", refusal="I "), delta(refusal="cannot"), delta("stop"), DONE)
    assert answer == bare(whole({"content": None, "refusal": "I cannot"}))


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "reasoning_text"])
def test_reasoning_as_text(field: str) -> None:
    answer, _, _ = fold(
        delta(role="assistant", content=None, **{field: ""}),
        delta(**{field: "so "}),
        delta(content="", **{field: "then"}),
        delta(content="yes", **{field: None}),
        delta("stop"),
        DONE,
    )
    assert answer == bare(whole({field: "so then", "content": "yes"}))


def test_reasoning_with_signatures() -> None:
    details = [
        {"type": "reasoning.text", "text": "so then", "signature": "sig", "index": 0},
        {"type": "reasoning.encrypted", "data": "blob", "id": "rs_1", "index": 1},
    ]
    answer, _, _ = fold(
        delta(reasoning="so ", reasoning_details=[{"type": "reasoning.text", "text": "so ", "index": 0}]),
        delta(reasoning="then", reasoning_details=[{"type": "reasoning.text", "text": "then", "index": 0}]),
        delta(reasoning_details=[{"type": "reasoning.text", "signature": "sig", "index": 0}]),
        delta(reasoning_details=[details[1]]),
        delta(content="yes"),
        delta("stop"),
        DONE,
    )
    assert answer == bare(whole({"reasoning": "so then", "reasoning_details": details, "content": "yes"}))


def test_copilot_reasoning_with_its_signature() -> None:
    answer, _, _ = fold(
        delta(reasoning_text="so"), delta(reasoning_opaque="sig"), delta(content="x"), delta("stop"), DONE
    )
    assert answer == bare(whole({"reasoning_text": "so", "reasoning_opaque": "sig", "content": "x"}))


def test_content_in_parts_as_mistral_sends_it() -> None:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "so "}]}
    answer, _, _ = fold(
        delta(content=[thought]),
        delta(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "then"}]}]),
        delta(content=[{"type": "text", "text": "yes"}]),
        delta("stop"),
        DONE,
    )
    joined = {"type": "thinking", "thinking": [{"type": "text", "text": "so then"}]}
    assert answer == bare(whole({"content": [joined, {"type": "text", "text": "yes"}]}))


def test_sound_grows_and_may_end_after_the_end() -> None:
    answer, complete, _ = fold(
        delta(audio={"id": "audio_1", "transcript": "he"}),
        delta(audio={"data": "AAAA", "transcript": "llo"}),
        delta("stop"),
        delta(audio={"expires_at": 9}),
        DONE,
    )
    assert complete
    audio = {"id": "audio_1", "data": "AAAA", "transcript": "hello", "expires_at": 9}
    assert answer.messages[0].parts[-1] == Opaque("audio", audio, wire=Wire("openai", "audio"))


def test_several_choices_in_turns() -> None:
    answer, complete, _ = fold(
        delta(number=0, content="a"), delta(number=1, content="b"), delta("stop", 0), delta("length", 1), DONE
    )
    assert complete
    assert answer.finish == "stop"
    assert [message.text for said in (answer.messages, *answer.alternatives) for message in said] == ["a", "b"]


@pytest.mark.parametrize(
    "last",
    [
        {**delta("stop"), "usage": USAGE},  # DeepSeek, Mistral, Ollama: beside the last choice
        {**delta("stop"), "x_groq": {"id": "req", "usage": USAGE}},  # Groq
        {"choices": [{**delta("stop")["choices"][0], "usage": USAGE}]},  # Moonshot
    ],
)
def test_usage_wherever_it_stands(last: dict[str, Any]) -> None:
    answer, complete, _ = fold(delta(content="x"), last)
    assert complete
    assert answer.usage == Usage(10, 5, cache_read=4, reasoning=2)


def test_usage_that_never_comes() -> None:
    answer, _, _ = fold({**delta(content="x"), "usage": None}, delta("stop"), DONE)
    assert answer.usage is None


def test_a_whole_message_where_deltas_belong() -> None:
    chunk = {
        "id": "1",
        "model": "m",
        "choices": [{"message": {"role": "assistant", "content": "x"}, "finish_reason": "stop"}],
    }
    answer, complete, _ = fold(chunk)
    assert complete
    assert answer.messages[0].text == "x"


@pytest.mark.parametrize(
    ("chunks", "complete"),
    [
        ([], False),
        ([delta(content="x")], False),
        ([delta(content="x"), delta("stop")], True),  # a server without [DONE]
        ([delta(content="x"), DONE], True),
        ([delta(content="x"), delta(number=1, content="y"), delta("stop")], False),
        ([delta(content="x"), {"error": {"message": "no"}}, DONE], False),
    ],
)
def test_a_stream_is_whole_when_its_end_has_come(chunks: list[Any], complete: bool) -> None:
    assert fold(*chunks)[1] is complete


@pytest.mark.parametrize(
    ("chunk", "kind"),
    [
        ({"error": {"message": "Overloaded", "type": "overloaded_error", "code": None}}, "overloaded"),
        ({"error": {"code": 429, "message": "Rate limited"}, "choices": [{"index": 0, "delta": {}}]}, "rate_limit"),
        (
            {"object": "error", "message": "This model's maximum context length is 5 tokens.", "code": 400},
            "context_limit",
        ),
        ({"error": "the request exceeds the available context size, try increasing it"}, "context_limit"),
        ({"error": {"message": "went wrong", "type": "server_error"}}, "server"),
    ],
)
def test_an_error_in_the_stream(chunk: dict[str, Any], kind: str) -> None:
    answer, complete, folder = fold(delta(content="x"), chunk)
    assert not complete
    assert folder.failure is not None
    assert folder.failure.kind == kind
    assert answer.messages[0].text == "x"


def test_events_without_meaning() -> None:
    reader = OPENAI_CHAT.stream_reader()
    assert reader.read(Event(b"", raw=b": OPENROUTER PROCESSING\n\n")) == [Other("comment")]
    assert reader.read(Event(b'{"object": "news", "choices": []}')) == [Other("news")]
    assert reader.read(Event(b'{"choices": [], "prompt_filter_results": [], "id": "", "model": ""}')) == [Other("")]
    assert reader.read(Event(b'{"choices": [{"index": 0, "delta": {}}]}')) == [Other("")]


def test_broken_events_say_so() -> None:
    reader = OPENAI_CHAT.stream_reader()
    with pytest.raises(InvalidJSON):
        reader.read(Event(b'{"choices": ['))
    with pytest.raises(InvalidJSON):
        reader.read(Event(b"[]"))
    with pytest.raises(InvalidBody):
        reader.read(Event(b'{"choices": [{"delta": {"content": 5}}]}'))


@given(
    strategies.values
    | st.fixed_dictionaries({"choices": st.lists(strategies.values | strategies.choices, max_size=2)})
)
def test_an_odd_chunk_is_read_or_refused_but_never_breaks_the_reader(chunk: Any) -> None:
    reader, folder = OPENAI_CHAT.stream_reader(), Folder()
    for value in (chunk, {"choices": [{"delta": chunk}]}, {"choices": [{"delta": {"tool_calls": [chunk]}}]}):
        try:
            folder.take(reader.read(Event(json.dumps(value).encode())))
        except (InvalidJSON, InvalidBody):
            continue
    assert isinstance(folder.answer, Answer)


# --- our own streams ------------------------------------------------------------------------------------------

long_texts = st.text(min_size=1, max_size=30)
emitted_parts = st.tuples(
    st.lists(st.builds(Thinking, long_texts, wire=st.just(Wire("openai", "reasoning_content"))), max_size=1),
    st.lists(st.builds(Text, long_texts), max_size=1),
    st.lists(st.builds(Text, long_texts, st.just(Wire("openai", "refusal"))), max_size=1),
    st.lists(
        st.builds(
            ToolCall,
            st.uuids().map(str),
            strategies.names,
            st.text(max_size=20),
            st.sampled_from(["function", "custom"]),
        ),
        max_size=3,
    ),
).map(lambda groups: tuple(part for group in groups for part in group))
counts = st.integers(0, 10_000)
emitted = st.builds(
    Answer,
    emitted_parts.filter(bool).map(lambda parts: (Message("assistant", parts),)),
    st.sampled_from(["chatcmpl-1"]),
    st.sampled_from(["gpt-4.1"]),
    st.sampled_from(["stop", "length", "tool_calls", "content_filter"]),
    st.none() | st.builds(Usage, counts, counts, counts, counts, st.just(0), counts),
    st.lists(emitted_parts.filter(bool).map(lambda parts: (Message("assistant", parts),)), max_size=2).map(tuple),
)


@given(emitted)
def test_what_is_emitted_folds_back(answer: Answer) -> None:
    assert refold(b"".join(OPENAI_CHAT.emit(answer))) == (answer, True)


@given(emitted)
def test_what_is_written_whole_reads_back(answer: Answer) -> None:
    assert bare(OPENAI_CHAT.read_answer(json.dumps(OPENAI_CHAT.write_answer(answer)).encode())) == answer


@pytest.mark.parametrize(
    "message",
    [
        {"content": "yes", "reasoning_content": "so"},
        {"content": "yes", "reasoning": "so", "reasoning_content": "so"},
        {"content": "yes", "reasoning": "a", "reasoning_content": "b"},
        {"content": None, "reasoning_text": "so", "reasoning_opaque": "sig"},
        {"content": None, "reasoning_opaque": "sig"},
        {
            "content": "x",
            "reasoning": "ab",
            "reasoning_details": [{"type": "reasoning.text", "text": "ab", "signature": "s"}],
        },
        {
            "content": "x",
            "reasoning": "other",
            "reasoning_details": [{"type": "reasoning.encrypted", "data": "blob"}],
        },
        {
            "content": "x",
            "thinking_blocks": [
                {"type": "thinking", "thinking": "a", "signature": "1"},
                {"type": "redacted_thinking", "data": "b"},
                {"type": "thinking", "thinking": "c", "signature": "2"},
            ],
        },
        {"content": [{"type": "text", "text": "yes"}]},
        {"content": "x", "audio": {"id": "a", "transcript": "x"}, "annotations": []},
        {"content": None, "tool_calls": CALLS},
        {"content": None, "function_call": {"name": "f", "arguments": "{}"}},
    ],
)
def test_an_answer_of_this_dialect_streams_to_the_same_parts(message: dict[str, Any]) -> None:
    answer = whole(message, usage=USAGE)
    assert refold(b"".join(OPENAI_CHAT.emit(answer))) == (bare(answer), True)


def test_another_models_answer_shows_its_reasoning_as_text() -> None:
    anthropic = Wire("anthropic")
    answer = Answer(
        (
            Message(
                "assistant", (Thinking("so", "sig", wire=anthropic), Text("a"), ToolCall("toolu_1", "f"), Text("b"))
            ),
        ),
        "msg_1",
        "claude",
        "refusal",
        wire=Wire("anthropic", "", {"container": 1}),
    )
    assert OPENAI_CHAT.write_answer(answer) == {
        "id": "msg_1",
        "object": "chat.completion",
        "created": 0,
        "model": "claude",
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": "ab",
                    "refusal": None,
                    "reasoning_content": "so",
                    "tool_calls": [
                        {"id": "toolu_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
                    ],
                },
                "logprobs": None,
                "finish_reason": "content_filter",
            }
        ],
    }


def test_an_answer_nothing_of_which_can_be_said_is_still_an_answer() -> None:
    answer = Answer((Message("assistant", (Image(url="https://example.org/a"),)),), finish="stop")
    assert OPENAI_CHAT.write_answer(answer)["choices"][0]["message"]["content"] is None


def client(stream: bytes) -> openai.OpenAI:
    def respond(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=stream)

    transport = httpx2.MockTransport(respond)
    return openai.OpenAI(
        api_key="none",
        base_url="http://model.invalid/v1",
        http_client=httpx2.Client(transport=transport),
        _strict_response_validation=True,
    )


def test_the_official_sdk_takes_our_stream() -> None:
    calls = tuple(ToolCall(entry["id"], entry["function"]["name"], entry["function"]["arguments"]) for entry in CALLS)
    answer = Answer(
        (Message("assistant", (Thinking("hm"), Text("Grüße 🌊\n\ndata: x"), *calls)),),
        "chatcmpl-9",
        "gpt-4.1",
        "tool_calls",
        Usage(10, 5, cache_read=4),
        ((Message("assistant", (Text("other"),)),),),
    )
    with (
        client(b"".join(OPENAI_CHAT.emit(answer))) as sdk,
        sdk.chat.completions.stream(model="gpt-4.1", messages=[{"role": "user", "content": "hi"}], n=2) as stream,
    ):
        final = stream.get_final_completion()
    message = final.choices[0].message
    assert message.content == "Grüße 🌊\n\ndata: x"
    assert [call.model_dump(include={"id", "type"}) for call in message.tool_calls or ()] == [
        {"id": "call_a", "type": "function"},
        {"id": "call_b", "type": "function"},
    ]
    assert [call.function.arguments for call in message.tool_calls or ()] == ['{"p":1}', '{"q":2}']
    assert final.choices[0].finish_reason == "tool_calls"
    assert final.choices[1].message.content == "other"
    assert final.usage is not None
    assert final.usage.prompt_tokens == 10


@given(strategies.answers())
def test_the_official_types_keep_what_they_read_of_an_answer(value: dict[str, Any]) -> None:
    completion = openai.types.chat.ChatCompletion.construct(**value)
    seen = json.loads(json.dumps(completion.to_dict(mode="python", warnings=False), default=str))
    answer = OPENAI_CHAT.read_answer(json.dumps(seen).encode())
    assert OPENAI_CHAT.write_answer(answer) == seen


def test_the_official_types_take_a_whole_answer_of_ours() -> None:
    answer = Answer((Message("assistant", (Text("x"), ToolCall("a", "f"))),), "1", "m", "tool_calls", Usage(1, 2))
    read = openai.types.chat.ChatCompletion.model_validate(OPENAI_CHAT.write_answer(answer))
    assert read.choices[0].message.tool_calls is not None
    assert read.usage is not None
