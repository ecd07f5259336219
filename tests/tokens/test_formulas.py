"""Costs by kind, with a counter that counts words (TOK-3)."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import (
    CacheMark,
    Document,
    Image,
    Message,
    Opaque,
    Part,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Wire,
)
from brimful.models.model import Factors, Family, ImageRule
from brimful.tokens.formulas import UNSEEN_DOCUMENT, Cost, add_up, message_cost, messages_cost, tools_cost

pytestmark = pytest.mark.spec("TOK-3")

PLAIN = Family("plain", "nobody", "words", ImageRule("flat", max_tokens=765), exact=True)


def fitted(**factors: Any) -> Family:
    return Family("fitted", "nobody", "words", PLAIN.image, factors=Factors(**factors))


def words(text: str, encoding: str) -> int:
    assert encoding == "words"
    return len(text.split())


def cost(*parts: Part, role: Any = "user", family: Family = PLAIN, **more: Any) -> Cost:
    return message_cost(Message(role, parts, **more), family, words)


def test_a_list_costs_three_and_a_message_four() -> None:
    assert messages_cost([], PLAIN, words).total == 3
    assert messages_cost([Message("user"), Message("assistant")], PLAIN, words).total == 3 + 2 * 4
    assert cost(Text("one two three")) == Cost(text=3, frame=4, characters=13)


def test_a_name_costs_one_and_its_tokens() -> None:
    assert cost(name="bob").frame == 4 + 1 + 1


def test_tool_calls_cost_half_again_rounded_down_once_for_all_calls() -> None:
    call = ToolCall("id", "read", '{"a": 1}')  # id, type, name and one more for it, two words of arguments
    assert cost(call, role="assistant").tool_calls == 9
    assert cost(call, call, role="assistant").tool_calls == 18
    odd = ToolCall("id", "read", "{}")
    assert [cost(*[odd] * n, role="assistant").tool_calls for n in (1, 2)] == [7, 15]


def test_a_tool_result_costs_its_text_and_its_call_id() -> None:
    result = ToolResult("call 1", (Text("a b c"), Text("d")))
    assert cost(result, role="tool") == Cost(tool_results=6, frame=4, characters=12)


def test_pictures_and_documents_inside_a_result_are_counted_as_what_they_are() -> None:
    result = ToolResult("id", (Image(url="https://x"), Document(data="A" * 32), Text("seen")))
    found = cost(result, role="tool")
    assert (found.images, found.documents, found.tool_results) == (765, 3, 2)


@pytest.mark.parametrize(("length", "tokens"), [(0, UNSEEN_DOCUMENT), (1, 0), (4, 1), (32, 3), (1000, 94)])
def test_a_document_costs_one_for_eight_bytes(length: int, tokens: int) -> None:
    assert cost(Document("application/pdf", data="A" * length)).documents == tokens


def test_a_document_of_text_is_counted_as_text() -> None:
    encoded = base64.b64encode(b"one two three four").decode()
    assert cost(Document("text/plain", data=encoded)).documents == 4
    assert cost(Document(text="one two", name="notes.txt")).documents == 3
    assert cost(Document("text/plain", data="/w==")).documents == 1, "not text after all: by its bytes"
    assert cost(Document("text/plain", data="%")).documents == 0


def test_a_document_that_is_only_named_is_a_guess() -> None:
    found = cost(Document(url="https://example.com/a.pdf"))
    assert found.guessed == UNSEEN_DOCUMENT < found.documents


def test_opaque_parts_cost_what_is_given_or_their_json() -> None:
    assert cost(Opaque("thing", {"a": "b c"}, tokens=17)).opaque == 17
    assert cost(Opaque("thing", {"a": "b c"}, tokens=0)).opaque == 0
    assert cost(Opaque("thing", {"a": "b c"})).opaque == 2


def test_cache_marks_cost_nothing() -> None:
    assert cost(Text("a"), CacheMark()) == cost(Text("a"))
    result = ToolResult("id", (Text("a"),))
    assert cost(ToolResult("id", (Text("a"), CacheMark()))) == cost(result)


def test_thinking_costs_its_text_or_what_its_signature_must_hold() -> None:
    assert cost(Thinking("one two")).thinking == 2
    assert cost(Thinking("one two", signature="x" * 500)).thinking == 100
    assert cost(Thinking(signature="x" * 500, redacted=True)).thinking == 100
    assert cost(Thinking("word " * 300, signature="x" * 500)).thinking == 300


def test_text_in_fields_we_do_not_know_is_counted() -> None:
    extra = Wire("openai", extra={"annotations": [{"title": "two words"}, 7, None, True]})
    assert cost(Text("a", wire=extra)).text == 3
    assert message_cost(Message("user", wire=extra), PLAIN, words).frame == 6


def test_tools_cost_a_tenth_more_with_frames_and_the_whole_schema() -> None:
    assert tools_cost([], PLAIN, words).total == 0
    noop = Tool("noop", "Does nothing.")
    assert tools_cost([noop], PLAIN, words).tools == 30  # 1.1 × (16 + 8 + 3 + 1) = 30.8
    schema = {"type": "object", "description": "a b c"}
    assert tools_cost([Tool("noop", "Does nothing.", schema), noop], PLAIN, words).tools == 46


def test_a_tool_the_provider_runs_shows_only_its_settings_and_is_a_guess() -> None:
    search = Tool("web_search", kind="web_search_20250305", wire=Wire("anthropic", extra={"max_uses": 5}))
    found = tools_cost([search], PLAIN, words)
    assert (found.tools, found.guessed) == (28, 1)


@pytest.mark.spec("TOK-1")
def test_a_fitted_factor_stands_in_place_of_the_general_one() -> None:
    call = ToolCall("id", "read", '{"a": 1}')
    family = fitted(tool_calls=2.0, tool_results=3.0, text=1.5, tool_schemas=2.0)
    assert cost(call, role="assistant", family=family).tool_calls == 12
    assert cost(ToolResult("id", (Text("a b"),)), family=family).tool_results == 9
    assert cost(Text("a b c"), family=family).text == 5
    assert tools_cost([Tool("noop", "Does nothing.")], family, words).tools == 56


@pytest.mark.spec("TOK-1")
def test_what_a_family_adds_is_added_once_where_it_belongs() -> None:
    family = fitted(per_message=2, per_tool_call=5, system=28)
    assert cost(role="user", family=family).total == 6
    assert cost(role="system", family=family).total == 34
    calls = cost(ToolCall("id", "f", ""), ToolCall("id", "f", ""), role="assistant", family=family)
    assert calls.tool_calls == 10 + 12
    assert cost(ToolResult("id"), role="tool", family=family).tool_results == 6


def test_guesses_are_told_apart() -> None:
    found = cost(Text("a b"), Image(url="https://x"), Opaque("x", "some text"))
    assert found.guessed == 765 + 2


parts = st.one_of(
    st.builds(Text, st.text(max_size=20)),
    st.builds(Image, data=st.text(max_size=20), detail=st.sampled_from(["", "low"])),
    st.builds(Document, data=st.text(max_size=20), text=st.text(max_size=5), media_type=st.just("text/plain")),
    st.builds(Thinking, st.text(max_size=20), st.text(max_size=20)),
    st.builds(ToolCall, st.text(max_size=5), st.text(max_size=5), st.text(max_size=20)),
    st.builds(Opaque, st.text(max_size=5), st.lists(st.integers() | st.text()), st.none() | st.integers(0, 99)),
    st.builds(CacheMark),
)


@given(st.lists(parts, max_size=6), parts)
def test_costs_are_never_negative_and_never_fall_when_a_part_is_added(some: list[Part], more: Part) -> None:
    before, after = cost(*some), cost(*some, more)
    assert min(getattr(after, kind) for kind in Cost.__struct_fields__) >= 0
    assert after.total >= before.total >= 4
    assert after.guessed <= after.total


@given(st.lists(st.builds(Cost, *[st.integers(0, 9)] * len(Cost.__struct_fields__)), max_size=5))
def test_adding_up_adds_every_kind(costs: list[Cost]) -> None:
    assert add_up(costs).total == sum(one.total for one in costs)
    assert add_up(costs).characters == sum(one.characters for one in costs)
