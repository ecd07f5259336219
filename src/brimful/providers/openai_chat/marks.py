"""Cache marks. Three spellings are in use on this wire, and each stays what it was:

    cache_control            on a content part, a message or a tool: OpenRouter, LiteLLM, Qwen and others
    prompt_cache_breakpoint  on a content part of system, user and tool messages: OpenAI, from gpt-5.6 on
    copilot_cache_control    on a message: GitHub Copilot

A mark from elsewhere is written as `cache_control`, unless its kind is OpenAI's own ("explicit").
"""

from __future__ import annotations

import re
from typing import Any

from brimful.messages import CacheMark, Wire
from brimful.providers.fields import Fields, word
from brimful.providers.openai_chat.wire import DIALECT, lenient_word, words_of

CACHE_CONTROL = "cache_control"
BREAKPOINT = "prompt_cache_breakpoint"
COPILOT = "copilot_cache_control"

MAX_MARKS = 4  # more are refused (cache_control), or only the last four are written (breakpoints)

_OPENAI_MODEL = re.compile(r"(?:openai/)?(?:gpt-|chatgpt-|codex-|o[1-9])", re.IGNORECASE)
_PART = (CACHE_CONTROL, BREAKPOINT)
_MESSAGE = (CACHE_CONTROL, COPILOT)
_CARRIERS = frozenset({"text", "image_url", "input_audio", "file"})
_BREAKPOINT_TTLS = frozenset({"30m", "12h"})


def takes_no_marks(model: str) -> bool:
    """Whether a model is one of OpenAI's own: it caches without being asked and refuses `cache_control`."""
    return _OPENAI_MODEL.match(model) is not None


def part_marks(fields: Fields) -> list[CacheMark]:
    """Take the marks off a content part."""
    return [_read(fields, name, name) for name in _PART if isinstance(fields.left.get(name), dict)]


def message_marks(fields: Fields) -> list[CacheMark]:
    """Take the marks off a message."""
    found = [name for name in _MESSAGE if isinstance(fields.left.get(name), dict)]
    return [_read(fields, name, f"message {name}") for name in found]


def tool_mark(tool: Fields, function: Fields) -> CacheMark | None:
    """Take the mark off a tool, or off the function in it."""
    if isinstance(tool.left.get(CACHE_CONTROL), dict):
        return _read(tool, CACHE_CONTROL, CACHE_CONTROL)
    if isinstance(function.left.get(CACHE_CONTROL), dict):
        return _read(function, CACHE_CONTROL, f"function {CACHE_CONTROL}")
    return None


def mark_field(mark: CacheMark) -> str:
    """Which of the three spellings a mark is written in."""
    words = words_of(mark.wire)
    if words:
        return words[-1]
    return BREAKPOINT if mark.kind == "explicit" else CACHE_CONTROL


def mark_json(mark: CacheMark) -> dict[str, Any]:
    """The value of that field."""
    field = mark_field(mark)
    value: dict[str, Any] = dict(mark.wire.extra) if mark.wire and mark.wire.dialect == DIALECT else {}
    if mark.kind:
        value["mode" if field == BREAKPOINT else "type"] = mark.kind
    if mark.ttl and (mark.wire or field != BREAKPOINT or mark.ttl in _BREAKPOINT_TTLS):
        value["ttl"] = mark.ttl
    return value


def can_carry(part: Any) -> bool:
    """Whether a content part can carry a mark. An empty text cannot: servers in front of Claude refuse it."""
    return isinstance(part, dict) and word(part, "type") in _CARRIERS and part.get("text") != ""


def count_marks(value: Any) -> int:
    """How many marks a message or tool carries."""
    return sum(1 for holder, name in _places(value) if isinstance(holder.get(name), dict))


def with_mark(value: Any, mark: CacheMark) -> Any | None:
    """The entry with a mark at its end, or None when nothing in it can carry one."""
    if not isinstance(value, dict):
        return None
    field = mark_field(mark)
    if "role" not in value:
        return {**value, field: mark_json(mark)} if field == CACHE_CONTROL and "type" in value else None
    if field == COPILOT or "message" in words_of(mark.wire):
        return {**value, field: mark_json(mark)}
    if field == BREAKPOINT and value["role"] == "assistant":
        return None  # OpenAI takes breakpoints on what goes in, not on what the model said
    content = value.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return _with_part_mark(value, parts, field, mark_json(mark)) if isinstance(parts, list) else None


def without_marks(value: Any) -> Any:
    """The entry without its marks; the same object when it has none."""
    if not count_marks(value):
        return value
    bare = _without(value, (*_PART, *_MESSAGE))
    for name in ("function", "custom"):
        if isinstance(bare.get(name), dict):
            bare[name] = _without(bare[name], _PART)
    if isinstance(bare.get("content"), list):
        bare["content"] = [_without(part, _PART) if isinstance(part, dict) else part for part in bare["content"]]
    return bare


def _read(fields: Fields, name: str, form: str) -> CacheMark:
    inner = Fields(fields.any(name), fields.place(name))
    kind = lenient_word(inner, "mode" if name == BREAKPOINT else "type")
    return CacheMark(kind, lenient_word(inner, "ttl"), Wire(DIALECT, form, inner.left))


def _with_part_mark(value: dict[str, Any], parts: list[Any], field: str, mark: dict[str, Any]) -> Any | None:
    last = next((index for index in reversed(range(len(parts))) if can_carry(parts[index])), None)
    if last is None:
        return None
    return {**value, "content": [*parts[:last], {**parts[last], field: mark}, *parts[last + 1 :]]}


def _places(value: Any) -> list[tuple[dict[str, Any], str]]:
    """Every place of an entry where a mark may stand: the object and the name of its member."""
    if not isinstance(value, dict):
        return []
    if "role" not in value:
        inner = [value[name] for name in ("function", "custom") if isinstance(value.get(name), dict)]
        return [(holder, CACHE_CONTROL) for holder in (value, *inner)]
    content = value.get("content")
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    return [(value, name) for name in _MESSAGE] + [(part, name) for part in parts for name in _PART]


def _without(value: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: inner for name, inner in value.items() if not (name in names and isinstance(inner, dict))}
