"""An element's children as they are given: text, numbers, elements, and lists of these."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from brimful.prompt.element import HIGHEST, Child, Element, Extra
from brimful.prompt.errors import InvalidPrompt

_DEEPEST_LIST = 50
_NO_LISTS = (bytes, bytearray, memoryview, Mapping, set, frozenset)
"""What can be walked, but not as children in an order: their numbers, their keys."""


def flat(rendered: Child, depth: int = 0) -> Iterator[Child]:
    """The children with lists dissolved, numbers as text, and nothing that says nothing."""
    if isinstance(rendered, (str, Element, Extra)):
        yield rendered
    elif rendered is None or isinstance(rendered, bool):
        return
    elif isinstance(rendered, (int, float)):
        yield _decimal(rendered)
    elif not isinstance(rendered, _NO_LISTS) and isinstance(rendered, Iterable):
        if depth > _DEEPEST_LIST:
            raise InvalidPrompt("a list of children holds itself, or lists deeper than anybody means")
        for child in rendered:
            if isinstance(child, (str, Element)):
                yield child
            else:
                yield from flat(child, depth + 1)
    else:
        raise InvalidPrompt(
            f"a {type(rendered).__name__} cannot be part of a prompt",
            hint="children are text, numbers, elements and lists of these",
        )


def _decimal(number: float) -> str:
    try:
        return str(int(number)) if number == int(number) else str(number)
    except (ValueError, OverflowError):  # not a number, infinite, or of thousands of digits
        raise InvalidPrompt("a number that nobody can read is no text", hint="give text instead") from None


def check_tokens(value: object, name: str) -> int:
    """A number of tokens: whole, 0 or more."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= HIGHEST:
        return math.floor(value)
    raise InvalidPrompt(f"{name} is {value!r:.40}", hint="give a whole number of tokens, 0 or more")
