"""Trees written as JSON by hand or by a program (PT-12): everything wrong is an error with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from brimful.prompt import BudgetExceeded, Container, InvalidPrompt, Rendered, render_sync
from brimful.prompt.declared import Declared, read_tree
from tests.prompt.damage import damaged
from tests.prompt.trees import TOKENIZERS


def shown(tree: Any, budget: int = 1000) -> Rendered:
    return render_sync(read_tree(tree), budget=budget, tokenizer=TOKENIZERS["words"])


def user(*children: Any, **props: Any) -> dict[str, Any]:
    return {"el": "User", "props": props, "children": list(children)}


def error_of(tree: Any) -> InvalidPrompt:
    with pytest.raises(InvalidPrompt) as caught:
        shown(tree)
    return caught.value


@pytest.mark.spec("PT-12")
@pytest.mark.parametrize(
    "tree",
    [
        user("hi"),
        [user("hi")],
        {"tree": [user("hi")]},
        {"version": 1, "tree": user("hi")},
        {"version": 1, "tree": [{"el": "Fragment", "children": [user("h", "i")]}]},
    ],
)
def test_a_tree_is_a_node_or_a_list_or_an_object_with_a_version(tree: Any) -> None:
    assert shown(tree).messages[0].text == "hi"


@pytest.mark.spec("PT-12", "PT-6")
def test_every_element_can_be_written() -> None:
    tree = [
        {"el": "System", "id": "rules", "props": {"priority": 9, "required": True}, "children": ["be brief"]},
        {"el": "Assistant", "props": {"toolCalls": [{"id": "1", "name": "look", "keepWith": "k"}]}},
        {"el": "KeepWith", "props": {"key": "k"}, "children": [
            {"el": "Tool", "props": {"toolCallId": "1", "isError": True}, "children": ["none"]}]},
        user(
            {"el": "TextChunk", "props": {"breakOn": {"regex": ",", "flags": "gi"}}, "children": ["a,b"]},
            {"el": "TextChunk", "props": {"breakOnWhitespace": True}, "children": ["c d"]},
            {"el": "Chunk", "children": [{"el": "Text", "children": ["e"]}]},
            {"el": "PrioritizedList", "props": {"descending": True}, "children": ["f", None, "g"]},
            {"el": "TokenLimit", "props": {"max": 10, "flexBasis": 2}, "children": ["h"]},
            {"el": "LegacyPrioritization", "props": {"pass_priority": True}, "children": ["i"]},
            {"el": "IfEmpty", "props": {"alt": ["alternative"]}, "children": []},
            {"el": "Expandable", "props": {"texts": ["short", "much longer"], "flex_grow": 1}},
            {"el": "Image", "props": {"src": "AAAA", "detail": "low", "mimeType": "image/png"}},
            {"el": "Document", "props": {"data": "AAAA", "mediaType": "a/b", "name": "n"}},
            {"el": "opaque", "props": {"value": {"tokens": 1}, "tokenUsage": 1}},
            {"el": "br"}, {"el": "meta", "props": {"key": "k", "value": [1], "local": True}},
            {"el": "references", "props": {"names": ["v", {"uri": "file:///a"}]}},
            {"el": "cacheBreakpoint"},
        ),
    ]  # fmt: skip
    rendered = shown(json.loads(json.dumps(tree)))
    assert [message.role for message in rendered.messages] == ["system", "assistant", "tool", "user"]
    assert rendered.messages[3].text.startswith("a,b\nc d\ne\nf\ng\nh\ni")
    assert "alternative" in rendered.messages[3].text
    assert "much longer" in rendered.messages[3].text
    assert [(meta.key, meta.value) for meta in rendered.metadata] == [("k", [1])]
    assert len(rendered.references) == 2


@pytest.mark.spec("PT-12")
@pytest.mark.parametrize(
    ("node", "at", "message"),
    [
        ({"el": "Usr"}, "tree[0].children[0].el", "no element 'Usr' .did you mean User"),
        ({"el": "Qqqq"}, "tree[0].children[0].el", "no element 'Qqqq' .one of"),
        ({"el": 5}, "tree[0].children[0]", "expected text, a number or an object with el"),
        (["text"], "tree[0].children[0]", "expected text"),
        ({"el": "Text", "props": {"priorty": 1}}, "tree[0].children[0].props.priorty", "did you mean priority"),
        ({"el": "Text", "props": {"flexGrw": 1}}, "tree[0].children[0].props.flexGrw", "did you mean flex_grow"),
        ({"el": "Text", "props": {"priority": "1"}}, "tree[0].children[0].props.priority", "a whole number or a num"),
        ({"el": "Text", "props": {"priority": True}}, "tree[0].children[0].props.priority", "got True"),
        ({"el": "Text", "props": {"passPriority": 1}}, "tree[0].children[0].props.passPriority", "true or false"),
        ({"el": "Text", "props": []}, "", ""),
        ({"el": "Text", "props": [1]}, "tree[0].children[0].props", "not an object"),
        ({"el": "Text", "props": {"flexGrow": 1, "flex_grow": 2}}, "tree[0].children[0].props", "both spellings"),
        ({"el": "Text", "id": 5}, "tree[0].children[0].id", "not text"),
        ({"el": "Text", "children": "text"}, "tree[0].children[0].children", "not a list"),
        ({"el": "Text", "childern": ["x"]}, "tree[0].children[0].childern", "did you mean children"),
        ({"el": "Text", "priority": 1}, "tree[0].children[0].priority", "one of its props"),
        ({"el": "br", "children": ["x"]}, "tree[0].children[0].children", "br has no children"),
        ({"el": "TokenLimit"}, "tree[0].children[0].props", "TokenLimit needs max"),
        ({"el": "KeepWith", "props": {"key": 1}}, "tree[0].children[0].props.key", "expected text"),
        ({"el": "Expandable", "props": {"texts": []}}, "tree[0].children[0].props.texts", "not a list of texts"),
        ({"el": "TextChunk", "props": {"breakOn": {"regex": "("}}}, "tree[0].children[0].props.breakOn", "pattern"),
        ({"el": "TextChunk", "props": {"breakOn": {}}}, "tree[0].children[0].props.breakOn", "pattern"),
        (
            {"el": "TextChunk", "props": {"breakOn": {"regex": "a{99999999999999999999}"}}},
            "tree[0].children[0].props.breakOn",
            "pattern",
        ),
        (
            {"el": "TextChunk", "props": {"breakOn": {"regex": "a", "flags": "i"}}},
            "tree[0].children[0].props.breakOn.flags",
            "global",
        ),
        (
            {"el": "Assistant", "props": {"toolCalls": [{"id": "1"}]}},
            "tree[0].children[0].props.toolCalls[0]",
            "a call needs name",
        ),
        ({"el": "references", "props": {"names": [5]}}, "tree[0].children[0].props.names", "not a reference"),
        ({"el": "ElementJSON", "json": 5}, "tree[0].children[0].json", "what a render wrote"),
    ],
)
def test_everything_wrong_is_an_error_with_its_place(node: Any, at: str, message: str) -> None:
    tree = {"version": 1, "tree": [user(node)]}
    if not at:  # an empty list of properties says as much as none
        shown(tree)
        return
    with pytest.raises(InvalidPrompt, match=message) as caught:
        shown(tree)
    assert caught.value.at == at


@pytest.mark.spec("PT-12")
@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_version_is_refused(version: Any) -> None:
    error = error_of({"version": version, "tree": []})
    assert error.at == "version"
    assert repr(version) in str(error)


@pytest.mark.spec("PT-12", "PT-1")
@pytest.mark.parametrize("levels", [151, 1_000, 100_000])
def test_a_tree_without_end_is_an_error_and_not_a_crash(levels: int) -> None:
    node: Any = "x"
    for _ in range(levels):
        node = {"el": "Container", "children": [node]}
    assert "deeper than 150 levels" in str(error_of([user(node)]))


@pytest.mark.spec("PT-12")
def test_as_deep_as_is_allowed_is_read_and_rendered() -> None:
    node: Any = "x"
    for _ in range(149):
        node = {"el": "Container", "children": [node]}
    assert shown([user(node)]).messages[0].text == "x"


@pytest.mark.spec("PT-12")
def test_a_caller_may_bring_elements_of_its_own() -> None:
    def shout(declared: Declared) -> Container:
        return Container(declared.take("text", str, needed=True).upper(), **declared.common)

    tree = [user({"el": "Shout", "id": "s", "props": {"text": "hi", "priority": 3}})]
    rendered = render_sync(read_tree(tree, {"Shout": shout}), budget=100, tokenizer=TOKENIZERS["words"])
    assert rendered.messages[0].text == "HI"
    assert next(entry for entry in rendered.manifest.entries if entry.id == "s").priority == 3


_SOUND = [
    {"el": "Assistant", "props": {"toolCalls": [{"id": "1", "name": "f", "keepWith": "k"}]}, "children": ["a"]},
    {"el": "KeepWith", "props": {"key": "k", "priority": 1}, "children": [{"el": "Tool", "children": ["b"]}]},
    user(
        {
            "el": "TextChunk",
            "props": {"breakOn": {"regex": ",", "flags": "g"}, "flexReserve": "/3"},
            "children": ["x"],
        },
        {"el": "PrioritizedList", "props": {"priority": 5}, "children": ["p", {"el": "br"}]},
        {"el": "IfEmpty", "props": {"alt": ["z"]}, "children": [{"el": "Expandable", "props": {"texts": ["s"]}}]},
        {"el": "Image", "props": {"src": "AAAA"}},
        {"el": "opaque", "props": {"value": {}, "tokenUsage": 2, "priority": 1}},
        {"el": "references", "props": {"names": ["v", {"uri": "u"}]}},
        {"el": "TokenLimit", "props": {"max": 7, "flexBasis": 1.5, "flexGrow": 2}, "children": ["m"]},
    ),
]


@given(damaged(_SOUND))
@pytest.mark.spec("PT-12")
def test_a_damaged_tree_is_rendered_or_refused_with_a_place(tree: Any) -> None:
    try:
        rendered = shown(tree, 60)
    except InvalidPrompt as error:
        assert error.at
    except BudgetExceeded:
        pass
    else:
        assert rendered.tokens <= 60
