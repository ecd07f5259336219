"""The words of the Messages API that several modules here need."""

from __future__ import annotations

import re

from brimful.messages import Wire

NAME = "anthropic"

# What a part read from this wire carries when the model holds all of it. Shared, so that reading stays lean.
PLAIN = Wire(NAME)

MAX_MARKS = 4
TTLS = ("5m", "1h")
IMAGE_TYPES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
THINKING_TYPES = frozenset({"thinking", "redacted_thinking"})

# Kinds of blocks whose request type has `cache_control` (official SDK 2.10, beta types included). Empty text is the
# exception the types do not show.
MARKABLE = frozenset(
    {
        "advisor_tool_result",
        "bash_code_execution_tool_result",
        "browser_state",
        "code_execution_tool_result",
        "compaction",
        "container_upload",
        "document",
        "image",
        "mcp_tool_result",
        "mcp_tool_use",
        "search_result",
        "server_tool_use",
        "text",
        "text_editor_code_execution_tool_result",
        "tool_addition",
        "tool_reference",
        "tool_removal",
        "tool_result",
        "tool_search_tool_result",
        "tool_use",
        "web_fetch_tool_result",
        "web_search_tool_result",
    }
)

_BAD_CHARACTER = re.compile(r"[^a-zA-Z0-9_-]")
_CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
TOOL_NAME_LENGTH = 128


def is_call_id(text: str) -> bool:
    """Whether the API takes it as the id of a tool call."""
    return _CALL_ID.fullmatch(text) is not None


def is_tool_name(text: str) -> bool:
    """Whether the API takes it as the name of a tool."""
    return _TOOL_NAME.fullmatch(text) is not None


def as_call_id(text: str) -> str:
    """The nearest id that the API takes."""
    return _BAD_CHARACTER.sub("_", text) or "call"


def as_tool_name(text: str) -> str:
    """The nearest tool name that the API takes."""
    return _BAD_CHARACTER.sub("_", text)[:TOOL_NAME_LENGTH] or "tool"


def numbered(text: str, taken: set[str], longest: int | None = None) -> str:
    """The text, or the first of text_1, text_2 … that is not taken yet; it is taken from then on."""
    found, number = text, 0
    while found in taken:
        number += 1
        ending = f"_{number}"
        found = (text if longest is None else text[: longest - len(ending)]) + ending
    taken.add(found)
    return found
