"""The renderer beside @vscode/prompt-tsx on the same trees, each at a budget that lets half of it stay.

Measured is from the elements to the messages; making the elements is not in the time, as it is not in the peer's.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence

from brimful.messages import Message, Part, Text
from brimful.prompt import Assistant, Container, Element, TextChunk, User, render


class Words:
    """Counts words; a message costs 3 more. The same as the peer's tokenizer in its bench."""

    name = "words"
    frame = 0

    def text(self, text: str) -> int:
        """Words of a text."""
        return len(text.split())

    def part(self, part: Part) -> int:
        """There are no pictures in these trees."""
        return 0

    def message(self, message: Message) -> int:
        """3 and its words."""
        return 3 + sum([len(part.text.split()) for part in message.parts if isinstance(part, Text)])

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
