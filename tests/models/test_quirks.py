"""What is special about model families, each with its test (MSG-5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import (
    CacheMark,
    Conversation,
    Document,
    Image,
    Message,
    Opaque,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Wire,
)
from brimful.models import ACCEPTED, QUIRKS, CallIds, Registry, map_call_ids, quirks, quirks_for

pytestmark = pytest.mark.spec("MSG-5")

REGISTRY = Registry.shipped()


def user(*parts: Any) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def assistant(*parts: Any) -> Message:
    return Message("assistant", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def result(call_id: str, *content: Any, name: str = "") -> Message:
    inside = tuple(Text(part) if isinstance(part, str) else part for part in content)
    return Message("tool", (ToolResult(call_id, inside, name=name),))


def ids_of(name: str) -> list[str]:
    return [quirk.id for quirk in quirks_for(REGISTRY.family_of(name))]


# --- the table ------------------------------------------------------------------------------------------------


def test_every_quirk_has_a_name_of_its_own_a_sentence_and_a_family_that_has_it() -> None:
    assert len({quirk.id for quirk in QUIRKS}) == len(QUIRKS)
    for quirk in QUIRKS:
        assert quirk.sentence.endswith(".")
        assert any(quirk.applies_to(family) for family in REGISTRY.families()), quirk.id


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("claude-opus-4-6", {"opus-text-only", "tool-search", "carry-thinking"}),
        ("claude-opus-5-5", {"opus-text-only", "tool-search", "bound-thinking", "ask-to-drop-thinking"}),
        ("claude-sonnet-4-5", {"tool-search", "carry-thinking"}),
        ("claude-haiku-5-5", {"tool-search", "bound-thinking", "ask-to-drop-thinking"}),
        ("gemini-2.5-pro", {"unanswered-calls"}),
        ("gpt-4.1", {"go-on"}),
        ("gpt-4.1-mini", {"go-on"}),
        ("gpt-4o", set()),
        ("who-knows", set()),
    ],
)
def test_a_family_has_its_own_quirks_and_those_of_all(name: str, expected: set[str]) -> None:
    assert set(ids_of(name)) == expected | {"images-in-summaries", "call-ids"}


def test_a_user_who_says_that_a_family_binds_thinking_is_believed() -> None:
    own = REGISTRY.with_overrides({"families": {"claude": {"binds_thinking": True}}})
    found = {quirk.id for quirk in quirks_for(own.family("claude"))}
    assert "bound-thinking" in found
    assert "carry-thinking" not in found


# --- Claude Opus summarises in text ---------------------------------------------------------------------------


def test_opus_is_told_to_write_text_and_call_no_tools() -> None:
    said = quirks.tell_text_only([user("a"), assistant("b"), user("Sum up.")])
    assert said[-1].role == "user"
    assert said[-1].text == "Sum up." + quirks.TEXT_ONLY
    assert quirks.tell_text_only(said) == said


def test_it_is_told_after_results_too() -> None:
    said = quirks.tell_text_only([assistant(ToolCall("c", "f")), result("c", "out")])
    assert (said[-1].role, said[-1].text) == ("user", quirks.TEXT_ONLY)
    assert quirks.tell_text_only([])[0].text == quirks.TEXT_ONLY


# --- thinking across a summary --------------------------------------------------------------------------------

OLD = (user("q"), assistant(Thinking("first", "s1"), "a"), assistant(Thinking("", "s2"), Thinking("", "s3"), "b"))


def test_the_last_thinking_is_put_first_in_the_first_answer_that_is_kept() -> None:
    kept = (user("summary"), assistant("go on", ToolCall("c", "f")), assistant("more"))
    carried = quirks.carry_thinking(OLD, kept)
    assert carried[1].parts == (Thinking("", "s2"), Thinking("", "s3"), Text("go on"), ToolCall("c", "f"))
    assert (carried[0], carried[2]) == (kept[0], kept[2])
    assert quirks.carry_thinking(OLD, carried) == carried


def test_an_answer_that_thinks_for_itself_is_left_alone() -> None:
    own = (user("summary"), assistant(Thinking("own", "s9"), "x"))
    assert quirks.carry_thinking(OLD, own) == own
    assert quirks.carry_thinking((user("q"), assistant("a")), (assistant("b"),)) == (assistant("b"),)
    assert quirks.carry_thinking(OLD, (user("summary"),)) == (user("summary"),)


def test_bound_thinking_goes_behind_the_first_change() -> None:
    messages = (
        user("q"),
        assistant(Thinking("kept, nothing before it changed", "s1"), "a"),
        user("changed"),
        assistant(Thinking("signed", "s2"), Thinking("", "blob", redacted=True), Thinking("unsigned"), "b"),
        assistant(Thinking("only this", "s3"), CacheMark()),
        user("end"),
    )
    left = quirks.drop_bound_thinking(messages, changed=2)
    assert left == (*messages[:3], assistant(Thinking("unsigned"), "b"), user("end"))
    assert quirks.drop_bound_thinking(left, changed=2) == left
    assert [part for m in quirks.drop_bound_thinking(messages) for part in m.thinking] == [Thinking("unsigned")]


def test_or_the_provider_is_asked_to_drop_it() -> None:
    wire = Wire("anthropic", extra={"thinking": {"type": "adaptive", "display": "omitted"}, "metadata": {}})
    asked = quirks.ask_to_drop_thinking(Conversation(model="claude-opus-5-5", wire=wire))
    assert asked is not None
    assert asked.wire is not None
    assert asked.wire.extra == {
        "thinking": {
            "type": "adaptive",
            "display": "omitted",
            "block_binding": {"prefix_mismatch_behavior": "drop_block"},
        },
        "metadata": {},
    }
    assert quirks.ask_to_drop_thinking(asked) == asked
    assert "block_binding" not in wire.extra["thinking"]


@pytest.mark.parametrize(
    "wire",
    [
        None,
        Wire("openai", extra={"thinking": {"type": "adaptive"}}),
        Wire("anthropic"),
        Wire("anthropic", extra={"thinking": {"type": "disabled"}}),
        Wire("anthropic", extra={"thinking": None}),
    ],
)
def test_who_does_not_think_cannot_be_asked(wire: Wire | None) -> None:
    assert quirks.ask_to_drop_thinking(Conversation(wire=wire)) is None


# --- tool search ----------------------------------------------------------------------------------------------


def test_searches_for_tools_go_calls_and_results_alike() -> None:
    messages = (
        user("q"),
        assistant("I look for a tool.", ToolCall("s1", "tool_search"), ToolCall("c1", "read")),
        Message("user", (ToolResult("s1", (Text("[]"),)), ToolResult("c1", (Text("out"),)), Text("and"))),
        assistant(ToolCall("s2", "find_tools")),
        result("s2", Opaque("tool_reference", {"tool_name": "grep"})),
        assistant("done"),
    )
    left = quirks.drop_tool_search(messages)
    assert left == (
        user("q"),
        assistant("I look for a tool.", ToolCall("c1", "read")),
        Message("user", (ToolResult("c1", (Text("out"),)), Text("and"))),
        assistant("done"),
    )
    assert quirks.drop_tool_search(left) == left


def test_a_search_tool_may_have_any_name() -> None:
    messages = (assistant(ToolCall("x", "discover")), result("x", "[]"))
    assert quirks.drop_tool_search(messages) == messages
    assert quirks.drop_tool_search(messages, names={"discover"}) == ()


# --- images in summaries --------------------------------------------------------------------------------------


def test_images_in_a_summary_request_become_a_short_text() -> None:
    picture = Image("image/png", "aaaa")
    document = Document("application/pdf", "bbbb")
    messages = (user("look", picture, document), result("c", "seen", picture), assistant("yes"))
    left = quirks.images_to_text(messages)
    assert left[0].parts == (Text("look"), Text(quirks.IMAGE_PLACEHOLDER), document)
    assert left[1].tool_results[0].content == (Text("seen"), Text(quirks.IMAGE_PLACEHOLDER))
    assert left[2] is messages[2]
    assert quirks.images_to_text(left) == left


# --- GPT-4.1 --------------------------------------------------------------------------------------------------


def test_gpt_4_1_is_reminded_to_go_on_after_a_summary() -> None:
    said = quirks.remind_to_go_on([user("summary")])
    assert said == (user("summary", quirks.GO_ON),)
    assert quirks.remind_to_go_on(said) == said


# --- Gemini ---------------------------------------------------------------------------------------------------


def test_calls_whose_results_were_pruned_are_removed() -> None:
    messages = (
        user("q"),
        assistant("two", ToolCall("a", "f"), ToolCall("b", "g")),
        result("b", "out"),
        assistant(ToolCall("c", "f")),
        assistant(ToolCall("d", "f")),
        result("c", "too late"),
        result("d", "out"),
    )
    left = quirks.drop_unanswered_calls(messages)
    assert left == (
        user("q"),
        assistant("two", ToolCall("b", "g")),
        result("b", "out"),
        assistant(ToolCall("d", "f")),
        result("c", "too late"),
        result("d", "out"),
    )
    assert quirks.drop_unanswered_calls(left) == left


def test_calls_without_ids_are_answered_by_name_as_often_as_there_are_results() -> None:
    messages = (assistant(ToolCall("", "f"), ToolCall("", "f"), ToolCall("", "g")), result("", "one", name="f"))
    left = quirks.drop_unanswered_calls(messages)
    assert left[0].parts == (ToolCall("", "f"),)


# --- ids ------------------------------------------------------------------------------------------------------


def test_ids_are_mapped_for_calls_and_results_alike() -> None:
    messages = (
        assistant(ToolCall("a.b", "f"), ToolCall("a:b", "f"), ToolCall("", "f"), ToolCall("fine", "f")),
        Message("user", tuple(ToolResult(id) for id in ("a:b", "a.b", "fine", ""))),
    )
    mapped = map_call_ids(messages, ACCEPTED["anthropic"])
    assert [call.id for call in mapped[0].tool_calls] == ["a_b", "a_b_1", "call", "fine"]
    assert [given.call_id for given in mapped[1].tool_results] == ["a_b_1", "a_b", "fine", "call"]


def test_ids_too_long_are_shortened_and_stay_apart() -> None:
    messages = (assistant(ToolCall("x" * 60 + "1", "f"), ToolCall("x" * 60 + "2", "f"), ToolCall("x" * 40, "f")),)
    ids = [call.id for call in map_call_ids(messages, ACCEPTED["openai"])[0].tool_calls]
    assert ids == ["x" * 40, "x" * 38 + "_1", "x" * 38 + "_2"]


def test_mistral_wants_nine_letters_and_digits() -> None:
    messages = (assistant(ToolCall("call_abc", "f"), ToolCall("abcDEF123", "f")),)
    first, second = (call.id for call in map_call_ids(messages, ACCEPTED["mistral"])[0].tool_calls)
    assert len(first) == 9
    assert first.isalnum()
    assert second == "abcDEF123"


def test_messages_whose_ids_are_accepted_stay_the_same_objects() -> None:
    messages = (user("q"), assistant(ToolCall("call_1", "f")), result("call_1", "out"))
    assert all(a is b for a, b in zip(map_call_ids(messages, ACCEPTED["anthropic"]), messages, strict=True))


ids = st.text("ab_-.:é1 ", max_size=6) | st.text(max_size=50)
calls = st.lists(
    st.builds(lambda id: assistant(ToolCall(id, "f")), ids) | st.builds(lambda id: result(id, "x"), ids), max_size=12
)


@given(calls, st.sampled_from(sorted(ACCEPTED)), st.integers(0, 12))
def test_mapped_ids_are_accepted_distinct_lasting_and_mapped_no_further(
    messages: list[Message], dialect: str, cut: int
) -> None:
    accepts: CallIds = ACCEPTED[dialect]
    mapped = map_call_ids(messages, accepts)
    before = [call.id if call else m.tool_results[0].call_id for m in messages for call in [*m.tool_calls, None][:1]]
    after = [call.id if call else m.tool_results[0].call_id for m in mapped for call in [*m.tool_calls, None][:1]]
    pairs = set(zip(before, after, strict=True))
    assert len(pairs) == len(set(before)) == len(set(after))
    for name in after:
        assert name
        assert accepts.max_length == 0 or len(name) <= accepts.max_length
        assert accepts.length == 0 or len(name) == accepts.length
        if accepts.allowed:
            assert name.isascii()
            assert name.replace("_", "").replace("-", "").isalnum() or set(name) <= {"_", "-"}
    assert map_call_ids(mapped, accepts) == mapped
    assert map_call_ids(messages[:cut], accepts) == mapped[:cut]


# --- together -------------------------------------------------------------------------------------------------

parts = st.one_of(
    st.builds(Text, st.text(max_size=3)),
    st.builds(Thinking, st.text(max_size=2), st.sampled_from(["", "sig"])),
    st.builds(ToolCall, st.sampled_from("abc"), st.sampled_from(["f", "tool_search"])),
    st.builds(ToolResult, st.sampled_from("abc"), st.just((Text("x"),))),
    st.just(Image("image/png", "aa")),
    st.just(CacheMark()),
)
histories = st.lists(
    st.builds(
        Message,
        st.sampled_from(["user", "assistant", "tool"]),
        st.lists(parts, min_size=1, max_size=4).map(tuple),
    ),
    max_size=8,
)


@given(histories)
def test_no_quirk_changes_what_it_was_given_does_more_the_second_time_or_leaves_a_message_with_nothing_to_say(
    messages: list[Message],
) -> None:
    before = list(messages)
    for change in (
        quirks.tell_text_only,
        quirks.drop_tool_search,
        quirks.images_to_text,
        quirks.remind_to_go_on,
        quirks.drop_bound_thinking,
        quirks.drop_unanswered_calls,
    ):
        once = change(messages)
        assert messages == before
        assert change(once) == once
        marks_only = [m for m in once if all(isinstance(part, CacheMark) for part in m.parts)]
        assert all(message in before for message in marks_only)
