"""Ruby."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, words

RUBY = Folding(
    kinds=words("comment assignment if call case when while for method class module begin"),
)
