"""C++, and C with it."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, words

CPP = Folding(
    kinds=words(
        """preproc_ifdef preproc_call preproc_def preproc_include type_definition declaration expression_statement
        comment namespace_definition enum_specifier struct_specifier template_declaration function_definition
        class_specifier return_statement try_statement throw_statement for_statement for_range_loop while_statement
        do_statement if_statement labeled_statement goto_statement break_statement"""
    ),
    barred={
        "type_definition": words("enum_specifier struct_specifier class_specifier"),
        "for_statement": words("declaration"),
    },
    takes_in=True,
)
