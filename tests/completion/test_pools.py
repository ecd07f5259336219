"""Which pieces are given: two pools, both charged by all, beside a slow and obvious reference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.completion import PRIORITIES, Item, choose, item


def of_length(kind: str, chars: int, path: str = "") -> Item:
    return item(kind, "x" * chars, path)


def slowly(items: list[Item], mandatory: int, optional: int) -> tuple[list[Item], int, int]:
    """The rule read aloud: one piece at a time, whatever is next by priority, score and place."""
    waiting = list(enumerate(items))
    given_: list[Item] = []
    over = {True: False, False: False}
    checked_optional = False
    while waiting:
        number, each = min(waiting, key=lambda pair: (-pair[1].priority, -pair[1].score, pair[0]))
        waiting.remove((number, each))
        matters = each.priority >= 0.7
        if not matters and not checked_optional:
            checked_optional = True
            over[False] = optional <= 0
        if over[matters]:
            continue
        mandatory -= len(each.text)
        optional -= len(each.text)
        if (mandatory if matters else optional) <= 0:
            over[matters] = True
            continue
        given_.append(each)
    return given_, mandatory, optional


pieces = st.builds(
    lambda kind, chars, score: Item(kind, PRIORITIES[kind], "x" * chars, "", score),
    st.sampled_from(list(PRIORITIES)),
    st.integers(0, 40),
    st.sampled_from([0.0, 0.5, 1.0]),
)


@pytest.mark.spec("IC-2")
@given(st.lists(pieces, max_size=20), st.integers(-5, 200), st.integers(-5, 200))
def test_choosing_equals_the_slow_reference(items: list[Item], mandatory: int, optional: int) -> None:
    chosen = choose(items, mandatory, optional)
    assert (list(chosen.items), chosen.mandatory_left, chosen.optional_left) == slowly(items, mandatory, optional)


@pytest.mark.spec("IC-2")
@given(st.lists(pieces, max_size=20), st.integers(0, 200), st.integers(0, 200))
def test_what_is_given_never_overdraws_its_pool_and_every_piece_is_given_or_accounted_for(
    items: list[Item], mandatory: int, optional: int
) -> None:
    chosen = choose(items, mandatory, optional)
    first = sum(len(each.text) for each in chosen.items if each.priority >= 0.7)
    rest = any(each.priority < 0.7 for each in chosen.items)
    assert first <= mandatory
    assert not rest or sum(len(each.text) for each in chosen.items) <= optional
    assert len(chosen.items) + len(chosen.left_out) == len(items)


@pytest.mark.spec("IC-2")
def test_the_table_of_kinds_splits_at_0_7() -> None:
    first = [kind for kind, priority in PRIORITIES.items() if priority >= 0.7]
    assert first == ["expression", "locals", "inherited", "traits"]
    assert [PRIORITIES[kind] for kind in ("blueprints", "properties", "imports", "neighbours", "globals")] == [
        0.6,
        0.5,
        0.4,
        0.3,
        0.2,
    ]


@pytest.mark.spec("IC-2")
def test_the_piece_that_uses_a_pool_up_is_charged_but_not_given_and_the_pool_stops() -> None:
    chosen = choose([of_length("locals", 6, "a"), of_length("traits", 4, "b"), of_length("traits", 1, "c")], 10, 100)
    assert [each.path for each in chosen.items] == ["a"]
    assert (chosen.mandatory_left, chosen.optional_left) == (0, 90)
    assert [(each.path, each.reason) for each in chosen.left_out] == [
        ("b", "mandatory pool"),
        ("c", "mandatory pool"),
    ]


@pytest.mark.spec("IC-2")
def test_pieces_that_matter_are_charged_to_the_optional_pool_too() -> None:
    items = [of_length("locals", 50), of_length("imports", 40)]
    assert len(choose(items, 1_000, 91).items) == 2
    assert len(choose(items, 1_000, 90).items) == 1


@pytest.mark.spec("IC-2")
def test_the_optional_pool_has_no_turn_when_the_first_pieces_used_it_up() -> None:
    chosen = choose([of_length("locals", 50), of_length("imports", 1), of_length("globals", 1)], 1_000, 50)
    assert [each.kind for each in chosen.items] == ["locals"]
    assert (chosen.mandatory_left, chosen.optional_left) == (950, 0)
    assert {each.reason for each in chosen.left_out} == {"optional pool"}
