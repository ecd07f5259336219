"""Why a change cannot be read, or cannot be made small enough (DOC-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from brimful.errors import BrimfulError, InputTooLarge, InvalidInput

if TYPE_CHECKING:
    from brimful.documents.changed_file import ChangedFile

_NAMED = 5
"""Names of a half that a message gives at most; `halves` has all."""


class InvalidDiff(InvalidInput):
    """The text is not a diff that can be read; `line` is the line of it, counted from 1, where that shows."""

    type: ClassVar[str] = "invalid_diff"

    def __init__(self, message: str, *, line: int, hint: str = "") -> None:
        super().__init__(message, at=f"line {line}", hint=hint)
        self.line = line


class PathRefused(InvalidInput):
    """A diff names a file that is not below the folder it may be read from."""

    type: ClassVar[str] = "path_refused"


class SplitInput(BrimfulError):
    """What must stay of a change is more than the budget; each half may fit by itself.

    parts:  the files of each half, in order, and halves: their names. A name is a file's path, or `path:first-last`
            for a part of a file's changes.
    budget: the limit that could not be met, and needed: the tokens of what must stay.
    """

    type: ClassVar[str] = "split_input"

    def __init__(
        self, *, parts: tuple[Sequence[ChangedFile], Sequence[ChangedFile]], budget: int, needed: int
    ) -> None:
        self.parts = parts
        self.halves = tuple(tuple(file.name for file in part) for part in parts)
        self.budget = budget
        self.needed = needed
        super().__init__(
            f"what must stay takes {needed:,} tokens and the budget is {budget:,}; "
            f"the halves are {' | '.join(_few(half) for half in self.halves)}",
            hint="try each half by itself, or give a larger budget",
        )


class ChangeTooLarge(InputTooLarge):
    """What must stay is more than the budget, and there is nothing left to halve, or too much for so many prompts."""

    type: ClassVar[str] = "change_too_large"


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
