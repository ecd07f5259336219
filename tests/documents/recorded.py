"""The sources of tests/data/documents/structure.jsonl, with their trees, in code units of UTF-16 as these count."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from brimful.documents.tree import Node

DATA = Path(__file__).parents[1] / "data" / "documents"


class Source(NamedTuple):
    """A source as it is, and the same in code units with its tree."""

    name: str
    language: str
    text: str
    units: str
    root: Node


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def units(text: str) -> str:
    """A text with a character for each code unit, so that offsets of UTF-16 are offsets of characters."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join([chr(low | high << 8) for low, high in zip(data[::2], data[1::2], strict=True)])


def tree(given: dict[str, Any]) -> Node:
    """A tree as it is recorded."""
    return Node(given["kind"], given["start"], given["end"], tuple(map(tree, given.get("children", ()))))


@cache
def sources() -> dict[str, Source]:
    """All sources, by name."""
    return {
        row["name"]: Source(
            row["name"],
            row["language"],
            row["source"],
            units(row["source"]),
            tree(row["syntax"] or row["indentation"]),
        )
        for row in rows("structure.jsonl")
    }
