"""Where definitions begin and end, in lines: what change reduction has to know of them (DOC-5)."""

from __future__ import annotations

from bisect import bisect_right

from brimful.documents.change_forms import Extent
from brimful.documents.definitions import Definition, definitions
from brimful.documents.lines import line_starts

_VALUES = frozenset({"variable", "constant", "field", "property", "enum_member"})
"""Kinds that are no place to be in, unless they have a body, or stand in no other definition."""


def find_extents(text: str, language: str) -> list[Extent]:
    """The definitions of a text that take more than one line."""
    starts = line_starts(text)
    found = []
    for each in definitions(text, language):
        last = bisect_right(starts, each.start + len(text[each.start : each.end].rstrip()) - 1)
        if last > each.line and (each.kind not in _VALUES or each.body >= 0 or not each.container):
            found.append(Extent(each.line, min(_head(each, text, starts), last), last, each.name_line))
    return found


def _head(definition: Definition, text: str, starts: list[int]) -> int:
    """The last line of the head: where the body's brace stands, or the line before a body without one."""
    if definition.body < 0:
        return definition.name_line
    line = bisect_right(starts, definition.body)
    before_body = line if text.startswith("{", definition.body) else line - 1
    return max(definition.name_line, before_body)
