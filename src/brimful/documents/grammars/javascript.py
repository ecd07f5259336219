"""JavaScript, TypeScript and both with JSX."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

_STATEMENTS = words(
    """import_statement export_statement expression_statement for_in_statement for_statement break_statement
    continue_statement do_statement if_statement switch_statement switch_case try_statement throw_statement
    debugger_statement return_statement"""
)
_DECLARATIONS = words(
    """class_declaration function_declaration generator_function_declaration lexical_declaration using_declaration
    variable_declaration"""
)
# What a loop or a condition consists of is not taken apart.
_LOOP = words("lexical_declaration variable_declaration")
_BRANCH = words("expression_statement if_statement")

_LEAVES = words(
    """comment identifier property_identifier private_property_identifier shorthand_property_identifier
    shorthand_property_identifier_pattern statement_identifier type_identifier number this super null true
    false undefined predefined_type accessibility_modifier override_modifier jsx_text"""
)
# Statements that need no braces inside of these; anywhere else only a function, a class or a comment holds one.
_OPEN = words(
    """program if_statement else_clause for_statement for_in_statement while_statement do_statement labeled_statement
    with_statement switch_case switch_default export_statement ambient_declaration statement_block class_body
    switch_statement switch_body enum_body enum_declaration interface_declaration interface_body object_type
    internal_module module class_static_block try_statement catch_clause
    finally_clause"""
)
_QUIET = r"=>\s*\{|\)\s*[{:]|/[/*]|function|class|namespace|module"

JAVASCRIPT = Folding(
    kinds=_STATEMENTS | _DECLARATIONS | words("comment field_definition method_definition"),
    barred={"for_statement": _LOOP},
    takes_in=True,
    closed=_LEAVES,
    open=_OPEN,
    quiet=_QUIET,
)

TYPESCRIPT = Folding(
    kinds=_STATEMENTS
    | _DECLARATIONS
    | words(
        """comment abstract_class_declaration ambient_declaration enum_declaration function_signature import_alias
        interface_declaration internal_module module type_alias_declaration public_field_definition method_definition
        method_signature abstract_method_signature property_signature enum_assignment"""
    ),
    barred={
        "for_statement": _LOOP,
        "if_statement": _BRANCH,
        "else_clause": _BRANCH,
        "expression_statement": words("internal_module"),
    },
    only_under={
        "method_signature": words("class_body interface_body"),
        "property_signature": words("interface_body"),
    },
    takes_in=True,
    closed=_LEAVES,
    open=_OPEN,
    quiet=_QUIET,
)

TSX = Folding(
    kinds=TYPESCRIPT.kinds | words("jsx_element jsx_expression"),
    barred=TYPESCRIPT.barred,
    only_under=TYPESCRIPT.only_under,
    below={"jsx_expression": "jsx_element"},
    takes_in=True,
    closed=_LEAVES,
    open=_OPEN | words("jsx_element jsx_opening_element jsx_self_closing_element"),
    quiet=_QUIET + "|</",
)

NAMING = Naming(
    kinds=table("""
        class: class_declaration abstract_class_declaration
        interface: interface_declaration
        enum: enum_declaration
        type: type_alias_declaration
        namespace: internal_module module
        function: function_declaration generator_function_declaration function_signature
        method: method_definition method_signature abstract_method_signature
        field: property_signature
        enum_member: enum_assignment enum_body
        value: variable_declarator public_field_definition field_definition
        assigned: assignment_expression
    """),
    names={
        "field_definition": "property",
        "assignment_expression": "left.property",
        "enum_body": "*property_identifier",
    },
    lists=words("enum_body"),
    lends=words("export_statement ambient_declaration lexical_declaration variable_declaration expression_statement"),
    functions=words("arrow_function function_expression generator_function class"),
    quiet=words(
        """comment string template_string regex import_statement formal_parameters type_annotation type_arguments
        type_parameters object_type union_type jsx_text number identifier"""
    ),
)
