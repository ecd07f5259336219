"""Forecasts of recorded requests beside what their providers reported (CM-3).

Text is counted at four characters a token; what is learnt from the answers makes up for it, as it does in life.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from brimful.messages import Conversation, Usage
from brimful.models import Registry, caching_for
from brimful.prompt.cache import LedgerEntry, PrefixLedger, PromptReader, place_marks
from brimful.providers import compose, dialect
from brimful.recordings import exchanges, sessions
from brimful.tokens import Estimator, Request

pytestmark = pytest.mark.spec("CM-3")

RECORDED = Path(__file__).parents[2] / "data" / "usage" / "sessions.jsonl"
WIRES = {"anthropic": "anthropic", "google": "gemini"}


def walked(provider: str) -> list[LedgerEntry]:
    """The ledger's entries for the recorded session of that provider, the first request aside."""
    ledger, reader, estimator = PrefixLedger(), PromptReader(), Estimator(lambda text, encoding: len(text) // 4)
    (session,) = (one for one in sessions(RECORDED) if Registry.shipped().find(one["model"]).provider == provider)
    model = Registry.shipped().find(session["model"])
    caching = caching_for(model.id, WIRES[provider])
    for exchange, told in zip(exchanges(session), session["usage"], strict=True):
        messages = tuple(item.message for item in exchange.request.messages)
        body = compose(Conversation(messages, model=model.id), dialect(WIRES[provider])).body
        body = place_marks(body, caching).body
        request = Request(Registry.shipped().family_of(model), model.id, body.pieces, body.tools)
        prompt = reader.read(body, model, caching, estimator.estimate(request))
        usage = Usage(exchange.usage.input, exchange.usage.output, cache_read=told.get("cache_read") or 0)
        ledger.record(provider, prompt, ledger.expect(provider, prompt, 0), usage, 0)
        estimator.learn(request, usage)
    return list(ledger.entries(provider))[1:]


def test_what_claude_read_was_forecast_to_within_a_hundredth_of_the_prompt() -> None:
    entries = walked("anthropic")
    off = sorted(abs(entry.forecast - (entry.reported or 0)) / entry.tokens for entry in entries)
    assert len(entries) > 10
    assert off[len(off) // 2] < 0.01
    assert [entry.broke for entry in entries if entry.broke] == []


def test_what_gemini_read_was_forecast_to_within_a_step_wherever_it_found_its_cache() -> None:
    entries = walked("google")
    found = [entry for entry in entries if entry.reported]
    assert len(found) > 10
    near = [entry for entry in found if abs(entry.forecast - (entry.reported or 0)) <= 2_048]
    assert len(near) >= 0.8 * len(found)
    assert {entry.broke.kind for entry in entries if entry.broke} <= {"missed"}
