"""Deltas fold into the answer they were cut from (MSG-2)."""

from __future__ import annotations

import pytest

from brimful.messages import Message, Text, Thinking, ToolCall, Usage
from brimful.providers.answer import (
    Answer,
    ArgumentsDelta,
    Begin,
    Failed,
    Finish,
    Folder,
    Other,
    PartBegin,
    PartEnd,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
    merge_usage,
)
from brimful.providers.failure import Failure

pytestmark = pytest.mark.spec("MSG-2")


def folded(*deltas: object) -> Answer:
    folder = Folder()
    for delta in deltas:
        folder.take([delta])  # type: ignore[list-item]
    return folder.answer


def test_parts_grow_interleaved_and_keep_their_order() -> None:
    answer = folded(
        Begin("id", "m"),
        PartBegin(0, Thinking()),
        ThinkingDelta(0, "hm"),
        ThinkingDelta(0, signature="si"),
        ThinkingDelta(0, signature="g"),
        PartBegin(1, ToolCall("a", "read", "")),
        PartBegin(2, ToolCall("b", "grep", "")),
        ArgumentsDelta(2, '{"x"'),
        ArgumentsDelta(1, "{}"),
        ArgumentsDelta(2, ":1}"),
        Other("ping"),
        PartBegin(3, Text("")),
        TextDelta(3, "do"),
        TextDelta(3, "ne"),
        PartEnd(3),
        Finish("tool_calls", "tool_use"),
    )
    assert answer.messages == (
        Message(
            "assistant",
            (Thinking("hm", "sig"), ToolCall("a", "read", "{}"), ToolCall("b", "grep", '{"x":1}'), Text("done")),
        ),
    )
    assert (answer.id, answer.model, answer.finish) == ("id", "m", "tool_calls")


def test_the_final_form_of_a_part_replaces_what_was_gathered() -> None:
    answer = folded(PartBegin(0, Text("")), TextDelta(0, "draft"), PartEnd(0, Text("final")))
    assert answer.messages[0].text == "final"


def test_items_become_messages_and_choices_become_alternatives() -> None:
    answer = folded(
        PartBegin(0, Text("a"), item=0),
        PartBegin(1, Text("b"), item=1),
        PartBegin(2, Text("other"), choice=1),
        Finish("length", choice=1),
        Finish("stop"),
    )
    assert [m.text for m in answer.messages] == ["a", "b"]
    assert [[m.text for m in choice] for choice in answer.alternatives] == [["other"]]
    assert answer.finish == "stop"


def test_an_answer_cut_short_is_there_as_far_as_it_came() -> None:
    answer = folded(Begin("id", "m"), PartBegin(0, Text("")), TextDelta(0, "hal"))
    assert answer.messages[0].text == "hal"
    assert answer.finish is None


def test_a_failure_inside_the_stream_is_kept() -> None:
    folder = Folder()
    folder.take([Failed(Failure("overloaded", "busy"))])
    assert folder.failure == Failure("overloaded", "busy")


@pytest.mark.spec("CM-2")
def test_a_later_usage_goes_over_an_earlier_one_and_leaves_what_it_does_not_say() -> None:
    first = Usage(input=10, cache_read=4)
    assert merge_usage(first, Usage(output=7)) == Usage(input=10, output=7, cache_read=4)
    assert folded(UsageDelta(first), UsageDelta(Usage(output=7))).usage == Usage(input=10, output=7, cache_read=4)
