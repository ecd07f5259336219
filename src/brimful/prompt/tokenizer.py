"""Who counts for a prompt: the contract, and the tokenizer for real models."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Sequence
from typing import Protocol

from brimful.messages import Message, Part
from brimful.models import Registry
from brimful.tokens import TextCounter, message_cost
from brimful.tokens.formulas import LIST_FRAME

_DEFAULT_MODEL = "gpt-5"
_LONG = 8_000
"""Characters from which a text is worth a trip to the counter's worker; below, the trip costs more than it saves."""


class Tokenizer(Protocol):
    """Counts texts, parts and messages for one model."""

    @property
    def name(self) -> str:
        """Whose tokens it counts."""
        ...

    @property
    def frame(self) -> int:
        """What a list of messages costs besides the messages."""
        ...

    def text(self, text: str) -> int:
        """Tokens of a text by itself."""
        ...

    def part(self, part: Part) -> int:
        """Tokens of a picture, a document or an opaque part."""
        ...

    def message(self, message: Message) -> int:
        """Tokens of a whole message, its frame with it."""
        ...

    def warm(self, texts: Sequence[str]) -> Awaitable[None] | None:
        """Count long texts off the event loop, so that the calls above find them counted; None = none is long."""
        ...


class ModelTokenizer:
    """Counts for a model as `brimful.count` does."""

    frame = LIST_FRAME

    def __init__(
        self, model: str = "", *, registry: Registry | None = None, counter: TextCounter | None = None
    ) -> None:
        self.name = model or _DEFAULT_MODEL
        self.family = (registry or Registry.shipped()).family_of(self.name)
        self._counter = counter or TextCounter()
        self._bare = self.message(Message("user"))

    def text(self, text: str) -> int:
        """Tokens of a text by itself."""
        return math.ceil(self._counter.count(text, self.family.encoding) * self.family.factors.text)

    def part(self, part: Part) -> int:
        """Tokens of a picture, a document or an opaque part: what a message costs more with it."""
        return self.message(Message("user", (part,))) - self._bare

    def message(self, message: Message) -> int:
        """Tokens of a whole message."""
        return message_cost(message, self.family, self._counter.count).total

    def warm(self, texts: Sequence[str]) -> Awaitable[None] | None:
        """Count long texts in the counter's worker; the counter remembers them."""
        long = [text for text in texts if len(text) >= _LONG]
        return self._warm(long) if long else None

    async def _warm(self, texts: Sequence[str]) -> None:
        for text in texts:
            await self._counter.count_async(text, self.family.encoding)
