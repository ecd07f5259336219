"""XML is outlined: errors with where they stand, first and last of like elements, and counts."""

from __future__ import annotations

import pytest

from brimful.results.condense.xml import Xml
from brimful.results.condenser import Room

REPORT = (
    '<?xml version="1.0"?>\n<suite name="all" errors="0">\n'
    + "".join(f'  <case name="case-{at}" time="0.1"><out>fine {at}</out></case>\n' for at in range(200))
    + '  <case name="bad one"><failure message="3 is not 4">at line 7</failure></case>\n'
    + "".join(f'  <case name="later-{at}"/>\n' for at in range(200))
    + "</suite>\n"
)


@pytest.mark.spec("RES-4")
def test_errors_and_where_they_stand_stay_at_a_small_room() -> None:
    made = Xml().condense(REPORT, Room(500, len))
    for kept in ('<failure message="3 is not 4">at line 7', '<case name="bad one">', '<suite name="all" errors="0">'):
        assert kept in made.text
    assert "case 401" in made.text


@pytest.mark.spec("RES-4")
def test_first_and_last_stay_and_what_is_missing_is_counted() -> None:
    made = Xml().condense(REPORT, Room(700, len))
    assert '<case name="case-0" time="0.1">' in made.text
    assert '<case name="later-199">' in made.text
    shown = [line for line in made.text.split("\n")[1:] if not line.startswith("… ")]
    assert len(shown) + made.left_out["elements"] == 1 + 200 * 2 + 2 + 200
