"""Head, marker, tail: the published lengths, and what is done differently (docs/decisions/0011)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results import Room, cut, cut_bytes
from brimful.results.cut import published_lengths

CASES = Path(__file__).parents[1] / "data" / "tool-results" / "truncate.jsonl"


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


def words(text: str) -> int:
    return len(text.split())


@pytest.mark.spec("RES-1")
@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case['text']['unit'].strip()[:8]}-{case['limit']}")
def test_the_published_formula_gives_the_published_lengths(case: dict[str, Any]) -> None:
    found = published_lengths(case["utf16_length"], case["tokens"], case["limit"])
    assert (found is not None) == case["cut"]
    if found:
        assert (found.head, found.tail) == (case["head"], case["tail"])


@pytest.mark.spec("RES-1")
@pytest.mark.parametrize("limit", [100, 500, 1_500])
def test_forty_percent_come_from_the_head_and_sixty_from_the_tail(limit: int) -> None:
    text = "x" * 5_000
    found = cut(text, Room(limit, len))
    head, tail = found.text.split("\n[")[0], found.text.split("]\n")[1]
    assert len(head) / (len(head) + len(tail)) == pytest.approx(0.4, abs=0.02)
    assert found.left_out == {"characters": 5_000 - len(head) - len(tail)}
    assert f"[… {found.left_out['characters']} of 5000 characters left out …]" in found.text


@pytest.mark.spec("RES-1")
@given(
    st.text(max_size=400),
    st.integers(0, 120),
    st.sampled_from([len, words, lambda text: len(text.encode("utf-8", "replace"))]),
)
def test_a_cut_never_exceeds_its_room_however_it_is_measured(text: str, limit: int, measure: Any) -> None:
    found = cut(text, Room(limit, measure))
    assert measure(found.text) <= limit
    if measure(text) <= limit:
        assert found.text == text


@pytest.mark.spec("RES-1")
@pytest.mark.parametrize("limit", range(0, 60, 3))
def test_a_limit_below_the_marker_keeps_nothing_or_a_little_never_all(limit: int) -> None:
    text = "word " * 1_000
    found = cut(text, Room(limit, words))
    assert words(found.text) <= limit
    assert len(found.text) < len(text)


@pytest.mark.spec("RES-1")
def test_lines_stay_whole_where_that_loses_little() -> None:
    text = "".join(f"line {n} of the log\n" for n in range(500))
    kept = [line for line in cut(text, Room(1_000, len)).text.splitlines() if not line.startswith("[…")]
    assert set(kept) <= set(text.splitlines())


@pytest.mark.spec("RES-1")
@given(st.text(st.sampled_from("aé日👍"), min_size=1, max_size=300), st.integers(0, 200))
def test_bytes_stay_utf_8_and_within_the_limit(text: str, limit: int) -> None:
    found = cut_bytes(text.encode(), limit)
    assert len(found) <= limit or found == text.encode()
    found.decode()


@pytest.mark.spec("RES-1")
def test_no_cut_leaves_half_an_escape_or_half_a_character() -> None:
    text = "\x1b[38;5;200m👩\u200d👧e\u0301" * 300
    for limit in range(60, 400, 7):
        found = cut(text, Room(limit, len)).text
        head, tail = re.split(r"\n?\[….*…\]\n?", found)
        assert text.startswith(head)
        assert not head or text[len(head)] in "\x1b👩e"
        assert not tail or tail[0] in "\x1b👩e"
