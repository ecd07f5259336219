"""The renderer beside @vscode/prompt-tsx on the same trees, each at a budget that lets half of it stay.

Measured is from the elements to the messages; making the elements is not in the time, as it is not in the peer's.
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import shutil
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bench import timing
from brimful.messages import Message, Part, Text
from brimful.prompt import Assistant, Container, Element, TextChunk, User, render


class Words:
    """Counts words; a message costs 3 more. The same as the peer's tokenizer in its bench."""

    name = "words"
    frame = 0

    def text(self, text: str) -> int:
        """Words of a text; line by line, so that a long text is not a list of a million words."""
        return len(text.split()) if len(text) < 4096 else sum([len(line.split()) for line in text.split("\n")])

    def part(self, part: Part) -> int:
        """There are no pictures in these trees."""
        return 0

    def message(self, message: Message) -> int:
        """3 and its words."""
        return 3 + sum([self.text(part.text) for part in message.parts if isinstance(part, Text)])

    def warm(self, texts: Sequence[str]) -> Awaitable[None] | None:
        """Nothing here takes long."""
        return None


def size(i: int) -> int:
    """Words of leaf i."""
    return 5 + (i * 7) % 11


def priority(i: int) -> int:
    """All different up to 10,007."""
    return (i * 7919) % 10007


def leaf(i: int) -> Element:
    """Leaf i."""
    return TextChunk(" ".join([f"w{i}"] * size(i)), priority=priority(i))


def _groups(start: int, stop: int, step: int) -> Iterator[range]:
    return (range(at, min(stop, at + step)) for at in range(start, stop, step))


def flat(n: int) -> list[Element]:
    """One message holding all leaves."""
    return [User(*map(leaf, range(n)))]


def messages(n: int) -> list[Element]:
    """Messages of ten leaves."""
    kinds = (User, Assistant)
    return [kinds[j % 2](*map(leaf, g), priority=priority(j)) for j, g in enumerate(_groups(0, n, 10))]


def nested(n: int) -> list[Element]:
    """Messages of ten containers of ten leaves."""
    return [
        User(*(Container(*map(leaf, g), priority=priority(g.start // 10)) for g in _groups(h.start, h.stop, 10)))
        for h in _groups(0, n, 100)
    ]


def passing(n: int) -> list[Element]:
    """One message of pass-priority containers of ten leaves."""
    return [User(*(Container(*map(leaf, g), pass_priority=True) for g in _groups(0, n, 10)))]


SHAPES: dict[str, Callable[[int], list[Element]]] = {
    "flat": flat,
    "messages": messages,
    "nested": nested,
    "pass": passing,
}
_MESSAGES: dict[str, Callable[[int], int]] = {
    "flat": lambda n: 1,
    "messages": lambda n: -(-n // 10),
    "nested": lambda n: -(-n // 100),
    "pass": lambda n: 1,
}


def best_cpu_ms(shape: str, n: int, *, runs: int, cap_s: float = 20) -> tuple[float, int, int]:
    """The least processor time of one render, the tokens it reports and the leaves it keeps."""
    budget = (3 * _MESSAGES[shape](n) + sum(map(size, range(n)))) // 2
    best = float("inf")
    began = time.perf_counter()

    async def once() -> tuple[float, int, int]:
        tree = SHAPES[shape](n)
        gc.collect()
        start = time.process_time()
        rendered = await render(tree, budget=budget, tokenizer=Words())
        taken = time.process_time() - start
        words = {word for message in rendered.messages for word in message.text.split()}
        return taken, rendered.tokens, len(words)

    async def every() -> tuple[float, int, int]:
        nonlocal best
        tokens = kept = 0
        for _ in range(runs):
            taken, tokens, kept = await once()
            best = min(best, taken)
            if time.perf_counter() - began > cap_s:
                break
        return best * 1000, tokens, kept

    return asyncio.run(every())


# --- the peer ---

PEER = Path(__file__).parent / "peers" / "prompt-tsx"
NODE_MODULES = Path(__file__).parents[1] / ".bench" / "prompt-tsx"
"""Where the peer is installed the first time it is asked for."""


def peer(sizes: Sequence[int], *, cap_s: int) -> dict[tuple[str, int], dict[str, Any]]:
    """The peer's figures, by shape and size. Raises when node or the package cannot be had."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise SystemExit(f"the peer is an npm package: {tool} is not installed, so nothing can be compared")
    NODE_MODULES.mkdir(parents=True, exist_ok=True)
    for name in ("bench.mjs", "package.json"):
        shutil.copy(PEER / name, NODE_MODULES / name)
    if not (NODE_MODULES / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=NODE_MODULES, check=True)
    command = ["node", "--expose-gc", "bench.mjs", "--n", ",".join(map(str, sizes)), "--cap", str(cap_s)]
    out = subprocess.run(command, cwd=NODE_MODULES, check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in out.splitlines()]
    return {(row["shape"], row["n"]): row for row in rows}


def run(*, quick: bool = False) -> None:
    """Print processor time side by side, and how both grow."""
    timing.heading("prompt trees, best processor time in ms, × @vscode/prompt-tsx")
    shared = (100, 1_000) if quick else (100, 1_000, 10_000)
    theirs = peer(shared, cap_s=5 if quick else 30)
    version = next(iter(theirs.values()))["version"]
    print(f"{'shape':10}{'leaves':>9}{'prompt-tsx ' + version:>28}{'brimful':>10}{'':>12}   growth of ours")
    for shape in SHAPES:
        before = None
        for n in (*shared, *(() if quick else (100_000,))):
            ours, tokens, kept = best_cpu_ms(shape, n, runs={100: 200, 1_000: 40, 10_000: 15}.get(n, 5), cap_s=60)
            row = theirs.get((shape, n))
            if row and (row["tokens"], row["kept"]) != (tokens, kept):
                raise SystemExit(
                    f"{shape} {n}: {tokens} tokens, {kept} leaves; the peer {row['tokens']}, {row['kept']}"
                )
            growth = f"{math.log10(ours / before):9.2f}" if before else ""
            beside = f"{row['cpu_ms_min']:28.2f}{ours:10.2f}{row['cpu_ms_min'] / ours:10.1f} ×" if row else ""
            print(f"{shape:10}{n:9,}{beside or f'{ours:38.2f}            '}   {growth}")
            before = ours
