"""Listings keep all names if those fit packed, else the first and last of each folder, and say how many there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results.condense.listings import Listings
from brimful.results.condenser import Condensed, Room


def condense(text: str, limit: int) -> Condensed:
    return Listings().condense(text, Room(limit, len))


def _long(names: list[str]) -> str:
    entries = [
        f"{'d' if name.endswith('/') else '-'}rwxr-xr-x 1 root root {100 + at:>6} Jan  1 10:00 {name.rstrip('/')}"
        for at, name in enumerate(["./", "../", *names])
    ]
    return "\n".join(["total 508", *entries])


@pytest.mark.spec("RES-4")
def test_names_stay_when_modes_and_dates_must_go() -> None:
    names = ["src/", "tests/", *(f"file-{at}.py" for at in range(30))]
    made = condense(_long(names), 800)
    assert made.text.startswith("total 508\n")
    assert all(name in made.text for name in names)
    assert "32 entries, 2 of them folders" in made.text
    assert "rwxr" not in made.text
    assert made.left_out == {}


@pytest.mark.spec("RES-4")
def test_of_too_many_names_folders_and_ends_stay_with_counts() -> None:
    names = [*(f"file-{at:03}.py" for at in range(300)), "inner/", *(f"text-{at:03}.md" for at in range(200))]
    made = condense(_long(names), 300)
    for kept in ("file-000.py", "text-199.md", "inner/", ".py 300", ".md 200", "501 entries"):
        assert kept in made.text


@pytest.mark.spec("RES-4")
def test_a_list_of_folders_keeps_their_headings_with_counts() -> None:
    text = "\n\n".join(f"./d{at}:\n" + "\n".join(f"name_{at}_{inner}.txt" for inner in range(20)) for at in range(15))
    made = condense(text, 500)
    for kept in ("./d0:", "./d7:", "./d14:", "name_0_0.txt", "name_14_19.txt", "300 entries, in 15 folders"):
        assert kept in made.text


@pytest.mark.spec("RES-4")
def test_paths_are_grouped_below_their_folders_without_losing_a_name() -> None:
    paths = [f"/home/someone/work/project/src/part{at % 4}/file{at}.ts" for at in range(60)]
    made = condense("\n".join(paths), 1_800)
    assert paths[0] in made.text
    assert all(f"file{at}.ts" in made.text for at in range(60))
    assert made.left_out == {}


@pytest.mark.spec("RES-4")
def test_a_tree_keeps_what_is_shallow_and_its_total() -> None:
    lines = ["."]
    for at in range(20):
        lines.append(f"├── dir{at}")
        lines.extend(f"│   ├── file{inner}.py" for inner in range(10))
    made = condense("\n".join([*lines, "", "20 directories, 200 files"]), 800)
    assert all(f"├── dir{at}\n" in made.text for at in range(20))
    assert "20 directories, 200 files" in made.text


@pytest.mark.spec("RES-4")
def test_of_sizes_the_largest_stay() -> None:
    lines = [f"{at + 1}K\t./dir/{at}" for at in range(200)]
    lines[50] = "3.5G\t./dir/huge"
    made = condense("\n".join(lines), 300)
    assert "3.5G\t./dir/huge" in made.text


@pytest.mark.spec("RES-4")
@given(st.integers(1, 12), st.integers(1, 30), st.integers(250, 1_500))
def test_names_shown_and_names_missing_are_all_names(folders: int, inner: int, limit: int) -> None:
    text = "\n\n".join(f"./d{at}:\n" + "\n".join(f"n{at}x{no}.c" for no in range(inner)) for at in range(folders))
    made = condense(text, limit)
    shown = sum(1 for at in range(folders) for no in range(inner) if f"n{at}x{no}.c" in made.text)
    assert shown + made.left_out.get("entries", 0) == folders * inner
