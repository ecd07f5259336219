"""The functions of `import brimful`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import brimful
from brimful.errors import InvalidJSON, UnknownName

EXAMPLES = Path(__file__).parents[1] / "examples" / "data"
GOOD = (EXAMPLES / "conversation.json").read_bytes()
BROKEN = (EXAMPLES / "broken.json").read_bytes()


@pytest.mark.spec("TOK-1")
def test_a_count_is_a_number_that_can_say_how_it_was_found() -> None:
    found = brimful.count("Hello, world!", model="gpt-5")
    assert found == 4
    assert found + 1 == 5
    assert (found.encoding, found.exact, found.source, found.with_margin) == ("o200k_base", True, "tokenizer", 5)
    assert found.characters_by_four == 4


@pytest.mark.spec("TOK-1")
def test_a_model_without_public_tokenizer_is_estimated_upward() -> None:
    text = "The quick brown fox jumps over the lazy dog. " * 50
    exact, guessed = brimful.count(text, model="gpt-5"), brimful.count(text, model="claude-sonnet-4-5")
    assert exact.exact
    assert not guessed.exact
    assert guessed > exact
    assert brimful.count(text, model="claude-opus-4-7") > guessed


@pytest.mark.spec("TOK-3", "TOK-7")
def test_a_body_is_counted_with_an_account_that_adds_up() -> None:
    found = brimful.count(GOOD)
    assert found.estimate is not None
    assert sum(found.by_kind.values()) == found
    assert sum(found.estimate.messages) + found.estimate.tools + found.estimate.hidden == found
    assert found.with_margin >= found * 1.05 - 1
    assert brimful.count(json.loads(GOOD)) == found


@pytest.mark.spec("MSG-3")
def test_check_takes_bytes_a_dictionary_or_a_body() -> None:
    problems = brimful.check(BROKEN)
    assert [problem.rule for problem in problems] == ["unanswered", "empty_content", "orphan_result"]
    assert brimful.check(json.loads(BROKEN)) == problems
    assert brimful.check(brimful.translate(GOOD, to="openai").body) == []


@pytest.mark.spec("MSG-4")
def test_repair_mends_and_says_what_it_did() -> None:
    done = brimful.repair(BROKEN)
    assert done.problems == ()
    assert any("toolu_09" in mend for mend in done.mends)
    assert any("toolu_01" in mend for mend in done.mends)
    assert "And hurry." in done.body.to_bytes().decode()


@pytest.mark.spec("MSG-2")
def test_translation_tells_what_was_not_carried() -> None:
    done = brimful.translate(GOOD, to="gemini", model="gemini-2.5-pro")
    assert [loss.what for loss in done.losses] == ["cache mark"]
    assert done.json["contents"][0]["parts"][0]["text"].startswith("The tests fail")


@pytest.mark.spec("MSG-1")
def test_a_conversation_is_the_same_in_every_shape() -> None:
    said = [message.text for message in brimful.conversation(GOOD).messages if message.role == "user"]
    for name in ("openai", "responses", "gemini"):
        other = brimful.conversation(brimful.translate(GOOD, to=name, model="m").body)
        assert [message.text for message in other.messages if message.role == "user"] == said


def test_errors_are_ours_and_name_the_place() -> None:
    with pytest.raises(InvalidJSON, match="byte 1"):
        brimful.count(b"{")
    with pytest.raises(UnknownName, match="openai, responses"):
        brimful.translate(GOOD, to="cohere")
    with pytest.raises(brimful.BrimfulError):
        brimful.check(b"[]")


def test_an_unknown_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = brimful.nothing  # type: ignore[attr-defined]
