"""How tokens are counted and learnt (TOK)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    """How tokens are counted and learnt."""

    engine: Annotated[
        str, about("Which counter to use: tiktoken, splintr, bpe-openai.", unit="name", spec="TOK-1")
    ] = "tiktoken"
    lru_entries: Annotated[
        int, about("Texts whose count is remembered.", unit="texts", spec="TOK-2", ge=0, le=10_000_000)
    ] = 5_000
    worker_idle_s: Annotated[
        float, about("The counting worker ends after this long without work.", unit="s", spec="TOK-2", ge=0)
    ] = 15.0
    off_loop_from_chars: Annotated[
        int, about("Texts this long are counted off the event loop.", unit="characters", spec="TOK-2", ge=0)
    ] = 8_000
    margin_actual: Annotated[
        float, about("Added to counts a provider reported.", unit="share", spec="TOK-7", ge=0, le=1)
    ] = 0.02
    margin_tokenizer: Annotated[
        float, about("Added to counts of a tokenizer.", unit="share", spec="TOK-7", ge=0, le=1)
    ] = 0.05
    margin_guess: Annotated[
        float, about("Added to guesses from characters.", unit="share", spec="TOK-7", ge=0, le=1)
    ] = 0.10
    correction_keep: Annotated[
        float,
        about(
            "Share of the old correction factor that an answer leaves.",
            unit="share",
            spec="TOK-8",
            ge=0,
            le=1,
        ),
    ] = 0.7
    actuals_entries: Annotated[
        int, about("Learnt counts that are kept in memory.", unit="messages", spec="TOK-5", ge=0)
    ] = 100_000
    records_entries: Annotated[
        int,
        about("Requests whose estimate and actual are kept in memory.", unit="requests", spec="TOK-10", ge=0),
    ] = 10_000
