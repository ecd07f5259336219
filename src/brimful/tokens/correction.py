"""A correction factor for each model, learnt from its answers (TOK-8).

What a formula says of a new message is multiplied by the factor before it is believed. Each answer moves it: 0.7 of
the old, 0.3 of what this answer showed; less than 0.3 when it showed little, since a few tokens are mostly wrapping
and say nothing of the tokenizer. A ratio beyond any tokenizer's means that something was sent which we did not see,
and teaches nothing.

The factor is learnt both ways but used only upward. On recorded runs that alone halved the underestimates and left
the median error where it was: an overestimate summarises a little early, an underestimate breaks the conversation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from brimful.settings import DEFAULTS, Tokens

FULL_EVIDENCE = 1000
"""Estimated tokens from which an answer counts in full."""

LOWEST, HIGHEST = 0.5, 2.0
"""No tokenizer is off by more. Ratios outside are not tokenizing; the factor stays inside."""


class Corrections:
    """The factors of all models seen, by name."""

    def __init__(self, settings: Tokens = DEFAULTS.tokens, state: Mapping[str, float] | None = None) -> None:
        self._keep = settings.correction_keep
        self._learnt = {model: _bounded(factor) for model, factor in (state or {}).items()}

    def factor(self, model: str) -> float:
        """What to multiply a model's estimates with: what was learnt, but never less than 1."""
        return max(1.0, self._learnt.get(model, 1.0))

    def learn(self, model: str, *, estimated: int, actual: int) -> None:
        """Take in what an estimate (before correction) turned out to be."""
        if estimated <= 0 or not LOWEST <= actual / estimated <= HIGHEST:
            return
        weight = (1 - self._keep) * min(1.0, estimated / FULL_EVIDENCE)
        old = self._learnt.get(model, 1.0)
        self._learnt[model] = _bounded((1 - weight) * old + weight * actual / estimated)

    def export(self) -> dict[str, float]:
        """What was learnt, as plain data; hand it to the constructor to go on from here."""
        return dict(self._learnt)


def _bounded(factor: float) -> float:
    return min(HIGHEST, max(LOWEST, factor)) if math.isfinite(factor) else 1.0
