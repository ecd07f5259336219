"""The catalogue and the tests keep each other true."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"^\| ([A-Z]+-\d+) \| (\w+) \|", re.MULTILINE)


def states() -> dict[str, str]:
    return dict(LINE.findall((ROOT / "docs" / "catalogue.md").read_text("utf-8")))


def lines_named_by_tests() -> dict[str, set[str]]:
    """Each id that a `spec` mark names, with the files that name it."""
    named: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "spec":
                for argument in node.args:
                    named[ast.literal_eval(argument)].add(path.name)
    return named


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
