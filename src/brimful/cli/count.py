"""`brimful count`: the tokens of a text, or of a request in any provider's shape (TOK-1, TOK-3)."""

from __future__ import annotations

from typing import Any

import click

from brimful import api
from brimful.api import Count
from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.cli.models import load_registry
from brimful.tokens import ENCODINGS


@click.command(epilog="Example: brimful count README.md --model gpt-5")
@source.file_argument
@click.option("--model", "-m", default="", help="The model that will read it; it decides the encoding.")
@click.option("--encoding", "-e", type=click.Choice(ENCODINGS), help="Count in this encoding, whatever the model.")
@click.option("--messages", is_flag=True, help="FILE is a request body (OpenAI, Responses, Anthropic or Gemini).")
@click.option("--provider", "-p", default="", help="The body's wire format, if it should not be found out.")
@source.batch_option
@source.json_option
def count(
    file: str, model: str, encoding: str | None, messages: bool, provider: str, batch: str | None, as_json: bool
) -> int:
    """Count tokens, exactly where the model's encoding is public, offline always.

    For models without a public tokenizer the count is the nearest encoding's times the family's fitted factors.
    """
    settings, registry = load_settings().settings, load_registry()

    def read(what: Any) -> Count:
        return api.count(
            what, model=model, provider=provider, encoding=encoding or "", registry=registry, settings=settings
        )

    def answer(what: Any) -> dict[str, Any]:
        if not messages and not isinstance(what, str):
            raise click.UsageError("text must be a string (for request bodies use --messages with a body)")
        return _plain(read(what))

    if batch:
        return source.run_batch(batch, "body" if messages else "text", answer)
    what: Any = source.read_bytes(file) if messages else source.read_text(file)
    found = read(what)
    if as_json:
        output.json_line(_plain(found))
    else:
        _print(found, model)
    return 0


def _plain(found: Count) -> dict[str, Any]:
    shown = {
        "tokens": int(found),
        "with_margin": found.with_margin,
        "encoding": found.encoding,
        "exact": found.exact,
        "source": found.source,
        "characters_by_four": found.characters_by_four,
    }
    if found.estimate is not None:
        shown |= {"by_kind": found.by_kind, "messages": found.estimate.messages, "tools": found.estimate.tools}
    return shown


def _print(found: Count, model: str) -> None:
    how = "exact" if found.exact else "estimated"
    output.text(f"{int(found):,} tokens", bold=True)
    output.text(f"{how} by {found.encoding}{f' for {model}' if model else ''}; plan with {found.with_margin:,}")
    if found.estimate is not None:
        output.text()
        output.table(("kind", "tokens"), found.by_kind.items(), numbers=("tokens",))
