"""The stretches of other files most like what stands before the cursor (IC-2).

Files of the same language, the ones used last first; of each the windows most alike (`windows.py`), and of all of
them the best few, the best last: there it stands nearest to the cursor. The windows of a file are worked out once
for each text of it and kept.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct

from brimful.completion.recent import Document
from brimful.completion.windows import Windows, reference_words
from brimful.settings import DEFAULTS, Completion

_NOT_WRITTEN_HERE = frozenset({"node_modules", "dist", "site-packages"})
_BETWEEN_FOLDERS = re.compile(r"[\\/]")


class Options(Struct, frozen=True):
    """What is compared, and how much of it is given."""

    window: int
    threshold: float
    top: int
    per_file: int
    files: int
    file_chars: int
    total_chars: int


class Snippet(Struct, frozen=True):
    """A stretch of a file: lines `start` to `end` (0-based, `end` not included), and how alike it is."""

    path: str
    start: int
    end: int
    score: float
    text: str


def options_for(language: str, settings: Completion = DEFAULTS.completion) -> Options:
    """Return the options for a language: C++ repeats itself in long headers, and is given more."""
    cpp = language == "cpp"
    return Options(
        window=settings.similar_window_lines,
        threshold=settings.similar_threshold,
        top=settings.similar_cpp_top if cpp else settings.similar_top,
        per_file=settings.similar_cpp_per_file if cpp else settings.similar_per_file,
        files=settings.similar_cpp_files if cpp else settings.similar_files,
        file_chars=settings.similar_cpp_file_chars if cpp else settings.similar_file_chars,
        total_chars=settings.similar_total_chars,
    )


def candidates(documents: Iterable[Document], language: str, options: Options) -> list[Document]:
    """Return the documents worth comparing, in the order given."""
    found: list[Document] = []
    room = options.total_chars
    for document in documents:
        size = len(document.text)
        if len(found) >= options.files:
            break
        if document.language != language or not 0 < size < options.file_chars or size > room:
            continue
        if _NOT_WRITTEN_HERE.isdisjoint(_BETWEEN_FOLDERS.split(document.path)):
            found.append(document)
            room -= size
    return found


class SimilarFiles:
    """Finds similar stretches, and keeps the windows of the files asked for last."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._windows: OrderedDict[str, Windows] = OrderedDict()

    def knows(self, document: Document, options: Options) -> bool:
        """Say whether the windows of a document are worked out."""
        known = self._windows.get(document.path)
        return known is not None and known.length == options.window and known.text == document.text

    def windows(self, document: Document, options: Options) -> Windows:
        """Return the windows of a document."""
        path = document.path
        if not self.knows(document, options):
            self._windows[path] = Windows(document.text, options.window, self._windows.get(path))
        self._windows.move_to_end(path)
        while len(self._windows) > self._kept:
            self._windows.popitem(last=False)
        return self._windows[path]

    def find(self, text: str, offset: int, documents: Sequence[Document], options: Options) -> list[Snippet]:
        """Return what is most like the lines before the cursor, the best last."""
        return self.like(reference_words(text, offset, options.window), documents, options)

    def like(self, reference: AbstractSet[str], documents: Sequence[Document], options: Options) -> list[Snippet]:
        """Return what is most like the words of a reference, the best last."""
        found: list[Snippet] = []
        for document in documents if reference else ():
            windows = self.windows(document, options)
            found += [
                Snippet(document.path, each.start, each.end, each.score, windows.text_of(each))
                for each in windows.best(reference, options.per_file)
                if each.score > options.threshold
            ]
        found.sort(key=lambda snippet: snippet.score)
        return found[-options.top :] if options.top else []
