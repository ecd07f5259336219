"""bpe-openai: independent code, exact on all we tried, linear on runs (the extra `exact-tokens`). Holds the lock."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

from brimful.errors import MissingExtra


class BpeOpenAIEngine:
    """Counts with bpe-openai's own vocabularies."""

    name = "bpe-openai"
    releases_gil = False

    def __init__(self) -> None:
        try:
            with warnings.catch_warnings():
                # How the package opens its own files is deprecated; whoever uses brimful cannot help it.
                warnings.filterwarnings("ignore", "open_binary is deprecated", DeprecationWarning)
                # The compiled module: the Python class around it makes lists of ids that nobody needs here.
                self._bindings: Any = import_module("bpe_openai._bindings")
        except ImportError as error:
            raise MissingExtra("bpe-openai", "exact-tokens") from error
        self._tokenizers: dict[str, Any] = {}

    def count(self, encoding: str, text: str) -> int:
        """Return how many tokens the text is."""
        counted: int = self._tokenizer(encoding).count(text)
        return counted

    def fits(self, encoding: str, text: str, limit: int) -> int | None:
        """Return the count if it is at most `limit`, else None, stopping where the limit is passed."""
        if limit < 0:
            return None
        counted: int | None = self._tokenizer(encoding).count_till_limit(text, limit)
        return counted

    def _tokenizer(self, encoding: str) -> Any:
        tokenizer = self._tokenizers.get(encoding)
        if tokenizer is None:
            tokenizer = self._tokenizers[encoding] = self._bindings.tokenizer_for_encoding(encoding)
        return tokenizer
