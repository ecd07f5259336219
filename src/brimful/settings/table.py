"""All settings in one value, and each of them as people see it."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Meta, Struct

from brimful.settings.cache import Cache
from brimful.settings.completion import Completion
from brimful.settings.cutting import Cutting
from brimful.settings.documents import Documents
from brimful.settings.limits import Limits
from brimful.settings.models import Models
from brimful.settings.prompt import Prompt
from brimful.settings.results import Results
from brimful.settings.tokens import Tokens


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, by area."""

    limits: Limits = Limits()
    tokens: Tokens = Tokens()
    models: Models = Models()
    prompt: Prompt = Prompt()
    cache: Cache = Cache()
    cutting: Cutting = Cutting()
    documents: Documents = Documents()
    results: Results = Results()
    completion: Completion = Completion()


DEFAULTS = Settings()

ENVIRONMENT_PREFIX = "BRIMFUL_"


class Setting(Struct, frozen=True):
    """One setting as people see it."""

    name: str  # tokens.lru_entries
    environment: str  # BRIMFUL_TOKENS_LRU_ENTRIES
    default: Any
    text: str
    unit: str
    spec: str
    range: str  # "0 … 1", "at least 0", ""


def describe() -> Iterator[Setting]:
    """Every setting, in order of area."""
    for area in msgspec.structs.fields(Settings):
        for field in msgspec.structs.fields(area.type):
            meta = _meta(area.type, field.name)
            extra = meta.extra or {}
            yield Setting(
                name=f"{area.name}.{field.name}",
                environment=f"{ENVIRONMENT_PREFIX}{area.name}_{field.name}".upper(),
                default=field.default,
                text=meta.description or "",
                unit=extra.get("unit", ""),
                spec=extra.get("spec", ""),
                range=_range(meta),
            )


def _meta(area: type[Struct], name: str) -> Meta:
    hints = typing.get_type_hints(area, include_extras=True)
    found: Meta = typing.get_args(hints[name])[1]
    return found


def _range(meta: Meta) -> str:
    if meta.ge is not None and meta.le is not None:
        return f"{meta.ge:,} … {meta.le:,}"
    return f"at least {meta.ge:,}" if meta.ge is not None else ""
