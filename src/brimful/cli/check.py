"""`brimful check`: every problem of a request's shape, with its place (MSG-3)."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from brimful.cli import output, source
from brimful.providers import NAMES, Problem, detect, dialect
from brimful.providers.check import check_bytes


@click.command(epilog="Example: brimful check request.json --provider anthropic")
@source.file_argument
@click.option("--provider", "-p", help=f"The wire format: {', '.join(NAMES)}. Found out from the body if not given.")
@click.option("--rules", is_flag=True, help="List the rules of --provider and stop.")
@click.option("--exit-code", is_flag=True, help="Leave with 1 when there are problems (for scripts).")
@source.json_option
def check(file: str, provider: str | None, rules: bool, exit_code: bool, as_json: bool) -> int:
    """Say everything a provider would refuse in a request body."""
    if rules:
        return _list_rules(provider, as_json)
    data = source.read_bytes(file)
    chosen = dialect(provider) if provider else detect(data)
    problems = check_bytes(data, chosen)
    if as_json:
        output.json_line({"provider": chosen.name, "problems": [msgspec.to_builtins(p) for p in problems]})
    else:
        _print(problems, chosen.title)
    return int(exit_code and bool(problems))


def _print(problems: list[Problem], title: str) -> None:
    if not problems:
        output.text(f"no problems: a well-formed request for {title}", color="green")
        return
    for problem in problems:
        output.text(f"{problem.at or '(body)'}: {problem.message}  [{problem.rule}]")
    output.note(f"{len(problems)} problem{'s' if len(problems) > 1 else ''} for {title}")


def _list_rules(provider: str | None, as_json: bool) -> int:
    found: dict[str, Any] = {name: dict(dialect(name).rules) for name in ([provider] if provider else NAMES)}
    if as_json:
        output.json_line(found)
        return 0
    for name, sentences in found.items():
        output.text(name, bold=True)
        for rule, sentence in sentences.items():
            output.text(f"  {rule:24} {sentence}")
    return 0
