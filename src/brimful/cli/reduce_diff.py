"""`brimful reduce-diff`: a diff made smaller, with every changed line in it (DOC-5)."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import click
import msgspec

from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.cli.models import load_registry
from brimful.documents import changes
from brimful.documents.below import Below
from brimful.documents.change_forms import Form
from brimful.documents.change_text import Style
from brimful.documents.changes import How, Reduced
from brimful.documents.diffs import parse
from brimful.documents.errors import SplitInput
from brimful.documents.extents import find_extents
from brimful.documents.folds import fold_around
from brimful.prompt import ModelTokenizer
from brimful.settings import Settings
from brimful.tokens import TextCounter


@click.command("reduce-diff", epilog="Example: git diff main | brimful reduce-diff - --budget 4000 --root .")
@source.file_argument
@click.option("--budget", "-b", type=click.IntRange(1), required=True, help="Tokens it may take.")
@click.option(
    "--root", type=click.Path(exists=True, file_okay=False), default=".", help="Where the files of the diff are."
)
@click.option("--model", "-m", default="", help="Who reads it: whose tokens are counted.")
@click.option(
    "--line-numbers", is_flag=True, help="Write lines behind their numbers, and whole files while they fit."
)
@click.option("--removed/--no-removed", default=None, help="Keep removed lines (the default) or leave them out.")
@click.option(
    "--ignore", multiple=True, metavar="PATTERN", help="Leave out files whose path matches; may be repeated."
)
@click.option("--keep-definitions", is_flag=True, help="Rather split than lose the heads and ends of definitions.")
@click.option("--in-parts", is_flag=True, help="Print it in parts that fit one by one, where it does not fit in one.")
@source.json_option
def reduce_diff(
    file: str,
    budget: int,
    root: str,
    model: str,
    line_numbers: bool,
    removed: bool | None,
    ignore: tuple[str, ...],
    keep_definitions: bool,
    in_parts: bool,
    as_json: bool,
) -> int:
    """Make a diff fit a budget of tokens, and keep every changed line.

    Around the changed lines stay the heads and ends of the definitions they are in, read from the files below --root,
    before or after the change. A diff that fits stays as it is. When the changed lines alone are too much, the exit
    code is 1 and the error names two halves to try; --in-parts tries them.
    """
    settings = load_settings().settings
    style: Style = "lines" if line_numbers else "diff"
    how = _how(settings, model, style, removed, ignore, Form.DEFINITIONS if keep_definitions else Form.LINES)
    diff = parse(source.read_bytes(file).decode("utf-8", "replace"))
    read = Below(Path(root), settings.limits.body_max_bytes).read
    try:
        if in_parts:
            _show_parts(changes.reduce_in_parts(diff, budget, how, read=read), as_json)
        else:
            _show(changes.reduce_diff(diff, budget, how, read=read), as_json)
    except SplitInput as error:
        _show_split(error, as_json)
        return 1
    return 0


def _how(
    settings: Settings, model: str, style: Style, removed: bool | None, ignore: tuple[str, ...], least: Form
) -> How:
    counter = TextCounter(settings.tokens.engine, settings=settings.tokens)
    documents = settings.documents
    if removed is not None:
        documents = msgspec.structs.replace(documents, change_removed_lines=removed)
    return How(
        count=ModelTokenizer(model, registry=load_registry(), counter=counter).text,
        find=find_extents,
        fold=fold_around,
        style=style,
        ignored=lambda path: any(fnmatch(path, pattern) for pattern in ignore),
        least=least,
        settings=documents,
    )


def _show(reduced: Reduced, as_json: bool) -> None:
    if as_json:
        output.json_line(msgspec.to_builtins(reduced))
        return
    click.echo(reduced.text, nl=False)
    _note(reduced)


def _show_parts(parts: list[Reduced], as_json: bool) -> None:
    if as_json:
        output.json_line({"parts": msgspec.to_builtins(parts), "tokens": sum(part.tokens for part in parts)})
        return
    for number, part in enumerate(parts, 1):
        if len(parts) > 1:
            output.text(f"# Part {number} of {len(parts)}", bold=True)
        click.echo(part.text, nl=False)
        _note(part)


def _note(reduced: Reduced) -> None:
    """What became of the files, beside the text."""
    output.note(f"{reduced.tokens:,} tokens")
    for shown in reduced.files:
        output.note(f"  {shown.path}: {shown.kept}, {shown.tokens:,} tokens{f'; {shown.note}' if shown.note else ''}")
    for dropped in reduced.dropped:
        output.note(f"  left out: {dropped.path or 'text'}: {dropped.reason}")


def _show_split(error: SplitInput, as_json: bool) -> None:
    told: dict[str, Any] = {**error.as_dict(), "hint": "use --in-parts, or give a larger --budget"}
    if as_json:
        output.json_line({"error": {**told, "halves": error.halves, "budget": error.budget, "needed": error.needed}})
    else:
        output.error(told, as_json=False)
