"""How a budget is dealt out among siblings (PT-2).

Siblings are grouped by `flex_grow`, the highest first. Before a group renders, what later groups reserve is held
back. The group shares the rest by `flex_basis`; an element whose share reaches its token limit is locked at the
limit and leaves the sharing. What the group really used is then taken from the budget, by whoever calls.

Shares are reckoned as the original does it: divide first, then multiply, in doubles, then round down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from msgspec import Struct


class Sharer(Protocol):
    """What dealing out needs to know of an element."""

    flex_grow: float | None
    flex_basis: float

    def reserve(self, remaining: int) -> int:
        """Tokens to hold back for it."""
        ...


class Allocation(Struct, frozen=True):
    """What one group is given: what was there, what was held back for later groups, and each one's budget."""

    remaining: int
    reserved: int
    budgets: tuple[int, ...]


def groups(sharers: Sequence[Sharer]) -> list[list[int]]:
    """Return the places of the sharers, group by group in the order in which they render."""
    if all(sharer.flex_grow is None for sharer in sharers):
        return [list(range(len(sharers)))] if sharers else []
    found: dict[float, list[int]] = {}
    for place, sharer in enumerate(sharers):
        found.setdefault(math.inf if sharer.flex_grow is None else sharer.flex_grow, []).append(place)
    return [found[grow] for grow in sorted(found, reverse=True)]


def allocate(
    remaining: int, group: Sequence[Sharer], limits: Sequence[int | None], later: Sequence[Sharer] = ()
) -> Allocation:
    """Deal out `remaining` tokens to a group; `limits` are the token limits of its members."""
    reserved = sum(sharer.reserve(remaining) for sharer in later)
    free = max(0, remaining - reserved)
    budgets, bases = _lock(free, group, limits)
    free = max(0, free - sum(budget for budget in budgets if budget is not None))
    return Allocation(
        remaining,
        reserved,
        tuple(
            _share(free, sharer.flex_basis, bases) if budget is None else budget
            for sharer, budget in zip(group, budgets, strict=True)
        ),
    )


def _lock(free: int, group: Sequence[Sharer], limits: Sequence[int | None]) -> tuple[list[int | None], float]:
    """The limits at which elements are locked, and what is left of the bases.

    Bases are taken off in doubles, as in the original, until rounding is all that is left of them.
    """
    budgets: list[int | None] = [None] * len(group)
    bases: float = sum(sharer.flex_basis for sharer in group)
    exact: Fraction | None = None
    for place, limit in enumerate(limits):
        basis = group[place].flex_basis
        if limit is not None and _share(free, basis, bases) >= limit:
            budgets[place] = limit
            if exact is None:
                exact = sum((Fraction(sharer.flex_basis) for sharer in group), Fraction())
            exact -= Fraction(basis)
            bases = bases - basis if math.isclose(bases - basis, exact) else float(exact)
    return budgets, bases


def allocate_evenly(remaining: int, count: int) -> Allocation:
    """Deal out to so many equals, none of which has a limit, with nobody after them: the usual case, quickly."""
    return Allocation(remaining, 0, (_share(remaining, 1, count),) * count)


def _share(free: int, basis: float, bases: float) -> int:
    return math.floor(free * (basis / bases)) if bases else 0
