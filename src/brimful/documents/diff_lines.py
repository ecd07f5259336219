"""Diffs as values: files, hunks, lines, and how they are written and applied (DOC-5).

Lines end at "\\n" and nowhere else, as git sees them, so that a carriage return stays part of its line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

Kind = Literal["changed", "new", "deleted", "renamed", "copied"]


class Line(Struct, frozen=True, gc=False):
    """A line of a hunk.

    mark: "+" was added, "-" was removed, " " stands on both sides; "" is an empty line on both sides whose space
          somebody trimmed.
    text: the line without its mark and its "\\n".
    end:  the words after it that say the file ends there without a newline; "" = it goes on.
    """

    mark: Literal["+", "-", " ", ""]
    text: str
    end: str = ""

    @property
    def is_new(self) -> bool:
        """Whether it stands in the file after the change."""
        return self.mark != "-"

    @property
    def is_old(self) -> bool:
        """Whether it stands in the file before the change."""
        return self.mark != "+"


class Hunk(Struct, frozen=True):
    """A place that changed. `section` is what the header says after its second `@@`, as it came."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int
    lines: tuple[Line, ...]
    section: str = ""

    @property
    def old_first(self) -> int:
        """The number of its first line before the change; of the line that followed, where it has none."""
        return self.old_start + (self.old_count == 0)

    @property
    def new_first(self) -> int:
        """The number of its first line after the change; of the line that follows, where it has none."""
        return self.new_start + (self.new_count == 0)

    def is_before(self, other: Hunk) -> bool:
        """Whether it ends before the other begins, on both sides."""
        return (
            self.old_first + self.old_count <= other.old_first and self.new_first + self.new_count <= other.new_first
        )

    def numbered(self) -> Iterator[tuple[Line, int, int]]:
        """Each line with the number of it (or of the next line there) before and after the change, from 1."""
        old, new = self.old_first, self.new_first
        for line in self.lines:
            yield line, old, new
            old += line.is_old
            new += line.is_new


class FileDiff(Struct, frozen=True):
    """What happened to one file.

    old_path, new_path: without the prefixes `a/` and `b/`; "" = there is no file on that side.
    header: the lines before the first hunk, as they came. prose: what stands before them (a commit's message).
    data:   a binary patch, as it came. binary: whether the contents are not shown as lines.
    modes:  before and after, where the header says that they changed.
    """

    old_path: str
    new_path: str
    kind: Kind
    hunks: tuple[Hunk, ...] = ()
    header: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    binary: bool = False
    modes: tuple[str, str] = ("", "")

    @property
    def path(self) -> str:
        """The path after the change; for a deleted file, the one before."""
        return self.new_path or self.old_path


class Diff(Struct, frozen=True):
    """A diff. `rest` is what stands behind its last file; `ended`: whether the text ends with a newline."""

    files: tuple[FileDiff, ...]
    rest: tuple[str, ...] = ()
    ended: bool = True


def write(diff: Diff) -> str:
    """A diff as text: what `parse` read, as it was."""
    lines = [line for file in diff.files for line in file_lines(file)]
    return joined_lines([*lines, *diff.rest], diff.ended)


def file_lines(file: FileDiff) -> Iterator[str]:
    """The lines of one file's part of a diff."""
    yield from file.prose
    yield from file.header
    yield from file.data
    for hunk in file.hunks:
        yield from hunk_lines(hunk)


def hunk_lines(hunk: Hunk) -> Iterator[str]:
    """The lines of a hunk, its header first."""
    yield f"@@ -{_range(hunk.old_start, hunk.old_count)} +{_range(hunk.new_start, hunk.new_count)} @@{hunk.section}"
    for line in hunk.lines:
        yield line.mark + line.text
        if line.end:
            yield line.end


def applied(file: FileDiff, text: str) -> str | None:
    """The file after the change, from the one before it; None where that is not the file the diff was made of."""
    old, ended = split_lines(text)
    new: list[str] = []
    at = 0
    for hunk in file.hunks:
        start = hunk.old_start - (hunk.old_count > 0)
        new += old[at:start]
        before = [line for line in hunk.lines if line.is_old]
        if not same_lines([line.text for line in before], old[start : start + len(before)]):
            return None
        new += [line.text for line in hunk.lines if line.is_new]
        at = start + len(before)
        if at == len(old):
            last = next((line for line in reversed(hunk.lines) if line.is_new), None)
            ended = last is None or not last.end
    return joined_lines(new + old[at:], ended)


def split_lines(text: str) -> tuple[list[str], bool]:
    """The lines of a text as diffs count them, and whether the last one ends with a newline."""
    if not text:
        return [], True
    lines = text.split("\n")
    if lines[-1]:
        return lines, False
    return lines[:-1], True


def joined_lines(lines: list[str], ended: bool) -> str:
    """A text of its lines."""
    return "\n".join(lines) + ("\n" if lines and ended else "")


def same_lines(ours: list[str], theirs: list[str]) -> bool:
    """Whether lines are the same but for carriage returns at their ends."""
    return len(ours) == len(theirs) and all(
        a == b or a.rstrip("\r") == b.rstrip("\r") for a, b in zip(ours, theirs, strict=True)
    )


def _range(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start},{count}"
