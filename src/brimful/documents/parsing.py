"""Syntax trees, by grammars that lie inside the installed packages (DOC-1).

The few trees asked for last are kept, for each language apart: an editor asks for the same file again and again.
Without the packages of the extra `code`, for a language without a grammar, for a file that is too large or takes too
long, there is no tree; `read` says which of these it was, and callers fold by indentation.

Parsing has a time limit: on some texts the repair of errors takes time that grows with the square of their length,
and on some the scanner of a grammar never comes to an end.
"""

from __future__ import annotations

import threading
import warnings
from collections import OrderedDict
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brimful.documents.languages import LANGUAGES
from brimful.settings import DEFAULTS
from brimful.settings.documents import Documents

if TYPE_CHECKING:
    import tree_sitter


class Parsed(Struct, frozen=True):
    """A syntax tree and the bytes it is of. Offsets of the tree are bytes of UTF-8.

    The `row` and `column` of a point are never asked for: in some versions their count of references is wrong, which
    ends the process (count line breaks in `data`).
    """

    tree: Any  # tree_sitter.Tree, which is there only with the extra
    data: bytes

    def of(self, node: Any) -> str:
        """The text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")


class Reading(Struct, frozen=True):
    """What came of parsing: a tree, or why there is none."""

    parsed: Parsed | None
    why: str = ""


class Parser:
    """Parses, and keeps the trees asked for last. Safe to share between threads."""

    def __init__(
        self,
        kept: int = DEFAULTS.documents.trees_per_language,
        *,
        settings: Documents = DEFAULTS.documents,
    ) -> None:
        self._kept = kept
        self._settings = settings
        self._readings: dict[str, OrderedDict[str, Reading]] = {}
        self._lock = threading.Lock()

    def parse(self, language: str, text: str) -> Parsed | None:
        """Return the syntax tree of a text, or None where there is none."""
        return self.read(language, text).parsed

    def read(self, language: str, text: str) -> Reading:
        """Return the syntax tree of a text, or why there is none."""
        known = grammar(language)
        if known is None:
            return Reading(None, why_not(language))
        if len(text) > self._settings.parsed_chars:
            return Reading(None, f"the text has more than {self._settings.parsed_chars:,} characters")
        with self._lock:
            readings = self._readings.setdefault(language, OrderedDict())
            found = readings.get(text)
            if found is not None:
                readings.move_to_end(text)
                return found
        found = self._parse(known, text)
        with self._lock:
            readings[text] = found
            while len(readings) > self._kept:
                readings.popitem(last=False)
        return found

    def _parse(self, known: tree_sitter.Language, text: str) -> Reading:
        # Half a surrogate pair is one byte, as it is one character. NUL means the end to the scanners that grammars
        # bring along; where it is not the end, that of TSX never comes to one.
        data = text.encode("utf-8", "replace").replace(b"\0", b" ")
        seconds = self._settings.parse_seconds
        try:
            return Reading(Parsed(_engine(known, seconds).parse(data), data))
        except ValueError:  # what it raises when its time is over
            return Reading(None, f"parsing took longer than {seconds:g} s")


def _engine(known: tree_sitter.Language, seconds: float) -> tree_sitter.Parser:
    """A parser that gives up after so long."""
    from tree_sitter import Parser as Engine

    micros = max(1, int(seconds * 1_000_000))  # 0 would be no limit
    with _FILTERS, warnings.catch_warnings():
        # Deprecated in favour of a callback that ends the process (0.25.2, 0.26.0).
        warnings.simplefilter("ignore", DeprecationWarning)
        return Engine(known, timeout_micros=micros)


_FILTERS = threading.Lock()
"""The filters of warnings belong to the whole process."""

SHARED = Parser()


def why_not(language: str) -> str:
    """Say why a language has no grammar here."""
    known = LANGUAGES.get(language)
    if known is None or not known.grammar:
        return f"there is no grammar for {language}"
    return f"the grammar for {language} is not installed (pip install 'brimful[code]')"


@cache
def grammar(language: str) -> tree_sitter.Language | None:
    """Return the grammar of a language; None when it has none, or the extra `code` is not installed."""
    known = LANGUAGES.get(language)
    if known is None or not known.grammar:
        return None
    module, _, function = known.grammar.partition(":")
    try:
        from tree_sitter import Language

        return Language(getattr(import_module(module), function)())
    except ImportError:
        return None
