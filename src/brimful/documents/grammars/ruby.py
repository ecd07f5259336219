"""Ruby."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

RUBY = Folding(
    kinds=words("comment assignment if call case when while for method class module begin"),
    closed=words(
        """comment identifier constant instance_variable class_variable global_variable integer float simple_symbol
        hash_key_symbol true false nil self heredoc_beginning string_content escape_sequence"""
    ),
    quieter={"string": r"#\{"},
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
