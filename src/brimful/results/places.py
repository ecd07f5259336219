"""Where a text may be cut (RES-1): never inside a character as a reader sees it, nor inside a terminal's escape.

A place is a number of characters (or bytes) from the start. `before` gives the nearest good place at or before one,
`after` the nearest at or after it; both look at a bounded stretch, so that a hostile text costs no more than another.
"""

from __future__ import annotations

import unicodedata

from brimful.results.escapes import ESCAPES

_LONGEST_CLUSTER = 64  # characters of one visible character: the longest real ones have some dozen
_LONGEST_ESCAPE = 2_048  # characters of one escape: links carry an address
_JOINER = "\u200d"


def before(text: str, place: int) -> int:
    """The nearest place at or before that one where the text may be cut."""
    if place <= 0 or place >= len(text):
        return max(0, min(place, len(text)))
    place = _out_of_escape(text, place)[0]
    for back in range(place, max(0, place - _LONGEST_CLUSTER), -1):
        if not joined(text, back):
            return back
    return _out_of_pair(text, place) if place > _LONGEST_CLUSTER else 0


def after(text: str, place: int) -> int:
    """The nearest place at or after that one where the text may be cut."""
    if place <= 0 or place >= len(text):
        return max(0, min(place, len(text)))
    place = _out_of_escape(text, place)[1]
    for ahead in range(place, min(len(text), place + _LONGEST_CLUSTER)):
        if not joined(text, ahead):
            return ahead
    if place + _LONGEST_CLUSTER >= len(text):
        return len(text)
    return place + 1 if _splits_pair(text, place) else place


def line_end_before(text: str, place: int, lose: int) -> int:
    """The place after the last line end, if that loses no more than `lose` characters; else the nearest good one."""
    end = text.rfind("\n", max(0, place - lose), place)
    return end + 1 if end >= 0 else before(text, place)


def line_start_after(text: str, place: int, lose: int) -> int:
    """The beginning of the next line, if that loses no more than `lose` characters; else the nearest good place."""
    if place > 0 and text[place - 1 : place] == "\n":
        return place
    end = text.find("\n", place, place + lose)
    return end + 1 if end >= 0 else after(text, place)


def bytes_before(data: bytes, place: int) -> int:
    """The nearest place at or before that one that is not inside a UTF-8 sequence."""
    place = max(0, min(place, len(data)))
    for back in range(place, max(-1, place - 4), -1):
        if back == len(data) or data[back] & 0xC0 != 0x80:
            return back
    return place  # four continuation bytes in a row: not UTF-8 anyway


def joined(text: str, place: int) -> bool:
    """Whether the characters on both sides of a place are seen as one."""
    left, right = text[place - 1], text[place]
    if left < "\u0300" and right < "\u0300":
        return left == "\r" and right == "\n"
    return (
        _splits_pair(text, place)
        or left == _JOINER
        or _extends(right)
        or _hangul_joins(left, right)
        or _splits_flag(text, place)
    )


def _extends(char: str) -> bool:
    """Combining marks, joiners, variation selectors, skin tones, tags."""
    return (
        unicodedata.category(char) in ("Mn", "Mc", "Me")
        or char == _JOINER
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or "\U000e0020" <= char <= "\U000e007f"
    )


def _hangul_joins(left: str, right: str) -> bool:
    """A vowel or final consonant that is written apart belongs to what is before it."""
    return "\u1160" <= right <= "\u11ff" and ("\u1100" <= left <= "\u11ff" or "\uac00" <= left <= "\ud7a3")


def _splits_flag(text: str, place: int) -> bool:
    """Two regional letters are one flag; which two depends on how many stand before."""
    if not (_regional(text[place - 1]) and _regional(text[place])):
        return False
    start = place
    while start > max(0, place - _LONGEST_CLUSTER) and _regional(text[start - 1]):
        start -= 1
    return (place - start) % 2 == 1


def _regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _splits_pair(text: str, place: int) -> bool:
    return "\ud800" <= text[place - 1] <= "\udbff" and "\udc00" <= text[place] <= "\udfff"


def _out_of_pair(text: str, place: int) -> int:
    return place - 1 if _splits_pair(text, place) else place


def _out_of_escape(text: str, place: int) -> tuple[int, int]:
    """The place itself, twice; inside an escape its two ends."""
    start = text.rfind("\x1b", max(0, place - _LONGEST_ESCAPE), place)
    if start >= 0:
        found = ESCAPES.match(text, start)
        if found and found.end() > place:
            return start, found.end()
    return place, place
