"""Where commands read from: a file, standard input, or a batch of JSON lines."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from brimful import jsontext
from brimful.cli import output
from brimful.errors import BrimfulError, InputTooLarge, InvalidInput
from brimful.settings import DEFAULTS

file_argument = click.argument("file", type=click.Path(dir_okay=False), default="-", required=False)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
batch_option = click.option(
    "--batch",
    type=click.Path(dir_okay=False),
    help="Read many inputs from a file of JSON lines (each with an id); print one JSON line for each, in order.",
)


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    limit = DEFAULTS.limits.body_max_bytes
    if path == "-":
        if sys.stdin.isatty():
            output.note("reading standard input; end it with Ctrl-D")
        data = sys.stdin.buffer.read(limit + 1)
    else:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    if len(data) > limit:
        raise InputTooLarge(f"{path} has more than {limit:,} bytes", hint="raise limits.body_max_bytes, or send less")
    return data


def read_text(path: str) -> str:
    """The text of a file or of standard input, which must be UTF-8."""
    data = read_bytes(path)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"byte {data[error.start]:#04x} at offset {error.start:,} is not UTF-8",
            at=path,
            hint="convert the file to UTF-8 first",
        ) from error


def lines(path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file of JSON lines (gzip too), numbered from 1; empty ones are left out."""
    if path == "-":
        yield from _numbered(sys.stdin.buffer)
        return
    with gzip.open(path, "rb") if path.endswith(".gz") else Path(path).open("rb") as file:
        yield from _numbered(file)


def run_batch(path: str, field: str, answer: Callable[[Any], dict[str, Any]]) -> int:
    """Answer each line of a batch; a line that fails gives its error and the rest goes on. Returns the exit code."""
    failed = False
    for number, line in lines(path):
        name: Any = number
        try:
            entry = jsontext.decode_object(line, at=f"line {number}")
            name = entry.get("id", number)
            if field not in entry:
                raise InvalidInput(
                    f"{field} is missing", at=f"line {number}", hint=f'each line is {{"id": …, "{field}": …}}'
                )
            output.json_line({"id": name, **answer(entry[field])})
        except BrimfulError as error:
            failed = True
            output.json_line({"id": name, "error": error.as_dict()})
    return int(failed)


def _numbered(file: Any) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(file, 1):
        if line.strip():
            yield number, line
