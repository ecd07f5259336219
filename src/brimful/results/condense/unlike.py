"""Which items of a list differ from the others: those with an error, and those with other keys."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

# Keys that say how something went, and values that say it went wrong.
_OUTCOME = re.compile(r"status|state|level|severity|conclusion|result|outcome|error|errors|exception|ok|success|passed")
_BAD = re.compile(r"(?:.*[^a-z])?(?:err(?:or)?s?|fail(?:ed|ure)?s?|fatal|critical|crash(?:ed)?|timeout|denied|broken)\b.*", re.I | re.S)
_POSITIVE = ("ok", "success", "passed")
# What a quarter of a list does is no exception.
_RARE = 0.25
_LOOK_AT = 200


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
