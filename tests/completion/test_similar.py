"""Similar stretches: the conformance cases, and windows beside a reference that builds a set for each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.completion import Document, Options, SimilarFiles, options_for
from brimful.completion.similar import candidates
from brimful.completion.windows import Window, Windows, reference_words
from brimful.completion.words import STOP_WORDS, words_of
from brimful.documents.languages import language_of
from brimful.settings import DEFAULTS

DATA = Path(__file__).parents[1] / "data" / "completion"
FILES = json.loads((DATA / "similar-files.json").read_text("utf-8"))
CASES = [json.loads(line) for line in (DATA / "similar.jsonl").read_text("utf-8").splitlines()]
PLAIN = Options(window=60, threshold=0.0, top=4, per_file=1, files=20, file_chars=10_000, total_chars=200_000)


def document(path: str, text: str) -> Document:
    return Document(path, text, language_of(path))


@pytest.mark.spec("IC-2")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{len(case['files'])}-{case['files'][0]}")
def test_similar_stretches_are_those_of_the_original(case: dict[str, Any]) -> None:
    given_ = case["options"]
    options = Options(
        window=given_["window"],
        threshold=given_["threshold"],
        top=given_["top"],
        per_file=given_["per_file"],
        files=given_["max_files"],
        file_chars=given_["max_chars"],
        total_chars=10**9,
    )
    reference = FILES["reference"]
    documents = [document(name, FILES["files"][name]) for name in case["files"]]
    found = SimilarFiles(30).find(
        reference["source"], reference["offset"], candidates(documents, reference["language"], options), options
    )
    assert [{"file": each.path, "start": each.start, "end": each.end, "score": each.score} for each in found] == case[
        "snippets"
    ]
    assert [each.text for each in found] == [
        "\n".join(FILES["files"][each.path].split("\n")[each.start : each.end]) for each in found
    ]


words = st.sampled_from(["alpha", "beta", "gamma", "delta", "if", "the", "x1", "Alpha", "", "eps zeta"])
texts = st.lists(st.lists(words, max_size=4).map(" ".join), max_size=25).map("\n".join)


def slow_best(text: str, length: int, reference: frozenset[str], most: int) -> list[Window]:
    """A set for every window, from nothing."""
    lines = text.split("\n")
    starts = range(max(1, len(lines) - length + 1)) if text else range(0)
    kept: list[Window] = []
    for start in starts:
        has: set[str] = set()
        for line in lines[start : start + length]:
            has |= words_of(line)
        score = len(has & reference) / len(has | reference) if has | reference else 0.0
        end = min(start + length, len(lines))
        if kept and kept[-1].end > start:
            if score > kept[-1].score:
                kept[-1] = Window(start, end, score)
        else:
            kept.append(Window(start, end, score))
    best = sorted(kept, key=lambda window: -window.score)[:most]
    return [window for window in best if window.score > 0]


@pytest.mark.spec("IC-2")
@given(texts, texts, st.integers(1, 30), st.integers(1, 5))
def test_windows_equal_a_reference_that_builds_a_set_for_each(
    text: str, reference: str, length: int, most: int
) -> None:
    wanted = words_of(reference)
    assert Windows(text, length).best(wanted, most) == slow_best(text, length, wanted, most)


@pytest.mark.spec("IC-2")
@given(st.lists(texts, min_size=1, max_size=5), texts)
def test_a_file_that_changes_is_compared_as_it_now_is(versions: list[str], reference: str) -> None:
    files = SimilarFiles(3)
    for text in versions:
        documents = [document("a.ts", text)] if text else []
        again = files.find(reference, len(reference), documents, PLAIN)
        assert again == SimilarFiles(3).find(reference, len(reference), documents, PLAIN)


@pytest.mark.spec("IC-2")
def test_stop_words_are_99_of_english_and_31_of_code_two_of_them_both_and_case_counts() -> None:
    assert len(STOP_WORDS) == 128
    assert words_of("if the TODO todo _snake_case42 héllo") == {"todo", "snake", "case42", "h", "llo"}


@pytest.mark.spec("IC-2")
def test_the_reference_is_the_last_lines_before_the_cursor_and_nothing_behind_it() -> None:
    text = "one\ntwo\nthree four\nfive"
    assert reference_words(text, text.index(" four"), 2) == {"two", "three"}
    assert reference_words(text, len(text), 99) == {"one", "two", "three", "four", "five"}


@pytest.mark.spec("IC-2")
def test_files_are_of_the_same_language_short_enough_few_enough_and_written_here() -> None:
    documents = [
        document("a.ts", "x"),
        document("b.py", "x"),
        document("empty.ts", ""),
        document("edge.ts", "x" * 9_999),
        document("long.ts", "x" * 10_000),
        document("node_modules/lib/a.ts", "x"),
        document("web\\dist\\a.ts", "x"),
        document("distance/a.ts", "x"),
        *(document(f"{number}.ts", "x") for number in range(30)),
    ]
    found = [each.path for each in candidates(documents, "typescript", PLAIN)]
    assert found == ["a.ts", "edge.ts", "distance/a.ts", *(f"{number}.ts" for number in range(17))]


@pytest.mark.spec("IC-2")
def test_all_files_together_stay_within_their_characters() -> None:
    documents = [document(f"{number}.cpp", "x" * 60_000) for number in range(5)] + [document("s.cpp", "x" * 20_000)]
    found = candidates(documents, "cpp", options_for("cpp"))
    assert [each.path for each in found] == ["0.cpp", "1.cpp", "2.cpp", "s.cpp"]


@pytest.mark.spec("IC-2")
def test_cpp_has_numbers_of_its_own_and_both_are_settings() -> None:
    cpp, other = options_for("cpp"), options_for("python")
    assert (cpp.top, cpp.per_file, cpp.files, cpp.file_chars, cpp.window) == (16, 4, 200, 100_000, 60)
    assert other == PLAIN
    assert options_for("go", msgspec.structs.replace(DEFAULTS.completion, similar_top=1)).top == 1


@pytest.mark.spec("IC-2")
def test_the_best_stretches_come_last_and_no_more_than_are_wanted() -> None:
    documents = [document(f"{n}.ts", " ".join(f"w{i}" for i in range(n))) for n in range(1, 8)]
    reference = " ".join(f"w{i}" for i in range(8))
    found = SimilarFiles(10).find(reference, len(reference), documents, PLAIN)
    assert [each.path for each in found] == ["4.ts", "5.ts", "6.ts", "7.ts"]
    none = msgspec.structs.replace(PLAIN, top=0)
    assert SimilarFiles(10).find(reference, len(reference), documents, none) == []
