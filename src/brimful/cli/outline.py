"""`brimful outline`: what a source file defines, without the bodies (DOC-6)."""

from __future__ import annotations

import click
import msgspec

from brimful import api
from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.cli.models import load_registry
from brimful.documents.languages import LANGUAGES, language_of
from brimful.documents.outline import outline as outline_of


@click.command(epilog="Example: brimful outline src/app.py --line-numbers")
@source.file_argument
@click.option(
    "--language", "-l", type=click.Choice(sorted(LANGUAGES)), help="The language, if not by the file's name."
)
@click.option("--line-numbers", is_flag=True, help="Show the numbers of the lines.")
@click.option("--docs", is_flag=True, help="Show the first line of docstrings and of comments above.")
@click.option("--model", "-m", default="", help="The model whose tokens are counted.")
@source.json_option
def outline(file: str, language: str | None, line_numbers: bool, docs: bool, model: str, as_json: bool) -> None:
    """Show what a source file defines: signatures without bodies.

    By syntax for JavaScript, TypeScript, Python, Ruby, Rust, Go, Java, C++, C# and PHP (with the extra `code`);
    otherwise by lines that look like definitions, or that others are indented below.
    """
    settings, registry = load_settings().settings, load_registry()
    language = language or language_of(file)
    made = outline_of(
        source.read_text(file),
        language,
        line_numbers=line_numbers,
        docs=docs,
        line_chars=settings.documents.outline_line_chars,
    )
    if as_json:
        tokens = int(api.count(made.text, model=model, registry=registry, settings=settings))
        entries = msgspec.to_builtins(made.entries)
        output.json_line({"text": made.text, "tokens": tokens, "language": language, "entries": entries})
    else:
        click.echo(made.text, nl=False)
