"""Ruby."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

RUBY = Folding(
    kinds=words("comment assignment if call case when while for method class module begin"),
)

NAMING = Naming(
    kinds=table("""
        module: module
        class: class
        method: method singleton_method
        constant: assignment
    """),
    names={"assignment": "left:constant"},
    quiet=words("comment string heredoc_body method_parameters argument_list regex array hash"),
)
