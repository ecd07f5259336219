"""What `pip install brimful` puts on a machine: packages, megabytes, seconds. Needs a package index.

python -m bench.install
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Build a wheel, install it into an empty environment, and look."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        wheel = build(home)
        subprocess.run([sys.executable, "-m", "venv", home / "venv"], check=True)
        python = home / "venv" / "bin" / "python"
        empty = size_mb(home / "venv")
        began = time.perf_counter()
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel], check=True)
        seconds = time.perf_counter() - began
        listed = json.loads(subprocess.check_output([python, "-m", "pip", "list", "--format", "json"]))
        names = sorted(entry["name"] for entry in listed if entry["name"] not in ("pip", "setuptools"))
        print(f"wheel {wheel.stat().st_size / 1e6:.1f} MB; installed in {seconds:.1f} s")
        print(f"{len(names)} packages: {', '.join(names)}")
        print(f"{size_mb(home / 'venv') - empty:.0f} MB on disk beside an empty environment of {empty:.0f} MB")
        print(subprocess.check_output([python, "-m", "brimful", "count", "--json"], input=b"ready").decode(), end="")


def build(folder: Path) -> Path:
    """Build the wheel."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT]
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


def size_mb(folder: Path) -> float:
    """Megabytes of all files in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


if __name__ == "__main__":
    main()
