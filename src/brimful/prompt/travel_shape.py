"""What a tree that travels looks like, checked before it is planted (PT-12).

It comes from another process, perhaps from another program: whatever is wrong in it is an InvalidPrompt that says
where, before anything is made of it. Members that are not listed here are passed over.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from brimful.prompt.errors import InvalidPrompt


class _Anchor(Struct, rename="camel"):
    variable_name: str = ""
    uri: Any = ""


class _Reference(Struct):
    anchor: _Anchor


class _Leaf(Struct, rename="camel", tag_field="type"):
    priority: float | None = None
    references: list[_Reference] | None = None


class _Text(_Leaf, tag=2, kw_only=True):
    text: str
    line_break_before: bool | None = None


class _Opaque(_Leaf, tag=3, kw_only=True):
    value: Any = None
    token_usage: int | None = None
    kind: str = ""


class _Function(Struct):
    name: str
    arguments: str


class _Call(Struct):
    id: str
    function: _Function


class _Props(Struct, rename="camel"):
    """The properties of elements and messages and media that are looked at."""

    priority: float | None = None
    role: int | None = None
    name: str | None = None
    tool_calls: list[_Call] | None = None
    tool_call_id: str | None = None
    is_error: bool | None = None
    src: str | None = None
    detail: str | None = None
    mime_type: str | None = None
    data: str | None = None
    media_type: str | None = None


class _Piece(Struct, rename="camel", tag_field="type", tag=1):
    ctor: int
    children: list[_Piece | _Text | _Opaque]
    props: _Props
    flags: int | None = None
    keep_with_id: int = 0
    limit: int = 0
    references: list[_Reference] | None = None


def check_shape(node: Any, at: str) -> None:
    """Raise InvalidPrompt for the first thing in a node that is not as it should be."""
    try:
        msgspec.convert(node, _Piece | _Text | _Opaque)
    except msgspec.ValidationError as error:
        said, _, path = str(error).partition(" - at `$")
        raise InvalidPrompt(
            f"{said[:1].lower()}{said[1:]}", at=at + path.rstrip("`"), hint="pass the JSON that a render wrote"
        ) from error
    except UnicodeEncodeError as error:
        raise InvalidPrompt(
            "half of a surrogate pair stands where a number should", at=at, hint="pass the JSON that a render wrote"
        ) from error
    except RecursionError as error:
        raise InvalidPrompt("the tree is too deep", at=at, hint="nest fewer elements") from error
