"""brimful's token counter beside plain tiktoken on the same texts, in one process.

    python -m bench.tokens            about a minute
    python -m bench.tokens --quick    a few seconds, to see that it runs

Read the ratios: rounds are interleaved and each ratio is the median of its rounds, while absolute times move with the
machine and its neighbours. Every count is compared first. tiktoken runs with brimful's copies of the vocabularies, by
its public method. Texts come from the running Python's standard library and from a fixed seed; nothing is downloaded.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import hashlib
import json
import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bench import timing
from brimful.tokens.cuts import GrowingCount, head_within, tail_within
from brimful.tokens.encodings import ENCODINGS, encoding
from brimful.tokens.text_counter import TextCounter

Count = Callable[[str], int]

LOAD = {
    "tiktoken, published form": """
import base64, time
lines = open({path!r}, 'rb').read()
began = time.perf_counter()
import tiktoken
ranks = {{base64.b64decode(t): int(r) for t, r in (line.split() for line in lines.splitlines())}}
count = tiktoken.Encoding('x', pat_str={pattern!r}, mergeable_ranks=ranks, special_tokens={{}}).encode_ordinary
count('first'); print(time.perf_counter() - began)
""",
    "brimful": """
import time
began = time.perf_counter()
from brimful.tokens import counter
counter({name!r})('first'); print(time.perf_counter() - began)
""",
}


def run(*, quick: bool = False, engine: str = "tiktoken") -> None:
    """Print the figures of both encodings."""
    rounds = 3 if quick else 7
    texts = made_texts(40 if quick else 1)
    for name in ENCODINGS:
        counter = TextCounter(engine)
        timing.heading(f"texts in {name}, engine {engine}, × tiktoken")
        compare_kinds(name, counter, texts, rounds)
        compare_appending(name, counter, texts, rounds)
        time_heads(name, counter, texts)
        time_memory(name, texts)
        asyncio.run(time_loop(name, engine, texts))
        compare_loading(name)


def made_texts(smaller: int) -> dict[str, list[str]]:
    """Make texts of many kinds, `smaller` times fewer or shorter than in full."""
    chance = random.Random(20260101)
    library = Path(sysconfig.get_paths()["stdlib"])
    code = "\n".join(path.read_text("utf-8", "replace") for path in sorted(library.glob("*.py")))
    words = sorted({word for word in code[:400_000].split() if word.isalpha()})
    prose = " ".join(chance.choice(words) + chance.choice(["", "", "", ",", ".", ".\n"]) for _ in range(80_000))
    rows = json.dumps([{"id": k, "name": chance.choice(words), "score": chance.random()} for k in range(4_000)])

    def cut(text: str, size: int, count: int) -> list[str]:
        starts = [chance.randrange(len(text) - size) for _ in range(max(1, count // smaller))]
        return [text[start : start + size] for start in starts]

    def drawn(spans: list[tuple[int, int]], count: int) -> str:
        return "".join(chr(chance.randint(*chance.choice(spans))) for _ in range(count // smaller))

    emoji = ["👩‍👩‍👧‍👦", "👨🏽‍💻", "🇩🇪", "❤️", "😀 ", "ok "]
    return {
        "code, 50 characters": cut(code, 50, 4_000),
        "code, 4 KB": cut(code, 4_096, 100),
        "code, 400 KB": cut(code, 400_000, 2),
        "prose, 50 characters": cut(prose, 50, 4_000),
        "prose, 4 KB": cut(prose, 4_096, 100),
        "prose, 400 KB": cut(prose, 400_000, 2),
        "JSON, 4 KB": cut(rows, 4_096, 50),
        "base64": [base64.b64encode(chance.randbytes(30_000 // smaller)).decode()],
        "Chinese, kana, Hangul": [drawn([(0x4E00, 0x9FFF), (0x3040, 0x30FF), (0xAC00, 0xD7A3)], 40_000)],
        "Arabic": [drawn([(0x620, 0x64A)] * 6 + [(0x20, 0x20)], 40_000)],
        "emoji": ["".join(chance.choice(emoji) for _ in range(10_000 // smaller))],
        "100 k of a": ["a" * 100_000],
        "100 k of blanks": [" " * 100_000],
        "100 k of line ends": ["\n" * 100_000],
        "50 k of one Chinese character": ["中" * 50_000],
        "code with 50 k blanks inside": [code[:20_000] + " " * 50_000 + code[20_000:40_000]],
        "1 MB of code": [(code * 2)[:1_000_000]],
    }


def compare_kinds(name: str, counter: TextCounter, texts: dict[str, list[str]], rounds: int) -> None:
    plain = tiktoken_count(name)
    ours = counter.counting(name)
    print(f"{'text':32}{'tiktoken':>12}{'brimful':>12}")
    for kind, batch in texts.items():
        for text in batch:
            if ours(text) != plain(text):
                sys.exit(f"{kind}: {ours(text)} tokens, should be {plain(text)}")
        theirs_s, ours_s = interleaved(
            lambda b=batch: count_all(plain, b), lambda b=batch: count_all(ours, b), rounds
        )
        size = sum(len(text.encode()) for text in batch)
        ratio = statistics.median(a / b for a, b in zip(theirs_s, ours_s, strict=True))
        print(f"{kind:32}{size / min(theirs_s) / 1e6:7.1f} MB/s{size / min(ours_s) / 1e6:7.1f} MB/s{ratio:8.2f} ×")


def compare_appending(name: str, counter: TextCounter, texts: dict[str, list[str]], rounds: int) -> None:
    plain = tiktoken_count(name)
    code = texts["1 MB of code"][0]
    parts = [code[start : start + 400] for start in range(0, 200_000, 400)]

    def recount() -> int:
        text, total = "", 0
        for part in parts:
            text += part
            total = plain(text)
        return total

    def grow() -> int:
        growing = GrowingCount(counter, name)
        for part in parts:
            growing.append(part)
        return growing.total

    if recount() != grow():
        sys.exit("appending counted wrongly")
    theirs_s, ours_s = interleaved(recount, grow, min(rounds, 3))
    ratio = statistics.median(a / b for a, b in zip(theirs_s, ours_s, strict=True))
    print(
        f"500 appends of 400 characters: {min(ours_s) * 1e3:.1f} ms, recounting {min(theirs_s):.2f} s: {ratio:.0f} ×"
    )


def time_heads(name: str, counter: TextCounter, texts: dict[str, list[str]]) -> None:
    code = texts["1 MB of code"][0]
    for limit in (500, 8_000, 100_000):
        head_s = best(lambda limit=limit: head_within(code, limit, counter, name))
        tail_s = best(lambda limit=limit: tail_within(code, limit, counter, name))
        print(f"{limit:7} tokens of 1 MB of code: head {head_s * 1e3:.2f} ms, tail {tail_s * 1e3:.2f} ms")


def time_memory(name: str, texts: dict[str, list[str]]) -> None:
    counter = TextCounter()
    for size in (50, 4_000, 400_000):
        text = texts["1 MB of code"][0][:size]
        counter.count(text, name)
        again = [text[:-1] + text[-1] for _ in range(20)]  # equal, but new: nothing is kept in the string itself
        hit_s = best(lambda again=again: [counter.count(text, name) for text in again]) / len(again)
        count_s = best(lambda text=text: counter.count_exact(text, name))
        print(f"a text of {size} characters, counted before: {hit_s * 1e6:.2f} µs, counting {count_s * 1e6:.1f} µs")


async def time_loop(name: str, engine: str, texts: dict[str, list[str]]) -> None:
    """Print the longest time a ticking task was kept waiting while long texts were counted.

    Other programs keep it waiting, too. How long is told by the first line: the worker then hashes, for as long as a
    count takes and without the interpreter's lock.
    """
    counter = TextCounter(engine)
    began = time.perf_counter()
    await counter.count_async("first", name)
    first_s = time.perf_counter() - began
    code = texts["1 MB of code"][0]
    kinds = {"code": code, "emoji": (texts["emoji"][0] * 40)[:1_000_000], "a run": "a" * 1_000_000}
    works: dict[str, Callable[[int], Awaitable[object]]] = {
        "hashing instead": lambda _: asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", b"", b"", 150_000)
    }
    for kind, text in kinds.items():  # each text differs by a character, so that none is remembered
        works[kind] = lambda number, text=text: counter.count_async(f"{text}{number}", name)
    print("event loop kept waiting while texts of 1 MB are counted:")
    for kind, work in works.items():
        waits: list[float] = []
        ticking = asyncio.create_task(tick(waits))
        for number in range(20):
            await work(number)
        ticking.cancel()
        waits.sort()
        print(f"    {kind}: {waits[-1] * 1e3:.2f} ms at most, 99.9 % {waits[int(len(waits) * 0.999)] * 1e3:.3f} ms")
    print(f"first count through the worker, vocabulary in memory: {first_s * 1e3:.2f} ms")


async def tick(waits: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0)
        waits.append(time.perf_counter() - began)


def compare_loading(name: str) -> None:
    built = encoding(name)
    lines = [base64.b64encode(built.decode_single_token_bytes(k)) + b" %d\n" % k for k in range(ranks_of(name))]
    with tempfile.TemporaryDirectory() as folder:
        published = Path(folder) / f"{name}.tiktoken"
        published.write_bytes(b"".join(lines))
        for what, program in LOAD.items():
            code = program.format(path=str(published), pattern=built._pat_str, name=name)
            times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3)]
            print(f"import, load and first count, {what}: {min(times) * 1e3:.0f} ms")


def ranks_of(name: str) -> int:
    return {"o200k_base": 199_998, "cl100k_base": 100_256}[name]


def tiktoken_count(name: str) -> Count:
    encode = encoding(name).encode_ordinary
    return lambda text: len(encode(text))


def count_all(count: Count, batch: list[str]) -> None:
    """Count each text."""
    for text in batch:
        count(text)


def interleaved(
    one: Callable[[], object], other: Callable[[], object], rounds: int
) -> tuple[list[float], list[float]]:
    """Time both in turn, each first in every other round."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds):
        for which in (turn % 2, 1 - turn % 2):
            gc.collect()
            began = time.perf_counter()
            (one, other)[which]()
            times[which].append(time.perf_counter() - began)
    return times


def best(work: Callable[[], object], rounds: int = 5) -> float:
    return min(interleaved(work, lambda: None, rounds)[0])


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--quick", action="store_true", help="smaller texts and fewer rounds")
    reader.add_argument("--engine", default="tiktoken", help="brimful's engine (default: tiktoken)")
    options = reader.parse_args()
    run(quick=options.quick, engine=options.engine)
