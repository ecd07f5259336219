"""What users know better: their own models and families, and corrections to shipped rows (TOK-1, TOK-11).

    [models.my-deployment]        # an Azure deployment: everything as gpt-5, but
    like = "gpt-5"
    window = 200_000

    [models."claude-opus-5-5".prices]
    input = 3.2

    [families.claude.factors]
    text = 1.22

A field that is given replaces the shipped one, a table that is given is merged, the rest stays. Every problem names
its place.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from brimful.errors import InvalidSetting
from brimful.models.model import Family, Model, Prices

_Row = TypeVar("_Row", Model, Family)


class Overrides(Struct, frozen=True):
    """Fields by model name and by family name, as they were given."""

    models: dict[str, dict[str, Any]] = {}
    families: dict[str, dict[str, Any]] = {}

    def over(self, earlier: Overrides) -> Overrides:
        """Both, where these win."""
        return Overrides(_deep(earlier.models, self.models), _deep(earlier.families, self.families))


def read_overrides(given: Mapping[str, Any] | str | Path) -> Overrides:
    """Read overrides from a mapping or from a TOML file."""
    if isinstance(given, Mapping):
        tables, at = given, ""
    else:
        tables, at = _load(Path(given)), str(given)
    for name in tables:
        if name not in ("models", "families"):
            raise InvalidSetting(
                f"there is no table {name}", at=_place(at, str(name)), hint="the tables are models and families"
            )
    try:
        return msgspec.convert(dict(tables), Overrides)
    except msgspec.ValidationError as error:
        raise _refused(error, at) from error


def merged(row: _Row, fields: Mapping[str, Any], at: str) -> _Row:
    """The row with the given fields in place of its own."""
    return built(type(row), _deep(msgspec.to_builtins(row), fields), at)


def built(kind: type[_Row], fields: Mapping[str, Any], at: str) -> _Row:
    """A row made of plain fields, every one checked."""
    unknown = [name for name in fields if name not in kind.__struct_fields__]
    if unknown:
        raise InvalidSetting(
            f"there is no field {unknown[0]}",
            at=_place(at, unknown[0]),
            hint=close(unknown[0], kind.__struct_fields__) or f"fields: {', '.join(kind.__struct_fields__)}",
        )
    try:
        row = msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise _refused(error, at) from error
    if isinstance(row, Model):
        _check_limits(row, at)
    return row


def close(name: str, known: Iterable[str]) -> str:
    """A hint with the names nearest to `name`; empty when none is near."""
    near = get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"did you mean {', '.join(near)}?" if near else ""


def _check_limits(model: Model, at: str) -> None:
    for name in ("window", "max_output", "max_input"):
        value = getattr(model, name)
        if value is not None and value <= 0:
            raise InvalidSetting(f"{name} must be above 0, got {value}", at=_place(at, name))
    for name in ("max_output", "max_input"):
        value = getattr(model, name)
        if value is not None and value > model.window:
            raise InvalidSetting(f"{name} {value} is more than the window {model.window}", at=_place(at, name))
    _check_prices(model.prices, _place(at, "prices"))


def _check_prices(prices: Prices, at: str) -> None:
    for name in ("input", "cache_read", "cache_write", "cache_write_1h", "output", "above_tokens"):
        value = getattr(prices, name)
        if value is not None and not 0 <= value < math.inf:
            raise InvalidSetting(f"{name} must be 0 or more, got {value}", at=_place(at, name))
    if (prices.above is None) != (prices.above_tokens is None):
        raise InvalidSetting("above and above_tokens need each other", at=at)
    if (prices.then is None) != (not prices.until):
        raise InvalidSetting("until and then need each other", at=at)
    if prices.until:
        try:
            date.fromisoformat(prices.until)
        except ValueError as error:
            raise InvalidSetting("until must be a day", at=_place(at, "until"), hint='like "2026-11-30"') from error
    for name in ("above", "then"):
        if (inner := getattr(prices, name)) is not None:
            _check_prices(inner, _place(at, name))


def _deep(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(under)
    for name, value in over.items():
        below = both.get(name)
        both[name] = _deep(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return both


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InvalidSetting(f"cannot be read: {error.strerror}", at=str(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSetting(f"is not TOML: {error}", at=str(path)) from error


def _refused(error: msgspec.ValidationError, at: str) -> InvalidSetting:
    """msgspec says 'Expected `int`, got `str` - at `$.prices.input`'; split that into message and place."""
    message, _, path = str(error).partition(" - at `$")
    return InvalidSetting(message, at=_place(at, path.rstrip("`").lstrip(".")))


def _place(at: str, inside: str) -> str:
    return f"{at}.{inside}" if at and inside else at or inside
