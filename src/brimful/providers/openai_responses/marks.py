"""Cache marks on the JSON of one entry: `prompt_cache_breakpoint` on a part of the input (CM-1).

Text, images and files that go in can carry one, in messages and in tool outputs; the model's own words, the
instructions and tools cannot. Requests may hold any number: the API writes the latest four to its cache (three in
its implicit mode) and looks for matches among the latest 80.
"""

from __future__ import annotations

from typing import Any

from brimful.messages import CacheMark
from brimful.providers.fields import word
from brimful.providers.openai_responses.content import BREAKPOINT, write_mark
from brimful.providers.openai_responses.words import INPUT_PARTS
from brimful.providers.problem import Report

MAX_MARKS = 4

_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output"})


def count_marks(value: Any) -> int:
    """How many cache marks a message, system prompt or tool entry carries."""
    name = _list_of(value)
    return sum(1 for part in value[name] if _is_marked(part)) if name and isinstance(value[name], list) else 0


def with_mark(value: Any, mark: CacheMark) -> Any | None:
    """The entry with a mark at its end, or None when nothing in it can carry one.

    A bare string is left alone: it may be the instructions, which cannot become a list.
    """
    return with_breakpoint(value, write_mark(mark, Report(), ""))


def with_breakpoint(value: Any, breakpoint_: dict[str, Any]) -> Any | None:
    """The same, with the mark already in this wire's form."""
    name = _list_of(value)
    if not name:
        return None
    parts = value[name]
    if isinstance(parts, str):
        if not parts or value.get("role") == "assistant":
            return None
        parts = [{"type": "input_text", "text": parts}]
    places = [index for index, part in enumerate(parts) if _can_carry(part)]
    if not places:
        return None
    last = places[-1]
    marked = {**parts[last], BREAKPOINT: breakpoint_}
    return {**value, name: [*parts[:last], marked, *parts[last + 1 :]]}


def without_marks(value: Any) -> Any:
    """The entry without its marks; the same object when it has none."""
    if not count_marks(value):
        return value
    name = _list_of(value)
    return {**value, name: [_unmarked(part) for part in value[name]]}


def _list_of(value: Any) -> str:
    """The member that holds the entry's parts ("" = none)."""
    if not isinstance(value, dict):
        return ""
    name = "output" if word(value, "type") in _OUTPUTS else "content"
    if value.get("type") not in (None, "message", *_OUTPUTS):
        return ""
    return name if isinstance(value.get(name), (list, str)) else ""


def _can_carry(part: Any) -> bool:
    return isinstance(part, dict) and word(part, "type") in INPUT_PARTS


def _is_marked(part: Any) -> bool:
    return _can_carry(part) and part.get(BREAKPOINT) is not None


def _unmarked(part: Any) -> Any:
    if not _is_marked(part):
        return part
    return {name: value for name, value in part.items() if name != BREAKPOINT}
