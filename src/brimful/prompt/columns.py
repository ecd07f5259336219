"""Text in the columns of a terminal: cleaned, measured, cut.

Previews come from anywhere. What moves the cursor, changes colours or the direction of writing is taken out before
anything is measured, so that a hostile file cannot redraw the screen and a wide script cannot bend a table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# ECMA-48: control sequences, then strings up to their terminator (titles, links), then the two-character escapes.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)"
    r"|\x1b[ -/]*[0-~]?"
)
_SPACES = re.compile(r"\s+")
_HIDDEN = frozenset({"Cc", "Cf"})  # controls; marks of direction and joining, which have no width of their own
_NO_WIDTH = frozenset({"Mn", "Me"})


def one_line(text: str) -> str:
    """The text on one line, without anything that acts on a terminal."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    spaced = _SPACES.sub(" ", _ESCAPES.sub("", text))
    shown = "".join(_visible(character) for character in spaced)
    return _SPACES.sub(" ", shown).strip()


def width(text: str) -> int:
    """How many columns a cleaned text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def cut(text: str, columns: int) -> str:
    """The text in at most so many columns, with an ellipsis where something is missing."""
    if width(text) <= columns:
        return text
    left, kept = columns - 1, 0
    for character in text:
        left -= _columns(character)
        if left < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…" if columns > 0 else ""


def pad(text: str, columns: int) -> str:
    """The text in exactly so many columns."""
    fitted = cut(text, columns)
    return fitted + " " * (columns - width(fitted))


def wrap(text: str, columns: int) -> Iterator[str]:
    """A cleaned text in lines of at most so many columns, broken at spaces; a longer word is cut."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer) > columns:
            yield cut(line, columns)
            line = word
        else:
            line = longer
    yield cut(line, columns)


def _visible(character: str) -> str:
    if character.isprintable() or character == " ":
        return character
    # Halves of surrogate pairs, private and unassigned characters: nobody knows how they print, or how wide.
    return "" if unicodedata.category(character) in _HIDDEN else "\N{REPLACEMENT CHARACTER}"


def _columns(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
