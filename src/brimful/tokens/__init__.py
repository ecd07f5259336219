"""What it costs: encodings, counters, formulas, and what providers taught (TOK).

counter = TextCounter()
counter.count("How long is this?", "o200k_base")

estimator = Estimator(counter.count)
estimator.estimate(request).total        before it is sent
estimator.learn(request, usage, answer)  when it was answered
"""

from __future__ import annotations

from collections.abc import Callable

from brimful.tokens.actuals import Actual, ActualsStore, MemoryActuals
from brimful.tokens.correction import Corrections
from brimful.tokens.cuts import GrowingCount, head_within, tail_within
from brimful.tokens.encodings import ENCODINGS
from brimful.tokens.engine import Engine, load_engine
from brimful.tokens.estimator import Countable, CountableTools, Estimate, Estimator, Request
from brimful.tokens.formulas import Cost, Count, message_cost, messages_cost, tools_cost
from brimful.tokens.guess import hard_bound, safe_guess, typical_guess
from brimful.tokens.images import image_cost, image_size, image_tokens
from brimful.tokens.learning import spread
from brimful.tokens.margins import Portions, Source, with_margin
from brimful.tokens.records import Distribution, Errors, Record, Records, distribution
from brimful.tokens.replay import Exchange, Said, after_first, replay
from brimful.tokens.text_counter import TextCounter

__all__ = [
    "ENCODINGS",
    "Actual",
    "ActualsStore",
    "Corrections",
    "Cost",
    "Count",
    "Countable",
    "CountableTools",
    "Distribution",
    "Engine",
    "Errors",
    "Estimate",
    "Estimator",
    "Exchange",
    "GrowingCount",
    "MemoryActuals",
    "Portions",
    "Record",
    "Records",
    "Request",
    "Said",
    "Source",
    "TextCounter",
    "after_first",
    "counter",
    "distribution",
    "hard_bound",
    "head_within",
    "image_cost",
    "image_size",
    "image_tokens",
    "load_engine",
    "message_cost",
    "messages_cost",
    "replay",
    "safe_guess",
    "spread",
    "tail_within",
    "tools_cost",
    "typical_guess",
    "with_margin",
]


def counter(encoding_name: str) -> Callable[[str], int]:
    """A function that counts texts exactly in that encoding, without remembering them."""
    return TextCounter().counting(encoding_name)
