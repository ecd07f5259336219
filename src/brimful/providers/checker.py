"""What every validator needs: a list of problems, and JSON looked at without trusting it (MSG-3).

A validator never stops at the first problem and never raises for what is in a body; a piece that cannot be read
is a problem like any other and the walk goes on behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from brimful.errors import BrimfulError
from brimful.jsonplace import join, lone_surrogates
from brimful.jsontext import kind_of
from brimful.providers.body import Piece
from brimful.providers.problem import Problem

_T = TypeVar("_T")

# The rules that every dialect has; each adds its own.
SHARED_RULES = {
    "json": "every piece is JSON that all readers agree on",
    "type": "every field has the type its wire format says",
    "missing": "fields that are required are there",
    "surrogate": "text holds no half of a surrogate pair",
}


class Checker:
    """Gathers problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, at: str, rule: str, message: str) -> None:
        """Write down a problem."""
        self.problems.append(Problem(at, rule, message))

    def pieces(self, pieces: Iterable[Piece]) -> Iterator[tuple[str, Any]]:
        """Each piece's place and JSON; one that cannot be decoded is reported and left out."""
        for piece in pieces:
            try:
                value = piece.json
            except BrimfulError as error:
                self.add(error.at or piece.at, "json", error.message)
                continue
            for place in lone_surrogates(value, piece.at):
                self.add(place, "surrogate", "the text holds half of a surrogate pair; providers refuse it")
            yield piece.at, value

    def get(self, value: Any, name: str, kind: type[_T], at: str, *, required: bool = False) -> _T | None:
        """A member of that type; None when it is absent, null or wrong (which is reported)."""
        if not isinstance(value, dict):
            return None
        found = value.get(name)
        if found is None:
            if required:
                self.add(at, "missing", f"{name} is missing")
            return None
        if self.is_a(found, kind, join(at, name)):
            return found  # type: ignore[no-any-return]  # is_a has just shown it
        return None

    def is_a(self, value: Any, kind: type, at: str) -> bool:
        """Whether the value is of that JSON type; reported when not."""
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return True
        names = {str: "a string", list: "an array", dict: "an object", bool: "true or false"}
        self.add(at, "type", f"expected {names.get(kind, 'a number')}, got {kind_of(value)}")
        return False
