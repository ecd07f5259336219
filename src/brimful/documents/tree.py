"""A source file as a tree of ranges: what may be folded, and what stands inside what (DOC-2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class Node(Struct, frozen=True, gc=False):
    """A range of a text that may be shown or left out.

    kind:     the grammar's own name for it; "FOLD" or "LINE" in a tree by indentation; "root" at the top.
    start:    the offset of its first character, and end: the one behind its last (Python characters, not bytes).
    children: ranges inside it, in order, none overlapping another; what is between them belongs to the node itself.
    """

    kind: str
    start: int
    end: int
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """This node and all below it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))
