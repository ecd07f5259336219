"""The signatures of the files that the file at hand imports, found by path below a root folder (IC-2).

Nothing outside the root is read, not through a link either. Files open in the editor are taken as they stand there.
Reading leaves the event loop, one file at a time, so that a cancelled provider is at most one short read behind.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from brimful.completion.aside import Aside, in_thread
from brimful.completion.imported import Places, imported
from brimful.completion.items import Item, item
from brimful.completion.providers import Place
from brimful.completion.recent import RecentDocuments
from brimful.completion.root import Root
from brimful.completion.signatures import Signatures
from brimful.documents.languages import language_of
from brimful.settings import DEFAULTS, Completion


class Imports:
    """Shows what imported files declare."""

    name = "imports"

    def __init__(
        self,
        root: Root,
        recent: RecentDocuments,
        signatures: Signatures,
        settings: Completion = DEFAULTS.completion,
        *,
        aside: Aside = in_thread,
    ) -> None:
        self._root = root
        self._recent = recent
        self._signatures = signatures
        self._settings = settings
        self._aside = aside
        self._last = ("", "", list[Places]())  # path, text, and what the text imports: asked for again and again

    def key(self, place: Place) -> Hashable:
        """The imports, and the documents that may be among them."""
        return place.path, tuple(map(tuple, self._imported(place))), self._recent.version_beside(place.path)

    async def items(self, place: Place) -> Sequence[Item]:
        """Return a piece for each imported file that declares something, in the order of the imports."""
        found: dict[str, Item] = {}
        for places in self._imported(place):
            if len(found) >= self._settings.import_files:
                break
            name, text = await self._first(places)
            if name and name not in found:
                said = await self._signatures.of(name, text, language_of(name))
                if said:
                    found[name] = item("imports", said, name, score=-float(len(found)))
        return list(found.values())

    async def _first(self, places: Sequence[str]) -> tuple[str, str]:
        """The first of the places that is a file, and its text; two empty texts when none is."""
        for place in places:
            for name in (place, str(self._root.real / place)):
                if document := self._recent.get(name):
                    return document.path, document.text
        return await self._aside(lambda: read_first(self._root, places, self._settings.import_file_chars))

    def _imported(self, place: Place) -> list[Places]:
        if self._last[:2] != (place.path, place.text):
            path = self._root.below(place.path)
            self._last = place.path, place.text, imported(place.text, path, place.language) if path else []
        return self._last[2]


def read_first(root: Root, places: Sequence[str], most_chars: int) -> tuple[str, str]:
    """Return the first of the places below the root that is a file, and its text; two empty texts when none is.

    A file that is too long, not UTF-8, not readable, or a link that leads out of the root has nothing to show.
    """
    for place in places:
        path = root.real / place
        try:
            if not path.is_file():
                continue
            if not root.contains(path) or path.stat().st_size > most_chars:
                return "", ""
            return place, path.read_text("utf-8")
        except (OSError, ValueError):  # gone since, no permission, a name the system does not take, not UTF-8
            return "", ""
    return "", ""
