"""The documents are true: links lead somewhere, examples run, generated pages are current."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tools import reference

from brimful.cli import app

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
EXAMPLES = ROOT / "examples"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]+)(?:#[^)]*)?\)")


def blocks(kind: str) -> list[Any]:
    found = []
    for page in PAGES:
        for match in FENCE.finditer(page.read_text("utf-8")):
            if match[1] == kind:
                line = page.read_text("utf-8")[: match.start()].count("\n") + 1
                found.append(pytest.param(match[2], id=f"{page.relative_to(ROOT)}:{line}"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    links = [
        link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link and not link.startswith("mailto:")
    ]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("code", blocks("python"))
def test_python_in_the_documents_runs(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    exec(compile(code, "<document>", "exec"), {"__name__": "__document__"})


@pytest.mark.parametrize("session", blocks("console"))
def test_commands_in_the_documents_print_what_they_say(session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`$ brimful …` runs in examples/; the lines below are what it prints ("…" alone stands for more lines)."""
    monkeypatch.chdir(EXAMPLES)
    for command, expected in re.findall(r"^\$ (brimful .*)\n((?:(?!\$ ).*\n?)*)", session, re.MULTILINE):
        done = CliRunner().invoke(app.brimful, shlex.split(command)[1:])
        assert _matches(done.output.rstrip("\n"), expected.rstrip("\n")), f"{command}\n{done.output}"


@pytest.mark.parametrize("name", reference.PAGES)
def test_generated_pages_are_current(name: str) -> None:
    assert (reference.REFERENCE / name).read_text("utf-8") == reference.PAGES[name](), (
        "run: python -m tools.reference"
    )


def test_every_command_has_help_with_an_example() -> None:
    runner = CliRunner()
    for name in app.COMMANDS:
        shown = runner.invoke(app.brimful, [name, "--help"]).output
        assert len(shown) > 80, name
        assert "brimful" in shown, name


def _matches(shown: str, expected: str) -> bool:
    pattern = "".join(".*" if line.strip() == "…" else re.escape(line) + "\n" for line in expected.split("\n"))
    return re.fullmatch(pattern, shown + "\n", re.DOTALL) is not None
