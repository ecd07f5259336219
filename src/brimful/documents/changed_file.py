"""A file that changed, as it stands after the change, with what was added, removed or selected in it (DOC-5)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from brimful.documents.diff_lines import FileDiff, applied, file_lines, same_lines, split_lines
from brimful.documents.languages import language_of


class Removed(Struct, frozen=True, gc=False):
    """A line that is gone.

    old:    its number before the change.
    before: the number of the line that follows it after the change.
    end:    the words of the diff that say the file ended there without a newline; "" = it went on.
    """

    old: int
    before: int
    text: str
    end: str = ""


class ChangedFile(Struct, frozen=True):
    """A file after a change. Lines are numbered from 1.

    text:     the whole file; None = only what the diff shows is known.
    lines:    the lines that are known, by number.
    added:    the numbers of those that are new or changed, and removed: what went.
    selected: the numbers of those that somebody chose.
    kept:     of `added` and `selected`, those that have to be shown; kept_removed: of `removed`, by their old
              numbers. All of them, unless the file is one half of itself.
    name:     what it is called where it is split: the path, or `path:first-last`.
    about:    what happened to the file as a whole: "new file", "renamed from x".
    note:     why its text was not used, if it was not.
    diff:     what the diff says of it; None = it does not come from a diff.
    """

    path: str
    lines: Mapping[int, str]
    text: str | None = None
    added: frozenset[int] = frozenset()
    removed: tuple[Removed, ...] = ()
    selected: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    kept_removed: frozenset[int] = frozenset()
    name: str = ""
    about: str = ""
    note: str = ""
    diff: FileDiff | None = None

    @property
    def language(self) -> str:
        """The name of its language."""
        return language_of(self.path)

    @property
    def is_part(self) -> bool:
        """Whether it is one half of itself."""
        return self.name != self.path

    @property
    def has_change(self) -> bool:
        """Whether anything in it changed or is selected, or happened to it as a whole."""
        return bool(self.kept or self.kept_removed or self.diff)


def of_text(
    path: str,
    text: str,
    *,
    changed: Iterable[tuple[int, int]] = (),
    selected: Iterable[tuple[int, int]] = (),
) -> ChangedFile:
    """A file of which it is known which lines changed or are selected, as ranges of numbers, both ends with them."""
    lines = _numbered(text)
    added, chosen = _inside(changed, lines), _inside(selected, lines)
    return ChangedFile(path, lines, text, added, selected=chosen, kept=added | chosen, name=path)


def of_diff(diff: FileDiff, text: str | None = None) -> ChangedFile:
    """A file of a diff. `text` is the whole file, as it is before or after the change; None = nobody has it."""
    after, note = _after(diff, text)
    lines = _numbered(after) if after is not None else {}
    added: set[int] = set()
    removed: list[Removed] = []
    for hunk in diff.hunks:
        for line, old, new in hunk.numbered():
            if line.mark == "-":
                removed.append(Removed(old, new, line.text, line.end))
                continue
            lines[new] = line.text
            if line.mark == "+":
                added.add(new)
    return ChangedFile(
        diff.path,
        dict(sorted(lines.items())),
        after,
        frozenset(added),
        tuple(removed),
        kept=frozenset(added),
        kept_removed=frozenset(line.old for line in removed),
        name=diff.path,
        about=_about(diff),
        note=note,
        diff=diff,
    )


def part_of(file: ChangedFile, kept: frozenset[int], kept_removed: frozenset[int]) -> ChangedFile:
    """The same file, where only some of its changes have to be shown."""
    places = sorted([*kept, *(line.before for line in file.removed if line.old in kept_removed)])
    return replace(file, kept=kept, kept_removed=kept_removed, name=f"{file.path}:{places[0]}-{places[-1]}")


class OldNumbers:
    """Which number a line had before the change, or the line after it where it is new."""

    def __init__(self, diff: FileDiff) -> None:
        self._shown = {new: old for hunk in diff.hunks for line, old, new in hunk.numbered() if line.is_new}
        self._ends, self._shifts = [0], [0]
        for hunk in diff.hunks:
            new = hunk.new_first + hunk.new_count
            self._ends.append(new)
            self._shifts.append(hunk.old_first + hunk.old_count - new)

    def __getitem__(self, new: int) -> int:
        shown = self._shown.get(new)
        return shown if shown is not None else new + self._shifts[bisect_right(self._ends, new) - 1]


def given_text(file: ChangedFile) -> str:
    """The file's part of the diff, as it came, without the prose before it."""
    if file.diff is None:
        return ""
    return "".join(f"{line}\n" for line in file_lines(replace(file.diff, prose=())))


def _after(diff: FileDiff, text: str | None) -> tuple[str | None, str]:
    """The file after the change, and why the text is not it."""
    if not diff.new_path or diff.binary:
        return None, ""
    if text is None:
        return None, "the file is not there, so only what the diff shows was used" if diff.kind != "new" else ""
    wrong = _first_difference(diff, split_lines(text)[0])
    if not wrong:
        return text, ""
    spliced = applied(diff, text)
    if spliced is not None:
        return spliced, ""
    return None, f"the file does not match the diff (line {wrong}), so only what the diff shows was used"


def _first_difference(diff: FileDiff, lines: list[str]) -> int:
    """The number of the first line that is another one in the diff; 0 = none."""
    for hunk in diff.hunks:
        for line, _, new in hunk.numbered():
            if line.is_new and not same_lines([line.text], lines[new - 1 : new]):
                return new
    return 0


def _about(diff: FileDiff) -> str:
    said = {
        "changed": "",
        "new": "new file",
        "deleted": "deleted",
        "renamed": f"renamed from {diff.old_path}",
        "copied": f"copied from {diff.old_path}",
    }[diff.kind]
    mode = f"mode {diff.modes[0]} becomes {diff.modes[1]}" if all(diff.modes) else ""
    return ", ".join(words for words in (said, mode, "binary" if diff.binary else "") if words)


def _numbered(text: str) -> dict[int, str]:
    return dict(enumerate(split_lines(text)[0], 1))


def _inside(ranges: Iterable[tuple[int, int]], lines: Mapping[int, str]) -> frozenset[int]:
    return frozenset(n for first, last in ranges for n in range(first, last + 1) if n in lines)
