"""What is shown when not even a selection fits: its first lines, as many as do, or as much of the first as does.

The lines of the selection come first, from its beginning on; where they all fit, lines before and behind it follow in
turn. A marker says on which side something is missing. When not one line fits, as many characters from the beginning
of the selection as do, and no marker if that is too much as well.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from brimful.documents.dense import Dense
from brimful.documents.lines import Lines
from brimful.documents.shown import number_lines
from brimful.documents.style import Style


class Cut(Struct, frozen=True):
    """Some lines of a text. `lines` is None when there are none."""

    text: str = ""
    lines: Lines | None = None
    whole: bool = False  # the whole selection is there


def around(dense: Dense, style: Style, fits: Callable[[str], bool]) -> Cut:
    """Return the lines around the beginning of a selection that fit. `fits` should not change its mind for less."""
    if dense.selection is None:
        return Cut()
    start, end = dense.selection
    selected = dense.line(start), max(dense.line(start), dense.line(max(start, end - 1)))

    def show(count: int) -> str:
        return _lines_as_text(dense, style, _window(selected, count, dense.lines))

    count = _most(lambda count: fits(show(count)), dense.lines)
    if count:
        lines = _window(selected, count, dense.lines)
        return Cut(show(count), lines, whole=lines[1] >= selected[1])
    stop = dense.text.find("\n", start)
    line = dense.text[start : len(dense.text) if stop < 0 else stop]

    def head(length: int) -> str:
        return f"{_number(style, selected[0])}{_whole_characters(line, length)}…"

    length = _most(lambda length: fits(head(length)), len(line))
    return Cut(head(length), (selected[0], selected[0])) if length else Cut()


def _window(selected: Lines, count: int, most: int) -> Lines:
    """So many lines: of the selection from its first on, then around it, in turn."""
    first, last = selected
    if count <= last - first + 1:
        return first, first + count - 1
    more = count - (last - first + 1)
    before = min(first - 1, max(more // 2, more - (most - last)))
    return first - before, last + more - before


def _lines_as_text(dense: Dense, style: Style, lines: Lines) -> str:
    first, last = lines
    starts = [*dense.line_starts, len(dense.text)]
    shown = dense.text[starts[first - 1] : starts[last]]
    if style.numbers == "full":
        shown = number_lines(shown, first)
    if not shown.endswith("\n"):
        shown += "\n"
    head = "" if first == 1 else style.marker(1, first - 1) + "\n"
    tail = "" if last == dense.lines else style.marker(last + 1, dense.lines) + "\n"
    return head + shown + tail


def _number(style: Style, line: int) -> str:
    return f"{line}: " if style.numbers == "full" else ""


def _whole_characters(line: str, length: int) -> str:
    """The first characters, without half of a pair at the end."""
    return line[: length - 1] if "\ud800" <= line[length - 1 : length] <= "\udbff" else line[:length]


def _most(fits: Callable[[int], bool], most: int) -> int:
    """The largest number from 0 to `most` that fits, by growing steps and then halves; 0 always does."""
    good, step = 0, 1
    while good < most and fits(min(most, good + step)):
        good, step = min(most, good + step), step * 2
    bad = min(most + 1, good + step)
    while bad - good > 1:
        middle = (good + bad) // 2
        if fits(middle):
            good = middle
        else:
            bad = middle
    return good
