"""How prompts are kept in the provider's cache (CM)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Cache(Struct, frozen=True, forbid_unknown_fields=True):
    """How prompts are marked for the provider's cache, and when a cached prompt may be rewritten."""

    newest_boundaries: Annotated[
        int, about("Newest boundaries marked where a wire takes many marks.", unit="marks", spec="CM-1", ge=0)
    ] = 20
    long_prefix: Annotated[bool, about("Keep tools and system prompt for an hour.", unit="yes/no", spec="CM-1")] = (
        False
    )
    long_messages: Annotated[
        bool, about("Keep messages for an hour, too, where the prefix is.", unit="yes/no", spec="CM-1")
    ] = False
    ledger_conversations: Annotated[
        int, about("Conversations whose prefix is remembered.", unit="conversations", spec="CM-3", ge=1)
    ] = 1_000
    ledger_blocks: Annotated[
        int, about("Blocks of a prompt that are remembered one by one.", unit="blocks", spec="CM-3", ge=1)
    ] = 4_000
    ledger_marks: Annotated[
        int, about("Marked prefixes remembered of a conversation.", unit="prefixes", spec="CM-3", ge=1)
    ] = 100
    ledger_requests: Annotated[
        int, about("Requests kept of a conversation's account.", unit="requests", spec="CM-3", ge=1)
    ] = 200
    known_pieces: Annotated[
        int, about("Messages and tools whose names are remembered by their bytes.", unit="pieces", spec="CM-3", ge=0)
    ] = 50_000
    tolerance: Annotated[
        float,
        about(
            "Share by which a forecast may be off before it is called missed.", unit="share", spec="CM-3", ge=0, le=1
        ),
    ] = 0.05
    read_ratio: Annotated[
        float, about("Price of a cached token, where unknown.", unit="× input", spec="CM-4", ge=0, le=1)
    ] = 0.1
    write_ratio: Annotated[
        float, about("Price of a token written to the cache, where unknown.", unit="× input", spec="CM-4", ge=1)
    ] = 1.25
    expected_turns: Annotated[
        int, about("Requests expected to follow, unless known better.", unit="requests", spec="CM-4", ge=0)
    ] = 15
    decisions_entries: Annotated[
        int, about("Decisions for prefixes kept in memory.", unit="decisions", spec="CM-4", ge=1)
    ] = 10_000
