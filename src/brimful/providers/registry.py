"""Which wire formats there are, and which one a body is written in.

A dialect is loaded when it is first asked for: a command that reads one format does not pay for four.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from brimful import jsontext
from brimful.errors import UnknownName
from brimful.jsontext import Slice
from brimful.providers.dialect import Dialect
from brimful.providers.fields import word

_HOMES = {
    "openai": ("brimful.providers.openai_chat", "OPENAI_CHAT"),
    "responses": ("brimful.providers.openai_responses", "OPENAI_RESPONSES"),
    "anthropic": ("brimful.providers.anthropic", "ANTHROPIC"),
    "gemini": ("brimful.providers.gemini", "GEMINI"),
}
_ALSO_CALLED = {
    "chat": "openai",
    "openai-chat": "openai",
    "openai-responses": "responses",
    "claude": "anthropic",
    "google": "gemini",
}

NAMES = tuple(_HOMES)


@cache
def dialect(name: str) -> Dialect:
    """The wire format of that name."""
    key = _ALSO_CALLED.get(name.lower(), name.lower())
    if key not in _HOMES:
        raise UnknownName(f"there is no wire format {name!r}", hint=f"one of: {', '.join(NAMES)}")
    module, attribute = _HOMES[key]
    found: Dialect = getattr(import_module(module), attribute)
    return found


def detect(data: bytes) -> Dialect:
    """Say which wire format a request body is written in, by the members only that format has.

    A body that two formats would read alike (a model and a user's words, nothing else) is Anthropic's when its
    model is a Claude, and OpenAI Chat Completions otherwise.
    """
    members = jsontext.members(data)
    if "contents" in members:
        return dialect("gemini")
    if "messages" not in members:
        if members.keys() & {"input", "instructions", "previous_response_id"}:
            return dialect("responses")
        raise UnknownName(
            "no wire format has a body like this: it holds neither messages, input nor contents",
            hint="pass a request body, or name the format with --provider",
        )
    return dialect("anthropic" if _looks_like_anthropic(members) else "openai")


_ANTHROPIC_MEMBERS = {
    "system",
    "anthropic_version",
    "stop_sequences",
    "mcp_servers",
    "context_management",
    "thinking",
}
_OPENAI_MEMBERS = {
    "max_completion_tokens", "response_format", "stop", "n", "logprobs", "stream_options", "frequency_penalty",
    "presence_penalty", "functions", "parallel_tool_calls", "reasoning_effort", "seed", "logit_bias", "modalities",
}  # fmt: skip
_ANTHROPIC_BLOCKS = {
    "tool_use",
    "tool_result",
    "thinking",
    "redacted_thinking",
    "document",
    "image",
    "server_tool_use",
}
_OPENAI_ROLES = {"system", "developer", "tool", "function"}
_OPENAI_PARTS = {"image_url", "input_audio", "file", "refusal"}


def _looks_like_anthropic(members: Mapping[str, Slice]) -> bool:
    if members.keys() & _ANTHROPIC_MEMBERS:
        return True
    if members.keys() & _OPENAI_MEMBERS:
        return False
    tools = _decoded(members, "tools")
    if tools and isinstance(tools, list) and isinstance(tools[0], dict):
        return "function" not in tools[0] and tools[0].get("type") != "function"
    messages = _decoded(members, "messages")
    for message in messages if isinstance(messages, list) else ():
        verdict = _of_anthropic(message)
        if verdict is not None:
            return verdict
    model = _decoded(members, "model")
    return isinstance(model, str) and "claude" in model.lower()


def _decoded(members: Mapping[str, Slice], name: str) -> Any:
    return jsontext.decode(members[name], at=name) if name in members else None


def _of_anthropic(message: Any) -> bool | None:
    """Whether only Anthropic, or only OpenAI, writes messages like this; None when both do."""
    if not isinstance(message, dict):
        return None
    if word(message, "role") in _OPENAI_ROLES or "tool_calls" in message:
        return False
    content = message.get("content")
    for part in content if isinstance(content, list) else ():
        kind = part.get("type") if isinstance(part, dict) else None
        if kind in _ANTHROPIC_BLOCKS:
            return True
        if kind in _OPENAI_PARTS:
            return False
    return None
