"""Which guess bounds what (TOK-4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.tokens import guess
from brimful.tokens.encodings import ENCODINGS, encoding
from tests.tokens.texts import CASES, surrogates, texts

pytestmark = pytest.mark.spec("TOK-4")

ORDINARY = ("stdlib-short", "stdlib-medium", "stdlib-long", "prose", "json")


@given(st.one_of(texts, surrogates), st.sampled_from(ENCODINGS))
def test_no_text_counts_more_than_its_bytes(text: str, name: str) -> None:
    assert len(encoding(name).encode_ordinary(text)) <= guess.hard_bound(text)


def test_the_hard_bound_is_reached() -> None:
    assert len(encoding("cl100k_base").encode_ordinary("\U0010ffff")) == guess.hard_bound("\U0010ffff") == 4


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_safe_guess_is_above_all_code_prose_and_json(name: str) -> None:
    for case in CASES:
        if case["kind"] in ORDINARY:
            assert guess.safe_guess(len(case["text"])) >= case[name], case["id"]


def test_the_safe_guess_is_no_bound_for_emoji() -> None:
    text = "🏽‍💻🇩🇪" * 10
    assert guess.safe_guess(len(text)) < len(encoding("cl100k_base").encode_ordinary(text))


@pytest.mark.parametrize(("characters", "expected"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (1000, 750)])
def test_the_safe_guess_is_three_quarters_rounded_up(characters: int, expected: int) -> None:
    assert guess.safe_guess(characters) == expected


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_typical_guess_is_near_on_average_and_bounds_nothing(name: str) -> None:
    code = [case for case in CASES if case["kind"] in ("stdlib-medium", "stdlib-long")]
    guessed = [guess.typical_guess(case["text"], "python") for case in code]
    counted = [case[name] for case in code]
    assert 0.8 < sum(guessed) / sum(counted) < 1.25
    assert any(low < count for low, count in zip(guessed, counted, strict=True))


def test_the_typical_guess_knows_languages_and_takes_four_characters_for_others() -> None:
    assert guess.typical_guess("x" * 1000) == 250
    assert guess.typical_guess("x" * 1000, "klingon") == 250
    assert guess.typical_guess("x" * 570, "Dart") == 100
    assert guess.typical_guess("x" * 333, "css") == 100
    assert guess.typical_guess("") == 0
