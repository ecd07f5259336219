"""How much may stay of a text."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class Room(Struct, frozen=True):
    """How much may stay: at most `limit`, as `measure` measures texts (characters, or a model's tokens)."""

    limit: int
    measure: Callable[[str], int]

    def fits(self, text: str) -> bool:
        """Whether the text is not too much."""
        return self.measure(text) <= self.limit

    def smaller(self, by: int) -> Room:
        """The room that is left beside something of that size."""
        return Room(max(0, self.limit - by), self.measure)
