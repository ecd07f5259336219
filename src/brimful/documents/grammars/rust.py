"""Rust."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, words

RUST = Folding(
    kinds=words(
        """line_comment block_comment attribute_item inner_attribute_item extern_crate_declaration use_declaration
        const_item static_item type_item enum_item enum_variant struct_item union_item field_declaration trait_item
        impl_item mod_item foreign_mod_item function_item function_signature_item associated_type macro_definition
        let_declaration expression_statement match_arm"""
    ),
)
