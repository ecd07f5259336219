"""Go."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

_STATEMENTS = words(
    """assignment_statement block break_statement const_declaration continue_statement dec_statement defer_statement
    empty_statement expression_statement expression_switch_statement fallthrough_statement for_statement go_statement
    goto_statement if_statement inc_statement labeled_statement return_statement select_statement send_statement
    short_var_declaration type_declaration type_switch_statement var_declaration"""
)
# Anywhere else they are the head of a loop, the condition of a branch, or the body of something.
_PLACES = words(
    """source_file block statement_list expression_case default_case type_case communication_case labeled_statement"""
)

GO = Folding(
    kinds=_STATEMENTS
    | words("function_declaration import_declaration method_declaration package_clause expression_case"),
    only_under=dict.fromkeys(_STATEMENTS, _PLACES),
    barred={"communication_case": words("send_statement")},
    wrappers=words("statement_list"),
    twice_with={"if_statement": "initializer"},
    closed=words(
        """comment identifier field_identifier type_identifier package_identifier label_name int_literal float_literal
        interpreted_string_literal raw_string_literal rune_literal true false nil import_declaration package_clause
        parameter_list"""
    ),
    open=_PLACES
    | words(
        """function_declaration method_declaration if_statement for_statement expression_switch_statement
        type_switch_statement select_statement"""
    ),
    quiet="func",  # comments do not count, and elsewhere statements stand in functions alone
)

NAMING = Naming(
    kinds=table("""
        function: function_declaration
        method: method_declaration method_elem method_spec
        type: type_spec type_alias
        field: field_declaration
        constant: const_spec
        value: var_spec
    """),
    names=dict.fromkeys(("const_spec", "var_spec", "field_declaration"), "name+"),
    owner={"method_declaration": "receiver"},
    lends=words("type_declaration const_declaration var_declaration"),
    groups=words("type_declaration const_declaration var_declaration"),
    functions=words("func_literal"),
    quiet=words(
        """comment import_declaration package_clause parameter_list interpreted_string_literal raw_string_literal
        argument_list return_statement assignment_statement short_var_declaration expression_list"""
    ),
)
