"""Rules about the order of contents: who begins, who ends, and which responses answer which calls.

Contents of one role in a row are one turn: official clients send a streamed answer back in pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from brimful.providers.checker import Checker
from brimful.providers.gemini.signatures import current_turn, unsigned_calls, wants_signatures
from brimful.providers.gemini.spelling import look


class Entry(Struct, frozen=True):
    """One content that could be read: its place, its role ("user" where none is said), its JSON."""

    at: str
    role: str
    content: dict[str, Any]

    @property
    def is_model(self) -> bool:
        """Whether the model says it."""
        return self.role in ("model", "assistant")


class _Named(Struct, frozen=True):
    """A function call or response, and its place."""

    at: str
    name: str
    id: str


def check_order(checker: Checker, entries: Sequence[Entry]) -> None:
    """The user begins, and has the last word."""
    if not entries:
        return
    first, last = entries[0], entries[-1]
    if first.is_model:
        wording = "function call turn comes immediately after a user turn or after a function response turn"
        called = _named(first, "functionCall")
        checker.add(
            first.at, "first", f"please ensure that {wording}" if called else "the first content is the model's"
        )
    if last.is_model and not _named(last, "functionCall"):
        checker.add(last.at, "last", "please ensure that requests end with a user role or a function response")


def check_pairs(checker: Checker, entries: Sequence[Entry]) -> None:
    """Each turn of calls is followed by as many responses to them, and nothing else is responded to."""
    index = 0
    while index < len(entries):
        calls: list[_Named] = []
        while index < len(entries) and entries[index].is_model:
            calls += _named(entries[index], "functionCall")
            index += 1
        responses: list[_Named] = []
        while index < len(entries) and _responds(entries[index]):
            responses += _responses(entries[index])
            index += 1
        _check_turn(checker, calls, responses)
        while index < len(entries) and not entries[index].is_model:
            for response in _responses(entries[index]):
                checker.add(response.at, "orphan", _ORPHAN)
            index += 1


_ORPHAN = "please ensure that function response turn comes immediately after a function call turn"
_UNANSWERED = "the number of function response parts is not equal to the number of function call parts"


def check_signatures(checker: Checker, entries: Sequence[Entry], model: str) -> None:
    """Calls of the current turn carry their signatures, for models that check them."""
    if not wants_signatures(model):
        return
    contents = [entry.content for entry in entries]
    start = current_turn(contents)
    for index, number in unsigned_calls(contents):
        if index >= start:
            at = f"{entries[index].at}.parts[{number}]"
            checker.add(at, "signature", "function call is missing a thought_signature in functionCall parts")


def _check_turn(checker: Checker, calls: list[_Named], responses: list[_Named]) -> None:
    open_calls, left = _unpaired(calls, responses)
    for call, response in zip(open_calls, left, strict=False):
        checker.add(
            response.at, "mismatch", f"this answers {response.name!r}, the call was {call.name!r} {call.id}".strip()
        )
    for call in open_calls[len(left) :]:
        checker.add(call.at, "unanswered", f"{call.name!r} has no response: {_UNANSWERED}")
    for response in left[len(open_calls) :]:
        checker.add(response.at, "orphan", _ORPHAN)


def _unpaired(calls: list[_Named], responses: list[_Named]) -> tuple[list[_Named], list[_Named]]:
    """Calls and responses that find no partner, by id first, then by name and order where an id is left out."""
    left = list(responses)
    by_name: list[_Named] = []
    for call in calls:
        partner = next((one for one in left if call.id and one.id == call.id and one.name == call.name), None)
        by_name += [] if partner else [call]
        if partner:
            left.remove(partner)
    open_calls: list[_Named] = []
    for call in by_name:
        partner = next((one for one in left if one.name == call.name and not (one.id and call.id)), None)
        open_calls += [] if partner else [call]
        if partner:
            left.remove(partner)
    return open_calls, left


def _responses(entry: Entry) -> list[_Named]:
    """The responses of a user's content; those that announce more to come do not count."""
    return [] if entry.is_model else _named(entry, "functionResponse")


def _responds(entry: Entry) -> bool:
    parts = entry.content.get("parts")
    every = parts if isinstance(parts, list) else [parts]
    return not entry.is_model and any(
        isinstance(part, dict) and isinstance(look(part, "functionResponse"), dict) for part in every
    )


def _named(entry: Entry, field: str) -> list[_Named]:
    parts = entry.content.get("parts")
    found: list[_Named] = []
    for index, part in enumerate(parts if isinstance(parts, list) else [parts]):
        value = look(part, field) if isinstance(part, dict) else None
        if isinstance(value, dict) and look(value, "willContinue") is not True:
            name, call_id = value.get("name"), value.get("id")
            at = f"{entry.at}.parts[{index}]" if isinstance(parts, list) else f"{entry.at}.parts"
            found.append(
                _Named(at, name if isinstance(name, str) else "", call_id if isinstance(call_id, str) else "")
            )
    return found
