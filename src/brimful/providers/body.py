"""A request as it came: an envelope around slices of the original bytes (MSG-2).

The envelope is decoded once. Each message, each tool and the system prompt stays a slice with its digest, and is
parsed only when somebody asks. A body that nobody changed leaves as the very bytes that came; in a changed one
every piece that was not touched still does.

    body = read_body(data, ANTHROPIC)
    body.items[3].digest                  the SHA-256 of the bytes of that message
    body.items[3].message                 parsed now, once
    body.replace(items=body.items[5:]).to_bytes()
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct

from brimful import jsontext
from brimful.errors import InputTooLarge, InvalidBody
from brimful.jsontext import Slice
from brimful.messages import Conversation, Message, Tool, Wire
from brimful.providers.problem import Problem, Report
from brimful.settings import DEFAULTS, Limits

if TYPE_CHECKING:
    from brimful.providers.dialect import Dialect


class Keep:
    """The type of KEEP: "leave it as it is", where None already means "take it away"."""


KEEP = Keep()


class Layout(Struct, frozen=True):
    """Where a dialect keeps things at the top level of a request.

    Each entry lists the equal names of one place, the one we write first. () = the wire has no such place.
    """

    messages: tuple[str, ...]
    system: tuple[str, ...] = ()
    tools: tuple[str, ...] = ("tools",)
    model: tuple[str, ...] = ("model",)


class Piece:
    """A slice of a request with its name: one message, the system prompt, or one entry of the tools."""

    __slots__ = ("__dict__", "at", "digest", "raw")

    def __init__(self, raw: Slice, at: str) -> None:
        self.raw = raw
        self.at = at
        self.digest: bytes = hashlib.sha256(raw).digest()

    @cached_property
    def json(self) -> Any:
        """The slice, decoded (strictly: see `jsontext`)."""
        return jsontext.decode(self.raw, at=self.at)

    def moved(self, at: str) -> Self:
        """The same piece at another place; what was decoded stays decoded."""
        if at == self.at:
            return self
        twin = copy(self)
        twin.at = at
        return twin


class Item(Piece):
    """One entry of the list of messages, or the system prompt."""

    __slots__ = ("_read",)

    def __init__(self, raw: Slice, at: str, read: Callable[[Any, str], Message]) -> None:
        super().__init__(raw, at)
        self._read = read

    @cached_property
    def message(self) -> Message:
        """The entry in the neutral model."""
        return self._read(self.json, self.at)


class ToolItem(Piece):
    """One entry of the list of tools."""

    __slots__ = ("_read",)

    def __init__(self, raw: Slice, at: str, read: Callable[[Any, str], tuple[Tool, ...]]) -> None:
        super().__init__(raw, at)
        self._read = read

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """The definitions in the neutral model."""
        return self._read(self.json, self.at)


class Body:
    """A request in one dialect. Never changed in place: `replace` gives another that shares what was not touched."""

    def __init__(
        self,
        dialect: Dialect,
        members: Mapping[str, Slice],
        *,
        items: Sequence[Item],
        system: Item | None = None,
        tools: Sequence[ToolItem] = (),
        data: bytes | None = None,
        touched: frozenset[str] = frozenset(),
    ) -> None:
        self.dialect = dialect
        self.members = members  # every top-level member as it came, messages, system and tools among them
        self.items = tuple(items)
        self.system = system
        self.tools = tuple(tools)
        self._data = data
        self._touched = touched  # which of items, system and tools are no longer what `members` says

    @cached_property
    def model(self) -> str:
        """The model the body names ("" where the wire names it elsewhere, as Gemini does)."""
        name = self.member(self.dialect.layout.model)
        value = jsontext.decode(self.members[name], at=name) if name else None
        if value is None:
            return ""
        if not isinstance(value, str):
            raise InvalidBody(f"expected a string, got {jsontext.kind_of(value)}", at=name)
        return value

    @property
    def pieces(self) -> tuple[Item, ...]:
        """The system prompt, where it has a place of its own, and the messages."""
        return (self.system, *self.items) if self.system else self.items

    @cached_property
    def options_json(self) -> dict[str, Any]:
        """All members besides model, messages, system and tools, decoded."""
        known = self._placed()
        return {name: jsontext.decode(raw, at=name) for name, raw in self.members.items() if name not in known}

    @cached_property
    def conversation(self) -> Conversation:
        """The whole request in the neutral model. `wire.form` lists the placed members that were there."""
        placed = self._placed()
        return Conversation(
            messages=tuple(self.dialect.relate([item.message for item in self.pieces])),
            tools=tuple(tool for entry in self.tools for tool in entry.tools),
            model=self.model,
            options=self.dialect.read_options(self.options_json),
            wire=Wire(
                self.dialect.name,
                form=" ".join(name for name in self.members if name in placed),
                extra=self.options_json,
            ),
        )

    def member(self, names: Sequence[str]) -> str:
        """Which of these equal names the body uses; "" when none."""
        return next((name for name in names if name in self.members), "")

    def new_item(self, value: Any) -> Item:
        """Make an entry of this body's list from JSON."""
        return Item(jsontext.encode(value), "(new)", self.dialect.read_message)

    def replace(
        self,
        *,
        items: Iterable[Item] | None = None,
        system: Item | Keep | None = KEEP,
        tools: Iterable[ToolItem] | None = None,
        members: Mapping[str, Any] | None = None,
    ) -> Body:
        """Return a body with other items, system prompt, tools, or other members (as JSON; None takes one away)."""
        changed = {name: jsontext.encode(value) for name, value in (members or {}).items() if value is not None}
        kept = {name: raw for name, raw in self.members.items() if name not in (members or {})}
        name = self.dialect.layout.messages[0]
        given = {"items": items is not None, "system": not isinstance(system, Keep), "tools": tools is not None}
        return Body(
            self.dialect,
            {**kept, **changed},
            items=self.items if items is None else [item.moved(f"{name}[{i}]") for i, item in enumerate(items)],
            system=self.system if isinstance(system, Keep) else system,
            tools=self.tools if tools is None else tuple(tools),
            touched=self._touched | {what for what, was_given in given.items() if was_given},
        )

    def to_bytes(self) -> bytes:
        """The request as JSON: the bytes that came, where nothing was changed."""
        if self._data is not None:
            return self._data
        out = {name: bytes(raw) for name, raw in self.members.items()}
        for names, raw in self._touched_members():
            name = self.member(names) or (names[0] if names else "")
            if raw is None or (raw == b"[]" and name not in self.members):
                out.pop(name, None)
            elif name:
                out[name] = raw
        inside = b",".join(jsontext.encode(name) + b":" + raw for name, raw in out.items())
        return b"{" + inside + b"}"

    def _touched_members(self) -> Iterator[tuple[Sequence[str], bytes | None]]:
        """The placed members that were changed: their names and new bytes (None = it goes)."""
        layout = self.dialect.layout
        if "system" in self._touched:
            yield layout.system, bytes(self.system.raw) if self.system else None
        if "items" in self._touched:
            yield layout.messages, _array([self._entry(item) for item in self.items])
        if "tools" in self._touched:
            yield layout.tools, _array([bytes(tool.raw) for tool in self.tools])

    def _entry(self, item: Item) -> bytes:
        """An item's bytes as an entry of a list; a bare string (OpenAI Responses) becomes a message first."""
        raw = bytes(item.raw)
        if raw[:1] != b'"':
            return raw
        return b",".join(jsontext.encode(entry) for entry in self.dialect.write_message(item.message, Report()))

    def _placed(self) -> set[str]:
        """The members that messages, system prompt, tools and model were read from.

        A second spelling of the same place, and null in place of a list or model, hold nothing that was read: they
        count as options, so that they survive.
        """
        layout = self.dialect.layout
        nullable = [self.member(names) for names in (layout.messages, layout.tools, layout.model)]
        empty = {name for name in nullable if name and bytes(self.members[name])[:1] == b"n"}
        return {*nullable, self.member(layout.system)} - empty


def read_body(
    data: bytes, dialect: Dialect, *, problems: list[Problem] | None = None, limits: Limits = DEFAULTS.limits
) -> Body:
    """Read a request. A member of the wrong type raises InvalidBody, or is left empty and noted in `problems`."""
    if len(data) > limits.body_max_bytes:
        raise InputTooLarge(
            f"the body has {len(data):,} bytes, more than {limits.body_max_bytes:,}",
            hint="raise limits.body_max_bytes, or send less",
        )
    members = jsontext.members(data)
    layout = dialect.layout

    def array(names: Sequence[str]) -> tuple[str, list[Slice]]:
        name = next((name for name in names if name in members), "")
        raw = members.get(name, b"[]")
        try:
            return name, _elements(raw, name, strings=name == "input")
        except InvalidBody as error:
            if problems is None:
                raise
            problems.append(Problem(error.at, "type", error.message))
            return name, []

    name, entries = array(layout.messages)
    listed = not _is_text(members.get(name, b""))
    items = [
        Item(raw, f"{name}[{index}]", _no_entry if listed and _is_text(raw) else dialect.read_message)
        for index, raw in enumerate(entries)
    ]
    name, entries = array(layout.tools)
    tools = [ToolItem(raw, f"{name}[{index}]", dialect.read_tools) for index, raw in enumerate(entries)]
    name = next((name for name in layout.system if name in members), "")
    system = Item(members[name], name, dialect.read_system) if name else None
    return Body(dialect, members, items=items, system=system, tools=tools, data=data)


def _elements(raw: Slice, at: str, *, strings: bool) -> list[Slice]:
    """The entries of a list; null is an empty one, and a bare string may stand for one message."""
    first = bytes(memoryview(raw)[:1])
    if first == b"[":
        return jsontext.elements(raw, at=at)
    if first == b"n":
        return []
    if first == b'"' and strings:
        return [raw]
    raise InvalidBody(f"expected an array, got {jsontext.kind_of(jsontext.decode(raw, at=at))}", at=at)


def _is_text(raw: Slice) -> bool:
    return bytes(memoryview(raw)[:1]) == b'"'


def _no_entry(value: Any, at: str) -> Message:
    """Refuse a string inside a list: only the whole list may be one."""
    raise InvalidBody(f"expected an object, got {jsontext.kind_of(value)}", at=at)


def _array(entries: Iterable[bytes]) -> bytes:
    return b"[" + b",".join(entries) + b"]"
