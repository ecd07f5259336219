"""Search hits keep every path with its count, the ends as they stood, and first hits before further ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results.condense.hits import Hits
from brimful.results.condenser import Condensed, Room


def condense(text: str, limit: int) -> Condensed:
    return Hits().condense(text, Room(limit, len))


def _hits(files: int, each: int) -> list[str]:
    return [
        f"src/package/module_{at}.py:{no * 10 + 1}:    value_{at}_{no} = needle({no})"
        for at in range(files)
        for no in range(each)
    ]


@pytest.mark.spec("RES-4")
def test_all_paths_with_counts_and_the_ends_stay_at_a_small_room() -> None:
    lines = _hits(12, 20)
    made = condense("\n".join(lines), 700)
    assert made.text.startswith("240 hits in 12 files")
    assert lines[0] in made.text
    assert lines[-1] in made.text
    assert all(f"src/package/module_{at}.py (20)" in made.text for at in range(12))


@pytest.mark.spec("RES-4")
def test_first_hits_of_all_files_come_before_second_ones() -> None:
    made = condense("\n".join(_hits(8, 20)), 900)
    assert all(f"1:    value_{at}_0 " in made.text for at in range(8))
    assert "value_3_1 " not in made.text


@pytest.mark.spec("RES-4")
def test_context_goes_before_hits() -> None:
    lines = []
    for at in range(20):
        lines += [f"a.py-{at * 9 + 1}-context", f"a.py:{at * 9 + 2}:needle {at}", f"a.py-{at * 9 + 3}-context", "--"]
    made = condense("\n".join(lines), 340)
    assert made.text.count("needle") > 10
    assert "context" not in made.text


@pytest.mark.spec("RES-4")
def test_what_was_said_before_is_not_repeated_and_binaries_are_counted() -> None:
    lines = [f"locale/{at}/messages.po:msgid 'the same words everywhere'" for at in range(30)]
    lines += [f"grep: locale/{at}/messages.mo: binary file matches" for at in range(30)]
    lines += ["src/say.py:    print('the same words everywhere')"]
    made = condense("\n".join(lines), 1_200)
    assert "31 hits in 31 files" in made.text
    assert "30 binary files match" in made.text
    assert lines[-1] in made.text
    assert all(f"locale/{at}/messages.po" in made.text for at in range(30))


@pytest.mark.spec("RES-4")
def test_hits_under_headings_and_hits_of_one_file_are_read() -> None:
    headed = "\n\n".join(
        f"src/m{at}.py\n" + "\n".join(f"{no}:needle {at} {no}" for no in (3, 9, 30)) for at in range(9)
    )
    made = condense(headed, 400)
    assert "27 hits in 9 files" in made.text
    assert "src/m8.py (3)" in made.text
    alone = [f"{at * 3}:    needle({at})" for at in range(1, 90)]
    made = condense("\n".join(alone), 400)
    assert made.text.startswith("89 hits")
    assert alone[0] in made.text
    assert alone[-1] in made.text


@pytest.mark.spec("RES-4")
@given(st.integers(1, 15), st.integers(1, 15), st.integers(400, 2_000))
def test_hits_shown_and_hits_missing_are_all_hits(files: int, each: int, limit: int) -> None:
    made = condense("\n".join(_hits(files, each)), limit)
    shown = sum(1 for line in made.text.split("\n") if "needle(" in line)
    assert shown + made.left_out.get("lines", 0) == files * each
