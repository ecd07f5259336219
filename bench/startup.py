"""What `import brimful` and a command cost, beside a bare interpreter."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from bench import timing

WAYS = {
    "bare interpreter": [sys.executable, "-c", "pass"],
    "import brimful": [sys.executable, "-c", "import brimful"],
    "brimful --version": [sys.executable, "-m", "brimful", "--version"],
    "brimful count (a word)": [sys.executable, "-m", "brimful", "count", "--json", "-"],
}


def run(*, quick: bool = False) -> None:
    """Print milliseconds and ratios."""
    timing.heading("start-up, wall time, × a bare interpreter")
    taken: dict[str, list[float]] = {name: [] for name in WAYS}
    for _ in range(3 if quick else 15):
        for name, command in WAYS.items():
            start = time.perf_counter()
            subprocess.run(command, input=b"word", capture_output=True, check=True)
            taken[name].append(time.perf_counter() - start)
    bare = statistics.median(taken["bare interpreter"])
    for name, seconds in taken.items():
        middle = statistics.median(seconds)
        print(f"{name:24} {middle * 1e3:7.1f} ms  {middle / bare:5.2f} ×")


if __name__ == "__main__":
    run()
