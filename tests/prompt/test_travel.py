"""Trees go out as JSON and come back (PT-12)."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.messages import Thinking
from brimful.prompt import (
    BR,
    Assistant,
    BudgetExceeded,
    CacheMark,
    Call,
    Child,
    Chunk,
    Container,
    Document,
    Element,
    Embedded,
    Image,
    InvalidPrompt,
    KeepWith,
    LegacyPrioritization,
    Opaque,
    Reference,
    References,
    Rendered,
    System,
    Text,
    TextChunk,
    TokenLimit,
    Tool,
    User,
    render_json,
    render_sync,
)
from brimful.prompt.declared import read_tree
from tests.prompt.damage import damaged
from tests.prompt.trees import TOKENIZERS, Tree, trees

WORDS = TOKENIZERS["words"]


def sent(*prompt: Child, budget: int = 1000) -> dict[str, Any]:
    """The tree as it arrives in another process."""
    data = asyncio.run(render_json(list(prompt), budget=budget, tokenizer=WORDS))
    arrived: dict[str, Any] = json.loads(json.dumps(data))
    return arrived


def shown(*prompt: Child, budget: int = 1000) -> Rendered:
    return render_sync(list(prompt), budget=budget, tokenizer=WORDS)


EVERYTHING: list[Element] = [
    System("rules", name="house", required=True),
    User(
        Text("a", BR, "b"),
        Chunk(TextChunk("c", priority=1), Container("d", pass_priority=True)),
        Image(source="https://example.org/a", detail="low", media_type="image/webp"),
        Document(data="aGk=", media_type="application/pdf", name="report"),
        Opaque({"x": [1]}, tokens=3, kind="news"),
        LegacyPrioritization(TextChunk("e", References("var", Reference(uri="file:///a")))),
        name="ann",
    ),
    Assistant(
        "thinking",
        calls=[Call("1", "look", "{}", "k"), Call("2", "see")],
        thinking=[Thinking("hm", signature="sig")],
    ),
    KeepWith(Tool(TokenLimit("result " * 5, max=10), call_id="1", is_error=True), key="k", priority=5),
]


@pytest.mark.spec("PT-12")
def test_what_comes_back_says_the_same() -> None:
    plain, travelled = shown(EVERYTHING), shown(Embedded(sent(EVERYTHING)))
    assert travelled.messages == plain.messages
    assert travelled.tokens == plain.tokens
    assert list(map(repr, travelled.references)) == list(map(repr, plain.references))


@pytest.mark.spec("PT-12")
@pytest.mark.parametrize("budget", range(20, 70, 3))
def test_what_comes_back_is_pruned_the_same(budget: int) -> None:
    assert shown(Embedded(sent(EVERYTHING)), budget=budget).messages == shown(EVERYTHING, budget=budget).messages


@given(trees(required=True, marks=False), st.integers(0, 90))
@pytest.mark.spec("PT-12", "PT-5")
def test_any_tree_without_marks_comes_back_as_it_was(tree: Tree, budget: int) -> None:
    """But for flex_grow, which has done its work by then: limits are enforced in the order of the tree."""
    for node in _elements(tree):
        node.get("props", {}).pop("flexGrow", None)

    def outcome(prompt: list[Child]) -> object:
        try:
            rendered = render_sync(prompt, budget=budget, tokenizer=WORDS)
        except BudgetExceeded as error:
            return error.needed, error.budget
        return rendered.messages, rendered.tokens

    assert outcome([Embedded(sent(*read_tree(tree)))]) == outcome(read_tree(tree))


def _elements(tree: Tree) -> list[dict[str, Any]]:
    found = [node for node in tree if isinstance(node, dict)]
    return found + [below for node in found for below in _elements(node.get("children", []))]


@pytest.mark.spec("PT-12")
def test_marks_stay_behind_and_nothing_else_does() -> None:
    message = shown(Embedded(sent(User("a", CacheMark(), "b")))).messages[0]
    assert message.text == "ab"


@pytest.mark.spec("PT-12")
def test_sets_of_two_embedded_trees_are_two_sets_whatever_their_numbers() -> None:
    tree = sent(User(KeepWith(TextChunk("a", priority=1), key="k"), KeepWith(TextChunk("b", priority=2), key="k")))
    rendered = shown(Container(Embedded(tree), priority=1), Embedded(tree), budget=6)
    assert [message.text for message in rendered.messages] == ["a\nb"]


@pytest.mark.spec("PT-12")
def test_an_embedded_tree_may_be_embedded_again() -> None:
    once = sent(User(Embedded(sent(Container(TextChunk("a"), TokenLimit("b c d", max=2))))))
    assert [message.text for message in shown(Embedded(once)).messages] == ["a"]


@pytest.mark.spec("PT-12")
def test_it_says_its_version_and_a_later_one_is_refused() -> None:
    data = sent(User("a"))
    assert data["version"] == 1
    with pytest.raises(InvalidPrompt, match="version"):
        shown(Embedded({**data, "version": 2}))


@pytest.mark.spec("PT-12")
def test_a_tree_of_the_original_without_our_members_is_read() -> None:
    data = {
        "node": {
            "type": 1, "ctor": 2, "ctorName": "Root", "props": {}, "references": [],
            "children": [
                {
                    "type": 1, "ctor": 1, "ctorName": "UserMessage", "props": {"role": 1}, "references": [],
                    "children": [{"type": 2, "priority": 9007199254740991, "text": "hi", "lineBreakBefore": False}],
                }
            ],
        }
    }  # fmt: skip
    assert shown(Embedded(data)).messages[0].text == "hi"


def _nested(levels: int) -> dict[str, Any]:
    node: dict[str, Any] = {"type": 2, "priority": 1, "text": "x"}
    for _ in range(levels):
        node = {"type": 1, "ctor": 2, "ctorName": "C", "children": [node], "props": {}}
    return {"node": node}


@pytest.mark.spec("PT-12", "PT-1")
@pytest.mark.parametrize("levels", [151, 1_000, 100_000])
def test_a_tree_without_end_is_an_error_and_not_a_crash(levels: int) -> None:
    with pytest.raises(InvalidPrompt, match="deeper than 150"):
        shown(User(Embedded(_nested(levels))))


@pytest.mark.spec("PT-12")
@pytest.mark.parametrize("data", [None, [], 5, "text", {}, {"node": None}, {"node": {"type": 9}}])
def test_what_is_no_tree_is_an_error(data: Any) -> None:
    with pytest.raises(InvalidPrompt):
        shown(User(Embedded(data)))


_TREE = sent(EVERYTHING)


@given(damaged(_TREE))
@pytest.mark.spec("PT-12")
def test_a_tree_that_was_damaged_on_the_way_is_read_or_refused_with_a_place(tree: Any) -> None:
    try:
        rendered = shown(Embedded(tree), budget=60)
    except InvalidPrompt as error:
        assert error.at
    except BudgetExceeded:
        pass
    else:
        assert rendered.tokens <= 60
