"""Spreading totals, reading answers, naming prefixes; margins and corrections (TOK-6, TOK-7, TOK-8)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Message, Text, Thinking, ToolCall, Usage
from brimful.settings import Tokens
from brimful.tokens.correction import FULL_EVIDENCE, HIGHEST, LOWEST, Corrections
from brimful.tokens.learning import answer_tokens, chain, is_plausible, root_name, shares_of_rest, spread
from brimful.tokens.margins import Portions, with_margin

estimates = st.lists(st.integers(0, 10**6), min_size=1, max_size=50)
digests = st.binary(min_size=32, max_size=32)


@pytest.mark.spec("TOK-6")
@given(st.integers(0, 10**7), estimates)
def test_shares_sum_exactly_and_are_never_negative(total: int, weights: list[int]) -> None:
    shares = spread(total, weights)
    assert sum(shares) == total
    assert min(shares) >= 0
    assert len(shares) == len(weights)


@pytest.mark.spec("TOK-6")
@given(st.integers(0, 10**7), estimates.filter(any))
def test_a_share_is_within_one_of_its_proportion(total: int, weights: list[int]) -> None:
    whole = sum(weights)
    for share, weight in zip(spread(total, weights), weights, strict=True):
        assert abs(share * whole - total * weight) < whole


@pytest.mark.spec("TOK-6")
def test_the_largest_remainders_get_the_rest() -> None:
    assert spread(10, [1, 1, 1]) == [4, 3, 3]
    assert spread(100, [33, 33, 34]) == [33, 33, 34]
    assert spread(7, [10, 5, 1]) == [4, 2, 1]
    assert spread(0, [3, 4]) == [0, 0]


@pytest.mark.spec("TOK-6")
def test_without_estimates_the_split_is_even_and_the_remainder_goes_to_the_first() -> None:
    assert spread(11, [0, 0, 0]) == [5, 3, 3]
    assert spread(2, [0, 0, 0]) == [2, 0, 0]
    assert spread(0, []) == []


@pytest.mark.parametrize(("total", "weights"), [(-1, [1]), (5, [-1, 7]), (5, [])])
def test_wrong_use_of_spread_is_refused(total: int, weights: list[int]) -> None:
    with pytest.raises(ValueError, match=r"negative|nothing"):
        spread(total, weights)


@pytest.mark.spec("TOK-6")
@pytest.mark.parametrize("rest", [0, -1, -5000])
def test_a_rest_of_nothing_or_less_is_skipped(rest: int) -> None:
    assert shares_of_rest(rest, [10, 20]) is None


@pytest.mark.spec("TOK-6")
def test_one_unknown_gets_all_and_several_share_by_estimate() -> None:
    assert shares_of_rest(130, [100]) == [130]
    assert shares_of_rest(150, [100, 50]) == [100, 50]
    assert shares_of_rest(10, []) is None


@pytest.mark.spec("TOK-6")
def test_a_rest_no_tokenizer_explains_is_nobodys() -> None:
    assert shares_of_rest(6857, [93]) is None, "a reminder the agent slipped in"
    assert shares_of_rest(100, [1000]) is None, "something that was there is gone"
    assert shares_of_rest(57, [20]) == [57], "small messages are mostly wrapping"


@pytest.mark.spec("TOK-6")
@given(st.integers(0, 10**6))
def test_what_was_expected_is_always_plausible(tokens: int) -> None:
    assert is_plausible(tokens, tokens)


# --- answers ----------------------------------------------------------------------------------------------------

SAID = Message("assistant", (Text("done"),))


@pytest.mark.spec("TOK-6")
def test_an_answers_own_count_is_its_reported_output() -> None:
    assert answer_tokens(Usage(output=57), [SAID], [50]) == [57]


@pytest.mark.spec("TOK-6")
def test_reasoning_counts_only_when_the_answer_carries_it_back() -> None:
    usage = Usage(output=557, reasoning=500)
    assert answer_tokens(usage, [SAID], [50]) == [57]
    assert answer_tokens(usage, [Message("assistant", (Thinking("hm", "sig"), Text("done")))], [50]) == [557]
    signed = Message("assistant", (ToolCall("id", "f", signature="sig"),))
    assert answer_tokens(usage, [signed], [50]) == [557]


@pytest.mark.spec("TOK-6")
def test_reasoning_that_is_an_item_of_its_own_gets_its_own_count() -> None:
    thought = Message("assistant", (Thinking("", "blob"),))
    assert answer_tokens(Usage(output=560, reasoning=500), [thought, SAID, SAID], [4, 40, 20]) == [504, 37, 19]


@pytest.mark.spec("TOK-6")
def test_an_output_noted_before_the_answer_was_finished_teaches_nothing() -> None:
    assert answer_tokens(Usage(output=1), [SAID], [50]) is None
    assert answer_tokens(Usage(output=500, reasoning=500), [SAID], [50]) is None
    assert answer_tokens(Usage(), [SAID], [50]) is None
    assert answer_tokens(Usage(output=50), [], []) is None


@pytest.mark.spec("TOK-6")
@given(
    st.integers(0, 10**5),
    st.integers(0, 10**5),
    st.lists(st.tuples(st.booleans(), st.integers(0, 100)), min_size=1, max_size=4),
)
def test_an_answers_shares_sum_to_what_comes_back(output: int, reasoning: int, items: list[tuple[bool, int]]) -> None:
    answer = [Message("assistant", (Thinking("", "s") if thinks else Text("t"),)) for thinks, _ in items]
    shares = answer_tokens(Usage(output=output, reasoning=reasoning), answer, [tokens for _, tokens in items])
    if shares is not None:
        assert sum(shares) == (output if any(thinks for thinks, _ in items) else output - reasoning)
        assert min(shares) >= 0


# --- names of prefixes ------------------------------------------------------------------------------------------


@pytest.mark.spec("TOK-5", "TOK-6")
@given(st.lists(digests, min_size=1, max_size=20), st.data())
def test_a_prefixs_name_is_unaffected_by_edits_behind_it(contents: list[bytes], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(contents) - 1))
    edited = [*contents[:at], bytes(32 * [at]), *contents[at + 1 :]]
    before, after = chain(root_name(b""), contents), chain(root_name(b""), edited)
    assert before[:at] == after[:at]
    if edited != contents:
        assert not set(before[at:]) & set(after[at:])


@pytest.mark.spec("TOK-6")
@given(st.lists(digests, min_size=1, max_size=5))
def test_other_tools_make_another_chain(contents: list[bytes]) -> None:
    one, other = chain(root_name(b"one"), contents), chain(root_name(b"other"), contents)
    assert not set(one) & set(other)


# --- margins ----------------------------------------------------------------------------------------------------


@pytest.mark.spec("TOK-7")
def test_each_part_of_a_total_carries_its_own_margin() -> None:
    assert with_margin(Portions(actual=1000)) == 1020
    assert with_margin(Portions(counted=1000)) == 1050
    assert with_margin(Portions(guessed=1000)) == 1100
    assert with_margin(Portions(1000, 1000, 1000)) == 3170
    assert with_margin(Portions(counted=1)) == 2, "rounded up"
    assert with_margin(Portions(100, 100), Tokens(margin_actual=0.5, margin_tokenizer=0)) == 250


@pytest.mark.spec("TOK-7")
@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_margin_never_takes_away(actual: int, counted: int, guessed: int) -> None:
    portions = Portions(actual, counted, guessed)
    assert with_margin(portions) >= portions.total == actual + counted + guessed


@pytest.mark.spec("TOK-7")
def test_the_source_is_named_after_its_parts() -> None:
    assert Portions(actual=5).source == "actual"
    assert Portions(actual=5, counted=1).source == "actual+estimate"
    assert Portions(counted=5, guessed=1).source == "tokenizer"
    assert Portions(counted=1, guessed=5).source == "guess"


# --- corrections ------------------------------------------------------------------------------------------------


@pytest.mark.spec("TOK-8")
def test_a_factor_is_seven_tenths_old_and_three_tenths_new() -> None:
    corrections = Corrections()
    assert corrections.factor("m") == 1.0
    corrections.learn("m", estimated=2000, actual=3000)
    assert corrections.factor("m") == pytest.approx(0.7 + 0.3 * 1.5)
    corrections.learn("m", estimated=FULL_EVIDENCE, actual=FULL_EVIDENCE)
    assert corrections.factor("m") == pytest.approx(0.7 * 1.15 + 0.3)
    assert corrections.factor("other") == 1.0


@pytest.mark.spec("TOK-8")
def test_small_estimates_teach_little() -> None:
    corrections = Corrections()
    corrections.learn("m", estimated=50, actual=100)
    assert 1.0 < corrections.factor("m") < 1.02


@pytest.mark.spec("TOK-8", "TOK-9")
def test_a_factor_is_learnt_downward_but_only_used_upward() -> None:
    corrections = Corrections()
    corrections.learn("m", estimated=10_000, actual=8_000)
    assert corrections.export() == {"m": pytest.approx(0.94)}
    assert corrections.factor("m") == 1.0


@pytest.mark.spec("TOK-8")
@pytest.mark.parametrize(("estimated", "actual"), [(100, 14_000), (10_000, 100), (0, 100), (-5, 10)])
def test_what_no_tokenizer_explains_teaches_nothing(estimated: int, actual: int) -> None:
    corrections = Corrections()
    corrections.learn("m", estimated=estimated, actual=actual)
    assert corrections.export() == {}


@pytest.mark.spec("TOK-8")
@given(st.lists(st.tuples(st.integers(-10, 10**6), st.integers(0, 10**6)), max_size=30))
def test_factors_stay_bounded_whatever_is_learnt(seen: list[tuple[int, int]]) -> None:
    corrections = Corrections()
    for estimated, actual in seen:
        corrections.learn("m", estimated=estimated, actual=actual)
    assert 1.0 <= corrections.factor("m") <= HIGHEST
    assert all(LOWEST <= factor <= HIGHEST for factor in corrections.export().values())


@pytest.mark.spec("TOK-8")
def test_what_was_learnt_can_be_carried_on() -> None:
    first = Corrections()
    first.learn("m", estimated=2000, actual=3000)
    assert Corrections(state=first.export()).factor("m") == first.factor("m")
    absurd = Corrections(state={"a": 1e9, "b": math.nan, "c": -1.0})
    assert absurd.export() == {"a": HIGHEST, "b": 1.0, "c": LOWEST}
