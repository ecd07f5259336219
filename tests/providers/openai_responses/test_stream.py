"""Streams: what events mean, and that what we send is understood, by us and by the official SDK."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import httpx2
import pytest
from hypothesis import given
from msgspec.structs import replace
from openai import OpenAI
from openai.types.responses import ResponseCompletedEvent, ResponseFailedEvent

from brimful.errors import InvalidJSON
from brimful.messages import Message, Opaque, Text, Thinking, ToolCall, Usage
from brimful.providers import sse
from brimful.providers.answer import (
    Answer,
    ArgumentsDelta,
    Begin,
    Delta,
    Failed,
    Finish,
    Folder,
    Other,
    PartBegin,
    TextDelta,
    ThinkingDelta,
)
from brimful.providers.failure import Failure
from brimful.providers.openai_responses import OPENAI_RESPONSES, OpenAIResponses
from brimful.providers.sse import Event
from tests.providers.openai_responses.strategies import ANSWERS

pytestmark = pytest.mark.spec("MSG-2", "TRN-4")


def played(events: Iterable[dict[str, Any] | bytes]) -> tuple[list[Delta], Folder, bool]:
    reader, folder = OPENAI_RESPONSES.stream_reader(), Folder()
    deltas: list[Delta] = []
    for event in events:
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        found = reader.read(Event(data))
        assert found, "an event that means nothing gives Other"
        deltas += found
        folder.take(found)
    return deltas, folder, reader.complete


def response(status: str, *output: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "model": "gpt-5.6",
        "status": status,
        "output": list(output),
        **members,
    }


def item(index: int, **members: Any) -> dict[str, Any]:
    return {"output_index": index, **members}


USAGE = {
    "input_tokens": 100,
    "input_tokens_details": {"cached_tokens": 60, "cache_write_tokens": 30},
    "output_tokens": 20,
    "output_tokens_details": {"reasoning_tokens": 8},
    "total_tokens": 120,
}
REASONING = {
    "type": "reasoning",
    "id": "rs_1",
    "summary": [{"type": "summary_text", "text": "First this."}, {"type": "summary_text", "text": "Then that."}],
    "encrypted_content": "gAAA",
}
MESSAGE = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Hello there", "annotations": [], "logprobs": []}],
}
CALL_A = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "a",
    "name": "f",
    "arguments": '{"x":1}',
    "status": "completed",
}
CALL_B = {"type": "custom_tool_call", "id": "ctc_1", "call_id": "b", "name": "patch", "input": "*** Begin"}
TEXT = {"item_id": "msg_1", "output_index": 1, "content_index": 0}
PART = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}

# A turn as the API streams it: reasoning, text, two calls that run side by side.
TURN: list[dict[str, Any]] = [
    {"type": "response.created", "response": response("in_progress")},
    {"type": "response.in_progress", "response": response("in_progress")},
    item(0, type="response.output_item.added", item={**REASONING, "summary": [], "encrypted_content": ""}),
    item(0, type="response.reasoning_summary_part.added", item_id="rs_1", summary_index=0, part={}),
    item(0, type="response.reasoning_summary_text.delta", item_id="rs_1", summary_index=0, delta="First "),
    item(0, type="response.reasoning_summary_text.delta", item_id="rs_1", summary_index=0, delta="this."),
    item(0, type="response.reasoning_summary_text.done", item_id="rs_1", summary_index=0, text="First this."),
    item(
        0, type="response.reasoning_summary_part.done", item_id="rs_1", summary_index=0, part=REASONING["summary"][0]
    ),
    item(0, type="response.reasoning_summary_part.added", item_id="rs_1", summary_index=1, part={}),
    item(0, type="response.reasoning_summary_text.delta", item_id="rs_1", summary_index=1, delta="Then that."),
    item(0, type="response.output_item.done", item=REASONING),
    item(1, type="response.output_item.added", item={**MESSAGE, "content": [], "status": "in_progress"}),
    {**TEXT, "type": "response.content_part.added", "part": PART},
    {**TEXT, "type": "response.output_text.delta", "delta": "Hello ", "logprobs": [], "obfuscation": "x"},
    {**TEXT, "type": "response.output_text.delta", "delta": "there", "logprobs": []},
    {**TEXT, "type": "response.output_text.done", "text": "Hello there", "logprobs": []},
    {**TEXT, "type": "response.content_part.done", "part": MESSAGE["content"][0]},
    item(1, type="response.output_item.done", item=MESSAGE),
    item(2, type="response.output_item.added", item={**CALL_A, "arguments": "", "status": "in_progress"}),
    item(3, type="response.output_item.added", item={**CALL_B, "input": ""}),
    item(2, type="response.function_call_arguments.delta", item_id="fc_1", delta='{"x"'),
    item(3, type="response.custom_tool_call_input.delta", item_id="ctc_1", delta="*** "),
    item(2, type="response.function_call_arguments.delta", item_id="fc_1", delta=":1}"),
    item(3, type="response.custom_tool_call_input.delta", item_id="ctc_1", delta="Begin"),
    item(2, type="response.function_call_arguments.done", item_id="fc_1", arguments='{"x":1}'),
    item(3, type="response.custom_tool_call_input.done", item_id="ctc_1", input="*** Begin"),
    item(2, type="response.output_item.done", item=CALL_A),
    item(3, type="response.output_item.done", item=CALL_B),
    {"type": "response.brand_new", "output_index": 3},
    {
        "type": "response.completed",
        "response": response("completed", REASONING, MESSAGE, CALL_A, CALL_B, usage=USAGE),
    },
]


def test_a_turn_folds_to_what_the_whole_answer_says() -> None:
    deltas, folder, complete = played(TURN)
    whole = OPENAI_RESPONSES.read_answer(json.dumps(TURN[-1]["response"]).encode())
    assert folder.answer == replace(whole, wire=None)
    assert complete
    assert folder.answer.finish == "tool_calls"
    assert folder.answer.usage == Usage(100, 20, cache_read=60, cache_write=30, reasoning=8)
    assert deltas[0] == Begin("resp_1", "gpt-5.6")
    assert deltas[-1] == Finish("tool_calls", "completed")
    assert Other("response.brand_new") in deltas


def test_parts_are_announced_and_grow_as_the_events_come() -> None:
    deltas, _, _ = played(TURN[:26])
    begun = {delta.index: delta for delta in deltas if isinstance(delta, PartBegin)}
    assert [(begun[index].item, type(begun[index].part)) for index in sorted(begun)] == [
        (0, Thinking),
        (0, Thinking),
        (1, Text),
        (2, ToolCall),
        (3, ToolCall),
    ]
    grown = [
        (delta.index, delta.text)
        for delta in deltas
        if isinstance(delta, (TextDelta, ThinkingDelta, ArgumentsDelta)) and delta.text
    ]
    assert grown == [
        (0, "First "),
        (0, "this."),
        (1, "Then that."),
        (2, "Hello "),
        (2, "there"),
        (3, '{"x"'),
        (4, "*** "),
        (3, ":1}"),
        (4, "Begin"),
    ]


def test_a_cut_stream_is_not_complete_and_keeps_what_came() -> None:
    _, folder, complete = played(TURN[:14])
    assert not complete
    assert folder.answer.finish is None
    assert folder.answer.usage is None
    assert folder.answer.messages[-1].text == "Hello "
    assert folder.answer.messages[0] == OPENAI_RESPONSES.read_message(REASONING, "")


def test_the_bare_minimum_of_events_is_enough() -> None:
    _, folder, complete = played([{"type": "response.completed", "response": response("completed", MESSAGE)}])
    assert complete
    assert folder.answer.messages == (OPENAI_RESPONSES.read_message(MESSAGE, ""),)
    assert folder.answer.usage is None


def test_items_count_when_the_last_event_leaves_them_out() -> None:
    last = {"id": "resp_1", "model": "m", "status": "completed", "output": []}
    events = [
        item(0, type="response.output_item.done", item=CALL_A),
        {"type": "response.completed", "response": last},
    ]
    _, folder, _ = played(events)
    assert folder.answer.finish == "tool_calls"
    assert folder.answer.messages[0].tool_calls[0].name == "f"


def test_a_delta_whose_part_nobody_announced_begins_it() -> None:
    _, folder, _ = played([{**TEXT, "type": "response.output_text.delta", "delta": "Hi"}])
    assert folder.answer.messages[0].text == "Hi"


def test_a_refusal_is_text_and_the_reason_to_stop() -> None:
    refusal = {"type": "refusal", "refusal": "I cannot."}
    message = {**MESSAGE, "content": [refusal]}
    _, folder, _ = played(
        [
            {**TEXT, "type": "response.content_part.added", "part": {"type": "refusal", "refusal": ""}},
            {**TEXT, "type": "response.refusal.delta", "delta": "I cannot."},
            {**TEXT, "type": "response.refusal.done", "refusal": "I cannot."},
            {**TEXT, "type": "response.content_part.done", "part": refusal},
            item(1, type="response.output_item.done", item=message),
            {"type": "response.completed", "response": response("completed")},
        ]
    )
    assert folder.answer.finish == "refusal"
    assert folder.answer.messages[0].text == "I cannot."


def test_reasoning_text_grows_and_gets_its_signature_at_the_end() -> None:
    whole = {**REASONING, "summary": [], "content": [{"type": "reasoning_text", "text": "Hm."}]}
    place = {"item_id": "rs_1", "output_index": 0, "content_index": 0}
    deltas, folder, _ = played(
        [
            {**place, "type": "response.content_part.added", "part": {"type": "reasoning_text", "text": ""}},
            {**place, "type": "response.reasoning_text.delta", "delta": "Hm."},
            {**place, "type": "response.content_part.done", "part": {"type": "reasoning_text", "text": "Hm."}},
            item(0, type="response.output_item.done", item=whole),
        ]
    )
    assert folder.answer.messages[0].thinking[0].signature == "gAAA"
    assert sum(isinstance(delta, PartBegin) for delta in deltas) == 1


def test_items_we_do_not_look_into_come_whole() -> None:
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}
    deltas, folder, _ = played(
        [
            item(0, type="response.output_item.added", item={**search, "status": "in_progress"}),
            item(0, type="response.web_search_call.searching", item_id="ws_1"),
            item(0, type="response.output_item.done", item=search),
        ]
    )
    (part,) = folder.answer.messages[0].parts
    assert isinstance(part, Opaque)
    assert part.value == search
    assert Other("response.web_search_call.searching") in deltas


@pytest.mark.parametrize(
    ("status", "details", "finish", "word"),
    [
        ("incomplete", {"reason": "max_output_tokens"}, "length", "max_output_tokens"),
        ("incomplete", {"reason": "content_filter"}, "content_filter", "content_filter"),
        ("incomplete", {"reason": "steered"}, "other", "steered"),
        ("incomplete", None, "other", "incomplete"),
        ("cancelled", None, "other", "cancelled"),
        ("completed", None, "stop", "completed"),
    ],
)
def test_why_a_stream_ends(status: str, details: Any, finish: str, word: str) -> None:
    last = {"type": f"response.{status}", "response": response(status, MESSAGE, incomplete_details=details)}
    deltas, folder, complete = played([last])
    assert complete
    assert folder.answer.finish == finish
    assert deltas[-1] == Finish(folder.answer.finish or "stop", word)


WINDOW = "Your input exceeds the context window of this model. Please adjust your input and try again."


@pytest.mark.parametrize(
    "event",
    [
        {
            "type": "error",
            "sequence_number": 2,
            "error": {
                "type": "invalid_request_error",
                "code": "context_length_exceeded",
                "message": WINDOW,
                "param": "input",
            },
        },
        {"type": "error", "code": "context_length_exceeded", "message": WINDOW, "param": None, "sequence_number": 1},
        {
            "type": "response.failed",
            "response": response("failed", error={"code": "context_length_exceeded", "message": WINDOW}),
        },
        {"type": "response.failed", "response": {"error": {"code": "context_length_exceeded", "message": WINDOW}}},
    ],
)
def test_a_window_that_is_too_small_is_told_in_the_stream(event: dict[str, Any]) -> None:
    _, folder, _ = played([TURN[0], event])
    assert folder.failure is not None
    assert folder.failure.kind == "context_limit"
    assert folder.failure.code == "context_length_exceeded"


def test_an_error_in_mid_stream_keeps_what_came_before() -> None:
    error = {"code": "rate_limit_exceeded", "message": "Rate limit reached. Please try again in 1.898s."}
    deltas, folder, complete = played(
        [*TURN[:15], {"type": "response.failed", "response": response("failed", error=error)}]
    )
    assert complete
    assert Failed(Failure("rate_limit", error["message"], code=error["code"], retry_after_s=1.898)) in deltas
    assert folder.answer.finish == "error"
    assert any("Hello" in message.text for message in folder.answer.messages)


@pytest.mark.parametrize(("data", "kind"), [(b"", "comment"), (b"[DONE]", "[DONE]"), (b'{"x":1}', "")])
def test_events_without_meaning_are_other(data: bytes, kind: str) -> None:
    assert OPENAI_RESPONSES.stream_reader().read(Event(data)) == [Other(kind)]


def test_the_events_name_counts_where_the_data_has_none() -> None:
    reader = OPENAI_RESPONSES.stream_reader()
    assert reader.read(Event(b'{"response":{"id":"r","model":"m"}}', "response.created")) == [Begin("r", "m")]


def test_broken_json_raises() -> None:
    with pytest.raises(InvalidJSON):
        OPENAI_RESPONSES.stream_reader().read(Event(b'{"type": "response.cre'))


# --- what we send ---------------------------------------------------------------------------------------------


def folded(stream: bytes) -> tuple[Folder, bool]:
    _, folder, complete = played(event.data for event in sse.Parser().feed(stream))
    return folder, complete


@given(ANSWERS)
def test_an_answer_that_is_streamed_folds_back_to_itself(answer: dict[str, Any]) -> None:
    whole = OPENAI_RESPONSES.read_answer(json.dumps(answer).encode())
    folder, complete = folded(b"".join(OPENAI_RESPONSES.emit(whole)))
    assert folder.answer == replace(whole, wire=None)
    assert complete


FOREIGN = Answer(
    (
        Message(
            "assistant", (Thinking("Hm.", "sig"), Text("Hi."), Text(" You."), ToolCall("", "f"), ToolCall("", "f"))
        ),
    ),
    id="msg_01",
    model="other",
    finish="tool_calls",
    usage=Usage(10, 5, cache_read=3, cache_write=4, cache_write_1h=1, reasoning=2),
)


def test_an_answer_from_elsewhere_is_streamed_with_all_it_says() -> None:
    folder, _ = folded(b"".join(OPENAI_RESPONSES.emit(FOREIGN)))
    answer = folder.answer
    assert [message.text for message in answer.messages if message.text] == ["Hi. You."]
    assert [part.text for message in answer.messages for part in message.thinking] == ["Hm."]
    assert [call.id for message in answer.messages for call in message.tool_calls] == ["call", "call_1"]
    assert (answer.finish, answer.usage, answer.model) == ("tool_calls", FOREIGN.usage, "other")


def sdk(stream: bytes) -> OpenAI:
    """The official client, talking to nobody: the transport answers in the process."""

    def answer(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=stream)

    client = httpx2.Client(transport=httpx2.MockTransport(answer))
    return OpenAI(api_key="none", base_url="http://upstream.invalid", http_client=client, max_retries=0)


@pytest.mark.parametrize(
    "answer",
    [FOREIGN, OPENAI_RESPONSES.read_answer(json.dumps(TURN[-1]["response"]).encode())],
    ids=["from elsewhere", "its own"],
)
def test_the_official_sdk_gathers_our_stream(answer: Answer) -> None:
    stream = b"".join(OPENAI_RESPONSES.emit(answer))
    with sdk(stream) as client, client.responses.stream(model="m", input="x") as events:
        final = events.get_final_response()
    written = OPENAI_RESPONSES.write_answer(answer)
    assert final.id == written["id"]
    assert [entry.type for entry in final.output] == [entry["type"] for entry in written["output"]]
    assert final.output_text == "".join(message.text for message in answer.messages)
    assert final.usage is not None
    assert final.usage.input_tokens == (answer.usage or Usage()).input


def test_the_official_sdk_hears_of_a_window_that_is_too_small() -> None:
    assert isinstance(OPENAI_RESPONSES, OpenAIResponses)
    failure = Failure("context_limit", "prompt is too long: 210000 tokens > 200000 maximum", status=400)
    stream = b"".join(OPENAI_RESPONSES.emit_failure(failure, id="resp_1", model="m"))
    with sdk(stream) as client:
        events = list(client.responses.create(model="m", input="x", stream=True))
    last = events[-1]
    assert not any(isinstance(event, ResponseCompletedEvent) for event in events)
    assert isinstance(last, ResponseFailedEvent)
    assert last.response.error is not None
    assert (last.response.error.code, last.response.error.message) == ("context_length_exceeded", WINDOW)
    folder, _ = folded(stream)
    assert folder.failure is not None
    assert folder.failure.kind == "context_limit"


def test_an_answer_that_is_not_finished_is_streamed_without_an_end() -> None:
    waiting = OPENAI_RESPONSES.read_answer(json.dumps(response("in_progress", MESSAGE)).encode())
    folder, complete = folded(b"".join(OPENAI_RESPONSES.emit(waiting)))
    assert not complete
    assert folder.answer.messages == waiting.messages
