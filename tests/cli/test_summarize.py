"""`brimful summarize` as people and pipes use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import brimful
from brimful.cli import app

SHOP = "".join(f"def step{n}(value):\n    total = value + {n}\n    return total\n\n\n" for n in range(30))


@pytest.fixture
def shop(tmp_path: Path) -> str:
    path = tmp_path / "shop.py"
    path.write_text(SHOP, "utf-8")
    return str(path)


@pytest.mark.spec("DOC-3", "DOC-4", "UI-2")
def test_a_file_is_made_to_fit_and_json_says_how(shop: str) -> None:
    done = CliRunner().invoke(app.brimful, ["summarize", shop, "--budget", "200", "--select", "51:52", "--json"])
    found = json.loads(done.output)
    assert found["tokens"] <= 200
    assert found["tokens"] == brimful.count(found["text"])
    assert "def step10" in found["text"]
    assert found["files"][0]["selected"] == "whole"
    assert found["files"][0]["kept"][0][0] >= 1


@pytest.mark.spec("DOC-7", "UI-2")
def test_lines_carry_their_numbers_and_the_account_goes_to_standard_error(shop: str) -> None:
    done = CliRunner().invoke(app.brimful, ["summarize", shop, "-b", "120", "-s", "51", "-n"])
    original = SHOP.split("\n")
    for line in done.stdout.removesuffix("\n").split("\n"):
        number, _, text = line.partition(": ")
        assert original[int(number) - 1] == text
    assert "lines, by the syntax of python" in done.stderr


@pytest.mark.spec("DOC-3", "UI-2")
def test_several_files_share_the_budget(shop: str, tmp_path: Path) -> None:
    other = tmp_path / "other.ts"
    other.write_text("function a() {\n  b();\n}\n" * 50, "utf-8")
    done = CliRunner().invoke(app.brimful, ["summarize", shop, str(other), "-b", "400", "--json"])
    found = json.loads(done.output)
    assert found["tokens"] <= 400
    assert [each["name"] for each in found["files"]] == [shop, str(other)]
    assert f"==> {other} <==\n" in found["text"]


@pytest.mark.spec("DOC-4", "UI-2")
def test_standard_input_and_a_number_of_characters_will_do() -> None:
    done = CliRunner().invoke(app.brimful, ["summarize", "--chars", "90", "--language", "python"], input=SHOP)
    assert done.exit_code == 0
    assert 0 < len(done.stdout) <= 91


@pytest.mark.spec("DOC-4", "UI-2")
def test_a_selection_that_had_to_be_cut_is_said(shop: str) -> None:
    done = CliRunner().invoke(app.brimful, ["summarize", shop, "-b", "20", "-s", "1:60"])
    assert "the selection did not fit and is cut" in done.stderr


@pytest.mark.spec("UI-2")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--budget TOKENS or --chars"),
        (["-b", "9", "--chars", "9"], "--budget TOKENS or --chars"),
        (["-b", "9", "-s", "x"], "write 120:140"),
        (["-b", "9", "-s", "9000:9001"], "lines count from 1"),
        (["-b", "9", "-l", "klingon"], "choose from javascript"),
        (["-b", "9", "--style", "loud"], "'ellipsis'"),
    ],
)
def test_errors_say_what_to_do(
    shop: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.exit_code(["summarize", shop, *arguments]) in (1, 2)
    assert said in capsys.readouterr().err
