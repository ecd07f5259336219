"""Tools are part of the prefix (CM-5).

They stand before everything else in the prompt: one tool more, and nothing of the conversation is in the cache any
longer. A tool of brimful's own is offered from a conversation's first request or from a compaction on, when the
prefix is new anyway; never in between. And what was offered stays: taking it away breaks the prefix just the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from brimful.messages import Message

Why: TypeAlias = Literal["offered_before", "compaction", "first_request", "would_break_the_prefix"]


class Offer(Struct, frozen=True):
    """Whether a tool may be offered now, and why."""

    allowed: bool
    why: Why


def may_offer(
    tool: bytes, before: Sequence[bytes] | None, messages: Sequence[Message], *, compacting: bool = False
) -> Offer:
    """Say whether a tool may be offered with this request.

    tool:       its name (`tool_name`).
    before:     the names of the tools of the request before (`PrefixLedger.tools`); None = none is remembered.
    messages:   the request's. One in which the model has spoken is not the first, whatever is remembered: a restart
                forgets, the provider's cache does not.
    compacting: the history is being replaced by a summary in this very request.
    """
    if before is not None and tool in before:
        return Offer(True, "offered_before")
    if compacting:
        return Offer(True, "compaction")
    if before is None and not any(message.role == "assistant" for message in messages):
        return Offer(True, "first_request")
    return Offer(False, "would_break_the_prefix")
