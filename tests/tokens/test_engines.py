"""Every engine counts every shared case exactly, or is not used."""

from __future__ import annotations

import logging
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import MissingExtra, UnknownName
from brimful.tokens import encodings
from brimful.tokens.encodings import ENCODINGS, encoding
from brimful.tokens.engine import Engine, checked, load_engine
from brimful.tokens.engines import tiktoken as tiktoken_engine
from brimful.tokens.engines.bpe_openai import BpeOpenAIEngine
from brimful.tokens.engines.selfcheck import CASES as TRICKY
from brimful.tokens.engines.selfcheck import first_difference
from brimful.tokens.engines.splintr import SplintrEngine
from brimful.tokens.engines.tiktoken import TiktokenEngine
from brimful.tokens.text_counter import TextCounter, join_surrogates
from tests.tokens.texts import CASES, texts

pytestmark = pytest.mark.spec("TOK-1")

ENGINES: dict[str, Engine] = {
    "tiktoken": TiktokenEngine(),
    "splintr": SplintrEngine(),
    "bpe-openai": BpeOpenAIEngine(),
}
names = st.sampled_from(ENCODINGS)


def plain(name: str, text: str) -> int:
    return len(encoding(name).encode_ordinary(text))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ENCODINGS)
def test_the_shared_cases_are_counted_exactly(engine: str, name: str) -> None:
    counter = TextCounter(ENGINES[engine])
    wrong = [case["id"] for case in CASES if counter.count(case["text"], name) != case[name]]
    assert wrong == []
    assert len(CASES) > 600


@given(texts, names, st.sampled_from(list(ENGINES)))
def test_all_engines_agree_with_tiktoken(text: str, name: str, engine: str) -> None:
    assert TextCounter(ENGINES[engine]).count_exact(text, name) == plain(name, text)


@given(texts, names, st.integers(-1, 40), st.sampled_from(list(ENGINES)))
def test_what_fits_is_what_counts_no_more_than_the_limit(text: str, name: str, limit: int, engine: str) -> None:
    count = plain(name, text)
    assert ENGINES[engine].fits(name, text, limit) == (count if count <= limit else None)


def test_a_text_far_beyond_the_limit_is_refused_without_being_counted() -> None:
    class NotCounting(TiktokenEngine):
        def count(self, encoding: str, text: str) -> int:
            raise AssertionError("counted")

    assert NotCounting().fits("o200k_base", "x" * 12_801, 100) is None


@pytest.mark.parametrize("name", ["tiktoken", "splintr", "bpe-openai"])
def test_an_engine_is_found_by_its_name(name: str) -> None:
    assert load_engine(name).name == name


def test_only_tiktoken_lets_other_threads_run() -> None:
    assert {name for name, engine in ENGINES.items() if engine.releases_gil} == {"tiktoken"}


def test_an_unknown_engine_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownName, match="bpe-openai, splintr, tiktoken"):
        load_engine("abacus")


@pytest.mark.parametrize(
    ("engine", "module", "extra"),
    [("splintr", "splintr", "fast-tokens"), ("bpe-openai", "bpe_openai._bindings", "exact-tokens")],
)
def test_an_engine_that_is_not_installed_names_the_extra(
    engine: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'brimful\[{extra}\]'"):
        load_engine(engine)


# --- the self-check -------------------------------------------------------------------------------------------


def test_the_counts_of_the_self_check_are_tiktokens() -> None:
    assert len(TRICKY) >= 20
    assert first_difference(ENGINES["tiktoken"]) is None


class OffByOne:
    """An engine that gets texts with one letter wrong."""

    name = "off-by-one"
    releases_gil = False

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def count(self, encoding: str, text: str) -> int:
        return plain(encoding, text) - (self.letter in text)

    def fits(self, encoding: str, text: str, limit: int) -> int | None:
        return min(limit, self.count(encoding, text))


def test_an_engine_that_counts_wrongly_is_replaced_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "brimful.tokens"):
        assert checked(OffByOne("한")).name == "tiktoken"
    assert "off-by-one counts wrongly, tiktoken is used instead: Chinese, Japanese and Korean" in caplog.text


def test_an_engine_that_counts_rightly_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    engine = OffByOne("ʘ")
    assert checked(engine) is engine
    assert caplog.text == ""


# --- tiktoken's core, which is private ------------------------------------------------------------------------


class Core:
    """Stands where tiktoken's compiled core stands."""

    encode_to_tiktoken_buffer: Any = None

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def encode_ordinary(self, _text: str) -> list[int]:
        raise self.error


class PanicException(BaseException):
    """Has the name and the base of what tiktoken raises."""


def engine_with_core(core: object, monkeypatch: pytest.MonkeyPatch) -> TiktokenEngine:
    class Encoding:
        _core_bpe = core
        encode_ordinary = staticmethod(encoding("o200k_base").encode_ordinary)

    monkeypatch.setattr(tiktoken_engine.encodings, "encoding", lambda _name: Encoding)
    engine = TiktokenEngine()
    engine.counting("o200k_base")
    monkeypatch.undo()
    return engine


@pytest.mark.parametrize("text", ["short", "long " * 1000])
def test_without_the_core_the_public_method_counts(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_with_core(None, monkeypatch)
    assert engine.count("o200k_base", text) == plain("o200k_base", text)


def test_a_core_whose_buffer_is_not_as_we_know_it_counts_by_its_list(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wider:
        encode_ordinary = staticmethod(encoding("o200k_base").encode_ordinary)

        def encode_to_tiktoken_buffer(self, text: str, _special: set[str]) -> bytes:
            return bytes(8 * plain("o200k_base", text))

    engine = engine_with_core(Wider(), monkeypatch)
    assert engine.count("o200k_base", "long " * 1000) == plain("o200k_base", "long " * 1000)


@pytest.mark.parametrize("error", [PanicException("stack overflow"), ValueError("stack size exceeded")])
def test_a_panic_of_tiktoken_never_escapes(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_with_core(Core(error), monkeypatch)
    assert engine.count("o200k_base", "five!") == 5  # no blanks to blame: the bytes are taken


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1), MemoryError()])
def test_what_must_end_the_program_does_escape(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_with_core(Core(error), monkeypatch)
    with pytest.raises(type(error)):
        engine.count("o200k_base", "text")


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_core_is_there_and_both_its_ways_agree(name: str) -> None:
    core = encodings.encoding(name)._core_bpe
    for case in CASES:
        text = join_surrogates(case["text"])
        assert memoryview(core.encode_to_tiktoken_buffer(text, set())).nbytes == 4 * len(core.encode_ordinary(text))
