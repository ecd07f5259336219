"""Rust."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

RUST = Folding(
    kinds=words(
        """line_comment block_comment attribute_item inner_attribute_item extern_crate_declaration use_declaration
        const_item static_item type_item enum_item enum_variant struct_item union_item field_declaration trait_item
        impl_item mod_item foreign_mod_item function_item function_signature_item associated_type macro_definition
        let_declaration expression_statement match_arm"""
    ),
    closed=words(
        """line_comment block_comment identifier field_identifier type_identifier primitive_type integer_literal
        float_literal boolean_literal self super crate mutable_specifier"""
    ),
    open=words("source_file"),
    quiet="[{/#]",
)

NAMING = Naming(
    kinds=table("""
        function: function_item function_signature_item
        struct: struct_item
        union: union_item
        enum: enum_item
        enum_member: enum_variant
        trait: trait_item
        impl: impl_item
        module: mod_item
        constant: const_item static_item
        type: type_item associated_type
        macro: macro_definition
        field: field_declaration
    """),
    names={"impl_item": "type"},
    quiet=words(
        """line_comment block_comment use_declaration parameters string_literal raw_string_literal token_tree
        arguments attribute_item"""
    ),
)
