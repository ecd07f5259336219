"""Random prompt trees, in the form `read_tree` reads (and the slow reference, too).

Trees hold whatever pruning looks at: priorities that tie, containers that pass theirs on, chunks, limits, sets, tool
calls kept with a set, cache marks, flat priorities, lists, media, white space. Nothing in them depends on budgets, so
what a tree says before pruning is known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from hypothesis import strategies as st

from brimful.prompt import Expandable, Rendered, Sizing, render_sync
from brimful.prompt.declared import Declared, read_tree
from tests.conformance.prompt_tree import CaseTokenizer

Tree: TypeAlias = list[Any]

TOKENIZERS = {kind: CaseTokenizer(kind) for kind in ("words", "chars", "quads")}

_WORDS = ("a", "bb", "ccc d", "e f g h", "line\n", "\nnext", "i j\nk l")
_KEYS = st.sampled_from(["one", "two", "three"])
_PRIORITIES = st.one_of(st.none(), st.integers(0, 4))
_texts = st.one_of(st.sampled_from(_WORDS), st.sampled_from([" ", "\n"]))


def show(tree: Tree, budget: int, tokens: str = "words", *, original: bool = False) -> Rendered:
    """The tree, rendered."""
    return render_sync(
        read_tree(tree, {"Says": _says}), budget=budget, tokenizer=TOKENIZERS[tokens], original=original
    )


def _says(declared: Declared) -> Expandable:
    """An element that says one text after another, each time it is asked, whatever its budget."""
    texts = iter(declared.take("says", list))
    last = ""

    def say(sizing: Sizing) -> str:
        nonlocal last
        last = next(texts, last)
        return last

    return Expandable(say, **declared.common)


def nodes(tree: Tree) -> Iterator[dict[str, Any]]:
    """Every element of a tree."""
    for node in tree:
        if isinstance(node, dict):
            yield node
            yield from nodes(node.get("children", []))


def name_calls(tree: Tree) -> Tree:
    """The same tree, in which every tool call has an id of its own."""
    calls = [call for node in nodes(tree) for call in node.get("props", {}).get("toolCalls", [])]
    for number, call in enumerate(calls):
        call["id"] = f"call{number}"
    return tree


@st.composite
def _props(draw: st.DrawFn, required: bool, *, passes: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if (priority := draw(_PRIORITIES)) is not None:
        found["priority"] = priority
    if passes and draw(st.integers(0, 3)) == 0:
        found["passPriority"] = True
    if draw(st.integers(0, 9)) == 0:
        found["flexGrow"] = draw(st.integers(0, 2))
    if required and draw(st.integers(0, 9)) == 0:
        found["required"] = True
    return found


@st.composite
def _leaf(draw: st.DrawFn, required: bool) -> Any:
    kind = draw(st.sampled_from(["text", "text", "chunk", "chunk", "chunk", "chunk", "br", "opaque", "Image"]))
    if kind == "text":
        return draw(_texts)
    if kind == "chunk":
        pieces = draw(st.lists(_texts, min_size=1, max_size=2))
        return {"el": "TextChunk", "props": draw(_props(required)), "children": pieces}
    if kind == "br":
        return {"el": "br"}
    if kind == "opaque":
        tokens = draw(st.integers(0, 6))
        return {"el": "opaque", "props": {"value": {"tokens": tokens}, "tokenUsage": tokens}}
    detail = draw(st.sampled_from(["low", "high"]))
    return {"el": "Image", "props": {"src": "aGk=", "detail": detail, **draw(_props(required))}}


_BOXES = ["Container", "Container", "Container", "Text", "Chunk", "TokenLimit", "KeepWith", "PrioritizedList"]


@st.composite
def _box(draw: st.DrawFn, children: Tree, required: bool) -> Any:
    kind = draw(st.sampled_from([*_BOXES, "LegacyPrioritization"]))
    props = draw(_props(required, passes=True))
    if kind == "TokenLimit":
        props["max"] = draw(st.integers(0, 30))
    elif kind == "KeepWith":
        props["key"] = draw(_KEYS)
    elif kind == "PrioritizedList":
        props["descending"] = draw(st.booleans())
    return {"el": kind, "props": props, "children": children}


@st.composite
def _said(draw: st.DrawFn, depth: int, required: bool) -> Any:
    """Something that stands in a message."""
    if depth == 0 or draw(st.integers(0, 2)):
        return draw(_leaf(required))
    return draw(_box(draw(st.lists(_said(depth - 1, required), max_size=4)), required))


@st.composite
def _message(draw: st.DrawFn, required: bool, marks: bool) -> Any:
    kind = draw(st.sampled_from(["System", "User", "User", "Assistant", "Tool"]))
    props = draw(_props(required))
    children = draw(st.lists(_said(2, required), max_size=4))
    if kind == "Assistant" and draw(st.booleans()):
        names = draw(st.lists(st.one_of(_KEYS, st.just("")), min_size=1, max_size=2))
        props["toolCalls"] = [
            {"id": f"call{i}", "name": "look up", "arguments": "{}", "keepWith": key} for i, key in enumerate(names)
        ]
    if marks and draw(st.integers(0, 5)) == 0:
        children.insert(draw(st.integers(0, len(children))), {"el": "cacheBreakpoint"})
    return {"el": kind, "props": props, "children": children}


@st.composite
def _talk(draw: st.DrawFn, depth: int, required: bool, marks: bool) -> Any:
    """A message, or a box of messages."""
    if depth == 0 or draw(st.integers(0, 2)):
        return draw(_message(required, marks))
    inside = draw(st.lists(_talk(depth - 1, required, marks), max_size=3))
    return draw(_box(inside, required))


@st.composite
def trees(draw: st.DrawFn, *, required: bool = False, marks: bool = True) -> Tree:
    """A prompt: messages and boxes of messages."""
    return name_calls(draw(st.lists(_talk(2, required, marks), min_size=1, max_size=5)))


def without(kind: str, tree: Tree) -> Tree:
    """A tree in which plain containers stand for the elements of a kind."""
    for node in nodes(tree):
        if node["el"] == kind:
            node["el"] = "Container"
            node["props"] = {name: value for name, value in node["props"].items() if name not in ("max", "key")}
    return tree


@st.composite
def growing(draw: st.DrawFn) -> Tree:
    """A prompt with texts that are asked again when there is room, and say more, or less, or too much."""
    tree: Tree = draw(trees(marks=False))
    boxes = [node for node in nodes(tree) if node["el"] not in ("TextChunk", "Image", "br", "opaque")]
    messages = [node for node in nodes(tree) if node["el"] in ("System", "User", "Assistant", "Tool")]
    inside = {id(below) for message in messages for below in nodes([message])}
    places = [box for box in boxes if id(box) in inside]
    for box in draw(st.lists(st.sampled_from(places), max_size=4)) if places else []:
        texts = draw(st.lists(st.sampled_from([*_WORDS, "", "x " * 12, "y " * 40]), min_size=1, max_size=4))
        says = {"el": "Says", "props": {"says": texts, **draw(_props(False))}}
        box["children"].insert(draw(st.integers(0, len(box["children"]))), says)
    return tree


@st.composite
def rounds(draw: st.DrawFn) -> Tree:
    """Calls and their results, each pair kept together, between other messages."""
    tree: Tree = draw(st.lists(_talk(1, False, False), max_size=3))
    for number in range(draw(st.integers(1, 4))):
        call = {"id": f"id{number}", "name": "look up", "arguments": '{"q": 1}', "keepWith": f"pair{number}"}
        asks = {"el": "Assistant", "props": {"toolCalls": [call], **draw(_props(False))}, "children": []}
        says = {"el": "Tool", "props": {"toolCallId": f"id{number}"}, "children": draw(st.lists(_said(1, False)))}
        props = {"key": f"pair{number}"}
        tree.append({"el": "KeepWith", "props": {**props, **draw(_props(False))}, "children": [asks]})
        tree.append({"el": "KeepWith", "props": {**props, **draw(_props(False))}, "children": [says]})
    return tree
