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
    closed:     kinds in which nothing ever counts, not even a comment.
    open:       kinds with such nodes directly inside.
    quiet:      a pattern of bytes; in a node of any other kind, nothing counts inside without it. "" = unknown.
    quieter:    kind → the pattern for it alone.
    """

    kinds: frozenset[str]
    barred: dict[str, frozenset[str]] = {}
    only_under: dict[str, frozenset[str]] = {}
    below: dict[str, str] = {}
    twice_with: dict[str, str] = {}
    twice_under: dict[str, frozenset[str]] = {}
    wrappers: frozenset[str] = frozenset()
    takes_in: bool = False
    closed: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    quiet: str = ""
    quieter: dict[str, str] = {}


class Naming(Struct, frozen=True):
    """Which nodes of a syntax tree define a name.

    kinds:     kind → what it defines. A "function" inside a type is a method. A "value" is what its place and its
               worth make it: a function, a field, a constant, a variable; inside a function it is nothing.
               "declared" is the same for the declarations of C++; "assigned" is a function or nothing.
    names:     kind → the field where its name is, if that is not `name`; several, joined by points, are a path.
               `field:kind` has to be of that kind; `field+` is every one; `*kind` is every child
               of that kind.
    declared:  kinds whose name lies at the end of a chain of `declarator` fields.
    owner:     kind → the field that names the type it belongs to, which need not be around it.
    lends:     kinds that are there for one definition, which takes their range: decorators, exports, templates.
    groups:    those of them that may hold several, in parentheses; then they lend nothing.
    lists:     kinds whose children define names, each for itself.
    functions: kinds of values that are functions.
    bodies:    fields where the part begins that an outline leaves out.
    bare:      kinds that define nothing without one of these fields: a type that is only mentioned.
    quiet:     kinds with no definition inside.
    """

    kinds: dict[str, str]
    names: dict[str, str] = {}
    declared: frozenset[str] = frozenset()
    owner: dict[str, str] = {}
    lends: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    bodies: tuple[str, ...] = ("body",)
    bare: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()


def words(text: str) -> frozenset[str]:
    """A set of kinds, written as words."""
    return frozenset(text.split())


def table(text: str) -> dict[str, str]:
    """A table of kinds, one `what: kind kind …` a line, turned round: kind → what."""
    found = {}
    for line in text.strip().splitlines():
        what, _, kinds = line.partition(":")
        found.update(dict.fromkeys(kinds.split(), what.strip()))
    return found
