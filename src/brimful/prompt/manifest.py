"""The account of a render: every element, what it was allotted, what it used, and what became of it (PT-10).

Nothing in here decides anything. The renderer writes entries and steps down as it goes; people read them as text or
as a page, programs as data. Ids are stable for the same tree, so two renders of it can be laid side by side.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

VERSION = 1

Fate: TypeAlias = Literal["kept", "pruned", "emptied", "unused"]
"""kept: it is in the prompt. pruned: it was taken out, by itself or with what holds it. emptied: it went because
nothing was left in it. unused: it never had anything to say (an alternative not needed, an empty element)."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One element of the tree, in document order.

    id:        its path: "agent/history/3"; the parent's id and its own place or name.
    kind:      what it is: "User", "TextChunk", "text", "Image" …
    allotted:  the budget it was given; None where budgets mean nothing (literals).
    used:      tokens it came to when first rendered.
    tokens:    tokens it has in the prompt; 0 when it is not in it.
    grown:     how many tokens more it took when there was slack.
    step:      the pruning step at which it went, counted from 1.
    limit:     the id of the element whose limit was being enforced then.
    cause:     what took it along, when it did not go by itself: the id of its container, its partner, or "empty";
               of an alternative that was not needed, the id of the one that was.
    favour:    the id of what stayed instead: the lowest that is kept within that limit, when there is one.
    preview:   the beginning of its text, for people.
    """

    id: str
    kind: str
    parent: str = ""
    priority: float | None = None
    required: bool = False
    allotted: int | None = None
    used: int = 0
    tokens: int = 0
    grown: int = 0
    fate: Fate = "kept"
    step: int = 0
    limit: str = ""
    cause: str = ""
    favour: str = ""
    preview: str = ""


class Group(Struct, frozen=True, omit_defaults=True):
    """One group of siblings that shared a budget: what was left, what was held back, and what each was given."""

    parent: str
    remaining: int
    reserved: int
    budgets: tuple[tuple[str, int], ...]


class Step(Struct, frozen=True, omit_defaults=True):
    """One pruning step: which limit was enforced, what went by choice, and what went along with it."""

    number: int
    limit: str
    removed: tuple[str, ...]
    along: tuple[str, ...] = ()


class Manifest(Struct, frozen=True, omit_defaults=True):
    """The whole account."""

    budget: int
    tokens: int
    entries: tuple[Entry, ...]
    groups: tuple[Group, ...] = ()
    steps: tuple[Step, ...] = ()
    counter: str = ""
    version: int = VERSION

    @property
    def left_behind(self) -> tuple[Entry, ...]:
        """What had something to say and is not in the prompt."""
        return tuple(entry for entry in self.entries if entry.fate in ("pruned", "emptied"))

    @property
    def kept(self) -> tuple[Entry, ...]:
        """What is in the prompt."""
        return tuple(entry for entry in self.entries if entry.fate == "kept")
