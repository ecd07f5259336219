"""Diffs keep every changed path with its counts, then hunk headers, then changed lines before context."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results.condense.diffs import Diffs
from brimful.results.condenser import Condensed, Room


def condense(text: str, limit: int) -> Condensed:
    return Diffs().condense(text, Room(limit, len))


def _file(path: str, hunks: int) -> str:
    head = f"diff --git a/{path} b/{path}\nindex 123..456 100644\n--- a/{path}\n+++ b/{path}\n"
    return head + "".join(
        f"@@ -{at * 100},4 +{at * 100},5 @@ def function_{at}():\n     before = {at}\n-    old = {at}\n"
        f"+    new = {at}\n+    more = {at}\n     after = {at}\n     end = {at}\n"
        for at in range(1, hunks + 1)
    )


@pytest.mark.spec("RES-4")
def test_all_paths_and_hunk_headers_stay_at_a_small_room() -> None:
    text = "".join(_file(f"src/package/module_{at}.py", 4) for at in range(6))
    made = condense(text, 850)
    assert made.text.startswith("6 files changed, +48 −24 in 24 hunks")
    for at in range(6):
        assert f"src/package/module_{at}.py (+8 −4)" in made.text
    assert made.text.count("@@ -100,4 +100,5 @@") == 6
    assert made.text.count("@@ -400,4 +400,5 @@") == 6


@pytest.mark.spec("RES-4")
def test_changed_lines_stay_before_context() -> None:
    made = condense(_file("a.py", 12), 1_100)
    assert "+    new = 1" in made.text
    assert "before = " not in made.text
    assert "… " in made.text


@pytest.mark.spec("RES-4")
def test_new_removed_renamed_binary_and_mode_are_told() -> None:
    text = (
        "diff --git a/new.py b/new.py\nnew file mode 100644\nindex 0..1\n--- /dev/null\n"
        "+++ b/new.py\n@@ -0,0 +1 @@\n+x\n"
        "diff --git a/gone.py b/gone.py\ndeleted file mode 100644\nindex 1..0\n--- a/gone.py\n"
        "+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
        "diff --git a/old.py b/moved.py\nsimilarity index 100%\nrename from old.py\nrename to moved.py\n"
        "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n"
        "diff --git a/cat.png b/cat.png\nindex 1..2 100644\nBinary files a/cat.png and b/cat.png differ\n"
        + _file("a.py", 9)
    )
    made = condense(text, 900)
    for kept in (
        "new.py (+1 −0, new file mode 100644)", "gone.py (+0 −1, deleted file mode 100644)", "rename from old.py",
        "new mode 100755", "Binary files a/cat.png and b/cat.png differ", "a.py (+18 −9)",
    ):  # fmt: skip
        assert kept in made.text


@pytest.mark.spec("RES-4")
def test_removed_lines_that_look_like_headers_are_lines() -> None:
    text = _file("a.sql", 1).replace("-    old = 1", "--- a comment of SQL").replace("+    new = 1", "+++ i") + _file(
        "b.py", 9
    )
    made = condense(text, 700)
    assert made.text.startswith("2 files changed, +20 −10")


@pytest.mark.spec("RES-4")
def test_plain_patches_and_the_message_of_a_commit_are_read() -> None:
    patch = "--- old/x.c\t2024-01-01\n+++ new/x.c\t2024-01-02\n@@ -1,2 +1,2 @@\n same\n-one\n+two\n" + _file(
        "y.c", 20
    )
    made = condense(f"commit 0123abcd\nAuthor: A <a@b.c>\n\n    Mend the thing\n\n{patch}", 900)
    for kept in ("commit 0123abcd", "Mend the thing", "new/x.c (+1 −1)", "y.c (+40 −20)"):
        assert kept in made.text


@pytest.mark.spec("RES-4")
@given(st.integers(1, 8), st.integers(1, 8), st.integers(250, 2_500))
def test_lines_shown_and_lines_missing_are_all_lines(files: int, hunks: int, limit: int) -> None:
    text = "".join(_file(f"f{at}.py", hunks) for at in range(files))
    made = condense(text, limit)
    if made.text == text:
        return
    shown = sum(1 for line in made.text.split("\n") if line[:1] in ("+", "-", " "))
    assert shown + made.left_out.get("lines", 0) == files * hunks * 6
    named = sum(1 for at in range(files) if f"f{at}.py" in made.text)
    assert named + made.left_out.get("files", 0) == files
    assert len(re.findall("@@ -", made.text)) + made.left_out.get("hunks", 0) == files * hunks
