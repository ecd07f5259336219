"""What an agent's prompt said once and says again byte for byte, so that the provider's cache keeps hitting (PT-6).

The caller stores it beside the conversation, as JSON if need be, and hands it back with the next render.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from brimful.errors import InvalidInput
from brimful.messages import CacheMark, Message, Part
from brimful.prompt.excerpt import CUT, Cut
from brimful.prompt.rendered import Rendered


class Frozen(Struct, frozen=True, omit_defaults=True):
    """What is repeated.

    context: the global context, from a conversation's first turn on.   user: the current turn's user message.
    asked:   what was asked in that turn; for another question `user` does not count.
    cuts:    texts that were cut: the name of each whole one, and what is left of it.
    """

    context: tuple[Part, ...] = ()
    user: tuple[Part, ...] = ()
    asked: str = ""
    cuts: dict[str, str] = {}

    @property
    def user_message(self) -> Message | None:
        """The current turn's user message as it was sent: what belongs into the history when the turn is over."""
        return Message("user", self.user) if self.user else None

    def next_turn(self) -> Frozen:
        """What stays frozen when the user speaks again."""
        return Frozen(self.context, cuts=self.cuts)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @classmethod
    def from_json(cls, data: Any) -> Frozen:
        """Read what `to_json` wrote."""
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError as error:
            raise InvalidInput(f"not what a prompt froze: {error}", hint="hand back what to_json returned") from None


def frozen_parts(rendered: Rendered, id: str) -> tuple[Part, ...]:
    """What the element of that id says in a prompt, without cache marks, which move."""
    return tuple(
        part for message in rendered.messages_of(id) for part in message.parts if not isinstance(part, CacheMark)
    )


def cuts_in(rendered: Rendered) -> dict[str, str]:
    """The texts that are cut in a prompt."""
    cuts = (meta.value for meta in rendered.metadata if meta.key == CUT)
    return {cut.whole: cut.text for cut in cuts if isinstance(cut, Cut)}
