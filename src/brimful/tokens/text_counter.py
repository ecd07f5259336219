"""Exact counts of texts: remembered, safe in any thread, and never in the way of an event loop.

Around an engine (`brimful.tokens.engine`) the counter does what all of them need: it joins surrogate pairs and reads
lone halves as U+FFFD, counts long runs without counting them (`brimful.tokens.runs`), hands long texts to an engine
that holds the interpreter's lock in parts, and remembers the counts of texts it has seen.

Texts are remembered by themselves while they are short; a long one is remembered by digest and length, so that five
thousand long texts do not stay in memory for the sake of five thousand numbers.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from threading import Lock
from typing import TypeAlias

from brimful.settings import DEFAULTS, Tokens
from brimful.tokens import encodings, runs
from brimful.tokens.cuts import safe_cut_after, safe_cut_before
from brimful.tokens.engine import Engine, load_engine
from brimful.tokens.engines.tiktoken import LISTED_BELOW
from brimful.tokens.worker import Worker

Count: TypeAlias = Callable[[str], int]
Key: TypeAlias = tuple[str, str] | tuple[str, int, bytes]

_KEPT_AS_TEXT_BELOW = 4_096
_MOST_IN_PLACE = 16_000
"""Characters counted on an event loop at most, whatever the setting: 3 ms for the slowest text we know of."""
_DIGEST_IN_PLACE = 1_000_000
"""Characters digested on an event loop at most: about a millisecond."""
_PART = 4_096
"""Characters that an engine which holds the lock gets at once: some milliseconds for the slowest."""
_LONGEST_PART = 4 * _PART


class TextCounter:
    """Counts the tokens of texts."""

    def __init__(
        self,
        engine: str | Engine = "tiktoken",
        *,
        settings: Tokens = DEFAULTS.tokens,
        worker: Worker | None = None,
    ) -> None:
        self._engine = load_engine(engine) if isinstance(engine, str) else engine
        self._worker = worker or Worker(settings.worker_idle_s)
        self._off_loop_from = min(settings.off_loop_from_chars, _MOST_IN_PLACE)
        self._most_entries = settings.lru_entries
        self._counted: OrderedDict[Key, int] = OrderedDict()
        self._lock = Lock()
        self._exact: dict[str, Count] = {}

    def count(self, text: str, encoding: str) -> int:
        """Return how many tokens the text is, from memory if it was counted before."""
        key = _key(text, encoding)
        remembered = self._recall(key)
        if remembered is not None:
            return remembered
        count = self.count_exact(text, encoding)
        self._remember(key, count)
        return count

    def count_exact(self, text: str, encoding: str) -> int:
        """Return how many tokens the text is, without asking or feeding the memory."""
        return (self._exact.get(encoding) or self.counting(encoding))(text)

    async def count_async(self, text: str, encoding: str) -> int:
        """Return how many tokens the text is; what may take long is done by the worker.

        The first text of an encoding goes to the worker whatever its length, since loading a vocabulary takes long.
        """
        if len(text) <= _DIGEST_IN_PLACE:
            remembered = self._recall(_key(text, encoding))
            if remembered is not None:
                return remembered
        if len(text) < self._off_loop_from and encoding in self._exact:
            return self.count(text, encoding)
        import asyncio  # takes longer than all of this package, and whoever awaits has it already

        encodings.check_name(encoding)
        return await asyncio.wrap_future(self._worker.submit(partial(self.count, text, encoding)))

    def counting(self, encoding: str) -> Count:
        """Return `count_exact` bound to an encoding, with the vocabulary loaded: for loops over many texts."""
        if encoding not in self._exact:
            encodings.check_name(encoding)
            count = _exact(self._engine, encoding)
            count(" ")  # engines load a vocabulary when they first need it
            self._exact[encoding] = count
        return self._exact[encoding]

    def forget(self) -> None:
        """Forget all counts."""
        with self._lock:
            self._counted.clear()

    def _recall(self, key: Key) -> int | None:
        with self._lock:
            count = self._counted.get(key)
            if count is not None:
                self._counted.move_to_end(key)
            return count

    def _remember(self, key: Key, count: int) -> None:
        with self._lock:
            self._counted[key] = count
            self._counted.move_to_end(key)
            while len(self._counted) > self._most_entries:
                self._counted.popitem(last=False)


def join_surrogates(text: str) -> str:
    """Join halves of characters that stand side by side, and replace lone ones by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _key(text: str, encoding: str) -> Key:
    if len(text) < _KEPT_AS_TEXT_BELOW:
        return encoding, text
    return encoding, len(text), hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _exact(engine: Engine, encoding: str) -> Count:
    """Return the function that counts a text of any kind in that encoding.

    Most texts are short, and for them a call more is a percent or two: tiktoken's engine offers its core for those.
    """
    count = _of_any_length(engine, encoding)
    listing = getattr(engine, "listing", None)
    listed: Callable[[str], Sequence[object]] = listing(encoding) if listing else str
    listed_below = LISTED_BELOW if listing else 0

    def exact(text: str) -> int:
        try:
            return len(listed(text)) if len(text) < listed_below else count(text)
        except UnicodeEncodeError:
            return exact(join_surrogates(text))

    return exact


def _of_any_length(engine: Engine, encoding: str) -> Count:
    """Return the function that counts a text without surrogates, its long runs apart."""
    counting = getattr(engine, "counting", None)
    whole: Count = counting(encoding) if counting else partial(engine.count, encoding)
    long = whole if engine.releases_gil else _in_parts(whole, encoding)

    def count(text: str) -> int:
        if len(text) < runs.SHORTEST_RUN:
            return whole(text)
        found = runs.find_runs(text)
        first = next(found, None)
        if first is None:
            return long(text)
        return runs.count_with_runs(encoding, text, chain((first,), found), long)

    return count


def _in_parts(whole: Count, encoding: str) -> Count:
    """Return a function that lets other threads run between parts of a text.

    A stretch that cannot be cut for long is counted by tiktoken, which lets them run all the time.
    """
    reference: list[Count] = []

    def count(text: str) -> int:
        total = start = 0
        while start < len(text):
            end = start + _PART
            if end < len(text):
                end = safe_cut_before(text, end, start)
                end = end if end > start else safe_cut_after(text, start + _PART)
            part = text[start:end]
            if len(part) > _LONGEST_PART:
                if not reference:
                    reference.append(_exact(load_engine("tiktoken"), encoding))
                total += reference[0](part)
            else:
                total += whole(part)
            start = end
        return total

    return count
