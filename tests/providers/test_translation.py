"""A conversation goes from any provider's shape to any other without losing meaning (MSG-2, MSG-4)."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Conversation, Image, Message, Text, ToolCall, ToolResult
from brimful.providers import NAMES, compose, dialect, translate
from brimful.providers.repair import repair
from tests.messages import strategies

pytestmark = pytest.mark.spec("MSG-2", "MSG-4")

PAIRS = [pair for pair in itertools.product(NAMES, NAMES) if pair[0] != pair[1]]
either = st.sampled_from(NAMES)


def meaning(conversation: Conversation) -> list[Any]:
    """What is said, whoever's shape it is in: words, pictures, calls with their arguments, results by their call."""
    told: list[Any] = []
    numbers: dict[str, int] = {}
    for message in conversation.messages:
        for part in message.parts:
            told.append(_told(message, part, numbers))
    joined: list[Any] = []
    for entry in told:
        if entry is None:
            continue
        if joined and entry[0] == "words" and joined[-1][:2] == entry[:2]:
            joined[-1] = (*entry[:2], joined[-1][2] + entry[2])
        else:
            joined.append(entry)
    return joined


def _told(message: Message, part: Any, numbers: dict[str, int]) -> Any:
    match part:
        case Text():
            return ("words", message.role, part.text)
        case Image():
            return ("picture", part.media_type, part.data)
        case ToolCall():
            numbers[part.id] = len(numbers)
            return ("call", part.name, json.loads(part.arguments))
        case ToolResult():
            return ("result", numbers[part.call_id], "".join(t.text for t in part.content if isinstance(t, Text)))
        case _:
            return None


@pytest.mark.soak
@given(strategies.agent_conversations(), either)
def test_a_good_conversation_is_written_without_problem_or_loss(conversation: Conversation, name: str) -> None:
    done = compose(conversation, dialect(name))
    assert done.losses == ()
    assert done.body.dialect.check(done.body) == []
    assert meaning(done.body.conversation) == meaning(conversation)


@pytest.mark.soak
@given(strategies.agent_conversations(), st.lists(either, min_size=2, max_size=5))
def test_meaning_survives_any_way_through_the_dialects(conversation: Conversation, way: list[str]) -> None:
    body = compose(conversation, dialect(way[0])).body
    for name in way[1:]:
        body = translate(body, dialect(name), model="m").body
        assert body.dialect.check(body) == []
    said = body.conversation
    assert meaning(said) == meaning(conversation)
    assert [(t.name, t.description, t.parameters) for t in said.tools] == [
        (t.name, t.description, t.parameters) for t in conversation.tools
    ]
    assert said.options.max_output_tokens == 1000


@pytest.mark.soak
@given(strategies.conversations, either)
def test_any_conversation_can_be_written_and_what_is_lost_is_said(conversation: Conversation, name: str) -> None:
    done = compose(conversation, dialect(name))
    kept = done.body.conversation
    words = " ".join(m.text for m in kept.messages) + " ".join(loss.what for loss in done.losses)
    for message in conversation.messages:
        if message.role == "user" and not done.losses:  # a wire may write a text document as text between the others
            assert all(part.text.strip() in words for part in message.parts if isinstance(part, Text))


@pytest.mark.soak
@given(strategies.conversations, either)
def test_repair_leaves_only_what_cannot_be_mended(conversation: Conversation, name: str) -> None:
    done = repair(compose(conversation, dialect(name)).body)
    left = {(problem.at, problem.rule) for problem in done.problems if problem.rule != "missing"}
    if done.body.items:
        assert left == set()


@pytest.mark.soak
@given(strategies.agent_conversations(), either, st.data())
def test_repair_mends_a_conversation_with_messages_taken_out(
    conversation: Conversation, name: str, data: st.DataObject
) -> None:
    body = compose(conversation, dialect(name)).body
    keep = data.draw(st.lists(st.booleans(), min_size=len(body.items), max_size=len(body.items)))
    cut = body.replace(items=[item for item, kept in zip(body.items, keep, strict=True) if kept])
    done = repair(cut)
    rules = {problem.rule for problem in done.problems}
    if done.body.items:
        assert rules == set(), done.problems
    untouched = {bytes(item.raw) for item in body.items}
    if not done.mends:
        assert {bytes(item.raw) for item in done.body.items} <= untouched


def test_a_valid_body_is_not_touched_by_repair() -> None:
    conversation = Conversation((Message("user", (Text("hi"),)),), model="m")
    for name in NAMES:
        body = compose(conversation, dialect(name)).body
        assert repair(body).body is body
