"""What messages really cost, as providers reported it (TOK-5).

An actual is kept under a name: the digest of a message's whole content, or of a whole prefix (`learning.chain`).
Equal messages share one; an edit elsewhere changes nothing. Names belong to a shelf: the model family, since
another tokenizer counts differently, and the tenant, since two credentials never share a count (GW-4).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from brimful.settings import DEFAULTS, Tokens


class Actual(Struct, frozen=True, omit_defaults=True):
    """Tokens behind a name. `exact`: the provider's own number for just this; otherwise a share of a total."""

    tokens: int
    exact: bool = True


class ActualsStore(Protocol):
    """Where actuals are kept. Bounded by its maker; what was used least recently goes first.

    `tests/tokens/actuals_contract.py` has the cases every store must pass.
    """

    def get(self, shelf: str, name: bytes) -> Actual | None:
        """What is known under a name; None = nothing."""
        ...

    def get_many(self, shelf: str, names: Iterable[bytes]) -> dict[bytes, Actual]:
        """What is known under any of these names; names without anything are left out."""
        ...

    def put_many(self, shelf: str, actuals: Mapping[bytes, Actual]) -> None:
        """Keep these, in place of what was known under their names."""
        ...

    def forget(self, shelf: str, names: Iterable[bytes] | None = None) -> None:
        """Forget these names, or the whole shelf."""
        ...


class MemoryActuals:
    """Actuals in memory, for one process."""

    def __init__(self, settings: Tokens = DEFAULTS.tokens) -> None:
        self._most = settings.actuals_entries
        self._known: OrderedDict[tuple[str, bytes], Actual] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, shelf: str, name: bytes) -> Actual | None:
        """What is known under a name; None = nothing."""
        return self.get_many(shelf, (name,)).get(name)

    def get_many(self, shelf: str, names: Iterable[bytes]) -> dict[bytes, Actual]:
        """What is known under any of these names; names without anything are left out."""
        known, used = self._known, self._known.move_to_end
        found: dict[bytes, Actual] = {}
        for name in names:
            actual = known.get((shelf, name))
            if actual is not None:
                found[name] = actual
                used((shelf, name))
        return found

    def put_many(self, shelf: str, actuals: Mapping[bytes, Actual]) -> None:
        """Keep these, in place of what was known under their names."""
        for name, actual in actuals.items():
            self._known[shelf, name] = actual
            self._known.move_to_end((shelf, name))
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def forget(self, shelf: str, names: Iterable[bytes] | None = None) -> None:
        """Forget these names, or the whole shelf."""
        gone = [key for key in self._known if key[0] == shelf] if names is None else [(shelf, name) for name in names]
        for key in gone:
            self._known.pop(key, None)
