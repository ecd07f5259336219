"""Calls and results put back together, by id (MSG-4).

Providers refuse a conversation in which a tool call has no result, a result has no call, or a result stands away
from its call. History gets that way whenever something in the middle is taken out or a turn is cut short. `pair_up`
mends what an id can mend: a result that strayed returns behind its call, a second result for one call goes, a
result without a call goes, a call without a result goes. Words are never touched, and each change is noted.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from brimful.messages.message import Message
from brimful.messages.parts import CacheMark, Part, Thinking, ToolCall, ToolResult


class Paired(Struct, frozen=True):
    """A message of the mended list. `source` is its index in the list given; None when it is new."""

    message: Message
    source: int | None
    changed: bool = False


class Mend(Struct, frozen=True):
    """One thing that was mended: the index of the message it was found in, and what was done."""

    index: int
    what: str


class Pairing(Struct, frozen=True):
    """The mended list, and what was done to it."""

    messages: tuple[Paired, ...]
    mends: tuple[Mend, ...]


def pair_up(messages: Sequence[Message]) -> Pairing:
    """Mend calls and results. A list in order comes back as it was, with no mends."""
    mender = _Mender(messages)
    mended = tuple(mender.run())
    return Pairing(mended, tuple(sorted(mender.mends, key=lambda mend: mend.index)))


_Place: TypeAlias = tuple[int, int]  # index of the message, index of the part


class _Speech(Struct, frozen=True):
    """What the model said in one go, `messages[start:stop]`, and the results behind it, `messages[stop:end]`."""

    start: int
    stop: int
    end: int


class _Mender:
    def __init__(self, messages: Sequence[Message]) -> None:
        self.messages = messages
        self.mends: list[Mend] = []
        self.speeches = list(_speeches(messages))
        self.answers = self._matched()  # place of a call → place of its result
        self.answering = set(self.answers.values())

    def _matched(self) -> dict[_Place, _Place]:
        """Match each call with one result: the one behind it where there is one, else the first left anywhere."""
        found: dict[_Place, _Place] = {}
        for speech in self.speeches:
            found.update(
                _match(
                    self._places(ToolCall, speech.start, speech.stop),
                    self._places(ToolResult, speech.stop, speech.end),
                )
            )
        everywhere = (0, len(self.messages))
        used = set(found.values())
        calls = [(id_, place) for id_, place in self._places(ToolCall, *everywhere) if place not in found]
        results = [(id_, place) for id_, place in self._places(ToolResult, *everywhere) if place not in used]
        return {**found, **_match(calls, results)}

    def _places(self, kind: type[ToolCall] | type[ToolResult], start: int, stop: int) -> list[tuple[str, _Place]]:
        return [
            (part.id if isinstance(part, ToolCall) else part.call_id, (i, k))
            for i in range(start, stop)
            for k, part in enumerate(self.messages[i].parts)
            if isinstance(part, kind) and isinstance(part, (ToolCall, ToolResult))
        ]

    def run(self) -> Iterator[Paired]:
        index = 0
        for speech in self.speeches:
            yield from self._keep(index, speech.start, home=(0, 0))
            yield from self._keep(speech.start, speech.end, home=(speech.start, speech.stop))
            yield from self._strayed(speech)
            index = speech.end
        yield from self._keep(index, len(self.messages), home=(0, 0))

    def _keep(self, start: int, stop: int, home: tuple[int, int]) -> Iterator[Paired]:
        """The messages as they are, without the parts that cannot stay. `home`: whose results may stand here."""
        staying = {self.answers.get(call) for _, call in self._places(ToolCall, *home)}
        for index in range(start, stop):
            message = self.messages[index]
            kept = [part for k, part in enumerate(message.parts) if self._stays(part, (index, k), staying)]
            if len(kept) == len(message.parts):
                yield Paired(message, index)
            elif any(not isinstance(part, (CacheMark, Thinking)) for part in kept):
                yield Paired(replace(message, parts=tuple(kept)), index, changed=True)

    def _stays(self, part: Part, place: _Place, staying: set[_Place | None]) -> bool:
        if isinstance(part, ToolCall) and place not in self.answers:
            self.mends.append(Mend(place[0], f"the call {part.id} of {part.name} was taken out: it has no result"))
            return False
        if isinstance(part, ToolResult) and place not in staying:
            if place in self.answering:
                self.mends.append(Mend(place[0], f"the result of {part.call_id} was moved behind its call"))
            else:
                self.mends.append(Mend(place[0], f"a result of {part.call_id} was taken out: no call waits for it"))
            return False
        return True

    def _strayed(self, speech: _Speech) -> Iterator[Paired]:
        """A message of the results that belong behind this speech and stood elsewhere."""
        places = [self.answers.get(call) for _, call in self._places(ToolCall, speech.start, speech.stop)]
        far = [place for place in places if place and not speech.stop <= place[0] < speech.end]
        if far:
            yield Paired(Message("tool", tuple(self.messages[i].parts[k] for i, k in far)), None, changed=True)


def _speeches(messages: Sequence[Message]) -> Iterator[_Speech]:
    index = 0
    while index < len(messages):
        start = index
        while index < len(messages) and messages[index].role == "assistant":
            index += 1
        stop = index
        if stop == start:
            index += 1
            continue
        waiting = Counter(call.id for message in messages[start:stop] for call in message.tool_calls)
        while index < len(messages) and _answers(messages[index], waiting):
            index += 1
        yield _Speech(start, stop, index)


def _answers(message: Message, waiting: Counter[str]) -> bool:
    """Whether a message stands among the results of a speech: it answers a call still `waiting` (which then waits no
    longer), or will be gone.

    One that keeps its words but none of its results would part the results behind it from their calls.
    """
    results = Counter(result.call_id for result in message.tool_results)
    answered = results & waiting
    waiting -= answered
    vanishes = all(isinstance(part, (ToolResult, CacheMark, Thinking)) for part in message.parts)
    return bool(answered) or (bool(results) and vanishes)


def _match(calls: list[tuple[str, _Place]], results: list[tuple[str, _Place]]) -> dict[_Place, _Place]:
    waiting: dict[str, deque[_Place]] = defaultdict(deque)
    for id_, place in results:
        waiting[id_].append(place)
    return {place: waiting[id_].popleft() for id_, place in calls if waiting[id_]}
