"""How the shown lines of a changed file are written: as a diff again, or behind their numbers (DOC-5, DOC-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from brimful.documents.change_forms import View, bridged
from brimful.documents.changed_file import ChangedFile, OldNumbers, Removed
from brimful.documents.diff_lines import Hunk, Line, hunk_lines

Style: TypeAlias = Literal["diff", "lines"]


_NUMBERS = ("index ", "similarity index ", "dissimilarity index ")
_GIT_AND_NAMES = 3
"""Lines of a header that says no more than the names: `diff --git`, `---`, `+++`."""


class _Entry(Struct, frozen=True, gc=False):
    """A shown line, and the numbers of it (or of the next line there) before and after the change."""

    line: Line
    old: int
    new: int

    def goes_on(self, other: _Entry) -> bool:
        """Whether the other line is the next one on both sides."""
        return (self.old + self.line.is_old, self.new + self.line.is_new) == (other.old, other.new)


def as_lines(file: ChangedFile, view: View) -> str:
    """A heading and each line behind its number: `/* Changed Line 12 */ …`. Numbers jump where lines are left out."""
    heading = f"File: {file.path}" + (f" ({file.about})" if file.about else "")
    shown = [f"/* {_word(file, entry)} {_number(entry)} */ {_plain(entry)}" for entry in _entries(file, view)]
    return "".join(f"{line}\n" for line in (heading, *shown))


def as_diff(file: ChangedFile, view: View, bridge: int) -> str:
    """The header of the file's diff, and hunks with true numbers; heads and ends of definitions stand as context.

    bridge: gaps of at most so many unchanged lines are shown, for a new hunk would cost more.
    """
    closed = bridged(view.lines, file.lines.keys() - file.added, bridge)
    hunks = _hunks(list(_entries(file, View(frozenset(closed), view.removed))))
    return "".join(f"{line}\n" for line in (*_header(file), *(line for hunk in hunks for line in hunk_lines(hunk))))


def _header(file: ChangedFile) -> list[str]:
    """The lines that name the file and say what happened to it; hashes of contents and shares of likeness do not."""
    if file.diff is None:
        return [f"--- a/{file.path}", f"+++ b/{file.path}"]
    said = [line for line in file.diff.header if not line.startswith(_NUMBERS)]
    names = said[-2:]
    plain = len(said) == _GIT_AND_NAMES and names == [f"--- a/{file.path}", f"+++ b/{file.path}"]
    return names if plain else said


def _word(file: ChangedFile, entry: _Entry) -> str:
    if entry.line.mark == "-":
        return "Removed Line"
    if entry.line.mark == "+":
        return "Changed Line"
    return "Selected Line" if entry.new in file.selected else "Line"


def _number(entry: _Entry) -> int:
    return entry.new if entry.line.is_new else entry.old


def _plain(entry: _Entry) -> str:
    return entry.line.text.removesuffix("\r")


def _entries(file: ChangedFile, view: View) -> Iterator[_Entry]:
    """The shown lines in order, a removed one before the line that follows it."""
    olds = OldNumbers(file.diff) if file.diff else None
    ends = _ends(file)
    removed = [line for line in file.removed if line.old in view.removed]
    at = 0
    for n in sorted(view.lines):
        while at < len(removed) and removed[at].before <= n:
            yield _gone(removed[at])
            at += 1
        mark: Literal["+", " "] = "+" if n in file.added else " "
        yield _Entry(Line(mark, file.lines[n], ends.get(n, "")), olds[n] if olds else n, n)
    for line in removed[at:]:
        yield _gone(line)


def _gone(line: Removed) -> _Entry:
    return _Entry(Line("-", line.text, line.end), line.old, line.before)


def _ends(file: ChangedFile) -> dict[int, str]:
    """What the diff says behind the last line, where the file ends without a newline."""
    hunks = file.diff.hunks if file.diff else ()
    shown = {new: line.end for hunk in hunks for line, _, new in hunk.numbered() if line.end and line.is_new}
    if file.text and not file.text.endswith("\n") and not shown:
        shown[max(file.lines)] = "\\ No newline at end of file"
    return shown


def _hunks(entries: list[_Entry]) -> Iterator[Hunk]:
    begun = 0
    for at in range(1, len(entries) + 1):
        if at == len(entries) or not entries[at - 1].goes_on(entries[at]):
            yield _hunk(entries[begun:at])
            begun = at


def _hunk(entries: list[_Entry]) -> Hunk:
    lines = tuple(entry.line for entry in entries)
    old, new = sum(line.is_old for line in lines), sum(line.is_new for line in lines)
    first = entries[0]
    return Hunk(first.old - (old == 0), old, first.new - (new == 0), new, lines)
