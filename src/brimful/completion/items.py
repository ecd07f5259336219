"""The pieces a completion may be given, and which of them matters more (IC-2)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

PRIORITIES: dict[str, float] = {
    "expression": 1.0,
    "locals": 0.9,
    "inherited": 0.8,
    "traits": 0.7,
    "blueprints": 0.6,
    "properties": 0.5,
    "imports": 0.4,
    "similar": 0.35,  # ours: a window picked because it is alike says more than a neighbour's signatures
    "neighbours": 0.3,
    "globals": 0.2,
}
"""Each kind of piece, from what stands at the cursor to what stands anywhere."""

Reason = Literal["mandatory pool", "optional pool", "prompt", "the document", "not ready", "failed"]


class Item(Struct, frozen=True):
    """A piece of context.

    text:  what the model would read; its length is what the pools are charged.
    path:  the file it comes from; "" where it is of no file.
    score: which comes first among pieces of one priority; the greater.
    start and end: lines of the file, 0-based, `end` not included; both 0 where the piece is no stretch of lines.
    """

    kind: str
    priority: float
    text: str
    path: str = ""
    score: float = 0.0
    start: int = 0
    end: int = 0


class LeftOut(Struct, frozen=True):
    """What a completion was not given, and why.

    reason: which pool was empty; that the prompt had no room; that the document leaves none; that a provider was not
            ready in time, or failed.
    what:   the kind of the piece, or the provider's name.
    detail: what a person would ask next: how late, which error.
    """

    reason: Reason
    what: str
    path: str = ""
    chars: int = 0
    detail: str = ""


def item(kind: str, text: str, path: str = "", *, score: float = 0.0, start: int = 0, end: int = 0) -> Item:
    """Return a piece with the priority of its kind; a kind that is not in the table is a `KeyError`."""
    return Item(kind, PRIORITIES[kind], text, path, score, start, end)
