"""`brimful render`: a prompt tree made to fit, in any provider's shape, and the account of how (PT-10, PT-11)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from brimful import api, jsontext
from brimful.cli import output, source
from brimful.cli.account import Account, page_option, shown_option
from brimful.cli.config import load_settings
from brimful.cli.models import load_registry
from brimful.prompt import (
    BudgetExceeded,
    Meta,
    ModelTokenizer,
    Output,
    Reference,
    Rendered,
    manifest_diff,
    plain,
    render_sync,
)
from brimful.prompt.declared import read_tree
from brimful.prompt.manifest import Manifest
from brimful.providers import NAMES
from brimful.tokens import TextCounter


@click.command(epilog="Example: brimful render tree.json --budget 8000 --model claude-sonnet-4-5 --format anthropic")
@source.file_argument
@click.option("--budget", "-b", type=click.IntRange(0), help="Tokens it may take; default: the model's whole input.")
@click.option("--model", "-m", default="", help="Who reads it: whose tokens are counted, and the name in a request.")
@click.option("--format", "-f", "form", type=click.Choice([*NAMES, "text"]), default="text", help="What to write.")
@click.option("--diff", "other", type=click.IntRange(0), help="Instead of the account, what another budget changes.")
@shown_option
@page_option
@source.json_option
def render(
    file: str,
    budget: int | None,
    model: str,
    form: str,
    other: int | None,
    shown: str,
    page: Path | None,
    as_json: bool,
) -> int:
    """Render a prompt tree within a budget of tokens.

    The tree is JSON: nodes with `el`, `props` and `children`, or what another process rendered to JSON. The prompt
    goes to standard output, everything about it to standard error. With --json: `{messages, tokens, manifest}`, for
    a provider's format also `{body, losses, mends, problems}`, and what the tree leaves for the caller. When what
    must stay is more than the budget, the exit code is 1 and the account is shown all the same.
    """
    job = _Job(file, model, form)
    try:
        rendered = job.render(budget)
    except BudgetExceeded as error:
        account = Account(error.manifest, error.contents, job.title)
        account.save(page)
        _show_excess(error, account, shown, as_json)
        return 1
    account = Account(rendered.manifest, rendered.contents, job.title)
    account.save(page)
    difference = None if other is None else manifest_diff.compare(job.manifest(other), rendered.manifest)
    if as_json:
        between = {} if difference is None else {"difference": msgspec.to_builtins(difference)}
        output.json_line({**job.answer(rendered), **account.members(shown), **between})
        return 0
    _show(job, rendered, account, shown)
    if difference is not None:
        output.note(f"\nbeside a budget of {other:,}:\n" + manifest_diff.as_text(difference).rstrip("\n"))
    elif shown == "text":
        account.note()
    return 0


class _Job:
    """One tree, one model, one format."""

    def __init__(self, file: str, model: str, form: str) -> None:
        self.settings, self.registry = load_settings().settings, load_registry()
        self.tree = read_tree(jsontext.decode(source.read_bytes(file)))
        self.title = "" if file == "-" else Path(file).stem
        self.form = form
        self.model = model or api.default_model(form)
        counter = TextCounter(self.settings.tokens.engine, settings=self.settings.tokens)
        self.tokenizer = ModelTokenizer(self.model, registry=self.registry, counter=counter)

    def render(self, budget: int | None) -> Rendered:
        limit = self.registry.max_input(self.model) if budget is None else budget
        return render_sync(self.tree, budget=limit, tokenizer=self.tokenizer, settings=self.settings.prompt)

    def manifest(self, budget: int) -> Manifest:
        """The account under another budget, also when that is not enough."""
        try:
            return self.render(budget).manifest
        except BudgetExceeded as error:
            return error.manifest

    def request(self, rendered: Rendered) -> Output:
        return rendered.to(self.form, model=self.model)

    def answer(self, rendered: Rendered) -> dict[str, Any]:
        """All there is to say but the account, as JSON."""
        return {
            **self._said(rendered),
            "tokens": rendered.tokens,
            "budget": rendered.manifest.budget,
            "model": self.model,
            "format": self.form,
            "metadata": [_meta(each) for each in rendered.metadata],
            "references": [_reference(each) for each in rendered.references],
            "omitted_references": [_reference(each) for each in rendered.omitted_references],
        }

    def _said(self, rendered: Rendered) -> dict[str, Any]:
        if self.form == "text":
            messages = [{"role": part.role, "text": part.text} for part in plain.sections(rendered.messages)]
            return {"messages": messages, "text": rendered.text()}
        done = self.request(rendered)
        return {
            "messages": [item.json for item in done.body.items],
            "body": done.json,
            "losses": msgspec.to_builtins(done.losses),
            "mends": list(done.mends),
            "problems": msgspec.to_builtins(done.problems),
        }


def _show(job: _Job, rendered: Rendered, account: Account, shown: str) -> None:
    """The prompt, or the page in its place, on standard output."""
    if shown == "html":
        click.echo(account.page(), nl=False)
    elif job.form == "text":
        _show_text(rendered)
    else:
        _show_request(job.request(rendered))


def _show_text(rendered: Rendered) -> None:
    """The prompt for a person: roles stand out where there is colour."""
    for number, section in enumerate(plain.sections(rendered.messages)):
        if number:
            output.text()
        output.text(f"# {section.heading}", bold=True)
        if said := section.text.rstrip():
            output.text()
            output.text(said)


def _show_request(done: Output) -> None:
    """The body: for people in lines, for pipes in one."""
    body = done.body.to_bytes()
    click.echo(msgspec.json.format(body, indent=2) if sys.stdout.isatty() else body)
    for mend in done.mends:
        output.note(f"mended: {mend}")
    for loss in done.losses:
        output.note(f"not carried: {loss.at or '(body)'}: {loss.what} ({loss.why})")
    for problem in done.problems:
        output.note(f"still wrong: {problem.at or '(body)'}: {problem.message}")


def _show_excess(error: BudgetExceeded, account: Account, shown: str, as_json: bool) -> None:
    """What must stay is too much: the error, and the account beside it."""
    if as_json:
        told = {**error.as_dict(), "budget": error.budget, "needed": error.needed}
        output.json_line({"error": told, **account.members(shown)})
        return
    output.error(error.as_dict(), as_json=False)
    if shown == "html":
        click.echo(account.page(), nl=False)
    elif shown == "text":
        account.note()


def _meta(given: Meta) -> dict[str, Any]:
    return {"key": given.key, "value": given.value}


def _reference(given: Reference) -> dict[str, str]:
    return {"uri": given.uri} if given.uri else {"name": given.variable}
