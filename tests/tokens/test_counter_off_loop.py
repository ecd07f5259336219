"""Counting off the event loop: the worker starts, ends and starts again, and nothing is left broken."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from brimful.errors import UnknownName
from brimful.settings import Tokens
from brimful.tokens import encodings
from brimful.tokens.encodings import encoding
from brimful.tokens.text_counter import TextCounter
from brimful.tokens.worker import Worker

pytestmark = pytest.mark.spec("TOK-2", "TOK-9")

BOUND_S = 30.0  # no test waits that long; a broken one ends instead of hanging
LONG = " ".join(map(str, range(5_000)))  # long, but no run


class Clock:
    """Time that passes when the test says so: a worker that waits is woken by work or by `pass_idle_time`."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._waiting = threading.Semaphore(0)
        self._idle = False

    def wait(self, condition: threading.Condition, seconds: float) -> bool:
        self.waits.append(seconds)
        self._condition = condition
        self._waiting.release()
        assert condition.wait(BOUND_S)
        idle, self._idle = self._idle, False
        return not idle

    def until_waiting(self) -> None:
        assert self._waiting.acquire(timeout=BOUND_S)

    def pass_idle_time(self) -> None:
        with self._condition:
            self._idle = True
            self._condition.notify()


class Gate:
    """An engine that counts when it is let, and notes on which thread."""

    name = "gate"
    releases_gil = True

    def __init__(self) -> None:
        self.open = threading.Event()
        self.open.set()
        self.entered = threading.Semaphore(0)
        self.threads: list[int] = []
        self.texts: list[str] = []

    def count(self, encoding: str, text: str) -> int:
        if text != " ":  # what loads a vocabulary
            self.threads.append(threading.get_ident())
            self.texts.append(text)
        self.entered.release()
        assert self.open.wait(BOUND_S)
        return len(text)

    def fits(self, encoding: str, text: str, limit: int) -> int | None:
        raise AssertionError("not asked for here")


def ended(thread: threading.Thread | None) -> None:
    assert thread is not None
    thread.join(BOUND_S)
    assert not thread.is_alive()


def test_the_worker_ends_when_idle_and_starts_again_when_needed() -> None:
    clock = Clock()
    worker = Worker(15.0, wait=clock.wait)
    assert not worker.running
    assert worker.submit(lambda: 1).result(BOUND_S) == 1
    clock.until_waiting()
    first = worker._thread
    assert worker.running
    clock.pass_idle_time()
    ended(first)
    assert not worker.running
    assert worker.submit(lambda: 2).result(BOUND_S) == 2
    assert worker._thread is not first
    clock.until_waiting()
    worker.close()
    assert set(clock.waits) == {15.0}


def test_work_that_comes_while_the_worker_waits_keeps_it() -> None:
    clock = Clock()
    worker = Worker(15.0, wait=clock.wait)
    threads = set()
    for _ in range(3):
        threads.add(worker.submit(threading.get_ident).result(BOUND_S))
        clock.until_waiting()
    assert len(threads) == 1
    worker.close()


def test_work_handed_in_as_the_idle_time_ends_is_done() -> None:
    worker = Worker(0.0)
    futures = [worker.submit(lambda k=k: k) for k in range(500)]
    assert [future.result(BOUND_S) for future in futures] == list(range(500))
    worker.close()


def test_jobs_are_done_in_order_and_a_failing_one_fails_alone() -> None:
    worker = Worker(15.0)
    done: list[int] = []
    good = worker.submit(lambda: done.append(1) or 1)
    bad = worker.submit(lambda: done.append(2) or 1 // 0)
    last = worker.submit(lambda: done.append(3) or 3)
    with pytest.raises(ZeroDivisionError):
        bad.result(BOUND_S)
    assert (good.result(BOUND_S), last.result(BOUND_S), done) == (1, 3, [1, 2, 3])
    worker.close()


def refuse(_thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_without_a_thread_the_job_is_done_in_place() -> None:
    worker = Worker(15.0, start=refuse)
    assert worker.submit(threading.get_ident).result(0) == threading.get_ident()
    assert not worker.running


def test_a_closed_worker_does_jobs_in_place() -> None:
    worker = Worker(15.0)
    elsewhere = worker.submit(threading.get_ident).result(BOUND_S)
    worker.close()
    assert not worker.running
    assert elsewhere != threading.get_ident() == worker.submit(threading.get_ident).result(0)


def test_a_program_that_has_counted_ends_at_once_and_may_count_at_its_end() -> None:
    program = (
        "import asyncio, atexit\n"
        "from brimful.tokens.text_counter import TextCounter\n"
        "counter = TextCounter()\n"
        "async def main(): print(await counter.count_async(' '.join(map(str, range(50_000))), 'cl100k_base'))\n"
        "atexit.register(lambda: asyncio.run(main()))\n"
        "asyncio.run(main())\n"
        "counter.forget()\n"
        "counter._worker.submit(lambda: counter.count(' '.join(map(str, range(200_000))), 'cl100k_base'))\n"
    )
    counted = f"{len(encoding('cl100k_base').encode_ordinary(' '.join(map(str, range(50_000)))))}\n" * 2
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={"PYTHONPATH": str(Path(encodings.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
        timeout=14,  # less than the worker's idle time
    )
    assert (done.stdout, done.stderr) == (counted, "")


# --- count_async ----------------------------------------------------------------------------------------------


def run(main: Callable[[], object]) -> None:
    asyncio.run(asyncio.wait_for(main(), BOUND_S))  # type: ignore[arg-type]


def counter_with(engine: Gate, **settings: int) -> TextCounter:
    counter = TextCounter(engine, settings=Tokens(**settings), worker=Worker(15.0))
    counter.counting("o200k_base")
    while engine.entered.acquire(blocking=False):
        pass
    return counter


def test_a_short_text_is_counted_in_place_and_a_long_one_elsewhere() -> None:
    async def main() -> None:
        engine = Gate()
        counter = counter_with(engine, off_loop_from_chars=100)
        assert await counter.count_async("x" * 99, "o200k_base") == 99
        assert await counter.count_async("x" * 100, "o200k_base") == 100
        assert engine.threads[0] == threading.get_ident() != engine.threads[1]
        counter._worker.close()

    run(main)


def test_no_setting_lets_a_text_be_counted_in_place_that_may_take_long() -> None:
    async def main() -> None:
        engine = Gate()
        counter = counter_with(engine, off_loop_from_chars=10_000_000)
        await counter.count_async(LONG[:15_999], "o200k_base")
        await counter.count_async(LONG[:16_000], "o200k_base")
        assert engine.threads[0] == threading.get_ident() != engine.threads[-1]
        counter._worker.close()

    run(main)


def test_a_vocabulary_is_loaded_elsewhere_even_for_a_short_text() -> None:
    async def main() -> None:
        engine = Gate()
        counter = TextCounter(engine, worker=Worker(15.0))
        assert await counter.count_async("short", "cl100k_base") == 5
        assert threading.get_ident() not in engine.threads
        await counter.count_async("brief", "cl100k_base")
        assert engine.threads[-1] == threading.get_ident()
        counter._worker.close()

    run(main)


def test_a_text_counted_before_is_not_counted_again() -> None:
    async def main() -> None:
        engine = Gate()
        counter = counter_with(engine)
        for text in ("short", LONG, " ".join(map(str, range(200_000)))):
            assert await counter.count_async(text, "o200k_base") == len(text)
            engine.texts.clear()
            assert await counter.count_async(text, "o200k_base") == counter.count(text, "o200k_base") == len(text)
            assert engine.texts == []
        counter._worker.close()

    run(main)


def test_the_loop_runs_while_a_long_text_is_counted() -> None:
    async def main() -> None:
        engine = Gate()
        counter = counter_with(engine)
        engine.open.clear()
        task = asyncio.create_task(counter.count_async(LONG, "o200k_base"))
        await asyncio.to_thread(engine.entered.acquire, timeout=BOUND_S)
        assert not task.done()
        engine.open.set()
        assert await task == len(LONG)
        counter._worker.close()

    run(main)


def test_cancelling_leaves_nothing_broken() -> None:
    async def main() -> None:
        engine = Gate()
        counter = counter_with(engine)
        engine.open.clear()
        begun = asyncio.create_task(counter.count_async(LONG + "1", "o200k_base"))
        await asyncio.to_thread(engine.entered.acquire, timeout=BOUND_S)
        queued = asyncio.create_task(counter.count_async(LONG + "2", "o200k_base"))
        await asyncio.sleep(0)
        for task in (begun, queued):
            task.cancel()
        for task in (begun, queued):
            with pytest.raises(asyncio.CancelledError):
                await task
        engine.open.set()
        assert await counter.count_async(LONG + "3", "o200k_base") == len(LONG) + 1
        assert engine.texts == [LONG + "1", LONG + "3"]  # what had not begun was dropped
        counter._worker.close()

    run(main)


def test_an_unknown_encoding_is_refused_at_once() -> None:
    async def main() -> None:
        counter = TextCounter()
        for text in ("short", LONG):
            with pytest.raises(UnknownName):
                await counter.count_async(text, "p50k_base")
        assert not counter._worker.running

    run(main)


@pytest.mark.parametrize("engine", ["tiktoken", "splintr", "bpe-openai"])
def test_what_is_counted_elsewhere_is_exact(engine: str) -> None:
    async def main() -> None:
        counter = TextCounter(engine)
        asked = [LONG, "x" * 20_000, "short", "", "half \ud83d " * 3_000]
        counts = await asyncio.gather(*(counter.count_async(text, "o200k_base") for text in asked))
        assert counts == [len(encoding("o200k_base").encode_ordinary(text)) for text in asked]
        counter._worker.close()

    run(main)


def test_without_a_worker_a_long_text_is_counted_in_place() -> None:
    async def main() -> None:
        engine = Gate()
        counter = TextCounter(engine, worker=Worker(15.0, start=refuse))
        assert await counter.count_async(LONG, "o200k_base") == len(LONG)
        assert set(engine.threads) == {threading.get_ident()}

    run(main)
