"""A file folded around its changes: what is far from all of them, through the tree and along the text, goes first.

A summary (DOC-3) has one selection; a change has many places. So the costs are those of a summary, from the nearest
place. What the lines of the change touch costs nothing, and comes first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

from brimful.documents.change_forms import runs
from brimful.documents.document import Document
from brimful.documents.lines import kept_and_omitted, line_starts
from brimful.documents.overlay import overlay
from brimful.documents.plan import Plan
from brimful.documents.tree import Node
from brimful.settings import DEFAULTS, Documents


def fold_around(
    text: str, language: str, lines: Collection[int], settings: Documents = DEFAULTS.documents
) -> Callable[[int], Collection[int]]:
    """Return what says which lines stand, when no more than so many characters may."""
    costs = _Costs(text, lines, settings)
    document = Document(text, language, overlay(text, language, tab_size=settings.tab_size).root)
    plan = Plan([document], adjust=costs.cost, settings=settings)

    def within(most: int) -> Collection[int]:
        (showing,) = plan.within(most)
        kept, _ = kept_and_omitted(text, [(start, end) for start, end, _ in showing.pieces])
        return {n for first, last in kept for n in range(first, last + 1)}

    return within


class _Costs:
    """What nodes cost beside the changed lines of a text."""

    def __init__(self, text: str, lines: Collection[int], settings: Documents) -> None:
        starts = line_starts(text)
        self._places = [(starts[first - 1], _end(starts, last, len(text))) for first, last in runs(lines)]
        self._ends = [end for _, end in self._places]
        self._settings = settings
        self._size = max(1, len(text))

    def cost(self, document: Document, path: Sequence[Node], given: float) -> float:
        """The cost of the last node of a path."""
        away = self._away(path[-1])
        if not away:
            return 0
        steps = next((n for n, node in enumerate(reversed(path)) if not self._away(node)), len(path))
        settings = self._settings
        return settings.summary_tree_weight * steps + len(path) + settings.summary_distance_weight * away / self._size

    def _away(self, node: Node) -> float:
        """Characters to the nearest place; those before a node count as much as in a summary. 0 = it touches one."""
        at = bisect_left(self._ends, node.start + 1)
        after = self._places[at][0] - node.end + 1 if at < len(self._places) else self._size
        before = node.start - self._ends[at - 1] + 1 if at else self._size
        return max(0.0, min(after, self._settings.summary_after_weight * before))


def _end(starts: list[int], line: int, size: int) -> int:
    return starts[line] if line < len(starts) else size
