"""A text chunk cut to its budget at places where it may be cut (PT-6).

The text is taken from break to break; each piece after the first begins with its separator, and what follows the last
break is a piece too. The longest head that fits is searched by doubling and halving, since a longer head never counts
less by more than a token or two; what comes out is counted, so it fits for certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy

from brimful.prompt.element import HIGHEST, Child, Sizing
from brimful.prompt.elements import TextChunk
from brimful.prompt.errors import InvalidPrompt
from brimful.prompt.extras import LineBreak, Opaque


def chunk_children(chunk: TextChunk, parts: Iterator[Child], sizing: Sizing) -> list[Child]:
    """Return what a text chunk says within its budget: its extras, then its text."""
    texts: list[str] = []
    kept: list[Child] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, LineBreak):
            texts.append("\n")
        elif isinstance(part, Opaque) and part.priority is None:
            part = copy(part)
            part.priority = HIGHEST
            kept.append(part)
        elif hasattr(part, "render"):
            raise InvalidPrompt("a text chunk holds text, not elements", hint="put the elements beside it")
        else:
            kept.append(part)
    text = "".join(texts)
    if chunk.break_on is not None:
        text = text[: fitting(text, chunk.break_on, sizing)]
    return [*kept, text]


def fitting(text: str, break_on: str | re.Pattern[str], sizing: Sizing) -> int:
    """Return how many characters fit the budget, ending where the text may be cut."""
    places = [*_breaks(text, break_on), len(text)]

    def fits(count: int) -> bool:
        return count == 0 or sizing.count(text[: places[count - 1]]) <= sizing.budget

    low, step = 0, 1
    while low + step <= len(places) and fits(low + step):
        low += step
        step *= 2
    high = min(low + step, len(places) + 1)  # does not fit, or is one too many
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return places[low - 1] if low else 0


def _breaks(text: str, break_on: str | re.Pattern[str]) -> Iterator[int]:
    """Where separators begin, the first character of the text left aside when one stands there."""
    if isinstance(break_on, str):
        if not break_on:
            raise InvalidPrompt("break_on is empty", hint="name a separator, or leave it out")
        start = text.find(break_on)
        while start >= 0:
            yield start
            start = text.find(break_on, start + len(break_on))
    else:
        yield from (found.start() for found in break_on.finditer(text))
