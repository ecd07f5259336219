"""What it costs to show a node: how far it is from the selection, through the tree and along the text (DOC-3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from brimful.documents.tree import Node
from brimful.settings import DEFAULTS, Documents

if TYPE_CHECKING:
    from brimful.documents.dense import Dense
    from brimful.documents.document import Document

Adjust: TypeAlias = Callable[["Document", Sequence[Node], float], float | None]
"""Another cost for a node: gets the document, the nodes from the root down to it and its cost; None = not for itself.

A node that is not shown for itself is still shown around one that is.
"""

_IMPORT = "import_statement"
_HEAD_CHARS = 200
"""Characters of a node looked at for how it begins; blank lines and indentation before it are rarely more."""


def cost(dense: Dense, number: int, numbers: Documents) -> float:
    """What a node costs. Cheaper ones are shown first."""
    depth = dense.depths[number]
    if dense.selection is None:
        return depth
    start, end = dense.selection
    node = dense.nodes[number]
    away = 0.0
    if node.end < start:
        away = (start - node.end) / len(dense.text)
    elif node.start > end:
        away = numbers.summary_after_weight * (node.start - end) / len(dense.text)
    return numbers.summary_tree_weight * dense.steps[number] + depth + numbers.summary_distance_weight * away


def is_import(node: Node) -> bool:
    """Whether a node brings in names that a type checker needs for the rest."""
    return node.kind == _IMPORT


def for_attachments(
    document: Document, path: Sequence[Node], given: float, numbers: Documents = DEFAULTS.documents
) -> float:
    """Costs for files that a person attached: imports last; in TypeScript what is exported before what is private."""
    if is_import(path[-1]):
        return numbers.summary_import_cost
    if not document.language.startswith("typescript"):
        return given
    for node in path:
        head = document.text[node.start : min(node.end, node.start + _HEAD_CHARS)].lstrip()
        if head.startswith("private "):
            given *= numbers.summary_private_factor
        elif head.startswith(("export ", "public ")):
            given *= numbers.summary_public_factor
    return given
