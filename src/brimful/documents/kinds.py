"""What the kinds of a grammar mean to the walk that finds structure, by their numbers in the grammar (DOC-1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from brimful.documents.grammars import FOLDING
from brimful.documents.grammars.rules import Folding
from brimful.documents.parsing import grammar

# These exist to carry one declaration: they take its kind and are one node with it.
_CARRIERS = ("export_statement", "ambient_declaration")
# What a parser makes of text that it does not understand; anything may be inside.
_ERROR = 65535


class Kind(Struct, frozen=True, gc=False):
    """What a kind of node means to the walk, by the numbers the grammar gives to kinds.

    quiet:   the pattern without which nothing that counts is inside, as its place in `Kinds.loud`; -1 = none.
    placed:  whether it counts depends on where it stands.
    special: its name or its number is not that of every other node.
    """

    name: str
    counts: bool = False
    closed: bool = False
    quiet: int = -1
    placed: bool = False
    special: bool = False
    barred: frozenset[int] = frozenset()
    only_under: frozenset[int] | None = None
    below: int | None = None
    twice_with: str = ""
    twice_under: frozenset[int] = frozenset()
    carrier: bool = False

    def counts_here(self, node: Any, parent: int, around: int) -> bool:
        """Whether a node counts where it stands: under its parent, and around that one."""
        if parent in self.barred and node.parent.kind_id == parent:  # not in a wrapper between them
            return False
        if self.below is not None and around != self.below:
            return False
        return self.only_under is None or parent in self.only_under

    def is_twice(self, node: Any) -> bool:
        """Whether a node counts twice, once as a statement and once for itself."""
        if self.twice_under and node.parent.kind_id in self.twice_under:
            return True
        return bool(self.twice_with) and node.child_by_field_name(self.twice_with) is not None


class Kinds(Struct, frozen=True):
    """What the walk has to know of a language.

    kinds:    those that count or may hold what counts; all others are passed over.
    broken:   the same for a text with errors, in which anything may stand anywhere.
    wrappers: those that are as good as absent.
    taken_in: those that a node takes in when they follow it, and whether they have to be on the same line.
    loud:     what finds the places of each pattern in a text.
    """

    kinds: dict[int, Kind]
    broken: dict[int, Kind]
    wrappers: frozenset[int]
    taken_in: dict[int, bool]
    loud: tuple[Callable[[bytes], Iterator[re.Match[bytes]]], ...] = ()


@cache
def kinds_of(language: str) -> Kinds:
    """Return the rules of a language whose grammar is installed."""
    known, rules = grammar(language), FOLDING[language]
    kinds = {_ERROR: Kind("ERROR")}
    broken = dict(kinds)
    taken_in: dict[int, bool] = {}
    if known is None:
        return Kinds(kinds, broken, frozenset(), taken_in)

    def number(name: str) -> int:
        found = known.id_for_node_kind(name, True)
        return -1 if found is None else found

    for of_kind in range(known.node_kind_count):
        name = known.node_kind_for_id(of_kind) or ""
        is_named = known.node_kind_is_named(of_kind)
        if is_named:
            kind = broken[of_kind] = _kind(name, rules, number)
            if kind.counts or not kind.closed:
                kinds[of_kind] = kind
        if rules.takes_in and (name == "comment" if is_named else name in (";", ",")):
            taken_in[of_kind] = is_named
    finders = tuple(re.compile(pattern.encode()).finditer for pattern in _patterns(rules))
    return Kinds(kinds, broken, frozenset(map(number, rules.wrappers)), taken_in, finders)


def _patterns(rules: Folding) -> list[str]:
    return sorted({rules.quiet, *rules.quieter.values()} - {""})


def _kind(name: str, rules: Folding, number: Callable[[str], int]) -> Kind:
    pattern = "" if name in rules.open else rules.quieter.get(name, rules.quiet)
    barred = frozenset(number(parent) for parent, kinds in rules.barred.items() if name in kinds)
    return Kind(
        name,
        counts=name in rules.kinds,
        closed=name in rules.closed or name == "comment",
        quiet=_patterns(rules).index(pattern) if pattern else -1,
        placed=bool(barred) or name in rules.only_under or name in rules.below,
        special=name in rules.twice_with or name in rules.twice_under or name == "method_definition",
        barred=barred,
        only_under=frozenset({_ERROR, *map(number, rules.only_under[name])}) if name in rules.only_under else None,
        below=number(rules.below[name]) if name in rules.below else None,
        twice_with=rules.twice_with.get(name, ""),
        twice_under=frozenset(map(number, rules.twice_under.get(name, ()))),
        carrier=name in _CARRIERS,
    )
