"""Sources to read: recorded cases, one file a language, and texts that are broken in all the usual ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from brimful.documents.grammars import FOLDING
from brimful.documents.languages import LANGUAGES, language_of
from brimful.documents.tree import Node

DATA = Path(__file__).parent.parent / "data" / "documents"
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (DATA / "structure.jsonl").read_text(encoding="utf-8").splitlines()
]
SOURCES = {language_of(path.name): path.read_text(encoding="utf-8") for path in sorted((DATA / "sources").iterdir())}
PARSED = sorted(FOLDING)

_SIGNS = ["{", "}", "(", ")", "[", "<", ">", ";", ",", ":", '"', "'", "`", "/*", "*/", "//", "#", "=>", "<?php", "\\"]
_WORDS = [
    "if ",
    "else",
    "return 1",
    "class A ",
    "function f",
    "def f():",
    "fn x",
    "export ",
    "case 1:",
    "end",
    "=begin",
]
_ODD = ["\r\n", "\t", "\x00", "\ud83d", "\udc4d", "é", "日本", "👍", "\u2028", "\ufeff", "\x0c", "\n\n", "    "]
fragments = st.lists(st.sampled_from(_SIGNS + _WORDS + _ODD + ["\n", " ", "x", "1"]), max_size=40).map("".join)


@st.composite
def mutated(draw: st.DrawFn, source: str) -> str:
    """A part of a source, with parts of it cut out, doubled, or replaced."""
    start = draw(st.integers(0, len(source)))
    text = source[start : start + draw(st.integers(0, 1500))]
    for _ in range(draw(st.integers(0, 4))):
        at, size = draw(st.integers(0, len(text))), draw(st.integers(0, 30))
        text = text[:at] + draw(fragments) + text[at + draw(st.sampled_from([0, size])) :]
    return text


def texts(language: str) -> st.SearchStrategy[str]:
    """Sources of a language, whole and broken, and texts that never were any."""
    source = SOURCES.get(language, SOURCES["python"])
    return st.one_of(mutated(source), fragments, st.text(max_size=200))


def languages() -> list[str]:
    """Every language that is known, those without a grammar too."""
    return sorted(LANGUAGES)


def utf16(text: str) -> list[int]:
    """Where each character begins when they are counted in UTF-16 units, and where the text ends."""
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + (2 if ord(character) > 0xFFFF else 1))
    return offsets


def as_recorded(node: Node, text: str) -> dict[str, Any]:
    """A tree in the form of the recorded ones."""
    offsets = utf16(text)

    def plain(node: Node) -> dict[str, Any]:
        shown: dict[str, Any] = {"kind": node.kind, "start": offsets[node.start], "end": offsets[node.end]}
        if node.children:
            shown["children"] = [plain(child) for child in node.children]
        return shown

    return plain(node)


def check_tree(root: Node, text: str) -> None:
    """Children lie inside, in order, beside each other; everything lies in the text."""
    assert 0 <= root.start <= root.end == len(text)
    for node in root.walk():
        at = node.start
        for child in node.children:
            assert at <= child.start <= child.end, (node.kind, child)
            at = child.end
        assert at <= node.end, node.kind
