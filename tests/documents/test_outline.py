"""Outlines: signatures without bodies, with the numbers of their lines (DOC-6, DOC-7)."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.cli.app import exit_code
from brimful.documents.outline import outline
from tests.documents.samples import SOURCES, languages, texts

PYTHON = '''\
import os


@dataclass
class Job:
    """A job.

    More.
    """

    name: str

    def run(
        self, n: int,
    ) -> int:
        # loop
        return n


LIMIT = 10
'''


@pytest.mark.spec("DOC-6")
def test_an_outline_has_signatures_and_no_bodies() -> None:
    assert outline(PYTHON, "python").text == (
        "@dataclass\nclass Job:\n    name: str\n    def run(\n        self, n: int,\n    ) -> int:\nLIMIT = 10\n"
    )


@pytest.mark.spec("DOC-6", "DOC-7")
def test_numbers_are_those_of_the_lines_that_stand() -> None:
    made = outline(PYTHON, "python", line_numbers=True, docs=True)
    assert made.text == (
        "4: @dataclass\n5: class Job:\n"
        '6:     """A job."""\n'
        "11:     name: str\n13:     def run(\n14:         self, n: int,\n15:     ) -> int:\n20: LIMIT = 10\n"
    )
    lines = PYTHON.split("\n")
    for line in made.text.splitlines():
        number, _, shown = line.partition(": ")
        assert lines[int(number) - 1].startswith(shown.removesuffix('"""'))


@pytest.mark.spec("DOC-6")
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "typescript",
            "/**\n * A shop.\n */\nexport class Shop<T> {\n\tadd(item: T): void {\n\t\tgo();\n\t}\n}\n"
            "export const tax = (n: number) => {\n\treturn n;\n};\n",
            " * A shop.\nexport class Shop<T>\n\tadd(item: T): void\nexport const tax = (n: number) =>\n",
        ),
        ("go", "// P is.\ntype P struct {\n\tX, Y int\n}\n", "// P is.\ntype P struct\n\tX, Y int\n"),
        ("cpp", "#include <a>\nenum class C { A, B };\n", "enum class C\n  A\n  B\n"),
        ("ruby", "module A\n  def b(c)\n    d\n  end\nend\n", "module A\n  def b(c)\n"),
        ("markdown", "# A\ntext\n## B\n", "# A\n## B\n"),
        ("yaml", "a:\n  b:\n    c: 1\nd: 2\n", "a:\n  b:\n"),
        ("python", "", ""),
    ],
)
def test_an_outline_reads_like_the_file(language: str, text: str, expected: str) -> None:
    assert outline(text, language, docs=True).text == expected


@pytest.mark.spec("DOC-6")
def test_a_line_that_is_too_long_ends_in_an_ellipsis() -> None:
    made = outline("DATA = [" + "1, " * 100 + "]\n", "python", line_chars=20)
    assert made.text == "DATA = [1, 1, 1, 1,…\n"


@pytest.mark.spec("DOC-6")
@pytest.mark.parametrize("language", sorted(SOURCES))
def test_an_outline_is_smaller_and_has_every_definition(language: str) -> None:
    text = SOURCES[language]
    made = outline(text, language)
    assert len(made.text) < len(text)
    assert made.entries
    assert all(entry.name in entry.signature for entry in made.entries)
    # Of what is declared with a type that is defined in its place, the type is shown.
    assert {entry.name for entry in made.entries if entry.name not in made.text} <= {"head"}


@pytest.mark.spec("DOC-6", "DOC-7")
@pytest.mark.soak
@pytest.mark.parametrize("language", languages())
@given(data=st.data())
def test_any_text_has_an_outline_whose_numbers_are_right(language: str, data: st.DataObject) -> None:
    text = data.draw(texts(language))
    made = outline(text, language, line_numbers=True, docs=True, line_chars=10_000)
    lines = text.split("\n")
    plain = outline(text, language, docs=True, line_chars=10_000).text.split("\n")
    numbered = made.text.split("\n")
    assert len(plain) == len(numbered)
    for line, shown in zip(numbered[:-1], plain, strict=False):
        number, _, rest = line.partition(": ")
        assert rest == shown
        assert 1 <= int(number) <= len(lines)
    assert outline(text, language, line_numbers=True, docs=True, line_chars=10_000) == made


@pytest.mark.spec("DOC-6")
def test_the_command_prints_it_and_counts_its_tokens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "job.py"
    path.write_text(PYTHON, encoding="utf-8")
    assert exit_code(["outline", str(path), "--line-numbers"]) == 0
    assert capsys.readouterr().out == outline(PYTHON, "python", line_numbers=True).text
    assert exit_code(["outline", str(path), "--json", "--docs"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["text"] == outline(PYTHON, "python", docs=True).text
    assert shown["language"] == "python"
    assert shown["tokens"] > 10
    assert [entry["name"] for entry in shown["entries"]] == ["Job", "name", "run", "LIMIT"]
    assert shown["entries"][0] == {
        "name": "Job",
        "kind": "class",
        "container": "",
        "line": 4,
        "end_line": 17,
        "signature": "@dataclass\nclass Job:",
        "doc": '"""A job."""',
    }


@pytest.mark.spec("DOC-6")
def test_the_command_takes_another_language_and_refuses_an_unknown_one(tmp_path: Path) -> None:
    path = tmp_path / "job.txt"
    path.write_text(PYTHON, encoding="utf-8")
    assert exit_code(["outline", str(path), "--language", "python"]) == 0
    assert exit_code(["outline", str(path), "--language", "klingon"]) == 2
    assert exit_code(["outline", str(tmp_path / "none.py")]) == 1
    assert click.get_current_context(silent=True) is None
