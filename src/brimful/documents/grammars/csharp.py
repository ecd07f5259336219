"""C#."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

CSHARP = Folding(
    kinds=words(
        """comment class_declaration constructor_declaration method_declaration delegate_declaration enum_declaration
        extern_alias_directive file_scoped_namespace_declaration global_attribute global_statement
        interface_declaration namespace_declaration record_declaration struct_declaration using_directive
        local_declaration_statement expression_statement for_statement foreach_statement continue_statement
        break_statement throw_statement return_statement try_statement"""
    ),
    closed=words(
        """comment identifier predefined_type integer_literal real_literal boolean_literal null_literal modifier"""
    ),
    open=words(
        """compilation_unit global_statement file_scoped_namespace_declaration if_statement else_clause for_statement
        foreach_statement while_statement do_statement using_statement lock_statement fixed_statement
        labeled_statement switch_section preproc_if preproc_else preproc_elif preproc_if_in_attribute_list
        preproc_region"""
    ),
    quiet="[{/#]",
)

NAMING = Naming(
    kinds=table("""
        namespace: namespace_declaration file_scoped_namespace_declaration
        class: class_declaration
        struct: struct_declaration
        record: record_declaration
        interface: interface_declaration
        enum: enum_declaration
        enum_member: enum_member_declaration
        delegate: delegate_declaration
        method: method_declaration destructor_declaration
        function: local_function_statement
        constructor: constructor_declaration
        property: property_declaration event_declaration
        value: field_declaration event_field_declaration
    """),
    names={"field_declaration": "*variable_declaration.*variable_declarator.name"}
    | {"event_field_declaration": "*variable_declaration.*variable_declarator.name"},
    bodies=("body", "accessors"),
    quiet=words(
        """comment using_directive parameter_list string_literal attribute_list argument_list modifier
        local_declaration_statement expression_statement return_statement"""
    ),
)
