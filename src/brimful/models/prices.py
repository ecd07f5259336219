"""What a request cost, in dollars (TOK-11, UI-3).

The rates of a long prompt hold for the whole request, not for the tokens past the line: that is how every provider in
the table bills. A price that is not known makes the cost unknown, never 0.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from brimful.messages import Usage
from brimful.models.model import Model, Prices

_MILLION = Decimal(1_000_000)


def cost(model: Model, usage: Usage, *, on: date | None = None) -> float | None:
    """Dollars for one request and its answer; None when a price or a count that is needed is unknown.

    on: the day it was sent, for prices that change; without it the table's present prices hold.
    """
    if usage.input is None or usage.output is None:
        return None
    prices = in_force(model.prices, usage.input, on)
    written_1h = min(usage.cache_write_1h, usage.cache_write)
    bill = (
        (usage.uncached, prices.input),
        (usage.cache_read, prices.cache_read),
        (usage.cache_write - written_1h, prices.cache_write),
        (written_1h, prices.cache_write_1h),
        (usage.output, prices.output),
    )
    total = Decimal(0)
    for tokens, price in bill:
        if tokens == 0:
            continue
        if price is None:
            return None
        total += tokens * Decimal(str(price))
    return float(total / _MILLION)


def in_force(prices: Prices, prompt_tokens: int, on: date | None = None) -> Prices:
    """The prices for a prompt of that size on that day."""
    while on is not None and prices.then is not None and on > date.fromisoformat(prices.until):
        prices = prices.then
    if prices.above is not None and prices.above_tokens is not None and prompt_tokens > prices.above_tokens:
        return prices.above
    return prices
