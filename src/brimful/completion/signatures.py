"""What files declare, kept for each text of a file: a few lines that stand for the whole (IC-2)."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeAlias

from brimful.settings import DEFAULTS, Completion

Outline: TypeAlias = Callable[[str, str], str]
"""From a text and its language's name to its signatures, one a line."""

_MODIFIERS = (
    "export|default|declare|abstract|public|protected|internal|static|final|async|pub|override|virtual|partial"
    "|sealed|inline|const|unsafe|readonly|extern"
)
_WORDS = "def|class|function|interface|type|enum|struct|trait|impl|fn|func|mod|module|namespace|record|union"
_DECLARES = re.compile(
    rf"(?:(?:{_MODIFIERS})(?:\(\w+\))?\s+)*(?:{_WORDS})\b\*?\s*[\w$(<]"
    rf"|export\s+(?:const|let|var)\s+[\w$]+"
    rf"|(?:(?:public|protected|internal|static|virtual|override)\s+)+[\w<>\[\],.?*&: ]+\("
)
_DEEPEST = 8


def declared(text: str, language: str) -> str:
    """Return the lines that declare something, as they are indented; what is nested deep is left out."""
    found: list[str] = []
    for line in text.split("\n"):
        bare = line.lstrip()
        depth = len(line) - len(bare)
        if depth <= _DEEPEST and _DECLARES.match(bare):
            found.append(line.rstrip().removesuffix("{").rstrip())
    return "\n".join(found)


class Signatures:
    """The signatures of files, the ones asked for last kept."""

    def __init__(self, outline: Outline = declared, settings: Completion = DEFAULTS.completion) -> None:
        self._outline = outline
        self._most_chars = settings.outline_chars
        self._most_files = settings.recent_documents + settings.import_files
        self._kept: OrderedDict[str, tuple[str, str]] = OrderedDict()  # path → text and its signatures

    def knows(self, path: str, text: str) -> bool:
        """Say whether the signatures of that text of the file are worked out."""
        known = self._kept.get(path)
        return known is not None and known[0] == text

    def of(self, path: str, text: str, language: str) -> str:
        """Return what a file declares: whole lines, as many as a piece may have; "" when it declares nothing."""
        if not self.knows(path, text):
            self._kept[path] = text, whole_lines(self._outline(text, language), self._most_chars)
        self._kept.move_to_end(path)
        while len(self._kept) > self._most_files:
            self._kept.popitem(last=False)
        return self._kept[path][1]


def whole_lines(text: str, most: int) -> str:
    """Return the first lines of a text that fit; of a first line that is too long, nothing."""
    text = text.strip("\n")
    return text if len(text) <= most else text[: max(0, text.rfind("\n", 0, most + 1))]
