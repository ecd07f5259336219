"""What is wrong with a body, and what a translation could not carry."""

from __future__ import annotations

from msgspec import Struct


class Problem(Struct, frozen=True):
    """One thing a provider would refuse: where (`messages[3].content[0]`), by which rule, and what to do."""

    at: str
    rule: str
    message: str


class Loss(Struct, frozen=True):
    """One thing that has no place in the shape it was translated to."""

    at: str
    what: str
    why: str


class Report:
    """Collects losses while a conversation is written."""

    def __init__(self) -> None:
        self.losses: list[Loss] = []

    def lost(self, at: str, what: str, why: str) -> None:
        """Write down that `what`, at that place, stays behind."""
        self.losses.append(Loss(at, what, why))


class _Unheard(Report):
    def lost(self, at: str, what: str, why: str) -> None:
        """Nobody asked."""


UNHEARD = _Unheard()  # for whoever writes without asking what stays behind: it keeps nothing
