"""`brimful render`: a prompt tree made to fit, in any provider's shape, and the account of how (PT-10, PT-11)."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from brimful import api, jsontext
from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.cli.models import load_registry
from brimful.models import Registry
from brimful.prompt import (
    BudgetExceeded,
    Meta,
    ModelTokenizer,
    Output,
    Reference,
    Rendered,
    manifest_diff,
    manifest_html,
    manifest_json,
    manifest_text,
    plain,
    render_sync,
)
from brimful.prompt.declared import read_tree
from brimful.prompt.element import Child
from brimful.prompt.manifest import Manifest
from brimful.providers import NAMES
from brimful.settings import Settings
from brimful.tokens import TextCounter


@click.command(epilog="Example: brimful render tree.json --budget 8000 --model claude-sonnet-4-5 --format anthropic")
@source.file_argument
@click.option("--budget", "-b", type=click.IntRange(0), help="Tokens it may take; default: the model's whole input.")
@click.option("--model", "-m", default="", help="Who reads it: whose tokens are counted, and the name in a request.")
@click.option("--format", "-f", "form", type=click.Choice([*NAMES, "text"]), default="text", help="What to write.")
@click.option(
    "--manifest",
    "shown",
    type=click.Choice(["text", "html", "none"]),
    default="text",
    help="The account: text on standard error, or (html) a page in place of the prompt.",
)
@click.option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to a file.")
@click.option("--diff", "other", type=click.IntRange(0), help="Say what was different under another budget instead.")
@source.json_option
def render(
    file: str,
    budget: int | None,
    model: str,
    form: str,
    shown: str,
    page: Path | None,
    other: int | None,
    as_json: bool,
) -> int:
    """Render a prompt tree within a budget of tokens.

    The tree is JSON: nodes with `el`, `props` and `children`, or what another process rendered to JSON. The prompt
    goes to standard output, everything about it to standard error. With --json: `{messages, tokens, manifest}`, for
    a provider's format also `{body, losses, mends, problems}`, and what the tree leaves for the caller. What may
    not go and is more than the budget leaves with 1; the account is shown all the same.
    """
    job = _Job(file, model, form)
    try:
        rendered = job.render(budget)
    except BudgetExceeded as error:
        return _exceeded(error, shown, page, as_json)
    difference = None if other is None else manifest_diff.compare(job.manifest(other), rendered.manifest)
    _write_page(page, rendered.manifest, rendered.contents)
    if as_json:
        answer = job.answer(rendered, shown)
        if difference is not None:
            answer["difference"] = msgspec.to_builtins(difference)
        output.json_line(answer)
        return 0
    if shown == "html":
        click.echo(_page(rendered.manifest, rendered.contents), nl=False)
        return 0
    job.show(rendered)
    if difference is not None:
        output.note(f"\nbeside a budget of {other:,}:\n" + manifest_diff.as_text(difference).rstrip("\n"))
    elif shown == "text":
        output.note("\n" + _account(rendered.manifest))
    return 0


class _Job:
    """One tree, one model, one format."""

    def __init__(self, file: str, model: str, form: str) -> None:
        settings, self.registry = load_settings().settings, load_registry()
        self.tree: list[Child] = read_tree(jsontext.decode(source.read_bytes(file)))
        self.form = form
        self.model = model or api.default_model(form)
        self.settings: Settings = settings
        self.tokenizer = _tokenizer(self.model, self.registry, settings)

    def render(self, budget: int | None) -> Rendered:
        limit = self.registry.max_input(self.model) if budget is None else budget
        return render_sync(self.tree, budget=limit, tokenizer=self.tokenizer, settings=self.settings.prompt)

    def manifest(self, budget: int) -> Manifest:
        """The account under another budget, also when that is not enough."""
        try:
            return self.render(budget).manifest
        except BudgetExceeded as error:
            return error.manifest

    def answer(self, rendered: Rendered, shown: str) -> dict[str, Any]:
        """All there is to say, as JSON."""
        said = self._said(rendered)
        about = {
            "tokens": rendered.tokens,
            "budget": rendered.manifest.budget,
            "model": self.model,
            "format": self.form,
            "metadata": [_meta(each) for each in rendered.metadata],
            "references": [_reference(each) for each in rendered.references],
            "omitted_references": [_reference(each) for each in rendered.omitted_references],
        }
        return {**said, **about, **_manifest(rendered.manifest, rendered.contents, shown)}

    def show(self, rendered: Rendered) -> None:
        """The prompt itself, on standard output."""
        if self.form == "text":
            _print_text(rendered)
            return
        done = self._request(rendered)
        body = done.body.to_bytes()
        click.echo(msgspec.json.format(body, indent=2) if sys.stdout.isatty() else body)
        for mend in done.mends:
            output.note(f"mended: {mend}")
        for loss in done.losses:
            output.note(f"not carried: {loss.at or '(body)'}: {loss.what} ({loss.why})")
        for problem in done.problems:
            output.note(f"still wrong: {problem.at or '(body)'}: {problem.message}")

    def _said(self, rendered: Rendered) -> dict[str, Any]:
        if self.form == "text":
            messages = [{"role": part.role, "text": part.text} for part in plain.sections(rendered.messages)]
            return {"messages": messages, "text": rendered.text()}
        done = self._request(rendered)
        return {
            "messages": [item.json for item in done.body.items],
            "body": done.json,
            "losses": msgspec.to_builtins(done.losses),
            "mends": list(done.mends),
            "problems": msgspec.to_builtins(done.problems),
        }

    def _request(self, rendered: Rendered) -> Output:
        return rendered.to(self.form, model=self.model)


def _tokenizer(model: str, registry: Registry, settings: Settings) -> ModelTokenizer:
    counter = TextCounter(settings.tokens.engine, settings=settings.tokens)
    return ModelTokenizer(model, registry=registry, counter=counter)


def _exceeded(error: BudgetExceeded, shown: str, page: Path | None, as_json: bool) -> int:
    """What may not go is too much: the error, and the account beside it."""
    _write_page(page, error.manifest, error.contents)
    if as_json:
        told = {**error.as_dict(), "budget": error.budget, "needed": error.needed}
        output.json_line({"error": told, **_manifest(error.manifest, error.contents, shown)})
        return 1
    output.error(error.as_dict(), as_json=False)
    if shown == "html":
        click.echo(_page(error.manifest, error.contents), nl=False)
    elif shown == "text":
        output.note("\n" + _account(error.manifest))
    return 1


def _print_text(rendered: Rendered) -> None:
    """The prompt for a person: roles stand out where there is colour."""
    for number, section in enumerate(plain.sections(rendered.messages)):
        if number:
            output.text()
        output.text(f"# {section.heading}", bold=True)
        output.text()
        output.text(section.text)


def _account(manifest: Manifest) -> str:
    width, _ = shutil.get_terminal_size((100, 24))
    return manifest_text.as_text(manifest, width=width, color=sys.stderr.isatty()).rstrip("\n")


def _page(manifest: Manifest, contents: dict[str, Any]) -> str:
    texts = {name: text for name, text in contents.items() if isinstance(text, str)}
    return manifest_html.as_html(manifest, texts=texts)


def _write_page(path: Path | None, manifest: Manifest, contents: dict[str, Any]) -> None:
    if path is not None:
        path.write_text(_page(manifest, contents), "utf-8")


def _manifest(manifest: Manifest, contents: dict[str, Any], shown: str) -> dict[str, Any]:
    """The account as data, and as the page when that was asked for."""
    if shown == "none":
        return {}
    data = {"manifest": manifest_json.to_json(manifest)}
    return {**data, "html": _page(manifest, contents)} if shown == "html" else data


def _meta(given: Meta) -> dict[str, Any]:
    return {"key": given.key, "value": given.value}


def _reference(given: Reference) -> dict[str, str]:
    return {"uri": given.uri} if given.uri else {"name": given.variable}
