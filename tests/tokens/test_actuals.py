"""Actuals in memory (TOK-5)."""

from __future__ import annotations

import pytest

from brimful.settings import Tokens
from brimful.tokens.actuals import Actual, ActualsStore, MemoryActuals
from tests.tokens.actuals_contract import A, ActualsContract

pytestmark = pytest.mark.spec("TOK-5")


class TestMemoryActuals(ActualsContract):
    """The store for one process."""

    def make(self, most: int) -> ActualsStore:
        return MemoryActuals(Tokens(actuals_entries=most))


def test_a_store_that_may_keep_nothing_keeps_nothing() -> None:
    store = MemoryActuals(Tokens(actuals_entries=0))
    store.put_many("s", {A: Actual(1)})
    assert len(store) == 0
    assert store.get("s", A) is None
