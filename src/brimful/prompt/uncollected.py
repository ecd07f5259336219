"""A coroutine that runs without the garbage collector looking on.

A render makes some objects for every element, and all of them live until it ends. The collector counts what is made
and looks through everything there is, again and again, for garbage that cannot be there yet: at 100,000 elements
that is a third of the time. So it is paused while a render runs, and only then: whenever the render waits for
anything, the collector is back before the event loop does something else.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar

from brimful.collector import paused

Result = TypeVar("Result")


class Uncollected(Generic[Result]):
    """Awaits a coroutine; between its waits the collector is paused."""

    def __init__(self, coroutine: Coroutine[Any, Any, Result]) -> None:
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, Result]:
        """Run until it waits, wait for that, run on."""
        go_on: Callable[[], Any] = lambda: self._coroutine.send(None)  # noqa: E731  # it changes with what comes back
        while True:
            try:
                waiting = _paused(go_on)
            except StopIteration as end:
                result: Result = end.value
                return result
            try:
                sent = yield waiting
                go_on = _sending(self._coroutine, sent)
            except BaseException as error:  # noqa: BLE001  # a cancellation, or what was awaited raised: it goes in there
                go_on = _throwing(self._coroutine, error)


def _sending(coroutine: Coroutine[Any, Any, Any], value: Any) -> Callable[[], Any]:
    return lambda: coroutine.send(value)


def _throwing(coroutine: Coroutine[Any, Any, Any], error: BaseException) -> Callable[[], Any]:
    return lambda: coroutine.throw(error)


def _paused(run: Callable[[], Any]) -> Any:
    with paused():
        return run()
