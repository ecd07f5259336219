"""How commands show a manifest: as text beside the result, as data in it, or as a page (PT-10)."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from brimful.cli import output
from brimful.prompt import manifest_html, manifest_json, manifest_text
from brimful.prompt.manifest import Manifest

_SCREEN = (100, 24)  # columns and lines, where no terminal says how many it has

shown_option = click.option(
    "--manifest",
    "shown",
    type=click.Choice(["text", "html", "none"]),
    default="text",
    help="The account: text on standard error, or (html) a page in place of the result.",
)
page_option = click.option(
    "--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Write the account as a page to a file."
)


class Account(Struct, frozen=True):
    """A manifest, the whole texts of its elements, and a title for its page."""

    manifest: Manifest
    contents: dict[str, Any]
    title: str = ""

    def page(self) -> str:
        """The account as a page."""
        texts = {name: text for name, text in self.contents.items() if isinstance(text, str)}
        return manifest_html.as_html(self.manifest, title=self.title, texts=texts)

    def save(self, path: Path | None) -> None:
        """Write the page, where somebody wants it."""
        if path is not None:
            path.write_text(self.page(), "utf-8")

    def note(self) -> None:
        """Show it as text on standard error."""
        width, _ = shutil.get_terminal_size(_SCREEN)
        text = manifest_text.as_text(self.manifest, width=width, color=sys.stderr.isatty())
        output.note("\n" + text.rstrip("\n"))

    def members(self, shown: str) -> dict[str, Any]:
        """What of it belongs into a JSON answer."""
        if shown == "none":
            return {}
        data = {"manifest": manifest_json.to_json(self.manifest)}
        return {**data, "html": self.page()} if shown == "html" else data
