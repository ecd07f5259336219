"""Trees that come from elsewhere: whatever is wrong in them is told, with its place."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import BrimfulError
from brimful.prompt import (
    Assistant,
    Call,
    Container,
    Document,
    Embedded,
    Image,
    InvalidPrompt,
    Opaque,
    Tool,
    User,
    render_json,
    render_sync,
)
from brimful.prompt.declared import KINDS, read_tree

pytestmark = pytest.mark.spec("PT-12")

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10),
    st.floats(),
    st.sampled_from(["", "a", "/2", "text/plain", "ab cd", "\ud800"]),
)
KEYS = st.sampled_from(["id", "name", "arguments", "uri", "regex", "flags", "node", "type", "x"])
JUNK = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=5
)
CALLS = st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "name", "arguments", "keepWith"), JUNK)))
NAMES = ["priority", "passPriority", "flexGrow", "flexBasis", "flexReserve", "required", "name", "toolCallId"]
NAMES += ["isError", "breakOn", "descending", "alt", "texts", "src", "detail", "mimeType", "data", "mediaType"]
NAMES += ["max", "key", "value", "local", "names", "tokenUsage", "type", "kind"]
PROPS = st.dictionaries(st.sampled_from(NAMES), JUNK | st.just("a") | st.integers(0, 9), max_size=3)


def element(name: str, **props: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries({"el": st.just(name), "props": st.fixed_dictionaries(props)})


LEAVES = st.one_of(
    JUNK,
    element("Assistant", toolCalls=CALLS),
    element("references", names=JUNK),
    element("TextChunk", breakOn=JUNK),
    element("Image", src=JUNK),
)
PIECE_PROPS = st.fixed_dictionaries({}, optional={"role": st.integers(-1, 5), "toolCalls": CALLS, "src": JUNK})
TEXTS = st.fixed_dictionaries(
    {"type": st.sampled_from([2, 3])},
    optional=dict.fromkeys(
        ("text", "priority", "lineBreakBefore", "value", "tokenUsage", "references", "kind"), JUNK
    ),
)
PIECES = st.recursive(
    TEXTS,
    lambda inner: st.fixed_dictionaries(
        {
            "type": st.just(1),
            "ctor": st.integers(0, 5),
            "props": PIECE_PROPS,
            "children": st.lists(inner, max_size=3),
        },
        optional=dict.fromkeys(("flags", "keepWithId", "limit", "references"), JUNK),
    ),
    max_leaves=6,
)
RENDERED = st.fixed_dictionaries({"node": PIECES | JUNK}, optional={"version": SCALARS})
NODES = st.recursive(
    LEAVES,
    lambda inner: st.fixed_dictionaries(
        {"el": st.sampled_from(sorted(KINDS))},
        optional={
            "id": JUNK,
            "props": PROPS | JUNK,
            "children": st.lists(inner, max_size=3) | JUNK,
            "json": RENDERED | JUNK,
        },
    ),
    max_leaves=8,
)
TREES = st.one_of(NODES, RENDERED, st.builds(lambda node: {"el": "User", "children": [node]}, NODES))


@given(TREES, st.integers(0, 60))
def test_any_json_renders_or_is_refused_in_words(tree: Any, budget: int) -> None:
    try:
        rendered = render_sync(read_tree(tree), budget=budget)
    except BrimfulError as error:
        assert error.message
        return
    assert rendered.tokens <= budget or not rendered.messages
    assert isinstance(rendered.text(), str)


def test_a_tree_deeper_than_anything_is_refused() -> None:
    node: dict[str, Any] = {"type": 2, "text": "deep"}
    for _ in range(50_000):
        node = {"type": 1, "ctor": 2, "props": {}, "children": [node]}
    with pytest.raises(InvalidPrompt, match="deep"):
        render_sync([Embedded({"node": node})], budget=100)
    while "children" in node:  # taken apart here, since freeing so deep a nest is hard on the interpreter
        node = node["children"].pop()


async def _travelled(*children: Any) -> Any:
    return await render_json(Container(*children), budget=1_000)


def test_what_a_message_carries_travels_with_it() -> None:
    tree = [
        User(
            Opaque({"text": "x"}, kind="gemini", tokens=4),
            Image(source="QUJD", media_type="image/webp"),
            Document(data="QUJD", media_type="application/pdf", name="a.pdf"),
        ),
        Assistant("I try.", calls=[Call("c1", "ls")]),
        Tool("no such folder", call_id="c1", is_error=True, name="ls"),
    ]
    data = asyncio.run(_travelled(*tree))
    assert render_sync([Embedded(data)], budget=1_000).messages == render_sync(tree, budget=1_000).messages
