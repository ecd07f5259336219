"""No rewrite that costs more than it saves (CM-4).

Changing the middle of a cached prompt is a purchase. What it buys: every later request reads fewer tokens from the
cache. What it costs: this one request reads everything behind the change anew, at the price of input or of writing
the cache, instead of taking it from there; and whatever making the smaller text costs. It is made when it must be
(the request would not fit), or when the saving of the requests that are still expected exceeds the cost.

    stay:   this request costs   cached × read + the rest × write           each later one   prompt × read
    change: this request costs   kept × read + the rest × write + extra     each later one   after × read

New turns come on top of both alike and cancel out. A rewrite of something that is in no cache costs nothing.
"""

from __future__ import annotations

import math
from datetime import date
from typing import Literal, TypeAlias

from msgspec import Struct

from brimful.models.model import Model
from brimful.models.prices import in_force
from brimful.settings import DEFAULTS, Cache

Reason: TypeAlias = Literal["must", "nothing_cached", "pays", "does_not_pay", "saves_nothing"]
Unit: TypeAlias = Literal["usd", "input tokens"]

_MILLION = 1_000_000


class Rewrite(Struct, frozen=True, omit_defaults=True):
    """A change that is being considered, in tokens.

    prompt: the request without it.        after: the request with it.
    cached: how much of the prompt the cache would give back (`Forecast.read`).
    kept:   how much stands before the first change.
    extra:  what making it costs in dollars (a call for a summary); left out where the model has no prices.
    must:   the request would not fit without it.
    """

    prompt: int
    after: int
    cached: int
    kept: int
    extra: float = 0.0
    must: bool = False


class Rates(Struct, frozen=True):
    """What a token costs that is read from the cache, and one that is read anew."""

    read: float
    again: float


class Verdict(Struct, frozen=True):
    """Whether to do it. `saving` is that of one later request; amounts are in `unit`.

    break_even: after how many later requests it has paid for itself; None = never.
    """

    allowed: bool
    reason: Reason
    saving: float
    cost: float
    turns: int
    break_even: int | None
    unit: Unit

    @property
    def text(self) -> str:
        """One line for people."""
        said = {
            "must": "it must be made: the request would not fit",
            "nothing_cached": "it breaks nothing that is cached",
            "pays": "it pays",
            "does_not_pay": "it would not pay",
            "saves_nothing": "it would make nothing smaller",
        }[self.reason]
        if self.break_even is None:
            return f"{said} (costs {self._amount(self.cost)})"
        return (
            f"{said} (costs {self._amount(self.cost)}, saves {self._amount(self.saving)} a request: even after"
            f" {self.break_even}, {self.turns} expected)"
        )

    def _amount(self, amount: float) -> str:
        return f"${amount:.4f}" if self.unit == "usd" else f"{amount:,.0f} tokens"


def worth_rewriting(
    rewrite: Rewrite,
    model: Model,
    *,
    turns: int | None = None,
    settings: Cache = DEFAULTS.cache,
    on: date | None = None,
) -> Verdict:
    """Say whether a rewrite may be made. `turns`: requests still expected after this one.

    Whoever knows nothing better takes the number of the settings, however long the conversation has lasted: in 104
    recorded agent sessions, half made 15 or more further requests, after 1 request as after 80.
    """
    turns = settings.expected_turns if turns is None else turns
    rates_now, unit = rates(model, rewrite.prompt, settings, on)
    rates_then, _ = rates(model, rewrite.after, settings, on)
    saving = rewrite.prompt * rates_now.read - rewrite.after * rates_then.read
    stay = _bill(rewrite.prompt, rewrite.cached, rates_now)
    change = _bill(rewrite.after, min(rewrite.kept, rewrite.cached), rates_then)
    extra = rewrite.extra if unit == "usd" else 0.0
    cost = change - stay + extra
    reason = _reason(rewrite, saving, cost, turns)
    return Verdict(
        allowed=reason in ("must", "nothing_cached", "pays"),
        reason=reason,
        saving=saving,
        cost=cost,
        turns=turns,
        break_even=max(0, math.ceil(cost / saving)) if saving > 0 else None,
        unit=unit,
    )


def rates(model: Model, prompt: int, settings: Cache = DEFAULTS.cache, on: date | None = None) -> tuple[Rates, Unit]:
    """What a cached token and an uncached one cost, in a prompt of that size.

    A missing price of cached reads is worked out from that of input, and a missing price of writes is that of input.
    Without a price of input, amounts are in tokens: how many tokens of input would cost the same.
    """
    prices = in_force(model.prices, prompt, on)
    if prices.input is None:
        return Rates(settings.read_ratio, settings.write_ratio), "input tokens"
    plain = prices.input / _MILLION
    read = plain * settings.read_ratio if prices.cache_read is None else prices.cache_read / _MILLION
    again = plain if prices.cache_write is None else prices.cache_write / _MILLION
    return Rates(read, again), "usd"


def _bill(tokens: int, cached: int, price: Rates) -> float:
    cached = min(tokens, cached)
    return cached * price.read + (tokens - cached) * price.again


def _reason(rewrite: Rewrite, saving: float, cost: float, turns: int) -> Reason:
    if rewrite.after >= rewrite.prompt:
        return "saves_nothing"
    if rewrite.must:
        return "must"
    if cost <= 0:
        return "nothing_cached"
    return "pays" if saving * turns > cost else "does_not_pay"
