"""`usageMetadata` ↔ usage (CM-2).

`promptTokenCount` counts what was read from the cache as well. What tools run by Google brought into the prompt
(`toolUsePromptTokenCount`) is counted apart, and so is thinking (`thoughtsTokenCount`) beside what was said.
"""

from __future__ import annotations

from typing import Any

from brimful.messages import Usage
from brimful.providers.fields import expect
from brimful.providers.gemini.spelling import spelled


def read_usage(value: Any, at: str = "usageMetadata") -> Usage:
    """The tokens of a request and its answer."""
    counts = expect(value, dict, at)
    thoughts = _count(counts, "thoughtsTokenCount", at)
    return Usage(
        input=_sum(_count(counts, "promptTokenCount", at), _count(counts, "toolUsePromptTokenCount", at)),
        output=_sum(_count(counts, "candidatesTokenCount", at), thoughts),
        cache_read=_count(counts, "cachedContentTokenCount", at) or 0,
        reasoning=thoughts or 0,
    )


def write_usage(usage: Usage) -> dict[str, Any]:
    """The usage object; counts nobody gave stay out."""
    out: dict[str, Any] = {}
    if usage.input is not None:
        out["promptTokenCount"] = usage.input
    if usage.cache_read:
        out["cachedContentTokenCount"] = usage.cache_read
    if usage.output is not None:
        out["candidatesTokenCount"] = max(0, usage.output - usage.reasoning)
    if usage.reasoning:
        out["thoughtsTokenCount"] = usage.reasoning
    if usage.input is not None or usage.output is not None:
        out["totalTokenCount"] = (usage.input or 0) + (usage.output or 0)
    return out


def _count(counts: dict[str, Any], name: str, at: str) -> int | None:
    given = spelled(counts, name)
    return None if counts.get(given) is None else expect(counts[given], int, f"{at}.{given}")


def _sum(first: int | None, second: int | None) -> int | None:
    return None if first is None and second is None else (first or 0) + (second or 0)
