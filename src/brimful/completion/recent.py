"""The documents an editor has open, by when they had the focus: a document's neighbours (IC-3).

Only a document that had the focus is a neighbour; one that was merely opened is not, but can be alike (IC-2), and is
listed behind those that had. Closing a document puts it behind all that had the focus, and it stays until newer ones
push it out. Safe to use from any thread.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from msgspec import Struct

from brimful.documents.languages import language_of
from brimful.settings import DEFAULTS, Completion


class Document(Struct, frozen=True):
    """A file as it stands in the editor."""

    path: str
    text: str
    language: str


class RecentDocuments:
    """Documents by their last focus."""

    def __init__(self, settings: Completion = DEFAULTS.completion) -> None:
        self._most_recent = settings.recent_documents
        self._most_opened = settings.open_documents
        self._most_neighbours = settings.neighbours
        self._focused: OrderedDict[str, Document] = OrderedDict()  # the one focused last stands last
        self._opened: OrderedDict[str, Document] = OrderedDict()  # never focused
        self._stamps: dict[str, int] = {}  # when each document's text was last another one
        self._order = 0  # when documents last came, went or changed places
        self._now = 0
        self._lock = threading.Lock()

    def version_beside(self, path: str) -> tuple[int, int]:
        """Return a value that is another one when anything but the text of the document at `path` has changed."""
        with self._lock:
            return self._order, max((stamp for each, stamp in self._stamps.items() if each != path), default=0)

    def opened(self, path: str, text: str) -> None:
        """Take note of a document, or of what now stands in it."""
        with self._lock:
            self._put(path, text)

    changed = opened

    def focused(self, path: str, text: str | None = None) -> None:
        """Take note that a document has the focus; without its text, only if it is known."""
        with self._lock:
            if text is not None:
                self._put(path, text)
            document = self._focused.pop(path, None) or self._opened.pop(path, None)
            if document is None:
                return
            self._focused[path] = document
            while len(self._focused) > self._most_recent:
                self._drop(self._focused)
            self._order = self._tick()

    def closed(self, path: str) -> None:
        """Put a document behind all others; one that never had the focus goes."""
        with self._lock:
            if path in self._focused:
                self._focused.move_to_end(path, last=False)
            elif self._opened.pop(path, None):
                del self._stamps[path]
            self._order = self._tick()

    def get(self, path: str) -> Document | None:
        """Return a document as it was last seen."""
        with self._lock:
            return self._focused.get(path) or self._opened.get(path)

    def neighbours(self, path: str) -> list[Document]:
        """Return the documents focused last, the latest first, without the one at `path`."""
        with self._lock:
            others = [each for each in reversed(self._focused.values()) if each.path != path]
        return others[: self._most_neighbours]

    def others(self, path: str) -> list[Document]:
        """Return every document but the one at `path`: the one focused last first, the never focused behind."""
        with self._lock:
            every = (*reversed(self._focused.values()), *reversed(self._opened.values()))
        return [each for each in every if each.path != path]

    def _put(self, path: str, text: str) -> None:
        place = self._focused if path in self._focused else self._opened
        known = place.get(path)
        if known is not None and known.text == text:
            return
        place[path] = Document(path, text, language_of(path))
        self._stamps[path] = self._tick()
        while len(self._opened) > self._most_opened:
            self._drop(self._opened)

    def _drop(self, place: OrderedDict[str, Document]) -> None:
        path, _ = place.popitem(last=False)
        del self._stamps[path]
        self._order = self._tick()

    def _tick(self) -> int:
        self._now += 1
        return self._now
