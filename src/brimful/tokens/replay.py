"""A recorded session walked again, request by request: what would have been estimated, and what it cost (TOK-10).

Each request is estimated knowing only what came before it, then learnt from. The first estimate of a recording that
lacks its system prompt and tools misses them, as it must; from then on they are known as the conversation's hidden
part. Figures are drawn from the rest (`after_first`), since no user's request lacks what it is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from brimful.messages import Message, Usage, content_digest
from brimful.tokens.estimator import Countable, Estimator, Request
from brimful.tokens.records import Record


class Said:
    """A message that never was bytes: named by its content."""

    __slots__ = ("digest", "message")

    def __init__(self, message: Message) -> None:
        self.message = message
        self.digest = content_digest(message)


class Exchange(Struct, frozen=True):
    """A request that was sent, what it cost, and what came back."""

    request: Request
    usage: Usage
    answer: Sequence[Countable] = ()


def replay(session: Iterable[Exchange], estimator: Estimator) -> Iterator[Record]:
    """Walk a session; give each request's estimate, made before its answer was known, beside its actual."""
    for exchange in session:
        yield estimator.learn(exchange.request, exchange.usage, exchange.answer)


def after_first(records: Iterable[Record]) -> list[Record]:
    """The records of a session from the first request on that could build on an answer."""
    every = list(records)
    first = next((index for index, record in enumerate(every) if record.actual is not None), len(every))
    return every[first + 1 :]
