"""History as elements: rounds that never split, the oldest first to go, results cut to their share."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Document, Image, Message, Opaque, Text, Thinking, ToolCall, ToolResult, content_digest
from brimful.messages import rounds as rounds_in
from brimful.prompt import (
    Excerpt,
    History,
    InvalidPrompt,
    Rounds,
    Shaping,
    Turn,
    User,
    head_and_tail,
    render_json,
    render_sync,
)
from brimful.prompt.excerpt import share_out
from brimful.prompt.history import MENDED
from tests.prompt.agents import (
    PIXEL,
    TOKENIZER,
    agent_rounds,
    answer,
    are_pairs_whole,
    histories,
    problems,
    rendered,
    round_of,
    user,
)

WHOLE = Shaping(shorten=lambda text, tokens, count: text)


def calls_in(messages: list[Message] | tuple[Message, ...]) -> list[str]:
    return [call.id for message in messages for call in message.tool_calls]


def speeches(messages: list[Message] | tuple[Message, ...]) -> list[str]:
    """Each round by its calls, or its words where it has none."""
    found = []
    for each in rounds_in(messages):
        spoken = messages[each.start : each.stop]
        found.append(" ".join(calls_in(spoken)) or "".join(message.text for message in spoken))
    return found


# --- what is kept -------------------------------------------------------------------------------------------------


@pytest.mark.spec("PT-5", "PT-6", "PT-11")
@given(histories(), agent_rounds(), st.integers(3, 3_000))
def test_at_any_budget_pairs_are_whole_and_every_provider_takes_the_result(
    before: list[Message], now: list[Message], budget: int
) -> None:
    prompt = [History(before, priority=700, flex_grow=1), User("go on", priority=900), Rounds(now, priority=899)]
    done = rendered(prompt, budget)
    assert are_pairs_whole(done.messages)
    if done.messages:
        assert problems(done.messages) == []


@pytest.mark.spec("PT-6")
@given(histories(), st.integers(3, 3_000))
def test_the_rounds_that_are_kept_are_the_newest_ones(before: list[Message], budget: int) -> None:
    done = rendered(History(before), budget)
    kept, every = speeches(done.messages), speeches(before)
    assert kept == every[len(every) - len(kept) :]


@pytest.mark.spec("PT-6")
@given(histories(), st.integers(3, 2_000), st.integers(0, 500))
def test_a_larger_budget_keeps_at_least_as_many_rounds(before: list[Message], budget: int, more: int) -> None:
    small = rendered(History(before, shaping=WHOLE), budget)
    large = rendered(History(before, shaping=WHOLE), budget + more)
    assert len(speeches(small.messages)) <= len(speeches(large.messages))


@pytest.mark.spec("PT-6")
def test_a_turn_loses_its_rounds_before_the_question_they_answer() -> None:
    before = [
        user("first question"),
        *round_of(1, 50),
        *round_of(2, 50),
        answer("done"),
        user("second"),
        answer("yes"),
    ]
    seen = set()
    for budget in range(rendered(History(before), 10_000).tokens, 3, -5):
        messages = rendered(History(before), budget).messages
        seen.add(len(messages))
        if messages:
            assert messages[0].role == "user"
    assert {0, 2, 3, 4, 6, 8} <= seen


@pytest.mark.spec("PT-5")
def test_priorities_count_up_to_that_of_the_history_in_the_order_in_which_things_go() -> None:
    before = [user("q1"), *round_of(1, 3), answer("a1"), user("q2"), *round_of(2, 3)]
    entries = {e.id: e for e in rendered(History(before, id="h", priority=700), 10_000).manifest.entries}
    first, second = ("h/0", "h/1")
    assert [entries[f"{first}/{i}"].priority for i in range(3)] == [697, 695, 696]  # question, round, answer
    assert [entries[f"{second}/{i}"].priority for i in range(2)] == [699, 698]


@pytest.mark.spec("PT-6")
def test_turns_can_be_handed_in_one_by_one() -> None:
    turns = [Turn([user("q1"), answer("a1")]), Turn([user("q2"), answer("a2")])]
    whole = rendered(History(turns), 1_000)
    assert [message.text for message in whole.messages] == ["q1", "a1", "q2", "a2"]
    assert [m.text for m in rendered(History(turns), whole.tokens - 1).messages] == ["q1", "q2", "a2"]


@pytest.mark.spec("PT-6")
def test_a_history_of_nothing_says_nothing() -> None:
    assert rendered([User("hi"), History([]), Rounds([])], 100).messages == (user("hi"),)


@pytest.mark.spec("PT-6")
def test_system_messages_at_the_head_outlive_the_conversation() -> None:
    before = [Message("system", (Text("rules"),)), user("q"), answer("a")]
    done = rendered(History(before), 10)
    assert [message.text for message in done.messages] == ["rules"]


# --- what travels -------------------------------------------------------------------------------------------------


@pytest.mark.spec("PT-6", "MSG-3")
def test_thinking_is_said_again_in_the_current_turn_only_and_ahead_of_what_it_led_to() -> None:
    spoken = [
        Message("assistant", (Thinking("first", "c2ln"),)),
        Message("assistant", (Text("look"), ToolCall("a", "run"), Thinking("again", "c2lo"), ToolCall("b", "run"))),
        Message("tool", (ToolResult("a", (Text("1"),)), ToolResult("b", (Text("2"),)))),
    ]
    now = rendered([User("q"), Rounds(spoken)], 1_000).messages[1:]
    parts = [part for message in now if message.role == "assistant" for part in message.parts]
    assert parts == [
        Thinking("first", "c2ln"),
        Text("look"),
        ToolCall("a", "run"),
        Thinking("again", "c2lo"),
        ToolCall("b", "run"),
    ]
    before = rendered(History([user("q"), *spoken]), 1_000).messages
    assert not any(message.thinking for message in before)
    assert calls_in(before) == ["a", "b"]


@pytest.mark.spec("PT-6", "MSG-1")
def test_calls_keep_their_kind_and_signature_and_results_their_media_and_errors() -> None:
    call = ToolCall("a", "run", "free text", kind="custom", signature="c2ln")
    image, file = Image("image/png", PIXEL), Image(file_id="file-1")
    document = Document("application/pdf", "JVBERi0=", name="a.pdf")
    spoken = [
        Message("assistant", (Opaque("search", {"x": 1}), call)),
        Message("tool", (ToolResult("a", (Text("see"), image, file, document), is_error=True),)),
    ]
    said = rendered(Rounds(spoken), 10_000).messages
    assert said[0].tool_calls == (call,)
    assert Opaque("search", {"x": 1}) in said[0].parts
    assert said[1].tool_results == (ToolResult("a", (Text("see"), image, file, document), is_error=True),)


@pytest.mark.spec("PT-6", "MSG-3")
def test_a_result_without_output_is_there_and_says_so() -> None:
    done = rendered(Rounds(round_of(1, 0)), 1_000)
    assert done.messages[1].tool_results[0].content == (Text("(no output)"),)


@pytest.mark.spec("MSG-4", "PT-6")
def test_a_round_whose_results_are_not_there_yet_is_mended_and_said() -> None:
    spoken = [*round_of(1, 3), Message("assistant", (Text("wait"), ToolCall("open", "run")))]
    done = rendered([User("q"), Rounds(spoken)], 1_000)
    assert calls_in(done.messages) == ["c1_0"]
    assert done.messages[-1].text == "wait"
    said = [meta.value for meta in done.metadata if meta.key == MENDED]
    assert said == ["the call open of run was taken out: it has no result"]
    assert problems(done.messages) == []


@pytest.mark.spec("MSG-4")
def test_a_stray_result_goes_back_behind_its_call_even_from_another_turn() -> None:
    call, result = Message("assistant", (ToolCall("a", "run"),)), Message("tool", (ToolResult("a", (Text("r"),)),))
    done = rendered(History([user("q"), call, user("and?"), result, answer("ok")]), 1_000)
    assert [message.role for message in done.messages] == ["user", "assistant", "tool", "user", "assistant"]
    assert len(done.metadata) == 1


@pytest.mark.spec("PT-12")
def test_what_cannot_travel_as_json_is_an_error_that_says_so() -> None:
    spoken = [Message("user", (Text("see"), Image(file_id="file-1")))]
    with pytest.raises(InvalidPrompt, match="does not travel"):
        asyncio.run(render_json(History(spoken), budget=100))


# --- shares -------------------------------------------------------------------------------------------------------


@pytest.mark.spec("PT-2", "PT-6")
def test_later_rounds_render_first_and_earlier_ones_have_a_quarter_held_back() -> None:
    spoken = [*round_of(1, 1), *round_of(2, 1, 1), *round_of(3, 1)]
    manifest = rendered(Rounds(spoken, id="r"), 1_200).manifest
    groups = [group for group in manifest.groups if group.parent == "r"]
    assert [[name for name, _ in group.budgets] for group in groups] == [["r/2"], ["r/1"], ["r/0"]]
    for group, later in zip(groups, (2, 1, 0), strict=True):
        assert group.reserved == later * (group.remaining // (4 * 3))
    entries = {entry.id: entry for entry in manifest.entries}
    assert [entries[f"r/{i}"].priority for i in range(3)] == [0, 1, 2]


@pytest.mark.spec("PT-6")
def test_a_result_larger_than_its_share_is_cut_and_a_shorter_one_beside_it_is_not() -> None:
    spoken = round_of(1, 2_000, 20)
    done = rendered([User("q"), Rounds(spoken, flex_grow=1)], 1_000)
    long, short = [message.tool_results[0].content[0] for message in done.messages if message.role == "tool"]
    assert isinstance(long, Text)
    assert "characters left out" in long.text
    assert short == spoken[2].tool_results[0].content[0]
    assert done.tokens > 800
    (cut,) = [meta.value for meta in done.metadata]
    assert cut.text == long.text
    assert cut.tokens < cut.tokens_before


@pytest.mark.spec("PT-4", "PT-6")
def test_room_that_is_left_goes_to_what_was_cut_and_the_longer_cut_is_remembered() -> None:
    beside = [User("q"), Rounds(round_of(1, 2_000))]  # in one group: half of the budget each
    done = rendered(beside, 1_000)
    assert done.tokens > 900
    (cut,) = [meta.value for meta in done.metadata]
    assert done.messages[2].tool_results[0].content == (Text(cut.text),)


@pytest.mark.spec("PT-6", "CM-4")
def test_a_cut_once_made_is_repeated_whatever_the_budget_is() -> None:
    spoken = round_of(1, 2_000)
    first = rendered(Rounds(spoken), 500)
    cut = first.metadata[0].value
    again = rendered(Rounds(spoken, shaping=Shaping(cuts={cut.whole: cut.text})), 5_000)
    assert again.messages == first.messages


@pytest.mark.spec("PT-6")
def test_how_a_result_is_cut_can_be_handed_in() -> None:
    asked: list[int] = []

    def first_word(text: str, tokens: int, count: object) -> str:
        asked.append(tokens)
        return text.split()[0]

    done = rendered(Rounds(round_of(1, 2_000), shaping=Shaping(first_word)), 500)
    assert done.messages[1].tool_results[0].content == (Text("r1"),)
    assert 400 < asked[0] < 500


@pytest.mark.spec("PT-6")
def test_no_result_is_cut_to_scraps_rounds_go_instead() -> None:
    spoken = [each for number in range(20) for each in round_of(number, 400)]
    done = rendered(Rounds(spoken), 1_500)
    results = [message.tool_results[0].content[0] for message in done.messages if message.role == "tool"]
    assert 1 <= len(results) < 20
    for each in results:
        assert isinstance(each, Text)
        assert TOKENIZER.text(each.text) > 80


@pytest.mark.spec("PT-6")
@given(st.text(max_size=400), st.integers(0, 200))
def test_a_cut_text_fits_and_is_never_nothing(text: str, tokens: int) -> None:
    short = head_and_tail(text, tokens, TOKENIZER.text)
    assert TOKENIZER.text(short) <= tokens or short == "…"
    assert bool(short) == bool(text)
    if TOKENIZER.text(text) <= tokens:
        assert short == text


@pytest.mark.spec("PT-6")
def test_two_fifths_of_what_is_kept_are_of_the_head_and_the_marker_says_what_went() -> None:
    text = "".join(f"{i:04} " for i in range(2_000))
    head, marker, tail = head_and_tail(text, 1_000, TOKENIZER.text).split("\n")
    assert text.startswith(head)
    assert text.endswith(tail)
    kept = len(head) + len(tail)
    assert abs(len(head) - 0.4 * kept) <= 1
    assert f"{len(text) - kept} of {len(text)} characters" in marker


@pytest.mark.spec("PT-6")
@given(st.lists(st.integers(0, 1_000), max_size=8), st.integers(3, 3_000))
def test_a_total_is_shared_out_so_that_only_the_largest_go_short(sizes: list[int], total: int) -> None:
    shares = share_out(sizes, total)
    assert sum(shares) <= total
    assert all(share <= size for share, size in zip(shares, sizes, strict=True))
    if sum(sizes) <= total:
        assert shares == sizes
    for share, size in zip(shares, sizes, strict=True):
        if share < size:  # who goes short has as much as anybody, but for what does not divide
            assert max(shares) - share <= len(sizes)


@pytest.mark.spec("PT-6")
def test_an_excerpt_can_have_a_limit_of_its_own() -> None:
    text = "word " * 500
    done = render_sync(User(Excerpt(text, limit=50)), budget=10_000, tokenizer=TOKENIZER)
    assert TOKENIZER.text(done.messages[0].text) <= 50


@pytest.mark.spec("PT-6")
def test_rendering_twice_gives_the_same_messages() -> None:
    spoken = [user("q"), *round_of(1, 500), *round_of(2, 500, 3)]
    first, again = (rendered(History(spoken), 700).messages for _ in range(2))
    assert [content_digest(message) for message in first] == [content_digest(message) for message in again]
