"""Write the generated pages of docs/reference: `python -m tools.reference`. Tests compare them with what is true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from brimful.cli import app
from brimful.models.reference import page as models_page
from brimful.providers import NAMES, dialect
from brimful.settings import PROJECT_FILE, describe

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def settings_page() -> str:
    """Every setting, as a table."""
    rows = [
        f"| `{s.name}` | `{s.default}` | {s.unit} | {s.range} | `{s.environment}` | {s.spec} | {s.text} |\n"
        for s in describe()
    ]
    return (
        "# Settings\n\n"
        "Order of weight: argument, environment, "
        f"`{PROJECT_FILE}` in the current folder, `{PROJECT_FILE}` in the user's configuration folder\n"
        "(`~/.config/brimful/`), default. Everything wrong is reported at once; `brimful config show` prints each\n"
        "value and where it came from. In files a setting stands in its area's table:\n\n"
        "```toml\n[tokens]\nlru_entries = 10000\n```\n\n"
        "| Setting | Default | Unit | Range | Environment | Line | What it does |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n" + "".join(rows)
    )


def rules_page() -> str:
    """Every rule of every validator, as tables."""
    parts = [
        "# Rules of the validators\n\n"
        "What `brimful check` and `brimful.check` report (MSG-3), by wire format. Also: `brimful check --rules`.\n"
    ]
    for name in NAMES:
        wire = dialect(name)
        rows = "".join(f"| `{rule}` | {sentence} |\n" for rule, sentence in wire.rules.items())
        parts.append(f"\n## {wire.title} (`{name}`)\n\n| Rule | What holds |\n| --- | --- |\n{rows}")
    return "".join(parts)


def command_page() -> str:
    """Every command's help, as the terminal shows it."""
    parts = ["# The command line\n"]
    for path, command in _commands(app.brimful, ("brimful",)):
        context = click.Context(
            command, info_name=" ".join(path), terminal_width=100, help_option_names=["-h", "--help"]
        )
        parts.append(f"\n## {' '.join(path)}\n\n```text\n{command.get_help(context)}\n```\n")
    return "".join(parts)


def _commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from _commands(inner, (*path, name))


PAGES = {
    "settings.md": settings_page,
    "rules.md": rules_page,
    "command-line.md": command_page,
    "models.md": models_page,
}


def main() -> None:
    """Write the pages."""
    for name, page in PAGES.items():
        (REFERENCE / name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
