"""Usage as the Messages API reports it.

There the parts of the prompt are apart: `input_tokens` is only what was neither written to the cache nor read from
it. Ours is the whole prompt.
"""

from __future__ import annotations

from typing import Any

from brimful.messages import Usage
from brimful.providers.fields import Fields


def read_usage(value: Any, at: str = "usage") -> Usage:
    """The usage object of an answer, or of one event of a stream."""
    fields = Fields({} if value is None else value, at)
    details = _member(fields, "output_tokens_details")
    written = _member(fields, "cache_creation")
    write_1h = written.take("ephemeral_1h_input_tokens", int, 0)
    write = fields.take("cache_creation_input_tokens", int, -1)
    if write < 0:  # some hosts say only how it splits
        write = write_1h + written.take("ephemeral_5m_input_tokens", int, 0)
    read = fields.take("cache_read_input_tokens", int, 0)
    fresh = fields.take("input_tokens", int, -1)
    output = fields.take("output_tokens", int, -1)
    return Usage(
        input=None if fresh < 0 else fresh + write + read,
        output=None if output < 0 else output,
        cache_read=read,
        cache_write=write,
        cache_write_1h=write_1h,
        reasoning=details.take("thinking_tokens", int, 0),
    )


def write_usage(usage: Usage) -> dict[str, Any]:
    """Usage as this provider writes it. Both totals are always there, since clients count on them; a total nobody
    said is 0."""
    written: dict[str, Any] = {
        "input_tokens": usage.uncached,
        "cache_creation_input_tokens": usage.cache_write,
        "cache_read_input_tokens": usage.cache_read,
        "output_tokens": usage.output or 0,
    }
    if usage.cache_write:
        written["cache_creation"] = {
            "ephemeral_5m_input_tokens": max(0, usage.cache_write - usage.cache_write_1h),
            "ephemeral_1h_input_tokens": usage.cache_write_1h,
        }
    if usage.reasoning:
        written["output_tokens_details"] = {"thinking_tokens": usage.reasoning}
    return written


def _member(fields: Fields, name: str) -> Fields:
    value = fields.left.get(name)
    return Fields({} if value is None else value, fields.place(name))
