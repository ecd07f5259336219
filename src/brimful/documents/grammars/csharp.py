"""C#."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, words

CSHARP = Folding(
    kinds=words(
        """comment class_declaration constructor_declaration method_declaration delegate_declaration enum_declaration
        extern_alias_directive file_scoped_namespace_declaration global_attribute global_statement
        interface_declaration namespace_declaration record_declaration struct_declaration using_directive
        local_declaration_statement expression_statement for_statement foreach_statement continue_statement
        break_statement throw_statement return_statement try_statement"""
    ),
)
