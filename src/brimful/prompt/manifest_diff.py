"""Two renders side by side: what appeared, what vanished, what changed its fate or its size (PT-10).

Ids are stable for the same tree, so an element is the same in both when its id is. Steps, limits and favours alone
are no difference: they name how, not what. Equal manifests give an empty difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from brimful.prompt.columns import cut, one_line
from brimful.prompt.manifest import Entry, Manifest
from brimful.prompt.manifest_words import MINUS, number

LINES = 12  # of each sort, before the rest is only counted
_WIDEST = 160  # columns of a line; ids come from anywhere
_Key: TypeAlias = tuple[str, int]  # an id, and how often it was there before


class Change(Struct, frozen=True):
    """One element in both renders."""

    before: Entry
    after: Entry


class Difference(Struct, frozen=True):
    """What is different, in document order.

    refated:  changed their fate (kept, pruned …), and perhaps more.
    resized:  changed their tokens, what they were allotted, or what they would have used, but not their fate.
    """

    budget: tuple[int, int]
    tokens: tuple[int, int]
    appeared: tuple[Entry, ...] = ()
    vanished: tuple[Entry, ...] = ()
    refated: tuple[Change, ...] = ()
    resized: tuple[Change, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the two renders are the same in all that is compared."""
        same = self.budget[0] == self.budget[1] and self.tokens[0] == self.tokens[1]
        return same and not (self.appeared or self.vanished or self.refated or self.resized)


def compare(before: Manifest, after: Manifest) -> Difference:
    """Lay two renders side by side."""
    old, new = dict(_keyed(before.entries)), dict(_keyed(after.entries))
    both = [Change(old[key], entry) for key, entry in new.items() if key in old]
    return Difference(
        budget=(before.budget, after.budget),
        tokens=(before.tokens, after.tokens),
        appeared=tuple(entry for key, entry in new.items() if key not in old),
        vanished=tuple(entry for key, entry in old.items() if key not in new),
        refated=tuple(change for change in both if change.before.fate != change.after.fate),
        resized=tuple(change for change in both if _is_resized(change)),
    )


def as_text(difference: Difference, *, full: bool = False) -> str:
    """The difference in a few lines; `full` names every element, also those that only follow what they hold."""
    if difference.is_empty:
        return "no difference\n"
    inner = frozenset[str]() if full else _told_by_others(difference)
    lines = list(_totals(difference))
    lines += _some((_refated(change) for change in difference.refated), "changed their fate", full)
    lines += _some(_gathered(difference.appeared, "new", full), "are new", full)
    lines += _some(_gathered(difference.vanished, "no longer in the tree, was", full), "are no longer there", full)
    resized = [change for change in difference.resized if change.after.id not in inner]
    shares = [change for change in resized if _only_shares(change)]
    sized = resized if full else [change for change in resized if not _only_shares(change)]
    lines += _some((_resized(change) for change in sized), "changed their size", full)
    if shares and not full:
        lines.append(f"{_elements(len(shares))} given another share of the budget, of the same size as before")
    return "\n".join(cut(line, _WIDEST) for line in lines) + "\n"


def _keyed(entries: Iterable[Entry]) -> Iterator[tuple[_Key, Entry]]:
    """Entries by id; a repeated id is told apart by its turn."""
    times: dict[str, int] = {}
    for entry in entries:
        turn = times.get(entry.id, 0)
        times[entry.id] = turn + 1
        yield (entry.id, turn), entry


def _is_resized(change: Change) -> bool:
    before, after = change.before, change.after
    sizes = (before.tokens, before.allotted, before.used) != (after.tokens, after.allotted, after.used)
    return sizes and before.fate == after.fate


def _told_by_others(difference: Difference) -> frozenset[str]:
    """The elements that hold something that is in the difference itself, so that theirs is only the sum."""
    resized = (change.after for change in difference.resized if not _only_shares(change))
    refated = (change.after for change in difference.refated)
    parents = {entry.id: entry.parent for entry in (change.after for change in difference.resized)}
    told: set[str] = set()
    for entry in (*resized, *refated, *difference.appeared, *difference.vanished):
        parent = entry.parent
        while parent and parent not in told:
            told.add(parent)
            parent = parents.get(parent, "")
    return frozenset(told)


def _only_shares(change: Change) -> bool:
    return change.before.tokens == change.after.tokens and change.before.used == change.after.used


def _totals(difference: Difference) -> Iterator[str]:
    before, after = difference.tokens
    if before == after:
        yield f"{number(after)} tokens as before"
    else:
        yield f"{number(before)} -> {number(after)} tokens ({_signed(after - before)})"
    if difference.budget[0] != difference.budget[1]:
        yield f"budget {number(difference.budget[0])} -> {number(difference.budget[1])}"


def _refated(change: Change) -> str:
    before, after = change.before, change.after
    size = after.used if after.is_gone else after.tokens
    return f"{one_line(after.id)}: {before.fate} -> {_fate(after)}, {number(size)} tokens"


def _fate(entry: Entry) -> str:
    if not (entry.is_gone and entry.step):
        return entry.fate
    limit = f" (limit {one_line(entry.limit)})" if entry.limit else ""
    return f"{entry.fate} at step {entry.step}{limit}"


def _gathered(entries: Sequence[Entry], word: str, full: bool) -> Iterator[str]:
    """A line for each, but one for a parent with all that came or went inside it."""
    ids = {entry.id for entry in entries}
    inside: dict[str, int] = {}
    tops: dict[str, str] = {}
    for entry in entries:
        tops[entry.id] = tops.get(entry.parent, entry.parent) if entry.parent in ids else entry.id
        inside[tops[entry.id]] = inside.get(tops[entry.id], 0) + 1
    for entry in entries:
        if full or tops[entry.id] == entry.id:
            more = f", with {inside[entry.id] - 1:,} inside" if not full and inside[entry.id] > 1 else ""
            size = entry.used if entry.is_gone else entry.tokens
            yield f"{one_line(entry.id)}: {word} {_fate(entry)}, {number(size)} tokens{more}"


def _resized(change: Change) -> str:
    before, after = change.before, change.after
    parts = []
    if before.tokens != after.tokens:
        parts.append(f"{number(before.tokens)} -> {number(after.tokens)} tokens")
    elif before.used != after.used:
        parts.append(f"would have been {number(before.used)}, now {number(after.used)} tokens")
    if before.allotted != after.allotted:
        parts.append(f"given {number(before.allotted)} -> {number(after.allotted)}")
    return f"{one_line(after.id)}: {', '.join(parts)}"


def _some(lines: Iterable[str], what: str, full: bool) -> Iterator[str]:
    listed = list(lines)
    if full or len(listed) <= LINES + 1:
        yield from listed
        return
    yield from listed[:LINES]
    yield f"… {len(listed) - LINES:,} more {what}"


def _elements(count: int) -> str:
    return "1 element was" if count == 1 else f"{count:,} elements were"


def _signed(value: int) -> str:
    return f"+{value:,}" if value > 0 else f"{MINUS}{-value:,}"
