"""The signatures of the documents that had the focus last (IC-3)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from brimful.completion.items import Item, item
from brimful.completion.providers import Place
from brimful.completion.recent import RecentDocuments
from brimful.completion.signatures import Signatures


class Neighbours:
    """Shows what the neighbours declare."""

    name = "neighbours"

    def __init__(self, recent: RecentDocuments, signatures: Signatures) -> None:
        self._recent = recent
        self._signatures = signatures

    def key(self, place: Place) -> Hashable:
        """The documents, and which of them is the one at hand."""
        return self._recent.version_beside(place.path), place.path

    async def items(self, place: Place) -> Sequence[Item]:
        """Return a piece for each neighbour that declares something, the one focused last first."""
        found: list[Item] = []
        for rank, document in enumerate(self._recent.neighbours(place.path)):
            if text := await self._signatures.of(document.path, document.text, document.language):
                found.append(item("neighbours", text, document.path, score=-float(rank)))
        return found
