"""Records of estimate against actual (TOK-10)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.settings import Tokens
from brimful.tokens.records import Errors, Record, Records, distribution

pytestmark = pytest.mark.spec("TOK-10")


def record(estimated: int, actual: int | None, *, margin: int = 0, four: int = 1, model: str = "m") -> Record:
    return Record("p", model, estimated, estimated + margin, four, "tokenizer", actual)


def test_errors_are_percent_of_the_actual_whichever_way() -> None:
    figures = distribution([record(90, 100), record(110, 100), record(100, 100), record(150, 100)])
    assert figures.estimate == Errors(median=10.0, p90=50.0, p99=50.0, largest=50.0)
    assert figures.characters_by_four.median == 99.0


def test_underestimates_are_counted_before_and_after_the_margin() -> None:
    figures = distribution([record(90, 100, margin=5), record(97, 100, margin=3), record(100, 100)])
    assert figures.underestimated == pytest.approx(2 / 3, abs=1e-4)
    assert figures.underestimated_after_margin == pytest.approx(1 / 3, abs=1e-4)
    assert figures.characters_by_four_underestimated == 1.0


def test_requests_without_an_actual_are_counted_but_not_measured() -> None:
    refused = msgspec.structs.replace(record(90, None), succeeded=False)
    figures = distribution([refused, record(100, 100)])
    assert (figures.requests, figures.failed, figures.measured) == (2, 1, 1)
    assert distribution([]).estimate == Errors(0.0, 0.0, 0.0, 0.0)


def test_only_the_newest_are_kept() -> None:
    records = Records(settings=Tokens(records_entries=2))
    for number in (1, 2, 3):
        records.add(record(number, number))
    assert [one.estimated for one in records] == [2, 3]
    records.merge([record(4, 4)])
    assert [one.estimated for one in records] == [3, 4]
    assert len(records) == 2


def test_figures_are_drawn_by_provider_and_model() -> None:
    records = Records([record(90, 100, model="b"), record(100, 100, model="a"), record(110, 100, model="b")])
    assert {key: figures.measured for key, figures in records.by_model().items()} == {("p", "a"): 1, ("p", "b"): 2}


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(1, 999)), max_size=30), st.integers(0, 30))
def test_records_of_several_processes_put_together_give_the_same_figures(
    pairs: list[tuple[int, int]], cut: int
) -> None:
    every = [record(*pair) for pair in pairs]
    first, second = Records(every[:cut]), Records(every[cut:])
    carried = msgspec.json.decode(msgspec.json.encode(list(second)), type=list[Record])
    first.merge(carried)
    assert distribution(first) == distribution(every)
