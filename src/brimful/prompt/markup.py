"""HTML that is escaped because of how it is made.

`element` takes text and markup: what is not `Html` is escaped, children and attributes alike, so nothing has to be
remembered at the call. Characters that HTML cannot carry become the replacement character.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import TypeAlias

# Controls, halves of surrogate pairs and noncharacters are parse errors in HTML, even as references.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_VOID = frozenset({"meta", "br", "hr", "input"})


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Child: TypeAlias = str | None
Attribute: TypeAlias = str | int | bool | None


def escape(text: str) -> Html:
    """The text as markup, for the inside of an element or a quoted attribute."""
    return Html(html.escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)))


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """One element. `class_` writes `class`, `aria_label` writes `aria-label`; None and False leave things out."""
    opening = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    return Html(opening) if name in _VOID else Html(f"{opening}{joined(children)}</{name}>")


def joined(children: Iterable[Child]) -> Html:
    """Children one behind another."""
    return Html(
        "".join(child if isinstance(child, Html) else escape(child) for child in children if child is not None)
    )


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
