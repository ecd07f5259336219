"""A manifest as a tree for its views: who holds whom, what was lost where, and long rows of siblings folded.

Manifests arrive from files too, so nothing is taken on trust: an element whose parent does not stand before it is a
root, ids may repeat, and nesting is shown to a depth that screens and browsers can take. All passes are loops over
the list; none recurses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from brimful.prompt.manifest import Entry, Manifest

DEEPEST = 24  # levels shown as levels; what is deeper is shown beside its parent
NEAR = 3  # a kind that comes again among so many neighbours is part of a row: user, assistant, tool, user …


class Node(Struct, frozen=True):
    """An entry in its place.

    place:     its index among the entries.
    name:      its own part of the id.
    parent:    the place of what it is shown under; -1 for a root.
    children:  the places of what is shown under it.
    inside:    how many elements are anywhere within it.
    listed:    it has a line of its own among what was left behind (it did not just go with what holds it).
    lost:      the tokens that line stands for: what went with it, without what has a line of its own.
    lost_inside:  the tokens lost in it altogether, itself included.
    """

    place: int
    entry: Entry
    name: str
    depth: int
    parent: int
    children: tuple[int, ...]
    inside: int
    listed: bool
    lost: int
    lost_inside: int


class Fold(Struct, frozen=True):
    """Siblings that are shown as one line."""

    nodes: tuple[Node, ...]


Shown: TypeAlias = Node | Fold


class Tree(Struct, frozen=True):
    """All nodes, in document order, and the places of the roots."""

    nodes: tuple[Node, ...]
    roots: tuple[int, ...]

    def below(self, parent: int) -> list[Node]:
        """What is shown under a place; under -1 the roots."""
        places = self.roots if parent < 0 else self.nodes[parent].children
        return [self.nodes[place] for place in places]

    @property
    def root(self) -> str:
        """The id of the one root, which every id begins with; empty when there are several."""
        return self.nodes[self.roots[0]].entry.id if len(self.roots) == 1 else ""

    def pieces(self) -> list[Node]:
        """The top-level pieces: the first level at which there is more than one."""
        level = self.below(-1)
        while len(level) == 1 and level[0].children:
            level = self.below(level[0].place)
        return level


def grow(manifest: Manifest) -> Tree:
    """Put the entries in their places."""
    holders = _holders(manifest.entries)
    depths, parents = _shown_under(holders)
    children: list[list[int]] = [[] for _ in holders]
    for place, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(place)
    listed = [entry.is_gone and not _went_inside(entry) for entry in manifest.entries]
    inside, lost, lost_inside = _sums(manifest.entries, holders, listed)
    nodes = tuple(
        Node(
            place=place,
            entry=entry,
            name=own_name(entry),
            depth=depths[place],
            parent=parents[place],
            children=tuple(children[place]),
            inside=inside[place],
            listed=listed[place],
            lost=lost[place],
            lost_inside=lost_inside[place],
        )
        for place, entry in enumerate(manifest.entries)
    )
    return Tree(nodes, tuple(place for place, parent in enumerate(parents) if parent < 0))


def own_name(entry: Entry) -> str:
    """The entry's own part of its id."""
    return entry.id.removeprefix(f"{entry.parent}/") if entry.parent else entry.id


def is_inside(entry: Entry, other: str) -> bool:
    """Whether the element with the id `other` holds this one, at any depth."""
    return bool(other) and (entry.parent == other or entry.id.startswith(f"{other}/"))


def fold(siblings: Sequence[Node], edge: int, *, alike: bool = True) -> Iterator[Shown]:
    """The siblings, with the middle of long rows folded: `edge` stay visible at either end.

    Only rows of kinds that come again and again are folded, unless `alike` is False.
    """
    for is_row, row in _rows(siblings, alike):
        if not is_row or len(row) <= 2 * edge + 1:
            yield from row
        else:
            yield from row[:edge]
            yield Fold(tuple(row[edge : len(row) - edge]))
            yield from row[len(row) - edge :]


def kinds(nodes: Sequence[Node]) -> Counter[str]:
    """How many of each kind."""
    return Counter(node.entry.kind for node in nodes)


def _holders(entries: Sequence[Entry]) -> list[int]:
    """The place of what holds each entry; -1 where nothing before it does."""
    places: dict[str, int] = {}
    holders = []
    for place, entry in enumerate(entries):
        holders.append(places.get(entry.parent, -1) if entry.parent else -1)
        places[entry.id] = place
    return holders


def _shown_under(holders: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each entry the depth and the place it is shown under."""
    depths: list[int] = []
    parents: list[int] = []
    for holder in holders:
        parent = parents[holder] if holder >= 0 and depths[holder] == DEEPEST else holder
        parents.append(parent)
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return depths, parents


def _went_inside(entry: Entry) -> bool:
    return is_inside(entry, entry.cause)


def _sums(
    entries: Sequence[Entry], holders: Sequence[int], listed: Sequence[bool]
) -> tuple[list[int], list[int], list[int]]:
    """For each entry: elements inside, tokens its own line stands for, tokens lost in all. Leaves first."""
    inside = [0] * len(entries)
    lost = [0] * len(entries)
    below = [0] * len(entries)
    for place in reversed(range(len(entries))):
        if listed[place]:
            lost[place] = max(0, entries[place].used - below[place])
        below[place] += lost[place]
        if (holder := holders[place]) >= 0:
            inside[holder] += inside[place] + 1
            below[holder] += below[place]
    return inside, lost, below


def _rows(siblings: Sequence[Node], alike: bool) -> Iterator[tuple[bool, list[Node]]]:
    """Split siblings into stretches that repeat themselves and stretches that do not."""
    stretch: list[Node] = []
    repeats = False
    for index, node in enumerate(siblings):
        again = not alike or _comes_again(siblings, index)
        if stretch and again != repeats:
            yield repeats, stretch
            stretch = []
        repeats = again
        stretch.append(node)
    if stretch:
        yield repeats, stretch


def _comes_again(siblings: Sequence[Node], index: int) -> bool:
    near = [*siblings[max(0, index - NEAR) : index], *siblings[index + 1 : index + 1 + NEAR]]
    return any(other.entry.kind == siblings[index].entry.kind for other in near)
