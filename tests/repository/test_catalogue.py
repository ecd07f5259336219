"""The catalogue and the tests keep each other true."""

from __future__ import annotations

from tools import catalogue
from tools.catalogue import lines_named_by_tests, states


def test_every_line_has_a_known_state() -> None:
    assert set(states().values()) <= {"done", "part", "planned"}
    assert len(states()) > 100


def test_every_line_called_done_or_part_is_named_by_a_test() -> None:
    named = lines_named_by_tests()
    assert [line for line, state in states().items() if state != "planned" and line not in named] == []


def test_tests_name_only_lines_of_the_catalogue() -> None:
    unknown = {line: files for line, files in lines_named_by_tests().items() if line not in states()}
    assert unknown == {}


def test_no_line_is_both_planned_and_proved() -> None:
    named = lines_named_by_tests()
    assert [line for line, state in states().items() if state == "planned" and line in named] == []


def test_the_column_of_tests_is_current() -> None:
    assert catalogue.PAGE.read_text("utf-8") == catalogue.page(), "run: python -m tools.catalogue"
