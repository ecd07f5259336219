"""What comes back: an answer, the deltas a stream of it is made of, and how the deltas fold into the answer.

Each dialect turns its own events into these deltas (`Dialect.stream_reader`) and answers into its own events
(`Dialect.emit`); what is between is shared. A part is announced (`PartBegin`), grows, and ends. Indices are the
reader's own: parts are numbered in the order they begin, whatever the wire calls them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from brimful.messages import Message, Part, Text, Thinking, ToolCall, Usage, Wire
from brimful.providers.failure import Failure

FinishReason: TypeAlias = Literal[
    "stop", "length", "tool_calls", "content_filter", "refusal", "pause", "error", "other"
]


class Answer(Struct, frozen=True, omit_defaults=True):
    """A whole answer. `messages` are the items a client would send back in its next request (one, except for
    OpenAI Responses); `alternatives` are further choices or candidates, when several were asked for."""

    messages: tuple[Message, ...] = ()
    id: str = ""
    model: str = ""
    finish: FinishReason | None = None
    usage: Usage | None = None
    alternatives: tuple[tuple[Message, ...], ...] = ()
    wire: Wire | None = None


class Begin(Struct, frozen=True, tag="begin"):
    """The answer has a name."""

    id: str
    model: str


class PartBegin(Struct, frozen=True, tag="part_begin"):
    """A part starts. `item` numbers the message it belongs to, `choice` the alternative."""

    index: int
    part: Part
    item: int = 0
    choice: int = 0


class TextDelta(Struct, frozen=True, tag="text"):
    """More text of a text part."""

    index: int
    text: str


class ThinkingDelta(Struct, frozen=True, tag="thinking"):
    """More text of a thinking part, or its signature (they may come apart)."""

    index: int
    text: str = ""
    signature: str = ""


class ArgumentsDelta(Struct, frozen=True, tag="arguments"):
    """More of a tool call's arguments."""

    index: int
    text: str


class PartEnd(Struct, frozen=True, tag="part_end"):
    """A part is complete. `part`, when given, replaces what was gathered (its final form as the wire told it)."""

    index: int
    part: Part | None = None


class MessageEnd(Struct, frozen=True, tag="message_end"):
    """A message is complete. `message` replaces what was gathered for that item: on a wire that tells the whole
    item at its end, this is what a client would send back, its id and other leftovers included."""

    item: int
    message: Message
    choice: int = 0


class UsageDelta(Struct, frozen=True, tag="usage"):
    """Usage as known now; the last one counts, None and 0 leave what was said before."""

    usage: Usage


class Finish(Struct, frozen=True, tag="finish"):
    """Why the answer ends. The wire's own word is kept."""

    reason: FinishReason
    word: str = ""
    choice: int = 0


class Failed(Struct, frozen=True, tag="failed"):
    """The provider reported an error inside the stream."""

    failure: Failure


class Other(Struct, frozen=True, tag="other"):
    """An event without meaning for the answer (a ping, a progress note, something new)."""

    kind: str


Delta: TypeAlias = (
    Begin
    | PartBegin
    | TextDelta
    | ThinkingDelta
    | ArgumentsDelta
    | PartEnd
    | MessageEnd
    | UsageDelta
    | Finish
    | Failed
    | Other
)


class Folder:
    """Gathers deltas into an answer; `answer` may be asked for at any time."""

    def __init__(self) -> None:
        self._begin = Begin("", "")
        self._parts: dict[int, tuple[int, int, Part]] = {}  # index → choice, item, part
        self._chunks: dict[int, list[str]] = {}
        self._messages: dict[tuple[int, int], Message] = {}  # choice, item → the whole message, once it is known
        self._usage: Usage | None = None
        self._finish: Finish | None = None
        self.failure: Failure | None = None

    def take(self, deltas: Iterable[Delta]) -> None:
        """Take in what a reader made of an event."""
        for delta in deltas:
            self._take(delta)

    def _take(self, delta: Delta) -> None:
        match delta:
            case Begin():
                self._begin = delta
            case PartBegin():
                self._parts[delta.index] = (delta.choice, delta.item, delta.part)
            case TextDelta() | ArgumentsDelta():
                self._chunks.setdefault(delta.index, []).append(delta.text)
            case ThinkingDelta():
                self._chunks.setdefault(delta.index, []).append(delta.text)
                self._sign(delta)
            case PartEnd():
                self._end(delta)
            case MessageEnd():
                self._messages[delta.choice, delta.item] = delta.message
            case UsageDelta():
                self._usage = merge_usage(self._usage, delta.usage)
            case Finish(choice=0):
                self._finish = delta
            case Failed():
                self.failure = delta.failure
            case _:
                pass

    def _sign(self, delta: ThinkingDelta) -> None:
        choice, item, part = self._parts[delta.index]
        if delta.signature and isinstance(part, Thinking):
            grown = replace(part, signature=part.signature + delta.signature)
            self._parts[delta.index] = (choice, item, grown)

    def _end(self, delta: PartEnd) -> None:
        if delta.part is not None:
            choice, item, _ = self._parts[delta.index]
            self._parts[delta.index] = (choice, item, delta.part)
            self._chunks.pop(delta.index, None)

    @property
    def answer(self) -> Answer:
        """The answer as far as it came."""
        grouped: dict[tuple[int, int], list[Part]] = {}
        for index, (choice, item, part) in self._parts.items():
            grouped.setdefault((choice, item), []).append(self._grown(index, part))
        built = {place: Message("assistant", tuple(parts)) for place, parts in grouped.items()}
        choices: dict[int, list[Message]] = {}
        for (choice, _), message in sorted((built | self._messages).items(), key=lambda entry: entry[0]):
            choices.setdefault(choice, []).append(message)
        return Answer(
            messages=tuple(choices.pop(0, [])),
            id=self._begin.id,
            model=self._begin.model,
            finish=self._finish.reason if self._finish else None,
            usage=self._usage,
            alternatives=tuple(tuple(messages) for _, messages in sorted(choices.items())),
        )

    def _grown(self, index: int, part: Part) -> Part:
        more = "".join(self._chunks.get(index, ()))
        if not more:
            return part
        if isinstance(part, (Text, Thinking)):
            return replace(part, text=part.text + more)
        if isinstance(part, ToolCall):
            return replace(part, arguments=part.arguments + more)
        return part


def merge_usage(old: Usage | None, new: Usage) -> Usage:
    """Put a later report over an earlier one; what the later one leaves out stays."""
    if old is None:
        return new
    fields = {name: getattr(new, name) or getattr(old, name) for name in Usage.__struct_fields__}
    return Usage(**fields)
