"""Put the settings together, once, at the edge: argument, environment, project file, user file, default."""

from __future__ import annotations

import difflib
import tomllib
import typing
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from brimful.errors import InvalidSetting
from brimful.settings.table import DEFAULTS, ENVIRONMENT_PREFIX, Settings, describe

PROJECT_FILE = "brimful.toml"


class Loaded(Struct, frozen=True):
    """The settings in force, and where each came from ("default", "environment", a file's path, "argument")."""

    settings: Settings
    sources: dict[str, str]


def load(
    *,
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    files: Sequence[Path] = (),
) -> Loaded:
    """Put the settings together. `files` come in order of weight, the strongest first; absent ones are skipped.

    Arguments and files use dotted names or tables (`tokens.lru_entries`). Everything wrong is reported in one error.
    """
    problems: list[str] = []
    layers = [
        ("argument", dict(arguments or {})),
        ("environment", _from_environment(environment or {}, problems)),
        *((str(path), _from_file(path, problems)) for path in files if path.exists()),
    ]
    known = {setting.name: setting for setting in describe()}
    values: dict[str, Any] = {}
    sources = dict.fromkeys(known, "default")
    for source, layer in reversed(layers):
        for name, value in layer.items():
            if name not in known:
                problems.append(f"{source}: there is no setting {name}{_close_to(name, known)}")
                continue
            checked = _checked(name, value, f"{source}: {name}", problems)
            if checked is not None:
                values[name], sources[name] = checked, source
    if problems:
        raise InvalidSetting("; ".join(problems), hint="`brimful config show` lists every setting")
    return Loaded(_build(values), sources)


def _from_environment(environment: Mapping[str, str], problems: list[str]) -> dict[str, Any]:
    by_name = {setting.environment: setting for setting in describe()}
    areas = tuple(f"{ENVIRONMENT_PREFIX}{area.name}_".upper() for area in msgspec.structs.fields(Settings))
    found: dict[str, Any] = {}
    for variable, text in environment.items():
        if variable in by_name:
            setting = by_name[variable]
            found[setting.name] = _number(text) if not isinstance(setting.default, str) else text
        elif variable.startswith(areas):
            problems.append(f"environment: there is no setting {variable}{_close_to(variable, by_name)}")
    return found


def _number(text: str) -> Any:
    """A number or truth value as text; anything else stays text, and its type is reported later."""
    try:
        return msgspec.json.decode(text.strip().lower().encode())
    except msgspec.DecodeError:
        return text


def _from_file(path: Path, problems: list[str]) -> dict[str, Any]:
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{path}: {error}")
        return {}
    found: dict[str, Any] = {}
    for area, table in tables.items():
        if isinstance(table, dict):
            found.update({f"{area}.{name}": value for name, value in table.items()})
        else:
            found[area] = table
    return found


def _checked(name: str, value: Any, place: str, problems: list[str]) -> Any:
    area, _, field = name.partition(".")
    kinds = typing.get_type_hints(type(getattr(DEFAULTS, area)), include_extras=True)
    try:
        return msgspec.convert(value, kinds[field])
    except msgspec.ValidationError as error:
        problems.append(f"{place}: {error}, got {value!r}")
        return None


def _close_to(name: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(names), 1)
    return f" (did you mean {close[0]}?)" if close else ""


def _build(values: Mapping[str, Any]) -> Settings:
    areas: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        area, _, field = name.partition(".")
        areas.setdefault(area, {})[field] = value
    return Settings(
        **{area: msgspec.structs.replace(getattr(DEFAULTS, area), **fields) for area, fields in areas.items()}
    )
