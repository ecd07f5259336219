"""A conversation as elements (PT-6): turns, rounds and tool results, made of neutral messages.

    History(messages, priority=700, flex_grow=1)       what went before: the oldest turns go first
    Rounds(messages, priority=899, flex_grow=2)        the current turn: the oldest rounds go first

A round (what the model said in one go, with the results of all tools it called) stays or goes as one, so a call never
loses its result. Within a turn the rounds go first and what the user said last: what is kept never starts in the
middle of an answer, and the rounds that are kept are always the newest ones.

While sizes are dealt out the newest round renders first, and a part of the rest is held back for those before it;
within a round the longest result renders last and has what the others leave. A result larger than its share is cut
(`excerpt`). Calls and results that do not pair up are mended beforehand; what was
done is left as metadata under `MENDED`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import TypeAlias, Unpack

from msgspec import Struct

from brimful import messages
from brimful.messages import Message, rounds, turns
from brimful.messages.pairing import pair_up
from brimful.prompt.element import Child, Children, Container, Element, Props, Sizing
from brimful.prompt.elements import Chunk, System, Tool, User
from brimful.prompt.excerpt import Excerpt, Shorten, head_and_tail
from brimful.prompt.extras import CacheMark, Meta
from brimful.prompt.spoken import assistants, results, said
from brimful.prompt.tokenizer import Tokenizer
from brimful.settings import DEFAULTS

MENDED = "mended"
"""The key of the metadata that says what was done to calls and results that did not pair up."""

_NO_OUTPUT = "(no output)"  # providers refuse empty results, and a call without one


class Shaping(Struct, frozen=True):
    """How results are made smaller.

    shorten: cuts a text to its share.   least: the tokens to which it is cut when its share is smaller than that.
    cuts:    texts that were cut before, and are repeated as they are.
    reserve: one part in so many of what remains is held back for earlier rounds, for all of them together.
    """

    shorten: Shorten = head_and_tail
    cuts: Mapping[str, str] = {}
    least: int = DEFAULTS.prompt.result_min_tokens
    reserve: float = DEFAULTS.prompt.rounds_reserve


class ToolResult(Tool):
    """What a tool gave back, cut when it is more than its share."""

    __slots__ = ("marked", "result", "shaping")

    frame_charged = True  # what is cut to its share leaves nothing over for a frame

    def __init__(
        self,
        result: messages.ToolResult,
        *,
        shaping: Shaping | None = None,
        marked: bool = False,
        **props: Unpack[Props],
    ) -> None:
        super().__init__(call_id=result.call_id, is_error=result.is_error, name=result.name, **props)
        self.result = result
        self.shaping = shaping or Shaping()
        self.marked = marked

    def render(self, sizing: Sizing) -> Children:
        """The texts, each within an equal share, and the media. Something is always said."""
        said_: list[Child] = []
        for part in self.result.content:
            if not isinstance(part, messages.Text):
                said_ += said([part])
            elif part.text.strip():
                said_.append(self._excerpt(part.text, sizing.tokenizer))
        return [said_ or _NO_OUTPUT, CacheMark() if self.marked else None]

    def _excerpt(self, text: str, tokenizer: Tokenizer) -> Excerpt:
        how = self.shaping
        frame = tokenizer.message(self._saying(""))
        return Excerpt(
            text,
            shorten=how.shorten,
            count=lambda text: tokenizer.message(self._saying(text)) - frame,
            cuts=how.cuts,
            least=how.least,
            flex_grow=1,
        )

    def _saying(self, text: str) -> Message:
        """The message with that text alone: some models pay more for a result than for its text."""
        return Message("tool", (messages.ToolResult(self.call_id, (messages.Text(text),)),), self.name)


class Round(Chunk):
    """What the model said in one go, and the results of the tools it called. It stays or goes as one.

    thinking: whether the model's reasoning is said again; providers want that of the current turn, and no other.
    marked:   whether a cache mark stands behind the last result.
    """

    __slots__ = ()

    def __init__(
        self,
        spoken: Sequence[Message],
        *,
        thinking: bool = True,
        shaping: Shaping | None = None,
        marked: bool = False,
        **props: Unpack[Props],
    ) -> None:
        found = list(results(spoken))
        children: list[Child] = list(assistants([m for m in spoken if m.role == "assistant"], thinking=thinking))
        answers = [
            ToolResult(
                result,
                shaping=shaping,
                marked=marked and place == len(found),
                flex_grow=rank,
                flex_reserve=f"/{len(found)}",
            )
            for place, (result, rank) in enumerate(zip(found, _ranks(found), strict=True), 1)
        ]
        if answers:
            children.append(Container(*answers, flex_grow=1))
        words = [User(*said(m.parts), name=m.name) for m in spoken if m.role == "user"]
        super().__init__(*children, *words, **props)


class Rounds(Element):
    """Rounds of one turn, the oldest first to go; of n, round i (from 0) has priority i.

    Round i grows at i + 1, so later rounds render first; together the earlier ones have one part in
    `shaping.reserve` of what remains held back for them. What stands between rounds is numbered with them.
    """

    __slots__ = ("items", "marked", "mends", "shaping", "thinking")

    def __init__(
        self,
        spoken: Sequence[Message],
        *,
        thinking: bool = True,
        shaping: Shaping | None = None,
        marked: bool = False,
        **props: Unpack[Props],
    ) -> None:
        super().__init__(**props)
        paired, self.mends = _paired(spoken)
        self.items = list(_items(paired))
        self.thinking = thinking
        self.shaping = shaping or Shaping()
        self.marked = marked

    def render(self, sizing: Sizing) -> Children:
        """The rounds, numbered."""
        return [*self.mends, *self.numbered(0)]

    def numbered(self, first: float) -> Iterator[Element]:
        """The items with ascending priorities from `first` on."""
        count = sum(isinstance(item, list) for item in self.items)
        newest = max(
            (i for i, item in enumerate(self.items) if isinstance(item, list) and any(results(item))), default=-1
        )
        number = 0
        for place, item in enumerate(self.items):
            if isinstance(item, list):
                marked = self.marked and place == newest
                yield Round(
                    item,
                    thinking=self.thinking,
                    shaping=self.shaping,
                    marked=marked,
                    required=marked,  # it would go whole, its mark with it, though it is what the mark protects
                    priority=first + place,
                    flex_grow=number + 1,
                    flex_reserve=_part_of(self.shaping, count),
                )
                number += 1
            else:
                yield _alone(item, first + place)


class Turn(Element):
    """What the user said and the rounds that came of it. The rounds go first, the oldest of them ahead, the user's
    words last; of n pieces, the i-th to go has priority − n + i. They compete with what stands beside the turn."""

    __slots__ = ("opening", "rounds")

    def __init__(
        self,
        spoken: Sequence[Message],
        *,
        thinking: bool = False,
        shaping: Shaping | None = None,
        **props: Unpack[Props],
    ) -> None:
        props.setdefault("pass_priority", True)
        super().__init__(**props)
        end = next((i for i, m in enumerate(spoken) if m.role != "user" or m.tool_results), len(spoken))
        self.opening = spoken[:end]
        self.rounds = Rounds(spoken[end:], thinking=thinking, shaping=shaping)

    @property
    def size(self) -> int:
        """How many pieces it has."""
        return len(self.opening) + len(self.rounds.items)

    def render(self, sizing: Sizing) -> Children:
        """The pieces, numbered."""
        first = (self.priority or 0) - self.size
        words = first + len(self.rounds.items)
        opening = [_alone(message, words + i) for i, message in enumerate(self.opening)]
        return [*self.rounds.mends, *opening, *self.rounds.numbered(first)]


class History(Element):
    """A conversation so far, as turns or as messages: the oldest turn goes first, the newest last.

    Of n pieces in all turns, the i-th to go has priority − n + i; they compete with what stands beside the history.
    System messages ahead of the first turn have no place in that order: they go when everything else is gone.
    """

    __slots__ = ("head", "mends", "shaping", "turns")

    def __init__(
        self,
        spoken: Sequence[Message] | Sequence[Turn] = (),
        *,
        thinking: bool = False,
        shaping: Shaping | None = None,
        **props: Unpack[Props],
    ) -> None:
        props.setdefault("pass_priority", True)
        super().__init__(**props)
        self.shaping = shaping or Shaping()
        given = [turn for turn in spoken if isinstance(turn, Turn)]
        paired, self.mends = _paired([message for message in spoken if isinstance(message, Message)])
        found = turns(paired)
        self.head = paired[: found[0].start] if found else paired
        self.turns = given + [
            Turn(paired[turn.start : turn.stop], thinking=thinking, shaping=self.shaping) for turn in found
        ]

    def render(self, sizing: Sizing) -> Children:
        """The turns, numbered through."""
        base = (self.priority or 0) - sum(turn.size for turn in self.turns)
        out: list[Child] = [*self.mends, *(_alone(message, None) for message in self.head)]
        for place, turn in enumerate(self.turns):
            base += turn.size
            numbered = copy(turn)
            numbered.priority = base
            numbered.flex_grow = place + 1
            numbered.flex_reserve = _part_of(self.shaping, len(self.turns))
            out.append(numbered)
        return out


_Item: TypeAlias = "list[Message] | Message"
"""A round, or a message between rounds."""


def _items(spoken: Sequence[Message]) -> Iterator[_Item]:
    end = 0
    for found in rounds(spoken):
        yield from spoken[end : found.start]
        yield list(spoken[found.start : found.stop])
        end = found.stop
    yield from spoken[end:]


def _paired(spoken: Sequence[Message]) -> tuple[list[Message], list[Meta]]:
    """The messages with every call and every result in place, and what had to be done for it."""
    pairing = pair_up(spoken)
    return [paired.message for paired in pairing.messages], [Meta(MENDED, mend.what) for mend in pairing.mends]


def _ranks(found: Sequence[messages.ToolResult]) -> list[int]:
    """When each result renders: the longest last, so that it has what the others leave."""
    sizes = [sum(len(part.text) for part in each.content if isinstance(part, messages.Text)) for each in found]
    ranks = [0] * len(found)
    for rank, place in enumerate(sorted(range(len(found)), key=sizes.__getitem__, reverse=True), 1):
        ranks[place] = rank
    return ranks


def _alone(message: Message, priority: float | None) -> Element:
    kind = System if message.role == "system" else User
    return Chunk(kind(*said(message.parts), name=message.name), priority=priority)


def _part_of(shaping: Shaping, count: int) -> str:
    return f"/{shaping.reserve * count}"
