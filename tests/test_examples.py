"""The examples run, offline, and print what they are there to show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHOWN = {
    "agent_prompt.py": ["within 5,000 tokens", "within 700 tokens", "pruned", "tokens left behind"],
    "first_look.py": ["It costs", "A broken request"],
}


def test_every_example_is_run_here() -> None:
    assert sorted(path.name for path in (ROOT / "examples").glob("*.py")) == sorted(SHOWN)


@pytest.mark.spec("PT-10")
@pytest.mark.parametrize("name", sorted(SHOWN))
def test_an_example_runs_and_shows_what_it_is_for(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "examples" / name)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert [words for words in SHOWN[name] if words not in done.stdout] == []
