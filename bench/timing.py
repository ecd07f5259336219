"""Timing two ways of doing one job fairly: turn about, best and median of several rounds."""

from __future__ import annotations

import gc
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version


def rounds(ways: Mapping[str, Callable[[], object]], *, times: int, repeat: int = 1) -> dict[str, list[float]]:
    """Seconds of each way in each round. The order rotates, so a busy neighbour hits all alike."""
    names = list(ways)
    taken: dict[str, list[float]] = {name: [] for name in names}
    for way in ways.values():
        way()
    for turn in range(times):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            gc.collect()
            start = time.process_time()
            for _ in range(repeat):
                ways[name]()
            taken[name].append((time.process_time() - start) / repeat)
    return taken


def ratio(taken: Mapping[str, list[float]], ours: str, theirs: str) -> float:
    """How many times as long `ours` takes: the median over rounds."""
    return statistics.median(a / b for a, b in zip(taken[ours], taken[theirs], strict=True))


def best_ms(seconds: list[float]) -> float:
    """The best round, in milliseconds."""
    return min(seconds) * 1e3


def heading(title: str) -> None:
    """Print a section's title."""
    print(f"\n== {title}")


def machine() -> str:
    """What this ran on, in one line."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("tiktoken", "msgspec"))
    return f"{platform.machine()} {platform.system()}, Python {sys.version.split()[0]}, {packages}"
