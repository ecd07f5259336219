"""Tool results made smaller: how much of what matters stays, and how fast.

Each sample is a real tool result with the strings that must survive; kept is what still stands in the short text as
it is. `python -m bench.results --data FILE [--shape X] [--misses] [--limit N]` looks closer.

The peer takes no limit: it makes of a result what it makes. Its row is that, cut head and tail to the room where
that is too long. It runs offline, without the trained model that it would fetch.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench import timing
from brimful.results import Room, shorten
from brimful.results.condense.plain import Plain

DATA = Path(__file__).parents[1] / "tests" / "data" / "tool-outputs" / "samples.jsonl"
LIMITS = (1_000, 2_000, 4_000)

Sample = dict[str, Any]
Shortener = Callable[[str, int], str]


def samples(path: Path, shape: str = "") -> list[Sample]:
    """The samples of a file, or those of one shape."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [row for row in rows if not shape or row["shape"] == shape]


def ours(text: str, chars: int) -> str:
    """What brimful makes of it."""
    return shorten(text, chars=chars).text


def plain(text: str, chars: int) -> str:
    """Head and tail, without cleaning, as most agents do it."""
    return text if len(text) <= chars else Plain().condense(text, Room(chars, len)).text


def missing(sample: Sample, short: str) -> list[str]:
    """The strings that did not survive."""
    return [string for string in sample["must_keep"] if string not in short]


def score(sample: Sample, short: str) -> float:
    """The share of strings that survived."""
    return 1 - len(missing(sample, short)) / len(sample["must_keep"])


def mean(numbers: Sequence[float]) -> float:
    """The mean; of nothing, 0."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def table(rows: Sequence[Sample], shorteners: dict[str, Shortener]) -> None:
    """Print the share kept by shape, one line a shape, and in all."""
    names = list(shorteners)
    print(f"{'shape':18}{'n':>5}" + "".join(f"{name + ' ' + format(n, ','):>17}" for name in names for n in LIMITS))
    scores: dict[str, list[list[float]]] = defaultdict(list)
    for sample in rows:
        found = [score(sample, shorteners[name](sample["text"], n)) for name in names for n in LIMITS]
        scores[sample["shape"]].append(found)
    for shape in sorted(scores):
        _row(shape, scores[shape])
    _row("all", [found for of_shape in scores.values() for found in of_shape])


def _row(name: str, found: list[list[float]]) -> None:
    shares = [mean(column) for column in zip(*found, strict=True)]
    print(f"{name:18}{len(found):5}" + "".join(f"{share * 100:16.1f}%" for share in shares))


def misses(rows: Sequence[Sample], chars: int) -> None:
    """Print what each sample loses, and as which shape it was taken."""
    for sample in rows:
        short = shorten(sample["text"], chars=chars)
        lost = missing(sample, short.text)
        if short.chars > chars:
            print(f"TOO LONG {short.chars:,}: {sample['id']}")
        if lost or short.problems:
            print(f"{sample['shape']} as {short.shape or 'it is'} ({len(sample['text']):,} chars) {sample['id']}")
            for problem in short.problems:
                print(f"    ! {problem}")
            for string in lost:
                print(f"    - {string!r}")


def log_of(size: int) -> str:
    """A log as services write it: repetition, identifiers, a few errors; always the same."""
    lines: list[str] = []
    total = i = 0
    while total < size:
        i += 1
        name = f"{i * 2654435761 % 2**32:08x}"
        at = f"2026-01-01T12:{i // 60 % 60:02}:{i % 60:02}.{i % 997:03}Z"
        line = f"{at} INFO [worker-{i % 7}] request {name} step {i} took {i * 31 % 977} ms"
        if i % 5000 == 17:
            line = f"{at} ERROR [db-{i % 3}] request {name} failed: connection to shard {i % 11} refused"
        lines.append(line)
        total += len(line) + 1
    return "\n".join(lines) + "\n"


def speed(*, quick: bool) -> None:
    """Print how fast a large log is made small."""
    text = log_of(1_000_000 if quick else 5_000_000)
    for shape in ("log", "auto"):
        ways = {shape: lambda shape=shape: shorten(text, chars=4_000, shape=shape)}
        seconds = timing.best_ms(timing.rounds(ways, times=3 if quick else 10)[shape]) / 1e3
        size = len(text) / 1e6
        print(f"{size:.1f} MB of log, shape {shape}: {seconds * 1e3:.0f} ms, {size / seconds:.0f} MB/s")


# --- the peer ---

PEER = Path(__file__).parent / "peers" / "headroom" / "shorten.py"
PEER_HOME = Path(__file__).parents[1] / ".bench" / "headroom"
PEER_PACKAGE = "headroom-ai==0.42.0"
"""Installed, into an environment of its own, the first time it is asked for."""


def peer(rows: Sequence[Sample]) -> Shortener:
    """What the peer makes of each text, cut to the room where that is too long."""
    python = PEER_HOME / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", PEER_HOME], check=True)
        pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, PEER_PACKAGE], check=True)
    vocabulary = next(PEER_HOME.glob("lib/python3*/site-packages/litellm/litellm_core_utils/tokenizers"))
    done = subprocess.run(
        [python, PEER],
        input="".join(json.dumps({"text": row["text"]}) + "\n" for row in rows),
        env={**os.environ, "TIKTOKEN_CACHE_DIR": str(vocabulary), "HEADROOM_OFFLINE": "1"},
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    made = {row["text"]: answer["text"] for row, answer in zip(rows, answers, strict=True)}
    share = sum(map(len, made.values())) / sum(map(len, made))
    print(f"headroom {answers[0]['version']} leaves {share:.0%} of the characters")
    return lambda text, chars: plain(made[text], chars)


def run(*, quick: bool = False) -> None:
    """Print the shares and the speed."""
    timing.heading("tool results: share of what must be kept, in characters of room")
    rows = samples(DATA)
    table(rows, {"plain": plain, "headroom": peer(rows), "brimful": ours})
    speed(quick=quick)


def main() -> None:
    """Look at a file of samples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--shape", default="")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--peer", action="store_true", help="beside headroom")
    parser.add_argument("--limit", type=int, default=2_000, help="characters, for --misses")
    arguments = parser.parse_args()
    rows = samples(arguments.data, arguments.shape)
    if arguments.misses:
        misses(rows, arguments.limit)
    else:
        beside = {"headroom": peer(rows)} if arguments.peer else {}
        table(rows, {"plain": plain, **beside, "brimful": ours})


if __name__ == "__main__":
    main()
