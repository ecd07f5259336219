"""A manifest as data, and back (PT-10).

The same names as the types, so that a pipe, another language and the page mean the same by them. What every entry
has is always written; what only some have is written when it is there. A reader ignores fields it does not know, so
a later brimful may add some; when the meaning of one changes, the version does.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from brimful.errors import InvalidInput
from brimful.jsonplace import join
from brimful.prompt.manifest import VERSION, Entry, Manifest

# JSON has no word for infinity, and priorities may be infinite.
_HIGHEST, _LOWEST = "highest", "lowest"


def to_json(manifest: Manifest) -> dict[str, Any]:
    """Return the manifest as plain values, ready for any JSON writer."""
    data: dict[str, Any] = msgspec.to_builtins(manifest)
    return {
        "version": manifest.version,
        "budget": manifest.budget,
        "tokens": manifest.tokens,
        "counter": manifest.counter,
        "entries": [_entry(entry) for entry in manifest.entries],
        "groups": data.get("groups", []),
        "steps": data.get("steps", []),
    }


def from_json(data: Any, at: str = "") -> Manifest:
    """Read a manifest; `at` is the place of `data` in whatever it came in, for the error."""
    if not isinstance(data, dict):
        raise InvalidInput("a manifest is a JSON object", at=at, hint="give what to_json returned")
    _check_version(data.get("version"), at)
    try:
        return msgspec.convert(_with_numbers(data), Manifest)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        raise InvalidInput(
            f"not a manifest: {message}", at=join(at, path.rstrip("`").lstrip(".")), hint="give what to_json returned"
        ) from error


def _entry(entry: Entry) -> dict[str, Any]:
    always = {
        "id": entry.id,
        "kind": entry.kind,
        "parent": entry.parent,
        "fate": entry.fate,
        "allotted": entry.allotted,
        "used": entry.used,
        "tokens": entry.tokens,
    }
    data = {**always, **msgspec.to_builtins(entry)}
    if entry.priority is not None and not math.isfinite(entry.priority):
        data["priority"] = _infinite(entry.priority)
    return data


def _infinite(priority: float) -> str:
    if math.isnan(priority):
        raise ValueError("a priority that is not a number cannot be written")
    return _HIGHEST if priority > 0 else _LOWEST


def _check_version(version: Any, at: str) -> None:
    place = join(at, "version")
    if type(version) is not int or version < 1:
        raise InvalidInput("the manifest does not say its version", at=place, hint=f'"version": {VERSION}')
    if version > VERSION:
        raise InvalidInput(
            f"the manifest is of version {version}; this brimful reads up to version {VERSION}",
            at=place,
            hint="read it with a newer brimful",
        )


def _with_numbers(data: dict[str, Any]) -> dict[str, Any]:
    """The same data with infinite priorities as numbers. Anything that is not an entry is left for the check."""
    entries = data.get("entries")
    if not isinstance(entries, list):
        return data
    return {**data, "entries": [_with_number(entry) for entry in entries]}


def _with_number(entry: Any) -> Any:
    infinite = {_HIGHEST: math.inf, _LOWEST: -math.inf}
    if isinstance(entry, dict) and isinstance(priority := entry.get("priority"), str) and priority in infinite:
        return {**entry, "priority": infinite[priority]}
    return entry
