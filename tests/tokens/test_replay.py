"""Recorded requests walked again: how far off the estimates are (TOK-10, TOK-9).

Text is counted by a rule of thumb here, a token for each word and for each sign, which is further off than a
tokenizer; what is learnt from the answers has to make up for it.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from brimful.messages import Image, Message, Text, Usage
from brimful.models.model import Family, ImageRule
from brimful.recordings import exchanges, message_of, sessions
from brimful.tokens.estimator import Estimator, Request
from brimful.tokens.records import Record, distribution
from brimful.tokens.replay import Exchange, Said, after_first, replay

pytestmark = pytest.mark.spec("TOK-10")

RECORDED = Path(__file__).parents[1] / "data" / "usage" / "sessions.jsonl"
FAMILY = Family("plain", "nobody", "words", ImageRule("flat", max_tokens=1000), exact=True)
_PIECES = re.compile(r"\w{1,6}|[^\w\s]")


@functools.cache
def thumb(text: str, encoding: str) -> int:
    return len(_PIECES.findall(text)) + text.count("\n")


def walked() -> list[list[Record]]:
    return [list(replay(exchanges(session), Estimator(thumb))) for session in sessions(RECORDED)]


@pytest.mark.spec("TOK-9", "TOK-6", "TOK-8")
def test_after_the_first_answer_estimates_are_near_and_hardly_ever_short() -> None:
    later = [record for records in walked() for record in after_first(records)]
    figures = distribution(later)
    assert figures.measured == 33
    assert figures.estimate.median <= 3
    assert figures.underestimated_after_margin <= 0.01
    assert figures.estimate.p90 <= 10


def test_characters_by_four_is_further_off_and_short() -> None:
    for records in walked():
        figures = distribution(after_first(records))
        assert figures.characters_by_four.median > 10 * figures.estimate.median
        assert figures.characters_by_four_underestimated > 0.9


def test_every_estimate_is_made_before_its_answer_is_known() -> None:
    said = [Said(Message("user", (Text("one"),))), Said(Message("user", (Text("two"),)))]
    session = [
        Exchange(Request(FAMILY, "m", said[:1]), Usage(input=500)),
        Exchange(Request(FAMILY, "m", said), Usage(input=506)),
    ]
    first, second = replay(session, Estimator(lambda text, encoding: 1))
    assert (first.estimated, first.actual) == (3 + 5, 500)
    assert (second.estimated, second.actual) == (500 + 5, 506)


def test_figures_begin_after_the_first_request_whose_cost_was_told() -> None:
    def record(actual: int | None) -> Record:
        return Record("p", "m", 1, 1, 1, "tokenizer", actual)

    records = [record(None), record(5), record(None), record(7)]
    assert after_first(records) == records[2:]
    assert after_first(records[:1]) == []


def test_a_picture_left_out_of_a_recording_is_a_picture_of_unknown_size() -> None:
    message = message_of({"role": "user", "content": "see [image omitted] here"})
    assert message.parts == (Text("see "), Image(), Text(" here"))


def test_after_a_compaction_the_recorded_requests_are_what_the_agent_sent() -> None:
    entries = [{"role": "user" if number % 2 == 0 else "assistant", "content": str(number)} for number in range(6)]
    usage = [{"message_index": at, "input": 9, "output": 1, "cache_read": 0} for at in (1, 3, 5)]
    compaction = {"before_message_index": 4, "first_kept_message_index": 2, "summary": "so far"}
    session = {"model": "claude", "messages": entries, "usage": usage, "native_compactions": [compaction]}
    sent = [[item.message.text for item in exchange.request.messages] for exchange in exchanges(session)]
    assert sent == [["0"], ["0", "1", "2"], ["so far", "2", "3", "4"]]
