"""What requests cost, worked out by hand."""

from __future__ import annotations

from datetime import date

import pytest

from brimful.messages import Usage
from brimful.models import Model, Prices, Registry, cost

pytestmark = pytest.mark.spec("TOK-11")

PRICES = Prices(
    input=3.0,
    cache_read=0.3,
    cache_write=3.75,
    cache_write_1h=6.0,
    output=15.0,
    above_tokens=200_000,
    above=Prices(input=6.0, cache_read=0.6, cache_write=7.5, cache_write_1h=12.0, output=22.5),
)


def model(prices: Prices = PRICES) -> Model:
    return Model(id="m", provider="p", family="unknown", window=1_000_000, prices=prices)


@pytest.mark.parametrize(
    ("usage", "dollars"),
    [
        (Usage(input=1_000_000 // 10, output=0), 0.3),
        (Usage(input=0, output=1_000), 0.015),
        (Usage(input=10_000, output=500, cache_read=8_000), 0.0159),  # 2,000·3 + 8,000·0.3 + 500·15
        (Usage(input=10_000, output=0, cache_write=10_000), 0.0375),
        (Usage(input=10_000, output=0, cache_write=10_000, cache_write_1h=4_000), 0.0465),  # 6,000·3.75 + 4,000·6
        (Usage(input=200_000, output=1_000), 0.615),  # at the line: the short rates
        (Usage(input=200_001, output=1_000), 1.222506),  # past it, all of it at the long rates
        (Usage(input=300_000, output=2_000, cache_read=250_000, cache_write=40_000), 0.555),
        (Usage(input=0, output=0), 0.0),
    ],
)
def test_a_bill_is_exact(usage: Usage, dollars: float) -> None:
    assert cost(model(), usage) == dollars


@pytest.mark.parametrize(
    ("prices", "usage"),
    [
        (Prices(), Usage(input=1, output=0)),
        (Prices(input=1.0), Usage(input=1, output=1)),
        (Prices(input=1.0, output=1.0), Usage(input=5, output=1, cache_read=3)),
        (Prices(input=1.0, output=1.0, cache_write=1.0), Usage(input=5, output=1, cache_write=3, cache_write_1h=1)),
        (Prices(input=1.0, output=1.0), Usage(output=3)),
        (Prices(input=1.0, output=1.0), Usage(input=3)),
    ],
)
def test_a_cost_that_needs_what_is_unknown_is_unknown(prices: Prices, usage: Usage) -> None:
    assert cost(model(prices), usage) is None


def test_a_price_nobody_needs_may_be_unknown() -> None:
    assert cost(model(Prices(input=2.0, output=8.0)), Usage(input=500_000, output=0)) == 1.0


def test_a_price_of_nothing_is_a_price() -> None:
    assert cost(model(Prices(input=0.0, output=0.0)), Usage(input=5, output=5)) == 0.0


def test_a_long_prompt_whose_rates_are_unknown_has_no_known_cost() -> None:
    astra = Registry.shipped().find("gpt-6.2-astra")
    assert cost(astra, Usage(input=272_000, output=0)) == 2.176
    assert cost(astra, Usage(input=272_001, output=0)) is None


def test_an_announced_change_holds_from_the_day_after() -> None:
    argon = Registry.shipped().find("gemini-4-argon")
    usage = Usage(input=1_000_000, output=100_000)
    assert cost(argon, usage) == 3.0
    assert cost(argon, usage, on=date(2026, 11, 30)) == 3.0
    assert cost(argon, usage, on=date(2026, 12, 1)) == 6.0


def test_a_day_of_claude_opus_by_hand() -> None:
    usage = Usage(input=180_000, output=4_000, cache_read=150_000, cache_write=20_000)
    # 10,000·$4 + 150,000·$0.20 + 20,000·$5 + 4,000·$20, a million each
    assert cost(Registry.shipped().find("claude-opus-5-5"), usage) == 0.04 + 0.03 + 0.1 + 0.08
