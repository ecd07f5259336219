"""Places in a text: a line and a column as people say them, or as editors do, and the offset both mean (IC-3).

Offsets are Python characters. Lines end at "\\n"; a "\\r" before it belongs to the line's end, not to the line.
"""

from __future__ import annotations

from collections.abc import Callable

from brimful.errors import InvalidInput


def offset_at(text: str, line: int, column: int, *, at: str = "") -> int:
    """Return the offset of a line and a column that both count from 1; the column counts characters."""
    start, end = _line(text, line - 1, at)
    if not 1 <= column <= end - start + 1:
        raise InvalidInput(
            f"line {line} has {end - start:,} characters, so there is no column {column}",
            at=at,
            hint=f"columns go from 1 to {end - start + 1:,}, the last one behind the line's end",
        )
    return start + column - 1


def offset_at_utf16(text: str, line: int, character: int, *, at: str = "") -> int:
    """Return the offset of an editor's position: both count from 0, and `character` counts UTF-16 units.

    As language servers do it, a character behind the line's end is the line's end. Half a pair is before the pair.
    """
    start, end = _line(text, line, at)
    units = 0
    for offset in range(start, end):
        units += 2 if text[offset] > "\uffff" else 1
        if units > character:
            return offset
    return end


def at_line_end(text: str, offset: int) -> bool:
    """Say whether nothing but the line's end follows; on a blank line that is so, or only blanks stand around."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : len(text) if end < 0 else end]
    return not line.strip() or offset >= start + len(line.rstrip("\r"))


def changed_until(before: str, after: str) -> int:
    """Return where in `after` the change ends: behind it the two texts are the same.

    What both begin with is taken first: whoever types `more` behind `one` ends behind `more`, not before its `e`.
    """
    most = min(len(before), len(after))
    head = _longest(most, lambda size: before[:size] == after[:size])
    tail = _longest(most - head, lambda size: before[len(before) - size :] == after[len(after) - size :])
    return len(after) - tail


def _longest(most: int, same: Callable[[int], bool]) -> int:
    """The greatest size for which it holds; it holds for every smaller one, too."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        low, most = (middle, most) if same(middle) else (low, middle - 1)
    return low


def _line(text: str, number: int, at: str) -> tuple[int, int]:
    """Where a line, counted from 0, begins and ends."""
    start = 0
    for passed in range(number):
        start = text.find("\n", start) + 1
        if not start:
            raise InvalidInput(
                f"there is no line {number + 1:,}", at=at, hint=f"the text has {passed + 1:,} lines, counted from 1"
            )
    if number < 0:
        raise InvalidInput("there is no line 0", at=at, hint="lines count from 1")
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    return start, end - 1 if text[start:end].endswith("\r") else end
