"""Work that takes long or waits for a disk, done beside the event loop: the one door out of it (IC-3)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

_Result = TypeVar("_Result")


class Aside(Protocol):
    """Runs a function beside the event loop. Who is cancelled meanwhile is at most that one function behind."""

    def __call__(self, work: Callable[[], _Result], /) -> Awaitable[_Result]:
        """Return what the function returns."""
        ...


async def in_thread(work: Callable[[], _Result], /) -> _Result:
    """Run it in a thread of the loop's own pool."""
    return await asyncio.to_thread(work)
