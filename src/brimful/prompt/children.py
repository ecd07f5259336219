"""An element's children as they are given: text, numbers, elements, and lists of these."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from brimful.prompt.element import Child, Element, Extra
from brimful.prompt.errors import InvalidPrompt

_DEEPEST_LIST = 50


def flat(rendered: Child, depth: int = 0) -> Iterator[Child]:
    """The children with lists dissolved, numbers as text, and nothing that says nothing."""
    if isinstance(rendered, (str, Element, Extra)):
        yield rendered
    elif rendered is None or isinstance(rendered, bool):
        return
    elif isinstance(rendered, (int, float)):
        yield _decimal(rendered)
    elif isinstance(rendered, Iterable):
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
    if not math.isfinite(number):
        raise InvalidPrompt(f"{number} is not a number anybody can read", hint="give text instead")
    return str(int(number)) if number == int(number) else str(number)


def check_tokens(value: object, name: str) -> int:
    """A number of tokens: whole, 0 or more."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0 and math.isfinite(value):
        return math.floor(value)
    raise InvalidPrompt(f"{name} is {value!r}", hint="give a whole number of tokens, 0 or more")
