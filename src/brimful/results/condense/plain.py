"""Any text: head and tail, 40 to 60 (RES-1). What is left when nothing better is known, or when that failed."""

from __future__ import annotations

from brimful.cutting import Room, cut
from brimful.results.condenser import Condensed


class Plain:
    """Cuts the middle out."""

    name = "plain"

    def suits(self, text: str) -> float:
        """It always does, worse than anything else."""
        return 0.01

    def condense(self, text: str, room: Room) -> Condensed:
        """Head, marker, tail."""
        return Condensed.of(cut(text, room))
