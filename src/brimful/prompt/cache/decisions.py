"""What was decided for a prefix is taken again, byte for byte (CM-4).

A shaped result, a summary, a cut: each was decided when some prefix was first sent, and the provider's cache holds
the bytes that were sent then. A decision is kept under the name of that prefix (`Prompt.names`, or any chained
digest) and returned whenever the prefix comes again, on any replica and after any restart, whatever would be decided
today.

Whoever decides first is right: `put` returns what is kept, which may be another's, and that is what must be sent.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from brimful.settings import DEFAULTS, Cache


class Key(Struct, frozen=True):
    """What a decision is kept under: the tenant's shelf (nothing is shared between credentials), the name of the
    prefix, and what was decided about it ("shape/2", "summary", "marks"), rules and versions that would decide
    otherwise included."""

    shelf: str
    prefix: bytes
    about: str


class Decisions(Protocol):
    """Where decisions are kept. `tests/prompt/cache/decisions_contract.py` has the cases every store must pass."""

    def get(self, key: Key) -> bytes | None:
        """What was decided; None = nothing yet."""
        ...

    def put(self, key: Key, decision: bytes) -> bytes:
        """Keep a decision unless there is one, and return the one that is kept."""
        ...

    def forget(self, shelf: str) -> None:
        """Forget all decisions of a shelf."""
        ...


class MemoryDecisions:
    """Decisions in memory, for one process; any thread may use it. What was used least recently goes first."""

    def __init__(self, settings: Cache = DEFAULTS.cache) -> None:
        self._most = settings.decisions_entries
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> bytes | None:
        """What was decided; None = nothing yet."""
        with self._lock:
            decision = self._kept.get(key)
            if decision is not None:
                self._kept.move_to_end(key)
            return decision

    def put(self, key: Key, decision: bytes) -> bytes:
        """Keep a decision unless there is one, and return the one that is kept."""
        with self._lock:
            kept = self._kept.setdefault(key, decision)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return kept

    def forget(self, shelf: str) -> None:
        """Forget all decisions of a shelf."""
        with self._lock:
            for key in [key for key in self._kept if key.shelf == shelf]:
                del self._kept[key]


def decided(decisions: Decisions, key: Key, decide: Callable[[], bytes]) -> bytes:
    """What was decided for a prefix; decided now if it never was."""
    kept = decisions.get(key)
    return decisions.put(key, decide()) if kept is None else kept
