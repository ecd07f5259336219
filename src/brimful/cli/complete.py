"""`brimful complete`: the context an inline completion would be given at a cursor (IC-1, IC-2, IC-3)."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import click
import msgspec

from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.completion import MODES, Completion, CompletionContext, LeftOut, offset_at
from brimful.tokens import TextCounter


def _line_column(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+):(\d+)", value)
    if found is None:
        message = f"{value!r} is not a line and a column, both counted from 1, as in 12:5"
        raise click.BadParameter(message, ctx=ctx, param=param)
    return int(found[1]), int(found[2])


@click.command(epilog="Example: brimful complete src/orders.py --cursor 42:9 --root . --neighbours src/prices.py")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--cursor", "-c", metavar="LINE:COL", required=True, callback=_line_column, help="Both count from 1.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Look here for the files it imports; without it none are read.",
)
@click.option(
    "--neighbours",
    "-n",
    multiple=True,
    type=click.Path(dir_okay=False),
    help="A file open beside it; may be given again, the one used last first.",
)
@click.option("--mode", type=click.Choice(list(MODES)), help="How much of what is optional; default: the setting.")
@click.option("--budget", "-b", type=click.IntRange(1), help="Tokens for the pieces that matter.")
@click.argument("more", nargs=-1, type=click.Path(dir_okay=False))
@source.json_option
def complete(
    file: str,
    cursor: tuple[int, int],
    root: Path | None,
    neighbours: tuple[str, ...],
    mode: str | None,
    budget: int | None,
    more: tuple[str, ...],
    as_json: bool,
) -> int:
    """Print the context of an inline completion at a cursor: pieces as comments, then the text around the cursor.

    Files named behind FILE are neighbours, too. What was left out, and why, goes to standard error. With --json:
    `{text, tokens, items, left_out, preamble, prefix, suffix, available, waited_ms}`.
    """
    text = source.read_text(file)
    offset = offset_at(text, *cursor, at=file)
    named = _real if root else str  # below a root, paths are shown from there; else as they were given
    beside = {named(path): source.read_text(path) for path in (*neighbours, *more)}
    settings = load_settings().settings
    wait_ms = settings.completion.command_wait_ms  # a person waits longer than an editor, and nothing is warm yet
    own = msgspec.structs.replace(
        settings.completion, race_ms=wait_ms, warm_budget_ms=wait_ms, mode=mode or settings.completion.mode
    )
    here = named(file)
    counter = TextCounter(settings.tokens.engine, settings=settings.tokens)

    async def ask() -> CompletionContext:
        async with Completion(own, root, counter=counter) as completion:
            for path, said in reversed(beside.items()):
                completion.focused(path, said)
            return await completion.context(here, text, offset, budget)

    found = asyncio.run(ask())
    if as_json:
        output.json_line(msgspec.to_builtins(found))
    else:
        output.text(found.text.rstrip("\n"))
        _note(found)
    return 0


def _real(path: str) -> str:
    return str(Path(path).resolve())


def _note(found: CompletionContext) -> None:
    """What is beside the prompt, for people."""
    output.note(f"{found.tokens:,} tokens, {len(found.items)} pieces, {found.available:,} tokens beside the document")
    for each in found.left_out:
        output.note(f"left out: {_said(each)}")


def _said(each: LeftOut) -> str:
    where = f" of {each.path}" if each.path else ""
    size = f", {each.chars:,} characters" if each.chars else ""
    return f"{each.what}{where}{size} ({each.reason}{': ' if each.detail else ''}{each.detail})"
