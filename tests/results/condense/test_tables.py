"""Tables keep their head, first and last rows, rows that stand out, and say how many rows there are."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results.condense.tables import Tables
from brimful.results.condenser import Condensed, Room


def condense(text: str, limit: int) -> Condensed:
    return Tables().condense(text, Room(limit, len))


def _rows(count: int, delimiter: str = ",") -> list[str]:
    return [delimiter.join((str(at), f"name-{at}", str(at % 7), "some words here")) for at in range(count)]


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_head_first_rows_last_row_and_count_stay_as_they_stood(delimiter: str) -> None:
    head = delimiter.join(("id", "name", "rest", "text"))
    rows = _rows(300, delimiter)
    made = condense("\n".join([head, *rows]) + "\n", 250)
    lines = made.text.split("\n")
    assert lines[:3] == [head, rows[0], rows[1]]
    assert lines[-1] == rows[-1]
    assert "of 300 rows" in made.text


@pytest.mark.spec("RES-4")
@given(st.integers(3, 500), st.integers(120, 2_000))
def test_rows_shown_and_rows_missing_are_all_rows(count: int, limit: int) -> None:
    text = "\n".join(["id,name,rest,text", *_rows(count)])
    made = condense(text, limit)
    missing = sum(
        int(found.replace(",", "")) for found in re.findall(r"^… ([\d,]+) more of", made.text, re.MULTILINE)
    )
    shown = sum(1 for line in made.text.split("\n")[1:] if not line.startswith("…"))
    assert shown + missing == count
    assert missing == made.left_out.get("rows", 0)


@pytest.mark.spec("RES-4")
def test_rows_that_stand_out_are_shown_before_like_ones() -> None:
    rows = _rows(400)
    rows[111] = "111,name-111,99999,some words here"
    rows[222] = "222,name-222,3,connection failed"
    rows[333] = "333,too,few"
    made = condense("\n".join(["id,name,rest,text", *rows]), 500)
    for at in (111, 222, 333):
        assert rows[at] in made.text


@pytest.mark.spec("RES-4")
def test_a_long_row_keeps_its_head_and_its_last_columns() -> None:
    rows = [f'{at},"{"long text " * 300}",label-{at}' for at in range(20)]
    made = condense("\n".join(["id,text,label", *rows]), 1_000)
    assert '0,"long text long text' in made.text
    assert "label-0" in made.text
    assert "label-19" in made.text
    assert "(+" in made.text


@pytest.mark.spec("RES-4")
def test_line_ends_inside_of_quotes_do_not_make_rows() -> None:
    rows = [f'{at},"first\nsecond, with comma",x' for at in range(100)]
    made = condense("\n".join(["id,text,label", *rows]), 300)
    assert "of 100 rows" in made.text


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    ("head", "row", "foot"),
    [
        ("| id | name |\n|----|------|", "| {0} | n{0} |", ""),
        (
            "+----+------+\n| id | name |\n+----+------+",
            "| {0} | n{0} |",
            "+----+------+\n200 rows in set (0.01 sec)",
        ),
        (" id | name\n----+------", " {0} | n{0}", "(200 rows)"),
        ("NAME      READY   STATUS", "web-{0}     1/1     Running", ""),
    ],
)
def test_drawn_tables_keep_head_and_foot(head: str, row: str, foot: str) -> None:
    rows = [row.format(f"{at:03}") for at in range(200)]
    made = condense("\n".join([head, *rows, foot]), 300)
    assert made.text.startswith(head)
    assert made.text.rstrip().endswith(foot or rows[-1])
    assert rows[-1] in made.text
    assert "of 200 rows" in made.text
