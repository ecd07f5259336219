"""XML: an outline of elements by their depth, attributes and texts as they stand, without closing tags.

Of like elements beside one another the first and the last stay longest; an element that tells of an error or failure
stays with all that it stands in.
"""

from __future__ import annotations

import re
from collections import Counter

from brimful.results.condense.fit import clip, fill, fit, one_line, ranking
from brimful.results.condense.markup import Tag, pieces
from brimful.results.condenser import Condensed, Room, Weight

_START = re.compile(r"\s*<\?xml\b")
_ELEMENT = re.compile(r"\s*<([A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*(?:\s[^<>]{0,2000})?/?>")
_SAYING = ("status", "severity", "level", "result", "outcome", "type", "priority")
_BAD = re.compile(r"error|fail|fatal|exception|critical", re.IGNORECASE)
_NOT_ONE = re.compile(r"0|false|none|no|", re.IGNORECASE)  # `errors="0"` tells of none

_LENGTHS = (1_000, 200, 100, 60)
_NAMES_SHOWN = 8
_DEEPEST = 30
# Long texts are preferred while they leave at least this share of the elements that shorter ones would show.
_WORTH = 0.8


class _Element:
    """An element of the outline. Filled while reading."""

    __slots__ = ("depth", "first", "head", "inner", "last", "name", "outer", "text", "weight")

    def __init__(self, tag: Tag, outer: _Element | None) -> None:
        self.name = tag.name
        self.head = " ".join([tag.name, *(f'{key}="{one_line(value)}"' for key, value in tag.attributes.items())])
        self.text = ""
        self.outer = outer
        self.depth: int = 0 if outer is None else outer.depth + 1
        self.inner: dict[str, _Element] = {}  # the last element of each name in it
        self.first = self.last = True
        self.weight: float = 0
        if _tells_of_error(tag):
            self.mark_bad()

    def mark_bad(self) -> None:
        """It tells of an error: it matters, and so does where it stands."""
        self.weight = Weight.ERROR
        around = self.outer
        while around is not None and around.weight < Weight.PLACE:
            around.weight = Weight.PLACE
            around = around.outer


class Xml:
    """Elements."""

    name = "xml"

    def suits(self, text: str) -> float:
        """Whether it begins as XML does, and ends with a tag."""
        start = text[:4_000]
        if _START.match(start):
            return 0.9
        if not _ELEMENT.match(start):
            return 0.0
        return 0.6 if text.rstrip()[-1:] == ">" and start.count("</") + start.count("/>") >= 3 else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """The outline, what tells of errors first, then what is not deep."""
        elements = _read(text)
        ranked = ranking(_weights(elements))
        names = Counter(element.name for element in elements)
        told = ", ".join(f"{name} {count:,}" for name, count in names.most_common(_NAMES_SHOWN))
        return fit(text, room, lambda budget: _draw(elements, ranked, told, budget))


def _tells_of_error(tag: Tag) -> bool:
    """By its name, or by an attribute that says so; counts of none do not."""
    if _BAD.search(tag.name):
        return True
    return any(
        (_BAD.search(name) and not _NOT_ONE.fullmatch(value)) or (name in _SAYING and _BAD.search(value))
        for name, value in tag.attributes.items()
    )


def _read(text: str) -> list[_Element]:
    """The elements in their order."""
    elements: list[_Element] = []
    around: _Element | None = None
    for piece in pieces(text, frozenset()):
        if isinstance(piece, str):
            words = one_line(piece)
            if around is not None and words:
                around.text = f"{around.text} {words}".strip()
        elif piece.closes:
            around = _closed(around, piece.name)
        else:
            element = _Element(piece, around)
            _place(element)
            elements.append(element)
            around = around if piece.empty else element
    return elements


def _place(element: _Element) -> None:
    """Whether it is the first of its name where it stands; the one before it then was not the last."""
    if element.outer is None:
        return
    before = element.outer.inner.get(element.name)
    if before is not None:
        element.first = False
        before.last = False
    element.outer.inner[element.name] = element


def _closed(around: _Element | None, name: str) -> _Element | None:
    """What is open after a closing tag; one that closes nothing near by changes nothing."""
    still, steps = around, 0
    while still is not None and steps < _DEEPEST:
        if still.name == name:
            return still.outer
        still, steps = still.outer, steps + 1
    return around


def _weights(elements: list[_Element]) -> list[float]:
    """By its place among those like it; what is in an element matters less than that does."""
    weights: dict[int, float] = {}
    for element in elements:
        own = Weight.DETAIL if element.first else Weight.ENDS if element.last else Weight.PLAIN
        around = weights.get(id(element.outer), Weight.DETAIL)
        weights[id(element)] = max(Weight.NOISE, min(own, around - 1))
    return [element.weight or weights[id(element)] for element in elements]


def _draw(elements: list[_Element], ranked: list[int], told: str, budget: int) -> Condensed:
    head = f"(XML outline: {len(elements):,} elements: {told}; … n … = n elements left out)\n"
    drawn = [
        fill(ranked, lambda at: _line(elements[at], length), budget - len(head), lambda missing: f"… {missing:,} …")  # noqa: B023
        for length in _LENGTHS
    ]
    most = max(len(filled.shown) for filled in drawn)
    made = next(filled for filled in drawn if len(filled.shown) >= most * _WORTH)
    hidden = len(elements) - len(made.shown)
    return Condensed(head + made.text, {"elements": hidden} if hidden else {})


def _line(element: _Element, length: int) -> str:
    text = clip(element.text, length)
    return f"{' ' * min(element.depth, _DEEPEST)}<{clip(element.head, length)}>{text}"
