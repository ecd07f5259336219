"""A conversation from one provider's shape to another's (MSG-2), and back into one that a provider takes (MSG-4).

Translating goes through the neutral model; what the other wire has no words for is reported, piece by piece.
Repairing keeps the bytes of everything it does not have to touch.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brimful import jsontext
from brimful.messages import Conversation
from brimful.providers.body import Body, read_body
from brimful.providers.dialect import Dialect
from brimful.providers.problem import Loss, Report


class Translation(Struct, frozen=True):
    """A body in another shape, and what it could not carry."""

    body: Body
    losses: tuple[Loss, ...]

    @property
    def json(self) -> Any:
        """The body as plain values."""
        return jsontext.decode(self.body.to_bytes())


def translate(body: Body, to: Dialect, *, model: str = "") -> Translation:
    """Write a request in another dialect. `model` names the model there; "" keeps the name."""
    conversation = body.conversation
    return compose(replace(conversation, model=model) if model else conversation, to)


def compose(conversation: Conversation, to: Dialect) -> Translation:
    """Write a conversation of the neutral model as a request."""
    report = Report()
    written = to.write(conversation, report)
    return Translation(read_body(jsontext.encode(written), to), tuple(report.losses))
