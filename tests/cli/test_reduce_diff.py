"""`brimful reduce-diff` as people and pipes use it (DOC-5, UI-2 in part)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brimful.documents.diffs import parse
from tests.cli.test_cli import run
from tests.documents.repositories import commit, git

pytestmark = pytest.mark.spec("DOC-5")

METHOD = """\
    def item_{n}(self, tax):
        found = {n}
        found += tax
        self.log(found)
        return found

"""
BEFORE = "class Shop:\n" + "".join(METHOD.format(n=n) for n in range(8))
AFTER = BEFORE.replace("found = 2\n", "found = 2 * self.rate\n").replace("found = 6\n", "found = 6 - self.rate\n")


@pytest.fixture
def change(tmp_path: Path) -> Path:
    """A repository with a change in its last commit, and the change as a diff with much around it."""
    commit(tmp_path, {"shop.py": BEFORE, "notes.txt": "one\ntwo\nthree\n", "poetry.lock": "a\n" * 50})
    commit(tmp_path, {"shop.py": AFTER, "notes.txt": "one\nTWO\nthree\n", "poetry.lock": "b\n" * 50})
    (tmp_path / "change.diff").write_text(
        git(tmp_path, "diff", "-U40", "HEAD~1", "HEAD", "--", "shop.py", "notes.txt")
    )
    return tmp_path


def reduced(folder: Path, *arguments: str, code: int = 0) -> Any:
    done = run("reduce-diff", "change.diff", "--json", *arguments, cwd=folder)
    assert done.returncode == code, done
    return json.loads(done.stdout)


def changed(text: str) -> list[str]:
    return [line for line in text.splitlines() if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]


def test_a_diff_that_fits_is_printed_as_it_is(change: Path) -> None:
    done = run("reduce-diff", "change.diff", "--budget", "100000", cwd=change)
    assert done.stdout.decode() == (change / "change.diff").read_text()
    assert b"shop.py: whole" in done.stderr


def test_a_smaller_diff_keeps_every_changed_line_and_the_heads_and_ends_around_them(change: Path) -> None:
    given = (change / "change.diff").read_text()
    found = reduced(change, "--budget", "145", "--root", ".")
    assert found["tokens"] <= 145
    assert changed(found["text"]) == changed(given)
    assert " " * 5 + "def item_2(self, tax):" in found["text"]
    assert " " * 9 + "return found" in found["text"]
    assert "def item_3" not in found["text"]
    assert {each["path"]: each["kept"] for each in found["files"]} == {
        "notes.txt": "around",
        "shop.py": "definitions",
    }
    assert [file.path for file in parse(found["text"]).files] == ["notes.txt", "shop.py"]


def test_line_numbers_stand_before_lines_where_they_are_asked_for(change: Path) -> None:
    text = reduced(change, "--budget", "100000", "--line-numbers")["text"]
    assert "/* Line 1 */ class Shop:" in text
    assert "/* Changed Line 15 */         found = 2 * self.rate" in text
    assert "/* Removed Line 15 */         found = 2" in text
    assert "Removed Line" not in reduced(change, "--budget", "100000", "--line-numbers", "--no-removed")["text"]


def test_too_small_a_budget_names_the_halves_and_parts_are_printed_on_request(change: Path) -> None:
    error = reduced(change, "--budget", "80", code=1)["error"]
    assert error["type"] == "split_input"
    assert error["halves"] == [["notes.txt"], ["shop.py"]]
    assert error["needed"] > error["budget"] == 80
    assert "--in-parts" in error["hint"]
    found = reduced(change, "--budget", "80", "--in-parts")
    assert len(found["parts"]) >= 2
    assert all(part["tokens"] <= 80 for part in found["parts"])
    lines = [line for part in found["parts"] for line in changed(part["text"])]
    assert lines == changed((change / "change.diff").read_text())
    said = run("reduce-diff", "change.diff", "--budget", "80", cwd=change)
    assert said.returncode == 1
    assert b"the halves are notes.txt | shop.py" in said.stderr


def test_rather_split_than_lose_the_definitions(change: Path) -> None:
    least = reduced(change, "--budget", "120")
    assert "lines" in [each["kept"] for each in least["files"]]
    assert reduced(change, "--budget", "120", "--keep-definitions", code=1)["error"]["type"] == "split_input"


def test_ignored_files_are_left_out_and_said(change: Path) -> None:
    (change / "change.diff").write_text(git(change, "diff", "HEAD~1", "HEAD"))
    found = reduced(change, "--budget", "100000", "--ignore", "*.lock")
    assert {"path": "poetry.lock", "reason": "ignored"} in found["dropped"]
    assert "poetry.lock" not in found["text"]


def test_files_that_do_not_match_are_not_used_and_that_is_said(change: Path) -> None:
    (change / "shop.py").write_text("something else\n")
    (change / "notes.txt").unlink()
    found = reduced(change, "--budget", "130")
    notes = {each["path"]: each["note"] for each in found["files"]}
    assert "does not match the diff" in notes["shop.py"]
    assert "is not there" in notes["notes.txt"]
    assert changed(found["text"]) == changed((change / "change.diff").read_text())


@pytest.mark.parametrize("path", ["../out.txt", "/etc/passwd", "link/out.txt"])
def test_a_path_out_of_the_root_is_refused_by_name(tmp_path: Path, path: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "out.txt").write_text("secret\n")
    (root / "link").symlink_to(tmp_path)
    (root / "change.diff").write_text(f"--- {path}\n+++ {path}\n@@ -1 +1 @@\n-a\n+b\n" * 20)
    error = reduced(root, "--budget", "50", code=1)["error"]
    assert error["type"] == "path_refused"
    assert path in error["message"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "there is no diff in it"),
        ("--- a/x\n+++ b/x\n@@ -1,3 +1 @@\n-a\n", "cut short"),
        ("diff --cc x\n", "merge"),
    ],
)
def test_what_is_no_diff_is_refused_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "change.diff").write_text(text)
    error = reduced(tmp_path, "--budget", "50", code=1)["error"]
    assert error["type"] == "invalid_diff"
    assert words in error["message"]
    assert error["at"].startswith("line ")


def test_a_budget_must_be_given_and_nothing_stays_nothing(tmp_path: Path) -> None:
    (tmp_path / "change.diff").write_text("")
    assert reduced(tmp_path, code=2)["error"]["type"] == "usage"
    assert reduced(tmp_path, "--budget", "1")["text"] == ""
