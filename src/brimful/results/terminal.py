"""What a terminal shows in the end of text that moves the cursor back and writes again (RES-4).

Only what programs that print results really use: carriage return, backspace, cursor moves, erasing of lines and of
what is below. The screen is as long and as wide as the text needs; nothing scrolls away.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_BACK = re.compile(r"\x1b\[[0-9;]*[ABEFdHfJsu]|\x1b[78MD]")  # moves between lines; anything else stays in its line
_STEP = re.compile(
    r"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^-~]?|[\r\b\n]|[^\x1b\r\b\n]+"
)
_FARTHEST = 2_000  # columns or lines that one sequence may move: a hostile number must not make a huge screen


def shows_in_order(text: str) -> bool:
    """Whether each line is written before the next, so that lines can be looked at one by one."""
    return _BACK.search(text) is None


def replay(text: str) -> str:
    """The lines of the screen after all of the text was written."""
    screen = _Screen()
    for step in _STEP.finditer(text):
        code = step[2]
        if code is not None:
            screen.control(code, step[1])
        elif step[0][0] != "\x1b":
            screen.write(step[0])
    return "\n".join(screen.lines)


class _Screen:
    """Lines of text and a cursor."""

    def __init__(self) -> None:
        self.lines = [""]
        self.row = self.column = 0

    def write(self, text: str) -> None:
        """Plain text over what is there, or one control character."""
        if text == "\n":
            self._go_to_row(self.row + 1)
            self.column = 0
        elif text == "\r":
            self.column = 0
        elif text == "\b":
            self.column = max(0, self.column - 1)
        else:
            line = self.lines[self.row]
            end = self.column + len(text)
            self.lines[self.row] = line[: self.column].ljust(self.column) + text + line[end:]
            self.column = end

    def control(self, code: str, numbers: str) -> None:
        """A control sequence; those about colours and modes show nothing."""
        act = _CONTROLS.get(code)
        if act:
            first = numbers.split(";")[0]
            act(self, min(int(first), _FARTHEST) if first.isascii() and first.isdigit() and len(first) < 9 else 0)

    def up(self, count: int) -> None:
        """Move up, not beyond the first line."""
        self.row = max(0, self.row - (count or 1))

    def down(self, count: int) -> None:
        """Move down."""
        self._go_to_row(self.row + (count or 1))

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
        line = self.lines[self.row]
        head = line[: self.column] if which == 0 else ""
        tail = " " * (self.column + 1) + line[self.column + 1 :] if which == 1 else ""
        self.lines[self.row] = (head + tail).rstrip(" ") if which == 1 else head + tail

    def erase_below(self, which: int) -> None:
        """From the cursor to the end. A cleared screen is left as it is: it has been seen."""
        if which == 0:
            self.erase_line(0)
            del self.lines[self.row + 1 :]

    def _go_to_row(self, row: int) -> None:
        self.lines.extend([""] * (row + 1 - len(self.lines)))
        self.row = row


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
