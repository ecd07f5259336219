"""Cache marks on the JSON of one entry."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import CacheMark, Conversation, Message, Text, Wire
from brimful.providers import compose
from brimful.providers.openai_chat import OPENAI_CHAT
from tests.providers.openai_chat import strategies

pytestmark = pytest.mark.spec("CM-1", "MSG-3")

MARK = CacheMark(ttl="1h")
CONTROL = {"type": "ephemeral", "ttl": "1h"}
BREAKPOINT = CacheMark("explicit", "30m")
COPILOT = CacheMark(wire=Wire("openai", "message copilot_cache_control"))

every_mark = st.sampled_from([MARK, BREAKPOINT, COPILOT, CacheMark(wire=Wire("anthropic", "", {"x": 1}))])
entries = strategies.messages | strategies.tools


@given(entries, every_mark)
def test_a_mark_is_put_on_and_taken_off_and_nothing_else_is_touched(entry: dict[str, Any], mark: CacheMark) -> None:
    before = copy.deepcopy(entry)
    marked = OPENAI_CHAT.with_mark(entry, mark)
    bare = OPENAI_CHAT.without_marks(entry)
    assert entry == before
    assert OPENAI_CHAT.count_marks(bare) == 0
    assert OPENAI_CHAT.without_marks(bare) is bare
    if OPENAI_CHAT.count_marks(entry) == 0:
        assert bare is entry
        if marked is not None:
            text = entry.get("content")
            assert OPENAI_CHAT.count_marks(marked) == 1
            spelled = {**entry, "content": [{"type": "text", "text": text}]} if isinstance(text, str) else entry
            assert without_null_marks(OPENAI_CHAT.without_marks(marked)) in (
                without_null_marks(entry),
                without_null_marks(spelled),
            )


def without_null_marks(value: Any) -> Any:
    """The entry without members that have the name of a mark but hold none: a mark takes their place."""
    if isinstance(value, dict):
        named = ("cache_control", "prompt_cache_breakpoint", "copilot_cache_control")
        return {name: without_null_marks(inner) for name, inner in value.items() if name not in named}
    return [without_null_marks(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("entry", "mark", "expected"),
    [
        (
            {"role": "user", "content": "a"},
            MARK,
            {"role": "user", "content": [{"type": "text", "text": "a", "cache_control": CONTROL}]},
        ),
        (
            {
                "role": "tool",
                "tool_call_id": "c",
                "content": [{"type": "text", "text": "a"}, {"type": "text", "text": ""}],
            },
            MARK,
            {
                "role": "tool",
                "tool_call_id": "c",
                "content": [{"type": "text", "text": "a", "cache_control": CONTROL}, {"type": "text", "text": ""}],
            },
        ),
        (
            {"role": "system", "content": "a"},
            BREAKPOINT,
            {
                "role": "system",
                "content": [
                    {"type": "text", "text": "a", "prompt_cache_breakpoint": {"mode": "explicit", "ttl": "30m"}}
                ],
            },
        ),
        ({"role": "assistant", "content": "a"}, BREAKPOINT, None),
        (
            {"role": "assistant", "content": None, "tool_calls": []},
            COPILOT,
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [],
                "copilot_cache_control": {"type": "ephemeral"},
            },
        ),
        ({"role": "assistant", "content": None, "tool_calls": [{"id": "c"}]}, MARK, None),
        ({"role": "user", "content": ""}, MARK, None),
        ({"role": "user", "content": []}, MARK, None),
        (
            {"type": "function", "function": {"name": "f"}},
            MARK,
            {"type": "function", "function": {"name": "f"}, "cache_control": CONTROL},
        ),
        ({"type": "function", "function": {"name": "f"}}, BREAKPOINT, None),
        ("text", MARK, None),
    ],
)
def test_where_a_mark_goes(entry: Any, mark: CacheMark, expected: Any) -> None:
    assert OPENAI_CHAT.with_mark(entry, mark) == expected


def test_marks_are_counted_wherever_they_stand() -> None:
    control = {"type": "ephemeral"}
    parts = [{"type": "text", "text": "a", "cache_control": control, "prompt_cache_breakpoint": {"mode": "explicit"}}]
    entry = {"role": "user", "content": parts, "copilot_cache_control": control, "cache_control": None}
    assert OPENAI_CHAT.count_marks(entry) == 3
    assert OPENAI_CHAT.count_marks({"type": "function", "function": {"name": "f", "cache_control": control}}) == 1
    assert OPENAI_CHAT.without_marks(entry) == {
        "role": "user",
        "content": [{"type": "text", "text": "a"}],
        "cache_control": None,
    }


def test_a_mark_is_a_part_of_the_message_behind_what_it_marks() -> None:
    message = OPENAI_CHAT.read_message(
        {
            "role": "user",
            "content": [{"type": "text", "text": "a", "cache_control": CONTROL}, {"type": "text", "text": "b"}],
        },
        "m",
    )
    assert [type(part).__name__ for part in message.parts] == ["Text", "CacheMark", "Text"]
    assert isinstance(message.parts[1], CacheMark)
    assert (message.parts[1].kind, message.parts[1].ttl) == ("ephemeral", "1h")


@pytest.mark.parametrize(
    ("model", "marks"), [("gpt-5", 0), ("openai/o3", 0), ("anthropic/claude-sonnet-4.5", 1), ("", 1)]
)
def test_marks_of_others_are_written_only_for_models_that_take_them(model: str, marks: int) -> None:
    said = Message("user", (Text("hi"), CacheMark()))
    done = compose(Conversation((said,), model=model), OPENAI_CHAT)
    assert sum(OPENAI_CHAT.count_marks(item.json) for item in done.body.items) == marks
    assert len(done.losses) == 1 - marks
