"""Java."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, words

_STATEMENTS = words(
    """assert_statement break_statement continue_statement do_statement enhanced_for_statement expression_statement
    for_statement if_statement labeled_statement local_variable_declaration return_statement switch_expression
    synchronized_statement throw_statement try_statement try_with_resources_statement while_statement yield_statement
    module_declaration package_declaration import_declaration record_declaration interface_declaration
    annotation_type_declaration enum_declaration"""
)
# Anywhere else they are the head of a loop, a value, or a member of a class.
_PLACES = words(
    """program block constructor_body switch_block_statement_group labeled_statement if_statement for_statement
    enhanced_for_statement while_statement do_statement"""
)

JAVA = Folding(
    kinds=_STATEMENTS
    | words(
        """line_comment block_comment class_declaration constructor_declaration field_declaration
        method_declaration"""
    ),
    only_under=dict.fromkeys(_STATEMENTS, _PLACES),
    barred={"for_statement": words("local_variable_declaration")},
    twice_under={"class_declaration": _PLACES},
)
