"""Context for a completion, beside the 20 ms a request waits at most: 10 neighbours, 20 files of 10,000 characters.

Cold: documents just opened, nothing worked out. Typing: caches warm, and each request has one character more before
the cursor. Still: the same request again. Times are of the whole call, to the counted prompt: on the wall, where a
busy machine shows, and of the processor.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from typing import NamedTuple

from bench import timing
from brimful.completion import Completion, CompletionContext
from brimful.settings import DEFAULTS

_FILES = 20
_FILE_CHARS = 9_999
_NOUNS = ("order", "invoice", "customer", "parcel", "ledger", "payment", "account", "window", "session", "token")
_VERBS = ("read", "write", "count", "merge", "split", "render", "load", "store", "check", "plan", "shape", "apply")


class _Timed(NamedTuple):
    wall_ms: float
    cpu_ms: float
    context: CompletionContext


def source(seed: int, chars: int) -> str:
    """A Python file of that many characters, the same for the same seed."""
    draw = random.Random(seed)
    lines: list[str] = []
    size = 0
    while size < chars:
        noun, verb, other = draw.choice(_NOUNS), draw.choice(_VERBS), draw.choice(_NOUNS)
        block = [
            f"def {verb}_{noun}_{draw.randrange(1000)}({other}, limit={draw.randrange(100)}):",
            f'    """{verb.title()} the {noun} of each {other}."""',
            f"    found = [{noun}.{verb}({other}) for {noun} in {other}.{draw.choice(_NOUNS)}s]",
            f"    return {draw.choice(_VERBS)}(found, limit) if found else None",
            "",
            "",
        ]
        lines += block
        size += sum(map(len, block)) + len(block)
    return "\n".join(lines)[:chars]


def run(*, quick: bool = False) -> None:
    """Print how long contexts take."""
    timing.heading("completion context, ms a request (IC-3)")
    race_ms = DEFAULTS.completion.race_ms
    print(f"race {race_ms:g} ms; 10 neighbours, {_FILES} similar files of {_FILE_CHARS:,} characters")
    columns = f"{'p50':>8}{'p99':>8}{'cpu p50':>10}{'cpu p99':>10}{'waited p99':>12}{'requests':>10}"
    print(f"{'':10}{columns}   pieces, tokens")
    times = 5 if quick else 30
    _print("cold", [asyncio.run(_requests(1, typing=False, warm=False))[0] for _ in range(times)])
    _print("typing", asyncio.run(_requests(40 if quick else 400, typing=True, warm=True)))
    _print("still", asyncio.run(_requests(40 if quick else 400, typing=False, warm=True)))


async def _requests(times: int, *, typing: bool, warm: bool) -> list[_Timed]:
    text = source(0, 6_000)
    at = text.rindex("    return")
    typed = "    total = sum(invoice.amount for invoice in customer.invoices if invoice.ledger) " * 6
    done = []
    async with Completion() as completion:
        for number in range(_FILES):
            completion.opened(f"file{number}.py", source(number + 1, _FILE_CHARS))
            completion.focused(f"file{number}.py")
        if warm:
            while any(
                each.reason == "not ready" for each in (await completion.context("here.py", text, at)).left_out
            ):
                await completion.settled()
        for number in range(times):
            now = text[:at] + typed[: number + 1] + text[at:] if typing else text
            offset = at + number + 1 if typing else at
            start, cpu = time.perf_counter(), time.process_time()
            context = await completion.context("here.py", now, offset)
            wall_ms, cpu_ms = (time.perf_counter() - start) * 1e3, (time.process_time() - cpu) * 1e3
            done.append(_Timed(wall_ms, cpu_ms, context))
    return done


def _print(name: str, done: list[_Timed]) -> None:
    wall, cpu = [each.wall_ms for each in done], [each.cpu_ms for each in done]
    waited = [each.context.waited_ms for each in done]
    last = done[-1].context
    print(
        f"{name:10}{statistics.median(wall):8.2f}{_p99(wall):8.2f}{statistics.median(cpu):10.2f}{_p99(cpu):10.2f}"
        f"{_p99(waited):12.2f}{len(done):10,}   {len(last.items)}, {last.tokens:,}"
    )


def _p99(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]
