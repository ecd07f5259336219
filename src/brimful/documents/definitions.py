"""Names in a source file: where they are defined, and where they are used (DOC-6).

By syntax where there is a tree. One walk finds all definitions, so that an index of many files costs little more than
parsing them; a name is looked for in the text first and in the tree only where it occurs. Without a tree, lines that
look like definitions are taken, and whole words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque

from msgspec import Struct

from brimful.documents.grammars import NAMING
from brimful.documents.guessing import guessed
from brimful.documents.naming import Definition, named
from brimful.documents.offsets import to_bytes
from brimful.documents.parsing import SHARED, Parsed, Parser

__all__ = ["Definition", "Reference", "definitions", "references"]

# Nodes inside which a name is only talked about.
_TALK = re.compile(r"comment|string|heredoc|regex|text|char_literal|character_literal")


class Reference(Struct, frozen=True):
    """A place where a name stands.

    start, end: offsets in characters.
    line:       counted from 1.
    defines:    the name is defined here.
    container:  the innermost definition around it, with what is around that one, joined by points; "" = none.
    """

    name: str
    start: int
    end: int
    line: int
    defines: bool
    container: str


def definitions(text: str, language: str, *, parser: Parser | None = None) -> list[Definition]:
    """Return what a text defines, in the order of the text, each before what is inside it."""
    parsed = (parser or SHARED).parse(language, text) if language in NAMING else None
    return guessed(text, language) if parsed is None else named(text, parsed, language)


def references(text: str, language: str, name: str, *, parser: Parser | None = None) -> list[Reference]:
    """Return where a name stands in a text, its definitions among them; not in comments or strings."""
    part = r"\w" if language == "php" else r"[\w$]"  # in PHP the sign before a variable is no part of its name
    word = re.compile(rf"(?<!{part}){re.escape(name)}(?!{part})")
    if not name or name not in text:
        return []
    places = [found.start() for found in word.finditer(text)]
    parser = parser or SHARED
    parsed = parser.parse(language, text) if language in NAMING else None
    known = definitions(text, language, parser=parser)
    defined = {one.name_start for one in known if one.name == name}
    if parsed is not None:
        places = sorted(defined.union(_spoken(text, parsed, places)))
    return _placed(text, name, places, known)


def _spoken(text: str, parsed: Parsed, places: list[int]) -> list[int]:
    """The places where the tree has a name and not a part of a comment or a string.

    One walk, into the nodes that hold places; `kinds` has the innermost named node at each depth of it.
    """
    byte = to_bytes(text)
    waiting = deque((byte(place), place) for place in places)
    kept: list[int] = []
    cursor = parsed.tree.walk()
    kinds = [cursor.node.type]

    def judge(end: int, kind: str) -> None:
        while waiting and waiting[0][0] < end:
            _, place = waiting.popleft()
            if not _TALK.search(kind):
                kept.append(place)

    while waiting:
        node = cursor.node
        judge(node.start_byte, kinds[-1])  # before this node, and in none beside it
        if waiting and waiting[0][0] < node.end_byte:
            kind = node.type if node.is_named else kinds[-1]
            if cursor.goto_first_child():
                kinds.append(kind)
                continue
            judge(node.end_byte, kind)
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                judge(len(parsed.data) + 1, kinds[-1])
                break
            judge(cursor.node.end_byte, kinds.pop())
    return kept


def _placed(text: str, name: str, places: list[int], known: list[Definition]) -> list[Reference]:
    """The places of a name, each with its line and the innermost definition around it."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    defined = {one.name_start for one in known if one.name == name}
    waiting, around = deque(known), list[Definition]()
    found = []
    for at in places:
        while waiting and waiting[0].start <= at:
            one = waiting.popleft()
            while around and around[-1].end <= one.start:
                around.pop()
            around.append(one)
        inside = next((one for one in reversed(around) if one.name_start != at and one.end > at), None)
        container = inside.inner_path if inside else ""
        found.append(Reference(name, at, at + len(name), bisect_left(breaks, at) + 1, at in defined, container))
    return found
