"""`brimful translate`: a request in another provider's shape (MSG-2), or mended in its own (MSG-4)."""

from __future__ import annotations

import click
import msgspec

from brimful import api, jsontext
from brimful.cli import output, source
from brimful.providers import NAMES


@click.command(epilog="Example: brimful translate request.json --to gemini > translated.json")
@source.file_argument
@click.option("--to", "-t", required=True, help=f"The wire format to write: {', '.join(NAMES)}.")
@click.option("--provider", "-p", default="", help="The body's own wire format, if it should not be found out.")
@click.option("--model", "-m", default="", help="The model's name there.")
@click.option("--repair", is_flag=True, help="Mend the request first: orphaned calls and results, empty content …")
@source.json_option
def translate(file: str, to: str, provider: str, model: str, repair: bool, as_json: bool) -> None:
    """Write a request body in another provider's shape.

    The body goes to standard output; what the other shape cannot carry is told on standard error (with --json:
    `{body, losses, mends}`).
    """
    body = api.read(source.read_bytes(file), provider)
    mends: tuple[str, ...] = ()
    if repair:
        repaired = api.repair(body)
        body, mends = repaired.body, repaired.mends
    done = api.translate(body, to=to, model=model)
    if as_json:
        losses = [msgspec.to_builtins(loss) for loss in done.losses]
        output.json_line({"body": done.json, "losses": losses, "mends": list(mends)})
        return
    click.echo(jsontext.encode(done.json))
    for mend in mends:
        output.note(f"mended: {mend}")
    for loss in done.losses:
        output.note(f"not carried: {loss.at or '(body)'}: {loss.what} ({loss.why})")
