"""Long runs are counted as tiktoken counts them, whatever is repeated and whatever stands around it."""

from __future__ import annotations

import logging
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brimful.tokens import runs
from brimful.tokens.encodings import ENCODINGS, encoding
from brimful.tokens.engines.tiktoken import TiktokenEngine
from brimful.tokens.text_counter import TextCounter
from tests.tokens.texts import FRAGMENTS

pytestmark = pytest.mark.spec("TOK-1", "TOK-9")

COUNTER = TextCounter()
names = st.sampled_from(ENCODINGS)
units = st.one_of(
    st.sampled_from([fragment for fragment in FRAGMENTS if len(fragment) <= 8]),
    st.characters(exclude_categories=["Cs"]),
    st.text(st.sampled_from("aAbsSt'1 2\n\r/=-.,é中\u3000😀"), min_size=1, max_size=8),
)
neighbours = st.lists(st.sampled_from(FRAGMENTS), max_size=6).map("".join)
lengths = st.integers(runs.SHORTEST_RUN - 40, runs.SHORTEST_RUN + 3_000)


def plain(name: str, text: str) -> int:
    return len(encoding(name).encode_ordinary(text))


def repeated(unit: str, characters: int) -> str:
    return (unit * (characters // len(unit) + 1))[:characters]


class Account:
    """A count that adds up how many characters it was asked to count."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.characters = 0

    def __call__(self, text: str) -> int:
        self.characters += len(text)
        return plain(self.name, text)


@given(neighbours, units, lengths, neighbours, names)
@example("a", "中", 5_000, "Bcd", "o200k_base")
@example("x'", "S'", 5_001, "s", "o200k_base")
@example("=", "\n", 5_000, "  \n x", "cl100k_base")
@example("n ", "1", 4_999, "2", "cl100k_base")
@example("", " ", 4_999, "!", "o200k_base")
@example("", "/", 5_000, "\n/", "o200k_base")
def test_a_run_among_neighbours_counts_what_tiktoken_counts(
    before: str, unit: str, length: int, after: str, name: str
) -> None:
    text = before + repeated(unit, length) + after
    assert COUNTER.count_exact(text, name) == plain(name, text)


@given(st.lists(st.tuples(neighbours, units, lengths), min_size=2, max_size=4), neighbours, names)
@example([("", " ", 5_000), ("", "\t", 5_000), ("", " ", 5_000)], "x", "cl100k_base")
@example([("", "a", 5_000), ("", "b", 5_000)], "", "o200k_base")
def test_several_runs_in_one_text_count_what_tiktoken_counts(
    parts: list[tuple[str, str, int]], after: str, name: str
) -> None:
    text = "".join(before + repeated(unit, length) for before, unit, length in parts) + after
    assert COUNTER.count_exact(text, name) == plain(name, text)


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("length", [99_999, 100_000, 100_001])
@pytest.mark.parametrize("unit", ["a", " ", "\n", "中", "=", "1", "12", "\r\n", "=-", "ha", "😀", "٣", "\u00a0"])
def test_a_long_run_is_exact_and_its_middle_is_never_counted(unit: str, length: int, name: str) -> None:
    text = repeated(unit, length)
    count = Account(name)
    found = list(runs.find_runs(text))
    assert found == [runs.Run(0, length, len(unit))]
    assert runs.count_with_runs(name, text, found, count) == plain(name, text)
    assert count.characters == 0


@given(neighbours, units, st.integers(2 * runs.SHORTEST_RUN, 3 * runs.SHORTEST_RUN), neighbours)
def test_every_long_run_is_found_in_its_whole_length(before: str, unit: str, length: int, after: str) -> None:
    text = before + repeated(unit, length) + after
    found = list(runs.find_runs(text))
    assert len(found) == 1
    run = found[0]
    assert run.start <= len(before)
    assert run.end >= len(before) + length
    assert text[run.start : run.end - run.unit] == text[run.start + run.unit : run.end]


def test_ordinary_text_has_no_runs() -> None:
    words = random.Random(3).choices(["alpha", "beta ", "\n    ", "====", "x = 1"], k=40_000)
    assert list(runs.find_runs("".join(words))) == []


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_million_blanks_that_stop_tiktoken_are_counted(name: str) -> None:
    assert COUNTER.count_exact(" " * 1_200_000, name) == 9_375
    assert (
        COUNTER.count_exact("word" + " " * 1_200_000 + "word", name)
        == plain(name, "word" + " " * 128 + "word") + 9_374
    )


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize(("before", "after"), [("", ""), ("x=\r\n", "y"), ("foo", " \u3000bar"), ("", "     ")])
@pytest.mark.parametrize("alphabet", [" \n\t\r\u3000", " \t\u00a0"])
def test_blanks_without_order_are_counted_in_parts(
    name: str, before: str, after: str, alphabet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    blanks = "".join(random.Random(4).choices(alphabet, k=100_000))
    whole = plain(name, before + blanks + after)
    monkeypatch.setattr(runs, "_MOST_BLANKS", 30_000)
    assert runs.count_in_parts(name, before + blanks + after) == whole
    assert runs.encode(name, before + blanks + after) == encoding(name).encode_ordinary(before + blanks + after)


@pytest.mark.parametrize("name", ENCODINGS)
def test_blanks_with_one_line_end_far_away_are_counted_in_parts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_MOST_BLANKS", 30_000)
    blanks = "".join(random.Random(5).choices(" \t", k=60_000))
    for place in (1_000, 30_000, 31_000, 59_000):
        for after in ("", "x"):
            text = blanks[:place] + "\n" + blanks[place:] + after
            assert runs.count_in_parts(name, text) == plain(name, text)


@pytest.mark.parametrize("name", ENCODINGS)
def test_blanks_that_stop_tiktoken_never_stop_its_engine(name: str) -> None:
    blanks = "".join(random.Random(6).choices(" \t\n", k=1_100_000))
    half = len(blanks) // 2
    counted = TiktokenEngine().count(name, blanks + "x")
    assert abs(counted - plain(name, blanks[:half]) - plain(name, blanks[half:] + "x")) < 10


def test_where_no_part_meets_another_the_bytes_are_taken_and_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(runs, "_MOST_BLANKS", 30_000)
    with caplog.at_level(logging.WARNING, "brimful.tokens"):
        assert runs.count_in_parts("o200k_base", "\u3000" * 40_000, shifts=()) == 120_000
    assert "its bytes are taken" in caplog.text


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_run_whose_tokens_are_not_seen_to_repeat_is_counted_whole(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "x " + "a" * 9_999 + " y"
    for period in (None, 7):  # 7 letters are no tokens of this run
        monkeypatch.setattr(runs, "_period", lambda _name, _unit, period=period: period)
        count = Account(name)
        assert runs.count_with_runs(name, text, runs.find_runs(text), count) == plain(name, text)
        assert count.characters == len(text)
