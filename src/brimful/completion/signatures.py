"""What files declare, kept for each text of a file: a few lines that stand for the whole (IC-2)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeAlias

from brimful.completion.aside import Aside, in_thread
from brimful.completion.clock import give_way
from brimful.documents.outline import outline
from brimful.settings import DEFAULTS, Completion

Outline: TypeAlias = Callable[[str, str], str]
"""From a text and its language's name to its signatures, one a line."""


def outlined(text: str, language: str) -> str:
    """Return the signatures of a text."""
    return outline(text, language).text


class Signatures:
    """The signatures of files, the ones asked for last kept.

    Outlines of long files, and the first of a language, whose grammar must be loaded, are drawn beside the event
    loop. The others are drawn on it, with a turn for everybody in between: a thread would take the interpreter from
    the loop for as long, and in pieces, so that a race of some milliseconds could not end in time.
    """

    def __init__(
        self, outline: Outline = outlined, settings: Completion = DEFAULTS.completion, *, aside: Aside = in_thread
    ) -> None:
        self._outline = outline
        self._aside = aside
        self._aside_from = settings.outline_aside_chars
        self._languages: set[str] = set()
        self._most_chars = settings.outline_chars
        self._most_files = settings.recent_documents + settings.import_files
        self._kept: OrderedDict[str, tuple[str, str]] = OrderedDict()  # path → text and its signatures
        self._lock = threading.Lock()

    async def of(self, path: str, text: str, language: str) -> str:
        """Return what a file declares: whole lines, as many as a piece may have; "" when it declares nothing."""
        with self._lock:
            known = self._kept.get(path)
            if known is not None and known[0] == text:
                self._kept.move_to_end(path)
                return known[1]
        if language in self._languages and len(text) < self._aside_from:
            await give_way()
            return self._draw(path, text, language)
        drawn = await self._aside(lambda: self._draw(path, text, language))
        self._languages.add(language)
        return drawn

    def _draw(self, path: str, text: str, language: str) -> str:
        """Draw an outline and keep it: for the next who asks, if nobody waits for it any more."""
        drawn = whole_lines(self._outline(text, language), self._most_chars)
        with self._lock:
            self._kept[path] = text, drawn
            self._kept.move_to_end(path)
            while len(self._kept) > self._most_files:
                self._kept.popitem(last=False)
        return drawn


def whole_lines(text: str, most: int) -> str:
    """Return the first lines of a text that fit; of a first line that is too long, nothing."""
    text = text.strip("\n")
    return text if len(text) <= most else text[: max(0, text.rfind("\n", 0, most + 1))]
