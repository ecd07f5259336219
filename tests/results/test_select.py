"""The heaviest pieces, in order, within the room."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results import Piece, Room, Weight, select
from brimful.results.select import clip, gap_line

PIECES = st.lists(
    st.builds(
        Piece,
        st.text(st.characters(exclude_characters="\n\r"), max_size=80),
        st.sampled_from([0.0, 100.0, 400.0, 800.0, 1000.0]),
        st.integers(1, 5),
    ),
    max_size=60,
)
MEASURES = st.sampled_from(
    [len, lambda text: len(text.split()), lambda text: 2 * len(text.encode("utf-8", "replace"))]
)


@pytest.mark.spec("RES-4")
@given(PIECES, st.integers(0, 600), MEASURES)
def test_a_choice_never_exceeds_its_room_however_it_is_measured(
    pieces: list[Piece], limit: int, measure: Any
) -> None:
    assert measure(select(pieces, Room(limit, measure)).text) <= limit


@pytest.mark.spec("RES-4")
@given(PIECES, st.integers(0, 600))
def test_pieces_come_in_order_and_gaps_count_what_is_missing(pieces: list[Piece], limit: int) -> None:
    pieces = [Piece(f"{i}:{piece.text[:40]}", piece.weight, piece.lines) for i, piece in enumerate(pieces)]
    found = select(pieces, Room(limit, len))
    if not found.text:
        return
    by_text = {piece.text: i for i, piece in enumerate(pieces)}
    shown = [by_text[line] for line in found.text.split("\n") if line in by_text]
    assert shown == sorted(shown)
    gone = sum(piece.lines for piece in pieces) - sum(pieces[i].lines for i in shown)
    marked = sum(int(line.split()[1]) for line in found.text.split("\n") if line.startswith("… "))
    assert marked == found.left_out.get("lines", 0) == gone


@pytest.mark.spec("RES-4")
def test_what_weighs_more_stays_first_and_of_equals_the_ends() -> None:
    pieces = [Piece(f"line {i}", Weight.ERROR if i == 50 else Weight.PLAIN) for i in range(100)]
    shown = select(pieces, Room(50, len)).text.split("\n")
    assert shown == ["line 0", "… 49 lines", "line 50", "… 48 lines", "line 99"]


@pytest.mark.spec("RES-4")
def test_a_gap_that_is_shorter_than_its_marker_is_shown() -> None:
    pieces = [Piece("a" * 30, Weight.ERROR), Piece("}", Weight.NOISE), Piece("b" * 30, Weight.ERROR)]
    pieces += [Piece("c" * 30, Weight.NOISE)] * 9
    assert select(pieces, Room(85, len)).text.split("\n") == ["a" * 30, "}", "b" * 30, "… 9 lines"]


@pytest.mark.spec("RES-4")
def test_a_long_line_loses_its_middle_and_says_so() -> None:
    pieces = [Piece("x" * 9_000, Weight.ERROR), *[Piece(f"line {n}", Weight.PLAIN) for n in range(90)]]
    found = select(pieces, Room(600, len))
    assert "characters …" in found.text
    assert found.left_out["middles of long lines"] == 1
    assert "line 89" in found.text


@pytest.mark.spec("RES-4")
@given(st.text(max_size=200), st.integers(0, 250))
def test_a_clipped_line_is_never_longer_than_asked(text: str, most: int) -> None:
    found = clip(text, most)
    assert len(found) <= most or found == text


@pytest.mark.spec("RES-4")
def test_room_is_used() -> None:
    pieces = [Piece(f"line {n} has some words", Weight.PLAIN) for n in range(10_000)]
    for limit in (500, 5_000, 50_000):
        for measure in (len, lambda text: len(text.split())):
            found = select(pieces, Room(limit, measure))
            assert measure(found.text) >= 0.8 * limit


def test_one_missing_line_is_one_line() -> None:
    assert (gap_line(1), gap_line(2)) == ("… 1 line", "… 2 lines")
