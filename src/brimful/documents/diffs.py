"""Reads diffs (DOC-5): what `git diff`, `git show`, `git log -p`, `git format-patch`, `diff -u` and `diff -ru` write.

    diff = parse(text)
    for file in diff.files:
        print(file.path, file.kind, len(file.hunks))
    assert write(diff) == text

A diff whose numbers and lines do not agree is refused with its line: going on would lose changed lines unseen.
Diffs of merges (`diff --cc`, three `@`) are refused too; made against one parent they can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from brimful.documents import diff_paths
from brimful.documents.diff_lines import Diff, FileDiff, Hunk, Kind, Line, split_lines, write
from brimful.documents.errors import InvalidDiff

__all__ = ["Diff", "FileDiff", "Hunk", "Kind", "Line", "parse", "write"]

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(.*)", re.DOTALL)
_EXTENDED = (
    "old mode ",
    "new mode ",
    "deleted file mode ",
    "new file mode ",
    "copy from ",
    "copy to ",
    "rename from ",
    "rename to ",
    "similarity index ",
    "dissimilarity index ",
    "index ",
)
_COMBINED = ("diff --cc ", "diff --combined ", "@@@ ")
_BINARY = re.compile(r"(?:Binary files|Files) (.+) and (.+) differ\r?")
_ONLY = re.compile(r"Only in (.+): (.+?)\r?")
_AGAIN = "make the diff again, it may have been cut or edited"
_ENDS = ("-- ", "--", "-- \r", "--\r")  # a mail's signature, behind the last hunk of `git format-patch`


def parse(text: str) -> Diff:
    """Read a diff. What cannot be read raises `InvalidDiff` with its line."""
    return _Reader(text).read()


class _Reader:
    """Goes through the lines once; `at` is the next one."""

    def __init__(self, text: str) -> None:
        self.lines, self.ended = split_lines(text)
        self.at = 0
        self.by_git = any(line.startswith("diff --git ") for line in self.lines)

    def read(self) -> Diff:
        files: list[FileDiff] = []
        prose: list[str] = []
        while self.at < len(self.lines):
            reader = self._reader()
            if reader is None:
                prose.append(self._take())
            else:
                files.append(reader(tuple(prose)))
                prose = []
        return Diff(tuple(files), tuple(prose), self.ended)

    def _reader(self) -> Callable[[tuple[str, ...]], FileDiff] | None:
        """Who reads what begins here; None = it is prose."""
        line = self._peek()
        if line.startswith("diff --git "):
            return self._git_file
        if line.startswith("--- ") and self._peek(1).startswith("+++ "):
            return self._plain_file
        if line.startswith(_COMBINED):
            raise self._combined()
        if _HUNK.fullmatch(line):
            raise self._wrong(
                "a hunk stands before any file's name", "lines `--- name` and `+++ name` must precede it"
            )
        if not self.by_git and (_BINARY.fullmatch(line) or _ONLY.fullmatch(line)):
            return self._named_file
        return None

    def _git_file(self, prose: tuple[str, ...]) -> FileDiff:
        header = [self._take()]
        while self._peek().startswith(_EXTENDED):
            header.append(self._take())
        binary = _BINARY.fullmatch(self._peek()) is not None
        if binary:
            header.append(self._take())
        data = self._binary_patch()
        if not (binary or data) and self._peek().startswith("--- ") and self._peek(1).startswith("+++ "):
            header += [self._take(), self._take()]
        about = _Header(header)
        old, new = about.paths()
        return FileDiff(
            old,
            new,
            about.kind(),
            self._hunks(),
            tuple(header),
            prose,
            data,
            binary or bool(data),
            about.modes(),
        )

    def _plain_file(self, prose: tuple[str, ...]) -> FileDiff:
        header = [self._take(), self._take()]
        about = _Header(header)
        old, new = about.paths()
        return FileDiff(old, new, about.kind(), self._hunks(), tuple(header), prose)

    def _named_file(self, prose: tuple[str, ...]) -> FileDiff:
        """A file of which `diff -r` says that it differs, or is only on one side, and no more."""
        line = self._take()
        only, differ = _ONLY.fullmatch(line), _BINARY.fullmatch(line)
        if differ:
            old, new = diff_paths.without_prefixes(differ[1], differ[2], None)
        else:
            assert only is not None  # one of the two matched before
            old = new = f"{only[1].rstrip('/')}/{only[2]}"
        return FileDiff(old, new, "changed", (), (line,), prose, (), True)

    def _binary_patch(self) -> tuple[str, ...]:
        if self._peek().rstrip("\r") != "GIT binary patch":
            return ()
        taken = [self._take()]
        while self._peek().startswith(("literal ", "delta ")):
            while self._more() and self._peek().rstrip("\r"):
                taken.append(self._take())
            if self._more():
                taken.append(self._take())  # the empty line behind each part
        return tuple(taken)

    def _hunks(self) -> tuple[Hunk, ...]:
        hunks: list[Hunk] = []
        while self._peek().startswith("@@"):
            begun = self.at + 1
            hunk = self._hunk()
            if hunks and not hunks[-1].is_before(hunk):
                raise InvalidDiff("the hunk begins before the one above it ends", line=begun, hint=_AGAIN)
            hunks.append(hunk)
        return tuple(hunks)

    def _hunk(self) -> Hunk:
        if self._peek().startswith("@@@"):
            raise self._combined()
        match = _HUNK.fullmatch(self._peek())
        if match is None:
            raise self._wrong("this is not the header of a hunk", "it looks like `@@ -1,3 +1,4 @@`")
        begun = self.at + 1
        self._take()
        old_start, new_start = int(match[1]), int(match[3])
        old_count, new_count = int(match[2] or 1), int(match[4] or 1)
        if (old_count and not old_start) or (new_count and not new_start):
            raise InvalidDiff("lines are counted from 1, not from 0", line=begun, hint=_AGAIN)
        lines = self._hunk_lines(old_count, new_count, begun)
        self._nothing_is_left_over(begun)
        return Hunk(old_start, old_count, new_start, new_count, lines, match[5])

    def _hunk_lines(self, old: int, new: int, begun: int) -> tuple[Line, ...]:
        lines: list[Line] = []
        while old or new or self._peek().startswith("\\"):
            if not self._more():
                raise self._wrong(f"the hunk of line {begun} is cut short: {_missing(old, new)}")
            if self._peek().startswith("\\") and lines:
                lines[-1] = Line(lines[-1].mark, lines[-1].text, self._take())
                continue
            line = _line(self._peek())
            if line is None:
                raise self._wrong(f"a line of a hunk begins with a space, + or -; line {begun} {_missing(old, new)}")
            old, new = old - line.is_old, new - line.is_new
            if old < 0 or new < 0:
                raise self._wrong(f"the hunk of line {begun} has other lines than its header counts")
            lines.append(line)
            self.at += 1
        return tuple(lines)

    def _nothing_is_left_over(self, begun: int) -> None:
        line = self._peek()
        next_file = line.startswith("--- ") and self._peek(1).startswith("+++ ")
        if line[:1] in ("+", "-", " ") and line and not next_file and line not in _ENDS:
            raise self._wrong(
                f"the hunk of line {begun} goes on here, but its header counts no more lines",
                "correct the numbers between its @@",
            )

    def _more(self) -> bool:
        return self.at < len(self.lines)

    def _peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.lines[at] if at < len(self.lines) else ""

    def _take(self) -> str:
        self.at += 1
        return self.lines[self.at - 1]

    def _wrong(self, message: str, hint: str = "") -> InvalidDiff:
        return InvalidDiff(message, line=self.at + 1, hint=hint or _AGAIN)

    def _combined(self) -> InvalidDiff:
        return self._wrong(
            "this is the diff of a merge against several parents",
            "make it against one: git show --diff-merges=first-parent, or git diff <parent> <merge>",
        )


class _Header:
    """What the lines before the hunks say."""

    def __init__(self, lines: list[str]) -> None:
        self._git = lines[0] if lines[0].startswith("diff --git ") else ""
        self._lines = lines

    def paths(self) -> tuple[str, str]:
        sides = diff_paths.sides(self._git) if self._git else None
        old, new = self._moved("from"), self._moved("to")
        if old and new:
            return old, new
        if any(line.startswith("--- ") for line in self._lines):
            old, new = (diff_paths.named(line) for line in self._lines[-2:])
        elif sides:
            old, new = sides
        old, new = diff_paths.without_prefixes(old, new, sides)
        return (
            "" if self._said("new file mode ") else old,
            "" if self._said("deleted file mode ") else new,
        )

    def kind(self) -> Kind:
        if self._said("rename from "):
            return "renamed"
        if self._said("copy from "):
            return "copied"
        old, new = self.paths()
        return "new" if not old else "changed" if new else "deleted"

    def modes(self) -> tuple[str, str]:
        return (
            self._said("old mode ") or self._said("deleted file mode "),
            self._said("new mode ") or self._said("new file mode "),
        )

    def _moved(self, where: str) -> str:
        return diff_paths.unquoted(self._said(f"rename {where} ") or self._said(f"copy {where} "))

    def _said(self, words: str) -> str:
        return next((line.removeprefix(words).rstrip("\r") for line in self._lines if line.startswith(words)), "")


def _line(text: str) -> Line | None:
    if text in ("", "\r"):
        return Line("", text)
    if text[0] == "+":
        return Line("+", text[1:])
    if text[0] == "-":
        return Line("-", text[1:])
    return Line(" ", text[1:]) if text[0] == " " else None


def _missing(old: int, new: int) -> str:
    return f"needs {old} more of the old file and {new} more of the new"
