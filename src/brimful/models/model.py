"""Who reads it: what brimful knows of a model and of the family it belongs to (TOK-1, TOK-11).

A *model* has a window, limits and prices. A *family* is what models share: how text turns into tokens, what images
cost, how the provider wraps tools. Both are data (`data/models.json`, `data/families.json`), each row with its
source and date.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

ImageRuleKind: TypeAlias = Literal[
    "openai_tiles",
    "openai_patches",
    "anthropic_blocks",
    "anthropic_area",
    "gemini_tiles",
    "gemini_media",
    "flat",
]


class Prices(Struct, frozen=True, omit_defaults=True):
    """US dollars for a million tokens. None = not sold or not known.

    above:   prices for prompts longer than `above_tokens` (long-context rates), when there are any.
    then:    what holds after the day `until` ("2026-11-30"), when the provider has announced a change.
    """

    input: float | None = None
    cache_read: float | None = None
    cache_write: float | None = None
    cache_write_1h: float | None = None
    output: float | None = None
    above_tokens: int | None = None
    above: Prices | None = None
    until: str = ""
    then: Prices | None = None


class Model(Struct, frozen=True, omit_defaults=True):
    """One model. `window` is all it takes in and gives out; `max_input` only what it takes in, when that is known
    better than by share; `known` is False for the stand-in of a model that is in no table; `note` says what a reader
    of the row should know (which of two prices it is, how a limit was worked out)."""

    id: str
    provider: str
    family: str
    window: int
    max_output: int | None = None
    max_input: int | None = None
    prices: Prices = Prices()
    aliases: tuple[str, ...] = ()
    source: str = ""
    as_of: str = ""
    known: bool = True
    note: str = ""


class ImageRule(Struct, frozen=True, omit_defaults=True):
    """How a family charges images; which fields count depends on `kind` (see `brimful.tokens.images`)."""

    kind: ImageRuleKind
    base: int = 0  # openai_tiles: every image; also the price of detail "low"
    tile: int = 0  # tokens a tile
    multiplier: float = 1.0  # openai_patches
    max_patches: int = 1536  # openai_patches
    max_edge: int = 0  # anthropic_*: long edge in pixels
    max_tokens: int = 0  # anthropic_*: and the most one image costs; flat: the cost
    by_detail: dict[str, int] = {}  # gemini_media: media resolution → tokens; openai_patches: detail → most patches


class Factors(Struct, frozen=True, omit_defaults=True):
    """What the provider's own tokenizer and wrapping make of counts by the nearest public encoding.

    Factors multiply the count of the encoding, the others are added.
    """

    text: float = 1.0
    tool_schemas: float = 1.0
    tool_calls: float = 1.0
    tool_results: float = 1.0
    per_message: int = 0
    per_tool_call: int = 0
    system: int = 0


class Family(Struct, frozen=True, omit_defaults=True):
    """What models of one line share. `exact`: the encoding is the model's own, not the nearest. `matches`: patterns
    (with `*`) of the names that belong here when the model itself is in no table."""

    name: str
    provider: str
    encoding: str
    image: ImageRule
    exact: bool = False
    factors: Factors = Factors()
    binds_thinking: bool = False  # signatures hold only for the prefix they were made after
    matches: tuple[str, ...] = ()
    source: str = ""
    as_of: str = ""
