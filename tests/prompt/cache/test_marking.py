"""Cache marks put into bodies and neutral messages (CM-1)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import BrimfulError
from brimful.messages import CacheMark, Conversation, Message, Text, Thinking, ToolResult, content_digest
from brimful.models.caches import Caching, caching_for
from brimful.prompt.cache.marking import Marker, Placed, marks_for, place_marks, with_marks
from brimful.providers import Body, compose, dialect, read_body
from brimful.settings import Cache
from tests.messages.strategies import agent_conversations, conversations
from tests.providers.anthropic import strategies as anthropic_bodies

pytestmark = pytest.mark.spec("CM-1")

CLAUDE = caching_for("claude-sonnet-5", "anthropic")
MARK = {"type": "ephemeral"}


def body_of(wire: str, value: dict[str, Any]) -> Body:
    return read_body(json.dumps(value).encode(), dialect(wire))


def marks_of(body: Body) -> int:
    return sum(body.dialect.count_marks(piece.json) for piece in (*body.tools, *body.pieces))


def without_marks(body: Body) -> list[Any]:
    """What the body says, marks aside: tools as JSON, messages by content (a bare string that became a block says
    the same)."""
    tools = [body.dialect.without_marks(tool.json) for tool in body.tools]
    return [tools, [content_digest(item.message) for item in body.pieces], body.options_json]


def refusals(body: Body) -> set[tuple[str, str]]:
    return {(problem.at, problem.rule) for problem in body.dialect.check(body)}


ANTHROPIC = {
    "model": "claude-sonnet-5",
    "max_tokens": 10,
    "system": "Be brief.",
    "tools": [{"name": "a", "input_schema": {}}, {"name": "b", "input_schema": {}, "defer_loading": True}],
    "messages": [
        {"role": "user", "content": "One"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "a", "input": {"y": 1, "x": 2}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "r"}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}]},
    ],
}


def test_anthropic_marks_go_to_the_last_blocks_that_can_carry_one() -> None:
    placed = place_marks(body_of("anthropic", ANTHROPIC), CLAUDE)
    assert [mark.at for mark in placed.marks] == ["tools[0]", "system", "messages[1]", "messages[2]"]
    sent = json.loads(placed.body.to_bytes())
    assert sent["tools"][0]["cache_control"] == MARK
    assert sent["system"] == [{"type": "text", "text": "Be brief.", "cache_control": MARK}]
    assert sent["messages"][1]["content"][0]["cache_control"] == MARK
    assert sent["messages"][2]["content"][0]["cache_control"] == MARK
    assert sent["messages"][3] == ANTHROPIC["messages"][3]
    assert refusals(placed.body) == refusals(body_of("anthropic", ANTHROPIC))


def test_entries_without_a_mark_keep_their_bytes() -> None:
    data = json.dumps(ANTHROPIC, indent=3).encode()
    body = read_body(data, dialect("anthropic"))
    placed = place_marks(body, CLAUDE)
    for before, after in zip((*body.tools, *body.pieces), (*placed.body.tools, *placed.body.pieces), strict=True):
        if before.at not in {mark.at for mark in placed.marks}:
            assert bytes(after.raw) == bytes(before.raw)


def test_a_clients_marks_stay_and_only_the_places_it_left_are_used() -> None:
    value = json.loads(json.dumps(ANTHROPIC))
    value["messages"][0]["content"] = [{"type": "text", "text": "One", "cache_control": {**MARK, "ttl": "5m"}}]
    value["system"] = [{"type": "text", "text": "Be brief.", "cache_control": MARK}]
    placed = place_marks(body_of("anthropic", value), CLAUDE)
    assert [mark.at for mark in placed.marks] == ["messages[1]", "messages[2]"]
    assert placed.body.items[0].json == value["messages"][0]
    assert marks_of(placed.body) == 4


def test_no_mark_goes_ahead_of_a_clients_longer_one() -> None:
    value = json.loads(json.dumps(ANTHROPIC))
    value["messages"][1]["content"][0]["cache_control"] = {**MARK, "ttl": "1h"}
    placed = place_marks(body_of("anthropic", value), CLAUDE)
    assert [mark.at for mark in placed.marks] == ["messages[2]"]
    assert "longer" in placed.note
    assert refusals(placed.body) == refusals(body_of("anthropic", value))


def test_the_mark_that_the_api_places_itself_counts() -> None:
    value = {**ANTHROPIC, "cache_control": MARK}
    placed = place_marks(body_of("anthropic", value), CLAUDE)
    assert [mark.at for mark in placed.marks] == ["tools[0]", "system", "messages[1]"]
    assert refusals(placed.body) == refusals(body_of("anthropic", value))


def test_an_hour_by_setting_never_for_sub_agents() -> None:
    settings = Cache(long_prefix=True)
    body = body_of("anthropic", ANTHROPIC)
    assert [mark.ttl for mark in place_marks(body, CLAUDE, settings=settings).marks] == ["1h", "1h", "", ""]
    quick = place_marks(body, CLAUDE, settings=settings, sub_agent=True)
    assert [mark.ttl for mark in quick.marks] == [""] * 4


@pytest.mark.parametrize(
    ("wire", "model"),
    [("openai", "gpt-4o"), ("openai", "some-model"), ("responses", "gpt-5.5"), ("gemini", "gemini-3-pro")],
)
def test_a_model_that_takes_no_marks_gets_the_bytes_that_came(wire: str, model: str) -> None:
    name = {"gemini": "contents", "responses": "input"}.get(wire, "messages")
    body = body_of(wire, {"model": model, name: [{"role": "user", "content": "a", "parts": [{"text": "a"}]}]})
    placed = place_marks(body, caching_for(model, wire))
    assert placed.body is body
    assert placed.marks == ()
    assert placed.note


def test_openai_marks_are_breakpoints_on_what_goes_in() -> None:
    said = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "u"},
        {"role": "assistant", "content": "a"},
    ]
    value = {"model": "gpt-5.6-sol", "messages": [*said, {"role": "user", "content": "v"}]}
    placed = place_marks(body_of("openai", value), caching_for("gpt-5.6-sol", "openai"))
    assert [mark.at for mark in placed.marks] == ["messages[0]", "messages[1]", "messages[3]"]
    assert placed.body.items[3].json["content"][0]["prompt_cache_breakpoint"] == {"mode": "explicit"}


def test_responses_takes_more_than_four_marks() -> None:
    items = [{"role": "developer", "content": "s"}, *({"role": "user", "content": str(i)} for i in range(30))]
    body = body_of("responses", {"model": "gpt-6-sol", "input": items})
    placed = place_marks(body, caching_for("gpt-6-sol", "responses"))
    assert len(placed.marks) == 1 + 20  # the end of the leading context is the newest boundary here
    assert placed.body.items[0].json["content"][0]["prompt_cache_breakpoint"] == {"mode": "explicit"}
    assert dialect("responses").check(placed.body) == []


# --- always and never -------------------------------------------------------------------------------------------

CACHES = {
    "anthropic": CLAUDE,
    "openai": caching_for("anthropic/claude-sonnet-5", "openai"),
    "responses": caching_for("gpt-6-sol", "responses"),
    "gemini": caching_for("", "gemini"),
}


def placed_in(conversation: Conversation, wire: str) -> tuple[Body, Placed, Caching]:
    body = read_body(compose(conversation, dialect(wire)).body.to_bytes(), dialect(wire))
    return body, place_marks(body, CACHES[wire]), CACHES[wire]


@given(agent_conversations() | conversations, st.sampled_from(sorted(CACHES)))
def test_only_marks_are_added_and_never_too_many(conversation: Conversation, wire: str) -> None:
    body, placed, caching = placed_in(conversation, wire)
    assert without_marks(placed.body) == without_marks(body)
    assert marks_of(placed.body) == marks_of(body) + len(placed.marks) <= max(caching.marks, marks_of(body))
    again = read_body(placed.body.to_bytes(), dialect(wire))
    assert without_marks(again) == without_marks(body)


@given(st.lists(agent_conversations(), max_size=4), st.sampled_from(sorted(CACHES)))
def test_a_marker_that_has_seen_messages_before_places_the_same(talks: list[Conversation], wire: str) -> None:
    marker = Marker(Cache(known_pieces=5))
    for conversation in [*talks, *talks]:
        body, placed, caching = placed_in(conversation, wire)
        again = marker.place(body, caching)
        assert again.marks == placed.marks
        assert again.body.to_bytes() == placed.body.to_bytes()


@given(agent_conversations() | conversations, st.sampled_from(sorted(CACHES)))
def test_placing_twice_changes_nothing(conversation: Conversation, wire: str) -> None:
    _, placed, caching = placed_in(conversation, wire)
    again = place_marks(placed.body, caching)
    assert again.marks == ()
    assert again.body.to_bytes() == placed.body.to_bytes()


@given(anthropic_bodies.bodies, st.booleans())
def test_a_clients_marks_survive_in_any_body(value: dict[str, Any], long: bool) -> None:
    try:
        body = body_of("anthropic", value)
        placed = place_marks(body, CLAUDE, settings=Cache(long_prefix=long))
    except BrimfulError:
        return  # not a request: nothing to place marks in
    for before, after in zip((*body.tools, *body.pieces), (*placed.body.tools, *placed.body.pieces), strict=True):
        if body.dialect.count_marks(before.json):
            assert bytes(after.raw) == bytes(before.raw)
    assert marks_of(placed.body) <= max(4, marks_of(body))


@given(agent_conversations(), st.sampled_from(sorted(CACHES)), st.booleans())
def test_a_request_that_was_in_order_still_is(conversation: Conversation, wire: str, long: bool) -> None:
    body, _, caching = placed_in(conversation, wire)
    placed = place_marks(body, caching, settings=Cache(long_prefix=long, long_messages=long))
    assert refusals(placed.body) == refusals(body)


# --- neutral messages -------------------------------------------------------------------------------------------


def test_neutral_messages_get_marks_before_they_are_written() -> None:
    messages = (
        Message("system", (Text("s"),)),
        Message("user", (Text("u"),)),
        Message("assistant", (Thinking("t", "x"),)),
        Message("tool", (ToolResult("c", (Text("r"),)),)),
    )
    marked = with_marks(messages, marks_for(messages))
    assert [message.parts[-1] == CacheMark() for message in marked] == [True, True, False, True]
    assert marked[2] is messages[2]
    assert [spot.index for spot in marks_for(messages, "anthropic")] == [0, 1, 3]
    assert [spot.index for spot in marks_for(messages, "responses")] == [0, 1, 3]
    assert [spot.index for spot in marks_for(messages, "claude", limit=1)] == [3]
    assert marks_for(messages, "gemini") == ()
    assert marks_for(marked) == ()


@given(agent_conversations(), st.sampled_from(["openai", "anthropic"]))
def test_neutral_marks_come_out_on_the_wire(conversation: Conversation, wire: str) -> None:
    marked = with_marks(conversation.messages, marks_for(conversation.messages, wire))
    written = compose(Conversation(marked, conversation.tools, "claude-sonnet-5"), dialect(wire)).body
    neutral = sum(isinstance(part, CacheMark) for message in marked for part in message.parts)
    assert 0 < marks_of(written) <= neutral <= 4
