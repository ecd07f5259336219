"""Changes made smaller (DOC-5): every changed line stays, and the heads and ends of the definitions around them.

    files = [of_diff(each, texts.get(each.path)) for each in parse(diff).files]
    reduced = reduce_change(files, 4_000, count=count, find=find_definitions)
    print(reduced.text)

First every file is shown whole. While that is more than the budget, the largest file is shown in the next smaller
form (see `Form`), then the next largest, until all of them are, and then again with the form after that. The order
does not depend on the budget, so that a smaller budget never shows more. When the least form of all of them is still
too much, `SplitInput` has two halves that may fit one by one (see `halves`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from brimful.documents.change_forms import Find, Fold, Form, View, Views
from brimful.documents.change_text import Style, as_diff, as_lines
from brimful.documents.changed_file import ChangedFile, given_text, of_diff
from brimful.documents.diffs import Diff, write
from brimful.documents.errors import ChangeTooLarge, InvalidDiff, SplitInput
from brimful.documents.halves import prompts_of, split
from brimful.settings import DEFAULTS, Documents

_EACH_SEAM = 2
"""Tokens that two texts may save, at most, by standing side by side."""


class Shown(Struct, frozen=True):
    """How a file is shown. `note` says what else is to be known: that its text was not used, and why."""

    path: str
    kept: Form
    tokens: int
    note: str = ""


class Dropped(Struct, frozen=True):
    """What is not shown at all, and why."""

    path: str
    reason: str


class Reduced(Struct, frozen=True):
    """A change made smaller."""

    text: str
    tokens: int
    files: tuple[Shown, ...]
    dropped: tuple[Dropped, ...]


class How(Struct, frozen=True):
    """How changes are made smaller.

    count:   tokens of a text.               find:   the definitions of a text.
    fold:    folds a text that stands alone; None = nobody does.
    style:   "lines" = each line behind its number; "diff" = a diff again, which costs less.
    ignored: which paths are left out before anything is looked at.
    least:   the least form that is still worth showing; with `Form.DEFINITIONS` a change is rather split than shown
             without the definitions around it.
    """

    count: Callable[[str], int]
    find: Find
    fold: Fold | None = None
    style: Style = "lines"
    ignored: Callable[[str], bool] = lambda path: False
    least: Form = Form.LINES
    settings: Documents = DEFAULTS.documents


def reduce_change(files: Sequence[ChangedFile], budget: int, how: How) -> Reduced:
    """Make a change fit a budget of tokens. Raises `SplitInput`, or `ChangeTooLarge` where nothing can be split."""
    return _Reduction(files, how).fit(budget)


def reduce_diff(diff: Diff, budget: int, how: How, *, read: Callable[[str], str | None]) -> Reduced:
    """Make a diff fit a budget of tokens. One that fits stays as it came.

    read: gives the text of a path, as it is before or after the change; None = there is no such file.
    """
    text = write(diff)
    if text.strip() and not diff.files:
        raise InvalidDiff("there is no diff in it", line=1, hint="git diff, git show and diff -u write diffs")
    ignored = any(how.ignored(file.path) for file in diff.files)
    if how.style == "diff" and not ignored and how.settings.change_removed_lines:
        tokens = how.count(text)
        if tokens <= budget:
            shown = tuple(Shown(each.path, Form.WHOLE, how.count(given_text(of_diff(each)))) for each in diff.files)
            return Reduced(text, tokens, shown, ())
    reduced = reduce_change(_files(diff, how, read), budget, how)
    prose = any(each.prose for each in diff.files) or diff.rest
    dropped = (Dropped("", "the words between the files"),) if prose else ()
    return replace(reduced, dropped=(*reduced.dropped, *dropped))


def reduce_in_parts(diff: Diff, budget: int, how: How, *, read: Callable[[str], str | None]) -> list[Reduced]:
    """Make a diff fit a budget, or halves of it, or halves of those; at most `change_most_prompts` of them."""
    try:
        return [reduce_diff(diff, budget, how, read=read)]
    except SplitInput as refused:
        files = [*refused.parts[0], *refused.parts[1]]
    parts = prompts_of(files, lambda part: reduce_change(part, budget, how), how.settings.change_most_prompts)
    ignored = tuple(Dropped(each.path, "ignored") for each in diff.files if how.ignored(each.path))
    return [replace(parts[0], dropped=ignored + parts[0].dropped), *parts[1:]]


def _files(diff: Diff, how: How, read: Callable[[str], str | None]) -> list[ChangedFile]:
    return [of_diff(each, None if how.ignored(each.path) else read(each.path)) for each in diff.files]


class _Piece:
    """One file, in the form it has now."""

    def __init__(self, file: ChangedFile, how: How) -> None:
        self.file = file
        self._how = how
        self._views = Views(file, how.find, how.fold, how.settings)
        self.form = Form.WHOLE
        self.dropped = ""
        self.text = self._whole()
        self.tokens = how.count(self.text)

    @property
    def can_fold(self) -> bool:
        return self._views.can_fold

    def to(self, form: Form, share: float) -> None:
        """Show it in a smaller form, where that is smaller."""
        if not self.file.has_change:
            self.text, self.tokens, self.dropped = "", 0, "nothing in it changed or is selected"
            return
        view = self._views.view(form, share)
        if not view and not self.file.diff:
            return
        text = self._written(view)
        tokens = self._how.count(text)
        if tokens < self.tokens:
            self.form, self.text, self.tokens = form, text, tokens

    def note(self) -> str:
        """What is to be known beside its form."""
        data = self.file.diff and self.file.diff.data and self.form is not Form.WHOLE
        return self.file.note or ("the data of the binary file is left out" if data else "")

    def _whole(self) -> str:
        as_it_came = self._how.style == "diff" and self._how.settings.change_removed_lines and not self.file.is_part
        return given_text(self.file) if as_it_came and self.file.diff else self._written(self._views.view(Form.WHOLE))

    def _written(self, view: View) -> str:
        if self._how.style == "diff":
            return as_diff(self.file, view, self._how.settings.change_bridge_lines)
        return as_lines(self.file, view)


class _Reduction:
    """Files on their way to less."""

    def __init__(self, files: Sequence[ChangedFile], how: How) -> None:
        self._how = how
        self._ignored = [file.path for file in files if how.ignored(file.path)]
        self._pieces = [_Piece(file, how) for file in files if not how.ignored(file.path)]

    def fit(self, budget: int) -> Reduced:
        needed = 0
        for _ in self._states():
            least = sum(piece.tokens for piece in self._pieces) - _EACH_SEAM * len(self._pieces)
            needed = least if least > budget else self._how.count(self._text())
            if needed <= budget:
                return self._reduced(needed)
        raise self._too_large(budget, self._how.count(self._text()))

    def _states(self) -> Iterator[None]:
        """All whole; then after each step that makes one file smaller."""
        yield
        for form, share in self._steps():
            for piece in sorted(self._pieces, key=lambda piece: -piece.tokens):
                piece.to(form, share)
                yield

    def _steps(self) -> Iterator[tuple[Form, float]]:
        settings = self._how.settings
        if len(self._pieces) == 1 and self._pieces[0].can_fold and self._how.style == "lines":
            for fold in range(1, settings.change_folds + 1):
                yield Form.FOLDED, settings.change_fold_share**fold
        yield Form.AROUND, 1
        yield Form.DEFINITIONS, 1
        if self._how.least is Form.LINES:
            yield Form.LINES, 1

    def _text(self) -> str:
        between = "" if self._how.style == "diff" else "\n"
        return between.join(piece.text for piece in self._pieces if piece.text)

    def _reduced(self, tokens: int) -> Reduced:
        dropped = [Dropped(path, "ignored") for path in self._ignored]
        dropped += [Dropped(piece.file.path, piece.dropped) for piece in self._pieces if piece.dropped]
        shown = [
            Shown(piece.file.name, piece.form, piece.tokens, piece.note())
            for piece in self._pieces
            if not piece.dropped
        ]
        return Reduced(self._text(), tokens, tuple(shown), tuple(dropped))

    def _too_large(self, budget: int, needed: int) -> SplitInput | ChangeTooLarge:
        parts = split([piece.file for piece in self._pieces if not piece.dropped])
        if parts is not None:
            return SplitInput(parts=parts, budget=budget, needed=needed)
        names = ", ".join(piece.file.name for piece in self._pieces)
        return ChangeTooLarge(
            f"what must stay of {names or 'nothing'} takes {needed:,} tokens and the budget is {budget:,}",
            hint="give a larger budget; it cannot be split further",
        )
