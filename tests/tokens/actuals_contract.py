"""What every store of actuals must do (TOK-5). A store's own test class inherits the cases and gives `make`."""

from __future__ import annotations

from brimful.tokens.actuals import Actual, ActualsStore

A, B, C, D = (bytes([number]) * 32 for number in range(4))


class ActualsContract:
    """Inherit, and say how to make an empty store that keeps at most so many names."""

    def make(self, most: int) -> ActualsStore:
        raise NotImplementedError

    def test_nothing_is_known_at_first(self) -> None:
        store = self.make(10)
        assert store.get("s", A) is None
        assert store.get_many("s", [A, B]) == {}

    def test_what_was_put_is_found_with_how_sure_it_is(self) -> None:
        store = self.make(10)
        store.put_many("s", {A: Actual(7), B: Actual(0, exact=False)})
        assert store.get("s", A) == Actual(7, exact=True)
        assert store.get_many("s", [B, C, A]) == {A: Actual(7), B: Actual(0, exact=False)}

    def test_the_newest_number_counts(self) -> None:
        store = self.make(10)
        store.put_many("s", {A: Actual(7, exact=False)})
        store.put_many("s", {A: Actual(9)})
        assert store.get("s", A) == Actual(9)

    def test_shelves_are_apart(self) -> None:
        store = self.make(10)
        store.put_many("one", {A: Actual(1)})
        store.put_many("other", {A: Actual(2)})
        assert store.get("one", A) == Actual(1)
        assert store.get("other", A) == Actual(2)
        store.forget("one")
        assert store.get("one", A) is None
        assert store.get("other", A) == Actual(2)

    def test_names_can_be_forgotten_one_by_one(self) -> None:
        store = self.make(10)
        store.put_many("s", {A: Actual(1), B: Actual(2)})
        store.forget("s", [A, C])
        assert store.get_many("s", [A, B, C]) == {B: Actual(2)}

    def test_what_was_used_least_recently_goes_first(self) -> None:
        store = self.make(3)
        store.put_many("s", {A: Actual(1), B: Actual(2), C: Actual(3)})
        store.get("s", A)
        store.put_many("s", {D: Actual(4)})
        assert set(store.get_many("s", [A, B, C, D])) == {A, C, D}
        store.put_many("s", {C: Actual(5)})
        store.put_many("other", {B: Actual(6)})
        assert store.get("s", A) is None
        assert store.get("s", C) == Actual(5)

    def test_nothing_put_and_nothing_asked_is_nothing(self) -> None:
        store = self.make(3)
        store.put_many("s", {})
        assert store.get_many("s", []) == {}
        store.forget("s", [])
