"""The prefix ledger: how much of each request equals the one before, what its cache gave back, and what broke (CM-3).

    forecast = ledger.expect("conversation", prompt, now)             before it is sent
    entry = ledger.record("conversation", prompt, forecast, usage, now)    when it was answered

`expect` changes nothing, so a request that is never answered leaves no trace. `record` holds the forecast against
what the provider reported; where less was read than the cache held, the entry names the change that broke the
prefix, the tokens that were lost, and what it cost to read them again. When more was read than forecast the provider
is right and nothing is named. Everything is bounded: conversations, marked prefixes, blocks and entries.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import date
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from brimful.messages import Usage
from brimful.models.model import Prices
from brimful.models.prices import in_force
from brimful.prompt.cache.changes import Difference, Kind
from brimful.prompt.cache.forecast import Forecast, Memory, Written, expect, marked
from brimful.prompt.cache.prompts import Prompt
from brimful.settings import DEFAULTS, Cache

_MILLION = 1_000_000

_SENTENCES: dict[Kind, str] = {
    "model": "the model changed ({label})",
    "changed": "{at} ({label}) was changed",
    "reordered": "{at} ({label}) was put into another order",
    "inserted": "{blocks} block(s) were inserted at {at} ({label})",
    "removed": "{blocks} block(s) were removed at {at} ({label})",
    "mark": "no cache mark leads to what was cached",
    "expired": "the cache had expired",
    "missed": "the provider did not find it, though nothing changed",
}


class Break(Struct, frozen=True, omit_defaults=True):
    """What broke a prefix: where in the body, the tokens that had to be read again, and what that cost beyond reading
    them from the cache, in dollars; None = a price is not known."""

    kind: Kind
    lost: int
    cost: float | None = None
    at: str = ""
    label: str = ""
    blocks: int = 0

    @property
    def text(self) -> str:
        """One line for people."""
        happened = _SENTENCES[self.kind].format(at=self.at, label=self.label or "?", blocks=self.blocks)
        money = "at a price nobody knows" if self.cost is None else f"for ${self.cost:.4f}"
        return f"{happened}: {self.lost:,} tokens were read again {money}"


class LedgerEntry(Struct, frozen=True, omit_defaults=True):
    """One answered request. None = the provider did not say.

    tokens:   the estimate of the whole prompt; `input` is what was reported.
    equal:    tokens of prefix that equal the request before.
    forecast: tokens that the cache should give back; `reported`: what it gave; `written`: what it was given.
    """

    number: int
    model: str
    tokens: int
    equal: int
    forecast: int
    input: int | None = None
    reported: int | None = None
    written: int = 0
    broke: Break | None = None

    @property
    def text(self) -> str:
        """One line for people."""
        share = round(100 * self.equal / self.tokens) if self.tokens else 0
        reported = "nothing was reported" if self.reported is None else f"{self.reported:,} reported"
        line = (
            f"{self.number}: {self.equal:,} of {self.tokens:,} tokens ({share} %) as before,"
            f" {self.forecast:,} forecast from the cache, {reported}"
        )
        return f"{line}; {self.broke.text}" if self.broke else line


class PrefixLedger:
    """Remembers conversations by a key of the caller's (a session id, the name of a branch)."""

    def __init__(self, settings: Cache = DEFAULTS.cache) -> None:
        self._settings = settings
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def expect(self, conversation: str, prompt: Prompt, now: float) -> Forecast:
        """Say what the cache will give back for a request; `now` in seconds of any clock that only goes forward."""
        kept = self._kept.get(conversation)
        return expect(kept.memory if kept else None, prompt, now)

    def record(
        self,
        conversation: str,
        prompt: Prompt,
        forecast: Forecast,
        usage: Usage | None,
        now: float,
        *,
        on: date | None = None,
    ) -> LedgerEntry:
        """Take in that a request was answered. `on`: the day, for prices that change."""
        kept = self._kept.pop(conversation, None) or _Kept(None, deque(maxlen=self._settings.ledger_requests), 0)
        reported = usage.cache_read if usage and usage.input is not None else None
        entry = LedgerEntry(
            number=kept.requests + 1,
            model=prompt.model.id,
            tokens=forecast.tokens,
            equal=forecast.equal,
            forecast=forecast.read,
            input=usage.input if usage else None,
            reported=reported,
            written=usage.cache_write if usage else 0,
            broke=_broke(prompt, forecast, reported, self._settings.tolerance, on),
        )
        kept.entries.append(entry)
        memory = _remember(kept.memory, prompt, now, self._settings)
        self._kept[conversation] = _Kept(memory, kept.entries, entry.number)
        while len(self._kept) > self._settings.ledger_conversations:
            self._kept.popitem(last=False)
        return entry

    def entries(self, conversation: str) -> tuple[LedgerEntry, ...]:
        """The newest entries of a conversation, oldest first."""
        kept = self._kept.get(conversation)
        return tuple(kept.entries) if kept else ()

    def tools(self, conversation: str) -> tuple[bytes, ...] | None:
        """The names of the tools in the request before (`tool_name`); None when there was none (CM-5)."""
        kept = self._kept.get(conversation)
        return kept.memory.tools if kept and kept.memory else None

    def forget(self, conversation: str) -> None:
        """Forget a conversation."""
        self._kept.pop(conversation, None)


class _Kept(Struct, frozen=True):
    memory: Memory | None
    entries: deque[LedgerEntry]
    requests: int


# --- what broke -------------------------------------------------------------------------------------------------


def _broke(
    prompt: Prompt, forecast: Forecast, reported: int | None, tolerance: float, on: date | None
) -> Break | None:
    """Hold the forecast against the report. A difference of one step, or within the tolerance, is no break."""
    read = forecast.read if reported is None else reported
    lost = forecast.held - read
    if lost <= max(tolerance * forecast.held, prompt.caching.step - 1):
        return None
    why = forecast.why or Difference("missed", "", "", 0)
    cost = _cost_of(lost, prompt, on)
    return Break(why.kind, lost, cost, why.at, why.label, why.blocks)


def _cost_of(tokens: int, prompt: Prompt, on: date | None) -> float | None:
    """What reading tokens again costs beyond reading them from the cache: they are written anew where the request
    has marks, and input like any other where not."""
    prices = in_force(prompt.model.prices, prompt.tokens, on)
    again = _price_again(prompt, prices)
    if again is None or prices.cache_read is None:
        return None
    return tokens * (again - prices.cache_read) / _MILLION


def _price_again(prompt: Prompt, prices: Prices) -> float | None:
    marks = marked(prompt)
    if prompt.caching.at == "tokens" or not marks or prices.cache_write is None:
        return prices.input
    lifetimes = [prompt.caching.lifetime(ttl) for ttl in marks.values()]
    if min(lifetimes) > prompt.caching.ttl_s and prices.cache_write_1h is not None:
        return prices.cache_write_1h
    return prices.cache_write


# --- what is remembered -----------------------------------------------------------------------------------------


def _remember(memory: Memory | None, prompt: Prompt, now: float, settings: Cache) -> Memory:
    folded = max(0, len(prompt.blocks) - settings.ledger_blocks)
    written = _written(memory, prompt, now)[-settings.ledger_marks :]
    own = set(prompt.names)
    return Memory(
        model=prompt.model.id,
        blocks=prompt.blocks[folded:],
        folded=folded,
        folded_name=prompt.names[folded - 1] if folded else b"",
        tools=prompt.tools,
        written=written,
        longest=max((entry for entry in written if entry.name in own), key=lambda entry: entry.tokens, default=None),
    )


def _written(memory: Memory | None, prompt: Prompt, now: float) -> tuple[Written, ...]:
    """What the provider keeps after a request, the longest used last: what it was given now, and what it had, of
    which the beginnings of this prompt were used."""
    sizes = list(accumulate(block.tokens for block in prompt.blocks))
    fresh = {
        prompt.names[index]: Written(prompt.names[index], sizes[index], prompt.caching.lifetime(ttl), now)
        for index, ttl in _ends(prompt).items()
        if sizes[index] >= prompt.caching.minimum
    }
    if prompt.caching.at == "tokens" or memory is None or memory.model != prompt.model.id:
        return tuple(fresh.values())
    used = set(prompt.names)
    older = [
        replace(entry, used=now) if entry.name in used else entry
        for entry in memory.written
        if entry.lives(now) and entry.name not in fresh
    ]
    return (*older, *fresh.values())


def _ends(prompt: Prompt) -> dict[int, str]:
    """Where prefixes end that are kept: the marks, or simply the end."""
    if prompt.caching.at == "marks":
        return marked(prompt)
    return {len(prompt.blocks) - 1: ""} if prompt.blocks else {}
