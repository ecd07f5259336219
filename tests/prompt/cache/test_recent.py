"""What was worked out lately is remembered, within a bound (CM-3)."""

from __future__ import annotations

import pytest

from brimful.prompt.cache.recent import Recent

pytestmark = pytest.mark.spec("CM-3")


def test_a_value_is_made_once_and_what_was_used_least_recently_goes_first() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    recent: Recent[str, str] = Recent(2)
    for key in ("a", "b", "a", "c", "a", "b"):
        assert recent.get(key, lambda key=key: make(key)) == key.upper()
    assert made == ["a", "b", "c", "b"]
    assert len(recent) == 2


def test_one_that_may_keep_nothing_keeps_nothing() -> None:
    recent: Recent[str, int] = Recent(0)
    assert recent.get("a", lambda: 1) == 1
    assert len(recent) == 0
