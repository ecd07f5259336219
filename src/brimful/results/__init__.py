"""Tool results made smaller: shape by shape, cut at safe places, put aside when large (RES).

short = brimful.results.shorten(text, limit=2_000, model="gpt-5")
short.text, short.left_out, short.recall
"""

from __future__ import annotations

from brimful.cutting import Room, cut, cut_bytes
from brimful.results.clean import clean
from brimful.results.condenser import Condensed, Condenser, Piece, Weight
from brimful.results.measure import limit_for
from brimful.results.select import select
from brimful.results.shapes import load_condensers
from brimful.results.shorten import Shortened, shorten

__all__ = [
    "Condensed",
    "Condenser",
    "Piece",
    "Room",
    "Shortened",
    "Weight",
    "clean",
    "cut",
    "cut_bytes",
    "limit_for",
    "load_condensers",
    "select",
    "shorten",
]
