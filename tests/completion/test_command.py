"""`brimful complete` as people and pipes use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brimful.cli.app import exit_code
from brimful.tokens import counter

MAIN = "from cart import Cart\n\ndef bill(customer):\n    total = \n    return total\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "main.py").write_text(MAIN)
    (tmp_path / "cart.py").write_text("class Cart:\n    def total(self): ...\n")
    (tmp_path / "near.py").write_text("def total_of(customer):\n    return customer.total\n")
    (tmp_path / "far.py").write_text("def total_more(customer): ...\n")
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert exit_code(["complete", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.spec("IC-1", "IC-2")
def test_complete_prints_what_a_completion_would_be_given(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main, near, far = (str(project / name) for name in ("main.py", "near.py", "far.py"))
    assert exit_code(["complete", main, "--cursor", "4:13", "--root", str(project), "--neighbours", near, far]) == 0
    shown = capsys.readouterr()
    assert "# imports: cart.py\n# class Cart:\n" in shown.out
    assert shown.out.endswith("    total = <|cursor|>\n    return total\n")
    assert "tokens" in shown.err


@pytest.mark.spec("IC-1", "IC-2")
def test_complete_as_json_counts_what_it_gives(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    near, far = str(project / "near.py"), str(project / "far.py")
    found = answer(
        capsys,
        str(project / "main.py"),
        "-c",
        "4:13",
        "--root",
        str(project),
        "-n",
        near,
        "-n",
        far,
        "--mode",
        "fill",
    )
    assert found["tokens"] == counter("o200k_base")(found["text"])
    assert found["prefix"].endswith("    total = ")
    assert found["suffix"] == "\n    return total\n"
    assert {each["kind"] for each in found["items"]} == {"locals", "imports", "similar", "neighbours"}
    assert [each["path"] for each in found["items"] if each["kind"] == "neighbours"] == ["near.py", "far.py"]
    minimal = answer(capsys, str(project / "main.py"), "-c", "4:13", "-n", near, "--mode", "minimal")
    assert [each["kind"] for each in minimal["items"]] == ["locals"]
    assert {each["reason"] for each in minimal["left_out"]} == {"optional pool"}


@pytest.mark.spec("IC-1")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("main.py", "--cursor", "99:1"), 1, "there is no line 99"),
        (("main.py", "--cursor", "3:99"), 1, "no column 99"),
        (("main.py", "--cursor", "4"), 2, "as in 12:5"),
        (("main.py",), 2, "--cursor"),
        (("gone.py", "--cursor", "1:1"), 1, "No such file"),
        (("main.py", "--cursor", "1:1", "--mode", "most"), 2, "minimal"),
        (("main.py", "--cursor", "1:1", "-n", "gone.py"), 1, "gone.py"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    monkeypatch.chdir(project)
    assert exit_code(["complete", *arguments, "--json"]) == code
    error = json.loads(capsys.readouterr().out)["error"]
    assert said in f"{error['message']} {error['hint']} {error.get('at', '')}"
