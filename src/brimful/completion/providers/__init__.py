"""Who offers pieces for a completion, behind one small contract (IC-2).

Each provider is asked at a place, on its own, beside the others. What it answers is kept under its key for the place
and given again while the key is the same, so the key says all that the answer depends on. A provider that knows types
(a language server) is a class with the same three members; brimful's own need none:

    Locals      what is in scope at the cursor, of the document itself
    Imports     signatures of the files it imports, found below a root folder
    Similar     stretches of recent files like the lines before the cursor
    Neighbours  signatures of the documents that had the focus last
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from msgspec import Struct

from brimful.completion.items import Item


class Place(Struct, frozen=True):
    """Where a completion is asked for: a document and the offset of the cursor in it."""

    path: str
    text: str
    offset: int
    language: str


class Provider(Protocol):
    """Offers pieces at a place."""

    name: str

    def key(self, place: Place) -> Hashable:
        """Return what the pieces depend on: as long as it is the same, they are. Asked often, so it must be cheap."""
        ...

    async def items(self, place: Place) -> Sequence[Item]:
        """Return the pieces. Cancelled when its time is up; what it has worked out by then may stay with it."""
        ...
