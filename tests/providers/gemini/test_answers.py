"""Whole answers and streams: both say the same, and the official SDK reads what we write."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any

import httpx2
import pytest
from google import genai
from google.genai import errors as sdk_errors
from google.genai import types
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful import jsontext
from brimful.errors import InvalidJSON
from brimful.messages import Message, Opaque, Text, Thinking, ToolCall, Usage, Wire
from brimful.providers import sse
from brimful.providers.answer import Answer, Delta, Finish, Folder, Other
from brimful.providers.failure import Failure
from brimful.providers.gemini import GEMINI, json_array_events
from brimful.providers.problem import Report
from tests.providers.gemini import strategies

pytestmark = pytest.mark.spec("MSG-2")


def chunk(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    content = {"content": {"parts": list(parts), "role": "model"}} if parts else {}
    finish = {name: more.pop(name) for name in ("finishReason", "index") if name in more}
    return {"candidates": [{**content, **finish}], "responseId": "r1", "modelVersion": "gemini-3-pro", **more}


def folded(events: Iterable[dict[str, Any] | bytes]) -> tuple[Folder, bool]:
    reader, folder = GEMINI.stream_reader(), Folder()
    parser = sse.Parser()
    for event in events:
        data = event if isinstance(event, bytes) else sse.encode(jsontext.encode(event))
        for one in parser.feed(data):
            folder.take(reader.read(one))
    return folder, reader.complete


def bare(answer: Answer) -> Answer:
    """The answer without what only whole answers keep: the leftovers of envelope, candidates and contents."""

    def plain(messages: tuple[Message, ...]) -> tuple[Message, ...]:
        return tuple(Message("assistant", message.parts) for message in messages if message.parts)

    others = tuple(plain(messages) for messages in answer.alternatives)
    return replace(
        answer, wire=None, messages=plain(answer.messages), alternatives=tuple(one for one in others if one)
    )


@given(strategies.responses_whole)
def test_an_answer_comes_back_as_the_same_json(value: dict[str, Any]) -> None:
    data = jsontext.encode(value)
    assert GEMINI.write_answer(GEMINI.read_answer(data)) == jsontext.decode(data)


def test_an_answer_of_the_official_sdk_comes_back() -> None:
    response = types.GenerateContentResponse(
        candidates=[
            types.Candidate(
                content=types.Content(role="model", parts=[types.Part(text="hi", thought_signature=b"sig")]),
                finish_reason=types.FinishReason.STOP,
                safety_ratings=[types.SafetyRating(category=types.HarmCategory.HARM_CATEGORY_HARASSMENT)],
                index=0,
            )
        ],
        usage_metadata=types.GenerateContentResponseUsageMetadata(prompt_token_count=3, candidates_token_count=1),
        response_id="r",
        model_version="gemini-3-pro",
    )
    data = response.model_dump_json(by_alias=True, exclude_none=True).encode()
    answer = GEMINI.read_answer(data)
    assert (answer.id, answer.model, answer.finish, answer.usage) == ("r", "gemini-3-pro", "stop", Usage(3, 1))
    assert GEMINI.write_answer(answer) == json.loads(data)


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        ("STOP", "stop"),
        ("MAX_TOKENS", "length"),
        ("SAFETY", "content_filter"),
        ("PROHIBITED_CONTENT", "content_filter"),
        ("MALFORMED_FUNCTION_CALL", "error"),
        ("MISSING_THOUGHT_SIGNATURE", "error"),
        ("OTHER", "other"),
        ("BRAND_NEW", "other"),
    ],
)
def test_finish_reasons_are_read(word: str, finish: str) -> None:
    assert GEMINI.read_answer(jsontext.encode(chunk({"text": "a"}, finishReason=word))).finish == finish


def test_stop_with_a_call_means_tool_calls() -> None:
    answer = GEMINI.read_answer(jsontext.encode(chunk({"functionCall": {"name": "f"}}, finishReason="STOP")))
    assert answer.finish == "tool_calls"


def test_a_blocked_prompt_is_an_answer_without_messages() -> None:
    value = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 3}}
    answer = GEMINI.read_answer(jsontext.encode(value))
    assert (answer.messages, answer.finish, answer.usage) == ((), "content_filter", Usage(3))
    folder, complete = folded([value])
    assert complete
    assert folder.answer == bare(answer)


def test_an_answer_from_elsewhere_becomes_one_candidate() -> None:
    answer = Answer(
        (Message("assistant", (Thinking("hm", "theirs"),)), Message("assistant", (Text("a"), ToolCall("1", "f")))),
        id="x",
        model="gpt-5",
        finish="tool_calls",
        usage=Usage(10, 5, cache_read=4, reasoning=2),
    )
    assert GEMINI.write_answer(answer) == {
        "candidates": [
            {
                "content": {
                    "parts": [
                        {"text": "hm", "thought": True},
                        {"text": "a"},
                        {"functionCall": {"id": "1", "name": "f", "args": {}}},
                    ],
                    "role": "model",
                },
                "index": 0,
                "finishReason": "STOP",
            }
        ],
        "responseId": "x",
        "modelVersion": "gpt-5",
        "usageMetadata": {
            "promptTokenCount": 10,
            "cachedContentTokenCount": 4,
            "candidatesTokenCount": 3,
            "thoughtsTokenCount": 2,
            "totalTokenCount": 15,
        },
    }


# --- streams --------------------------------------------------------------------------------------------------

USAGE = {"promptTokenCount": 9, "candidatesTokenCount": 4, "thoughtsTokenCount": 2, "cachedContentTokenCount": 5}


def test_a_stream_folds_to_the_answer_that_was_not_streamed() -> None:
    calls = [
        {"functionCall": {"id": "c1", "name": "f", "args": {"city": "Bern"}}, "thoughtSignature": "c2ln"},
        {"functionCall": {"name": "g", "args": {}}},
        {"functionCall": {"name": "g"}},
    ]
    folder, complete = folded(
        [
            chunk({"text": "Let me ", "thought": True}, usageMetadata={"promptTokenCount": 9}),
            chunk({"text": "think", "thought": True}),
            chunk({"text": "Sure"}),
            chunk({"text": ", "}, {"text": "looking"}),
            chunk(calls[0]),
            chunk(*calls[1:]),
            chunk({"executableCode": {"language": "PYTHON", "code": "1"}}),
            chunk({"text": ""}, finishReason="STOP", usageMetadata=USAGE),
        ]
    )
    whole = chunk(
        {"text": "Let me think", "thought": True},
        {"text": "Sure, looking"},
        *calls,
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        finishReason="STOP",
        usageMetadata=USAGE,
    )
    assert complete
    assert folder.answer == bare(GEMINI.read_answer(jsontext.encode(whole)))
    assert folder.answer.usage == Usage(9, 6, cache_read=5, reasoning=2)
    assert [call.id for call in folder.answer.messages[0].tool_calls] == ["c1", "g-1", "g-2"]


def test_a_signed_piece_stays_a_part_of_its_own() -> None:
    folder, _ = folded(
        [
            chunk({"text": "one"}),
            chunk({"text": " two"}),
            chunk({"text": "", "thoughtSignature": "c2ln"}, finishReason="STOP"),
        ]
    )
    message = folder.answer.messages[0]
    assert [part.text for part in message.parts if isinstance(part, Text)] == ["one two", ""]
    assert GEMINI.write_message(message, Report())[0]["parts"] == [
        {"text": "one two"},
        {"text": "", "thoughtSignature": "c2ln"},
    ]


def test_candidates_side_by_side_are_kept_apart() -> None:
    folder, _ = folded(
        [
            {"candidates": [{"content": {"parts": [{"text": "a"}]}, "index": 0}]},
            {"candidates": [{"content": {"parts": [{"text": "x"}]}, "index": 1}]},
            {"candidates": [{"content": {"parts": [{"text": "b"}]}, "index": 0, "finishReason": "MAX_TOKENS"}]},
            {"candidates": [{"content": {"parts": [{"text": "y"}]}, "index": 1, "finishReason": "STOP"}]},
        ]
    )
    assert folder.answer.messages[0].text == "ab"
    assert folder.answer.alternatives[0][0].text == "xy"
    assert folder.answer.finish == "length"


def test_a_cut_stream_is_not_complete_and_keeps_what_came() -> None:
    folder, complete = folded([chunk({"text": "half"})])
    assert not complete
    assert folder.answer.messages[0].text == "half"
    assert (folder.answer.finish, folder.answer.usage) == (None, None)


def test_an_error_in_the_stream_is_a_failure() -> None:
    status = {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}
    for event in (status, [status]):
        folder, complete = folded([chunk({"text": "half"}), sse.encode(jsontext.encode(event))])
        assert not complete
        assert folder.failure == Failure("overloaded", "The model is overloaded.", 503, "UNAVAILABLE")


def test_unknown_events_and_comments_mean_nothing() -> None:
    reader = GEMINI.stream_reader()
    assert reader.read(sse.Event(b"")) == [Other("empty")]
    assert reader.read(sse.Event(b'{"news": 1}')) == [Other("news")]


def test_broken_json_in_a_stream_is_an_error() -> None:
    with pytest.raises(InvalidJSON):
        GEMINI.stream_reader().read(sse.Event(b'{"candidates": ['))


def test_the_wires_own_finish_word_is_kept() -> None:
    deltas: list[Delta] = GEMINI.stream_reader().read(sse.Event(jsontext.encode(chunk(finishReason="RECITATION"))))
    assert deltas[-1] == Finish("content_filter", "RECITATION")


words = st.text(min_size=1, max_size=10) | st.sampled_from(["a\u2028b\x85c\u2029d", "\r\n\n"])
native = Wire("gemini")
answer_parts = st.one_of(
    words.map(Text),
    words.map(lambda text: Thinking(text, wire=native)),
    st.builds(Thinking, words, st.just("c2ln"), wire=st.just(native)),
    st.builds(
        lambda call_id, name, value: ToolCall(call_id, name, jsontext.encode({"a": value}).decode(), wire=native),
        *(words, words, words),
    ),
    words.map(lambda text: Text(text, wire=Wire("gemini", extra={"thoughtSignature": "c2ln"}))),
    st.just(Opaque("executableCode", {"executableCode": {"code": "1"}}, wire=native)),
)


def _mergeable(parts: list[Any]) -> Iterator[bool]:
    """For each two neighbours: whether both are bare words of one kind, which a stream cannot tell apart."""
    for one, other in itertools.pairwise(parts):
        plain = [
            type(part)
            for part in (one, other)
            if (isinstance(part, Text) and part.wire is None) or (isinstance(part, Thinking) and not part.signature)
        ]
        yield len(plain) == 2 and plain[0] == plain[1]


@st.composite
def whole_answers(draw: st.DrawFn) -> Answer:
    def message(least: int) -> tuple[Message, ...]:
        parts = st.lists(answer_parts, min_size=least, max_size=5).filter(lambda found: not any(_mergeable(found)))
        return (Message("assistant", tuple(draw(parts))),)

    messages = message(1)
    finish = "tool_calls" if messages[0].tool_calls else "stop"
    return Answer(
        messages,
        id=draw(words),
        model=draw(words),
        finish=draw(st.sampled_from([finish, "length", "content_filter"])),
        usage=draw(st.sampled_from([None, Usage(5, 3, cache_read=2, reasoning=1)])),
        alternatives=tuple(message(1) for _ in range(draw(st.integers(0, 2)))),
    )


@given(whole_answers())
def test_an_emitted_answer_folds_back_to_itself(answer: Answer) -> None:
    folder, complete = folded(GEMINI.emit(answer))
    assert complete
    assert folder.answer == answer


@given(whole_answers())
def test_an_answer_written_and_read_is_the_same(answer: Answer) -> None:
    assert bare(GEMINI.read_answer(jsontext.encode(GEMINI.write_answer(answer)))) == answer


@given(strategies.responses_whole)
def test_whatever_answer_was_read_can_be_emitted_and_read_again(value: dict[str, Any]) -> None:
    answer = GEMINI.read_answer(jsontext.encode(value))
    reader = GEMINI.stream_reader()
    for event in sse.Parser().feed(b"".join(GEMINI.emit(answer))):
        reader.read(event)


# --- the official SDK -----------------------------------------------------------------------------------------


def client(status: int, data: bytes, media_type: str) -> genai.Client:
    def handle(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(status, content=data, headers={"content-type": media_type})

    http = httpx2.Client(transport=httpx2.MockTransport(handle))
    return genai.Client(api_key="k", http_options=types.HttpOptions(httpx_client=http))


@given(whole_answers())
def test_the_official_sdk_reads_an_emitted_stream(answer: Answer) -> None:
    data = b"".join(GEMINI.emit(answer))
    sdk = client(200, data, "text/event-stream")
    parts: list[types.Part] = []
    last: types.GenerateContentResponse | None = None
    for last in sdk.models.generate_content_stream(model="gemini-3-pro", contents="hi"):
        for candidate in last.candidates or []:
            if not candidate.index and candidate.content:
                parts += candidate.content.parts or []
    said = [part for part in answer.messages[0].parts if isinstance(part, Text)]
    assert [part.text for part in parts if part.text is not None and not part.thought] == [part.text for part in said]
    called = [part.function_call.name for part in parts if part.function_call]
    assert called == [call.name for call in answer.messages[0].tool_calls]
    assert last is not None
    assert last.candidates is not None
    assert last.candidates[0].finish_reason is not None


def test_the_official_sdk_reads_a_whole_answer_and_an_error() -> None:
    answer = Answer((Message("assistant", (Text("hi"),)),), id="r", model="m", finish="stop", usage=Usage(3, 1))
    sdk = client(200, jsontext.encode(GEMINI.write_answer(answer)), "application/json")
    response = sdk.models.generate_content(model="gemini-3-pro", contents="hi")
    assert response.text == "hi"
    assert response.usage_metadata is not None
    assert response.usage_metadata.total_token_count == 4
    status, body = GEMINI.write_failure(Failure("context_limit", "too long", limit=10, actual=20))
    sdk = client(status, jsontext.encode(body), "application/json")
    with pytest.raises(sdk_errors.ClientError) as caught:
        sdk.models.generate_content(model="gemini-3-pro", contents="hi")
    assert (caught.value.code, caught.value.status) == (400, "INVALID_ARGUMENT")


# --- a stream that is one array -------------------------------------------------------------------------------

ARRAY = b'[{"candidates": [{"content": {"parts": [{"text": "a]}\\\\\\"{["}]}}]}\n,\r\n{"b": [[], {}]},{}\n]\n'


@given(st.lists(st.integers(1, len(ARRAY) - 1), max_size=6))
def test_an_array_is_cut_into_its_elements_however_it_arrives(cuts: list[int]) -> None:
    edges = [0, *sorted(set(cuts)), len(ARRAY)]
    parser = json_array_events()
    events = [event for start, end in itertools.pairwise(edges) for event in parser.feed(ARRAY[start:end])]
    last, rest = parser.close()
    assert rest == b""
    assert [json.loads(event.data) for event in events] == json.loads(ARRAY)
    assert b"".join(event.raw for event in [*events, *last]) == ARRAY


@given(st.lists(strategies.objects, max_size=4), st.integers(1, 7))
def test_any_array_comes_out_whole(values: list[dict[str, Any]], step: int) -> None:
    data = jsontext.encode(values)
    parser = json_array_events()
    events = [event for at in range(0, len(data), step) for event in parser.feed(data[at : at + step])]
    last, rest = parser.close()
    assert [jsontext.decode(event.data) for event in events] == jsontext.decode(data)
    assert b"".join(event.raw for event in [*events, *last]) + rest == data


def test_a_cut_array_gives_back_what_was_cut() -> None:
    parser = json_array_events()
    assert [event.data for event in parser.feed(b'[{"a": 1}, {"b": "x')] == [b'{"a": 1}']
    assert parser.close() == ([], b', {"b": "x')


def test_an_error_without_an_array_is_an_element() -> None:
    parser = json_array_events()
    data = b'{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "slow"}}'
    events = parser.feed(data)
    folder = Folder()
    for event in events:
        folder.take(GEMINI.stream_reader().read(event))
    assert folder.failure is not None
    assert folder.failure.kind == "rate_limit"
    assert parser.close() == ([], b"")
