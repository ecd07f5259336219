"""Syntax trees, by grammars that lie inside the installed packages (DOC-1).

The few trees asked for last are kept, for each language apart: an editor asks for the same file again and again.
Without the packages of the extra `code`, or for a language without a grammar, there is no tree, and callers fold by
indentation.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brimful.documents.languages import LANGUAGES
from brimful.settings import DEFAULTS

if TYPE_CHECKING:
    import tree_sitter


class Parsed(Struct, frozen=True):
    """A syntax tree and the bytes it is of. Offsets of the tree are bytes of UTF-8."""

    tree: Any  # tree_sitter.Tree, which is there only with the extra
    data: bytes


class Parser:
    """Parses, and keeps the trees asked for last. Safe to share between threads."""

    def __init__(self, kept: int = DEFAULTS.documents.trees_per_language) -> None:
        self._kept = kept
        self._trees: dict[str, OrderedDict[str, Parsed]] = {}
        self._lock = threading.Lock()

    def parse(self, language: str, text: str) -> Parsed | None:
        """Return the syntax tree of a text, or None where there is no grammar for its language."""
        with self._lock:
            trees = self._trees.setdefault(language, OrderedDict())
            found = trees.get(text)
            if found is not None:
                trees.move_to_end(text)
                return found
        known = grammar(language)
        if known is None:
            return None
        from tree_sitter import Parser as Engine

        data = text.encode("utf-8", "replace")  # half a surrogate pair is one byte, as it is one character
        found = Parsed(Engine(known).parse(data), data)
        with self._lock:
            trees[text] = found
            while len(trees) > self._kept:
                trees.popitem(last=False)
        return found


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
