"""PHP."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

PHP = Folding(
    kinds=words(
        """comment namespace_definition namespace_use_declaration class_declaration interface_declaration
        trait_declaration enum_declaration enum_case use_declaration property_declaration const_declaration
        method_declaration function_definition function_static_declaration global_declaration expression_statement
        echo_statement unset_statement exit_statement declare_statement if_statement switch_statement case_statement
        for_statement foreach_statement while_statement do_statement try_statement break_statement continue_statement
        return_statement goto_statement named_label_statement text_interpolation"""
    ),
    closed=words("""comment name integer float boolean null text php_tag primitive_type"""),
    open=words(
        """program colon_block if_statement else_clause else_if_clause for_statement foreach_statement while_statement
        do_statement switch_block case_statement default_statement declare_statement namespace_definition"""
    ),
    quiet="[{/#?]",
)

NAMING = Naming(
    kinds=table("""
        namespace: namespace_definition
        class: class_declaration
        interface: interface_declaration
        trait: trait_declaration
        enum: enum_declaration
        enum_member: enum_case
        method: method_declaration
        function: function_definition
        constant: const_element
        field: property_element
    """),
    names={"const_element": "*name"},
    lends=words("const_declaration property_declaration"),
    quiet=words(
        """comment namespace_use_declaration formal_parameters string encapsed_string heredoc text arguments
        return_statement"""
    ),
)
