"""Fitting a budget that is counted otherwise than the limit that can be set (DOC-4).

A limit is tried and what it gives is counted. Over the budget, the next limit is smaller by what was too much, and by
`fit_shrink` at least; well under it, the next one is larger. The budget itself never moves, and nothing over it is
ever returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from brimful.settings import Documents

T = TypeVar("T")
_STEP_BACK = 0.98
"""Of what would fill the budget if size went with the limit: it does not quite."""


class Fitted(Struct, Generic[T], frozen=True):
    """The fullest that fitted, its size, and how many were tried."""

    made: T
    size: int
    tries: int


def fit(
    make: Callable[[int], T], size_of: Callable[[T], int], *, budget: int, first: int, most: int, numbers: Documents
) -> Fitted[T] | None:
    """Return the fullest of some tries that is within the budget, or None if none is, not even at limit 0.

    first: the limit to begin with; most: the limit at which there is nothing more to show.
    """
    best: Fitted[T] | None = None
    limit, over = first, most + 1
    for tries in range(1, numbers.fit_tries + 1):
        made = make(limit)
        size = size_of(made)
        if size <= budget:
            if best is None or size > best.size:
                best = Fitted(made, size, tries)
            wanted = _larger(limit, size, budget, min(over, most + 1))
            if size >= budget * numbers.fit_full_enough or wanted <= limit:
                return best
        else:
            over = min(over, limit)
            wanted = int(limit * min(numbers.fit_shrink, budget / size))
            if limit == 0:
                return best
        limit = wanted
    return best or _least(make, size_of, budget, numbers)


def _larger(limit: int, size: int, budget: int, over: int) -> int:
    """A limit that should fill the budget, half-way at most to one that is known to be too much."""
    filling = int(max(limit, 1) * budget / max(size, 1) * _STEP_BACK)
    return min(filling, (limit + over) // 2)


def _least(
    make: Callable[[int], T], size_of: Callable[[T], int], budget: int, numbers: Documents
) -> Fitted[T] | None:
    made = make(0)
    size = size_of(made)
    return Fitted(made, size, numbers.fit_tries + 1) if size <= budget else None
