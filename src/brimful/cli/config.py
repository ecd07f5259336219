"""`brimful config show`: every setting, its value, and where the value came from."""

from __future__ import annotations

import os
from pathlib import Path

import click

from brimful.cli import output, source
from brimful.settings import PROJECT_FILE, Loaded, describe, load


@click.group()
def config() -> None:
    """Show the settings."""


@config.command(epilog="Example: BRIMFUL_TOKENS_LRU_ENTRIES=100 brimful config show")
@source.json_option
def show(as_json: bool) -> None:
    """Show each setting's value, where it came from, its range and its environment name."""
    loaded = load_settings()
    rows = [(s, _value(loaded, s.name), loaded.sources[s.name]) for s in describe()]
    if as_json:
        output.json_line(
            {s.name: {"value": value, "source": where, "environment": s.environment} for s, value, where in rows}
        )
        return
    columns = ("setting", "value", "unit", "from", "environment", "range")
    output.table(
        columns,
        [(s.name, value, s.unit, where, s.environment, s.range) for s, value, where in rows],
        numbers=("value",),
    )


def load_settings() -> Loaded:
    """The settings in force for a command: environment, then the project's file, then the user's."""
    return load(environment=os.environ, files=[Path.cwd() / PROJECT_FILE, user_folder() / PROJECT_FILE])


def user_folder() -> Path:
    """Where the user's own settings and remembered choices live."""
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "brimful"


def _value(loaded: Loaded, name: str) -> object:
    area, _, field = name.partition(".")
    return getattr(getattr(loaded.settings, area), field)
