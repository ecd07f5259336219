"""The counter around the engines: surrogates, memory, threads."""

from __future__ import annotations

import gc
import sys
import threading
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brimful.tokens
from brimful.errors import UnknownName
from brimful.settings import Tokens
from brimful.tokens.encodings import ENCODINGS, encoding
from brimful.tokens.engine import Engine
from brimful.tokens.engines.bpe_openai import BpeOpenAIEngine
from brimful.tokens.engines.splintr import SplintrEngine
from brimful.tokens.engines.tiktoken import TiktokenEngine
from brimful.tokens.text_counter import TextCounter
from tests.tokens.texts import CASES, surrogates, texts

pytestmark = pytest.mark.spec("TOK-2")

names = st.sampled_from(ENCODINGS)
COUNTERS = [TextCounter(engine) for engine in (TiktokenEngine(), SplintrEngine(), BpeOpenAIEngine())]


LONG = " ".join(map(str, range(3_000)))  # long, but no run


def plain(name: str, text: str) -> int:
    return len(encoding(name).encode_ordinary(text))


class Recording:
    """tiktoken, keeping account of what it was asked to count."""

    name = "recording"
    releases_gil = True

    def __init__(self, *, releases_gil: bool = True) -> None:
        self.releases_gil = releases_gil
        self.asked: list[str] = []

    def count(self, encoding: str, text: str) -> int:
        self.asked.append(text)
        return plain(encoding, text)

    def fits(self, encoding: str, text: str, limit: int) -> int | None:
        raise AssertionError("not asked for here")


def counter_of(engine: Engine, lru_entries: int = 5_000) -> TextCounter:
    counter = TextCounter(engine, settings=Tokens(lru_entries=lru_entries))
    for name in ENCODINGS:
        counter.counting(name)
    return counter


@pytest.mark.spec("TOK-1")
@given(surrogates, names, st.sampled_from(COUNTERS))
def test_halves_of_characters_are_joined_or_replaced(text: str, name: str, counter: TextCounter) -> None:
    assert counter.count(text, name) == plain(name, text)


@pytest.mark.spec("TOK-1")
@pytest.mark.parametrize("name", ENCODINGS)
def test_a_long_run_of_lone_halves_counts_as_replacement_characters(name: str) -> None:
    counter = TextCounter()
    assert counter.count("\ud83d" * 50_000, name) == plain(name, "\ufffd" * 50_000)
    assert counter.count("\ud83d\ude00" * 50_000, name) == plain(name, "😀" * 50_000)


@pytest.mark.spec("TOK-1")
def test_nothing_counts_nothing_and_special_tokens_are_text() -> None:
    for counter in COUNTERS:
        for name in ENCODINGS:
            assert counter.count("", name) == 0
            assert counter.count("<|endoftext|>", name) == 7


def test_an_unknown_encoding_is_refused_in_every_way_of_counting() -> None:
    counter = TextCounter()
    for ask in (counter.count, counter.count_exact, lambda text, name: counter.counting(name)(text)):
        with pytest.raises(UnknownName, match="o200k_base, cl100k_base"):
            ask("text", "p50k_base")


@given(st.lists(st.tuples(texts, names), max_size=20))
def test_a_small_memory_changes_no_count(asked: list[tuple[str, str]]) -> None:
    counter = TextCounter(settings=Tokens(lru_entries=2))
    for text, name in asked + asked:
        assert counter.count(text, name) == plain(name, text)


@pytest.mark.parametrize("text", ["short", LONG])
def test_a_text_is_counted_once_for_each_encoding_until_forgotten(text: str) -> None:
    engine = Recording()
    counter = counter_of(engine)
    engine.asked.clear()
    for _ in range(3):
        for name in ENCODINGS:
            counter.count(text, name)
    assert len(engine.asked) == 2
    counter.forget()
    counter.count(text, "o200k_base")
    assert len(engine.asked) == 3


def test_the_text_not_asked_for_longest_is_forgotten_first() -> None:
    engine = Recording()
    counter = counter_of(engine, lru_entries=2)
    engine.asked.clear()
    for text in ("one", "two", "one", "three", "one", "two"):
        counter.count(text, "o200k_base")
    assert engine.asked == ["one", "two", "three", "two"]


def test_a_memory_of_no_entries_remembers_nothing() -> None:
    engine = Recording()
    counter = counter_of(engine, lru_entries=0)
    engine.asked.clear()
    assert [counter.count("one", "o200k_base") for _ in range(3)] == [1, 1, 1]
    assert engine.asked == ["one"] * 3


def test_an_exact_count_neither_asks_nor_feeds_the_memory() -> None:
    engine = Recording()
    counter = counter_of(engine)
    engine.asked.clear()
    for _ in range(2):
        counter.count_exact("one", "o200k_base")
    counter.count("one", "o200k_base")
    assert engine.asked == ["one"] * 3


def test_long_texts_are_not_kept_alive() -> None:
    class Text(str):
        __slots__ = ("__weakref__",)

    counter = TextCounter()
    long, short = Text("word " * 1_000), Text("word")
    seen = weakref.ref(long)
    counter.count(long, "o200k_base")
    counter.count(short, "o200k_base")
    del long
    gc.collect()
    assert seen() is None
    assert sys.getrefcount(short) > 2


def test_texts_that_differ_at_their_end_only_are_told_apart() -> None:
    counter = TextCounter()
    for ending in ("", "a", " b", "\ud83d", "\ud83d\ude00", "😀"):
        text = "word " * 1_000 + ending
        assert counter.count(text, "o200k_base") == plain("o200k_base", text)


def test_many_threads_may_count_at_once() -> None:
    counter = TextCounter(settings=Tokens(lru_entries=50))
    expected = {case["text"]: case["o200k_base"] for case in CASES if len(case["text"]) < 500}
    wrong: list[str] = []

    def count(order: list[str]) -> None:
        wrong.extend(text for text in order if counter.count(text, "o200k_base") != expected[text])

    threads = [threading.Thread(target=count, args=(list(expected)[k:],)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_engine_that_holds_the_lock_gets_long_texts_in_parts(name: str) -> None:
    engine = Recording(releases_gil=False)
    counter = counter_of(engine)
    engine.asked.clear()
    text = " ".join(case["text"] for case in CASES if case["kind"].startswith("stdlib"))
    assert len(text) > 100_000
    assert counter.count(text, name) == plain(name, text)
    assert "".join(engine.asked) == text
    assert max(map(len, engine.asked)) <= 4_096


def test_an_engine_that_holds_the_lock_does_not_get_what_cannot_be_cut() -> None:
    engine = Recording(releases_gil=False)
    counter = counter_of(engine)
    engine.asked.clear()
    solid = "".join(chr(0x1F300 + k * 7919 % 500) for k in range(70_000))
    text = LONG + solid + LONG
    assert counter.count(text, "o200k_base") == plain("o200k_base", text)
    assert max(map(len, engine.asked)) <= 16_384


@pytest.mark.spec("TOK-1")
def test_the_package_offers_a_counter_for_each_encoding() -> None:
    for name in (*ENCODINGS, *ENCODINGS):
        count = brimful.tokens.counter(name)
        assert count("tokens, counted") == plain(name, "tokens, counted")
