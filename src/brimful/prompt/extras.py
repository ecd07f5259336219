"""What may stand among an element's children without being an element.

They have no budget of their own and cost nothing while sizes are dealt out; what they cost in the prompt counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brimful import messages
from brimful.prompt.element import Extra


class LineBreak(Extra):
    """A new line, with the priority of its element unless it has one."""

    __slots__ = ("priority",)

    def __init__(self, *, priority: float | None = None) -> None:
        self.priority = priority


BR = LineBreak()


class Opaque(Extra):
    """Something carried without looking inside: a value of the provider's, with the tokens it is known to cost."""

    __slots__ = ("kind", "priority", "tokens", "value")

    def __init__(self, value: Any, *, tokens: int = 0, kind: str = "", priority: float | None = None) -> None:
        self.value = value
        self.tokens = tokens
        self.kind = kind
        self.priority = priority


class Given(Extra):
    """A part of a message as it is: what an Image or Document element has no words for, a file id or an address."""

    __slots__ = ("part", "priority")

    def __init__(
        self, part: messages.Image | messages.Document | messages.Opaque, *, priority: float | None = None
    ) -> None:
        self.part = part
        self.priority = priority


class CacheMark(Extra):
    """ "Cache everything up to here." A direct child of a message; what stands before it is not pruned."""

    __slots__ = ("mark",)

    def __init__(self, kind: str = "ephemeral", *, ttl: str = "") -> None:
        self.mark = messages.CacheMark(kind, ttl)


class Meta(Extra):
    """Something for the caller that is not part of the prompt.

    It arrives whatever happens to the place it stands in; a `local` one only if that place stays.
    """

    __slots__ = ("key", "local", "value")

    def __init__(self, key: str, value: Any = None, *, local: bool = False) -> None:
        self.key = key
        self.value = value
        self.local = local


class References(Extra):
    """What the text around refers to, so that the caller learns what was really shown."""

    __slots__ = ("items",)

    def __init__(self, *items: Reference | str) -> None:
        self.items = tuple(Reference(item) if isinstance(item, str) else item for item in items)


class Reference:
    """A variable by name, or a place by address."""

    __slots__ = ("uri", "variable")

    def __init__(self, variable: str = "", *, uri: str = "") -> None:
        self.variable = variable
        self.uri = uri

    def __repr__(self) -> str:
        return f"Reference(uri={self.uri!r})" if self.uri else f"Reference({self.variable!r})"


class Embedded(Extra):
    """A tree that was rendered elsewhere and came as JSON (see `brimful.prompt.travel`)."""

    __slots__ = ("data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
