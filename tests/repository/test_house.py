"""Rules of the house that a machine can check."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import brimful

ROOT = Path(__file__).parents[2]


def tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_importing_brimful_touches_nothing_and_loads_nothing_heavy() -> None:
    program = (
        "import sys, threading; before = threading.active_count(); import brimful;"
        "heavy = {'tiktoken', 'msgspec', 'rich', 'click', 'asyncio', 'json', 'regex'} & set(sys.modules);"
        "print(sorted(heavy), threading.active_count() - before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] 0"
    assert done.stderr == ""


def test_public_names_are_listed_sorted_and_real() -> None:
    assert sorted(brimful.__all__) == list(brimful.__all__)
    for name in brimful.__all__:
        assert getattr(brimful, name) is not None
    assert set(brimful.__all__) <= set(dir(brimful))


def test_pins_carry_hashes_and_no_index_address() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text("utf-8")
        assert "--hash=sha256:" in text
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text), path.name


def test_no_machine_path_stands_in_the_project() -> None:
    pattern = re.compile(r"(?<![\w.])/(?:work|root|tmp/wt)/[\w.-]+")
    found = []
    for path in tracked_files():
        if (
            path.suffix in {".py", ".md", ".toml", ".txt", ".cfg", ".yml", ""}
            and "tests/data/" not in path.as_posix()
        ):
            text = path.read_text("utf-8", errors="replace")
            found += [f"{path.relative_to(ROOT)}: {hit}" for hit in pattern.findall(text)]
    assert found == []


def test_every_module_says_what_it_is_for() -> None:
    missing = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "src").rglob("*.py")
        if not path.read_text("utf-8").lstrip().startswith('"""')
    ]
    assert missing == []
