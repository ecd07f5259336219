"""The elements out of the box (PT-6): messages, text, limits, lists, sets, alternatives, media."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeAlias, Unpack

from msgspec import Struct

from brimful.messages import Role, Thinking, Wire
from brimful.prompt.element import Child, Children, Container, Element, Props, Sizing


class Call(Struct, frozen=True):
    """A tool call of an assistant message. `keep_with`: it goes when that set goes.

    kind, signature, wire: what a call that a provider made has besides (`brimful.messages.ToolCall`).
    """

    id: str
    name: str
    arguments: str = "{}"
    keep_with: str = ""
    kind: str = "function"
    signature: str = ""
    wire: Wire | None = None


class Message(Element):
    """A message; its children are what it says."""

    __slots__ = ("name",)

    role: Role = "user"
    frame_charged = True  # its frame is taken from its budget
    calls: tuple[Call, ...] = ()
    call_id = ""
    thinking: tuple[Thinking, ...] = ()
    is_error = False

    def __init__(self, *children: Child, name: str = "", **props: Unpack[Props]) -> None:
        super().__init__(*children, **props)
        self.name = name


class System(Message):
    """What the system says."""

    __slots__ = ()

    role: Role = "system"


class User(Message):
    """What the user says."""

    __slots__ = ()


class Assistant(Message):
    """What the model said, with the tools it called and the thinking it signed."""

    __slots__ = ("calls", "thinking")

    role: Role = "assistant"

    def __init__(
        self,
        *children: Child,
        calls: Sequence[Call] = (),
        thinking: Sequence[Thinking] = (),
        name: str = "",
        **props: Unpack[Props],
    ) -> None:
        super().__init__(*children, name=name, **props)
        self.calls = tuple(calls)
        self.thinking = tuple(thinking)


class Tool(Message):
    """What a tool gave back for a call."""

    __slots__ = ("call_id", "is_error")

    role: Role = "tool"
    frame_charged = False  # as in the original

    def __init__(
        self,
        *children: Child,
        call_id: str,
        is_error: bool = False,
        name: str = "",
        **props: Unpack[Props],
    ) -> None:
        super().__init__(*children, name=name, **props)
        self.call_id = call_id
        self.is_error = is_error


class Text(Element):
    """Text with properties of its own; beside other text it goes on in the same line."""

    __slots__ = ()


class TextChunk(Element):
    """Text that starts on a new line and goes as one.

    break_on: cut it to its budget at these places, a string or a pattern; without it, it is whole or gone.
    """

    __slots__ = ("break_on",)

    def __init__(
        self, *children: Child, break_on: str | re.Pattern[str] | None = None, **props: Unpack[Props]
    ) -> None:
        super().__init__(*children, **props)
        self.break_on = break_on


class Chunk(Element):
    """Whatever is in it goes as one."""

    __slots__ = ()


class LegacyPrioritization(Element):
    """All leaves below it compete in one flat list, whatever holds them; cache marks protect nothing here."""

    __slots__ = ()


class TokenLimit(Element):
    """What is in it may not come to more than `max` tokens."""

    __slots__ = ("max",)

    def __init__(self, *children: Child, max: int, **props: Unpack[Props]) -> None:
        super().__init__(*children, **props)
        self.max = max


class PrioritizedList(Element):
    """A list whose items get priorities by their place.

    Of n items, item i has base − n + i, the last one the highest; `descending`: base − i, the first one.
    """

    __slots__ = ("descending",)

    def __init__(self, *children: Child, descending: bool = False, **props: Unpack[Props]) -> None:
        super().__init__(*children, **props)
        self.descending = descending


class KeepWith(Element):
    """All elements of one key stay or go together."""

    __slots__ = ("key",)

    def __init__(self, *children: Child, key: str, **props: Unpack[Props]) -> None:
        super().__init__(*children, **props)
        self.key = key


class IfEmpty(Element):
    """Its children, or `alternative` when they say nothing."""

    __slots__ = ("alternative",)

    def __init__(self, *children: Child, alternative: Child, **props: Unpack[Props]) -> None:
        super().__init__(*children, **props)
        self.alternative = alternative

    def render(self, sizing: Sizing) -> Children:
        """The alternative renders first; which of the two stays is decided when both are known."""
        return [Container(self.alternative), Container(*self.children, flex_grow=1)]


Value: TypeAlias = Callable[[Sizing], "Children | Awaitable[Children]"]


class Expandable(Element):
    """Text that is asked for again with a larger budget when there is room left."""

    __slots__ = ("value",)

    def __init__(self, value: Value, **props: Unpack[Props]) -> None:
        super().__init__(**props)
        self.value = value

    def render(self, sizing: Sizing) -> Children | Awaitable[Children]:
        """The text for this budget."""
        return self.value(sizing)


class Image(Element):
    """A picture, by address or as base64. `detail`: low, high or auto, where the provider knows the difference."""

    __slots__ = ("detail", "media_type", "source")

    def __init__(
        self, *children: Child, source: str, detail: str = "", media_type: str = "", **props: Unpack[Props]
    ) -> None:
        super().__init__(*children, **props)
        self.source = source
        self.detail = detail
        self.media_type = media_type


class Document(Element):
    """A file: base64 data and its media type."""

    __slots__ = ("data", "media_type", "name")

    def __init__(self, *children: Child, data: str, media_type: str, name: str = "", **props: Unpack[Props]) -> None:
        super().__init__(*children, **props)
        self.data = data
        self.media_type = media_type
        self.name = name


def join(separator: Child, items: Iterable[Child]) -> list[Child]:
    """Put something between items."""
    out: list[Child] = []
    for item in items:
        out += [separator, item] if out else [item]
    return out
