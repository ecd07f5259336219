"""Which lines of a changed file are shown, from all to the changed ones alone (DOC-5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from brimful.documents.changed_file import ChangedFile
from brimful.settings import DEFAULTS, Documents


class Form(StrEnum):
    """How much of a file is shown. Each form shows no more lines than the one before."""

    WHOLE = "whole"  # as it came: all of the file, or of its diff
    FOLDED = "folded"  # the file with what is far from the change left out
    AROUND = "around"  # changed lines, lines next to them, heads and ends of the definitions around them
    DEFINITIONS = "definitions"  # changed lines, heads and ends of the definitions around them
    LINES = "lines"  # changed lines alone


class Extent(Struct, frozen=True, gc=False):
    """Where a definition stands: its first and last line, from 1, and the line in which its head ends.

    name: the line of its name, where that is not the first: decorators and the like stand before it.
    """

    first: int
    head: int
    last: int
    name: int = 0

    def ends(self, most: int) -> set[int]:
        """The lines of its head, `most` at most, and its last line. In a long head, those from its name on."""
        first = self.first if self.head - self.first < most else max(self.first, self.name)
        return {*range(first, min(self.head, first + most - 1) + 1), self.last}


# (text, language) → the definitions in it, in any order.
Find: TypeAlias = Callable[[str, str], Sequence[Extent]]
# (text, language, changed lines) → what says, for a number of characters, which lines stand in the folded text.
Fold: TypeAlias = Callable[[str, str, Collection[int]], Callable[[int], Collection[int]]]


class View(Struct, frozen=True):
    """What is shown of a file: numbers of its lines, and the old numbers of removed ones."""

    lines: frozenset[int]
    removed: frozenset[int]

    def __bool__(self) -> bool:
        return bool(self.lines or self.removed)


class Views:
    """The views of one file. Definitions are looked for once, when they are first asked for."""

    def __init__(
        self, file: ChangedFile, find: Find, fold: Fold | None = None, settings: Documents = DEFAULTS.documents
    ) -> None:
        self._file = file
        self._find = find
        self._fold = fold
        self._settings = settings
        self._removed = file.kept_removed if settings.change_removed_lines else frozenset()
        self._extents: list[Extent] | None = None
        self._folding: Callable[[int], Collection[int]] | None = None

    def view(self, form: Form, share: float = 1.0) -> View:
        """What a form shows. `share`: how much of a text a fold may leave."""
        if form is Form.WHOLE:
            return View(frozenset(self._file.lines), self._removed)
        shown = set(self._file.kept)
        if form is Form.FOLDED:
            shown |= self._folded(share)
        if form is not Form.LINES:
            shown |= self._heads_and_ends() | self._selected_definitions()
        if form in (Form.AROUND, Form.FOLDED):
            shown |= self._neighbours()
        return View(frozenset(shown) & self._file.lines.keys(), self._removed)

    @property
    def can_fold(self) -> bool:
        """Whether there is somebody to fold it, and a text to be folded."""
        return self._fold is not None and bool(self._file.text)

    def _folded(self, share: float) -> set[int]:
        text = self._file.text
        if self._fold is None or not text:
            return set(self._file.lines)
        if self._folding is None:
            self._folding = self._fold(text, self._file.language, self._file.kept | self._gaps())
        return set(self._folding(int(len(text) * share)))

    def _neighbours(self) -> set[int]:
        around = self._settings.change_context_lines
        changed = self._file.kept & self._file.added
        near = {n + d for n in changed for d in range(-around, around + 1)}
        return near | {n + d for n in self._removed_before() for d in range(-around, around)}

    def _heads_and_ends(self) -> set[int]:
        """The heads and ends of the innermost definitions around changes, but for those that are new as a whole."""
        owners = innermost(self._all_extents(), self._file.added)
        changed = (self._file.kept & self._file.added) | self._gaps()
        shown: set[int] = set()
        for extent in {owners[n] for n in changed if n in owners}:
            shown |= extent.ends(self._settings.change_head_lines)
        return shown

    def _selected_definitions(self) -> set[int]:
        """The lines of the smallest definition around each run of selected lines."""
        shown: set[int] = set()
        for first, last in runs(self._file.selected):
            around = [each for each in self._all_extents() if each.first <= first and last <= each.last]
            if around:
                smallest = min(around, key=lambda each: (each.last - each.first, each.first))
                shown |= set(range(smallest.first, smallest.last + 1))
        return shown

    def _removed_before(self) -> set[int]:
        return {line.before for line in self._file.removed if line.old in self._file.kept_removed}

    def _gaps(self) -> set[int]:
        """For each place where lines were removed and none added: the line before it, in the same definition."""
        added = self._file.added
        alone = {n for n in self._removed_before() if n not in added and n - 1 not in added}
        return {max(1, n - 1) for n in alone} & self._file.lines.keys()

    def _all_extents(self) -> list[Extent]:
        if self._extents is None:
            text = self._file.text
            self._extents = list(self._find(text, self._file.language)) if text else []
        return self._extents


def innermost(extents: Iterable[Extent], added: Collection[int]) -> dict[int, Extent]:
    """For each line the smallest definition around it, leaving out definitions that are new as a whole."""
    owners: dict[int, Extent] = {}
    for extent in sorted(extents, key=lambda each: each.first - each.last):
        lines = range(extent.first, extent.last + 1)
        if not all(n in added for n in lines):
            owners.update(dict.fromkeys(lines, extent))
    return owners


def runs(numbers: Collection[int]) -> list[tuple[int, int]]:
    """Numbers that follow one another, as first and last."""
    found: list[tuple[int, int]] = []
    for n in sorted(numbers):
        if found and n == found[-1][1] + 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found


def bridged(lines: Collection[int], known: Collection[int], most: int) -> set[int]:
    """The lines, and those of the gaps between them that are at most so long."""
    shown = set(lines)
    for (_, end), (start, _) in zip(stretches := runs(lines), stretches[1:], strict=False):
        gap = range(end + 1, start)
        if len(gap) <= most and all(n in known for n in gap):
            shown |= set(gap)
    return shown
