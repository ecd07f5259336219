"""Keep the column "Tests" of docs/catalogue.md: `python -m tools.catalogue`.

A test names the lines it proves with `@pytest.mark.spec("MSG-3")`; the column lists the files of those tests.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "catalogue.md"
ROW = re.compile(r"^\| ([A-Z]+-\d+) \| (\w+) \| (.*) \| ([^|]*) \|$", re.MULTILINE)


def states() -> dict[str, str]:
    """The state of each line."""
    return {match[1]: match[2] for match in ROW.finditer(PAGE.read_text("utf-8"))}


def lines_named_by_tests() -> dict[str, set[str]]:
    """Each id that a `spec` mark names, with the files that name it, from the folder of tests."""
    named: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "spec":
                for argument in node.args:
                    named[ast.literal_eval(argument)].add(path.relative_to(ROOT / "tests").as_posix())
    return named


def page() -> str:
    """The catalogue with its column of tests as it should be."""
    named = lines_named_by_tests()

    def row(match: re.Match[str]) -> str:
        tests = ", ".join(f"`{name}`" for name in sorted(named.get(match[1], ())))
        return f"| {match[1]} | {match[2]} | {match[3]} | {tests} |"

    return ROW.sub(row, PAGE.read_text("utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
