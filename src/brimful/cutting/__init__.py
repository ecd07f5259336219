"""Text cut to a limit, head and tail, where a text may be cut (RES-1). Rooms that make pieces smaller share it."""

from brimful.cutting.ends import Cut, cut, cut_bytes
from brimful.cutting.room import Room

__all__ = ["Cut", "Room", "cut", "cut_bytes"]
