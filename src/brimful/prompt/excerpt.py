"""Text that is cut to its budget (RES-1): the head and the tail stay, a marker says how much went between.

How a text is cut is a function that is handed in; the one here knows nothing of what the text is. A cut once made is
to be repeated byte for byte, or the provider's cache is lost: an excerpt leaves its `Cut` as metadata, and one that
is given known cuts repeats them, however large its budget is by then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, Unpack

from msgspec import Struct

from brimful.cutting import Room, cut
from brimful.prompt.element import Children, Props, Sizing
from brimful.prompt.elements import Expandable
from brimful.prompt.extras import Meta

CUT = "cut"
"""The key of the metadata that an excerpt leaves when it cut."""


class Shorten(Protocol):
    """Makes a text smaller: at most `tokens` of what `count` counts. It never returns nothing for something."""

    def __call__(self, text: str, tokens: int, count: Callable[[str], int]) -> str:
        """Return the text made smaller."""
        ...


class Cut(Struct, frozen=True):
    """A text that was cut: the name of the whole, what is left of it, and what both cost."""

    whole: str
    text: str
    tokens: int
    tokens_before: int


class Excerpt(Expandable):
    """Text that is shortened when it is more than its budget, and less so when there is room left in the end.

    count: what it costs where it stands; without one, what it costs by itself.
    least: never shortened to less than this, however small its budget is.
    limit: shortened when it is more than this instead, whatever its budget is.
    cuts:  texts that were cut before, by their names, and what is left of them.
    """

    __slots__ = ("count", "cuts", "least", "limit", "shorten", "text")

    def __init__(
        self,
        text: str,
        *,
        shorten: Shorten | None = None,
        cuts: Mapping[str, str] | None = None,
        count: Callable[[str], int] | None = None,
        least: int = 0,
        limit: int | None = None,
        **props: Unpack[Props],
    ) -> None:
        super().__init__(self.say, **props)
        self.text = text
        self.shorten = shorten or head_and_tail
        self.cuts = cuts or {}
        self.count = count
        self.least = least
        self.limit = limit

    async def say(self, sizing: Sizing) -> Children:
        """The text, or what is left of it."""
        if self.cuts and (known := self.cuts.get(name_of_text(self.text))) is not None:
            return known
        warming = sizing.tokenizer.warm([self.text])
        if warming is not None:
            await warming
        room = max(self.least, sizing.budget) if self.limit is None else self.limit
        count = self.count or sizing.count
        tokens = count(self.text)
        if tokens <= room:
            return self.text
        short = self.shorten(self.text, room, count)
        return [short, Meta(CUT, Cut(name_of_text(self.text), short, count(short), tokens), local=True)]


def name_of_text(text: str) -> str:
    """The name under which a text's cut is remembered."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def head_and_tail(text: str, tokens: int, count: Callable[[str], int]) -> str:
    """Keep the head and the tail of a text, as much as fits; where nothing does, an ellipsis."""
    return cut(text, Room(tokens, count)).text or (text and _ELLIPSIS)


def share_out(sizes: Sequence[int], total: int) -> list[int]:
    """Deal a total out to those who want so much; who wants less than an equal share leaves the rest to others."""
    shares = [0] * len(sizes)
    left = total
    for number, place in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        shares[place] = min(sizes[place], left // (len(sizes) - number))
        left -= shares[place]
    return shares


_ELLIPSIS = "…"
