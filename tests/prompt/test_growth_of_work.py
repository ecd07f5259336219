"""Pruning ten times the tree is about ten times the work (PT-9). Work is counted, no time is measured.

Four counts, each of which would show a walk over the tree for each removal: how many functions are called, how often
the tokenizer is asked and about how many words, and how often two priorities are compared.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bench.prompt_trees import SHAPES, Words, size

from brimful.messages import Message, Text
from brimful.prompt import Element, Rendered, render_sync
from tests.conformance.prompt_tree import CaseTokenizer
from tests.prompt.slow_reference import Slow


class Counting(Words):
    """Counts words, and what it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.words = 0

    def text(self, text: str) -> int:
        self.asked += 1
        words = super().text(text)
        self.words += words
        return words

    def message(self, message: Message) -> int:
        return 3 + sum(self.text(part.text) for part in message.parts if isinstance(part, Text))


class Compared(int):
    """A priority that counts how often it is compared."""

    times = 0

    def __lt__(self, other: int) -> bool:
        Compared.times += 1
        return int(self) < int(other)

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return isinstance(other, int) and int(self) == int(other)

    __hash__ = int.__hash__


def elements(tree: list[Element]) -> Iterator[Element]:
    for each in tree:
        yield each
        yield from elements([child for child in each.children if isinstance(child, Element)])


def calls_during(run: Callable[[], object]) -> int:
    """How many functions are called while something runs."""
    calls = 0

    def watch(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(watch)
    try:
        run()
    finally:
        sys.setprofile(None)
    return calls


def work(shape: str, n: int) -> dict[str, int]:
    """What pruning half of n leaves takes."""
    tree = SHAPES[shape](n)
    for each in elements(tree):
        if each.priority is not None:
            each.priority = Compared(each.priority)
    tokenizer = Counting()
    found: list[Rendered] = []
    Compared.times = 0
    calls = calls_during(
        lambda: found.append(render_sync(tree, budget=sum(map(size, range(n))) // 2, tokenizer=tokenizer))
    )
    comparisons = Compared.times
    assert len(found[0].manifest.left_behind) > n // 3
    return {"calls": calls, "asked": tokenizer.asked, "words": tokenizer.words, "comparisons": comparisons}


@pytest.mark.spec("PT-9")
@pytest.mark.parametrize("shape", SHAPES)
def test_ten_times_the_leaves_are_at_most_twelve_times_the_work(shape: str) -> None:
    small, large = work(shape, 1_000), work(shape, 10_000)
    for kind in ("calls", "asked"):
        assert large[kind] <= 12 * small[kind], (kind, small, large)
    # n log n is 13.3 times as much at ten times the size: each leaf is sorted once, and a message that is pruned is
    # counted again after each batch, of which there are as many as the budget can be halved.
    for kind in ("words", "comparisons"):
        assert large[kind] <= 15 * small[kind], (kind, small, large)
        assert large[kind] <= 10 * 10_000 * math.log2(10_000), (kind, large)


@pytest.mark.spec("PT-9")
def test_a_program_that_walks_again_for_each_removal_is_found_out() -> None:
    def calls(n: int) -> int:
        leaves = [{"el": "TextChunk", "props": {"priority": i}, "children": ["a b c"]} for i in range(n)]
        messages = [{"el": "User", "props": {"priority": i}, "children": [leaf]} for i, leaf in enumerate(leaves)]
        slow = Slow(messages, CaseTokenizer("words"), thorough=True)
        return calls_during(lambda: slow.run(3 * n))

    assert calls(200) > 50 * calls(20)
