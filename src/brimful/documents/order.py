"""In which order nodes are shown: the cheapest first, and in the order of the text where they cost the same (DOC-3).

Without a selection a node costs its depth, so the order goes level by level. With one, a node costs at least what
the node around it costs, so a heap finds the next without looking at the whole tree. Only when costs can be anything
are all of them found and sorted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TypeAlias

from brimful.documents.costs import Adjust, cost, is_import
from brimful.documents.dense import Dense
from brimful.documents.document import Document
from brimful.documents.tree import Node
from brimful.settings import Documents

Place: TypeAlias = tuple[int, int]
"""A document, by its place among those given, and the number of a node in it."""
_Entry: TypeAlias = tuple[float, int, int, int, int]
"""Cost, document, start and depth, which together are the order, and the number of the node."""


def by_depth(denses: Sequence[Dense]) -> Iterator[Place]:
    """The nodes of documents without selections."""
    levels = [[dense.root] for dense in denses]
    for depth in count():
        if not any(levels):
            return
        for place, dense in enumerate(denses):
            level = levels[place]
            if not level or dense.depths[level[0]] > depth:
                continue
            below: list[int] = []
            for number in level:
                yield place, number
                if dense.nodes[number].children:
                    below.extend(dense.children(number))
            levels[place] = below


def by_cost(denses: Sequence[Dense], numbers: Documents) -> Iterator[Place]:
    """The nodes of documents, some with selections. What the selection touches is open already."""
    heap: list[_Entry] = []
    for place, dense in enumerate(denses):
        first = range(dense.root, len(dense.nodes)) if dense.touching else (dense.root,)
        heap += [_entry(place, dense, number, numbers) for number in first]
    heapify(heap)
    touching = [frozenset(dense.touching) for dense in denses]
    while heap:
        _, place, _, _, number = heappop(heap)
        yield place, number
        dense = denses[place]
        if dense.nodes[number].children and number not in touching[place]:
            for child in dense.children(number):
                heappush(heap, _entry(place, dense, child, numbers))


def by_any_cost(
    documents: Sequence[Document], denses: Sequence[Dense], numbers: Documents, types: bool, adjust: Adjust | None
) -> Iterator[Place]:
    """The nodes of documents when costs may go down inside a node."""
    entries: list[_Entry] = []
    for place, (document, dense) in enumerate(zip(documents, denses, strict=True)):
        waiting: list[tuple[int, tuple[Node, ...]]] = [(dense.root, ())]
        for number, above in waiting:
            node = dense.nodes[number]
            path = (*above, node) if adjust else ()
            waiting.extend([(child, path) for child in dense.children(number)])
            given: float | None = 0 if types and is_import(node) else cost(dense, number, numbers)
            if adjust and given is not None:
                given = adjust(document, path, given)
            if given is not None:
                entries.append((given, place, node.start, dense.depths[number], number))
    entries.sort()
    for _, place, _, _, number in entries:
        yield place, number


def _entry(place: int, dense: Dense, number: int, numbers: Documents) -> _Entry:
    return cost(dense, number, numbers), place, dense.nodes[number].start, dense.depths[number], number
