"""How providers cache prompts, by model and wire (CM-1, CM-3).

The facts are data (`data/caches.json`), each row with its source and date. Rows are tried in order; the first whose
patterns fit the model and whose wires hold the wire format counts, and the last fits everything.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from brimful.errors import BrokenInstallation
from brimful.models.names import readings


class Caching(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one kind of prompt cache does.

    marks:     how many a request may carry; 0 = it takes none.
    mark_kind: what a mark of ours says it is.
    at:        what can be read: a prefix of any length ("tokens"), or only one that ended at a mark ("marks").
    ends:      the provider itself marks the end of each request, without being asked.
    minimum:   tokens below which nothing is cached.
    step:      a prefix is read in steps of so many tokens.
    lookback:  from a mark, so many blocks back (itself the first) are looked for in the cache; 0 = all of them.
    ttl_s:     how long an entry lives after its last use; 0 = nobody says.
    ttls:      lifetimes a mark can ask for.
    head, before_messages: parameters that are written into the prompt, at its start or just before the messages;
               changing one breaks the prefix there.
    """

    name: str
    models: tuple[str, ...]
    at: Literal["tokens", "marks"]
    minimum: int
    source: str
    as_of: str
    wires: tuple[str, ...] = ()  # () = any
    marks: int = 0
    mark_kind: str = "ephemeral"
    ends: bool = False
    step: int = 1
    lookback: int = 0
    ttl_s: int = 0
    ttls: dict[str, int] = {}
    head: tuple[str, ...] = ()
    before_messages: tuple[str, ...] = ()
    note: str = ""

    def lifetime(self, ttl: str) -> int:
        """Seconds that an entry lives when its mark asked for `ttl` ("" = the usual); 0 = nobody says."""
        return self.ttls.get(ttl, self.ttl_s)

    def readable(self, tokens: int) -> int:
        """How many of so many equal tokens the cache can give back: whole steps, and none below the minimum."""
        return 0 if tokens < self.minimum else tokens - tokens % self.step


class CacheTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows in the order in which they are tried."""

    as_of: str
    caches: tuple[Caching, ...]


@cache
def cache_table() -> CacheTable:
    """The shipped facts."""
    try:
        data = files("brimful.models").joinpath("data", "caches.json").read_bytes()
        return msgspec.json.decode(data, type=CacheTable)
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenInstallation(
            f"the table of caches cannot be read: {error}", at="models/data/caches.json", hint="install brimful again"
        ) from error


def caching_for(model: str, wire: str) -> Caching:
    """How prompts to that model are cached when they travel in that wire format. Never fails: the last row fits."""
    names = readings(model) or ("",)
    for row in cache_table().caches:
        if (not row.wires or wire in row.wires) and _fits(names, row.models):
            return row
    raise BrokenInstallation("no row of the table of caches fits every model", at="models/data/caches.json")


def _fits(names: tuple[str, ...], patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)
