"""A tree of which every part may be missing and what is left still parses, for summaries that a type checker reads.

A node may be missing on its own where its syntax has a list of any length: statements of a block, members of a
class. The statement that `if (x)` stands before, the class behind `template <…>` or a field whose comma stays behind
may not: such a node is no longer one of its own, and what was below it lies in the node above. Whatever is not known
to be a list counts as none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brimful.documents.grammars.rules import words
from brimful.documents.offsets import to_bytes
from brimful.documents.parsing import Parsed
from brimful.documents.tree import Node

_LISTS = words(
    """program source_file translation_unit compilation_unit module statement_list statement_block block
    compound_statement declaration_list class_body interface_body object_type enum_body enum_body_declarations
    annotation_type_body constructor_body field_declaration_list enum_member_declaration_list enum_variant_list
    switch_body switch_block switch_block_statement_group switch_case switch_default switch_section case_statement
    match_block expression_case type_case default_case communication_case preproc_ifdef preproc_if preproc_else
    preproc_elif body_statement then else jsx_element"""
)
"""Nodes of syntax trees with a list of statements, members or cases in them."""
_ELEMENTS = words("comment line_comment block_comment expression_case type_case default_case communication_case")
"""Nodes that may be missing wherever they stand."""
_TIED = {"decorator": None, "attribute_item": frozenset(("enum_variant_list", "field_declaration_list"))}
"""What needs the node after it: in any list, or in these."""
_NEAR = 80
"""Characters behind a node in which a comma of its list would stand."""


def solid(text: str, root: Node, parsed: Parsed) -> Node:
    """Return the tree without the nodes that must not be missing on their own."""
    return _Solid(text, parsed, to_bytes(text)).node(root)


class _Solid:
    def __init__(self, text: str, parsed: Parsed, byte: Callable[[int], int]) -> None:
        self._text = text
        self._top = parsed.tree.root_node
        self._byte = byte

    def node(self, root: Node) -> Node:
        """A node with those of its children that may be missing. A loop, since trees may be deep."""
        done: dict[int, tuple[Node, ...]] = {}
        for node in reversed(list(root.walk())):  # children before their parents
            children = tuple([each for child in node.children for each in done[id(child)]])
            changed = Node(node.kind, node.start, node.end, children)
            loose = node is not root and self._may_be_missing(node)
            done[id(node)] = (changed,) if loose or node is root else children
        return done[id(root)][0]

    def _may_be_missing(self, node: Node) -> bool:
        inside = self._text[node.start : node.end]
        start = node.start + len(inside) - len(inside.lstrip())
        if start == node.end:
            return True
        if not inside.rstrip().endswith(",") and self._text[node.end : node.end + _NEAR].lstrip()[:1] == ",":
            return False
        found = self._outermost(self._byte(start), self._byte(node.end))
        if found is None or found.parent is None:
            return False
        if found.type in _ELEMENTS:
            return True
        return found.parent.type in _LISTS and not _is_tied(found)

    def _outermost(self, start: int, end: int) -> Any:
        """The largest syntax node that begins there and does not reach beyond the end."""
        found = self._top.descendant_for_byte_range(start, min(start + 1, end))
        if found is None or found.start_byte != start:
            return None
        while found.parent is not None and found.parent.start_byte == start and found.parent.end_byte <= end:
            if found.parent.parent is None:
                break
            found = found.parent
        return found


def _is_tied(node: Any) -> bool:
    before = node.prev_named_sibling
    if before is None or before.type not in _TIED:
        return False
    lists = _TIED[before.type]
    return lists is None or node.parent.type in lists
