"""What a response says it cost. `input_tokens` is the whole prompt here, as in the neutral form.

The API keeps cache entries for 30 minutes or 12 hours; the neutral form knows the plain and the longer lifetime, so
what is written for 12 hours counts as the longer one.
"""

from __future__ import annotations

from typing import Any

from brimful.messages import Usage
from brimful.providers.fields import Fields


def read_usage(value: Any, at: str = "usage") -> Usage:
    """Read the usage object of a response."""
    fields = Fields(value, at)
    details = Fields(fields.take("input_tokens_details", dict, {}), fields.place("input_tokens_details"))
    split = Fields(details.take("cache_write_tokens_details", dict, {}), details.place("cache_write_tokens_details"))
    outcome = Fields(fields.take("output_tokens_details", dict, {}), fields.place("output_tokens_details"))
    return Usage(
        input=_count(fields, "input_tokens"),
        output=_count(fields, "output_tokens"),
        cache_read=details.take("cached_tokens", int, 0),
        cache_write=details.take("cache_write_tokens", int, 0),
        cache_write_1h=split.take("ttl_12h_tokens", int, 0),
        reasoning=outcome.take("reasoning_tokens", int, 0),
    )


def write_usage(usage: Usage) -> dict[str, Any]:
    """Write usage as the API does; the members it requires are always there."""
    taken, given = usage.input or 0, usage.output or 0
    details: dict[str, Any] = {"cached_tokens": usage.cache_read, "cache_write_tokens": usage.cache_write}
    if usage.cache_write_1h:
        details["cache_write_tokens_details"] = {
            "ttl_30m_tokens": max(0, usage.cache_write - usage.cache_write_1h),
            "ttl_12h_tokens": usage.cache_write_1h,
        }
    return {
        "input_tokens": taken,
        "input_tokens_details": details,
        "output_tokens": given,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": taken + given,
    }


def _count(fields: Fields, name: str) -> int | None:
    return fields.take(name, int, 0) if fields.left.get(name) is not None else None
