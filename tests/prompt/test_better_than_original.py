"""Where brimful does otherwise than the original, on the very cases that show it (PT-8); decision 0007 says why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from brimful.prompt import (
    Assistant,
    BudgetExceeded,
    CacheMark,
    Call,
    Expandable,
    LegacyPrioritization,
    Sizing,
    System,
    TextChunk,
    TokenLimit,
    User,
    render_sync,
)
from tests.conformance import prompt_tree
from tests.conformance.test_prompt_tree import CASES
from tests.prompt.trees import TOKENIZERS

DECISION = Path(__file__).parents[2] / "docs" / "decisions" / "0007-better-than-the-original.md"
BY_NAME = {case["name"]: case for case in CASES}
WORDS = TOKENIZERS["words"]


def ours(name: str) -> dict[str, Any]:
    return prompt_tree.outcome(BY_NAME[name], original=False)


def texts(outcome: dict[str, Any]) -> list[str]:
    return ["".join(part for part in m["content"] if isinstance(part, str)) for m in outcome["messages"]]


def with_quirk(quirk: str) -> list[str]:
    return [case["name"] for case in CASES if quirk in case.get("quirks", ())]


@pytest.mark.spec("PT-8")
def test_the_decision_speaks_of_every_kind_there_is_in_the_cases() -> None:
    kinds = {quirk for case in CASES for quirk in case.get("quirks", ())}
    assert set(re.findall(r"^\| `([a-z-]+)` \|", DECISION.read_text("utf-8"), re.MULTILINE)) == {
        *kinds,
        *prompt_tree.BETTER,
    }


# --- count-differs ---


def _counted(case: dict[str, Any], messages: list[dict[str, Any]]) -> int:
    """The tokens of messages in the form of the cases, counted as their README says."""
    tokenizer = prompt_tree.CaseTokenizer(case["tokenizer"]["kind"], case["tokenizer"].get("perMessage"))
    total = 0
    for message in messages:
        total += tokenizer.per_message + (tokenizer.text(message["name"]) if message.get("name") else 0)
        for call in message.get("toolCalls", []):
            total += 2 + tokenizer.text(call["name"]) + tokenizer.text(call["arguments"])
        for part in message["content"]:
            total += tokenizer.text(part) if isinstance(part, str) else _part(part)
    return total


def _part(part: dict[str, Any]) -> int:
    if part["type"] == "image":
        return 5 if part.get("detail") == "low" else 12
    if part["type"] == "document":
        return 9
    value = part.get("value")
    tokens = value.get("tokens", 0) if isinstance(value, dict) else 0
    return tokens if isinstance(tokens, int) else 0


@pytest.mark.spec("PT-8", "PT-3")
@pytest.mark.parametrize("name", BY_NAME)
def test_the_count_is_that_of_the_messages_that_are_sent(name: str) -> None:
    outcome = ours(name)
    if "messages" in outcome:
        assert outcome["tokenCount"] == _counted(BY_NAME[name], outcome["messages"])
        if outcome["messages"] == BY_NAME[name]["expect"].get("messages"):
            expect = BY_NAME[name]["expect"]
            assert outcome["tokenCount"] == expect.get("emittedTokens", expect["tokenCount"])


@pytest.mark.spec("PT-8", "PT-5")
def test_nothing_is_pruned_for_messages_that_are_not_sent() -> None:
    prompt = [User("hi", priority=1), User(" ", priority=2), User(" ", priority=2)]
    assert [m.text for m in render_sync(prompt, budget=4, tokenizer=WORDS).messages] == ["hi"]
    assert render_sync(prompt, budget=4, tokenizer=WORDS, original=True).messages == ()


# --- expand-in-limit ---


@pytest.mark.spec("PT-8", "PT-4")
def test_a_text_in_a_limit_grows_to_the_limit_and_not_past_it() -> None:
    assert texts(ours("expand-in-limit")) == ["a1 a2\n" + " ".join(["x"] * 16) + "tail"]
    assert ours("expand-in-limit")["expandCalls"] == [["x", 10], ["x", 16]]


@pytest.mark.spec("PT-8", "PT-4")
def test_a_text_that_grew_never_shrinks_while_there_is_room() -> None:
    assert texts(ours("expand-shrinks"))[0] == " ".join(["x"] * 24) + "\na1 a2 a3"


@pytest.mark.spec("PT-8", "PT-4")
def test_what_grew_is_what_is_said_and_growing_costs_nothing_else_its_place() -> None:
    """In the original the first text is still said; the whole prompt has no room for the second."""
    assert (
        ours("expand-in-limit-stale-text")["messages"] == BY_NAME["expand-in-limit-stale-text"]["expect"]["messages"]
    )
    asked: list[int] = []

    def say(sizing: Sizing) -> str:
        asked.append(sizing.budget)
        return "y " * (5 if len(asked) > 1 else 1)

    prompt = [User("a b c", TokenLimit(Expandable(say, flex_basis=0.1), TextChunk("z"), max=9))]
    assert render_sync(prompt, budget=30, tokenizer=WORDS).messages[0].text == "a b cy y y y y \nz"


@pytest.mark.spec("PT-8", "PT-4")
def test_a_text_that_says_more_than_it_was_given_keeps_what_it_said_first_in_a_limit() -> None:
    said: list[str] = []

    def say(sizing: Sizing) -> str:
        said.append("far too long " * 20 if said else "short")
        return said[-1]

    prompt = [User(TokenLimit(Expandable(say), max=10), "tail")]
    assert render_sync(prompt, budget=200, tokenizer=WORDS).messages[0].text == "shorttail"


@pytest.mark.spec("PT-8", "PT-4")
def test_a_limit_filled_to_the_brim_overflows_by_its_line_break_as_in_the_original() -> None:
    assert ours("expand-limit-fits-flush")["messages"] == BY_NAME["expand-limit-fits-flush"]["expect"]["messages"]


# --- grown-priority ---


@pytest.mark.spec("PT-8", "PT-4", "PT-5")
def test_what_grew_keeps_its_priority_and_goes_before_what_matters_more() -> None:
    outcome = ours("expand-loses-priority")
    assert texts(outcome) == ["a1 a2 a3\nb1 b2"]
    assert [step[1][-1] for step in outcome["prunes"]] == ["x"]


# --- json-loses ---


@pytest.mark.spec("PT-8", "PT-12")
def test_calls_and_their_ids_and_limits_travel() -> None:
    messages = ours("json-embedded-messages")["messages"]
    assert [call["id"] for message in messages for call in message.get("toolCalls", [])] == ["1", "2"]
    assert [message["toolCallId"] for message in messages if "toolCallId" in message] == ["1"]
    assert texts(ours("json-embedded-limits-lost")) == [" ".join(["x"] * 17) + "tail"]  # the limit of 3 holds


# --- budget-exceeded ---


@pytest.mark.spec("PT-8", "PT-7")
def test_when_nothing_may_go_one_way_the_others_are_tried() -> None:
    outcome = ours("cache-exceeded-despite-prunable")
    assert texts(outcome) == ["a1 a2", "c1 c2 c3"]
    prompt = [User("a b", CacheMark(), priority=1), User("c d e", priority=2), User("f", priority=3)]
    assert [m.text for m in render_sync(prompt, budget=9, tokenizer=WORDS).messages] == ["a b", "f"]
    with pytest.raises(BudgetExceeded):
        render_sync(prompt, budget=9, tokenizer=WORDS, original=True)


@pytest.mark.spec("PT-8", "PT-7")
@pytest.mark.parametrize("name", with_quirk("budget-exceeded"))
def test_it_fails_only_where_everything_that_is_left_is_protected(name: str) -> None:
    outcome, expect = ours(name), BY_NAME[name]["expect"]
    if outcome.get("error") == "BudgetExceeded":
        steps = expect["prunes"]
        assert outcome["prunes"][: len(steps)] == steps
        assert outcome["messagesBeforePruning"] == expect["error"]["messagesBeforePruning"]
    else:
        assert outcome["tokenCount"] <= BY_NAME[name]["budget"]


# --- shared-regex ---


@pytest.mark.spec("PT-8", "PT-6")
def test_chunks_side_by_side_do_not_garble_each_other() -> None:
    (text,) = texts(ours("text-chunk-break-whitespace-shared"))
    whole = "log note line write user run node tree leaf map\ncache "
    first, second = text.split("\n")
    assert whole.startswith(first)
    assert second == "cache "


# --- nothing-left ---


@pytest.mark.spec("PT-8", "PT-7")
@pytest.mark.parametrize("name", with_quirk("nothing-left"))
def test_a_prompt_of_which_nothing_is_left_is_no_error_as_in_the_original(name: str) -> None:
    assert (ours(name)["messages"], ours(name)["tokenCount"]) == ([], 0)


@pytest.mark.spec("PT-7")
def test_whoever_wants_an_error_requires_something() -> None:
    with pytest.raises(BudgetExceeded):
        render_sync([System("rules", required=True), User("question")], budget=2, tokenizer=WORDS)


# --- legacy-no-leaves ---


@pytest.mark.spec("PT-8", "PT-5")
def test_flat_priorities_without_text_are_passed_over_and_calls_alone_can_go() -> None:
    assert "messages" in ours("legacy-no-leaves")
    assert prompt_tree.outcome(BY_NAME["legacy-no-leaves"], original=True) == {"error": "Error"}
    calls = LegacyPrioritization(
        Assistant(calls=[Call("1", "look")]), Assistant(calls=[Call("2", "look")], priority=1)
    )
    rendered = render_sync([calls, User("hi")], budget=11, tokenizer=WORDS)
    assert [call.id for message in rendered.messages for call in message.tool_calls] == ["1"]
