"""Time, handed in: what tells it and what wakes when it has passed; and turns on the event loop (IC-3).

A race of some milliseconds is lost if its end must queue behind others' work. So a timer is a future and not a task,
which would be woken and finish turns later, and whoever works long gives way for as many turns as a wake-up takes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Any, Protocol

_TURNS = 4
"""Turns of the loop from a timer to the task that waits behind `asyncio.wait` for it, and one more."""


class Clock(Protocol):
    """Tells the time in seconds, from any start, and wakes."""

    def time(self) -> float:
        """Return the time."""
        ...

    def after(self, seconds: float) -> asyncio.Future[None]:
        """Return what is done when so long has passed; it may be cancelled before."""
        ...


class LoopClock:
    """Real time, counted from any start."""

    def time(self) -> float:
        """Return the time."""
        return time.monotonic()

    def after(self, seconds: float) -> asyncio.Future[None]:
        """Return what is done when so long has passed."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        handle = loop.call_later(seconds, lambda: None if done.done() else done.set_result(None))
        done.add_done_callback(lambda _: handle.cancel())
        return done


async def wait_within(clock: Clock, seconds: float, tasks: Collection[asyncio.Future[Any]]) -> bool:
    """Wait until all tasks are done or the time is up, and say whether they are. The tasks are left running."""
    waiting = {task for task in tasks if not task.done()}
    if not waiting or seconds <= 0:
        return not waiting
    timer = clock.after(seconds)
    try:
        while waiting and not timer.done():
            await asyncio.wait({timer, *waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting = {task for task in waiting if not task.done()}
    finally:
        timer.cancel()
    return not waiting


async def give_way() -> None:
    """Let others run: between two stretches of work that keep the loop for a millisecond or more."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
