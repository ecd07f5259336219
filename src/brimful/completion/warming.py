"""Providers kept warm, and the short race at a request (IC-3).

Each provider has one task at most, and a cache of its last answer for each document. Asked at a place, it answers
from the cache while its key there is the same; otherwise the task asks it, for so long and no longer, and when
another place was wanted meanwhile, asks again for the newest. What is worked out too late for one request is there
for the next.

    moved      the cursor moved: warm, if it rests where something may be typed and no edit was a moment ago
    edited     a text changed: warm once no other edit follows
    gather     a request: warm at once, wait a moment for what is missing, and take what there is

An answer for an earlier place in the same document is better than none: it is given when the newer one is late, and
the account says so. A provider that fails is left out with its error, and never spoils the others. All tasks belong
to the `Warming`, and none is left when it is closed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Literal

from msgspec import Struct

from brimful.completion.clock import Clock, wait_within
from brimful.completion.items import Item, LeftOut
from brimful.completion.positions import at_line_end
from brimful.completion.providers import Place, Provider
from brimful.settings import DEFAULTS, Completion

_log = logging.getLogger("brimful.completion")

By = Literal["keyboard", "mouse", "command"]


class Gathered(Struct, frozen=True):
    """What the providers gave, what they did not, and how long they were waited for."""

    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...]
    waited_s: float


class Warming:
    """The providers, their caches and their tasks. To be used within one event loop."""

    def __init__(
        self, providers: Sequence[Provider], clock: Clock, settings: Completion = DEFAULTS.completion
    ) -> None:
        self._sources = [_Source(each, clock, settings) for each in providers]
        self._clock = clock
        self._race_s = settings.race_ms / 1000
        self._quiet_s = settings.warm_quiet_ms / 1000
        self._debounce_s = settings.warm_debounce_ms / 1000
        self._edited: OrderedDict[str, float] = OrderedDict()
        self._most_edited = settings.remembered_answers
        self._delayed: asyncio.Task[None] | None = None
        self._delays: set[asyncio.Task[None]] = set()  # the one that is wanted and those that are being cancelled

    def moved(self, place: Place, by: By = "keyboard") -> None:
        """Warm where the cursor, an empty and only selection, now stands: by keyboard once it rests, else at once."""
        edited = self._edited.get(place.path)
        if edited is not None and self._clock.time() - edited <= self._quiet_s:
            return
        if not at_line_end(place.text, place.offset):
            return
        if by == "keyboard":
            self._later(place)
        else:
            self.warm(place)

    def edited(self, place: Place) -> None:
        """Warm where a text was changed, once no other edit follows."""
        self._edited[place.path] = self._clock.time()
        self._edited.move_to_end(place.path)
        while len(self._edited) > self._most_edited:
            self._edited.popitem(last=False)
        self._later(place)

    def warm(self, place: Place) -> None:
        """Ask every provider whose cache does not hold for that place, and do not wait."""
        self._still()
        for source in self._sources:
            source.ask(place)

    async def gather(self, place: Place, timeout_s: float | None = None) -> Gathered:
        """Return the pieces there are after the race: the request's time-out, or the setting if that is shorter."""
        began = self._clock.time()
        self.warm(place)
        race_s = self._race_s if timeout_s is None else min(timeout_s, self._race_s)
        await wait_within(self._clock, race_s, [task for each in self._sources if (task := each.late(place))])
        waited_s = self._clock.time() - began
        items: list[Item] = []
        left_out: list[LeftOut] = []
        for source in self._sources:
            items += source.given(place)
            if missing := source.missing(place, waited_s):
                left_out.append(missing)
        return Gathered(tuple(items), tuple(left_out), waited_s)

    async def settled(self) -> None:
        """Wait until nothing is being warmed any more."""
        while tasks := self._tasks():
            await asyncio.wait(tasks)

    def forget(self) -> None:
        """Drop all answers: for when files have changed on disk."""
        for source in self._sources:
            source.forget()

    async def aclose(self) -> None:
        """End all tasks, and return when none is left."""
        tasks = self._tasks()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _later(self, place: Place) -> None:
        self._still()
        self._delayed = asyncio.ensure_future(self._after_rest(place))
        self._delays.add(self._delayed)
        self._delayed.add_done_callback(self._delays.discard)

    async def _after_rest(self, place: Place) -> None:
        await self._clock.after(self._debounce_s)
        self._delayed = None  # from here on it is no longer to be put off
        self.warm(place)

    def _still(self) -> None:
        if self._delayed is not None:
            self._delayed.cancel()
            self._delayed = None

    def _tasks(self) -> list[asyncio.Task[None]]:
        every = (*self._delays, *(source.task for source in self._sources))
        return [task for task in every if task is not None and not task.done()]


class _Answer(Struct, frozen=True):
    key: Hashable
    items: tuple[Item, ...]


class _Source:
    """A provider, its cache and its one task."""

    def __init__(self, provider: Provider, clock: Clock, settings: Completion) -> None:
        self._provider = provider
        self._clock = clock
        self._budget_s = settings.warm_budget_ms / 1000
        self._most_answers = settings.remembered_answers
        self._answers: OrderedDict[str, _Answer] = OrderedDict()  # by the document's path
        self._trouble: LeftOut | None = None
        self._wanted: Place | None = None
        self.task: asyncio.Task[None] | None = None

    def ask(self, place: Place) -> None:
        """See to it that the cache comes to hold for a place."""
        if self._holds(place):
            return
        self._wanted = place
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self._work())

    def late(self, place: Place) -> asyncio.Task[None] | None:
        """Return the task to wait for, where the cache does not hold for a place and is being mended."""
        return None if self.task is None or self.task.done() or self._holds(place) else self.task

    def given(self, place: Place) -> tuple[Item, ...]:
        """What the cache has for the document of a place, be it for an earlier place in it."""
        answer = self._answers.get(place.path)
        return answer.items if answer else ()

    def missing(self, place: Place, waited_s: float) -> LeftOut | None:
        """Say why the cache does not hold for a place; None when it does."""
        if self._holds(place):
            return None
        if self.late(place) is None:
            return self._trouble or LeftOut("not ready", self._provider.name, detail="another place was wanted since")
        instead = "; what it gave for an earlier place was taken" if self.given(place) else ""
        return LeftOut("not ready", self._provider.name, detail=f"after {waited_s * 1000:.0f} ms{instead}")

    def forget(self) -> None:
        """Drop the answers."""
        self._answers.clear()

    def _holds(self, place: Place) -> bool:
        answer = self._answers.get(place.path)
        return answer is not None and answer.key == self._key(place)

    def _key(self, place: Place) -> Hashable:
        """The provider's key; one that is never met again if it fails."""
        try:
            return self._provider.key(place)
        except Exception as error:  # noqa: BLE001 - the border: a provider that fails never spoils the others
            self._fail(error)
            return object()

    async def _work(self) -> None:
        """Ask for what is wanted, until nothing is."""
        while self._wanted is not None:
            place, self._wanted = self._wanted, None
            await self._once(place)

    async def _once(self, place: Place) -> None:
        self._trouble = None
        key = self._key(place)
        asked = asyncio.ensure_future(self._asked(place))
        try:
            in_time = await wait_within(self._clock, self._budget_s, [asked])
        finally:
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
        if not in_time:
            late = f"stopped after {self._budget_s * 1000:.0f} ms"
            self._trouble = LeftOut("not ready", self._provider.name, detail=late)
        elif asked.cancelled():
            self._fail(asyncio.CancelledError("it cancelled itself"))
        elif error := asked.exception():
            self._fail(error)
        else:
            self._keep(place.path, _Answer(key, asked.result()))

    def _fail(self, error: BaseException) -> None:
        name = self._provider.name
        _log.warning("a provider of completion context failed", exc_info=error, extra={"provider": name})
        self._trouble = LeftOut("failed", name, detail=f"{type(error).__name__}: {error}")

    async def _asked(self, place: Place) -> tuple[Item, ...]:
        return tuple(await self._provider.items(place))

    def _keep(self, path: str, answer: _Answer) -> None:
        self._answers[path] = answer
        self._answers.move_to_end(path)
        while len(self._answers) > self._most_answers:
            self._answers.popitem(last=False)
