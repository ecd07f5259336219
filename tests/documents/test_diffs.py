"""Diffs are read as git means them, and written as they were (DOC-5)."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brimful.documents.diff_lines import applied
from brimful.documents.diffs import FileDiff, Line, parse, write
from brimful.documents.errors import InvalidDiff
from tests.documents.repositories import commit, fill, git, run

pytestmark = pytest.mark.spec("DOC-5")

NUMBERS = "".join(f"line {n}\n" for n in range(1, 60))
BEFORE: dict[str, str | bytes] = {
    "src/main.py": NUMBERS,
    "moved.py": NUMBERS.replace("line", "moved"),
    "moved and changed.py": NUMBERS.replace("line", "both"),
    "gone.txt": "one\ntwo\n",
    'café/naïve "name".txt': "a\nb\n",
    "with space.txt": "a\nb\n",
    "b/b.txt": "in a folder called like the prefix\n",
    "windows.txt": "one\r\ntwo\r\nthree\r\n",
    "unended.txt": "one\ntwo",
    "ended.txt": "one\ntwo\n",
    "picture.bin": bytes(range(256)),
    "sql.sql": "-- one\nselect 1;\n-- two\n",
    "separators.txt": "a\x0cb\nc\x85d\ne\u2028f\n",
    "empty.txt": "",
}
AFTER: dict[str, str | bytes] = {
    "src/main.py": NUMBERS.replace(" 5\n", " five\n").replace("line 30\n", "").replace(" 50\n", " 50\nnew\n"),
    "to/moved.py": NUMBERS.replace("line", "moved"),
    "to/moved and changed.py": NUMBERS.replace("line", "both").replace("both 9\n", "both nine\n"),
    "café/naïve \"name\".txt": "a\nB\n",
    "with space.txt": "a\nB\n",
    "b/b.txt": "changed\n",
    "windows.txt": "one\r\nTWO\r\nthree\r\n",
    "unended.txt": "one\ntwo\n",
    "ended.txt": "one\nTWO",
    "picture.bin": bytes(range(255, -1, -1)),
    "sql.sql": "select 1;\n++ three\n",
    "separators.txt": "a\x0cB\nc\x85D\ne\u2028F\n",
    "added.txt": "x\n",
    "added unended.txt": "x",
    "empty too.txt": "",
}  # fmt: skip
GONE = ("moved.py", "moved and changed.py", "gone.txt", "empty.txt")
WAYS = [
    ("diff", "HEAD~1", "HEAD"),
    ("diff", "-U0", "HEAD~1", "HEAD"),
    ("diff", "-U25", "HEAD~1", "HEAD"),
    ("diff", "-M", "-C", "--find-copies-harder", "HEAD~1", "HEAD"),
    ("diff", "--no-renames", "HEAD~1", "HEAD"),
    ("diff", "--binary", "--full-index", "HEAD~1", "HEAD"),
    ("diff", "--no-prefix", "HEAD~1", "HEAD"),
    ("-c", "diff.mnemonicPrefix=true", "diff", "HEAD~1"),
    ("-c", "core.quotePath=false", "diff", "HEAD~1", "HEAD"),
    ("diff", "-R", "HEAD", "HEAD~1"),
    ("show", "HEAD"),
    ("show", "--stat", "--patch", "HEAD"),
    ("log", "-p", "--reverse"),
    ("format-patch", "--stdout", "-1"),
]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    commit(folder, BEFORE)
    commit(folder, AFTER, gone=GONE)
    return folder


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_what_git_writes_is_written_again_as_it_was(repository: Path, way: tuple[str, ...]) -> None:
    text = git(repository, *way)
    assert write(parse(text)) == text


@pytest.mark.parametrize("way", WAYS[:10], ids=" ".join)
def test_every_file_is_found_under_its_own_name_and_becomes_what_it_became(
    repository: Path, way: tuple[str, ...]
) -> None:
    files = parse(git(repository, *way)).files
    assert {file.new_path for file in files if file.new_path} <= set(AFTER)
    assert {file.old_path for file in files if file.old_path} <= set(BEFORE)
    assert {file.path for file in files} >= set(AFTER) - {"to/moved.py"} | {"gone.txt"}
    for file in files:
        after, before = AFTER.get(file.new_path, ""), BEFORE.get(file.old_path, "")
        if file.binary:
            assert file.path == "picture.bin"
            continue
        assert isinstance(after, str)
        assert isinstance(before, str)
        assert applied(file, before) == after, file.path


def test_what_happened_to_a_file_is_said(repository: Path) -> None:
    files = {file.path: file for file in parse(git(repository, "diff", "-M", "HEAD~1", "HEAD")).files}
    assert files["to/moved.py"].kind == "renamed"
    assert files["to/moved.py"].old_path == "moved.py"
    assert files["to/moved.py"].hunks == ()
    assert files["added.txt"].kind == "new"
    assert files["added.txt"].modes == ("", "100644")
    assert files["gone.txt"].kind == "deleted"
    assert files["gone.txt"].new_path == ""
    assert files["picture.bin"].binary


def test_modes_and_copies_are_read(tmp_path: Path) -> None:
    commit(tmp_path, {"run me": "#!/bin/sh\n", "one.py": NUMBERS})
    (tmp_path / "run me").chmod(0o755)
    commit(tmp_path, {"two.py": NUMBERS + "more\n"})
    run_me, two = parse(git(tmp_path, "diff", "-C", "--find-copies-harder", "HEAD~1", "HEAD")).files
    assert (run_me.path, run_me.kind, run_me.modes) == ("run me", "changed", ("100644", "100755"))
    assert (two.kind, two.old_path, two.new_path) == ("copied", "one.py", "two.py")


def test_folders_compared_by_diff_are_read(tmp_path: Path) -> None:
    fill(tmp_path / "old", {**BEFORE, "only.txt": "x\n"})
    fill(tmp_path / "new", AFTER)
    text = run(tmp_path, "diff", "-ru", "old", "new", codes=(1,))
    diff = parse(text)
    assert write(diff) == text
    files = {file.path: file for file in diff.files}
    assert files["old/only.txt"].binary  # said to be there, and not shown
    assert files["picture.bin"].binary
    main = files["src/main.py"]
    assert applied(main, str(BEFORE["src/main.py"])) == AFTER["src/main.py"]


def test_a_file_with_dates_behind_its_names_has_its_name() -> None:
    text = "--- old name.c\t2024-01-01 10:00:00.000000000 +0100\n+++ old name.c\t2024-01-02\n@@ -1 +1 @@\n-a\n+b\n"
    (file,) = parse(text).files
    assert file.path == "old name.c"
    assert write(parse(text)) == text


def test_the_numbers_of_lines_are_those_of_both_files() -> None:
    text = "--- a/x\n+++ b/x\n@@ -4,3 +4,3 @@ f()\n a\n-b\n+c\n d\n@@ -20,0 +21,2 @@\n+x\n+y\n@@ -30 +32,0 @@\n-z\n"
    (file,) = parse(text).files
    assert [(line.text, old, new) for hunk in file.hunks for line, old, new in hunk.numbered()] == [
        ("a", 4, 4),
        ("b", 5, 5),
        ("c", 6, 5),
        ("d", 6, 6),
        ("x", 21, 21),
        ("y", 21, 22),
        ("z", 30, 33),
    ]
    assert file.hunks[0].section == " f()"


def test_a_diff_whose_every_line_ends_in_a_carriage_return_is_read() -> None:
    text = "--- a/x y\t\n+++ b/x y\t\n@@ -1,3 +1,3 @@\n one\n \n-two\n+TWO\n".replace("\n", "\r\n")
    (file,) = parse(text).files
    assert file.path == "x y"
    assert applied(file, "one\n\ntwo\n") == "one\r\n\r\nTWO\r\n"
    assert write(parse(text)) == text


def test_an_empty_line_that_lost_its_space_stands_on_both_sides() -> None:
    text = "--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n one\n\n+two\n three\n"
    (file,) = parse(text).files
    assert file.hunks[0].lines[1] == Line("", "")
    assert write(parse(text)) == text


def test_a_text_without_a_diff_is_prose_and_nothing_is_nothing() -> None:
    assert parse("").files == ()
    assert write(parse("")) == ""
    assert parse("hello\n--- there\n").rest == ("hello", "--- there")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n", 6, "cut short"),
        ("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n+c\n d\n", 7, "cut short|other lines"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n", 6, "goes on here"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n-b\n", 5, "other lines than its header counts"),
        ("--- a/x\n+++ b/x\n@@ -1,3 +1 @@\n-a\ndiff --git a/y b/y\n", 5, "begins with a space"),
        ("--- a/x\n+++ b/x\n@@ one @@\n-a\n", 3, "not the header of a hunk"),
        ("--- a/x\n+++ b/x\n@@ -0,1 +1 @@\n-a\n+b\n", 3, "counted from 1"),
        ("hello\n@@ -1 +1 @@\n-a\n+b\n", 2, "before any file's name"),
        ("diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n", 1, "merge"),
        ("--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n", 3, "merge"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(InvalidDiff, match=words) as caught:
        parse(text)
    assert caught.value.line == line
    assert caught.value.at == f"line {line}"
    assert caught.value.hint


def test_a_merge_that_git_shows_is_refused_and_against_one_parent_it_is_read(tmp_path: Path) -> None:
    commit(tmp_path, {"x": "1\n2\n3\n"})
    git(tmp_path, "checkout", "-q", "-b", "side")
    commit(tmp_path, {"x": "1\ntwo\n3\n"})
    git(tmp_path, "checkout", "-q", "-")
    commit(tmp_path, {"x": "1\nTWO\n3\n"})
    run(tmp_path, "git", "merge", "-q", "side", codes=(1,))
    commit(tmp_path, {"x": "1\nboth\n3\n"})
    with pytest.raises(InvalidDiff, match="merge"):
        parse(git(tmp_path, "show", "HEAD"))
    assert len(parse(git(tmp_path, "show", "--diff-merges=first-parent", "HEAD")).files) == 1


LINES = st.lists(
    st.sampled_from(["a", "b", "", "-- x", "++ y", "@@ -1 +1 @@", "\\ no", "diff --git a b", "c\r", " d"])
)


@given(LINES, LINES, st.integers(0, 4))
@example(["a"], [], 0)
@example([], ["a"], 0)
def test_any_two_texts_diffed_are_read_and_the_one_becomes_the_other(
    before: list[str], after: list[str], around: int
) -> None:
    text = "".join(line + "\n" for line in difflib.unified_diff(before, after, "a/x", "b/x", n=around, lineterm=""))
    diff = parse(text)
    assert write(diff) == text
    file = diff.files[0] if diff.files else FileDiff("x", "x", "changed")
    assert applied(file, "".join(f"{line}\n" for line in before)) == "".join(f"{line}\n" for line in after)


@given(st.text(alphabet=st.sampled_from("+-@ \\\r\nabd/,1023")))
def test_any_text_is_read_and_written_or_refused_with_a_line_of_it(text: str) -> None:
    heading = "--- a/x\n+++ b/x\n"
    for tried in (text, heading + text, heading + "@@ -1,2 +1,2 @@\n" + text):
        try:
            diff = parse(tried)
        except InvalidDiff as refused:
            assert 1 <= refused.line <= tried.count("\n") + 2
        else:
            assert parse(write(diff)) == diff
