"""Context for a completion, beside the 20 ms a request waits at most: 10 neighbours, 20 files of 10,000 characters.

Cold: documents just opened, nothing worked out. Typing: caches warm, and each request has one character more before
the cursor. Still: the same request again. Times are of the whole call, to the counted prompt, on a clock that runs.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time

from bench import timing
from brimful.completion import Completion, CompletionContext
from brimful.settings import DEFAULTS

_FILES = 20
_FILE_CHARS = 9_999
_NOUNS = ("order", "invoice", "customer", "parcel", "ledger", "payment", "account", "window", "session", "token")
_VERBS = ("read", "write", "count", "merge", "split", "render", "load", "store", "check", "plan", "shape", "apply")


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
    print(f"{'':10}{'p50':>8}{'p99':>8}{'waited p99':>12}{'requests':>10}   pieces, tokens")
    times = 5 if quick else 30
    _print("cold", [asyncio.run(_requests(1, typing=False, warm=False))[0] for _ in range(times)])
    _print("typing", asyncio.run(_requests(40 if quick else 400, typing=True, warm=True)))
    _print("still", asyncio.run(_requests(40 if quick else 400, typing=False, warm=True)))


async def _requests(times: int, *, typing: bool, warm: bool) -> list[tuple[float, CompletionContext]]:
    text = source(0, 6_000)
    at = text.rindex("    return")
    typed = "    total = sum(invoice.amount for invoice in customer.invoices if invoice.ledger) " * 6
    done = []
    async with Completion() as completion:
        for number in range(_FILES):
            completion.opened(f"file{number}.py", source(number + 1, _FILE_CHARS))
            completion.focused(f"file{number}.py")
        if warm:
            await completion.context("here.py", text, at)
            await completion.settled()
            await completion.context("here.py", text, at)
        for number in range(times):
            now = text[:at] + typed[: number + 1] + text[at:] if typing else text
            offset = at + number + 1 if typing else at
            start = time.perf_counter()
            context = await completion.context("here.py", now, offset)
            done.append(((time.perf_counter() - start) * 1e3, context))
    return done


def _print(name: str, done: list[tuple[float, CompletionContext]]) -> None:
    taken, waited = [each for each, _ in done], [each.waited_ms for _, each in done]
    last = done[-1][1]
    print(
        f"{name:10}{statistics.median(taken):8.2f}{_p99(taken):8.2f}{_p99(waited):12.2f}"
        f"{len(done):10,}   {len(last.items)}, {last.tokens:,}"
    )


def _p99(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]
