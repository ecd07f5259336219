"""How results are measured: a model's tokens, characters, or both at once (RES-2)."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from brimful.models import Registry
from brimful.results.condenser import Room
from brimful.settings import DEFAULTS
from brimful.settings.results import Results
from brimful.tokens import TextCounter

DEFAULT_MODEL = "gpt-5"


def limit_for(model: str, share: float = DEFAULTS.results.limit_share, *, registry: Registry | None = None) -> int:
    """The most tokens one textual part of a result may have: half of the model's prompt, unless told otherwise."""
    if not 0 < share <= 1:
        raise ValueError(f"a share is above 0 and at most 1, got {share}")
    return math.floor((registry or _registry()).max_input(model or DEFAULT_MODEL) * share)


def room_for(
    *, limit: int | None, chars: int | None, model: str, settings: Results, count: Callable[[str], int] | None = None
) -> Room:
    """The room that a limit in tokens, one in characters, or both of them leave."""
    for name, number in (("limit", limit), ("chars", chars)):
        if number is not None and number < 0:
            raise ValueError(f"{name} must be at least 0, got {number}")
    if limit is None and chars is not None:
        return Room(chars, len)
    count = count or counting(model)
    most = limit_for(model, settings.limit_share) if limit is None else limit
    if chars is None:
        return Room(most, count)
    # Both: characters are turned into shares of the limit, so that one number tells whether both hold.
    top = max(most, 1)
    cap = most if chars > 0 else 0

    def both(text: str) -> int:
        by_chars = math.ceil(len(text) * top / chars) if chars else len(text)
        return max(by_chars, count(text)) if by_chars <= top else by_chars

    return Room(cap, both)


def counting(model: str) -> Callable[[str], int]:
    """A function that counts a text's tokens for a model."""
    family = _registry().family_of(model or DEFAULT_MODEL)
    factor = family.factors.text
    count = _counter().count

    def tokens(text: str) -> int:
        return math.ceil(count(text, family.encoding) * factor)

    return tokens


@cache
def _registry() -> Registry:
    return Registry.shipped()


@cache
def _counter() -> TextCounter:
    return TextCounter()
