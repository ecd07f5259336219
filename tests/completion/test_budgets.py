"""What a completion may be given, as plain functions of lengths."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.completion import MODES, available, optional, primary, secondary
from brimful.settings import DEFAULTS


@pytest.mark.spec("IC-1")
@pytest.mark.parametrize(
    ("chars", "tokens"),
    [(0, 7_936), (1, 7_935), (4, 7_935), (5, 7_934), (31_740, 1), (31_741, 0), (31_744, 0), (1_000_000, 0)],
)
def test_a_document_takes_a_quarter_of_its_characters_from_the_budget(chars: int, tokens: int) -> None:
    assert available(chars) == tokens


@pytest.mark.spec("IC-1")
def test_the_primary_budget_is_the_requests_or_7168_tokens_and_the_secondary_8192_by_four_characters() -> None:
    assert primary() == 7_168 * 4
    assert primary(1_000) == 4_000
    assert secondary() == 8_192 * 4


@pytest.mark.spec("IC-1")
def test_budgets_follow_the_settings() -> None:
    half = msgspec.structs.replace(DEFAULTS.completion, budget_tokens=4_096, primary_tokens=3_000)
    assert (available(0, half), primary(None, half), secondary(half)) == (3_840, 12_000, 16_384)


@pytest.mark.spec("IC-2")
@pytest.mark.parametrize(
    ("mode", "document", "pool"),
    [
        ("minimal", 500, 0),
        ("half", 500, 500),
        ("double", 500, 500),
        ("double", 5_000, 1_001),
        ("fill", 500, 1_001),
        ("whatever", 500, 0),
        ("", 500, 0),
    ],
)
def test_a_mode_says_what_the_optional_pool_holds_and_an_unknown_one_is_minimal(
    mode: str, document: int, pool: int
) -> None:
    assert optional(mode, 1_001, document) == pool


@pytest.mark.spec("IC-2")
@given(st.sampled_from([*MODES, "other"]), st.integers(0, 10**6), st.integers(0, 10**6))
def test_no_mode_gives_more_than_the_budget(mode: str, budget: int, document: int) -> None:
    assert 0 <= optional(mode, budget, document) <= budget
