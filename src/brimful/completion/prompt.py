"""The prompt of a completion: pieces as comments, then the text around the cursor, within its tokens (IC-1).

The text around the cursor comes first: whole if it fits, else whole lines on both sides, those behind the cursor
within their share. Pieces fill what is left, the most important first, and stand before the text in the opposite
order: the best is nearest to the cursor. Counts are exact, and what was counted once is not counted again: the text
is cut where cutting does not change the count, at places that typing at the cursor does not move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from brimful.completion.items import Item, LeftOut
from brimful.completion.providers import Place
from brimful.documents.languages import LANGUAGES
from brimful.settings import DEFAULTS, Completion
from brimful.tokens import TextCounter
from brimful.tokens.cuts import head_within, safe_cut_after, tail_within

CURSOR = "<|cursor|>"
"""Stands where the cursor is, in a prompt that is one text."""
_STRETCH = 2_048
"""Characters of a document that are counted, and remembered, together."""


class Prompt(Struct, frozen=True):
    """A prompt in its parts, and as one text with the cursor marked; `tokens` is the count of that text."""

    preamble: str
    prefix: str
    suffix: str
    text: str
    tokens: int
    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...]


def assemble(
    place: Place, items: Sequence[Item], counter: TextCounter, settings: Completion = DEFAULTS.completion
) -> Prompt:
    """Put the text around the cursor and the pieces, the most important first, into a prompt."""
    work = _Work(place, counter, settings)
    work.fit_document()
    taken: list[Item] = []
    left_out: list[LeftOut] = []
    for each in items:
        if work.tokens([*taken, each]) <= work.limit:
            taken.append(each)
        else:
            left_out.append(LeftOut("prompt", each.kind, each.path, len(each.text)))
    preamble = "".join(work.comments(taken))
    return Prompt(
        preamble,
        work.prefix,
        work.suffix,
        preamble + work.prefix + CURSOR + work.suffix,
        work.tokens(taken),
        tuple(taken),
        tuple(left_out),
    )


def as_comment(piece: Item, mark: str) -> str:
    """Return a piece as comments of a language: where it is from, then its lines."""
    lines = f":{piece.start + 1}-{piece.end}" if piece.end else ""
    said = [f"{piece.kind}: {piece.path}{lines}", *piece.text.split("\n")]
    return "".join(f"{mark} {line}".rstrip() + "\n" for line in said)


class _Work:
    """One prompt while it is put together."""

    def __init__(self, place: Place, counter: TextCounter, settings: Completion) -> None:
        self._place = place
        self._counter = counter
        self._encoding = settings.encoding
        self._share = settings.suffix_share
        self.limit = max(0, settings.budget_tokens - settings.prompt_reserve_tokens)
        self.prefix = place.text[: place.offset]
        self.suffix = place.text[place.offset :]
        language = LANGUAGES.get(place.language)
        self._mark = (language.comment if language else "") or ">"

    def fit_document(self) -> None:
        """Cut the text around the cursor to whole lines until it fits."""
        limit = self.limit
        while True:
            self._cut(limit - self._count(CURSOR))
            if self.tokens() <= self.limit or not (self.prefix or self.suffix):
                return
            limit -= 1 + limit // 64  # parts that fit alone can be a token more when joined

    def comments(self, items: Iterable[Item]) -> list[str]:
        """The pieces as comments, in the order they stand in."""
        return [as_comment(each, self._mark) for each in reversed(list(items))]

    def tokens(self, items: Iterable[Item] = ()) -> int:
        """Count the prompt with these pieces."""
        parts = [*self.comments(items), *self._stretches(), CURSOR, self.suffix]
        return count_joined(parts, self._counter, self._encoding)

    def _stretches(self) -> list[str]:
        """The text before the cursor, cut where the document is, whatever of it is shown."""
        start = self._place.offset - len(self.prefix)
        places = range(start - start % _STRETCH + _STRETCH, self._place.offset, _STRETCH)
        return [self._place.text[a:b] for a, b in pairwise([start, *places, self._place.offset])]

    def _cut(self, limit: int) -> None:
        text, offset = self._place.text, self._place.offset
        start, before = self._tail(limit)
        end, after = self._head(max(int(limit * self._share), limit - before))
        if before + after > limit:
            start, _ = self._tail(limit - after)
        if end < len(text):
            end = max(offset, text.rfind("\n", offset, end) + 1)
        if start:
            # A line that does not fit as a whole is shown in part: the cursor stands in it.
            start = (text.find("\n", start - 1, offset) + 1) or start
        self.prefix, self.suffix = text[start:offset], text[offset:end]

    def _tail(self, limit: int) -> tuple[int, int]:
        """Where the longest text before the cursor within so many tokens starts, and its tokens, by stretches."""
        text, used = self._place.text, 0
        end = self._place.offset
        while end:
            start = (end - 1) // _STRETCH * _STRETCH
            part = text[start:end]
            tokens = self._count(part)
            if used + tokens > limit:
                kept = tail_within(part, max(0, limit - used), self._counter, self._encoding)
                return start + kept, used + self._count(part[kept:])
            end, used = start, used + tokens
        return 0, used

    def _head(self, limit: int) -> tuple[int, int]:
        """Where the longest text behind the cursor within so many tokens ends, and its tokens, by stretches."""
        text, used = self._place.text, 0
        for start in range(self._place.offset, len(text), _STRETCH):
            part = text[start : start + _STRETCH]
            tokens = self._count(part)
            if used + tokens > limit:
                kept = head_within(part, max(0, limit - used), self._counter, self._encoding)
                return start + kept, used + self._count(part[:kept])
            used += tokens
        return len(text), used

    def _count(self, text: str) -> int:
        return self._counter.count(text, self._encoding)


def count_joined(parts: Iterable[str], counter: TextCounter, encoding: str) -> int:
    """Return the count of the parts joined; a part that was counted before in the same company costs a look-up."""
    text = "".join(parts := list(parts))
    borders = [0]
    start = 0
    for part in parts:
        cut = safe_cut_after(text, start) if start else 0
        if cut > borders[-1]:
            borders.append(cut)
        start += len(part)
    return sum(counter.count(text[a:b], encoding) for a, b in pairwise([*borders, len(text)]))
