"""Every default number, once: unit, range, and the line of the catalogue it comes from.

An area of brimful is a frozen struct; a field is a setting. Its annotation carries the range, a sentence, the unit
and the catalogue line; the reference page, `brimful config show` and the environment names are made from that.

Settings are read once, at the edge, by `load`: argument, environment (`BRIMFUL_TOKENS_LRU_ENTRIES`), project file
(`brimful.toml`), user file, default, in that order. All problems are reported at once. What comes out is a frozen
value that is passed on; nothing deeper reads the environment. Keys and tokens are never settings.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct


def about(text: str, *, unit: str, spec: str, ge: float | None = None, le: float | None = None) -> Meta:
    """Describe a setting: a sentence, its unit, its catalogue line and its range."""
    return Meta(description=text, ge=ge, le=le, extra={"unit": unit, "spec": spec})


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What is read at all."""

    body_max_bytes: Annotated[
        int, about("Largest request or answer that is read.", unit="bytes", spec="GW-9", ge=1024)
    ] = 64 * 1024 * 1024
    json_max_depth: Annotated[
        int, about("Deepest nesting of JSON that is read.", unit="levels", spec="MSG-2", ge=10, le=300)
    ] = 200


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


class Models(Struct, frozen=True, forbid_unknown_fields=True):
    """What is assumed of a model nobody knows."""

    max_input_share: Annotated[
        float,
        about(
            "Share of a window that may be filled unless known better.",
            unit="share",
            spec="TOK-11",
            ge=0.1,
            le=1,
        ),
    ] = 0.85
    unknown_window: Annotated[
        int, about("Window of a model that is in no table.", unit="tokens", spec="TRN-1", ge=1024)
    ] = 128_000


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, by area."""

    limits: Limits = Limits()
    tokens: Tokens = Tokens()
    models: Models = Models()


Area: TypeAlias = Limits | Tokens | Models

DEFAULTS = Settings()
