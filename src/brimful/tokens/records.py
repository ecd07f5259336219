"""Estimate against actual, request by request (TOK-10).

A record holds what was estimated before a request went out, what the provider then reported, and what characters
divided by four would have said. `Records` keeps the newest; `distribution` says how far off the estimates were and
how often they fell short, which is the one thing they must not (TOK-9). All of it is plain data: records of
several processes can be put together before the figures are drawn.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from brimful.settings import DEFAULTS, Tokens
from brimful.tokens.margins import Source


class Record(Struct, frozen=True, omit_defaults=True):
    """One request. `actual` is None when nobody said what it cost; `succeeded` is False when it was refused."""

    provider: str
    model: str
    estimated: int
    with_margin: int
    characters_by_four: int
    source: Source
    actual: int | None = None
    succeeded: bool = True


class Errors(Struct, frozen=True):
    """How far a series of estimates was off, in percent of the actual, whichever way it was off."""

    median: float
    p90: float
    p99: float
    largest: float


class Distribution(Struct, frozen=True):
    """The figures of a series of records. Shares are of the requests whose actual is known (0 … 1)."""

    requests: int
    failed: int
    measured: int
    estimate: Errors
    characters_by_four: Errors
    underestimated: float
    underestimated_after_margin: float
    characters_by_four_underestimated: float


class Records:
    """The newest records, in order."""

    def __init__(self, records: Iterable[Record] = (), *, settings: Tokens = DEFAULTS.tokens) -> None:
        self._newest = deque(records, maxlen=settings.records_entries)

    def __len__(self) -> int:
        return len(self._newest)

    def __iter__(self) -> Iterator[Record]:
        return iter(self._newest)

    def add(self, record: Record) -> None:
        """Keep a record; the oldest goes when there are too many."""
        self._newest.append(record)

    def merge(self, others: Iterable[Record]) -> None:
        """Take in records of another process, as newer than all here."""
        self._newest.extend(others)

    def by_model(self) -> dict[tuple[str, str], Distribution]:
        """The figures of each provider and model."""
        grouped: dict[tuple[str, str], list[Record]] = {}
        for record in self._newest:
            grouped.setdefault((record.provider, record.model), []).append(record)
        return {key: distribution(records) for key, records in sorted(grouped.items())}


def distribution(records: Iterable[Record]) -> Distribution:
    """Draw the figures of some records."""
    every = list(records)
    measured = [(record, record.actual) for record in every if record.actual]
    return Distribution(
        requests=len(every),
        failed=sum(not record.succeeded for record in every),
        measured=len(measured),
        estimate=_errors([abs(record.estimated - actual) / actual for record, actual in measured]),
        characters_by_four=_errors([abs(r.characters_by_four - actual) / actual for r, actual in measured]),
        underestimated=_share([record.estimated < actual for record, actual in measured]),
        underestimated_after_margin=_share([record.with_margin < actual for record, actual in measured]),
        characters_by_four_underestimated=_share([r.characters_by_four < actual for r, actual in measured]),
    )


def _errors(errors: Sequence[float]) -> Errors:
    ordered = sorted(100 * error for error in errors) or [0.0]
    return Errors(_quantile(ordered, 0.5), _quantile(ordered, 0.9), _quantile(ordered, 0.99), round(ordered[-1], 2))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that so large a share of all does not exceed."""
    return round(ordered[max(0, math.ceil(share * len(ordered)) - 1)], 2)


def _share(flags: Sequence[bool]) -> float:
    return round(sum(flags) / len(flags), 4) if flags else 0.0
