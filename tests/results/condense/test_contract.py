"""What holds for every condenser of data: the room is kept, the same bytes come again, hostile text does no harm."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results.condense.diffs import Diffs
from brimful.results.condense.history import History
from brimful.results.condense.hits import Hits
from brimful.results.condense.html import Html
from brimful.results.condense.json_values import JsonValues
from brimful.results.condense.listings import Listings
from brimful.results.condense.source import Source
from brimful.results.condense.tables import Tables
from brimful.results.condense.xml import Xml
from brimful.results.condenser import Condenser, Room

ALL: tuple[Condenser, ...] = (
    Diffs(), History(), Hits(), Html(), JsonValues(), Listings(), Source(), Tables(), Xml()
)  # fmt: skip
by_name = pytest.mark.parametrize("condenser", ALL, ids=lambda condenser: condenser.name)


def words(text: str) -> int:
    """A measure that is not characters, and not even of them."""
    return len(text.encode()) // 3 + text.count("\n")


MEASURES: tuple[Callable[[str], int], ...] = (len, words)
rooms = st.builds(Room, st.integers(0, 600), st.sampled_from(MEASURES))

names = st.text("abcdefgh_ÿ1", min_size=1, max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=60)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=12) | st.dictionaries(names, inner, max_size=8), max_leaves=60
)
jsons = st.builds(
    lambda value, indent: json.dumps(value, indent=indent), st.lists(values) | st.dictionaries(names, values),
    st.sampled_from((None, 1, 4)),
)  # fmt: skip


def _csv(rows: list[list[str]], delimiter: str) -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    return file.getvalue()


csvs = st.builds(
    _csv, st.lists(st.lists(st.text("ab,\"\n1.5 é", max_size=40), min_size=1, max_size=5), min_size=1, max_size=30),
    st.sampled_from(",\t;"),
)  # fmt: skip
listings = st.builds(
    "\n".join,
    st.lists(
        st.one_of(
            names.map("./{0}:".format), st.lists(names, max_size=4).map("/".join), st.just("total 12"), st.just(""),
            names.map("-rw-r--r-- 1 root root 12 Jan  1 10:00 {0}".format), names.map("├── {0}".format),
            names.map("4.0K\t./{0}".format),
        ),
        max_size=60,
    ),
)  # fmt: skip
diffs = st.builds(
    "\n".join,
    st.lists(
        st.one_of(
            names.map("diff --git a/{0} b/{0}".format), names.map("--- a/{0}".format), names.map("+++ b/{0}".format),
            st.builds("@@ -{0},{1} +{0},{1} @@ def f()".format, st.integers(0, 99), st.integers(0, 20)),
            st.text("+- ab", max_size=30), st.just("Binary files a and b differ"), st.just("rename from x"),
        ),
        max_size=80,
    ),
)  # fmt: skip
hits = st.builds(
    "\n".join,
    st.lists(
        st.one_of(
            st.builds("src/{0}.py:{1}:{2}".format, names, st.integers(0, 999), st.text("x =(", max_size=50)),
            st.builds("{0}-{1}".format, st.integers(0, 999), names), st.just("--"), names.map("a/{0}.c:{0}".format),
        ),
        max_size=60,
    ),
)  # fmt: skip
pages = st.builds(
    "".join,
    st.lists(
        st.sampled_from((
            "<html>", "<p class='error'>", "</p>", "<h1>", "</h1>", "<a href=\"x", "\">", "<tr>", "<td>", "</tr>",
            "<!--",
            "-->", "<script>", "</script>", "&amp;", "text ", "<input name=q>", "<", ">", "<![CDATA[", "]]>", "<x/>",
        )),
        max_size=80,
    ),
)  # fmt: skip
anything = st.one_of(jsons, csvs, listings, diffs, hits, pages, st.text(max_size=2_000))


@pytest.mark.spec("RES-4")
@by_name
@given(text=anything, room=rooms)
def test_a_condenser_never_gives_more_than_the_room_and_gives_the_same_bytes_again(
    condenser: Condenser, text: str, room: Room
) -> None:
    made = condenser.condense(text, room)
    assert room.measure(made.text) <= room.limit
    assert condenser.condense(text, room) == made
    assert all(count > 0 for count in made.left_out.values())
    assert 0 <= condenser.suits(text) <= 1


@pytest.mark.spec("RES-4")
@by_name
@given(text=anything)
def test_what_fits_is_given_back_as_it_is(condenser: Condenser, text: str) -> None:
    if text.strip():
        assert condenser.condense(text, Room(len(text), len)).text == text


HOSTILE = {
    "open brackets": "[" * 10_000,
    "open keys": '{"a":' * 10_000,
    "nested lists": "[" * 10_000 + "]" * 10_000,
    "quotes": '"' * 50_000,
    "escaped quotes": '"\\"' * 20_000,
    "a huge number": "[" + "9" * 50_000 + "]",
    "the same key again": "{" + '"a": 1, ' * 5_000 + '"a": 2}',
    "open tags": "<a" * 30_000,
    "open attributes": '<a b="' * 20_000,
    "open comments": "<!--" * 20_000,
    "open sections": "<![CDATA[" * 10_000,
    "scripts": "<script>" * 10_000,
    "dashes": ("-" * 3_000 + "x\n") * 20,
    "bars": "| " * 30_000,
    "spaces in trees": ("│" + " " * 3_000 + "x\n") * 20 + "├── a\n" * 60,
    "one open quote": 'a,b,c\n"' + "x,y,z\n" * 10_000,
    "hunks without a file": "@@ -1,3 +1,3 @@\n" * 5_000,
    "a hunk without an end": "--- a\n+++ b\n@@ -1,99999999 +1,99999999 @@\n+x\n",
    "modifiers": "public static final " * 3_000,
    "brackets": "a (" * 20_000,
    "types": "template<" * 5_000,
    "colons": "a:" * 30_000,
    "line ends": "\n" * 50_000,
    "surrogates": '{"a": "' + "\ud83d" * 5_000 + '"}',
    "nothing": "",
}


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_does_no_harm(text: str) -> None:
    for condenser in ALL:
        assert 0 <= condenser.suits(text) <= 1
        for limit in (0, 1, 50, 700):
            assert len(condenser.condense(text, Room(limit, len)).text) <= limit
