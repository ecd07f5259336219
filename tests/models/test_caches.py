"""How providers cache, by model and wire (CM-1, CM-3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.models import Registry, caching_for
from brimful.models.caches import cache_table
from brimful.providers import NAMES

pytestmark = pytest.mark.spec("CM-1", "CM-3")


@pytest.mark.parametrize(
    ("model", "wire", "name", "marks"),
    [
        ("claude-opus-5", "anthropic", "claude-512", 4),
        ("claude-opus-5-20260724", "anthropic", "claude-512", 4),
        ("claude-opus-5-5", "anthropic", "claude", 4),
        ("us.anthropic.claude-haiku-4-5-20251001-v1:0", "anthropic", "claude-4096", 4),
        ("openrouter/anthropic/claude-sonnet-4.6", "openai", "claude-2048", 4),
        ("glm-5", "anthropic", "messages-api", 4),
        ("gpt-5.6-sol", "responses", "gpt-5.6-responses", 22),
        ("gpt-6-luna", "openai", "gpt-5.6-chat", 4),
        ("gpt-5.5", "responses", "openai", 0),
        ("gpt-4o", "openai", "openai", 0),
        ("gemini-2.5-flash", "gemini", "gemini-2", 0),
        ("gemini-3-pro-preview", "gemini", "gemini-3-pro", 0),
        ("gemini-3.8-flash", "openai", "gemini", 0),
        ("", "gemini", "gemini-api", 0),
        ("", "openai", "unknown", 0),
    ],
)
def test_a_name_finds_its_row(model: str, wire: str, name: str, marks: int) -> None:
    found = caching_for(model, wire)
    assert (found.name, found.marks) == (name, marks)


def test_every_row_says_where_it_is_from_and_is_reached() -> None:
    rows = cache_table().caches
    names = [*(model.id for model in Registry.shipped().all()), ""]
    reached = {caching_for(name, wire).name for name in names for wire in NAMES}
    assert all(row.source and row.as_of for row in rows)
    assert [row.name for row in rows if row.name not in reached] == []


@given(st.text(max_size=40), st.sampled_from(NAMES))
def test_there_is_a_row_for_any_name(model: str, wire: str) -> None:
    assert caching_for(model, wire).minimum > 0


def test_a_prefix_is_read_in_steps_from_a_minimum_on() -> None:
    openai = caching_for("gpt-4o", "openai")
    assert [openai.readable(tokens) for tokens in (0, 1023, 1024, 1151, 1152)] == [0, 0, 1024, 1024, 1152]


def test_marks_may_ask_for_a_lifetime() -> None:
    claude = caching_for("claude-sonnet-5", "anthropic")
    assert [claude.lifetime(ttl) for ttl in ("", "5m", "1h", "2d")] == [300, 300, 3600, 300]
