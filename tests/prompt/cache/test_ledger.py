"""The prefix ledger: forecast against report, and what broke a prefix (CM-3)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful import jsontext
from brimful.messages import Conversation as Messages
from brimful.messages import Usage
from brimful.models import caching_for
from brimful.prompt.cache import Counts, LedgerEntry, PrefixLedger, Prompt, PromptReader, place_marks
from brimful.providers import compose, dialect, read_body
from brimful.settings import Cache
from tests.messages.strategies import agent_conversations
from tests.prompt.cache.bodies import EACH, MODELS, REGISTRY, TOOLS, body, prompt, prompt_of

pytestmark = pytest.mark.spec("CM-3")

WIRES = sorted(MODELS)
SAID = ["one", "two", "three", "four", "five"]
HEAD = 2 * EACH  # tools and system prompt


class Conversation:
    """One conversation with a provider whose cache does as forecast, unless `reported` says otherwise."""

    def __init__(self, wire: str, settings: Cache | None = None) -> None:
        self.wire = wire
        self.ledger = PrefixLedger(settings or Cache())
        self.now = 0.0

    def send(self, made: Prompt | list[str], *, reported: int | None = None, wait: float = 1.0) -> LedgerEntry:
        self.now += wait
        made = prompt(self.wire, made) if isinstance(made, list) else made
        forecast = self.ledger.expect("c", made, self.now)
        read = forecast.read if reported is None else reported
        return self.ledger.record("c", made, forecast, Usage(made.tokens, 10, cache_read=read), self.now)


@pytest.mark.parametrize("wire", WIRES)
def test_a_request_that_goes_on_reads_all_of_the_one_before(wire: str) -> None:
    talk = Conversation(wire)
    first = talk.send(SAID[:3])
    assert (first.equal, first.forecast, first.broke) == (0, 0, None)
    second = talk.send(SAID)
    assert second.equal == HEAD + 3 * EACH
    assert second.broke is None
    expected = second.equal - (second.equal % 128 if wire == "openai" else 0)
    assert second.forecast == expected


@pytest.mark.parametrize("wire", WIRES)
def test_a_changed_message_is_named_with_what_it_cost(wire: str) -> None:
    talk = Conversation(wire)
    talk.send(SAID)
    entry = talk.send(["one", "TWO", "three", "four", "five"])
    assert entry.broke is not None
    assert entry.broke.kind == "changed"
    assert entry.broke.at.endswith("[2]" if wire in ("openai", "responses") else "[1]")
    assert entry.broke.label == "assistant"
    assert entry.equal == HEAD + EACH
    assert entry.broke.lost == pytest.approx(HEAD + 5 * EACH - entry.forecast, abs=128)
    assert entry.broke.cost is not None
    assert entry.broke.cost > 0
    assert "was changed" in entry.text


def with_inserted(said: list[str]) -> dict[str, Any]:
    return {"said": [said[0], "new", "newer", *said[1:]]}


CHANGES: list[tuple[str, str, dict[str, Any]]] = [
    ("inserted", "messages[1]", with_inserted(SAID)),
    ("removed", "messages[1]", {"said": [SAID[0], *SAID[3:]]}),
    ("changed", "system", {"system": "Be long."}),
    ("inserted", "tools[0]", {"tools": {"new": {}, **TOOLS}}),
    ("removed", "tools[0]", {"tools": {"grep": TOOLS["grep"]}}),
    ("reordered", "tools[0]", {"tools": dict(reversed(TOOLS.items()))}),
    (
        "reordered",
        "tools[0]",
        {"tools": {**TOOLS, "read": {**TOOLS["read"], "properties": {"line": {}, "path": {}}}}, "_keys": True},
    ),
    ("changed", "tool_choice", {"tool_choice": {"type": "any"}}),
    ("model", "model", {"model": "claude-opus-5"}),
]


@pytest.mark.parametrize(("kind", "at", "change"), CHANGES, ids=[f"{kind} {at}" for kind, at, _ in CHANGES])
def test_every_change_has_a_name_and_a_place(kind: str, at: str, change: dict[str, Any]) -> None:
    change = dict(change)
    before: dict[str, Any] = {}
    if change.pop("_keys", False):
        before = {"tools": {**TOOLS, "read": {**TOOLS["read"], "properties": {"path": {}, "line": {}}}}}
    talk = Conversation("anthropic")
    talk.send(prompt("anthropic", SAID, **before))
    entry = talk.send(prompt("anthropic", change.pop("said", SAID), **change))
    assert entry.broke is not None
    assert (entry.broke.kind, entry.broke.at) == (kind, at)


def test_other_bytes_that_say_the_same_are_no_break() -> None:
    talk = Conversation("anthropic")
    talk.send(SAID)
    made = body("anthropic", SAID)
    members = {name: jsontext.decode(raw) for name, raw in reversed(made.members.items())}
    spaced = read_body(json.dumps(members, indent=4).encode(), made.dialect)
    assert spaced.items[0].digest != made.items[0].digest
    assert talk.send(prompt_of(spaced)).broke is None


def test_a_prefix_that_waited_too_long_has_expired() -> None:
    talk = Conversation("anthropic")
    talk.send(SAID[:3])
    entry = talk.send(SAID, wait=301)
    assert entry.broke is not None
    assert (entry.broke.kind, entry.broke.lost, entry.forecast) == ("expired", HEAD + 3 * EACH, 0)
    assert talk.send([*SAID, "six", "seven"], wait=299).broke is None


def test_a_change_to_what_had_expired_cost_nothing_by_itself() -> None:
    talk = Conversation("anthropic")
    talk.send(SAID[:3])
    entry = talk.send(["other", "two", "three", "four", "five"], wait=301)
    assert entry.broke is not None
    assert entry.broke.kind == "expired"


def test_reading_keeps_a_prefix_alive() -> None:
    talk = Conversation("anthropic")
    talk.send(SAID[:1])
    for _ in range(5):
        assert talk.send(SAID[:1], wait=200).broke is None


def test_without_a_mark_near_it_what_is_cached_is_not_found() -> None:
    talk = Conversation("anthropic")
    talk.send(SAID[:3])
    entry = talk.send(prompt("anthropic", SAID, marks=False))
    assert entry.broke is not None
    assert (entry.broke.kind, entry.equal) == ("mark", HEAD + 3 * EACH)


def test_a_mark_looks_back_twenty_blocks_and_no_further() -> None:
    talk = Conversation("anthropic")
    many = [str(number) for number in range(60)]
    talk.send(many[:3])
    assert talk.send(many[:23]).broke is None  # marks at 22 and 21: from 21 back to 2 are twenty
    far = talk.send(many[:55])
    assert far.broke is not None
    assert far.broke.kind == "mark"


def test_marks_cache_nothing_below_the_minimum() -> None:
    talk = Conversation("anthropic")
    tiny = replace(
        prompt("anthropic", ["u"], tools={}), caching=replace(prompt("anthropic", ["u"]).caching, minimum=5000)
    )
    talk.send(tiny)
    assert talk.send(tiny).forecast == 0


def test_a_change_behind_the_last_mark_loses_nothing() -> None:
    talk = Conversation("anthropic")
    first = prompt("anthropic", SAID)
    marks = [block.mark for block in first.blocks]
    tail = replace(first, blocks=(*first.blocks[:-1], replace(first.blocks[-1], mark=None)))
    assert marks[-1] is not None
    talk.send(tail)
    assert talk.send(["one", "two", "three", "four", "changed"]).broke is None


def test_going_back_to_an_earlier_message_is_no_break() -> None:
    talk = Conversation("openai")
    talk.send(SAID)
    entry = talk.send(SAID[:3])
    assert entry.broke is None
    assert entry.equal == HEAD + 3 * EACH


def test_what_the_provider_did_not_find_is_called_missed() -> None:
    talk = Conversation("openai")
    talk.send(SAID[:3])
    entry = talk.send(SAID, reported=0)
    assert entry.broke is not None
    assert (entry.broke.kind, entry.broke.lost) == ("missed", entry.forecast)
    assert talk.send([*SAID, "six", "seven"], reported=6_900).broke is None, "small differences are no break"


def test_when_more_was_read_than_forecast_the_provider_is_right() -> None:
    talk = Conversation("openai")
    talk.send(SAID[:3])
    entry = talk.send(["changed", "two", "three"], reported=HEAD + 3 * EACH)
    assert entry.broke is None


def test_money_is_the_price_of_reading_again_beyond_that_of_the_cache() -> None:
    talk = Conversation("anthropic")
    talk.send(SAID)
    entry = talk.send(SAID, reported=0)
    assert entry.broke is not None
    assert entry.broke.cost == pytest.approx(7 * EACH * (2.5 - 0.2) / 1e6)
    talk = Conversation("openai")
    talk.send(SAID)
    entry = talk.send(SAID, reported=0)
    assert entry.broke is not None
    assert entry.broke.cost == pytest.approx(entry.broke.lost * (2.5 - 1.25) / 1e6)


def test_a_price_nobody_knows_makes_the_cost_unknown() -> None:
    talk = Conversation("openai")
    made = prompt("openai", SAID, model="some-model")
    talk.send(made)
    entry = talk.send(made, reported=0)
    assert entry.broke is not None
    assert entry.broke.cost is None
    assert "nobody knows" in entry.text


def test_a_request_that_was_never_answered_leaves_no_trace() -> None:
    talk = Conversation("openai")
    talk.send(SAID[:3])
    talk.ledger.expect("c", prompt("openai", ["other"]), 2.0)
    assert talk.send(SAID).broke is None


def test_without_a_report_the_forecast_stands() -> None:
    talk = Conversation("openai")
    made = prompt("openai", SAID)
    talk.send(made)
    changed = prompt("openai", ["x"])
    forecast = talk.ledger.expect("c", changed, 2.0)
    entry = talk.ledger.record("c", changed, forecast, None, 2.0)
    assert entry.reported is None
    assert entry.broke is not None
    assert entry.broke.kind == "changed"


def test_an_entry_is_data_and_a_line() -> None:
    talk = Conversation("openai")
    talk.send(SAID)
    entry = talk.send(["one", "TWO"])
    assert msgspec.json.decode(msgspec.json.encode(entry), type=LedgerEntry) == entry
    assert json.loads(msgspec.json.encode(entry))["broke"]["kind"] == "changed"
    assert entry.text.startswith("2: 3,000 of 4,000 tokens (75 %) as before, 2,944 forecast from the cache")
    assert "\n" not in entry.text


def test_conversations_are_apart_and_can_be_forgotten() -> None:
    ledger = PrefixLedger()
    made = prompt("openai", SAID)
    ledger.record("a", made, ledger.expect("a", made, 0), None, 0)
    assert ledger.expect("b", made, 1).equal == 0
    assert ledger.tools("a") == made.tools
    ledger.forget("a")
    assert ledger.expect("a", made, 1).equal == 0
    assert ledger.tools("a") is None
    assert ledger.entries("a") == ()


def test_what_is_remembered_has_a_bound() -> None:
    settings = Cache(ledger_conversations=2, ledger_requests=3, ledger_marks=4, ledger_blocks=5)
    ledger = PrefixLedger(settings)
    for name in ("a", "b", "c"):
        for number in range(10):
            made = prompt("anthropic", [str(i) for i in range(2 * number + 1)])
            ledger.record(name, made, ledger.expect(name, made, number), None, number)
    assert len(ledger.entries("c")) == 3
    assert ledger.entries("c")[-1].number == 10
    assert ledger.entries("a") == ()


@pytest.mark.parametrize("wire", ["anthropic", "openai"])
def test_a_very_long_prompt_is_compared_all_the_same(wire: str) -> None:
    talk = Conversation(wire, Cache(ledger_blocks=4))
    many = [str(number) for number in range(20)]
    talk.send(many)
    assert talk.send([*many, "x"]).broke is None
    changed = talk.send([*many[:19], "y", "x"])
    assert changed.broke is not None
    assert changed.equal == HEAD + 19 * EACH
    early = talk.send(["new", *many[1:]])
    assert early.broke is not None
    assert early.broke.at.startswith("up to messages[")


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=12),
    st.lists(st.sampled_from("abc"), min_size=1, max_size=12),
    st.sampled_from(WIRES),
)
def test_never_more_is_forecast_than_is_equal(before: list[str], now: list[str], wire: str) -> None:
    reader = PromptReader()
    ledger = PrefixLedger()
    one, other = prompt(wire, before, reader=reader), prompt(wire, now, reader=reader)
    ledger.record("c", one, ledger.expect("c", one, 0), None, 0)
    forecast = ledger.expect("c", other, 1)
    same = next((i for i, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), min(len(before), len(now)))
    assert forecast.equal == HEAD + same * EACH
    assert forecast.read <= forecast.equal <= forecast.tokens
    assert forecast.read <= forecast.held
    assert (forecast.why is None) == (forecast.lost == 0)


@given(agent_conversations(), st.sampled_from(["anthropic", "openai", "responses"]))
def test_marks_as_we_place_them_lead_to_what_is_cached_as_a_conversation_grows(
    conversation: Messages, wire: str
) -> None:
    """Every request an agent makes, one after the other: all of the one before is read, and nothing breaks."""
    model = REGISTRY.find("gpt-6-sol" if wire == "responses" else "claude-sonnet-5")
    caching = replace(caching_for(model.id, wire), minimum=1)
    ledger, reader = PrefixLedger(), PromptReader()
    said = conversation.messages
    before = 0
    for stop in [i for i, message in enumerate(said) if message.role == "assistant"]:
        written = compose(Messages(said[:stop], conversation.tools, model.id), dialect(wire)).body
        marked = place_marks(written, caching).body
        each = (EACH,) * len(marked.pieces)
        made = reader.read(marked, model, caching, Counts(EACH * (len(each) + 1), EACH, each))
        forecast = ledger.expect("c", made, stop)
        entry = ledger.record("c", made, forecast, None, stop)
        assert entry.broke is None
        assert forecast.read == before
        before = made.tokens
