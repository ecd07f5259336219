"""Documents for properties: texts full of braces and blanks, with any tree over them."""

from __future__ import annotations

from hypothesis import strategies as st

from brimful.documents.document import Document
from brimful.documents.tree import Node

_WORDS = st.sampled_from(
    ["{", "}", " ", "\n", "\t", "  ", "\n\n", "if (x) {\n", "\n}", "}\n", "\tcall();\n", "a", "é", "😀", "\r\n", "…"]
)
TEXTS = st.lists(_WORDS, max_size=40).map("".join)
_KINDS = st.sampled_from(["class_declaration", "if_statement", "import_statement", "LINE"])


@st.composite
def nodes(draw: st.DrawFn, start: int, end: int, depth: int = 0) -> Node:
    """A node from `start` to `end`, with children anywhere in it."""
    places = sorted(draw(st.lists(st.integers(start, end), max_size=0 if depth > 3 else 8)))
    children = []
    at = start
    for first, last in zip(places[::2], places[1::2], strict=False):
        joined = at if draw(st.booleans()) else first  # right beside the one before, as often as not
        children.append(draw(nodes(joined, last, depth + 1)))
        at = last
    return Node(draw(_KINDS), start, end, tuple(children))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A document with a tree that may leave out its ends, and a selection or none."""
    text = draw(TEXTS)
    start, end = 0, len(text)
    if draw(st.integers(0, 3)) == 0:
        start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    chosen = None
    if draw(st.booleans()):
        chosen = tuple(sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text))))))
    return Document(text, root=draw(nodes(start, end)), selection=chosen, language="typescript")
