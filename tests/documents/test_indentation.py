"""Structure by indentation: equal to what was recorded, and how it reads (DOC-1, DOC-2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.documents.indentation import by_indentation, regions
from brimful.documents.overlay import overlay
from brimful.documents.tree import Node
from tests.documents.samples import CASES, as_recorded, check_tree, texts


@pytest.mark.spec("DOC-1", "DOC-2")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_tree_by_indentation_is_what_was_recorded(case: dict[str, Any]) -> None:
    made = by_indentation(case["source"], case["language"])
    assert as_recorded(made, case["source"]) == case["indentation"]


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize("language", ["yaml", "plaintext", "cpp"])
@given(data=st.data())
def test_any_text_has_a_sound_tree_of_lines(language: str, data: st.DataObject) -> None:
    text = data.draw(texts(language))
    root = by_indentation(text, language)
    check_tree(root, text)
    assert {node.kind for node in root.walk()} <= {"FOLD", "LINE"}


@pytest.mark.spec("DOC-1")
def test_a_closing_bracket_belongs_to_the_region_above_it_and_never_to_two() -> None:
    text = "a {\n  b {\n    c\n  }\n  d\n}\n"
    (outer, *_) = _folds(by_indentation(text, "plaintext"))
    assert text[outer.start : outer.end] == text
    (inner,) = _folds(outer)
    assert text[inner.start : inner.end] == "  b {\n    c\n  }\n"


@pytest.mark.spec("DOC-1")
def test_a_closing_bracket_that_opens_a_region_is_left_to_it() -> None:
    text = "(\n  a\n)\n  b\n)\n"
    assert regions(text, "plaintext") == {0: 1, 2: 4}


@pytest.mark.spec("DOC-1")
def test_in_an_offside_language_a_header_stands_outside_its_region() -> None:
    text = "x: 1\na:\n  b: 1\n\nc: 2\n"
    (fold,) = _folds(by_indentation(text, "yaml"))
    assert text[fold.start : fold.end] == "  b: 1\n"


@pytest.mark.spec("DOC-1")
def test_a_tab_reaches_to_the_next_multiple_of_its_size() -> None:
    text = "a\n    b\n \tc\nd\n"
    assert regions(text, "plaintext", tab_size=4) == {0: 2}
    assert regions(text, "plaintext", tab_size=8) == {0: 2, 1: 2}


@pytest.mark.spec("DOC-1")
def test_ten_thousand_levels_are_only_levels() -> None:
    text = "".join(" " * level + "x\n" for level in range(2_000))
    check_tree(by_indentation(text, "plaintext"), text)


@pytest.mark.spec("DOC-1")
def test_an_unknown_language_folds_by_indentation_and_says_why() -> None:
    made = overlay("a\n  b\n", "klingon")
    assert (made.by, made.why) == ("indentation", "there is no grammar for klingon")
    assert [node.kind for node in made.root.children] == ["FOLD"]


def _folds(root: Node) -> list[Node]:
    return [node for node in root.children if node.kind == "FOLD"]
