"""A document to be made smaller."""

from __future__ import annotations

from msgspec import Struct

from brimful.documents.tree import Node


class Document(Struct, frozen=True):
    """A document to be made smaller.

    language:  its name (`brimful.documents.languages`); "" = by the ending of `name`.
    root:      its tree, if it is known; otherwise it is found from the language.
    selection: offsets of what is looked at, the end not included; what it touches stays.
    name:      what it is called where several are shown; usually its path.
    """

    text: str
    language: str = ""
    root: Node | None = None
    selection: tuple[int, int] | None = None
    name: str = ""
