"""The control sequences of terminals, as text holds them (RES-1, RES-4)."""

from __future__ import annotations

import re

# One alternative for each kind; an escape that begins none of them goes alone. Nothing is tried twice (`*+`), so that
# a text full of half sequences costs no more than another.
ESCAPES = re.compile(
    r"\x1b(?:"
    r"\[[0-?]*+[ -/]*+[@-~]"  # CSI: colours, cursor, erase
    r"|\][^\x07\x1b\n]*+(?:\x07|\x1b\\)"  # OSC: titles, links
    r"|[PX^_][^\x1b\n]*+\x1b\\"  # DCS, SOS, PM, APC
    r"|[ -/]++[0-~]"  # character sets
    r"|[0-OQ-WYZ\\`-~]"  # single ones: keypad, save, restore, reset
    r")?"
)


def without_escapes(text: str) -> str:
    """The text without terminal control sequences."""
    return ESCAPES.sub("", text)
