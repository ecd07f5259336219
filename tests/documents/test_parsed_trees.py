"""Trees are read so that the process lives: what the parser's package does not bear (DOC-1)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from brimful.documents.definitions import definitions
from brimful.documents.parsing import Parser

pytestmark = pytest.mark.spec("DOC-1")

MANY = """
from brimful.documents.definitions import definitions
text = "class A:\\n    def f(self):\\n        x = 1\\n" * 2_000
for count in range(10):
    assert len(definitions(text + "#" * count, "python")) >= 4_000
"""


def test_many_definitions_in_many_texts_are_found_by_one_process() -> None:
    source = Path(__file__).parents[2] / "src"
    done = subprocess.run([sys.executable, "-c", MANY], cwd=source, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_names_are_found_in_a_tree_long_after_it_was_parsed() -> None:
    parser = Parser()
    text = "class A {\n  constructor() {}\n  f() {}\n}\n"
    found = definitions(text, "javascript", parser=parser)
    assert definitions(text, "javascript", parser=parser) == found
    assert [each.name for each in found] == ["A", "constructor", "f"]
