"""C++, and C with it."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

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
    closed=words(
        """comment identifier field_identifier type_identifier namespace_identifier statement_identifier
        primitive_type number_literal true false this null auto preproc_arg"""
    ),
    open=words(
        """translation_unit declaration_list friend_declaration linkage_specification template_declaration
        if_statement else_clause condition_clause init_statement for_statement for_range_loop while_statement
        do_statement labeled_statement case_statement attributed_statement switch_statement try_statement"""
    ),
    quiet="[{/#]|struct|class|enum",
)

NAMING = Naming(
    kinds=table("""
        namespace: namespace_definition
        class: class_specifier
        struct: struct_specifier
        union: union_specifier
        enum: enum_specifier
        enum_member: enumerator
        concept: concept_definition
        type: type_definition alias_declaration
        macro: preproc_def preproc_function_def
        function: function_definition
        declared: declaration field_declaration
    """),
    declared=words("function_definition declaration field_declaration type_definition"),
    lends=words("template_declaration"),
    bare=words("class_specifier struct_specifier union_specifier enum_specifier"),
    quiet=words(
        """comment preproc_include string_literal raw_string_literal parameter_list argument_list expression_statement
        return_statement template_parameter_list template_argument_list"""
    ),
)
