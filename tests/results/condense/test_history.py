"""What git tells: a line a commit, conflicts first in a status, stretches in a blame."""

from __future__ import annotations

import pytest

from brimful.results.condense.history import History
from brimful.results.condenser import Condensed, Room


def condense(text: str, limit: int) -> Condensed:
    return History().condense(text, Room(limit, len))


@pytest.mark.spec("RES-4")
def test_a_log_keeps_subjects_before_bodies() -> None:
    text = "\n".join(
        f"commit {at:040x}\nAuthor: Ann <a@b.c>\nDate:   Mon Jan {at}\n\n    Subject {at}\n\n"
        f"    Body of it.\n    More of it.\n"
        for at in range(30)
    )
    made = condense(text, 1_900)
    assert made.text.startswith("30 commits\n")
    assert all(f"Ann: Subject {at}" in made.text for at in range(30))
    assert made.left_out


@pytest.mark.spec("RES-4")
def test_a_status_keeps_conflicts_and_counts_files() -> None:
    text = (
        'On branch main\nUnmerged paths:\n  (use "git add")\n\tboth modified:   src/broken.py\n\nUntracked files:\n'
    )
    text += "".join(f"\tbuild/out-{at}.o\n" for at in range(200))
    made = condense(text, 300)
    assert made.text.startswith("201 files\n")
    assert "both modified:   src/broken.py" in made.text


@pytest.mark.spec("RES-4")
def test_a_blame_tells_stretches_of_lines() -> None:
    lines = [
        f"{(at // 50):08x} (Ann{at // 50} 2024-01-0{1 + at // 50} 10:00:00 +0000 {at + 1:3}) code {at}"
        for at in range(200)
    ]
    made = condense("\n".join(lines), 400)
    for stretch in ("Ann0 2024-01-01) 1–50", "Ann3 2024-01-04) 151–200"):
        assert stretch in made.text
