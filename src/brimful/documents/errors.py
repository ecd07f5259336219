"""Why a change cannot be read, or cannot be made small enough (DOC-5)."""

from __future__ import annotations

from typing import ClassVar

from brimful.errors import BrimfulError, InputTooLarge, InvalidInput


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

    halves: the names of what goes into each half, in order. A name is a file's path, or `path:first-last` for a part
            of a file's changes.
    budget: the limit that could not be met, and needed: the tokens of what must stay.
    """

    type: ClassVar[str] = "split_input"

    def __init__(self, *, halves: tuple[tuple[str, ...], tuple[str, ...]], budget: int, needed: int) -> None:
        named = " | ".join(", ".join(half) for half in halves)
        super().__init__(
            f"the changed lines take {needed:,} tokens and the budget is {budget:,}; the halves are {named}",
            hint="try each half by itself, or give a larger budget",
        )
        self.halves = halves
        self.budget = budget
        self.needed = needed


class ChangeTooLarge(InputTooLarge):
    """What must stay is more than the budget, and there is nothing left to halve, or too much for so many prompts."""

    type: ClassVar[str] = "change_too_large"
