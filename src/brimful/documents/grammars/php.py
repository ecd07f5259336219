"""PHP."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, words

PHP = Folding(
    kinds=words(
        """comment namespace_definition namespace_use_declaration class_declaration interface_declaration
        trait_declaration enum_declaration enum_case use_declaration property_declaration const_declaration
        method_declaration function_definition function_static_declaration global_declaration expression_statement
        echo_statement unset_statement exit_statement declare_statement if_statement switch_statement case_statement
        for_statement foreach_statement while_statement do_statement try_statement break_statement continue_statement
        return_statement goto_statement named_label_statement text_interpolation"""
    ),
)
