"""Cache marks put into a request (CM-1): on a provider's body, or on neutral messages.

Only marks are added. An entry that gets none keeps its bytes; one that gets one says what it said. A client's own
marks are never moved or removed, and count: only the places they leave are used. Whether a model takes marks at all,
how many, and what kind, is in the table of caches (`brimful.models.caches`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brimful import jsontext
from brimful.messages import CacheMark, Message, Opaque, Part, Text, Thinking, ToolResult
from brimful.models.caches import Caching
from brimful.prompt.cache.placement import (
    RULES,
    Mark,
    Place,
    Rule,
    Slot,
    Spot,
    Wish,
    marks_in,
    responses_spots,
    with_lifetimes,
)
from brimful.prompt.cache.recent import Recent
from brimful.providers import Body
from brimful.providers import dialect as dialect_named
from brimful.providers.body import Item, Piece, ToolItem
from brimful.providers.dialect import Dialect
from brimful.settings import DEFAULTS, Cache

_MAY_HOLD_MARK = re.compile(rb"cache_control|prompt_cache_breakpoint|\\u00")
_LONG = "1h"


class PlacedMark(Struct, frozen=True, omit_defaults=True):
    """A mark that was put in: the place of its entry, how long it lasts ("" = as usual), and why it stands there."""

    at: str
    why: str
    ttl: str = ""


class Placed(Struct, frozen=True):
    """The body with its marks, where they were put, and in `note` why there are none or too few."""

    body: Body
    marks: tuple[PlacedMark, ...]
    note: str = ""


class Marker:
    """Puts marks into bodies, and looks at a message only once; after that its digest is enough."""

    def __init__(self, settings: Cache = DEFAULTS.cache) -> None:
        self._settings = settings
        self._seen: Recent[tuple[str, str, str, bytes], Slot] = Recent(settings.known_pieces)

    def place(self, body: Body, caching: Caching, *, sub_agent: bool = False) -> Placed:
        """Put marks into a body, as many as its model takes and the client left. What a sub-agent says is never kept
        for longer than usual: it will not come back.

        Raises InvalidBody for an entry that is no message of its wire.
        """
        if not caching.marks:
            return Placed(body, (), f"{caching.name}: the cache works without marks, or takes none")
        pieces = [*body.tools, *body.pieces]  # in the order in which providers cache them
        slots = _with_own_mark(body, [self._slot(piece, body, caching) for piece in pieces])
        left = caching.marks - marks_in(slots)
        if left <= 0:
            return Placed(body, (), "the client has set all marks there may be")
        spots = _rule(body.dialect.name, self._settings)(slots, left)
        wish = _wish(caching, self._settings, sub_agent)
        marks = with_lifetimes(slots, spots, wish, caching.lifetime)
        note = "" if len(marks) == len(spots) else "a mark of the client lasts longer than one ahead of it would"
        placed = tuple(PlacedMark(pieces[mark.index].at, mark.why, mark.ttl) for mark in marks)
        return Placed(_with_marks(body, pieces, marks, caching), placed, note)

    def _slot(self, piece: Piece, body: Body, caching: Caching) -> Slot:
        place: Place = "tools" if isinstance(piece, ToolItem) else "system" if piece is body.system else "messages"
        key = (body.dialect.name, caching.mark_kind, place, piece.digest)
        return self._seen.get(key, lambda: _slot(piece, place, body.dialect, caching))


def place_marks(body: Body, caching: Caching, *, settings: Cache = DEFAULTS.cache, sub_agent: bool = False) -> Placed:
    """Put marks into one body; see `Marker`, which is for many."""
    return Marker(settings).place(body, caching, sub_agent=sub_agent)


def marks_for(messages: Sequence[Message], wire: str = "openai", *, limit: int | None = None) -> tuple[Spot, ...]:
    """Where marks go in neutral messages that will be written for that wire, in the order of the messages; `limit` is
    the wire's own unless the model is known to take another number."""
    to = dialect_named(wire)
    head = next((index for index, message in enumerate(messages) if message.role != "system"), len(messages))
    apart = head if to.name == "anthropic" else 0  # there they become one prompt outside the list
    slots = [_neutral_slot(message, "system" if i < apart else "messages") for i, message in enumerate(messages)]
    left = (to.max_cache_marks if limit is None else limit) - marks_in(slots)
    return tuple(sorted(RULES[to.name](slots, left), key=lambda spot: spot.index))


def with_marks(messages: Sequence[Message], spots: Sequence[Spot]) -> tuple[Message, ...]:
    """The messages with a mark at the end of each that was named; the others are the same objects."""
    named = {spot.index for spot in spots}
    return tuple(
        replace(message, parts=(*message.parts, CacheMark())) if index in named else message
        for index, message in enumerate(messages)
    )


# --- a body as slots --------------------------------------------------------------------------------------------


def _slot(piece: Piece, place: Place, dialect: Dialect, caching: Caching) -> Slot:
    ttls = _ttls(piece, dialect)
    can_carry = bool(ttls) or dialect.with_mark(piece.json, _mark(caching)) is not None
    if isinstance(piece, Item):
        return _message_slot(piece.message, place, ttls, can_carry)
    return Slot(place, ttls=ttls, can_carry=can_carry)


def _ttls(piece: Piece, dialect: Dialect) -> tuple[str, ...]:
    """The lifetimes of the marks an entry carries. Nearly all carry none, which shows without parsing them."""
    if not _MAY_HOLD_MARK.search(bytes(piece.raw)):
        return ()
    count = dialect.count_marks(piece.json)
    if isinstance(piece, ToolItem):
        found = [tool.cache_mark.ttl for tool in piece.tools if tool.cache_mark]
    else:
        found = _ttls_of(piece.message.parts) if isinstance(piece, Item) else []
    return tuple((found + [""] * count)[:count])  # a mark that the model has no place for lasts as usual


def _ttls_of(parts: Sequence[Part]) -> list[str]:
    found: list[str] = []
    for part in parts:
        if isinstance(part, CacheMark):
            found.append(part.ttl)
        elif isinstance(part, ToolResult):
            found += _ttls_of(part.content)
    return found


def _neutral_slot(message: Message, place: Place) -> Slot:
    can_carry = any(_can_carry(part) for part in message.parts)
    return _message_slot(message, place, tuple(_ttls_of(message.parts)), can_carry)


def _can_carry(part: Part) -> bool:
    if isinstance(part, Text):
        return bool(part.text.strip())
    return not isinstance(part, (Thinking, Opaque, CacheMark))


def _message_slot(message: Message, place: Place, ttls: tuple[str, ...], can_carry: bool) -> Slot:
    return Slot(
        place=place,
        role=message.role,
        calls=bool(message.tool_calls),
        result=message.role == "tool",
        ttls=ttls,
        can_carry=can_carry,
    )


def _with_own_mark(body: Body, slots: list[Slot]) -> list[Slot]:
    """The slots with the mark at the top level of an Anthropic body where the API puts it: on the newest message."""
    if body.dialect.name != "anthropic" or "cache_control" not in body.members:
        return slots
    mark = jsontext.decode(body.members["cache_control"], at="cache_control")
    carriers = [index for index, slot in enumerate(slots) if slot.place == "messages" and slot.can_carry]
    if not isinstance(mark, dict) or not carriers:
        return slots
    newest = carriers[-1]
    ttl = mark.get("ttl")
    marked = replace(slots[newest], ttls=(*slots[newest].ttls, ttl if isinstance(ttl, str) else ""))
    return [*slots[:newest], marked, *slots[newest + 1 :]]


# --- marks into a body ------------------------------------------------------------------------------------------


def _rule(wire: str, settings: Cache) -> Rule:
    if wire == "responses":
        return partial(responses_spots, boundaries=settings.newest_boundaries)
    return RULES[wire]


def _wish(caching: Caching, settings: Cache, sub_agent: bool) -> Wish:
    if sub_agent or not settings.long_prefix or _LONG not in caching.ttls:
        return Wish()
    return Wish(_LONG, _LONG if settings.long_messages else "")


def _mark(caching: Caching, ttl: str = "") -> CacheMark:
    return CacheMark(caching.mark_kind, ttl)


def _with_marks(body: Body, pieces: Sequence[Piece], marks: Sequence[Mark], caching: Caching) -> Body:
    """The body with these marks; the lists in which nothing is marked are left alone."""
    values = {
        id(pieces[mark.index]): body.dialect.with_mark(pieces[mark.index].json, _mark(caching, mark.ttl))
        for mark in marks
    }
    changed: dict[str, Any] = {}
    if any(id(tool) in values for tool in body.tools):
        changed["tools"] = [_tool_of(tool, values, body.dialect) for tool in body.tools]
    if body.system is not None and id(body.system) in values:
        encoded = jsontext.encode(values[id(body.system)])
        changed["system"] = Item(encoded, body.system.at, body.dialect.read_system)
    if any(id(item) in values for item in body.items):
        changed["items"] = [body.new_item(values[id(item)]) if id(item) in values else item for item in body.items]
    return body.replace(**changed) if changed else body


def _tool_of(tool: ToolItem, values: dict[int, Any], dialect: Dialect) -> ToolItem:
    if id(tool) not in values:
        return tool
    return ToolItem(jsontext.encode(values[id(tool)]), tool.at, dialect.read_tools)
