"""One thread that counts, so that event loops need not.

It is a thread and not a process: tiktoken lets go of the interpreter's lock while it counts, so the loop runs on; a
process would cost half a second and a hundred megabytes for a second set of vocabularies, and every text would be
copied to it. Engines that hold the lock are handed texts in parts (`brimful.tokens.text_counter`). It is one thread
and not several because what is counted off the loop is rare and long, and cores belong to the program.

The thread starts with the first job, ends after a while without one, and starts again. Where none can be started (a
limit of the system, an interpreter that is shutting down) the job is done at once where it was handed in.
"""

from __future__ import annotations

import atexit
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeAlias
from weakref import WeakSet

Job: TypeAlias = Callable[[], int]
Wait: TypeAlias = Callable[[threading.Condition, float], bool]
Start: TypeAlias = Callable[[threading.Thread], None]


def _wait(condition: threading.Condition, seconds: float) -> bool:
    """Wait for a call of `notify`, and say whether one came in time."""
    return condition.wait(seconds)


class Worker:
    """Does jobs one after another on a thread that ends when it has been idle.

    `wait` and `start` are how it waits and starts a thread; tests hand in their own to turn the clock by hand.
    """

    def __init__(self, idle_s: float, *, wait: Wait = _wait, start: Start = threading.Thread.start) -> None:
        self._idle_s = idle_s
        self._wait = wait
        self._start = start
        self._work = threading.Condition()
        self._jobs: deque[tuple[Job, Future[int]]] = deque()
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether there is a thread now."""
        thread = self._thread
        return thread is not None and thread.is_alive()

    def submit(self, job: Job) -> Future[int]:
        """Hand in a job. Cancelling what is returned drops the job if it has not begun."""
        future: Future[int] = Future()
        with self._work:
            if self._has_thread():
                self._jobs.append((job, future))
                self._work.notify()
                return future
        _do(job, future)
        return future

    def close(self) -> None:
        """Let the thread finish what it has begun, and do every later job in place."""
        with self._work:
            self._closed = True
            thread = self._thread
            self._work.notify()
        if thread is not None:
            thread.join()

    def _has_thread(self) -> bool:
        if self._closed:
            return False
        if self.running:  # false after a fork, too: threads stay behind
            return True
        thread = threading.Thread(target=self._run, name="brimful-counting", daemon=True)
        self._thread = thread
        try:
            self._start(thread)
        except RuntimeError:  # no thread can be started
            self._thread = None
            return False
        _close_at_exit(self)
        return True

    def _run(self) -> None:
        while (next_job := self._next()) is not None:
            _do(*next_job)
            del next_job  # or the last text lives as long as the thread waits

    def _next(self) -> tuple[Job, Future[int]] | None:
        """Wait for a job. None ends the thread: under the lock, so that no job is handed to a thread that ends."""
        with self._work:
            while not self._jobs:
                if self._closed or not self._wait(self._work, self._idle_s):
                    if self._jobs:
                        break
                    self._thread = None
                    return None
            return self._jobs.popleft()


_started: WeakSet[Worker] = WeakSet()


def _close_at_exit(worker: Worker) -> None:
    """See to it that the thread, a daemon, is not stopped inside compiled code when the interpreter ends."""
    if not _started:
        atexit.unregister(_close_all)  # workers may have come and gone before
        atexit.register(_close_all)
    _started.add(worker)


def _close_all() -> None:
    for worker in list(_started):
        worker.close()


def _do(job: Job, future: Future[int]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = job()
    except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for the future
        future.set_exception(error)
    else:
        future.set_result(result)
