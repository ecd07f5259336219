"""Every default number, once: unit, range, and the line of the catalogue it comes from.

An area of brimful is a frozen struct; a field is a setting. Its annotation carries the range, a sentence, the unit
and the catalogue line; the reference page, `brimful config show` and the environment names are made from that.

Settings are read once, at the edge, by `load`: argument, environment (`BRIMFUL_TOKENS_LRU_ENTRIES`), project file
(`brimful.toml`), user file, default, in that order. All problems are reported at once. What comes out is a frozen
value that is passed on; nothing deeper reads the environment. Keys and tokens are never settings.
"""

from __future__ import annotations

import difflib
import tomllib
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from brimful.errors import InvalidSetting


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


class Prompt(Struct, frozen=True, forbid_unknown_fields=True):
    """How prompt trees are rendered."""

    max_depth: Annotated[
        int, about("Deepest nesting of elements that is rendered.", unit="levels", spec="PT-1", ge=10, le=250)
    ] = 150


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


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, by area."""

    limits: Limits = Limits()
    tokens: Tokens = Tokens()
    models: Models = Models()
    prompt: Prompt = Prompt()
    cache: Cache = Cache()


Area: TypeAlias = Limits | Tokens | Models | Prompt | Cache

DEFAULTS = Settings()

PROJECT_FILE = "brimful.toml"
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
