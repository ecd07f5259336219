"""The commands, loaded one at a time, and the one place where errors become text and exit codes.

Exit codes: 0 it worked; 1 it did not, and the error says why; 2 wrong usage. With `--json` an error is a JSON object
on standard output, otherwise a short text on standard error. A traceback never reaches a user, except with
BRIMFUL_DEBUG=1.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from brimful import __version__
from brimful.cli import output
from brimful.errors import BrimfulError

# name → module under brimful.cli; each holds a click command named as the module is.
COMMANDS = {
    "check": "check",
    "complete": "complete",
    "config": "config",
    "count": "count",
    "models": "models",
    "outline": "outline",
    "reduce-diff": "reduce_diff",
    "render": "render",
    "shorten": "shorten",
    "stats": "stats",
    "summarize": "summarize",
    "translate": "translate",
}


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, by name."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = COMMANDS[cmd_name]
        found: click.Command = getattr(import_module(f"brimful.cli.{module}"), module)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their first lines."""
        rows = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(90)) for name, command in rows if command])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="brimful", message="%(prog)s %(version)s")
def brimful() -> None:
    """Fit an agent's conversation, tools and code into a model's context window, and see what went where.

    Every command takes --json for pipes. Text comes from a file or, with - or nothing, from standard input.
    """


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(exit_code(sys.argv[1:] if arguments is None else arguments))


def exit_code(arguments: list[str]) -> int:
    """Run the command line; errors are shown here and nowhere else."""
    as_json = "--json" in arguments
    try:
        result: Any = brimful(arguments, prog_name="brimful", standalone_mode=False)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.exceptions.NoArgsIsHelpError as asking:
        click.echo(asking.format_message(), err=True)
        return 2
    except click.UsageError as error:
        usage = error.ctx.get_usage() if error.ctx else ""
        output.error({"type": "usage", "message": error.format_message(), "hint": usage}, as_json=as_json)
        return 2
    except click.Abort:
        return 130
    except (BrimfulError, OSError, click.ClickException) as error:
        if os.environ.get("BRIMFUL_DEBUG"):
            raise
        output.error(_shown(error), as_json=as_json)
        return 1
    return result if isinstance(result, int) else 0


def _shown(error: Exception) -> dict[str, str]:
    if isinstance(error, BrimfulError):
        return error.as_dict()
    if isinstance(error, click.ClickException):
        return {"type": "input", "message": error.format_message(), "hint": ""}
    if isinstance(error, BrokenPipeError):
        sys.stdout = None  # nobody reads any more; keep the interpreter from flushing
        return {"type": "pipe", "message": "the reader went away", "hint": ""}
    where = getattr(error, "filename", None)
    reason = getattr(error, "strerror", None) or str(error)
    return {"type": "file", "message": f"{where}: {reason}" if where else reason, "hint": ""}
