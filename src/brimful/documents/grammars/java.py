"""Java."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

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
    closed=words(
        """line_comment block_comment identifier type_identifier integral_type floating_point_type void_type
        decimal_integer_literal decimal_floating_point_literal true false
        null_literal this super"""
    ),
    open=_PLACES | words("switch_rule"),
    quiet="[{/]",
)

NAMING = Naming(
    kinds=table("""
        class: class_declaration
        record: record_declaration
        interface: interface_declaration annotation_type_declaration
        enum: enum_declaration
        enum_member: enum_constant
        method: method_declaration annotation_type_element_declaration
        constructor: constructor_declaration compact_constructor_declaration
        constant: constant_declaration
        value: field_declaration
    """),
    names={"field_declaration": "declarator+.name", "constant_declaration": "declarator+.name"},
    quiet=words(
        """line_comment block_comment import_declaration package_declaration modifiers formal_parameters
        string_literal argument_list local_variable_declaration expression_statement return_statement"""
    ),
)
