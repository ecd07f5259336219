"""Cache marks on the JSON of one entry."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given

from brimful.messages import CacheMark, content_digest
from brimful.providers.body import read_body
from brimful.providers.openai_responses import OPENAI_RESPONSES
from tests.providers.openai_responses.strategies import ITEMS, TOOLS

pytestmark = pytest.mark.spec("CM-1")

MARK = {"mode": "explicit"}
TEXT = {"type": "input_text", "text": "x"}
MARKED = {**TEXT, "prompt_cache_breakpoint": MARK}


@pytest.mark.parametrize(
    ("entry", "marked"),
    [
        ({"role": "user", "content": [TEXT, TEXT]}, {"role": "user", "content": [TEXT, MARKED]}),
        ({"role": "user", "content": "x"}, {"role": "user", "content": [MARKED]}),
        (
            {"role": "user", "content": [TEXT, {"type": "hologram"}]},
            {"role": "user", "content": [MARKED, {"type": "hologram"}]},
        ),
        (
            {"type": "function_call_output", "call_id": "c", "output": "x"},
            {"type": "function_call_output", "call_id": "c", "output": [MARKED]},
        ),
        (
            {"type": "custom_tool_call_output", "call_id": "c", "output": [TEXT]},
            {"type": "custom_tool_call_output", "call_id": "c", "output": [MARKED]},
        ),
        ({"role": "assistant", "content": "x"}, None),
        ({"role": "assistant", "content": [{"type": "output_text", "text": "x"}]}, None),
        ({"role": "user", "content": ""}, None),
        ({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}, None),
        ({"type": "reasoning", "summary": [], "content": []}, None),
        ({"type": "function", "name": "f"}, None),
        ("instructions", None),
        (None, None),
    ],
)
def test_a_mark_stands_at_the_end_of_what_can_carry_one(entry: Any, marked: Any) -> None:
    before = copy.deepcopy(entry)
    assert OPENAI_RESPONSES.with_mark(entry, CacheMark()) == marked
    assert entry == before
    assert OPENAI_RESPONSES.count_marks(entry) == 0
    assert OPENAI_RESPONSES.count_marks(marked) == (0 if marked is None else 1)


@pytest.mark.parametrize(
    ("ttl", "written"),
    [("", {}), ("5m", {}), ("30m", {"ttl": "30m"}), ("1h", {"ttl": "12h"}), ("12h", {"ttl": "12h"})],
)
def test_a_lifetime_becomes_the_shortest_of_ours_that_is_long_enough(ttl: str, written: dict[str, str]) -> None:
    entry = OPENAI_RESPONSES.with_mark({"role": "user", "content": "x"}, CacheMark(ttl=ttl))
    assert entry is not None
    assert entry["content"][0]["prompt_cache_breakpoint"] == {**MARK, **written}


def test_an_entry_without_marks_stays_the_same_object() -> None:
    entry = {"role": "user", "content": [{**TEXT, "prompt_cache_breakpoint": None}]}
    assert OPENAI_RESPONSES.without_marks(entry) is entry


@given(ITEMS | TOOLS)
def test_marks_come_and_go_without_a_trace(entry: dict[str, Any]) -> None:
    bare = OPENAI_RESPONSES.without_marks(entry)
    assert OPENAI_RESPONSES.count_marks(bare) == 0
    marked = OPENAI_RESPONSES.with_mark(bare, CacheMark())
    if marked is not None:
        assert OPENAI_RESPONSES.count_marks(marked) == 1


@given(ITEMS.filter(lambda entry: entry.get("role") != "critic"))  # what we do not know is carried, mark and all
def test_a_mark_does_not_change_the_name_of_what_is_said(entry: dict[str, Any]) -> None:
    bare = OPENAI_RESPONSES.without_marks(entry)
    name = content_digest(OPENAI_RESPONSES.read_message(bare, ""))
    assert content_digest(OPENAI_RESPONSES.read_message(entry, "")) == name


def test_a_marked_body_has_no_problem() -> None:
    entry = OPENAI_RESPONSES.with_mark({"role": "user", "content": "x"}, CacheMark(ttl="12h"))
    body = json.dumps({"model": "gpt-5.6", "input": [entry]}).encode()
    assert OPENAI_RESPONSES.check(read_body(body, OPENAI_RESPONSES)) == []
