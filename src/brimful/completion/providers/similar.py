"""Stretches of recent files that are like the lines before the cursor (IC-2)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from brimful.completion.clock import give_way
from brimful.completion.items import Item, item
from brimful.completion.providers import Place
from brimful.completion.recent import RecentDocuments
from brimful.completion.similar import SimilarFiles, candidates, options_for
from brimful.completion.windows import reference_words
from brimful.settings import DEFAULTS, Completion


class Similar:
    """Compares with the documents an editor has open. Between files it lets others run, so that a race can end."""

    name = "similar"

    def __init__(self, recent: RecentDocuments, settings: Completion = DEFAULTS.completion) -> None:
        self._recent = recent
        self._settings = settings
        self._files = SimilarFiles(max(settings.similar_files, settings.similar_cpp_files, 1))

    def key(self, place: Place) -> Hashable:
        """The words before the cursor and the other documents."""
        words = reference_words(place.text, place.offset, self._settings.similar_window_lines)
        return self._recent.version_beside(place.path), words

    async def items(self, place: Place) -> Sequence[Item]:
        """Return the stretches, the best with the highest score."""
        options = options_for(place.language, self._settings)
        documents = candidates(self._recent.others(place.path), place.language, options)
        for document in documents:
            if not self._files.knows(document, options):
                self._files.windows(document, options)
                await give_way()
        found = self._files.find(place.text, place.offset, documents, options)
        return [item("similar", s.text, s.path, score=s.score, start=s.start, end=s.end) for s in found]
