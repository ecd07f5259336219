"""Structure by syntax: the nodes of a syntax tree that may be shown or left out on their own (DOC-1, DOC-2).

One walk over the syntax tree. A node that counts grows to whole lines where it can: back to the node before it (or to
the line below that one), and forward to the end of its line if nothing else stands there. So ranges lie beside each
other without gaps of blank lines, and a node that is left out takes its line with it.

The walk is a loop over a cursor, since a text can be nested deeper than Python's stack.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from msgspec import Struct

from brimful.documents.grammars import FOLDING
from brimful.documents.offsets import to_chars
from brimful.documents.parsing import Parsed, grammar
from brimful.documents.tree import Node

ROOT = "root"

# These exist to carry one declaration: they take its kind and are one node with it.
_CARRIERS = ("export_statement", "ambient_declaration")


class _Kind(Struct, frozen=True, gc=False):
    """What a kind of node means to the walk, by the numbers the grammar gives to kinds."""

    name: str
    counts: bool = False
    barred: frozenset[int] = frozenset()
    only_under: frozenset[int] | None = None
    below: int | None = None
    twice_with: str = ""
    twice_under: frozenset[int] = frozenset()
    wrapper: bool = False
    taken_in: bool = False
    quiet: re.Pattern[bytes] | None = None
    closed: bool = False


class _Open:
    """A node that counts and whose end is not settled yet."""

    __slots__ = ("children", "end", "kind", "start", "twice")

    def __init__(self, kind: str, start: int, end: int, twice: bool) -> None:
        self.kind, self.start, self.end, self.twice = kind, start, end, twice
        self.children: list[Node] = []


class _Level:
    """The children of one node of the syntax tree, while they are walked."""

    __slots__ = ("around", "before", "carrier", "into", "open", "parent", "wraps")

    def __init__(self, parent: int, around: int, into: list[Node], carrier: _Open | None = None) -> None:
        self.parent, self.around, self.into, self.carrier = parent, around, into, carrier
        self.before = -1
        self.wraps = False
        self.open: _Open | None = None


def by_syntax(text: str, parsed: Parsed, language: str) -> Node:
    """Return the tree of a text by its syntax."""
    return _Walk(text, parsed, language).run()


class _Walk:
    def __init__(self, text: str, parsed: Parsed, language: str) -> None:
        self._size = len(text)
        self._tree, self._data = parsed.tree, parsed.data
        self._kinds = _kinds(language)
        self._char = to_chars(text, parsed.data)

    def run(self) -> Node:
        cursor = self._tree.walk()
        level = _Level(cursor.node.kind_id, -1, [])
        top = level.into
        levels: list[_Level] = []
        alive = cursor.goto_first_child()
        while alive:
            inner = self._enter(level, cursor.node)
            if inner is not None and cursor.goto_first_child():
                levels.append(level)
                level = inner
                continue
            while not cursor.goto_next_sibling():
                alive = bool(levels)
                if not alive:
                    break
                cursor.goto_parent()
                level = self._leave(level, levels.pop())
        self._settle(level)
        return Node(ROOT, 0, self._size, tuple(top))

    def _enter(self, level: _Level, node: Any) -> _Level | None:
        """Take a node in; return the level of its children, or None if nothing that counts is among them."""
        number, start, end = node.kind_id, node.start_byte, node.end_byte
        kind = self._kinds.get(number, _PLAIN)
        before = level.before
        level.before = end
        if level.open is not None:
            if kind.taken_in and self._takes_in(level.open, kind, start, end):
                return None
            below = self._data.find(b"\n", level.open.end, start)
            if below >= 0:
                level.open.end = below + 1
            self._settle(level)
        if kind.wrapper:
            inner = _Level(number, level.around, level.into)
            inner.before, inner.open, inner.wraps = before, level.open, True
            return inner
        if kind.counts and self._counts(kind, level):
            return self._open(level, node, kind, before)
        if kind.closed or (kind.quiet is not None and not kind.quiet.search(self._data, start, end)):
            return None
        return _Level(number, level.parent, level.into)

    def _counts(self, kind: _Kind, level: _Level) -> bool:
        if level.parent in kind.barred:
            return False
        if kind.below is not None and level.around != kind.below:
            return False
        return kind.only_under is None or level.parent in kind.only_under

    def _open(self, level: _Level, node: Any, kind: _Kind, before: int) -> _Level | None:
        number, start, end = node.kind_id, node.start_byte, node.end_byte
        opened = level.carrier
        if opened is not None:
            opened.kind = kind.name
            level.carrier = None
        else:
            if before >= 0:
                below = self._data.find(b"\n", before, start)
                start = before if below < 0 else below + 1
            opened = level.open = _Open(_name(kind, node, self._data), start, end, _twice(kind, node, level.parent))
        return _Level(number, level.parent, opened.children, opened if kind.name in _CARRIERS else None)

    def _takes_in(self, opened: _Open, kind: _Kind, start: int, end: int) -> bool:
        if kind.counts and self._data.find(b"\n", opened.end, start) >= 0:
            return False  # a comment on a line of its own
        opened.end = end
        return True

    def _leave(self, level: _Level, outer: _Level) -> _Level:
        if level.wraps:
            outer.open = level.open  # its children are the outer level's own
        else:
            self._settle(level)
        return outer

    def _settle(self, level: _Level) -> None:
        """The end of the open node is known: it becomes a node of the level's list."""
        opened, char = level.open, self._char
        if opened is None:
            return
        start, end = opened.start, opened.end
        if char is not None:
            start, end = char(start), char(end)
        node = Node(opened.kind, start, end, tuple(opened.children))
        level.into.append(Node(opened.kind, start, end, (node,)) if opened.twice else node)
        level.open = None


_PLAIN = _Kind("")


def _name(kind: _Kind, node: Any, data: bytes) -> str:
    if kind.name == "method_definition":
        name = node.child_by_field_name("name")
        if name is not None and data[name.start_byte : name.end_byte] == b"constructor":
            return "constructor"
    return kind.name


def _twice(kind: _Kind, node: Any, parent: int) -> bool:
    if parent in kind.twice_under:
        return True
    return bool(kind.twice_with) and node.child_by_field_name(kind.twice_with) is not None


@cache
def _kinds(language: str) -> dict[int, _Kind]:
    """The rules of a language by the numbers that its grammar gives to kinds."""
    known = grammar(language)
    rules = FOLDING[language]
    if known is None:
        return {}

    def number(name: str) -> int:
        found = known.id_for_node_kind(name, True)
        return -1 if found is None else found

    found = {}
    for name in rules.kinds | rules.wrappers | rules.quiet.keys() | ({"comment"} if rules.takes_in else set()):
        pattern = rules.quiet.get(name)
        found[number(name)] = _Kind(
            name,
            counts=name in rules.kinds,
            barred=frozenset(number(parent) for parent, kinds in rules.barred.items() if name in kinds),
            only_under=frozenset(map(number, rules.only_under[name])) if name in rules.only_under else None,
            below=number(rules.below[name]) if name in rules.below else None,
            twice_with=rules.twice_with.get(name, ""),
            twice_under=frozenset(map(number, rules.twice_under.get(name, ()))),
            wrapper=name in rules.wrappers,
            taken_in=rules.takes_in and name == "comment",
            quiet=re.compile(pattern.encode()) if pattern else None,
            closed=pattern == "",
        )
    if rules.takes_in:
        for sign in ";,":
            found[known.id_for_node_kind(sign, False) or -1] = _Kind(sign, taken_in=True)
    found.pop(-1, None)
    return found
