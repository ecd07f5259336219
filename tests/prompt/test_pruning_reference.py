"""Pruning does what a slow, obvious program does: the same things go, in the same order (PT-5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Image, Message, Opaque, Part, Text, ToolCall
from brimful.prompt import BudgetExceeded, InvalidPrompt
from brimful.prompt.manifest import Manifest
from tests.conformance.prompt_tree import said as said_in
from tests.prompt.slow_reference import NothingToChoose, Slow, TooMuch, said
from tests.prompt.trees import TOKENIZERS, Tree, show, trees


def steps_of(manifest: Manifest) -> list[tuple[str, list[str]]]:
    """Each step: the limit, and what went in order."""
    return [(step.limit, [*step.removed, *step.along]) for step in manifest.steps]


def content(message: Message) -> tuple[str, list[object], list[str]]:
    """A message as the reference says it."""
    parts = [_plain(part) for part in said_in(message) if not isinstance(part, ToolCall)]
    return message.role, parts, [call.id for call in message.tool_calls]


def _plain(part: Part) -> object:
    if isinstance(part, Text):
        return part.text
    if isinstance(part, Opaque):
        return ("opaque", part.tokens)
    return ("image", 5 if part.detail == "low" else 12) if isinstance(part, Image) else ("mark",)


def compare(tree: Tree, budget: int, tokens: str, *, original: bool) -> None:
    slow = Slow(tree, TOKENIZERS[tokens], thorough=not original)
    try:
        total = slow.run(budget)
    except TooMuch:
        with pytest.raises(BudgetExceeded) as caught:
            show(tree, budget, tokens, original=original)
        assert steps_of(caught.value.manifest) == slow.steps
        return
    except NothingToChoose:
        with pytest.raises(InvalidPrompt, match="no text to choose from"):
            show(tree, budget, tokens, original=original)
        return
    rendered = show(tree, budget, tokens, original=original)
    assert steps_of(rendered.manifest) == slow.steps
    left = [each for each in slow.messages(slow.root) if not each.is_empty]
    assert [content(message) for message in rendered.messages] == [
        (each.role, said(each), [call["id"] for call in each.calls]) for each in left
    ]
    assert rendered.tokens == total


@given(trees(), st.integers(0, 90), st.sampled_from(sorted(TOKENIZERS)))
@pytest.mark.spec("PT-5", "PT-3")
def test_the_same_things_go_in_the_same_order_as_in_a_slow_reference(tree: Tree, budget: int, tokens: str) -> None:
    compare(tree, budget, tokens, original=False)


@given(trees(), st.integers(0, 90), st.sampled_from(sorted(TOKENIZERS)))
@pytest.mark.spec("PT-5", "PT-8")
def test_so_they_do_when_asked_to_do_as_the_original(tree: Tree, budget: int, tokens: str) -> None:
    compare(tree, budget, tokens, original=True)


@given(trees(required=True), st.integers(0, 90), st.sampled_from(sorted(TOKENIZERS)))
@pytest.mark.spec("PT-5", "PT-7")
def test_so_they_do_around_what_is_required(tree: Tree, budget: int, tokens: str) -> None:
    compare(tree, budget, tokens, original=False)


@given(trees(marks=False), st.integers(0, 40))
@pytest.mark.spec("PT-5")
def test_so_they_do_in_trees_without_marks(tree: Tree, budget: int) -> None:
    compare(tree, budget, "words", original=False)
