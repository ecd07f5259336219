"""What a terminal shows in the end of text that moves the cursor back and writes again (RES-4).

Only what programs that print results really use: carriage return, backspace, cursor moves, erasing of lines and of
what is below. The screen is as long and as wide as the text needs; nothing scrolls away. What moves add to the text
in blanks and empty lines is bounded by the text's own length.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from brimful.results.escapes import ESCAPES

_BETWEEN_LINES = re.compile(r"\x1b(?:\[[0-9;]*+[ABEFdHfJsu]|[78MD])")
_STEP = re.compile(rf"(?P<escape>{ESCAPES.pattern})|[\r\b\n]|[^\x1b\r\b\n]++")
_CONTROL = re.compile(r"\x1b\[(\d{0,4})[0-9;]*([A-GJK])")
_WIDEST = 500  # columns up to which a line is blanked from its beginning: the one act that costs a line's length


def shows_in_order(text: str) -> bool:
    """Whether each line is written before the next, so that lines can be looked at one by one."""
    return _BETWEEN_LINES.search(text) is None


def replay(text: str) -> str:
    """The lines of the screen after all of the text was written."""
    screen = _Screen(len(text))
    for step in _STEP.finditer(text):
        if step["escape"] is None:
            screen.write(step[0])
        elif control := _CONTROL.fullmatch(step[0]):
            _CONTROLS[control[2]](screen, int(control[1] or 0))
    return "\n".join(["".join(row) for row in screen.rows])


class _Screen:
    """Rows of characters and a cursor."""

    def __init__(self, spare: int) -> None:
        self.rows: list[list[str]] = [[]]
        self.row = self.column = 0
        self.spare = spare  # blanks and empty rows that may still be added

    def write(self, text: str) -> None:
        """Plain text over what is there, or one control character."""
        if text == "\n":
            self.next_line(1)
        elif text == "\r":
            self.column = 0
        elif text == "\b":
            self.column = max(0, self.column - 1)
        else:
            row = self.rows[self.row]
            if self.column > len(row):
                self._pad(row)
            row[self.column : self.column + len(text)] = text
            self.column += len(text)

    def up(self, count: int) -> None:
        """Move up, not beyond the first row."""
        self.row = max(0, self.row - (count or 1))

    def down(self, count: int) -> None:
        """Move down."""
        missing = self.row + (count or 1) + 1 - len(self.rows)
        if missing > 1:
            missing = min(missing, 1 + self.spare)
            self.spare -= missing - 1
        self.rows.extend([] for _ in range(missing))
        self.row = min(self.row + (count or 1), len(self.rows) - 1)

    def right(self, count: int) -> None:
        """Move right."""
        self.column += count or 1

    def left(self, count: int) -> None:
        """Move left, not beyond the first column."""
        self.column = max(0, self.column - (count or 1))

    def to_column(self, count: int) -> None:
        """Go to a column, counted from 1."""
        self.column = max(0, count - 1)

    def next_line(self, count: int) -> None:
        """Down, to the beginning."""
        self.down(count)
        self.column = 0

    def previous_line(self, count: int) -> None:
        """Up, to the beginning."""
        self.up(count)
        self.column = 0

    def erase_line(self, which: int) -> None:
        """0: from the cursor on; 1: up to it; 2: all of it."""
        row = self.rows[self.row]
        if which == 0:
            del row[self.column :]
        elif which == 1:
            stop = min(self.column + 1, len(row), _WIDEST)
            row[:stop] = " " * stop
        else:
            row.clear()

    def erase_below(self, which: int) -> None:
        """From the cursor to the end. A cleared screen is left as it is: it has been seen."""
        if which == 0:
            self.erase_line(0)
            del self.rows[self.row + 1 :]

    def _pad(self, row: list[str]) -> None:
        missing = min(self.column - len(row), self.spare)
        self.spare -= missing
        row.extend(" " * missing)
        self.column = len(row)


_CONTROLS: dict[str, Callable[[_Screen, int], None]] = {
    "A": _Screen.up,
    "B": _Screen.down,
    "C": _Screen.right,
    "D": _Screen.left,
    "E": _Screen.next_line,
    "F": _Screen.previous_line,
    "G": _Screen.to_column,
    "J": _Screen.erase_below,
    "K": _Screen.erase_line,
}
