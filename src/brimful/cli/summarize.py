"""`brimful summarize`: source files made to fit a budget, never over it (DOC-3, DOC-4, DOC-7)."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.documents import LANGUAGES, STYLES, Document, Part, Summary
from brimful.documents import summarize as make
from brimful.documents.selection import offsets
from brimful.errors import UnknownName


def _lines(given: str) -> tuple[int, int]:
    """Two line numbers: A:B, or A alone."""
    first, colon, last = given.partition(":")
    try:
        return int(first), int(last if colon else first)
    except ValueError:
        raise click.BadParameter(
            f"{given!r} is not a range of lines; write 120:140, or 120 for one line", param_hint="--select"
        ) from None


@click.command(epilog="Example: brimful summarize shop.py --budget 2000 --select 120:140 --line-numbers")
@click.argument("files", type=click.Path(dir_okay=False), nargs=-1)
@click.option("--budget", "-b", type=click.IntRange(0), help="Tokens the result may take.")
@click.option("--chars", type=click.IntRange(0), help="Characters it may take, instead of tokens.")
@click.option("--select", "-s", type=_lines, metavar="A:B", help="Lines that must stay, from 1; of the first FILE.")
@click.option("--line-numbers", "-n", is_flag=True, help="Put the original's number before each line.")
@click.option("--language", "-l", default="", help="What the files are written in, if their names do not say it.")
@click.option("--model", "-m", default="", help="Who reads it: whose tokens are counted.")
@click.option("--style", type=click.Choice(list(STYLES)), default="default", help="What stands for what is left out.")
@source.json_option
def summarize(
    files: tuple[str, ...],
    budget: int | None,
    chars: int | None,
    select: tuple[int, int] | None,
    line_numbers: bool,
    language: str,
    model: str,
    style: str,
    as_json: bool,
) -> int:
    """Make source files small enough for a budget, keeping what matters most.

    What the selection touches stays, then what is near it in the tree; without one, outer structure before inner.
    Several FILEs share the budget. Styles: default (… between braces), ellipsis (… wherever something is missing),
    types (imports first, what is left still parses), ranges (says which lines are missing).
    """
    if (budget is None) == (chars is None):
        raise click.UsageError("say how large the result may be: --budget TOKENS or --chars CHARACTERS")
    if language and language not in LANGUAGES:
        raise UnknownName(f"there is no language {language!r}", hint=f"choose from {', '.join(LANGUAGES)}")
    documents = [_read(path, language, None if number else select) for number, path in enumerate(files or ("-",))]
    found = make(
        documents,
        budget=budget,
        chars=chars,
        model=model,
        line_numbers=line_numbers,
        style=style,
        settings=load_settings().settings,
    )
    if as_json:
        output.json_line(_plain(found))
        return 0
    click.echo(found.text, nl=not found.text.endswith("\n") and bool(found.text))
    for part in found.parts:
        output.note(_account(part))
    output.note(f"{found.tokens:,} tokens")
    return 0


def _read(path: str, language: str, select: tuple[int, int] | None) -> Document:
    text = source.read_text(path)
    return Document(text, language, selection=offsets(text, select), name="" if path == "-" else path)


def _plain(found: Summary) -> dict[str, Any]:
    return {
        "text": found.text,
        "tokens": found.tokens,
        "characters": len(found.text),
        "tries": found.tries,
        "files": msgspec.to_builtins(found.parts),
    }


def _account(part: Part) -> str:
    """One line about a file: how much of it stands."""
    kept, gone = (sum([last - first + 1 for first, last in lines]) for lines in (part.kept, part.omitted))
    how = {
        "whole": "whole",
        "syntax": f"by the syntax of {part.language}",
        "indentation": f"by indentation ({part.why})" if part.why else "by indentation",
        "given": "by its tree",
        "selection": "nothing but lines of the selection",
    }[part.by]
    lost = {"part": "; the selection did not fit and is cut", "gone": "; the selection did not fit"}
    return f"{part.name or '-'}: {kept:,} of {kept + gone:,} lines, {how}{lost.get(part.selected, '')}"
