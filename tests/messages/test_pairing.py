"""Calls and results are put back together by id (MSG-4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Message, Text, ToolCall, ToolResult
from brimful.messages.pairing import pair_up
from tests.messages import strategies

pytestmark = pytest.mark.spec("MSG-4")


def said(*ids: str) -> Message:
    return Message("assistant", tuple(ToolCall(id_, "read") for id_ in ids))


def answered(*ids: str) -> Message:
    return Message("tool", tuple(ToolResult(id_, (Text(f"result {id_}"),)) for id_ in ids))


def user(text: str) -> Message:
    return Message("user", (Text(text),))


def mended(*messages: Message) -> list[Message]:
    return [paired.message for paired in pair_up(messages).messages]


def test_a_list_in_order_comes_back_as_it_was() -> None:
    messages = [user("go"), said("a", "b"), answered("a"), answered("b"), said("c"), answered("c"), user("on")]
    pairing = pair_up(messages)
    assert [paired.message for paired in pairing.messages] == messages
    assert [paired.source for paired in pairing.messages] == list(range(7))
    assert pairing.mends == ()


def test_a_result_without_a_call_and_a_call_without_a_result_go() -> None:
    assert mended(answered("x"), user("go"), said("a"), user("on")) == [user("go"), user("on")]


def test_words_beside_a_call_without_a_result_stay() -> None:
    message = Message("assistant", (Text("I look"), ToolCall("a", "read")))
    assert mended(user("go"), message) == [user("go"), Message("assistant", (Text("I look"),))]


def test_a_strayed_result_returns_behind_its_call() -> None:
    messages = [said("a", "b"), answered("a"), user("wait"), answered("b"), said("c"), answered("c")]
    assert mended(*messages) == [said("a", "b"), answered("a"), answered("b"), user("wait"), said("c"), answered("c")]
    assert [mend.what for mend in pair_up(messages).mends] == ["the result of b was moved behind its call"]


def test_a_result_ahead_of_its_call_moves_too() -> None:
    assert mended(answered("a"), said("a"), user("on")) == [said("a"), answered("a"), user("on")]


def test_a_second_result_for_a_call_goes() -> None:
    assert mended(said("a"), answered("a"), answered("a")) == [said("a"), answered("a")]


def test_one_id_used_twice_keeps_both_pairs() -> None:
    messages = [said("a"), answered("a"), user("again"), said("a"), answered("a")]
    assert mended(*messages) == messages


def test_the_models_speech_may_come_in_several_messages() -> None:
    messages = [said("a"), said("b"), answered("a"), answered("b")]
    assert mended(*messages) == messages


def test_words_left_by_a_result_without_a_call_do_not_part_the_next_result_from_its_call() -> None:
    words = Message("user", (Text("look"), *answered("x").parts))
    assert mended(said("a"), words, answered("a")) == [said("a"), answered("a"), user("look")]


def test_a_lone_result_without_a_call_among_others_goes_and_the_others_stay_as_they_are() -> None:
    assert mended(said("a", "b"), answered("a"), answered("x"), answered("b")) == [
        said("a", "b"),
        answered("a"),
        answered("b"),
    ]


@given(st.lists(strategies.messages, max_size=10))
def test_after_mending_every_call_has_its_result_behind_it_and_nothing_else_changed(messages: list[Message]) -> None:
    pairing = pair_up(messages)
    out = [paired.message for paired in pairing.messages]
    assert pair_up(out).mends == ()
    assert [p.message for p in pair_up(out).messages] == out
    calls = [call.id for message in out for call in message.tool_calls]
    results = [result.call_id for message in out for result in message.tool_results]
    assert sorted(calls) == sorted(results)
    assert "".join(m.text for m in out) == "".join(m.text for m in messages)
    untouched = [p for p in pairing.messages if not p.changed]
    assert all(p.source is not None and messages[p.source] is p.message for p in untouched)
