"""Where a text may be cut."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results import places

CLUSTERS = [
    "a",
    "é",
    "e\u0301\u0323",
    "👩\u200d👩\u200d👧",
    "🇩🇪",
    "👍🏽",
    "한",
    "\u1112\u1161\u11ab",
    "\r\n",
    "\ud83d\ude00",
    "\x1b[31m",
]


@pytest.mark.spec("RES-1")
@given(st.lists(st.sampled_from(CLUSTERS), max_size=40), st.integers(0, 200))
def test_a_place_is_never_inside_what_is_seen_as_one(clusters: list[str], wanted: int) -> None:
    text = "".join(clusters)
    borders, place = {0}, 0
    for cluster in clusters:
        place += len(cluster)
        borders.add(place)
    wanted = min(wanted, len(text))
    before, after = places.before(text, wanted), places.after(text, wanted)
    assert before <= wanted <= after
    for found in (before, after):
        left, right = text[:found][-1:], text[found:][:1]
        assert not ("\ud800" <= left <= "\udbff" and "\udc00" <= right <= "\udfff")
        assert not right or unicodedata.category(right) not in ("Mn", "Me")
        assert left != "\u200d"
        assert not (left == "\x1b" and right)
        assert found in borders or "🇩" in text


@pytest.mark.spec("RES-1")
@pytest.mark.parametrize("cluster", CLUSTERS)
def test_a_text_of_one_kind_is_cut_between_its_characters(cluster: str) -> None:
    text = cluster * 5
    for wanted in range(len(text) + 1):
        assert places.before(text, wanted) % len(cluster) == 0
        assert places.after(text, wanted) % len(cluster) == 0


@pytest.mark.spec("RES-1")
def test_an_endless_cluster_is_cut_somewhere_all_the_same() -> None:
    text = "e" + "\u0301" * 100_000
    assert places.before(text, 50_000) == 50_000
    assert places.after(text, 50_000) == 50_000


@pytest.mark.spec("RES-1")
def test_a_line_end_is_preferred_where_it_loses_little() -> None:
    assert places.line_end_before("one\ntwo three", 6, 3) == 4
    assert places.line_end_before("one\ntwo three", 12, 3) == 12
    assert places.line_start_after("one two\nthree", 5, 4) == 8
    assert places.line_start_after("one two\nthree", 8, 4) == 8


@pytest.mark.spec("RES-1")
@given(st.text(), st.integers(-3, 300))
def test_bytes_are_cut_between_characters(text: str, wanted: int) -> None:
    data = text.encode("utf-8", "surrogatepass")
    assert (
        data[: places.bytes_before(data, wanted)].decode("utf-8", "surrogatepass")
        == text[: len(data[: places.bytes_before(data, wanted)].decode("utf-8", "surrogatepass"))]
    )
