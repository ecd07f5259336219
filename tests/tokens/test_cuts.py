"""Cuts are exact wherever they are made, and heads and tails keep to their limit."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brimful.tokens import cuts
from brimful.tokens.encodings import ENCODINGS, encoding
from brimful.tokens.text_counter import TextCounter
from tests.tokens.texts import CASES, mixed, surrogates, texts

pytestmark = pytest.mark.spec("TOK-9")

names = st.sampled_from(ENCODINGS)
COUNTER = TextCounter()


def plain(name: str, text: str) -> int:
    return len(encoding(name).encode_ordinary(text))


def all_cuts(text: str) -> list[int]:
    places, place = [], 0
    while (place := cuts.safe_cut_after(text, place + 1)) < len(text):
        places.append(place)
    return places


class Counting:
    """Counts, and keeps account of how many characters were counted."""

    def __init__(self) -> None:
        self.characters = 0

    def count_exact(self, text: str, encoding: str) -> int:
        self.characters += len(text)
        return COUNTER.count_exact(text, encoding)


@given(texts, names)
@example("e'ſ'RET it's 1.5%\r\n中A中b。ok,1a2", "o200k_base")
def test_the_counts_of_both_sides_of_every_cut_add_up(text: str, name: str) -> None:
    whole = plain(name, text)
    for place in all_cuts(text):
        assert plain(name, text[:place]) + plain(name, text[place:]) == whole, (text[:place], text[place:])


@pytest.mark.parametrize("name", ENCODINGS)
def test_cutting_the_shared_cases_everywhere_at_once_is_exact(name: str) -> None:
    for case in CASES:
        places = [0, *all_cuts(case["text"]), len(case["text"])]
        parts = [case["text"][a:b] for a, b in pairwise(places)]
        assert sum(plain(name, part) for part in parts) == case[name], case["id"]


@given(texts, st.integers(0, 200), st.integers(0, 200))
def test_looking_back_finds_the_last_cut_and_looking_ahead_the_first(text: str, position: int, start: int) -> None:
    position, start = min(position, len(text)), min(start, len(text))
    places = all_cuts(text)
    before = [place for place in places if start < place <= position]
    assert cuts.safe_cut_before(text, position, start) == (before[-1] if before else start)
    after = [place for place in places if place >= position]
    assert cuts.safe_cut_after(text, position) == (after[0] if after else len(text))


@pytest.mark.parametrize("gap", [1, 60, 63, 64, 65, 66, 127, 319, 320, 321, 5000])
def test_a_cut_is_found_however_far_back_it_is(gap: int) -> None:
    assert cuts.safe_cut_before("one two" + "😀" * gap, 7 + gap) == 3


@pytest.mark.parametrize(
    "text", ["", "word", "😀😀😀", "   ", "a'b", "a\u0301b", "=\n\n", "(a)", "x\u2028y", "½½", "中中", "Ab"]
)
def test_no_cut_is_offered_where_pieces_depend_on_what_stands_around(text: str) -> None:
    assert cuts.safe_cut_before(text, len(text)) in (0, 2)
    assert all(text[place - 1 : place + 1] == "a)" for place in all_cuts(text))


# --- texts that grow ------------------------------------------------------------------------------------------


@given(st.lists(texts, max_size=12), names)
def test_a_growing_text_counts_at_every_step_what_it_counts_whole(parts: list[str], name: str) -> None:
    growing, so_far = cuts.GrowingCount(COUNTER, name), ""
    assert growing.total == 0
    for part in parts:
        so_far += part
        assert growing.append(part) == plain(name, so_far)
        assert growing.total == plain(name, so_far)


@given(st.lists(surrogates, max_size=6), names)
def test_halves_of_characters_that_meet_in_an_append_count_as_one(parts: list[str], name: str) -> None:
    growing = cuts.GrowingCount(COUNTER, name)
    for part in parts:
        growing.append(part)
    assert growing.total == plain(name, "".join(parts))


def test_appending_recounts_no_more_than_the_end() -> None:
    words = random.Random(1).choices([case["text"] for case in CASES if case["kind"] == "stdlib-short"], k=200)
    counting = Counting()
    growing = cuts.GrowingCount(counting, "o200k_base")
    for part in words:
        growing.append(part + "\n")
    appended = sum(len(part) + 1 for part in words)
    assert counting.characters < 1.5 * appended


def test_a_text_without_cuts_grows_right_all_the_same() -> None:
    growing = cuts.GrowingCount(COUNTER, "cl100k_base")
    for _ in range(30):
        growing.append("😀🇩🇪" * 10)
    assert growing.total == plain("cl100k_base", "😀🇩🇪" * 300)


# --- heads and tails ------------------------------------------------------------------------------------------


@given(texts, st.integers(-1, 60), names)
def test_a_head_is_within_the_limit_and_hardly_shorter_than_the_longest(text: str, limit: int, name: str) -> None:
    kept = cuts.head_within(text, limit, COUNTER, name)
    assert plain(name, text[:kept]) <= max(0, limit)
    fitting = [k for k in range(len(text) + 1) if plain(name, text[:k]) <= limit]
    longest = max(fitting, default=0)
    assert kept <= longest
    if len(text) <= 64:
        assert kept == longest


@given(texts, st.integers(-1, 60), names)
def test_a_tail_is_within_the_limit_and_hardly_shorter_than_the_longest(text: str, limit: int, name: str) -> None:
    start = cuts.tail_within(text, limit, COUNTER, name)
    assert plain(name, text[start:]) <= max(0, limit)
    fitting = [k for k in range(len(text) + 1) if plain(name, text[k:]) <= limit]
    longest = min(fitting, default=len(text))
    assert start >= longest
    if len(text) <= 64:
        assert start == longest


@given(surrogates, st.integers(0, 20), names)
def test_neither_head_nor_tail_parts_a_surrogate_pair(text: str, limit: int, name: str) -> None:
    for place in (cuts.head_within(text, limit, COUNTER, name), cuts.tail_within(text, limit, COUNTER, name)):
        assert not (
            "\ud800" <= text[place - 1 : place] <= "\udbff" and "\udc00" <= text[place : place + 1] <= "\udfff"
        )


PROSE = " ".join(case["text"] for case in CASES if case["kind"] in ("prose", "stdlib-long", "cjk", "json"))


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("limit", [1, 10, 100, 1_000, 5_000, 20_000])
def test_in_ordinary_text_no_longer_head_or_tail_would_fit(name: str, limit: int) -> None:
    kept = cuts.head_within(PROSE, limit, COUNTER, name)
    start = cuts.tail_within(PROSE, limit, COUNTER, name)
    assert plain(name, PROSE[:kept]) <= limit
    assert plain(name, PROSE[start:]) <= limit
    more = range(1, 100)
    assert all(plain(name, PROSE[: kept + k]) > limit for k in more)
    assert all(plain(name, PROSE[start - k :]) > limit for k in more)


@pytest.mark.parametrize(
    "unit", ["word ", "😀", "中", "a", " ", "\n", json.dumps({"key": [1, 2]}), "🇩🇪❤️", "QmFzZTY0"]
)
@pytest.mark.parametrize("limit", [10, 1_000])
def test_a_long_text_costs_what_is_kept_and_not_its_length(unit: str, limit: int) -> None:
    text = (unit * 1_000_000)[:1_000_000]
    for find in (cuts.head_within, cuts.tail_within):
        counting = Counting()
        place = find(text, limit, counting, "o200k_base")
        kept = place if find is cuts.head_within else len(text) - place
        assert limit // 2 <= COUNTER.count_exact(text[:kept], "o200k_base") <= limit + 1
        assert counting.characters < 40 * (kept + 16 * limit)


@given(mixed, names)
def test_a_text_that_fits_is_kept_whole(text: str, name: str) -> None:
    assert cuts.head_within(text, plain(name, text), COUNTER, name) == len(text)
    assert cuts.tail_within(text, plain(name, text), COUNTER, name) == 0
