"""A text chunk cut to its budget (PT-6: TextChunk, break_on)."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.prompt import BR, Container, InvalidPrompt, Opaque, Sizing, TextChunk, User, render_sync
from brimful.prompt.breaking import fitting
from tests.prompt.trees import TOKENIZERS


def cut(text: str, break_on: str | re.Pattern[str], budget: int, tokens: str = "chars") -> str:
    return text[: fitting(text, break_on, Sizing(budget, TOKENIZERS[tokens]))]


@pytest.mark.spec("PT-6")
def test_a_text_that_fits_is_whole_and_one_that_does_not_ends_at_a_break() -> None:
    assert cut("ab,cd,ef", ",", 8) == "ab,cd,ef"
    assert cut("ab,cd,ef", ",", 7) == "ab,cd"  # the separator stays with what follows it
    assert cut("ab,cd,ef", ",", 4) == "ab"
    assert cut("ab,cd,ef", ",", 1) == ""


@pytest.mark.spec("PT-6")
def test_a_pattern_is_looked_for_from_the_start_in_every_chunk() -> None:
    pattern = re.compile(r"\s+")
    prompt = [User(TextChunk("a b c d", break_on=pattern), TextChunk("e f g h", break_on=pattern))]
    assert render_sync(prompt, budget=9, tokenizer=TOKENIZERS["words"]).messages[0].text == "a b c\ne f g"


@pytest.mark.spec("PT-6")
def test_without_a_break_it_is_whole_or_nothing() -> None:
    assert cut("abc", ",", 2) == ""
    assert cut("abc", ",", 3) == "abc"


@pytest.mark.spec("PT-6")
def test_a_line_break_in_it_is_text_and_what_is_opaque_stays_in_front() -> None:
    chunk = TextChunk("a b", BR, "c d", Opaque({"tokens": 1}, tokens=1), break_on="\n")
    message = render_sync([User(chunk, priority=1)], budget=6, tokenizer=TOKENIZERS["words"]).messages[0]
    assert [type(part).__name__ for part in message.parts] == ["Opaque", "Text"]
    assert message.text == "a b"


@pytest.mark.spec("PT-6")
def test_an_element_in_a_text_chunk_and_an_empty_separator_are_errors() -> None:
    for chunk in (TextChunk("a", Container("b")), TextChunk("a", break_on="")):
        with pytest.raises(InvalidPrompt) as caught:
            render_sync([User(chunk)], budget=100, tokenizer=TOKENIZERS["words"])
        assert caught.value.at == "root/0/0"


texts = st.text("ab \n", max_size=40)


@pytest.mark.spec("PT-6", "PT-9")
@given(texts, st.sampled_from([" ", "\n", "ab", re.compile(r"\s+"), re.compile("a|b")]), st.integers(0, 45))
def test_it_is_the_longest_head_that_fits_when_each_is_counted(
    text: str, break_on: str | re.Pattern[str], budget: int
) -> None:
    pieces = re.split(f"(?={re.escape(break_on)})" if isinstance(break_on, str) else r"$^", text)
    if isinstance(break_on, re.Pattern):
        starts = [0, *(found.start() for found in break_on.finditer(text)), len(text)]
        pieces = [text[a:b] for a, b in pairwise(starts)]
    heads = [head for head in accumulate(pieces) if len(head) <= budget]
    assert cut(text, break_on, budget) == (heads[-1] if heads else "")


@pytest.mark.spec("PT-6")
@given(texts, st.integers(0, 20), st.sampled_from(sorted(TOKENIZERS)))
def test_what_comes_out_never_counts_more_than_the_budget(text: str, budget: int, tokens: str) -> None:
    head = cut(text, " ", budget, tokens)
    assert text.startswith(head)
    assert TOKENIZERS[tokens].text(head) <= budget


@pytest.mark.spec("PT-9")
def test_cutting_a_long_text_counts_a_few_heads_and_not_one_for_each_break() -> None:
    counted: list[int] = []

    class Counting(Sizing):
        def count(self, text: str) -> int:
            counted.append(len(text))
            return len(text)

    text = "word " * 100_000
    assert fitting(text, " ", Counting(250_000, TOKENIZERS["chars"])) == 249_999
    assert len(counted) < 60
