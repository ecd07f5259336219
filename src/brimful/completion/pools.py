"""Which pieces a completion gets, from two pools of characters (IC-2).

Pieces of high priority are taken first and draw on the mandatory pool, the others follow and draw on the optional
one. Every piece taken up is charged to both pools. The piece that uses a pool up is charged but not given, and ends
its pool's turn; the optional pool has no turn at all when the first pieces have used it up. So a pool is never
overdrawn by what is given, and what comes later never pushes out what came before.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from brimful.completion.items import Item, LeftOut, Reason
from brimful.settings import DEFAULTS

_MANDATORY_FROM = DEFAULTS.completion.mandatory_from


class Chosen(Struct, frozen=True):
    """The pieces given, the most important first; what was not, and what each pool holds in the end (may be < 0)."""

    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...]
    mandatory_left: int
    optional_left: int


def choose(
    items: Sequence[Item], mandatory_budget: int, optional_budget: int, *, mandatory_from: float = _MANDATORY_FROM
) -> Chosen:
    """Choose among pieces: by priority, then by score, then in the order given."""
    ordered = sorted(items, key=lambda each: (-each.priority, -each.score))
    first = [each for each in ordered if each.priority >= mandatory_from]
    pools = _Pools(mandatory_budget, optional_budget)
    for each in first:
        if not pools.take(each, "mandatory pool"):
            break
    pools.refuse(first, "mandatory pool")
    rest = ordered[len(first) :]
    if pools.optional > 0:
        for each in rest:
            if not pools.take(each, "optional pool"):
                break
    pools.refuse(rest, "optional pool")
    return Chosen(tuple(pools.given), tuple(pools.left_out), pools.mandatory, pools.optional)


class _Pools:
    """Both pools while pieces are taken."""

    def __init__(self, mandatory: int, optional: int) -> None:
        self.mandatory = mandatory
        self.optional = optional
        self.given: list[Item] = []
        self.left_out: list[LeftOut] = []
        self._seen = 0  # pieces of this turn that were given

    def take(self, each: Item, pool: Reason) -> bool:
        """Charge a piece; give it, unless it uses the pool up."""
        self.mandatory -= len(each.text)
        self.optional -= len(each.text)
        if (self.mandatory if pool == "mandatory pool" else self.optional) <= 0:
            return False
        self.given.append(each)
        self._seen += 1
        return True

    def refuse(self, turn: Sequence[Item], pool: Reason) -> None:
        """Write down the pieces of a turn that were not given, and end it."""
        self.left_out += [LeftOut(pool, each.kind, each.path, len(each.text)) for each in turn[self._seen :]]
        self._seen = 0
