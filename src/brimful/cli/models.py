"""`brimful models`: who can read it, how much, and at what price (TOK-11)."""

from __future__ import annotations

import os
from pathlib import Path

import click
import msgspec

from brimful.cli import output, source
from brimful.cli.config import load_settings, user_folder
from brimful.models import LastModels, Registry
from brimful.models.discovery import discover as discover_models

OVERRIDES = "models.toml"
KEY_VARIABLES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}


@click.group()
def models() -> None:
    """Show models: windows, limits, prices. Your own additions go into models.toml (see `models show --help`)."""


@models.command("list", epilog="Example: brimful models list --provider anthropic")
@click.option("--provider", "-p", default="", help="Only this provider's.")
@source.json_option
def list_models(provider: str, as_json: bool) -> None:
    """List the models there are; * marks the one last chosen for its provider."""
    registry, chosen = load_registry(), _last_models().all()
    found = [model for model in registry.all() if provider in ("", model.provider)]
    if as_json:
        output.json_line({"models": [msgspec.to_builtins(model) for model in found]})
        return
    rows = [
        (
            "*" if chosen.get(m.provider) == m.id else "",
            m.id,
            m.provider,
            m.window,
            m.max_output,
            *(_dollars(price) for price in (m.prices.input, m.prices.cache_read, m.prices.output)),
            m.as_of,
        )
        for m in found
    ]
    columns = ("", "model", "provider", "window", "max output", "$/M in", "$/M cached", "$/M out", "as of")
    output.table(columns, rows, numbers=columns[3:8])


@models.command(epilog="Example: brimful models show claude-sonnet-4-5")
@click.argument("name")
@source.json_option
def show(name: str, as_json: bool) -> None:
    """Show one model, found under any name it goes by.

    A models.toml in the current folder, or in the user's configuration folder, adds models and corrects them.
    """
    registry = load_registry()
    model = registry.get(name)
    family = registry.family_of(model)
    shown = {
        **msgspec.to_builtins(model),
        "max_input": registry.max_input(model),
        "encoding": family.encoding,
        "exact": family.exact,
    }
    if as_json:
        output.json_line(shown)
        return
    for key, value in shown.items():
        if value not in (None, "", (), [], {}):
            output.text(f"{key:12} {_readable(value)}")


@models.command(epilog="Example: brimful models discover openai --url http://127.0.0.1:8000")
@click.argument("provider")
@click.option("--url", default="", help="The provider's root address, if it is not its own.")
@click.option("--key-env", default="", help="The environment variable that holds the key.")
@source.json_option
def discover(provider: str, url: str, key_env: str, as_json: bool) -> None:
    """Ask a provider for its own list of models."""
    from brimful.cli.fetch import fetch  # HTTP is loaded by this command alone

    key = os.environ.get(key_env or KEY_VARIABLES.get(provider, ""), "")
    found = discover_models(provider, fetch, base_url=url, key=key)
    known = load_registry().with_discovered(found)
    resolved = [known.find(model.id) for model in found]
    if as_json:
        output.json_line({"models": [msgspec.to_builtins(model) for model in resolved]})
        return
    output.table(
        ("model", "window", "max output", "in the table"),
        [(m.id, m.window, m.max_output, load_registry().find(m.id).known) for m in resolved],
        numbers=("window", "max output"),
    )


@models.command(epilog="Example: brimful models use claude-sonnet-4-5")
@click.argument("name")
@source.json_option
def use(name: str, as_json: bool) -> None:
    """Remember a model as the one last chosen for its provider."""
    model = load_registry().get(name)
    _last_models().remember(model.provider, model.id)
    if as_json:
        output.json_line({"provider": model.provider, "model": model.id})
    else:
        output.text(f"{model.provider}: {model.id}")


def load_registry() -> Registry:
    """The shipped table with the user's and then the project's corrections."""
    registry = Registry.shipped(load_settings().settings.models)
    for path in (user_folder() / OVERRIDES, Path.cwd() / OVERRIDES):
        if path.exists():
            registry = registry.with_overrides(path)
    return registry


def _last_models() -> LastModels:
    return LastModels(user_folder() / "last-models.json")


def _dollars(price: float | None) -> str:
    return "–" if price is None else f"{price:g}"


def _readable(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_readable(inner)}" for key, inner in value.items() if inner is not None)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
