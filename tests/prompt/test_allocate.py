"""How a budget is dealt out among siblings (PT-2)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.prompt import Container, Element, InvalidPrompt, Sizing, TextChunk, TokenLimit, User, render_sync
from brimful.prompt.allocate import allocate, allocate_evenly, groups
from brimful.prompt.element import HIGHEST
from tests.prompt.trees import TOKENIZERS

WORDS = TOKENIZERS["words"]


@pytest.mark.spec("PT-2")
def test_what_rounding_leaves_of_bases_that_were_taken_off_is_nothing() -> None:
    assert allocate(1, shares(1e-308, 29.0, 99.84073724654702), [None, 0, 0]).budgets == (1, 0, 0)
    assert allocate(100, shares(0.1, 0.2, 0), [1, 1, None]).budgets == (1, 1, 0)


@pytest.mark.spec("PT-2")
def test_limits_locked_at_more_than_there_is_leave_nothing_for_the_others() -> None:
    assert allocate(100, shares(1, 1, 1, 1), [25, 33, 50, None]).budgets == (25, 33, 50, 0)


def shares(*bases: float) -> list[Element]:
    return [Container(flex_basis=basis) for basis in bases]


@pytest.mark.spec("PT-2")
def test_a_budget_is_split_by_basis_and_rounded_down() -> None:
    assert allocate(100, shares(1, 2, 1), [None] * 3).budgets == (25, 50, 25)
    assert allocate(10, shares(1, 1, 1), [None] * 3).budgets == (3, 3, 3)


@pytest.mark.spec("PT-2")
def test_a_share_over_its_limit_is_locked_there_and_the_rest_is_split_among_the_others() -> None:
    assert allocate(100, shares(1, 1), [10, None]).budgets == (10, 90)
    assert allocate(100, shares(1, 1), [50, None]).budgets == (50, 50)  # as much as the limit: locked
    assert allocate(100, shares(1, 1), [51, None]).budgets == (50, 50)  # below it: it shares


@pytest.mark.spec("PT-2")
def test_limits_are_looked_at_in_their_order_and_a_locked_basis_leaves_the_sum_at_once() -> None:
    # 100 × 1/4 = 25 ≥ 20 locks the first; then 100 × 1/3 = 33 ≥ 33 locks the second, which 1/4 would not have.
    assert allocate(100, shares(1, 1, 2), [20, 33, None]).budgets == (20, 33, 47)
    # The other way round 100 × 1/4 = 25 < 33: the second shares.
    assert allocate(100, shares(1, 1, 2), [33, 20, None]).budgets == (26, 20, 53)


@pytest.mark.spec("PT-2")
def test_a_basis_of_0_gets_nothing_and_bases_of_0_alone_get_nothing_each() -> None:
    assert allocate(100, shares(0, 1), [None] * 2).budgets == (0, 100)
    assert allocate(100, shares(0, 0), [None] * 2).budgets == (0, 0)
    assert allocate(100, shares(1, 0), [10, None]).budgets == (10, 0)


@pytest.mark.spec("PT-2")
def test_what_later_groups_reserve_is_held_back_in_tokens_and_in_shares() -> None:
    later = [Container(flex_reserve=30), Container(flex_reserve="/4"), Container(flex_reserve="/2.5")]
    dealt = allocate(100, shares(1), [None], later)
    assert (dealt.remaining, dealt.reserved, dealt.budgets) == (100, 30 + 25 + 40, (5,))


@pytest.mark.spec("PT-2")
def test_more_reserved_than_there_is_leaves_nothing() -> None:
    assert allocate(100, shares(1, 1), [None] * 2, [Container(flex_reserve=500)]).budgets == (0, 0)
    assert allocate(2**50, shares(1), [None], [Container(flex_reserve="/1e-320")]).budgets == (0,)


@pytest.mark.spec("PT-1", "PT-2")
def test_groups_come_in_order_of_flex_grow_those_without_first() -> None:
    made = [Container(flex_grow=grow) for grow in (1, None, 5, 1, math.inf, -2, 0)]
    assert groups(made) == [[1, 4], [2], [0, 3], [6], [5]]
    assert groups([Container(), Container()]) == [[0, 1]]
    assert groups([]) == []


@pytest.mark.spec("PT-2")
@given(st.integers(0, 2**53 - 1), st.integers(1, 40))
def test_dealing_out_evenly_is_dealing_out(remaining: int, count: int) -> None:
    assert allocate_evenly(remaining, count) == allocate(remaining, shares(*[1] * count), [None] * count)


@pytest.mark.spec("PT-2")
@given(
    st.integers(0, 10**6),
    st.lists(st.tuples(st.floats(0, 100), st.none() | st.integers(0, 10**6)), min_size=1, max_size=8),
    st.lists(st.integers(0, 10**6) | st.sampled_from(["/2", "/7", "/0.5"]), max_size=3),
)
def test_what_is_shared_is_never_more_than_there_is_nor_less_than_nothing(
    remaining: int, group: list[tuple[float, int | None]], later: list[int | str]
) -> None:
    # The original does not take what is locked from the pot until all were looked at: several limits may be locked
    # at more than there is. Nobody gets less than nothing for that.
    limits = [limit for _, limit in group]
    dealt = allocate(
        remaining,
        shares(*[basis for basis, _ in group]),
        limits,
        [Container(flex_reserve=reserve) for reserve in later],
    )
    free = max(0, remaining - dealt.reserved)
    shared = [budget for budget, limit in zip(dealt.budgets, limits, strict=True) if budget != limit]
    assert all(budget >= 0 for budget in dealt.budgets)
    assert sum(shared) <= free
    if not any(limit is not None for limit in limits):
        assert sum(dealt.budgets) <= free


class Told(Element):
    """Says its budget."""

    def render(self, sizing: Sizing) -> str:
        return f"{self.id}={sizing.budget}"


def told(*children: Element, budget: int = 103) -> str:
    return render_sync([User(*children)], budget=budget, tokenizer=WORDS).messages[0].text


@pytest.mark.spec("PT-2", "PT-1")
def test_what_a_group_really_used_is_taken_from_the_budget_of_the_next() -> None:
    assert told(Told(id="a", flex_grow=2), Told(id="b", flex_grow=1)) == "a=100\nb=99"
    chunks = TextChunk("w " * 40)
    assert told(chunks, Told(id="b", flex_grow=1)).endswith("b=60")


@pytest.mark.spec("PT-2")
def test_an_element_is_charged_no_more_than_its_budget() -> None:
    greedy = TextChunk("w " * 90, flex_basis=0.25)
    rest = Container(flex_basis=0.75)
    assert told(greedy, rest, Told(id="b", flex_grow=1), budget=203).endswith("b=150")


@pytest.mark.spec("PT-2")
def test_a_reserve_is_held_back_until_its_group_renders() -> None:
    said = told(Told(id="a"), Told(id="b", flex_grow=1, flex_reserve="/4"))
    assert said == "a=75\nb=99"


@pytest.mark.spec("PT-2")
def test_a_limit_locks_what_an_element_is_told() -> None:
    assert told(TokenLimit(Told(id="a"), max=10), Container(Told(id="b"))) == "a=10\nb=90"


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("priority", math.nan), ("priority", math.inf), ("priority", -math.inf), ("priority", "high"),
        ("flex_basis", math.nan), ("flex_basis", math.inf), ("flex_basis", -1), ("flex_basis", "1"),
        ("flex_grow", math.nan), ("flex_grow", "last"), ("flex_grow", 10**400),
        ("flex_reserve", math.nan), ("flex_reserve", math.inf), ("flex_reserve", -1), ("flex_reserve", []),
        ("flex_reserve", "4"), ("flex_reserve", "/0"), ("flex_reserve", "/-1"), ("flex_reserve", "/x"),
        ("flex_reserve", "/nan"), ("flex_reserve", "/inf"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", [Container, TextChunk, User])
def test_a_property_that_makes_no_sense_is_an_error_with_its_place(
    kind: type[Element], name: str, value: object
) -> None:
    wrong = kind("text", **{name: value})
    prompt = wrong if kind is User else User(wrong)
    with pytest.raises(InvalidPrompt, match=name) as caught:
        render_sync([Container(), prompt], budget=10, tokenizer=WORDS)
    assert caught.value.at == ("root/1" if kind is User else "root/1/0")
    assert caught.value.hint


@pytest.mark.spec("PT-1")
def test_an_element_without_properties_has_the_highest_priority_a_basis_of_1_and_renders_first() -> None:
    plain = Container()
    assert (plain.priority, plain.flex_grow, plain.flex_basis, plain.flex_reserve) == (None, None, 1, None)
    prompt = [User(TextChunk("a", priority=HIGHEST - 1), TextChunk("b"))]
    assert render_sync(prompt, budget=4, tokenizer=WORDS).messages[0].text == "b"
