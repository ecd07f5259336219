"""Structure by syntax: equal to what was recorded, equal to queries, and sound on any text (DOC-1, DOC-2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.documents.overlay import overlay
from brimful.documents.parsing import Parser
from brimful.documents.structure import by_syntax
from brimful.documents.tree import Node
from tests.documents.samples import CASES, PARSED, SOURCES, as_recorded, check_tree, languages, texts
from tests.documents.slow_structure import slow_structure

# What another version of a grammar makes of it (docs/decisions/0010-grammar-versions.md).
OTHER_GRAMMAR = {
    "broken.py": {
        "kind": "root",
        "start": 0,
        "end": 36,
        "children": [{"kind": "function_definition", "start": 0, "end": 35}],
    },
}


@pytest.mark.spec("DOC-1", "DOC-2")
@pytest.mark.parametrize("case", [case for case in CASES if case["syntax"]], ids=lambda case: case["name"])
def test_a_syntax_tree_is_what_was_recorded(case: dict[str, Any]) -> None:
    made = overlay(case["source"], case["language"])
    assert (made.by, made.why) == ("syntax", "")
    assert as_recorded(made.root, case["source"]) == OTHER_GRAMMAR.get(case["name"], case["syntax"])


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize("name", OTHER_GRAMMAR)
def test_a_difference_by_grammar_is_one(name: str) -> None:
    (case,) = [case for case in CASES if case["name"] == name]
    assert OTHER_GRAMMAR[name] != case["syntax"]


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize(
    ("language", "kinds"),
    [
        ("rust", "struct_item field_declaration impl_item function_item match_arm trait_item mod_item"),
        ("php", "class_declaration property_declaration method_declaration foreach_statement enum_case"),
    ],
)
def test_rust_and_php_have_a_structure_of_their_own(language: str, kinds: str) -> None:
    made = overlay(SOURCES[language], language)
    assert made.by == "syntax"
    assert set(kinds.split()) <= {node.kind for node in made.root.walk()}


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize("language", sorted(SOURCES))
def test_each_source_has_no_error_so_that_it_can_be_compared(language: str) -> None:
    parsed = Parser().parse(language, SOURCES[language])
    assert parsed is not None
    assert not parsed.tree.root_node.has_error


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize("language", sorted(SOURCES))
def test_the_walk_finds_what_queries_find(language: str) -> None:
    _compare(SOURCES[language], language)


@pytest.mark.spec("DOC-1")
@pytest.mark.soak
@pytest.mark.parametrize("language", ["cpp", "csharp", "php", "python", "ruby", "rust"])
@given(data=st.data())
def test_the_walk_finds_what_queries_find_in_broken_texts(language: str, data: st.DataObject) -> None:
    # Elsewhere the queries ask for any statement or declaration, which in an error tree-sitter tells in its own way.
    _compare(data.draw(texts(language)), language)


@pytest.mark.spec("DOC-1")
def test_what_a_parser_makes_up_where_something_is_missing_is_no_node() -> None:
    assert list(overlay(";?", "python").root.walk())[1:] == []


def _compare(text: str, language: str) -> None:
    text = text.encode("ascii", "replace").decode()  # so that bytes are characters
    parsed = Parser().parse(language, text)
    assert parsed is not None
    assert by_syntax(text, parsed, language) == slow_structure(parsed, language)


@pytest.mark.spec("DOC-1", "DOC-2")
@pytest.mark.soak
@pytest.mark.parametrize("language", languages())
@given(data=st.data())
def test_any_text_has_a_sound_tree(language: str, data: st.DataObject) -> None:
    text = data.draw(texts(language))
    made = overlay(text, language)
    check_tree(made.root, text)
    assert made == overlay(text, language, parser=Parser())
    assert "failed" not in made.why


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "text",
    ["", "\n", "x", "\ud83d", "\x00" * 50, "\ufeffx = 1\r\n\r\n", "\t\t{\n", "é" * 10, "x" * 1_000_000],
    ids=["empty", "break", "one", "surrogate", "nul", "bom", "tabs", "accents", "one-line"],
)
def test_odd_texts_have_a_sound_tree(language: str, text: str) -> None:
    made = overlay(text, language)
    check_tree(made.root, text)
    assert "failed" not in made.why


@pytest.mark.spec("DOC-1")
@pytest.mark.parametrize("language", PARSED)
@pytest.mark.parametrize("brackets", ["(", "[", "{", "{}", "()"])
def test_a_hundred_thousand_brackets_are_only_brackets(language: str, brackets: str) -> None:
    text = brackets[0] * 100_000 + brackets[1:] * 100_000
    made = overlay(text, language)
    check_tree(made.root, text)
    assert "failed" not in made.why


@pytest.mark.spec("DOC-2")
def test_a_node_takes_the_blank_lines_above_it_and_the_end_of_its_line() -> None:
    text = "a();\n\n\nb(); // why\nc();\n"
    root = overlay(text, "javascript").root
    assert [text[node.start : node.end] for node in root.children] == ["a();\n", "\n\nb(); // why\n", "c();"]


@pytest.mark.spec("DOC-2")
def test_an_export_is_one_node_with_what_it_exports() -> None:
    text = "export const f = () => {\n  one();\n};\nexport default class { m() { two(); } }\nexport { a };\n"
    root = overlay(text, "typescript").root
    assert [node.kind for node in root.children] == ["lexical_declaration", "export_statement", "export_statement"]
    assert [child.kind for child in root.children[0].children] == ["expression_statement"]
    assert [child.kind for child in root.children[1].children] == ["method_definition"]


@pytest.mark.spec("DOC-2")
def test_offsets_are_characters_whatever_the_bytes_are() -> None:
    text = "# é日本👍\ndef grüße(x):\n    s = '👩‍👩‍👧'; t = 'ß' # 日\n    return s\n"
    root = overlay(text, "python").root
    comment, function = root.children
    assert text[comment.start : comment.end] == "# é日本👍\n"
    assert [text[node.start : node.end] for node in function.children[:2]] == ["s = '👩‍👩‍👧'", " t = 'ß'"]


@pytest.mark.spec("DOC-2")
def test_walk_visits_each_node_before_its_children() -> None:
    tree = Node("a", 0, 3, (Node("b", 0, 2, (Node("c", 0, 1),)), Node("d", 2, 3)))
    assert [node.kind for node in tree.walk()] == ["a", "b", "c", "d"]
