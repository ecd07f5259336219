"""Tools are part of the prefix (CM-5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Message, Text, Tool
from brimful.prompt.cache import PrefixLedger, may_offer, tool_name
from tests.prompt.cache.bodies import prompt

pytestmark = pytest.mark.spec("CM-5")

OFFERED = {"recall": {"type": "object"}}
(RECALL,) = prompt("openai", ["u"], tools=OFFERED).tools
ASKED = (Message("system", (Text("s"),)), Message("user", (Text("u"),)))
ANSWERED = (*ASKED, Message("assistant", (Text("a"),)), Message("user", (Text("u"),)))


@pytest.mark.parametrize(
    ("before", "messages", "compacting", "allowed", "why"),
    [
        (None, ASKED, False, True, "first_request"),
        (None, ANSWERED, False, False, "would_break_the_prefix"),
        ((), ASKED, False, False, "would_break_the_prefix"),
        ((), ANSWERED, False, False, "would_break_the_prefix"),
        ((), ANSWERED, True, True, "compaction"),
        (None, ANSWERED, True, True, "compaction"),
        ((RECALL,), ANSWERED, False, True, "offered_before"),
        ((RECALL,), ANSWERED, True, True, "offered_before"),
    ],
)
def test_a_tool_comes_with_the_first_request_or_with_a_compaction(
    before: tuple[bytes, ...] | None, messages: tuple[Message, ...], compacting: bool, allowed: bool, why: str
) -> None:
    offer = may_offer(RECALL, before, messages, compacting=compacting)
    assert (offer.allowed, offer.why) == (allowed, why)


@given(st.lists(st.booleans(), min_size=1, max_size=12), st.booleans())
def test_a_tool_is_never_added_in_between_and_stays_once_offered(compactions: list[bool], at_first: bool) -> None:
    """Request after request through the ledger: the tools change only where the prefix is new anyway."""
    ledger = PrefixLedger()
    offered = False
    for number, compacting in enumerate(compactions):
        messages = ANSWERED if number else ASKED
        offer = may_offer(RECALL, ledger.tools("c"), messages, compacting=compacting)
        now = offer.allowed and (at_first or number > 0 or offered)
        assert not offered or offer.allowed, "what was offered may always be offered again"
        assert now == offered or number == 0 or compacting
        offered = now
        made = prompt("openai", ["u"], tools=OFFERED if offered else {})
        ledger.record("c", made, ledger.expect("c", made, number), None, number)


def test_the_name_of_a_tool_covers_what_the_model_is_shown() -> None:
    tool = Tool("t", "d", {"x": 1, "y": 2})
    assert tool_name(tool) == tool_name(Tool("t", "d", {"x": 1, "y": 2}))
    others = [Tool("u", "d", {"x": 1, "y": 2}), Tool("t", "e", {"x": 1, "y": 2}), Tool("t", "d", {"y": 2, "x": 1})]
    assert tool_name(tool) not in [tool_name(other) for other in others]
