"""Parsing: what is kept, what is refused, and that it ends (DOC-1)."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brimful.documents.offsets import to_bytes, to_chars
from brimful.documents.overlay import overlay
from brimful.documents.parsing import Parser, grammar
from brimful.settings.documents import Documents
from tests.documents.samples import PARSED, SOURCES


@pytest.mark.spec("DOC-1")
def test_the_five_texts_asked_for_last_are_kept_of_each_language() -> None:
    parser = Parser()
    trees = [parser.parse("python", f"x = {number}") for number in range(6)]
    other = parser.parse("go", "package a")
    assert parser.parse("python", "x = 1") is trees[1]
    assert parser.parse("python", "x = 5") is trees[5]
    assert parser.parse("python", "x = 0") is not trees[0]
    assert parser.parse("go", "package a") is other


@pytest.mark.spec("DOC-1")
def test_what_was_asked_for_again_outlives_what_was_not() -> None:
    parser = Parser(2)
    first, second = parser.parse("python", "1"), parser.parse("python", "2")
    assert parser.parse("python", "1") is first
    parser.parse("python", "3")
    assert parser.parse("python", "1") is first
    assert parser.parse("python", "2") is not second


@pytest.mark.spec("DOC-1")
def test_threads_share_a_parser() -> None:
    parser = Parser(3)
    work = [(language, SOURCES[language] + f"\n{number}") for number in range(6) for language in sorted(SOURCES)]
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda one: overlay(one[1], one[0], parser=parser), work))
    assert made == [overlay(text, language, parser=Parser()) for language, text in work]


@pytest.mark.spec("DOC-1")
def test_a_text_that_took_too_long_is_not_tried_again() -> None:
    parser = Parser(settings=Documents(parse_seconds=0.2))
    text = '"' * 100_000
    made = overlay(text, "javascript", parser=parser)
    assert parser.read("javascript", text) is parser.read("javascript", text)
    assert overlay(text, "javascript", parser=parser) == made


@pytest.mark.spec("DOC-1")
def test_a_scanner_that_never_comes_to_an_end_is_stopped() -> None:
    text = "const a = (\n\t<ul>\n\t\t{n(${${<li key={name} onClick={() => { pick(s=(=s.length}</b>\n\t\t</>\n);\n"
    parser = Parser(settings=Documents(parse_seconds=0.2))
    assert overlay(text, "typescriptreact", parser=parser).why in ("", "parsing took longer than 0.2 s")


@pytest.mark.spec("DOC-1")
def test_a_text_whose_errors_take_the_square_of_its_length_still_ends() -> None:
    text = '"' * 100_000
    made = overlay(text, "javascript", parser=Parser(settings=Documents(parse_seconds=0.2)))
    assert (made.by, made.why) == ("indentation", "parsing took longer than 0.2 s")


@pytest.mark.spec("DOC-1")
def test_a_text_that_is_too_large_is_not_parsed() -> None:
    made = overlay("x = 1\n", "python", parser=Parser(settings=Documents(parsed_chars=3)))
    assert (made.by, made.why) == ("indentation", "the text has more than 3 characters")


@pytest.mark.spec("DOC-1")
def test_without_its_package_a_language_folds_by_indentation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_ruby", None)
    grammar.cache_clear()
    try:
        made = overlay("def a\n  b\nend\n", "ruby", parser=Parser())
    finally:
        grammar.cache_clear()
    assert made.by == "indentation"
    assert made.why == "the grammar for ruby is not installed (pip install 'brimful[code]')"


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize("language", PARSED)
def test_every_language_with_a_grammar_has_it_installed_here(language: str) -> None:
    assert grammar(language) is not None


@pytest.mark.spec("DOC-1")
def test_a_nul_in_a_comment_does_not_keep_the_scanner_of_tsx_for_ever() -> None:
    text = "\né//////*/){<*/&\x00(/>&/>)`</\x00<({)/>/>\"/*é */ \x00*/>&{} }{)>)`'&\x00${ é<div*///<"
    assert overlay(text, "typescriptreact", parser=Parser()).by == "syntax"


@pytest.mark.spec("DOC-2")
@given(st.text(max_size=60))
@example("é")
@example("aé\ud83db日本c👍")
def test_bytes_and_characters_are_turned_into_each_other(text: str) -> None:
    data = text.encode("utf-8", "replace")
    char, byte = to_chars(text, data) or int, to_bytes(text)
    for offset in range(len(text) + 1):
        size = len(text[:offset].encode("utf-8", "replace"))
        assert byte(offset) == size
        assert char(size) == offset


@pytest.mark.spec("DOC-2")
def test_a_long_run_of_other_characters_is_turned_as_a_short_one() -> None:
    text = "ab" * 3000 + "日本é" * 4000 + "c" * 5000 + "👍"
    data = text.encode()
    char, byte = to_chars(text, data), to_bytes(text)
    assert char is not None
    for offset in (*range(5_990, 6_010), *range(8_180, 8_200), 17_999, 18_000, 18_001, len(text) - 1, len(text)):
        assert char(len(text[:offset].encode())) == offset
        assert byte(offset) == len(text[:offset].encode())
