"""A clock that is turned by hand, and providers that answer when they are let."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Sequence
from typing import Any

from brimful.completion.items import Item, item
from brimful.completion.providers import Place


class HandClock:
    """Time stands still until it is turned on."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []

    def time(self) -> float:
        return self.now

    def after(self, seconds: float) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((self.now + seconds, done))
        return done

    async def turn(self, seconds: float) -> None:
        """Let the time pass, and everything run that can."""
        await calm()
        self.now += seconds
        for due, done in self._waiting:
            if due <= self.now + 1e-9 and not done.done():
                done.set_result(None)
        await calm()


async def calm() -> None:
    """Let every task run as far as it gets without time passing."""
    for _ in range(50):
        await asyncio.sleep(0)


class Scripted:
    """Answers with a piece that names the offset it was asked at, once its gate is open."""

    def __init__(self, name: str = "scripted", *, kind: str = "imports", open_: bool = True) -> None:
        self.name = name
        self.kind = kind
        self.gate = asyncio.Event()
        if open_:
            self.gate.set()
        self.asked: list[int] = []
        self.cancelled = 0

    def key(self, place: Place) -> Hashable:
        return place.text, place.offset

    async def items(self, place: Place) -> Sequence[Item]:
        self.asked.append(place.offset)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return [item(self.kind, f"{self.name} at {place.offset}", "lib.py")]


class Failing:
    """Fails, at its answer or already at its key."""

    def __init__(self, at: str = "items") -> None:
        self.name = "failing"
        self.at = at

    def key(self, place: Place) -> Hashable:
        if self.at == "key":
            raise LookupError("no key")
        return place

    async def items(self, place: Place) -> Sequence[Item]:
        raise asyncio.CancelledError if self.at == "cancelled" else ValueError("out of order")


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a scenario; nothing it started may be left."""

    async def watched() -> None:
        await scenario()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert left == set()

    asyncio.run(watched())
