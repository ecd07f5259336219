"""Structure by syntax: the nodes of a syntax tree that may be shown or left out on their own (DOC-1, DOC-2).

One walk over the syntax tree. A node that counts grows to whole lines where it can: back to the node before it (or to
the line below that one), and forward to the end of its line if nothing else stands there. So ranges lie beside each
other without gaps of blank lines, and a node that is left out takes its line with it.

The walk is a loop with a list of its own, since a text can be nested deeper than Python's stack. What it costs is the
number of nodes it looks at, so it asks for the children of a node all at once and goes into none in which
nothing that counts can be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from brimful.collector import paused
from brimful.documents.kinds import Kind, kinds_of
from brimful.documents.offsets import to_chars
from brimful.documents.parsing import Parsed
from brimful.documents.tree import Node

ROOT = "root"


class _Open:
    """A node that counts, with what was found inside so far. Those with nothing inside are nodes at once."""

    __slots__ = ("children", "end", "kind", "node", "sources", "start", "twice")

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind, self.start, self.end = kind, start, end
        self.twice = False
        self.sources = 0  # how many nodes of the syntax tree the children came from
        self.node: Node
        self.children: list[_Open | Node] = []


# A node whose children are to be walked, what its parent is, what they are found for, and whether that one exists to
# carry the first of them.
_Waiting = tuple[Any, int, _Open, bool]


def by_syntax(text: str, parsed: Parsed, language: str) -> Node:
    """Return the tree of a text by its syntax."""
    with paused():
        walk = _Walk(parsed, language)
        walk.run()
        return _built(walk.found, len(text), to_chars(text, parsed.data))


class _Walk:
    """Finds the nodes that count; `found` has those with something inside, each before what is inside it."""

    def __init__(self, parsed: Parsed, language: str) -> None:
        self._root, self._data = parsed.tree.root_node, parsed.data
        rules = kinds_of(language)
        self._broken = self._root.has_error
        self._kinds = rules.broken if self._broken else rules.kinds
        self._wrappers, self._signs = rules.wrappers, rules.taken_in
        # Where something may be that counts, for each pattern of the language. Found once: a search in each node
        # would read a deeply nested text as often as it is deep.
        end = len(self._data)
        self._loud = [[*(found.start() for found in finder(self._data)), end] for finder in rules.loud]
        self.found = [_Open(ROOT, 0, 0)]
        self._waiting: list[_Waiting] = [(self._root, -1, self.found[0], False)]

    def run(self) -> None:
        waiting = self._waiting
        while waiting:
            self._walk(*waiting.pop())

    def _walk(self, node: Any, around: int, into: _Open, carried: bool) -> None:
        """Take in the children of a node."""
        children = self._children(node)
        if not children:
            return
        known, loud, waiting, counted = self._kinds, self._loud, self._waiting, into.children
        parent, before = node.kind_id, len(counted)
        # A node that counts reaches to `edge`; children before `past` are parts of it.
        past, edge = 0, children[0].start_byte
        for at, child in enumerate(children):
            kind = known.get(child.kind_id)
            if kind is None or at < past:
                continue
            start, end = child.start_byte, child.end_byte
            if start == end:  # what the parser made up where something is missing
                continue
            quiet = kind.quiet
            inside = not kind.closed and (quiet < 0 or loud[quiet][bisect_left(loud[quiet], start)] < end)
            inside = inside or (self._broken and child.has_error)  # then anything may be there
            opened = into
            if kind.counts and (not kind.placed or kind.counts_here(child, parent, around)):
                if carried:
                    carried, into.kind = False, kind.name
                else:
                    start = edge if at == past else self._start(children[at - 1].end_byte, start)
                    edge, past = self._end(children, at + 1, end)
                    if inside or kind.special:
                        opened = self._opened(kind, child, start, edge)
                        counted.append(opened)
                    else:
                        counted.append(Node(kind.name, start, edge))
            if inside:
                waiting.append((child, parent, opened, kind.carrier))
        if len(counted) > before:
            into.sources += 1

    def _opened(self, kind: Kind, node: Any, start: int, end: int) -> _Open:
        """A node that counts, to be filled with what is inside it."""
        opened = _Open(kind.name, start, end)
        if kind.special:
            opened.kind, opened.twice = self._name(kind, node), kind.is_twice(node)
        self.found.append(opened)
        return opened

    def _children(self, node: Any) -> list[Any]:
        children: list[Any] = node.children
        if not self._wrappers:
            return children
        spread: list[Any] = []
        for child in children:
            spread.extend(child.children if child.kind_id in self._wrappers else (child,))
        return spread

    def _start(self, before: int, start: int) -> int:
        """Where a node starts that comes after another: where that one ends, or on the line below it."""
        below = self._data.find(b"\n", before, start)
        return before if below < 0 else below + 1

    def _end(self, children: list[Any], past: int, end: int) -> tuple[int, int]:
        """Where a node ends, and the first child that is not a part of it."""
        if self._signs:
            end, past = self._taken_in(children, past, end)
        if past < len(children):
            below = self._data.find(b"\n", end, children[past].start_byte)
            end = end if below < 0 else below + 1
        return end, past

    def _taken_in(self, children: list[Any], past: int, end: int) -> tuple[int, int]:
        """Take in signs and comments that follow; a comment has to be on the same line."""
        while past < len(children):
            is_comment = self._signs.get(children[past].kind_id)
            if is_comment is None:
                break
            if is_comment and self._data.find(b"\n", end, children[past].start_byte) >= 0:
                break
            end = children[past].end_byte
            past += 1
        return end, past

    def _name(self, kind: Kind, node: Any) -> str:
        name = node.child_by_field_name("name") if kind.name == "method_definition" else None
        is_constructor = name is not None and self._data[name.start_byte : name.end_byte] == b"constructor"
        return "constructor" if is_constructor else kind.name


def _built(found: list[_Open], size: int, char: Callable[[int], int] | None) -> Node:
    """The tree of what was found, from its leaves up, in characters."""
    for opened in reversed(found):
        if opened.sources > 1:  # nodes are not walked in their order
            opened.children.sort(key=_PLACE)
        start, end = opened.start, opened.end
        if char is not None:
            start, end = char(start), char(end)
        opened.node = Node(opened.kind, start, end, _inside(opened, char))
        if opened.twice:
            opened.node = Node(opened.kind, start, end, (opened.node,))
    top = found[0]
    return Node(top.kind, 0, size, top.node.children)


def _inside(opened: _Open, char: Callable[[int], int] | None) -> tuple[Node, ...]:
    if char is None:
        return tuple([one.node if isinstance(one, _Open) else one for one in opened.children])
    return tuple([one.node if isinstance(one, _Open) else _moved(one, char) for one in opened.children])


def _moved(node: Node, char: Callable[[int], int]) -> Node:
    return Node(node.kind, char(node.start), char(node.end))


_PLACE = attrgetter("start", "end")
