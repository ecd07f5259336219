"""What a request cost, as Chat Completions and the servers that speak it report it.

`prompt_tokens` is the whole prompt everywhere. The rest differs: where cache reads stand (DeepSeek, Moonshot,
LiteLLM have fields of their own), and whether reasoning is part of the output (xAI reports it beside).
"""

from __future__ import annotations

from typing import Any

from brimful.messages import Usage
from brimful.providers.fields import expect


def read_usage(value: Any) -> Usage:
    """The usage object of an answer."""
    usage = expect(value, dict, "usage")
    prompt = _inside(usage, "prompt_tokens_details")
    completion = _inside(usage, "completion_tokens_details")
    created = _inside(prompt, "cache_creation")
    reasoning = _count(completion, "reasoning_tokens") or 0
    return Usage(
        input=_count(usage, "prompt_tokens"),
        output=_output(usage, reasoning),
        # OpenAI; LiteLLM; DeepSeek; Moonshot
        cache_read=_count(prompt, "cached_tokens")
        or _count(usage, "cache_read_input_tokens", "prompt_cache_hit_tokens", "cached_tokens")
        or 0,
        # OpenAI and OpenRouter; Qwen; LiteLLM
        cache_write=_count(prompt, "cache_write_tokens", "cache_creation_input_tokens", "cache_creation_tokens")
        or _count(usage, "cache_creation_input_tokens")
        or 0,
        cache_write_1h=_count(created, "ephemeral_1h_input_tokens") or 0,
        reasoning=reasoning,
    )


def write_usage(usage: Usage) -> dict[str, Any]:
    """The usage object as OpenAI writes it."""
    prompt, completion = usage.input or 0, usage.output or 0
    out: dict[str, Any] = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": usage.cache_read, "cache_write_tokens": usage.cache_write},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }
    if usage.cache_write_1h:
        out["prompt_tokens_details"]["cache_creation"] = {"ephemeral_1h_input_tokens": usage.cache_write_1h}
    return out


def _inside(value: dict[str, Any], name: str) -> dict[str, Any]:
    inner = value.get(name)
    return inner if isinstance(inner, dict) else {}


def _count(value: dict[str, Any], *names: str) -> int | None:
    """The first of these numbers that is there."""
    for name in names:
        number = value.get(name)
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            return int(number)
    return None


def _output(usage: dict[str, Any], reasoning: int) -> int | None:
    """Completion tokens, with the reasoning that xAI counts only in the total."""
    output = _count(usage, "completion_tokens")
    total, prompt = _count(usage, "total_tokens"), _count(usage, "prompt_tokens")
    if output is None or total is None or prompt is None or not reasoning:
        return output
    return output + reasoning if total == prompt + output + reasoning else output
