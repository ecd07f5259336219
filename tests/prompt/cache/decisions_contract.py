"""What every store of decisions must do (CM-4). A store's own test class inherits the cases and gives `make`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from brimful.prompt.cache.decisions import Decisions, Key, decided

A = Key("tenant", bytes(32), "shape")
OTHERS = (
    Key("other", A.prefix, A.about),
    Key(A.shelf, bytes([1]) * 32, A.about),
    Key(A.shelf, A.prefix, "summary"),
)


class DecisionsContract:
    """Inherit, and say how to make an empty store."""

    def make(self) -> Decisions:
        raise NotImplementedError

    def test_nothing_is_decided_at_first(self) -> None:
        assert self.make().get(A) is None

    def test_what_was_decided_comes_back_byte_for_byte(self) -> None:
        store = self.make()
        every = bytes(range(256)) + b"\r\n\0 \xff"
        assert store.put(A, every) == every
        assert store.get(A) == every
        assert store.put(OTHERS[0], b"") == b""
        assert store.get(OTHERS[0]) == b""

    def test_whoever_decided_first_is_right(self) -> None:
        store = self.make()
        store.put(A, b"first")
        assert store.put(A, b"second") == b"first"
        assert store.get(A) == b"first"

    def test_tenants_prefixes_and_subjects_are_apart(self) -> None:
        store = self.make()
        store.put(A, b"a")
        assert [store.get(key) for key in OTHERS] == [None, None, None]

    def test_a_shelf_can_be_forgotten(self) -> None:
        store = self.make()
        for key in (A, *OTHERS):
            store.put(key, b"a")
        store.forget(A.shelf)
        assert [store.get(key) for key in (A, *OTHERS)] == [None, b"a", None, None]

    def test_deciding_happens_once(self) -> None:
        store = self.make()
        asked: list[int] = []

        def decide() -> bytes:
            asked.append(1)
            return str(len(asked)).encode()

        assert [decided(store, A, decide) for _ in range(3)] == [b"1"] * 3
        assert len(asked) == 1

    def test_all_who_decide_at_once_get_the_same(self) -> None:
        store = self.make()
        with ThreadPoolExecutor(8) as pool:
            answers = set(pool.map(lambda number: decided(store, A, lambda: str(number).encode()), range(200)))
        assert len(answers) == 1
        assert answers == {store.get(A)}
