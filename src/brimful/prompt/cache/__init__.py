"""Caching in prompts: where marks go, what the cache gives back, and what may be changed (CM).

placed = place_marks(body, caching_for(body.model, body.dialect.name))

prompt = reader.read(body, model, caching, estimate)
forecast = ledger.expect("session", prompt, now)
entry = ledger.record("session", prompt, forecast, usage, now)

worth_rewriting(Rewrite(prompt=90_000, after=60_000, cached=88_000, kept=20_000), model)
"""

from brimful.prompt.cache.changes import Difference, Kind
from brimful.prompt.cache.decisions import Decisions, Key, MemoryDecisions, decided
from brimful.prompt.cache.forecast import Forecast
from brimful.prompt.cache.ledger import Break, LedgerEntry, PrefixLedger
from brimful.prompt.cache.marking import Marker, Placed, PlacedMark, marks_for, place_marks, with_marks
from brimful.prompt.cache.offers import Offer, may_offer
from brimful.prompt.cache.placement import Slot, Spot
from brimful.prompt.cache.prompts import Block, Counted, Counts, Prompt, PromptReader, tool_name
from brimful.prompt.cache.worth import Rates, Rewrite, Verdict, rates, worth_rewriting

__all__ = [
    "Block",
    "Break",
    "Counted",
    "Counts",
    "Decisions",
    "Difference",
    "Forecast",
    "Key",
    "Kind",
    "LedgerEntry",
    "Marker",
    "MemoryDecisions",
    "Offer",
    "Placed",
    "PlacedMark",
    "PrefixLedger",
    "Prompt",
    "PromptReader",
    "Rates",
    "Rewrite",
    "Slot",
    "Spot",
    "Verdict",
    "decided",
    "marks_for",
    "may_offer",
    "place_marks",
    "rates",
    "tool_name",
    "with_marks",
    "worth_rewriting",
]
