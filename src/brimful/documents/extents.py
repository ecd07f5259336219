"""Where definitions begin and end, in lines: what change reduction has to know of them (DOC-5)."""

from __future__ import annotations

from bisect import bisect_right

from brimful.documents.change_forms import Extent
from brimful.documents.definitions import Definition, definitions

_VALUES = frozenset({"variable", "constant", "field", "property", "enum_member"})
"""Kinds that are no place to be in, unless they have a body, or stand in no other definition."""


def find_extents(text: str, language: str) -> list[Extent]:
    """The definitions of a text that take more than one line."""
    starts = [0]
    while (at := text.find("\n", starts[-1])) >= 0:
        starts.append(at + 1)
    found = []
    for each in definitions(text, language):
        if each.end_line > each.line and (each.kind not in _VALUES or each.body >= 0 or not each.container):
            found.append(Extent(each.line, _head(each, text, starts), each.end_line, each.name_line))
    return found


def _head(definition: Definition, text: str, starts: list[int]) -> int:
    """The last line of the head: where the body's brace stands, or the line before a body without one."""
    if definition.body < 0:
        return definition.name_line
    line = bisect_right(starts, definition.body)
    before_body = line if text.startswith("{", definition.body) else line - 1
    return max(definition.name_line, before_body)
