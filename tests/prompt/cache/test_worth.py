"""No rewrite that costs more than it saves (CM-4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.models import Model, Prices, Registry
from brimful.prompt.cache import Rewrite, rates, worth_rewriting
from brimful.settings import Cache

pytestmark = pytest.mark.spec("CM-4")

CLAUDE = Registry.shipped().find("claude-sonnet-5")
FREE = Registry.shipped().find("nobody-knows-this-model")


def test_a_rewrite_that_must_be_made_is_made() -> None:
    verdict = worth_rewriting(Rewrite(100_000, 99_000, cached=100_000, kept=0, must=True), CLAUDE, turns=0)
    assert (verdict.allowed, verdict.reason) == (True, "must")


def test_the_sum_that_people_work_out_by_hand() -> None:
    """137,000 tokens cached, 8,000 saved near the start: the rest is written anew for the sake of 8,000 reads."""
    rewrite = Rewrite(prompt=137_000, after=129_000, cached=137_000, kept=10_000)
    verdict = worth_rewriting(rewrite, CLAUDE, turns=15)
    assert not verdict.allowed
    assert verdict.saving == pytest.approx(8_000 * 0.2 / 1e6)
    assert verdict.cost == pytest.approx((10_000 * 0.2 + 119_000 * 2.5 - 137_000 * 0.2) / 1e6)
    assert verdict.text == "it would not pay (costs $0.2721, saves $0.0016 a request: even after 171, 15 expected)"


def test_a_late_change_with_much_to_save_pays() -> None:
    rewrite = Rewrite(prompt=137_000, after=100_000, cached=137_000, kept=95_000)
    verdict = worth_rewriting(rewrite, CLAUDE, turns=15)
    assert (verdict.allowed, verdict.reason) == (True, "pays")
    assert verdict.break_even is not None
    assert verdict.break_even <= 15


def test_what_is_in_no_cache_may_be_changed() -> None:
    verdict = worth_rewriting(Rewrite(prompt=100_000, after=90_000, cached=0, kept=0), CLAUDE, turns=0)
    assert (verdict.allowed, verdict.reason) == (True, "nothing_cached")


@pytest.mark.parametrize("must", [True, False])
def test_what_makes_nothing_smaller_is_never_worth_it(must: bool) -> None:
    verdict = worth_rewriting(Rewrite(100_000, 100_000, cached=0, kept=0, must=must), CLAUDE)
    assert (verdict.allowed, verdict.reason) == (False, "saves_nothing")


def test_a_call_for_a_summary_is_part_of_the_cost() -> None:
    rewrite = Rewrite(prompt=137_000, after=100_000, cached=137_000, kept=95_000)
    dear = Rewrite(prompt=137_000, after=100_000, cached=137_000, kept=95_000, extra=1.0)
    assert worth_rewriting(rewrite, CLAUDE, turns=15).allowed
    assert not worth_rewriting(dear, CLAUDE, turns=15).allowed


def test_leaving_the_long_context_rate_is_part_of_the_saving() -> None:
    prices = Prices(1, 0.1, 1.25, above_tokens=200_000, above=Prices(2, 0.2, 2.5))
    tiered = Model("m", "p", "f", 10**6, prices=prices)
    flat = Model("m", "p", "f", 10**6, prices=Prices(2, 0.2, 2.5))
    rewrite = Rewrite(prompt=210_000, after=190_000, cached=210_000, kept=150_000)
    assert worth_rewriting(rewrite, tiered).saving > worth_rewriting(rewrite, flat).saving


def test_models_without_prices_are_judged_in_tokens() -> None:
    rewrite = Rewrite(prompt=100_000, after=60_000, cached=100_000, kept=50_000)
    verdict = worth_rewriting(rewrite, FREE, turns=10)
    assert verdict.unit == "input tokens"
    assert verdict.saving == pytest.approx(4_000)
    assert verdict.cost == pytest.approx(50_000 * 0.1 + 10_000 * 1.25 - 100_000 * 0.1)
    assert verdict.allowed
    assert "tokens" in verdict.text
    dear = Cache(read_ratio=0.0)
    assert not worth_rewriting(rewrite, FREE, turns=10, settings=dear).allowed


def test_a_missing_price_of_the_cache_is_worked_out_from_that_of_input() -> None:
    model = Model("m", "p", "f", 10**6, prices=Prices(input=10))
    found, unit = rates(model, 1000)
    assert (found.read, found.again, unit) == (pytest.approx(1e-6), pytest.approx(1e-5), "usd")


sizes = st.integers(0, 10**6)
rewrites = st.builds(
    lambda prompt, cached, kept, went, came: Rewrite(
        prompt=prompt,
        cached=min(cached, prompt),
        kept=min(kept, prompt),
        after=min(kept, prompt) + max(0, prompt - min(kept, prompt) - went) + came,
    ),
    st.integers(1, 10**6),
    sizes,
    sizes,
    sizes,
    st.integers(0, 5_000),
)


@given(rewrites, st.integers(0, 300), st.sampled_from([CLAUDE, FREE]))
def test_the_verdict_is_that_of_paying_every_request_both_ways(rewrite: Rewrite, turns: int, model: Model) -> None:
    now, _ = rates(model, rewrite.prompt)
    then, _ = rates(model, rewrite.after)
    stay = rewrite.cached * now.read + (rewrite.prompt - rewrite.cached) * now.again
    kept = min(rewrite.kept, rewrite.cached, rewrite.after)
    change = kept * then.read + (rewrite.after - kept) * then.again
    for _ in range(turns):
        stay += rewrite.prompt * now.read
        change += rewrite.after * then.read
    verdict = worth_rewriting(rewrite, model, turns=turns)
    if rewrite.after < rewrite.prompt and stay != pytest.approx(change):
        assert verdict.allowed == (change < stay) or verdict.reason == "nothing_cached"


@given(rewrites, st.integers(0, 300))
def test_more_turns_never_make_a_purchase_worse(rewrite: Rewrite, turns: int) -> None:
    if worth_rewriting(rewrite, CLAUDE, turns=turns).allowed:
        assert worth_rewriting(rewrite, CLAUDE, turns=turns + 1).allowed
