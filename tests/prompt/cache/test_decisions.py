"""Decisions in memory (CM-4)."""

from __future__ import annotations

import pytest

from brimful.prompt.cache import Decisions, Key, MemoryDecisions
from brimful.settings import Cache
from tests.prompt.cache.decisions_contract import DecisionsContract

pytestmark = pytest.mark.spec("CM-4")


class TestMemoryDecisions(DecisionsContract):
    """The store for one process."""

    def make(self) -> Decisions:
        return MemoryDecisions()


def test_what_was_used_least_recently_goes_first() -> None:
    store = MemoryDecisions(Cache(decisions_entries=2))
    a, b, c = (Key("s", bytes([number]), "x") for number in range(3))
    store.put(a, b"a")
    store.put(b, b"b")
    store.get(a)
    store.put(c, b"c")
    assert [store.get(key) for key in (a, b, c)] == [b"a", None, b"c"]
    assert len(store) == 2
