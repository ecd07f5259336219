"""Rounds and turns: the words of the catalogue, found in a list of messages (MSG-1)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Message, Round, Text, ToolCall, ToolResult, rounds, turns
from tests.messages import strategies

pytestmark = pytest.mark.spec("MSG-1")

SYSTEM = Message("system", (Text("s"),))
USER = Message("user", (Text("u"),))
SAID = Message("assistant", (Text("t"), ToolCall("a", "x")))
RESULT = Message("tool", (ToolResult("a"),))
MIXED = Message("user", (ToolResult("a"), Text("and this")))


def test_a_round_is_what_the_model_said_with_its_results() -> None:
    assert rounds([SYSTEM, USER, SAID, RESULT, RESULT, SAID, RESULT, USER, SAID]) == [
        Round(2, 5),
        Round(5, 7),
        Round(8, 9),
    ]


def test_several_messages_of_the_model_in_a_row_are_one_round() -> None:
    assert rounds([USER, SAID, SAID, RESULT, SAID]) == [Round(1, 4), Round(4, 5)]


def test_results_that_come_with_words_belong_to_the_round() -> None:
    assert rounds([USER, SAID, MIXED, SAID]) == [Round(1, 3), Round(3, 4)]
    assert [(t.start, t.stop) for t in turns([USER, SAID, MIXED, SAID])] == [(0, 4)]


def test_a_turn_starts_where_the_user_speaks() -> None:
    found = turns([SYSTEM, USER, USER, SAID, RESULT, SAID, USER, SAID])
    assert [(t.start, t.stop) for t in found] == [(1, 6), (6, 8)]
    assert found[0].rounds == (Round(3, 5), Round(5, 6))


def test_a_conversation_cut_at_its_head_starts_with_a_turn_of_its_own() -> None:
    assert [(t.start, t.stop) for t in turns([SAID, RESULT, USER])] == [(0, 2), (2, 3)]


def test_nothing_has_no_turns() -> None:
    assert turns([]) == []
    assert turns([SYSTEM]) == []


@given(st.lists(strategies.messages, max_size=12))
def test_turns_follow_each_other_without_gap_and_hold_all_rounds(messages: list[Message]) -> None:
    found = turns(messages)
    if found:
        assert found[-1].stop == len(messages)
        assert all(m.role == "system" for m in messages[: found[0].start])
    for before, after in itertools.pairwise(found):
        assert before.stop == after.start
    assert [r for turn in found for r in turn.rounds] == rounds(messages)
    for each in rounds(messages):
        assert messages[each.start].role == "assistant"
        assert each.start < each.stop
