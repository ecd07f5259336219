"""The definitions of a text, from its syntax tree (DOC-6).

One walk over the tree, by the tables of the grammar. What a definition is inside of is known by where things end, so
that the walk needs no memory of its path but the definitions it is in.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from operator import attrgetter
from typing import Any

from msgspec import Struct

from brimful.documents.grammars import NAMING
from brimful.documents.offsets import to_chars
from brimful.documents.parsing import Parsed, grammar
from brimful.settings import DEFAULTS

# What functions inside of are methods.
_TYPES = frozenset(["class", "interface", "struct", "union", "enum", "record", "trait", "impl"])
_FUNCTIONS = frozenset(["function", "method", "constructor"])


class Definition(Struct, frozen=True):
    """A name that a text defines.

    kind:       class, interface, struct, enum, trait, impl, namespace, module, function, method, constructor, field,
                property, constant, variable, enum_member, type, macro and the like.
    start, end: offsets in characters; decorators, `export` and the like are inside.
    name_start: where the name stands, and name_line: its line.
    line, end_line: the first and the last line, counted from 1.
    container:  the definitions it is in, outermost first, joined by points; "" = none.
    body:       where the part begins that an outline leaves out; -1 = there is none.
    """

    name: str
    kind: str
    start: int
    end: int
    name_start: int
    name_line: int
    line: int
    end_line: int
    container: str = ""
    body: int = -1

    @property
    def path(self) -> str:
        """Its name after the names of what it is in."""
        return f"{self.container}.{self.name}" if self.container else self.name

    @property
    def inner_path(self) -> str:
        """The container of what is inside it: its path, unless that is too long, as in code that a machine wrote."""
        path = self.path
        return path if len(path) <= DEFAULTS.documents.container_chars else self.container


def named(text: str, parsed: Parsed, language: str) -> list[Definition]:
    """Return what a text defines, by its syntax tree."""
    return _Finder(text, parsed, language).run()


class _Rule(Struct, frozen=True, gc=False):
    """What a kind of node means to the walk."""

    kind: str = ""
    what: str = ""
    path: tuple[str, ...] = ("name",)
    declared: bool = False
    owner: str = ""
    bare: bool = False
    listed: bool = False
    lends: bool = False
    quiet: bool = False


class _Around(Struct, frozen=True, gc=False):
    """A definition that the walk is in: where it ends, in bytes."""

    end: int
    what: str = ""
    path: str = ""


class _Named(Struct, frozen=True, gc=False):
    """The node that has a definition's name, and whether it is declared as a function."""

    node: Any
    function: bool = False


class _Finder:
    def __init__(self, text: str, parsed: Parsed, language: str) -> None:
        self._parsed, self._tree, self._data = parsed, parsed.tree, parsed.data
        self._all = len(parsed.data) + 1
        self._breaks = [match.start() for match in _BREAK.finditer(parsed.data)]
        self._char = to_chars(text, parsed.data) or int
        self._rules = _rules(language)
        self._naming = NAMING[language]
        self._around = [_Around(self._all)]
        self._lender: Any = None
        self._lent_at = -1
        self._found: list[Definition] = []

    def run(self) -> list[Definition]:
        cursor = self._tree.walk()
        rules = self._rules
        depth = 0
        while True:
            node = cursor.node
            rule = rules.get(node.kind_id)
            if (rule is None or self._enter(rule, node, depth)) and cursor.goto_first_child():
                depth += 1
                continue
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return sorted(self._found, key=_PLACE)
                depth -= 1

    def _enter(self, rule: _Rule, node: Any, depth: int) -> bool:
        """Take a node in; return whether definitions may be inside."""
        if rule.quiet:
            return False
        lender = self._lender
        if lender is not None and (depth != self._lent_at + 1 or lender.end_byte < node.end_byte):
            lender = None
        self._lender = None
        if rule.what:
            around = self._around
            while around[-1].end <= node.start_byte:
                around.pop()
            self._define(rule, node, node if lender is None or self._is_group(lender, node) else lender)
        if rule.lends:
            self._lender, self._lent_at = lender or node, depth
        return True

    def _is_group(self, lender: Any, node: Any) -> bool:
        return lender.type in self._naming.groups and b"(" in self._data[lender.start_byte : node.start_byte]

    def _define(self, rule: _Rule, node: Any, whole: Any) -> None:
        around = self._around[-1]
        for named in _named(rule, node):
            self._define_one(rule, node, whole, named, around)

    def _define_one(self, rule: _Rule, node: Any, whole: Any, named: _Named, around: _Around) -> None:
        name, container = _names(rule, node, named.node, around.path, self._parsed)
        if rule.listed:
            whole = node = named.node
        what = self._what(rule, node, named, name, around, whole) if name else ""
        if not what:
            return
        body = self._body(node)
        found = self._definition(whole, named.node, name, what, container, body)
        self._found.append(found)
        if rule.listed or (rule.what == "declared" and what not in _FUNCTIONS):
            return  # nothing is inside: a type that is defined in a declaration stands beside the name
        # A namespace without a body is one of all that follows.
        end = self._all if what == "namespace" and body is None else node.end_byte
        self._around.append(_Around(end, what, found.inner_path))

    def _body(self, node: Any) -> Any:
        worth = node.child_by_field_name("value") or node.child_by_field_name("right")
        if worth is not None and worth.type in self._naming.functions:
            node = worth
        return next(filter(None, map(node.child_by_field_name, self._naming.bodies)), None)

    def _definition(self, whole: Any, named: Any, name: str, what: str, container: str, body: Any) -> Definition:
        char = self._char
        at = named.start_byte + max(
            0, self._data[named.start_byte : named.end_byte].rfind(name.encode("utf-8", "replace"))
        )
        return Definition(
            name=name,
            kind=what,
            start=char(whole.start_byte),
            end=char(whole.end_byte),
            name_start=char(at),
            name_line=self._line(at),
            line=self._line(whole.start_byte),
            end_line=self._line(max(whole.end_byte - 1, whole.start_byte)),  # some end with the line break
            container=container,
            body=-1 if body is None else char(body.start_byte),
        )

    def _line(self, offset: int) -> int:
        return bisect_left(self._breaks, offset) + 1

    def _what(self, rule: _Rule, node: Any, named: _Named, name: str, around: _Around, whole: Any) -> str:
        """What a node defines at its place; "" = nothing that is kept."""
        inside, what = around.what, rule.what
        if what == "type":
            kind = node.child_by_field_name("type")
            return _GO_TYPES.get(kind.type, what) if kind is not None else what
        if what in ("value", "declared", "assigned"):
            what = self._what_of_value(rule, node, named, inside, whole)
        elif what == "constant" and inside in _FUNCTIONS:
            return ""
        if what == "function" and inside in _TYPES:
            what = "method"
        if what == "method" and (name == "constructor" or name == around.path.rpartition(".")[2]):
            return "constructor"
        return what

    def _what_of_value(self, rule: _Rule, node: Any, named: _Named, inside: str, whole: Any) -> str:
        worth = node.child_by_field_name("value") or node.child_by_field_name("right")
        if worth is not None and worth.type in self._naming.functions:
            return "class" if worth.type == "class" else "function"
        if rule.what == "assigned" or inside in _FUNCTIONS:
            return ""
        if named.function:
            return "function"
        if not _PLAIN_NAME.search(named.node.type):
            return ""
        name = self._parsed.of(named.node)
        before = self._data[whole.start_byte : named.node.start_byte]
        if (name.isupper() and len(name) > 1) or _CONSTANT.search(before):
            return "constant"
        return "field" if inside in _TYPES or inside == "type" else "variable"


_GO_TYPES = {"struct_type": "struct", "interface_type": "interface"}
_PLAIN_NAME = re.compile(r"identifier$|^name$|^variable_name$")
_CONSTANT = re.compile(rb"\bconst(expr)?\b|\bstatic\s+final\b")
_PLACE = attrgetter("start", "name_start")
_BREAK = re.compile(rb"\n")
_RECEIVER = re.compile(r"(\w+)\s*(?:\[[^\]]*\])?\s*\)$")
_GENERIC = re.compile(r"<.*>$", re.DOTALL)


def _named(rule: _Rule, node: Any) -> list[_Named]:
    """The nodes that have the names of what a node defines, if it defines anything."""
    if rule.bare and node.child_by_field_name("body") is None:
        return []
    if rule.declared:
        return _declared(node)
    nodes = [node]
    for step in rule.path:
        nodes = [found for one in nodes for found in _followed(one, step)]
    return [_Named(one) for one in nodes]


def _followed(node: Any, step: str) -> list[Any]:
    if step.startswith("*"):
        return [child for child in node.named_children if child.type == step[1:]]
    if step.endswith("+"):
        return [child for child in node.children_by_field_name(step[:-1]) if child.is_named]
    field, _, kind = step.partition(":")
    found = node.child_by_field_name(field)
    return [] if found is None or (kind and found.type != kind) else [found]


def _declared(node: Any) -> list[_Named]:
    """The names that a declaration of C++ declares."""
    named = map(_followed_down, node.children_by_field_name("declarator"))
    return [one for one in named if one is not None]


def _followed_down(at: Any) -> _Named | None:
    """Follow the declarators to the name: `int (*f(int a))[3]` declares f."""
    function = False
    while at is not None and at.type.endswith("declarator"):
        inner = at.child_by_field_name("declarator")
        if inner is None and at.named_child_count:
            inner = at.named_child(at.named_child_count - 1)
        if at.type == "function_declarator" and inner is not None:
            function = inner.type != "parenthesized_declarator"
        at = inner
    return None if at is None else _Named(at, function)


def _names(rule: _Rule, node: Any, named: Any, around: str, parsed: Parsed) -> tuple[str, str]:
    """The name, and the path of what it is in."""
    text = _GENERIC.sub("", parsed.of(named)).lstrip("$").strip("'\"")
    owner, _, name = text.rpartition("::")
    if rule.owner:
        field = node.child_by_field_name(rule.owner)
        receiver = _RECEIVER.search(parsed.of(field)) if field is not None else None
        owner = receiver.group(1) if receiver else owner
    owner = _GENERIC.sub("", owner).replace("::", ".")
    return name, ".".join(filter(None, (around, owner)))


@cache
def _rules(language: str) -> dict[int, _Rule]:
    """The table of a language by the numbers that its grammar gives to kinds."""
    known, naming = grammar(language), NAMING[language]
    found: dict[int, _Rule] = {}
    if known is None:
        return found
    for kind in naming.kinds.keys() | naming.lends | naming.quiet:
        number = known.id_for_node_kind(kind, True)
        if number is not None:
            found[number] = _Rule(
                kind,
                what=naming.kinds.get(kind, ""),
                path=tuple(naming.names.get(kind, "name").split(".")),
                declared=kind in naming.declared,
                owner=naming.owner.get(kind, ""),
                bare=kind in naming.bare,
                listed=kind in naming.lists,
                lends=kind in naming.lends,
                quiet=kind in naming.quiet,
            )
    return found
