"""Who gets what in an agent's prompt: every priority and order of growth, in one table (PT-6).

Two of them come along. `PLAIN` is for a caller that cannot summarise: when it is too much, the oldest turns go, then
the oldest rounds. `SUMMARISED` is for one that can: marks protect the whole conversation, so that a prompt that does
not fit is a BudgetExceeded, the sign to summarise; rendered again with `marks=0` it is pruned as PLAIN is.
"""

from __future__ import annotations

from typing import TypedDict

from msgspec import Struct


class Standing(TypedDict):
    """A place as properties of an element."""

    priority: int | None
    flex_grow: int | None


class Place(Struct, frozen=True):
    """A priority, and when it renders: the highest growth first. None = before all that have one."""

    priority: int | None = None
    flex_grow: int | None = None

    @property
    def props(self) -> Standing:
        """As properties of an element."""
        return Standing(priority=self.priority, flex_grow=self.flex_grow)


class Places(Struct, frozen=True):
    """The table.

    conversation: what holds history, user message and rounds together, where anything does.
    history:      of its n pieces, the i-th to go has this priority − n + i.
    rounds:       the current rounds together; inside, round i of n (from 0) has priority i and grows at i + 1.
    query, attachments, notes: inside the user message.
    marks:        most cache marks set: the global context's, the newest result's, the user message's.
    """

    history: Place
    conversation: Place | None = None
    marks: int = 0
    system: Place = Place()
    rules: Place = Place()
    autopilot: Place = Place(80)
    context: Place = Place()
    preferences: Place = Place(800, 7)
    user: Place = Place(900, 2)
    query: Place = Place(900, 7)
    attachments: Place = Place(898, 3)
    notes: Place = Place(810, 5)
    rounds: Place = Place(899, 2)
    stop_query: Place = Place(901)


PLAIN = Places(history=Place(700, 1))
SUMMARISED = Places(conversation=Place(900, 1), history=Place(899, 1), marks=3)
