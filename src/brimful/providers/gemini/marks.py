"""Cache marks: Gemini's requests have none (`cachedContent` names a cache that was made beforehand)."""

from __future__ import annotations

from typing import Any

from brimful.messages import CacheMark


def count_marks(value: Any) -> int:
    """No entry carries any."""
    return 0


def with_mark(value: Any, mark: CacheMark) -> Any | None:
    """Nothing can carry one."""
    return None


def without_marks(value: Any) -> Any:
    """The entry as it is."""
    return value
