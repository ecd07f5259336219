"""The one door: what a request costs, and what is learnt from it (TOK-5 … TOK-9)."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful import jsontext
from brimful.messages import CacheMark, Image, Message, Text, Tool, ToolCall, ToolResult, Usage
from brimful.models.model import Factors, Family, ImageRule
from brimful.providers.body import Item, ToolItem
from brimful.settings import Tokens
from brimful.tokens.actuals import MemoryActuals
from brimful.tokens.correction import Corrections
from brimful.tokens.estimator import Estimator, Request
from brimful.tokens.replay import Said

FAMILY = Family("plain", "nobody", "words", ImageRule("flat", max_tokens=1000), exact=True)


def words(text: str, encoding: str) -> int:
    return len(text.split())


class Tools:
    """Tool definitions named by their content."""

    def __init__(self, *tools: Tool) -> None:
        self.tools = tools
        self.digest = repr(tools).encode()


def steady(**more: Any) -> Estimator:
    """An estimator whose formulas stay as they are, so that numbers can be followed by hand."""
    return Estimator(words, settings=Tokens(correction_keep=1.0), **more)


def user(text: str) -> Said:
    return Said(Message("user", (Text(text),)))


def system(text: str) -> Said:
    return Said(Message("system", (Text(text),)))


def says(text: str) -> Said:
    return Said(Message("assistant", (Text(text),)))


def result(text: str, call_id: str = "id") -> Said:
    return Said(Message("tool", (ToolResult(call_id, (Text(text),)),)))


def ask(*messages: Said, **more: Any) -> Request:
    return Request(FAMILY, "model", messages, **more)


def long(words: int, word: str = "word") -> str:
    return " ".join([word] * words)


# --- before anything was learnt ---------------------------------------------------------------------------------


@pytest.mark.spec("TOK-3", "TOK-7")
def test_an_unknown_request_is_counted_and_gets_the_tokenizers_margin() -> None:
    estimate = Estimator(words).estimate(ask(system(long(93)), user(long(96))))
    assert (estimate.tokens, estimate.total, estimate.source) == (3 + 97 + 100, 210, "tokenizer")
    assert estimate.messages == (97, 100)
    assert estimate.by_kind.text == 189
    assert estimate.hidden == 3, "the frame of the list"


@pytest.mark.spec("TOK-10")
def test_characters_by_four_stands_beside_every_estimate() -> None:
    tools = [Tools(Tool("abcd", "efgh"))]
    estimate = Estimator(words).estimate(ask(user("12345678"), tools=tools))
    assert estimate.characters_by_four == (8 + 8 + len("{}") + 3) // 4
    assert estimate.tools == 29


@pytest.mark.spec("TOK-7")
def test_what_is_mostly_guessed_is_called_a_guess() -> None:
    picture = Said(Message("user", (Text("see"), Image(url="https://x"))))
    estimate = Estimator(words).estimate(ask(picture))
    assert (estimate.source, estimate.portions.guessed) == ("guess", 1000)
    assert estimate.total == 1008 + 101


# --- learning ---------------------------------------------------------------------------------------------------


@pytest.mark.spec("TOK-6", "TOK-8")
def test_a_request_goes_on_from_the_reported_total_of_the_one_before() -> None:
    estimator = steady()
    first, answer = [system(long(96)), user(long(46))], says(long(20))
    estimator.learn(ask(*first), Usage(input=180, output=33), [answer])
    estimate = estimator.estimate(ask(*first, answer, user(long(16))))
    assert estimate.tokens == 180 + 33 + 20
    assert estimate.source == "actual+estimate"
    assert estimate.total == 180 + 33 + 20 + 6, "2 % of 213 and 5 % of 20"


@pytest.mark.spec("TOK-6")
def test_the_difference_of_two_totals_is_the_exact_cost_of_what_was_appended() -> None:
    estimator, answer = steady(), says(long(20))
    appended = result(long(100))
    estimator.learn(ask(user(long(96))), Usage(input=150, output=33), [answer])
    estimator.learn(ask(user(long(96)), answer, appended), Usage(input=150 + 33 + 123, output=5), [])
    elsewhere = estimator.estimate(ask(user("other"), appended))
    assert elsewhere.messages[1] == 123


@pytest.mark.spec("TOK-6")
def test_several_unknown_messages_share_what_the_known_leave() -> None:
    estimator, answer = steady(), says(long(20))
    two = [result(long(95), "a"), result(long(45), "b")]
    estimator.learn(ask(user(long(96))), Usage(input=150, output=33), [answer])
    estimator.learn(ask(user(long(96)), answer, *two), Usage(input=150 + 33 + 180))
    assert estimator.estimate(ask(*two)).messages == (120, 60)


@pytest.mark.spec("TOK-6")
@pytest.mark.parametrize("total", [183, 150, 20], ids=["nothing", "less", "far less"])
def test_a_rest_of_nothing_or_less_is_not_learnt_and_the_total_still_is(total: int) -> None:
    estimator, answer, appended = steady(), says(long(20)), result(long(100))
    estimator.learn(ask(user(long(96))), Usage(input=150, output=33), [answer])
    whole = ask(user(long(96)), answer, appended)
    estimator.learn(whole, Usage(input=total))
    assert estimator.estimate(ask(appended)).messages == (105,)
    assert estimator.estimate(whole).tokens == total


@pytest.mark.spec("TOK-6")
def test_what_nobody_sees_is_not_learnt_as_a_messages_cost() -> None:
    estimator, answer, appended = steady(), says(long(20)), result("ok")
    estimator.learn(ask(user(long(96))), Usage(input=150, output=33), [answer])
    whole = ask(user(long(96)), answer, appended)
    estimator.learn(whole, Usage(input=150 + 33 + 6857))
    assert estimator.estimate(whole).tokens == 7040, "the whole is known"
    assert estimator.estimate(ask(appended)).messages == (6,), "an equal message elsewhere is still small"


@pytest.mark.spec("TOK-6")
def test_a_system_prompt_nobody_sees_is_kept_for_the_conversation_and_not_spread() -> None:
    estimator, hello = steady(), user("hello there")
    estimator.learn(ask(hello), Usage(input=14_000))
    assert estimator.estimate(ask(hello)).tokens == 14_000
    assert estimator.estimate(ask(user("hello"), says("x"))).messages == (5, 5)
    after_compaction = estimator.estimate(ask(user(long(496))))
    assert after_compaction.tokens == 3 + 500 + (14_000 - 3 - 6)
    assert estimator.estimate(ask(system("other agent"), hello)).tokens < 100, "another start, another hidden part"


@pytest.mark.spec("TOK-5")
def test_tools_and_system_prompt_are_known_in_the_next_conversation() -> None:
    estimator, tools, prompt = steady(), [Tools(Tool("read", long(300)))], system(long(200))
    first = ask(prompt, user(long(50)), tools=tools)
    estimator.learn(first, Usage(input=800))
    second = estimator.estimate(ask(prompt, user(long(96, "new")), tools=tools))
    assert second.source == "actual+estimate"
    assert second.portions.counted == 3 + 100
    estimator.learn(ask(prompt, user(long(96, "new")), tools=tools), Usage(input=second.portions.actual + 3 + 130))
    assert estimator.estimate(ask(user(long(96, "new")))).messages == (130,)


@pytest.mark.spec("TOK-6")
def test_another_tool_list_or_system_prompt_is_another_chain() -> None:
    estimator, said = Estimator(words), [user(long(100)), says("yes"), user("go on")]
    estimator.learn(ask(system("a"), *said), Usage(input=500))
    assert estimator.estimate(ask(system("a"), *said)).source == "actual"
    assert estimator.estimate(ask(system("b"), *said)).portions.counted > 0
    tools = [Tools(Tool("t"))]
    assert estimator.estimate(ask(system("a"), *said, tools=tools)).portions.counted > 0


@pytest.mark.spec("TOK-5")
def test_an_edit_elsewhere_leaves_the_others_known() -> None:
    estimator = steady()
    said = [user(long(100)), says(long(50)), user(long(30))]
    estimator.learn(ask(*said), Usage(input=260))
    before = estimator.estimate(ask(*said)).messages
    edited = estimator.estimate(ask(said[0], says(long(60, "new")), said[2]))
    assert (edited.messages[0], edited.messages[2]) == (before[0], before[2])
    assert edited.messages[1] == 64


@pytest.mark.spec("TOK-5")
def test_moved_cache_marks_do_not_break_the_chain() -> None:
    marked = Said(Message("user", (Text(long(100)), CacheMark())))
    bare = user(long(100))
    raw_marked, raw_bare = (
        Item(b'"marked"', "", lambda *_: marked.message),
        Item(b'"bare"', "", lambda *_: bare.message),
    )
    assert raw_marked.digest != raw_bare.digest
    estimator = Estimator(words)
    estimator.learn(Request(FAMILY, "m", [raw_marked]), Usage(input=150))
    estimate = estimator.estimate(Request(FAMILY, "m", [raw_bare]))
    assert (estimate.tokens, estimate.source) == (150, "actual")


@pytest.mark.spec("GW-4")
def test_tenants_never_share_a_count() -> None:
    estimator, request = Estimator(words), ask(user(long(100)))
    estimator.learn(msgspec.structs.replace(request, tenant="one"), Usage(input=150))
    assert estimator.estimate(msgspec.structs.replace(request, tenant="one")).source == "actual"
    assert estimator.estimate(msgspec.structs.replace(request, tenant="other")).source == "tokenizer"
    assert estimator.estimate(request).source == "tokenizer"


@pytest.mark.spec("TOK-5")
def test_families_never_share_a_count() -> None:
    estimator, request = Estimator(words), ask(user(long(100)))
    estimator.learn(request, Usage(input=150))
    other = msgspec.structs.replace(request, family=msgspec.structs.replace(FAMILY, name="other"))
    assert estimator.estimate(other).source == "tokenizer"


@pytest.mark.spec("TOK-5")
def test_estimators_that_share_a_store_share_what_was_learnt() -> None:
    store, request = MemoryActuals(), ask(user(long(100)))
    Estimator(words, actuals=store).learn(request, Usage(input=150))
    assert Estimator(words, actuals=store).estimate(request).tokens == 150


@pytest.mark.spec("TOK-10", "TOK-6")
def test_the_size_an_overflow_names_is_learnt_as_a_failure() -> None:
    estimator, request = Estimator(words), ask(user(long(100)))
    record = estimator.fail(request, actual=140)
    assert (record.actual, record.succeeded, record.estimated) == (140, False, 107)
    assert estimator.estimate(request).tokens == 140
    silent = estimator.fail(ask(user("x")))
    assert (silent.actual, silent.succeeded) == (None, False)
    assert len(estimator.records) == 2


@pytest.mark.spec("TOK-10")
def test_a_record_holds_what_was_estimated_before_the_answer() -> None:
    estimator, request = Estimator(words), ask(user(long(96)))
    record = estimator.learn(request, Usage(input=150))
    assert (record.estimated, record.with_margin, record.actual, record.source) == (103, 109, 150, "tokenizer")
    assert estimator.learn(request, Usage(input=150)).estimated == 150
    assert estimator.learn(request, Usage()).actual is None


@pytest.mark.spec("TOK-8")
def test_what_answers_teach_corrects_the_next_estimate() -> None:
    corrections = Corrections()
    estimator, answer = Estimator(words, corrections=corrections), says(long(20))
    said = [user(long(96)), answer, result(long(1995))]
    estimator.learn(ask(*said[:1]), Usage(input=103, output=24), [answer])
    estimator.learn(ask(*said), Usage(input=103 + 24 + 2600))
    assert corrections.factor("model") == pytest.approx(1.09, abs=0.001)
    after = estimator.estimate(ask(*said, user(long(996)))).portions.counted
    assert after == 1090
    assert Estimator(words).estimate(ask(user(long(996)))).portions.counted == 1003


@pytest.mark.spec("TOK-1")
def test_changed_factors_are_counted_anew() -> None:
    estimator, request = Estimator(words), ask(user(long(96)))
    assert estimator.estimate(request).tokens == 103
    changed = msgspec.structs.replace(FAMILY, factors=Factors(text=2.0))
    assert estimator.estimate(msgspec.structs.replace(request, family=changed)).tokens == 199


# --- always, never ----------------------------------------------------------------------------------------------

texts = st.text(st.sampled_from("ab "), max_size=60)
parts = st.one_of(
    st.builds(Text, texts),
    st.builds(ToolCall, st.just("id"), st.just("f"), texts),
    st.builds(lambda text: ToolResult("id", (Text(text),)), texts),
    st.builds(Image, url=st.just("https://x")),
)
roles = st.sampled_from(["system", "user", "assistant", "tool"])
said = st.builds(lambda role, inner: Said(Message(role, tuple(inner))), roles, st.lists(parts, max_size=3))
conversations = st.lists(said, min_size=1, max_size=8)
usages = st.builds(Usage, st.none() | st.integers(0, 5000), st.none() | st.integers(0, 3000))


@pytest.mark.spec("TOK-9")
@given(st.lists(st.tuples(conversations, usages), max_size=5), conversations, st.integers(1, 10**6))
def test_after_learning_an_estimate_of_the_same_is_never_below(
    before: list[tuple[list[Said], Usage]], messages: list[Said], total: int
) -> None:
    estimator = Estimator(words)
    for earlier, usage in before:
        estimator.learn(ask(*earlier), usage, earlier[-1:])
    estimator.learn(ask(*messages), Usage(input=total))
    estimate = estimator.estimate(ask(*messages))
    assert estimate.total >= estimate.tokens == total
    assert estimate.source == "actual"


@pytest.mark.spec("TOK-9")
@given(st.lists(st.tuples(conversations, usages), max_size=6), conversations)
def test_nothing_is_ever_negative_and_the_parts_make_the_whole(
    before: list[tuple[list[Said], Usage]], messages: list[Said]
) -> None:
    estimator = Estimator(words)
    for earlier, usage in before:
        estimator.learn(ask(*earlier), usage, earlier[-1:])
        estimator.fail(ask(*earlier[:-1]), actual=usage.output)
    estimate = estimator.estimate(ask(*messages))
    assert min(estimate.messages, default=0) >= 0
    assert min(estimate.portions.actual, estimate.portions.counted, estimate.portions.guessed) >= 0
    assert estimate.total >= estimate.tokens >= 0
    assert sum(estimate.messages) + estimate.tools + estimate.hidden == estimate.tokens
    assert estimate.source in ("actual", "actual+estimate", "tokenizer", "guess")


@pytest.mark.spec("TOK-5", "TOK-6")
@given(st.lists(said, min_size=2, max_size=6), st.integers(10, 5000))
def test_equal_messages_share_a_count_wherever_they_stand(messages: list[Said], total: int) -> None:
    estimator = Estimator(words)
    estimator.learn(ask(*messages, messages[0]), Usage(input=total))
    found = estimator.estimate(ask(*messages, messages[0])).messages
    assert found[0] == found[-1]
    assert estimator.estimate(ask(user("new"), messages[0])).messages[1] == found[0]


@pytest.mark.spec("TOK-5")
@given(texts, texts, st.integers(1, 300))
def test_two_different_tool_results_never_share_a_count(one: str, other: str, tokens: int) -> None:
    estimator, opening = steady(), user("go")
    estimator.learn(ask(opening), Usage(input=10))
    estimator.learn(ask(opening, result(one)), Usage(input=10 + tokens))
    learnt = estimator.estimate(ask(opening, result(other)))
    if one != other:
        assert learnt.portions.counted == len(other.split()) + 1 + 4, "the other one is estimated"


# --- cheap and off the loop -------------------------------------------------------------------------------------


@pytest.mark.spec("TOK-9")
def test_a_message_is_parsed_and_counted_only_once() -> None:
    parsed: list[str] = []
    counted: list[str] = []

    def read(value: Any, at: str) -> Message:
        parsed.append(at)
        return Message("user", (Text(value),))

    def read_tools(value: Any, at: str) -> tuple[Tool, ...]:
        parsed.append(at)
        return (Tool(value),)

    def count(text: str, encoding: str) -> int:
        counted.append(text)
        return words(text, encoding)

    estimator = Estimator(count)
    for _ in range(3):  # each time new objects around the same bytes, as each request brings them
        items = [Item(jsontext.encode(f"text {number}"), f"messages[{number}]", read) for number in range(5)]
        tools = [ToolItem(b'"read"', "tools[0]", read_tools)]
        request = Request(FAMILY, "m", items, tools)
        estimator.estimate(request)
        estimator.learn(request, Usage(input=100))
    assert len(parsed) == 6
    assert len(counted) == 5 + 2  # the empty description asks nothing


@pytest.mark.spec("TOK-9")
def test_counting_again_is_a_look_up_and_does_not_grow_with_the_text() -> None:
    def best_of(size: int) -> float:
        estimator = Estimator(words)
        request = ask(*[result(long(size, f"w{number}")) for number in range(200)])
        estimator.learn(request, Usage(input=estimator.estimate(request).tokens))
        rounds = []
        for _ in range(20):
            start = time.perf_counter()
            estimator.estimate(request)
            rounds.append(time.perf_counter() - start)
        return min(rounds)

    assert best_of(2000) < 4 * best_of(2)


@pytest.mark.spec("TOK-2")
def test_long_new_texts_are_counted_off_the_loop_and_nothing_else_is() -> None:
    here: list[int] = []
    away: list[int] = []

    def count(text: str, encoding: str) -> int:
        here.append(len(text))
        return words(text, encoding)

    async def count_async(text: str, encoding: str) -> int:
        await asyncio.sleep(0)
        away.append(len(text))
        return words(text, encoding)

    estimator = Estimator(count, count_async=count_async, settings=Tokens(off_loop_from_chars=100))
    request = ask(user("short"), result(long(50)), result(long(50)), tools=[Tools(Tool("t", long(40)))])
    estimate = asyncio.run(estimator.estimate_async(request))
    assert sorted(away) == [199, 249]
    assert max(here) < 100
    assert estimate == Estimator(words).estimate(request)
    assert asyncio.run(estimator.estimate_async(request)) == estimate
    assert len(away) == 2
    assert asyncio.run(Estimator(words).estimate_async(request)) == estimate
