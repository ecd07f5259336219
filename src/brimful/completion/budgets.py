"""How much context a completion may be given (IC-1): plain functions of lengths.

`available` is what the window leaves beside the document itself, in tokens reckoned by its length. Nothing left means
nothing is gathered, and nothing is warmed. `primary` and `secondary` are the two pools of `pools.py`, in characters.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from brimful.settings import DEFAULTS, Completion

MODES: dict[str, Callable[[int, int], int]] = {
    "minimal": lambda budget, document: 0,
    "half": lambda budget, document: budget // 2,
    "double": min,
    "fill": lambda budget, document: budget,
}
"""What the optional pool holds, from the budget and the document's length, both in characters (IC-2)."""


def available(document_chars: int, settings: Completion = DEFAULTS.completion) -> int:
    """Return the tokens that are left beside a document of that many characters; never less than 0."""
    left = settings.budget_tokens - document_chars / settings.chars_per_token - settings.reserve_tokens
    return max(0, math.trunc(left))


def primary(request_tokens: int | None = None, settings: Completion = DEFAULTS.completion) -> int:
    """Return the characters that the pieces which matter may take; the setting's for a request without a budget."""
    return (request_tokens or settings.primary_tokens) * settings.chars_per_token


def secondary(settings: Completion = DEFAULTS.completion) -> int:
    """Return the characters that all pieces may take together."""
    return settings.budget_tokens * settings.chars_per_token


def optional(mode: str, budget: int, document_chars: int) -> int:
    """Return what the optional pool holds in a mode; a mode that is not known is the minimal one."""
    return MODES.get(mode, MODES["minimal"])(budget, document_chars)
