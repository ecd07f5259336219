"""Structure by syntax the slow and obvious way: by queries, over every node, with the siblings asked of the tree.

What `documents.structure` finds by one walk and its tables has to be equal to this. Each language has queries whose
captures are put together, so that a node which two of them find counts twice; what `LEFT_OUT` finds is taken away.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tree_sitter import Query, QueryCursor

from brimful.documents.parsing import Parsed, grammar
from brimful.documents.tree import Node


def _any(kinds: str) -> str:
    return "[" + " ".join(f"({kind})" for kind in kinds.split()) + "] @x"


_SCRIPT = """comment import_statement export_statement expression_statement for_in_statement for_statement
break_statement continue_statement do_statement if_statement switch_statement switch_case try_statement
throw_statement debugger_statement return_statement method_definition"""
_JS = [_any(_SCRIPT + " declaration field_definition")]
_TS = [
    _any(_SCRIPT + " declaration public_field_definition abstract_method_signature enum_assignment"),
    "(class_body (method_signature) @x) (interface_body [(method_signature) (property_signature)] @x)",
]
_TSX = [*_TS, "(jsx_element) @x (jsx_element (_ (jsx_expression) @x))"]

FOUND = {
    "javascript": _JS,
    "javascriptreact": _JS,
    "typescript": _TS,
    "typescriptreact": _TSX,
    "python": [
        _any(
            """comment assert_statement break_statement continue_statement delete_statement exec_statement
            expression_statement future_import_statement global_statement import_from_statement import_statement
            nonlocal_statement pass_statement print_statement raise_statement return_statement type_alias_statement
            class_definition decorated_definition for_statement function_definition if_statement try_statement
            while_statement with_statement expression_list"""
        )
    ],
    "go": [
        "(_statement) @x",
        _any("function_declaration import_declaration method_declaration package_clause expression_case"),
        "(if_statement initializer: (_)) @x",
    ],
    "ruby": [_any("comment assignment if call case when while for method class module begin")],
    "csharp": [
        _any(
            """comment class_declaration constructor_declaration method_declaration delegate_declaration
            enum_declaration extern_alias_directive file_scoped_namespace_declaration global_attribute
            global_statement interface_declaration namespace_declaration record_declaration struct_declaration
            using_directive local_declaration_statement expression_statement for_statement foreach_statement
            continue_statement break_statement throw_statement return_statement try_statement"""
        )
    ],
    "cpp": [
        _any(
            """preproc_ifdef preproc_call preproc_def preproc_include type_definition declaration expression_statement
            comment namespace_definition enum_specifier struct_specifier template_declaration function_definition
            class_specifier return_statement try_statement throw_statement for_statement for_range_loop
            while_statement do_statement if_statement labeled_statement goto_statement break_statement"""
        )
    ],
    "java": [
        "(statement) @x",
        _any(
            """line_comment block_comment class_declaration constructor_declaration field_declaration
            method_declaration"""
        ),
    ],
    "rust": [
        _any(
            """line_comment block_comment attribute_item inner_attribute_item extern_crate_declaration use_declaration
            const_item static_item type_item enum_item enum_variant struct_item union_item field_declaration
            trait_item impl_item mod_item foreign_mod_item function_item function_signature_item associated_type
            macro_definition let_declaration expression_statement match_arm"""
        )
    ],
    "php": [
        _any(
            """comment namespace_definition namespace_use_declaration class_declaration interface_declaration
            trait_declaration enum_declaration enum_case use_declaration property_declaration const_declaration
            method_declaration function_definition function_static_declaration global_declaration expression_statement
            echo_statement unset_statement exit_statement declare_statement if_statement switch_statement
            case_statement for_statement foreach_statement while_statement do_statement try_statement break_statement
            continue_statement return_statement goto_statement named_label_statement text_interpolation"""
        )
    ],
}
_TS_OUT = """(if_statement consequence: [(expression_statement) (if_statement)] @x)
(else_clause [(expression_statement) (if_statement)] @x) (for_statement condition: (_) @x)"""
LEFT_OUT = {
    "javascript": "(for_statement condition: (_) @x)",
    "javascriptreact": "(for_statement condition: (_) @x)",
    "typescript": _TS_OUT,
    "typescriptreact": _TS_OUT,
    "go": "(if_statement initializer: (_) @x)",
    "java": "(for_statement init: (_) @x) (block) @x",
    "cpp": "(for_statement initializer: (_) @x) (type_definition type: (_) @x)",
}
_CARRIERS = ("export_statement", "ambient_declaration")
_TAKES_IN = ("javascript", "javascriptreact", "typescript", "typescriptreact", "cpp")


class _Made:
    def __init__(self, kind: str, start: int, end: int, node: Any = None) -> None:
        self.kind, self.start, self.end, self.node = kind, start, end, node
        self.children: list[_Made] = []

    def node_of(self) -> Node:
        """The tree below it; only for texts that are not nested deeply."""
        return Node(self.kind, self.start, self.end, tuple(child.node_of() for child in self.children))


def slow_structure(parsed: Parsed, language: str) -> Node:
    """Return the tree of a text, with offsets in bytes."""
    data, root = parsed.data, parsed.tree.root_node
    captures = [node for query in FOUND[language] for node in _captures(language, query, root)]
    captures = [node for node in captures if node.start_byte < node.end_byte]  # one that is missing says nothing
    # Rust's grammar finds comments in a comment that is made of strokes.
    captures = [node for node in captures if not (node.parent and node.parent.type.endswith("comment"))]
    captures.sort(key=lambda node: (node.start_byte, -node.end_byte, _depth(node)))
    out = (
        {node.byte_range for node in _captures(language, LEFT_OUT[language], root)} if language in LEFT_OUT else set()
    )
    top = _Made("root", 0, len(data))
    stack = [top]
    for node in captures:
        if node.byte_range in out:
            continue
        while not (stack[-1].start <= node.start_byte and node.end_byte <= stack[-1].end):
            stack.pop()
        parent = stack[-1]
        if parent.kind in _CARRIERS and parent.node == node.parent:
            parent.kind, parent.node = node.type, node
            continue
        made = _grown(node, data, language, out)
        parent.children.append(made)
        stack.append(made)
    return top.node_of()


def _depth(node: Any) -> int:
    depth = 0
    while node.parent is not None:
        node, depth = node.parent, depth + 1
    return depth


def _grown(node: Any, data: bytes, language: str, out: set[tuple[int, int]]) -> _Made:
    start, end = node.start_byte, node.end_byte
    siblings = _siblings(node)
    at = [sibling.id for sibling in siblings].index(node.id)
    before = siblings[at - 1] if at else None
    behind = siblings[at + 1 :]
    if before is not None:
        below = data.find(b"\n", before.end_byte, start)
        start = before.end_byte if below < 0 else below + 1
    while behind and language in _TAKES_IN and _taken_in(behind[0], data, end):
        out.add(behind[0].byte_range)
        end = behind.pop(0).end_byte
    if behind:
        below = data.find(b"\n", end, behind[0].start_byte)
        end = end if below < 0 else below + 1
    kind = node.type
    if kind == "method_definition":
        name = node.child_by_field_name("name")
        if name is not None and data[name.start_byte : name.end_byte] == b"constructor":
            kind = "constructor"
    return _Made(kind, start, end, node)


def _siblings(node: Any) -> list[Any]:
    """The nodes beside a node, itself among them; a list of statements is no node of its own."""
    around = node.parent
    while around.type == "statement_list":
        around = around.parent
    found = list(around.children)
    while any(one.type == "statement_list" for one in found):
        found = [inner for one in found for inner in (one.children if one.type == "statement_list" else [one])]
    return found


def _taken_in(node: Any, data: bytes, end: int) -> bool:
    if node.type in (";", ","):
        return True
    return node.type == "comment" and data.find(b"\n", end, node.start_byte) < 0


def _captures(language: str, query: str, root: Any) -> list[Any]:
    found: dict[int, Any] = {}
    for node in QueryCursor(_query(language, query)).captures(root).get("x", []):
        if node.is_named and node.start_byte < node.end_byte:  # a lone `;` is a statement of Java
            found[node.id] = node
    return list(found.values())


@cache
def _query(language: str, query: str) -> Query:
    known = grammar(language)
    assert known is not None
    return Query(known, query)
