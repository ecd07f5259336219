"""Margins (TOK-7): what is added on top of a count, by where the number came from.

A margin is never a stand-in for counting: it goes on top of the most precise number to be had. A total that is part
report, part tokenizer and part guess carries the margin of each part on that part.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from msgspec import Struct

from brimful.settings import DEFAULTS, Tokens

Source: TypeAlias = Literal["actual", "actual+estimate", "tokenizer", "guess"]


class Portions(Struct, frozen=True):
    """A number of tokens by where it came from: reported by a provider, counted by a tokenizer, guessed."""

    actual: int = 0
    counted: int = 0
    guessed: int = 0

    @property
    def total(self) -> int:
        """All of it, without margin."""
        return self.actual + self.counted + self.guessed

    @property
    def source(self) -> Source:
        """One word for the whole; a guess as soon as most of what was not reported is guessed."""
        if not self.counted and not self.guessed:
            return "actual" if self.actual else "tokenizer"
        if self.actual:
            return "actual+estimate"
        return "guess" if self.guessed > self.counted else "tokenizer"


def with_margin(portions: Portions, settings: Tokens = DEFAULTS.tokens) -> int:
    """Return the total with each part's margin on it, rounded up."""
    margin = (
        portions.actual * settings.margin_actual
        + portions.counted * settings.margin_tokenizer
        + portions.guessed * settings.margin_guess
    )
    return portions.total + math.ceil(margin - 1e-9)
