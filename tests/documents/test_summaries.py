"""What is shown within a number of characters: recorded answers, and the same as the rules say word for word."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from brimful.documents.document import Document
from brimful.documents.overlay import overlay
from brimful.documents.plan import Plan
from brimful.documents.shown import text_of
from brimful.documents.style import Style
from brimful.documents.tree import Node
from tests.documents.plain_summary import Options, summarize
from tests.documents.recorded import Source, rows, sources, units
from tests.documents.trees import documents

SETTINGS = {
    "default": Style(tidy=False),
    "always_ellipsis": Style(always=True, tidy=False),
    "type_checking": Style(types=True, tidy=False),
    "omitted_ranges": Style(numbers="omitted", tidy=False),
    "full_numbers": Style(numbers="full", tidy=False),
}
STYLES = st.builds(
    Style,
    always=st.booleans(),
    types=st.booleans(),
    tidy=st.booleans(),
    numbers=st.sampled_from(["", "omitted", "full"]),
)
LIMITS = st.lists(st.integers(0, 250), min_size=1, max_size=3)
CASES = rows("summaries.jsonl")


def shown(documents: Sequence[Document], limit: int, style: Style = SETTINGS["default"]) -> list[str]:
    return [text_of(each) for each in Plan(documents, style).within(limit)]


def tree_of(*children: tuple[int, int], end: int = 20) -> Node:
    return Node("root", 0, end, tuple([Node("call", *each) for each in children]))


@pytest.mark.spec("DOC-3", "DOC-7")
@pytest.mark.parametrize("setting", SETTINGS)
def test_summaries_are_the_recorded_ones(setting: str) -> None:
    mine = [case for case in CASES if case["settings"] == setting]
    assert mine
    for case in mine:
        documents = [
            Document(sources()[each["name"]].units, root=sources()[each["name"]].root, selection=_pair(each))
            for each in case["documents"]
        ]
        got = shown(documents, case["char_limit"], SETTINGS[setting])
        assert got == [units(text) for text in case["summary"]], case["documents"]


def _pair(given: dict[str, list[int] | None]) -> tuple[int, int] | None:
    selection = given["selection"]
    return None if selection is None else (selection[0], selection[1])


@pytest.mark.spec("DOC-3")
def test_all_558_recorded_summaries_are_compared() -> None:
    assert len(CASES) == 558


def same_as_the_rules(documents: list[Document], style: Style, limits: list[int]) -> None:
    plan = Plan(documents, style)
    options = Options(style.always, style.types, style.numbers or "none", style.tidy)
    for limit in limits:
        expected = summarize([(each.text, _root(each), each.selection) for each in documents], limit, options)
        assert [text_of(each) for each in plan.within(limit)] == expected


def _root(document: Document) -> Node:
    assert document.root is not None
    return document.root


@pytest.mark.spec("DOC-3")
@given(st.lists(documents(), min_size=1, max_size=3), STYLES, LIMITS)
@examples(max_examples=100)
def test_keeping_the_size_by_differences_shows_what_rendering_everything_again_shows(
    documents: list[Document], style: Style, limits: list[int]
) -> None:
    same_as_the_rules(documents, style, limits)


@pytest.mark.spec("DOC-3")
def test_an_empty_node_parts_nothing() -> None:
    text = "if (x) {\n  call();\n  rest();\n"
    empty = Node("empty", 20, 20)
    parted = Node("root", 0, len(text), (Node("call", 9, 21, (empty,)), Node("call", 21, len(text))))
    same_as_the_rules([Document(text, root=parted, selection=(11, 15))], Style(always=True), [0, 20])


@pytest.mark.soak
@pytest.mark.spec("DOC-3")
@given(st.lists(documents(), min_size=1, max_size=3), STYLES, LIMITS)
def test_keeping_the_size_by_differences_shows_the_same_in_thousands_of_documents(
    documents: list[Document], style: Style, limits: list[int]
) -> None:
    same_as_the_rules(documents, style, limits)


@pytest.mark.spec("DOC-3")
@given(st.lists(documents(), min_size=1, max_size=2), STYLES, st.integers(0, 250))
@examples(max_examples=100)
def test_the_size_that_is_kept_is_the_size_of_the_text(documents: list[Document], style: Style, limit: int) -> None:
    for showing in Plan(documents, style).within(limit):
        if style.numbers != "full":
            text = text_of(showing)
            assert (showing.chars, showing.newlines) == (len(text), text.count("\n"))


@pytest.mark.spec("DOC-3")
@given(documents(), STYLES, st.lists(st.integers(0, 250), min_size=2, max_size=5))
@examples(max_examples=50)
def test_a_plan_gives_for_a_limit_what_a_new_one_gives(document: Document, style: Style, limits: list[int]) -> None:
    plan = Plan([document], style)
    for limit in limits:
        assert [text_of(each) for each in plan.within(limit)] == shown([document], limit, style)


@pytest.mark.spec("DOC-3")
@pytest.mark.parametrize("limit", [0, 10])
def test_an_empty_file_has_an_empty_summary(limit: int) -> None:
    assert shown([Document("", root=Node("root", 0, 0), selection=(0, 0))], limit) == [""]


@pytest.mark.spec("DOC-3")
def test_a_limit_of_nothing_still_shows_the_selection_and_what_is_around_it() -> None:
    text = "f {\n  one();\n  two();\n}\n"
    root = Node("root", 0, 24, (Node("function", 0, 24, (Node("call", 4, 13), Node("call", 13, 22))),))
    assert shown([Document(text, root=root, selection=(6, 9))], 0) == ["f {\n  one();\n}\n"]
    assert shown([Document(text, root=root)], 0) == [""]


@pytest.mark.spec("DOC-3")
@pytest.mark.parametrize(
    "root",
    [
        tree_of((0, 5), (4, 9)),
        tree_of((5, 9), (0, 4)),
        tree_of((0, 30)),
        tree_of((6, 4)),
        tree_of(end=21),
    ],
    ids=["overlapping", "unordered", "longer than its parent", "backwards", "longer than the text"],
)
def test_a_tree_that_is_none_is_refused(root: Node) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        shown([Document("x" * 20, root=root)], 20)


@pytest.mark.spec("DOC-3")
def test_a_selection_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="selection"):
        shown([Document("abc", root=Node("root", 0, 3), selection=(2, 9))], 20)


@pytest.mark.spec("DOC-3")
def test_several_files_share_one_limit_by_cost_and_keep_their_order() -> None:
    python, script = sources()["long.py"], sources()["long.ts"]
    text = script.units
    near = Document(text, root=script.root, selection=(427, 432))
    far = Document(python.units, root=python.root)
    both = shown([near, far], 700)
    turned = shown([far, near], 700)
    assert [len(each) > 0 for each in both] == [True, True]
    assert sum(map(len, both)) <= 700
    assert len(turned[1]) > 0
    assert text[427:432] in both[0]
    assert text[427:432] in turned[1]


@pytest.mark.spec("DOC-3")
def test_no_indentation_is_left_over_from_a_line_that_is_missing() -> None:
    source = sources()["job.py"]
    plain = Document(source.units, root=source.root, selection=(575, 590))
    assert "class Job:\n    \n    def run(self, n):\n                return n\n" in shown([plain], 411)[0]
    assert "class Job:\n\n    def run(self, n):\n        return n\n" in shown([plain], 411, Style())[0]


@pytest.mark.spec("DOC-3")
def test_other_costs_decide_what_is_shown_and_what_never_is_for_itself() -> None:
    text = "one();\ntwo();\nthree();\n"
    root = tree_of((0, 7), (7, 14), (14, 23), end=23)
    document = Document(text, root=root)

    def last_first(_: Document, path: Sequence[Node], given: float) -> float | None:
        return None if path[-1].start == 7 else given - path[-1].start

    def within(limit: int) -> str:
        return text_of(Plan([document], adjust=last_first).within(limit)[0])

    assert within(10) == "three();\n"
    assert within(100) == "one();\nthree();\n"


def numbered_lines(text: str) -> list[tuple[int, str]]:
    found = [re.fullmatch(r"(\d+): (.*)", line, re.DOTALL) for line in text.removesuffix("\n").split("\n")]
    return [(int(each[1]), each[2]) for each in found if each]


@pytest.mark.spec("DOC-7")
@pytest.mark.parametrize("source", [sources()[name] for name in sources()], ids=lambda source: source.name)
def test_numbered_lines_without_a_marker_stand_in_the_line_of_that_number(source: Source) -> None:
    original = source.text.split("\n")
    root = overlay(source.text, source.language).root
    for start in [None, *range(0, len(source.text), 97)]:
        selection = None if start is None else (start, start)
        plan = Plan([Document(source.text, root=root, selection=selection)], Style(numbers="full"))
        for limit in range(0, len(source.text) * 2, 61):
            text = text_of(plan.within(limit)[0])
            lines = numbered_lines(text)
            assert len(lines) == len(text.removesuffix("\n").split("\n") if text else [])
            assert [number for number, _ in lines] == sorted({number for number, _ in lines})
            for number, line in lines:
                assert "…" in line or stands(line, original[number - 1 :]), (number, line)


def stands(line: str, original: list[str]) -> bool:
    """In the first line, or where something inside is missing, the rest behind it."""
    return line in original[0] or any(
        line[:cut] in original[0] and line[cut:] in "\n".join(original) for cut in range(1, len(line))
    )


@pytest.mark.spec("DOC-3")
@given(documents(), st.sampled_from([Style(), Style(always=True), Style(types=True)]), st.integers(0, 300))
@example(Document("a…b", root=Node("root", 0, 3)), Style(), 3)
@examples(max_examples=100)
def test_what_is_shown_stands_in_the_original_in_this_order(document: Document, style: Style, limit: int) -> None:
    text = text_of(Plan([document], style).within(limit)[0])
    rest = iter(document.text)
    for character in text.replace(style.marker(0, 0), ""):
        if character != "…":
            assert any(character == other for other in rest), text
