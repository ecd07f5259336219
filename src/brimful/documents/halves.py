"""Changes that are too large for one prompt, as several (DOC-5).

    answers = await in_halves(files, lambda part: reduce_change(part, 8_000, how).text, send)

The prompts are all made before the first is sent: too many of them are refused before anything was paid for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeVar

from brimful.documents.changed_file import ChangedFile, Removed, part_of
from brimful.documents.errors import ChangeTooLarge, SplitInput
from brimful.settings import DEFAULTS

P = TypeVar("P")
A = TypeVar("A")


def split(files: Sequence[ChangedFile]) -> tuple[list[ChangedFile], list[ChangedFile]] | None:
    """The first half of the files and the rest; of one file, its first changes and the rest. None = no halves."""
    if len(files) > 1:
        middle = len(files) // 2
        return list(files[:middle]), list(files[middle:])
    parts = _parts(files[0]) if files else None
    return parts and ([parts[0]], [parts[1]])


def prompts_of(
    files: Sequence[ChangedFile],
    make_prompt: Callable[[Sequence[ChangedFile]], P],
    limit: int = DEFAULTS.documents.change_most_prompts,
) -> list[P]:
    """A prompt of all files, or of each half of them, and so on where a half is still too large; in order.

    make_prompt raises `SplitInput` where its files are too many. More than `limit` prompts raise `ChangeTooLarge`.
    """
    made: list[P] = []
    for prompt in _each(files, make_prompt):
        made.append(prompt)
        if len(made) > limit:
            raise ChangeTooLarge(
                f"the change takes more than {limit} prompts", hint="give a larger budget, or ignore generated files"
            )
    return made


async def in_halves(
    files: Sequence[ChangedFile],
    make_prompt: Callable[[Sequence[ChangedFile]], P],
    send: Callable[[P], Awaitable[A]],
    limit: int = DEFAULTS.documents.change_most_prompts,
) -> list[A]:
    """The answers to the prompts of a change, one after another, in order (see `prompts_of`)."""
    return [await send(prompt) for prompt in prompts_of(files, make_prompt, limit)]


def _each(files: Sequence[ChangedFile], make_prompt: Callable[[Sequence[ChangedFile]], P]) -> Iterator[P]:
    """Depth first: the first half, all of it, before the second."""
    waiting = [files]
    while waiting:
        part = waiting.pop()
        try:
            prompt = make_prompt(part)
        except SplitInput as refused:
            waiting += [refused.parts[1], refused.parts[0]]
        else:
            yield prompt


def _parts(file: ChangedFile) -> tuple[ChangedFile, ChangedFile] | None:
    removed = {line.old: line for line in file.removed if line.old in file.kept_removed}
    changes = _changes(file, removed)
    if len(changes) < 2:
        return None
    middle = _between_hunks(changes)
    return _part(file, changes[:middle]), _part(file, changes[middle:])


# A changed line as (number after the change, 0 = removed / 1 = stands, its own number): sorts as the lines stand.
_Change = tuple[int, int, int]


def _changes(file: ChangedFile, removed: dict[int, Removed]) -> list[_Change]:
    return sorted([*((n, 1, n) for n in file.kept), *((line.before, 0, old) for old, line in removed.items())])


def _between_hunks(changes: list[_Change]) -> int:
    """Where to cut: between two places that changed, as near to the middle as there is one; else in the middle."""
    middle = len(changes) // 2
    places = [at for at in range(1, len(changes)) if changes[at][0] > changes[at - 1][0] + 1]
    return min(places, key=lambda at: abs(at - middle)) if places else middle


def _part(file: ChangedFile, changes: list[_Change]) -> ChangedFile:
    return part_of(
        file,
        frozenset(own for _, stands, own in changes if stands),
        frozenset(own for _, stands, own in changes if not stands),
    )
