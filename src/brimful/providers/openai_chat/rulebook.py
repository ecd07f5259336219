"""Every rule of the validator: its name, and a sentence that says it."""

from __future__ import annotations

from typing import Any

from brimful.jsonplace import join
from brimful.providers.checker import SHARED_RULES, Checker
from brimful.providers.openai_chat.tools import NAME

RULES = {
    **SHARED_RULES,
    "no_messages": "there is at least one message",
    "role": "the role of a message is system, developer, user, assistant, tool or function",
    "empty_content": "content that is an array has parts, and an assistant message says or calls something",
    "part_place": "pictures, sound and files stand in user messages, refusals in assistant messages",
    "image_format": "pictures sent as data are PNG, JPEG, GIF or WebP",
    "speaker_name": "a speaker's name has 1 to 64 characters, none of them a space or < | \\ / >",
    "empty_tool_calls": "tool_calls is left out when there are none",
    "call_id": "the id of a tool call has 1 to 40 characters",
    "duplicate_id": "no two calls of a message share an id, and each is answered once",
    "unanswered_call": "every tool call is answered by a tool message right after the assistant message",
    "orphan_result": "every tool message answers a call of the assistant message it follows",
    "empty_tools": "tools is left out when there are none",
    "too_many_tools": "there are at most 128 tools",
    "tool_name": "the name of a tool has 1 to 64 letters, digits, _ or -",
    "tool_schema": "the parameters of a tool are an object schema without gaps",
    "strict_schema": "a strict schema closes every object and requires every property",
    "tool_choice": "tool options come with tools, and a forced tool is one of them",
    "cache_marks": "there are at most 4 cache marks",
    "max_tokens": "max_tokens is not sent beside max_completion_tokens, nor to a reasoning model",
    "stream_options": "stream_options comes with stream",
    "range": "numbers are within their range, and there are at most 4 stop sequences",
}


def check_name(checker: Checker, value: dict[str, Any], at: str) -> None:
    """The name of a tool, where it is defined or called."""
    name = checker.get(value, "name", str, at, required=True)
    if name is not None and not NAME.fullmatch(name):
        checker.add(join(at, "name"), "tool_name", f"{RULES['tool_name']}; got {name[:80]!r}")
