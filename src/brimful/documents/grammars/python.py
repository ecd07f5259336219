"""Python."""

from __future__ import annotations

from brimful.documents.grammars.rules import Folding, Naming, table, words

PYTHON = Folding(
    kinds=words(
        """comment assert_statement break_statement continue_statement delete_statement exec_statement
        expression_statement future_import_statement global_statement import_from_statement import_statement
        nonlocal_statement pass_statement print_statement raise_statement return_statement type_alias_statement
        class_definition decorated_definition for_statement function_definition if_statement try_statement
        while_statement with_statement expression_list"""
    ),
    closed=words(
        """comment identifier integer float true false none pass_statement break_statement continue_statement
        ellipsis"""
    ),
    open=words(
        """module block class_definition function_definition decorated_definition if_statement elif_clause else_clause
        for_statement while_statement try_statement except_clause except_group_clause finally_clause with_statement
        match_statement case_clause"""
    ),
    # Statements stand in blocks alone; what counts in expressions are comments, and lists without brackets.
    quiet="[#{]",
    quieter=dict.fromkeys(
        words(
            """expression_statement assignment augmented_assignment return_statement yield delete_statement
            raise_statement interpolation print_statement exec_statement"""
        ),
        r"[#,]",
    ),
)

NAMING = Naming(
    kinds=table("""
        class: class_definition
        function: function_definition
        type: type_alias_statement
        value: assignment
    """),
    names={"assignment": "left", "type_alias_statement": "left"},
    lends=words("decorated_definition expression_statement"),
    quiet=words(
        """comment string call parameters argument_list import_statement import_from_statement return_statement
        decorator dictionary list tuple type lambda subscript attribute raise_statement assert_statement"""
    ),
)
