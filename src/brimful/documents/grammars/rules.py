"""The form of what is known about a grammar (DOC-1).

Kinds are the grammar's own names. The tables are data; what walks a syntax tree by them is `documents.structure`.
"""

from __future__ import annotations

from msgspec import Struct


class Folding(Struct, frozen=True):
    """Which nodes of a syntax tree may be shown or left out on their own.

    kinds:      these, wherever they stand.
    barred:     parent → kinds that are no nodes of their own directly under it.
    only_under: kind → parents under which alone it is one.
    below:      kind → the parent's parent under which alone it is one.
    twice_with: kind → a field; a node that has it counts twice, as a statement and for itself.
    twice_under: kind → parents under which it counts twice, as a statement and for itself.
    wrappers:   kinds that are as good as absent: their children are children of what is around them.
    takes_in:   a node takes the `;`, `,` and comments behind it on its line.
    quiet:      kind → a pattern of bytes; without it, no node that counts is inside. "" = there never is.
    """

    kinds: frozenset[str]
    barred: dict[str, frozenset[str]] = {}
    only_under: dict[str, frozenset[str]] = {}
    below: dict[str, str] = {}
    twice_with: dict[str, str] = {}
    twice_under: dict[str, frozenset[str]] = {}
    wrappers: frozenset[str] = frozenset()
    takes_in: bool = False
    quiet: dict[str, str] = {}


def words(text: str) -> frozenset[str]:
    """A set of kinds, written as words."""
    return frozenset(text.split())
