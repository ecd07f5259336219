"""Cache marks on single entries (CM), and usage (CM-2)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from anthropic.types.beta import BetaUsage
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import InvalidBody
from brimful.messages import CacheMark, Usage
from brimful.providers.anthropic import ANTHROPIC
from tests.providers.anthropic import strategies

MARK = {"type": "ephemeral"}


def text(words: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


ENTRIES: list[tuple[str, Any, Any]] = [
    ("a bare string", {"role": "user", "content": "a"}, {"role": "user", "content": [text(cache_control=MARK)]}),
    (
        "the last block",
        {"role": "user", "content": [text(), text("b")], "x": 1},
        {"role": "user", "content": [text(), text("b", cache_control=MARK)], "x": 1},
    ),
    (
        "not thinking",
        {"role": "assistant", "content": [text(), {"type": "thinking", "thinking": "", "signature": "s"}]},
        {
            "role": "assistant",
            "content": [text(cache_control=MARK), {"type": "thinking", "thinking": "", "signature": "s"}],
        },
    ),
    (
        "the result, not what is in it",
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": [text()]}]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "x", "content": [text()], "cache_control": MARK}],
        },
    ),
    ("a system prompt", "s", [text("s", cache_control=MARK)]),
    ("blocks of one", [text(), text("b")], [text(), text("b", cache_control=MARK)]),
    ("a tool", {"name": "t", "input_schema": {}}, {"name": "t", "input_schema": {}, "cache_control": MARK}),
]


@pytest.mark.spec("CM-1")
@pytest.mark.parametrize(("before", "after"), [entry[1:] for entry in ENTRIES], ids=[entry[0] for entry in ENTRIES])
def test_a_mark_goes_to_the_end_of_an_entry_and_nothing_else_changes(before: Any, after: Any) -> None:
    kept = copy.deepcopy(before)
    assert ANTHROPIC.with_mark(before, CacheMark()) == after
    assert before == kept
    assert ANTHROPIC.count_marks(after) == 1


@pytest.mark.spec("CM-1")
@pytest.mark.parametrize(
    "entry",
    [
        {"role": "user", "content": ""},
        {"role": "user", "content": " "},
        {"role": "user", "content": []},
        {"role": "system", "output_config": {}},
        {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "s"}, text("")]},
        {"role": "user", "content": [{"type": "brand_new"}]},
        {"name": "t", "input_schema": {}, "defer_loading": True},
        "",
        [],
        None,
    ],
)
def test_what_cannot_carry_a_mark_gets_none(entry: Any) -> None:
    assert ANTHROPIC.with_mark(entry, CacheMark()) is None


@pytest.mark.spec("CM-1")
def test_a_mark_says_how_long_it_lasts() -> None:
    marked = ANTHROPIC.with_mark("s", CacheMark(ttl="1h"))
    assert marked == [text("s", cache_control={"type": "ephemeral", "ttl": "1h"})]


@pytest.mark.spec("CM-1")
def test_marks_inside_results_are_counted_and_data_is_not() -> None:
    message = {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "x",
                "content": [text(cache_control=MARK), text(cache_control=None)],
                "cache_control": MARK,
            },
            {"type": "tool_use", "id": "x", "name": "t", "input": {"cache_control": MARK, "content": [text(x=MARK)]}},
        ],
    }
    assert ANTHROPIC.count_marks(message) == 2
    cleaned = ANTHROPIC.without_marks(message)
    assert cleaned["content"][0]["content"] == [text(), text(cache_control=None)]
    assert cleaned["content"][1] is message["content"][1]


@pytest.mark.spec("CM-1")
@given(strategies.messages | strategies.tools | st.lists(strategies.texts, max_size=3) | strategies.words)
def test_taking_marks_away_leaves_none_and_touches_nothing_else(entry: Any) -> None:
    kept = copy.deepcopy(entry)
    cleaned = ANTHROPIC.without_marks(entry)
    assert ANTHROPIC.count_marks(cleaned) == 0
    assert entry == kept
    if ANTHROPIC.count_marks(entry) == 0:
        assert cleaned is entry
    marked = ANTHROPIC.with_mark(cleaned, CacheMark())
    if marked is not None:
        assert ANTHROPIC.count_marks(marked) == 1


# --- usage ---


@pytest.mark.spec("CM-2")
@pytest.mark.parametrize(
    ("value", "usage"),
    [
        ({"input_tokens": 10, "output_tokens": 5}, Usage(10, 5)),
        (
            {
                "input_tokens": 10,
                "cache_creation_input_tokens": 30,
                "cache_read_input_tokens": 100,
                "cache_creation": {"ephemeral_5m_input_tokens": 10, "ephemeral_1h_input_tokens": 20},
                "output_tokens": 5,
                "output_tokens_details": {"thinking_tokens": 3},
                "server_tool_use": {"web_search_requests": 1},
            },
            Usage(140, 5, cache_read=100, cache_write=30, cache_write_1h=20, reasoning=3),
        ),
        (
            {
                "input_tokens": 1,
                "cache_creation": {"ephemeral_5m_input_tokens": 10, "ephemeral_1h_input_tokens": 20},
                "cache_creation_input_tokens": None,
            },
            Usage(31, None, cache_write=30, cache_write_1h=20),
        ),
        ({"output_tokens": 5, "cache_read_input_tokens": None}, Usage(None, 5)),
        ({}, Usage()),
        (None, Usage()),
    ],
)
def test_usage_counts_the_whole_prompt(value: Any, usage: Usage) -> None:
    assert ANTHROPIC.read_usage(value) == usage


@pytest.mark.spec("CM-2")
def test_usage_of_a_wrong_type_is_told_with_its_place() -> None:
    with pytest.raises(InvalidBody, match=r"usage\.input_tokens: expected a number, got a string"):
        ANTHROPIC.read_usage({"input_tokens": "1"})


counts = st.integers(0, 1_000_000)


@pytest.mark.spec("CM-2")
@given(counts, counts, counts, counts, counts, counts)
def test_usage_that_was_written_reads_the_same(
    fresh: int, read: int, short: int, long: int, output: int, reasoning: int
) -> None:
    write = short + long
    usage = Usage(fresh + read + write, output, read, write, long, reasoning)
    written = ANTHROPIC.write_usage(usage)
    assert ANTHROPIC.read_usage(written) == usage
    assert BetaUsage.model_validate(written).input_tokens == fresh


@pytest.mark.spec("CM-2")
def test_totals_nobody_said_are_written_as_nothing() -> None:
    assert ANTHROPIC.write_usage(Usage())["input_tokens"] == 0
    assert ANTHROPIC.write_usage(Usage())["output_tokens"] == 0
