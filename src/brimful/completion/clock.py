"""Time, handed in: what tells it, what waits, and the first of several tasks within it (IC-3)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Any, Protocol


class Clock(Protocol):
    """Tells the time in seconds, from any start, and waits."""

    def time(self) -> float:
        """Return the time."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        ...


class LoopClock:
    """Real time, counted from any start."""

    def time(self) -> float:
        """Return the time."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        await asyncio.sleep(seconds)


async def wait_within(clock: Clock, seconds: float, tasks: Collection[asyncio.Future[Any]]) -> bool:
    """Wait until all tasks are done or the time is up, and say whether they are. The tasks are left running."""
    waiting = {task for task in tasks if not task.done()}
    if not waiting or seconds <= 0:
        return not waiting
    timer = asyncio.ensure_future(clock.sleep(seconds))
    try:
        while waiting and not timer.done():
            await asyncio.wait({timer, *waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting = {task for task in waiting if not task.done()}
    finally:
        timer.cancel()
        await asyncio.gather(timer, return_exceptions=True)
    return not waiting
