"""How messages hang together: rounds, turns, and who answers whom.

*Round*: what the model said in one go (one message, or several in a row where the wire splits them) with all the
tool results that follow. *Turn*: a user message and the rounds that follow. Indices point into the list given.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from brimful.messages.message import Message


class Round(Struct, frozen=True):
    """`messages[start:stop]`: the model's words and the results of the tools it called."""

    start: int
    stop: int


class Turn(Struct, frozen=True):
    """`messages[start:stop]`: what the user said, and all that came of it.

    `rounds` lie inside. The first turn may start without a user message (a conversation cut at its head).
    """

    start: int
    stop: int
    rounds: tuple[Round, ...]


def rounds(messages: Sequence[Message]) -> list[Round]:
    """Group the messages into rounds; system and user messages belong to none."""
    found: list[Round] = []
    start: int | None = None
    answered = False
    for index, message in enumerate(messages):
        if message.role == "assistant" and (start is None or answered):
            if start is not None:
                found.append(Round(start, index))
            start, answered = index, False
        elif message.role in ("user", "system") and start is not None:
            carries = bool(message.tool_results)
            found.append(Round(start, index + 1 if carries else index))
            start = None
        elif message.role == "tool":
            answered = True
    if start is not None:
        found.append(Round(start, len(messages)))
    return found


def turns(messages: Sequence[Message]) -> list[Turn]:
    """Group the messages into turns; system messages ahead of the first turn belong to none."""
    head = next((i for i, m in enumerate(messages) if m.role != "system"), len(messages))
    starts = [i for i in range(head, len(messages)) if i == head or _opens_turn(messages[i - 1], messages[i])]
    ends = [*starts[1:], len(messages)] if starts else []
    found: list[Turn] = []
    every = iter(rounds(messages))
    current = next(every, None)
    for start, end in zip(starts, ends, strict=True):
        inside: list[Round] = []
        while current is not None and current.start < end:
            inside.append(current)
            current = next(every, None)
        found.append(Turn(start, end, tuple(inside)))
    return found


def _opens_turn(before: Message, message: Message) -> bool:
    """A user message that carries no results, unless it goes on from another user message."""
    return message.role == "user" and not message.tool_results and before.role != "user"
