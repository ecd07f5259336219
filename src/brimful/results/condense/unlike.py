"""Which items of a list differ from the others: those with an error, and those with other keys."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

# Keys that say how something went, and values that say it went wrong.
_OUTCOME = re.compile(
    r"status|state|level|severity|conclusion|result|outcome|error|errors|exception|ok|success|passed"
)
_BAD = re.compile(
    r"(?:.*[^a-z])?(?:err(?:or)?s?|fail(?:ed|ure)?s?|fatal|critical|crash(?:ed)?|timeout|denied|broken)\b.*",
    re.I | re.S,
)
_POSITIVE = ("ok", "success", "passed")
# What a quarter of a list does is no exception.
_RARE = 0.25
_LOOK_AT = 200


class Facts:
    """What is known of the lists of a value, found out once: drawings ask again and again.

    Lists are known by their identity, so facts are about values that live as long as they do.
    """

    def __init__(self, ascii_only: bool = False) -> None:
        self.ascii_only = ascii_only
        self._unlike: dict[int, list[int]] = {}
        self._members: dict[int, list[tuple[str, Any]]] = {}
        self._keys: dict[int, list[str]] = {}
        self._alike: dict[int, bool] = {}

    def unlike(self, items: list[Any]) -> list[int]:
        """Places of the items that differ."""
        if id(items) not in self._unlike:
            self._unlike[id(items)] = unlike(items)
        return self._unlike[id(items)]

    def members(self, held: dict[str, Any]) -> list[tuple[str, Any]]:
        """The members of an object, to be asked for by place."""
        if id(held) not in self._members:
            self._members[id(held)] = list(held.items())
        return self._members[id(held)]

    def keys(self, items: list[Any]) -> list[str]:
        """All keys that items have."""
        if id(items) not in self._keys:
            self._keys[id(items)] = list(dict.fromkeys(k for item in items if isinstance(item, dict) for k in item))
        return self._keys[id(items)]

    def alike(self, items: list[Any]) -> bool:
        """Whether all items are objects with the same keys in the same order."""
        if id(items) not in self._alike:
            first = list(items[0]) if items and isinstance(items[0], dict) else None
            self._alike[id(items)] = first is not None and all(
                isinstance(item, dict) and list(item) == first for item in items
            )
        return self._alike[id(items)]


def unlike(items: list[Any]) -> list[int]:
    """Places of the items that differ, the most telling first; none where differing is common."""
    if not all(isinstance(item, dict) for item in items[:_LOOK_AT]):
        return []
    bad = [at for at, item in enumerate(items) if isinstance(item, dict) and went_wrong(item)]
    shapes = Counter(_shape(item) for item in items)
    usual = shapes.most_common(1)[0][0]
    odd = [at for at, item in enumerate(items) if _shape(item) != usual]
    few = len(items) * _RARE
    return list(dict.fromkeys((bad if len(bad) <= few else []) + (odd if len(odd) <= few else [])))


def went_wrong(item: dict[str, Any]) -> bool:
    """Whether an object says of itself that it failed."""
    return any(_is_bad(key, value) for key, value in item.items() if _OUTCOME.fullmatch(key.lower()))


def _is_bad(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value is (key.lower() not in _POSITIVE) and key.lower() not in ("status", "state", "result")
    if isinstance(value, str):
        if key.lower() in ("error", "errors", "exception"):
            return bool(value.strip())
        return bool(_BAD.fullmatch(value[:_LOOK_AT]))
    return bool(value) and key.lower() in ("error", "errors", "exception")


def _shape(item: Any) -> Any:
    return frozenset(item) if isinstance(item, dict) else type(item)
