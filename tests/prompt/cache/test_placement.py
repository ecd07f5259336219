"""Where cache marks go, decided on plain values (CM-1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.prompt.cache.placement import (
    RULES,
    Slot,
    Spot,
    Wish,
    anthropic_spots,
    chat_spots,
    marks_in,
    responses_spots,
    with_lifetimes,
)

pytestmark = pytest.mark.spec("CM-1")

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data/cache-marks/chat-completions.jsonl").read_text().splitlines()
]
ROLES = {"s": "system", "u": "user", "a": "assistant", "A": "assistant", "t": "tool"}

# The original spends before it checks: with four marks present it adds a fifth, which providers refuse (MSG-3).
FIFTH_MARK = {
    "s u* u* A t* A t* A t": [0, 1, 1, 0, 1, 0, 1, 0, 0],
    "s* u* u* A t* A t": [1, 1, 1, 0, 1, 0, 0],
}


def slots(pattern: str) -> list[Slot]:
    return [
        Slot(
            "messages",
            ROLES[letter[0]],
            calls=letter[0] == "A",
            result=letter[0] == "t",
            ttls=("",) if letter.endswith("*") else (),
        )
        for letter in pattern.split()
    ]


def marked(before: list[Slot], spots: tuple[Spot, ...]) -> list[int]:
    chosen = {spot.index for spot in spots}
    return [len(slot.ttls) + (index in chosen) for index, slot in enumerate(before)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["roles"] or "nothing")
def test_chat_marks_stand_where_the_original_puts_them(row: dict[str, Any]) -> None:
    before = slots(row["roles"])
    assert [len(slot.ttls) for slot in before] == row["marks_before"]
    after = marked(before, chat_spots(before, 4 - marks_in(before)))
    assert after == FIFTH_MARK.get(row["roles"], row["marks_after"])
    assert sum(after) <= max(4, sum(row["marks_before"]))


def test_we_differ_from_the_original_exactly_where_it_adds_a_fifth_mark() -> None:
    fifth = {row["roles"] for row in ROWS if sum(row["marks_after"]) > max(4, sum(row["marks_before"]))}
    assert fifth == set(FIFTH_MARK)


def test_anthropic_marks_the_two_newest_messages_the_last_tool_and_the_system_prompt() -> None:
    request = [Slot("tools"), Slot("tools"), Slot("system", "system"), *slots("u A t A t")]
    assert sorted(spot.index for spot in anthropic_spots(request, 4)) == [1, 2, 6, 7]


@pytest.mark.parametrize(("left", "expected"), [(0, []), (1, [7]), (2, [7, 2]), (3, [7, 2, 6]), (9, [7, 2, 6, 1])])
def test_anthropic_spends_few_places_on_what_is_read_most(left: int, expected: list[int]) -> None:
    request = [Slot("tools"), Slot("tools"), Slot("system", "system"), *slots("u A t A t")]
    assert [spot.index for spot in anthropic_spots(request, left)] == expected


def test_anthropic_passes_over_what_cannot_carry_a_mark() -> None:
    request = [
        Slot("tools"),
        Slot("tools", can_carry=False),  # loaded later
        Slot("messages", "user"),
        Slot("messages", "user"),
        Slot("messages", "assistant", can_carry=False),  # thinking alone
    ]
    assert sorted(spot.index for spot in anthropic_spots(request, 4)) == [0, 2, 3]


def test_responses_marks_the_beginning_and_the_newest_boundaries() -> None:
    request = slots("s s u u A t t A t a u")
    assert [spot.index for spot in responses_spots(request, 22)] == [1, 3, 10, 8, 6, 2]
    assert [spot.index for spot in responses_spots(request, 22, boundaries=2)] == [1, 3, 10, 8]
    assert [spot.index for spot in responses_spots(request, 1)] == [1]


requests = st.builds(
    lambda tools, system, messages: [*tools, *system, *messages],
    st.lists(st.builds(Slot, st.just("tools"), can_carry=st.booleans()), max_size=3),
    st.lists(st.builds(Slot, st.just("system"), st.just("system"), can_carry=st.booleans()), max_size=1),
    st.lists(
        st.sampled_from("suaAt").flatmap(
            lambda letter: st.builds(
                Slot,
                st.just("messages"),
                st.just(ROLES[letter]),
                calls=st.just(letter == "A"),
                result=st.just(letter == "t"),
                ttls=st.sampled_from([(), (), (), ("",), ("", "1h")]),
                can_carry=st.booleans(),
            )
        ),
        max_size=14,
    ),
)
wires = st.sampled_from(sorted(RULES))


def after(request: list[Slot], spots: tuple[Spot, ...]) -> list[Slot]:
    chosen = {spot.index for spot in spots}
    return [
        Slot(s.place, s.role, s.calls, s.result, (*s.ttls, "") if i in chosen else s.ttls, s.can_carry)
        for i, s in enumerate(request)
    ]


@given(requests, wires, st.integers(0, 25))
def test_there_are_never_more_marks_than_places(request: list[Slot], wire: str, limit: int) -> None:
    spots = RULES[wire](request, limit - marks_in(request))
    assert len(spots) <= max(0, limit - marks_in(request))
    assert len({spot.index for spot in spots}) == len(spots)
    assert all(request[spot.index].can_carry and not request[spot.index].ttls for spot in spots)


@given(requests, wires, st.integers(0, 25))
def test_deciding_again_decides_nothing_new(request: list[Slot], wire: str, limit: int) -> None:
    done = after(request, RULES[wire](request, limit - marks_in(request)))
    assert RULES[wire](done, limit - marks_in(done)) == ()


@given(requests)
def test_past_turns_get_no_marks_of_their_own(request: list[Slot]) -> None:
    users = [index for index, slot in enumerate(request) if slot.role == "user"]
    spots = chat_spots(request, 25)
    if users:
        past = [request[spot.index] for spot in spots if spot.index < users[-1]]
        assert not any(slot.result or slot.calls for slot in past)


@given(requests, st.sampled_from([Wish(), Wish("1h"), Wish("1h", "1h")]))
def test_no_mark_of_ours_stands_behind_a_shorter_or_ahead_of_a_longer_one(request: list[Slot], wish: Wish) -> None:
    def lifetime(ttl: str) -> int:
        return 3600 if ttl == "1h" else 300

    spots = anthropic_spots(request, 4)
    marks = with_lifetimes(request, spots, wish, lifetime)
    assert [mark.index for mark in marks] == sorted(mark.index for mark in marks)
    ours = {mark.index: mark.ttl for mark in marks}
    order: list[tuple[int, bool]] = []
    for index, slot in enumerate(request):
        order += [(lifetime(ttl), False) for ttl in slot.ttls]
        order += [(lifetime(ours[index]), True)] if index in ours else []
    for position, (seconds, is_ours) in enumerate(order):
        if is_ours:
            assert all(before >= seconds for before, _ in order[:position])
            assert all(later <= seconds for later, _ in order[position:])


def test_an_hour_is_granted_to_the_prefix_and_to_messages_only_with_it() -> None:
    def lifetime(ttl: str) -> int:
        return 3600 if ttl == "1h" else 300

    request = [Slot("tools"), Slot("system", "system"), *slots("u A t")]
    spots = anthropic_spots(request, 4)
    assert [mark.ttl for mark in with_lifetimes(request, spots, Wish("1h"), lifetime)] == ["1h", "1h", "", ""]
    assert [mark.ttl for mark in with_lifetimes(request, spots, Wish("1h", "1h"), lifetime)] == ["1h"] * 4
    assert [mark.ttl for mark in with_lifetimes(request, spots, Wish("", "1h"), lifetime)] == [""] * 4
