"""Choosing what is shown of one or several documents within a number of characters (DOC-3).

All documents share one list of nodes, cheapest first. Nodes are shown one after another, each with those around it,
until the size is over the limit: there it ends, and nothing smaller is tried.

Two stages find that place. As long as even a bound of the size stays within the limit there is no need to know the
size; from there on it is kept exactly, by differences. What is found is what rendering all text after each step
would find.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brimful.collector import paused
from brimful.documents.costs import Adjust
from brimful.documents.dense import Dense
from brimful.documents.document import Document
from brimful.documents.order import Place, by_any_cost, by_cost, by_depth
from brimful.documents.showing import Showing
from brimful.documents.style import Style
from brimful.documents.tree import Node
from brimful.settings import DEFAULTS, Documents


class Plan:
    """Documents made ready to be shown within any number of characters, again and again."""

    def __init__(
        self,
        documents: Sequence[Document],
        style: Style = Style(),  # noqa: B008 - a frozen value
        *,
        adjust: Adjust | None = None,
        settings: Documents = DEFAULTS.documents,
    ) -> None:
        self.style = style
        self.denses = [Dense(each.text, _root(each), each.selection) for each in documents]
        self._coming = self._order(documents, adjust, settings)
        self._found: list[Place] = []

    def within(self, limit: int) -> list[Showing]:
        """What is shown of each document within that many characters; what a selection touches always is."""
        with paused():
            attempt = _Attempt(self.denses, self.style, limit)
            for place, number in self._places():
                if not attempt.take(place, number):
                    break
            return attempt.showings()

    def _order(self, documents: Sequence[Document], adjust: Adjust | None, settings: Documents) -> Iterator[Place]:
        if self.style.types or adjust:
            return by_any_cost(documents, self.denses, settings, self.style.types, adjust)
        if any(dense.selection for dense in self.denses):
            return by_cost(self.denses, settings)
        return by_depth(self.denses)

    def _places(self) -> Iterator[Place]:
        """The order, remembered as far as it was found."""
        yield from self._found
        for place in self._coming:
            self._found.append(place)
            yield place


class _Attempt:
    """One limit, and what is shown under it so far."""

    def __init__(self, denses: Sequence[Dense], style: Style, limit: int) -> None:
        self.denses = denses
        self.style = style
        self.limit = limit
        self.kept = [set(dense.touching) if dense.selection else {0} - {dense.root} for dense in denses]
        self.exact: list[Showing] = []
        self.chars = self.newlines = 0
        self.prefixes = [_prefix(dense, style) for dense in denses]
        self.bound = 0
        self._marker = len(style.marker(0, 0))
        self._widest = max(self.prefixes, default=0)
        for place, kept in enumerate(self.kept):
            for number in kept:
                self.bound += self._most(place, number)

    def take(self, place: int, number: int) -> bool:
        """Show a node if the size stays within the limit; say whether it does."""
        kept, parents = self.kept[place], self.denses[place].parents
        chain = []
        while number not in kept and number >= 0:
            chain.append(number)
            number = parents[number]
        if not self.exact:
            if self._bounded(place, chain):
                kept.update(chain)
                return True
            self._be_exact()
        return self._measured(place, chain)

    def showings(self) -> list[Showing]:
        """What is shown of each document."""
        if not self.exact:
            self._be_exact()
        return self.exact

    def _bounded(self, place: int, chain: list[int]) -> bool:
        """Whether the size stays within the limit for certain, without knowing it."""
        if self.style.everywhere:
            return False
        for number in chain:
            self.bound += self._most(place, number)
        return self.bound <= self.limit

    def _measured(self, place: int, chain: list[int]) -> bool:
        showing = self.exact[place]
        before = showing.chars, showing.newlines
        showing.add(chain)
        self.chars += showing.chars - before[0]
        self.newlines += showing.newlines - before[1]
        if self.chars + self.newlines * self.prefixes[place] <= self.limit:
            return True
        showing.remove(chain)
        return False

    def _be_exact(self) -> None:
        self.exact = [Showing(dense, self.style, kept) for dense, kept in zip(self.denses, self.kept, strict=True)]
        self.kept = [showing.kept for showing in self.exact]
        self.chars = sum([showing.chars for showing in self.exact])
        self.newlines = sum([showing.newlines for showing in self.exact])

    def _most(self, place: int, number: int) -> int:
        """The most that a node can add: its text, a marker behind each of its pieces and one behind itself."""
        dense = self.denses[place]
        size, pieces = dense.own(number)
        if self._widest:
            newlines = sum([dense.text.count("\n", start, end) for start, end, _ in dense.pieces(number)])
            size += newlines * self._widest
        return size + self._marker * (1 + pieces)


def _prefix(dense: Dense, style: Style) -> int:
    """Characters of the widest line number of a document and what follows it."""
    return len(f"{dense.lines}: ") if style.numbers == "full" else 0


def _root(document: Document) -> Node:
    if document.root is None:
        raise ValueError(f"{document.name or 'the document'} has no tree")
    return document.root
