"""Random prompt trees, in the form `read_tree` reads (and the slow reference, too).

Trees hold whatever pruning looks at: priorities that tie, containers that pass theirs on, chunks, limits, sets, tool
calls kept with a set, cache marks, flat priorities, lists, media, white space. Nothing in them depends on budgets, so
what a tree says before pruning is known beforehand.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from hypothesis import strategies as st

from brimful.prompt import Rendered, render_sync
from brimful.prompt.declared import read_tree
from tests.conformance.prompt_tree import CaseTokenizer

Tree: TypeAlias = list[Any]

TOKENIZERS = {kind: CaseTokenizer(kind) for kind in ("words", "chars", "quads")}

_WORDS = ("a", "bb", "ccc d", "e f g h", "line\n", "\nnext", "i j\nk l")
_KEYS = st.sampled_from(["one", "two", "three"])
_PRIORITIES = st.one_of(st.none(), st.integers(0, 4))
_texts = st.one_of(st.sampled_from(_WORDS), st.sampled_from([" ", "\n"]))


def show(tree: Tree, budget: int, tokens: str = "words", *, original: bool = False) -> Rendered:
    """The tree, rendered."""
    return render_sync(read_tree(tree), budget=budget, tokenizer=TOKENIZERS[tokens], original=original)


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
    return draw(st.lists(_talk(2, required, marks), min_size=1, max_size=5))
