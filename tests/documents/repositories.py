"""Small repositories in a temporary folder, and the diffs that git makes of them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ALONE = {
    **os.environ,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "LC_ALL": "C",
}


def run(folder: Path, *command: str, codes: tuple[int, ...] = (0,)) -> str:
    """What a command prints."""
    done = subprocess.run(command, cwd=folder, env=ALONE, check=False, capture_output=True)
    assert done.returncode in codes, done.stderr
    return done.stdout.decode("utf-8")


def git(folder: Path, *arguments: str) -> str:
    """What git prints."""
    return run(folder, "git", *arguments)


def fill(folder: Path, files: dict[str, str | bytes]) -> None:
    """Write files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def commit(folder: Path, files: dict[str, str | bytes], *, gone: tuple[str, ...] = ()) -> None:
    """Commit files as they are given."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q")
    fill(folder, files)
    for name in gone:
        (folder / name).unlink()
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "A change\n\n--- not a name\n+ not a line")
