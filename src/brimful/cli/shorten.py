"""`brimful shorten`: a tool result made smaller, by the rules of its shape (RES-1, RES-4)."""

from __future__ import annotations

from typing import Any

import click

from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.results import Shortened
from brimful.results.shapes import AUTO
from brimful.results.shorten import shorten as make_shorter


@click.command(epilog="Example: pytest 2>&1 | brimful shorten --limit 1000")
@source.file_argument
@click.option("--limit", "-n", type=click.IntRange(min=0), help="Most tokens. Half of the model's prompt by default.")
@click.option("--chars", type=click.IntRange(min=0), help="Most characters; beside --limit, both hold.")
@click.option("--shape", "-s", default=AUTO, help="What the text is (log, plain, …). Found out by default.")
@click.option("--model", "-m", default="", help="The model that will read it; it decides how tokens are counted.")
@click.option("--recall", default="", help="The reference that the last line names. A digest by default.")
@source.batch_option
@source.json_option
def shorten(
    file: str,
    limit: int | None,
    chars: int | None,
    shape: str,
    model: str,
    recall: str,
    batch: str | None,
    as_json: bool,
) -> int:
    """Make a tool's output smaller: its repetition goes first, errors, counts and both ends stay.

    A text that fits is printed as it is. Otherwise the last line says what was left out.
    """
    settings = load_settings().settings.results

    def answer(text: Any) -> Shortened:
        if not isinstance(text, str):
            raise click.UsageError("text must be a string")
        return make_shorter(
            text, limit=limit, chars=chars, model=model, shape=shape, recall=recall, settings=settings
        )

    if batch:
        return source.run_batch(batch, "text", lambda text: _plain(answer(text)))
    found = answer(source.read_text(file))
    if as_json:
        output.json_line(_plain(found))
        return 0
    click.echo(found.text, nl=not found.text.endswith("\n"))
    for problem in found.problems:
        output.note(f"done without: {problem}")
    return 0


def _plain(found: Shortened) -> dict[str, Any]:
    return {
        "text": found.text,
        "tokens": found.tokens,
        "chars": found.chars,
        "shape": found.shape,
        "recall": found.recall,
        "left_out": found.left_out,
        "changed": found.changed,
        **({"problems": list(found.problems)} if found.problems else {}),
    }
