"""What commands print: plain JSON for pipes, tables and colour for people.

Results go to standard output, everything else (progress, warnings, errors) to standard error, so that a pipe only
ever sees results. Colour and tables come from rich, loaded only when a terminal is there to show them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from brimful import jsontext

if TYPE_CHECKING:
    from collections.abc import Callable


def json_line(value: Any) -> None:
    """Print a value as one line of JSON."""
    click.echo(jsontext.encode(value))


def text(line: str = "", *, bold: bool = False, color: str | None = None) -> None:
    """Print a line for people."""
    click.echo(click.style(line, bold=bold, fg=color) if bold or color else line)


def error(shown: Mapping[str, str], *, as_json: bool) -> None:
    """Show an error: JSON on standard output, or text on standard error."""
    if as_json:
        json_line({"error": dict(shown)})
        return
    at = f"{shown['at']}: " if shown.get("at") else ""
    click.echo(click.style("error: ", fg="red", bold=True) + at + shown["message"], err=True)
    if shown.get("hint"):
        click.echo(f"       {shown['hint']}", err=True)


def note(line: str) -> None:
    """Say something beside the result, on standard error."""
    click.echo(line, err=True)


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, numbers: Iterable[str] = ()) -> None:
    """Print a table. `numbers` names the columns that are aligned to the right."""
    right = set(numbers)
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(columns)]

    def line(values: Sequence[str]) -> str:
        padded = [
            value.rjust(width) if name in right else value.ljust(width)
            for name, value, width in zip(columns, values, widths, strict=True)
        ]
        return "  ".join(padded).rstrip()

    text(line(columns), bold=True)
    for row in cells:
        text(line(row))


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show progress of long work on a terminal; elsewhere nothing. Yields `advance(n)`."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # only a terminal pays for rich
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(label, total=total)
        yield lambda n: shown.advance(task, n)


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)
