"""Cache marks on the JSON of one entry: a message, the system prompt, or a tool.

A mark is the member `cache_control` of a block or a tool. Blocks inside a result, a search result or a document may
have one too; what a tool call was given, and the schema of a tool, are data and never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brimful.messages import CacheMark
from brimful.providers.anthropic.blocks import can_carry, mark_json


def count_marks(value: Any) -> int:
    """How many cache marks the entry carries."""
    return sum(1 for _ in carriers(value))


def carriers(value: Any, at: str = "") -> Iterator[tuple[dict[str, Any], str]]:
    """Whatever carries a mark, with its place, in the order in which the marks take effect: inner ones first."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from carriers(item, f"{at}[{index}]")
    elif isinstance(value, dict):
        for name, inner in _inner(value).items():
            yield from carriers(inner, f"{at}.{name}")
        if value.get("cache_control") is not None:
            yield value, at


def with_mark(value: Any, mark: CacheMark) -> Any | None:
    """The entry with a mark at its end, or None when nothing in it can carry one."""
    if isinstance(value, str):
        block = {"type": "text", "text": value}
        return [{**block, "cache_control": mark_json(mark)}] if can_carry(block) else None
    if isinstance(value, list):
        return _with_mark_on_last(value, mark)
    if not isinstance(value, dict):
        return None
    if "role" in value:
        content = with_mark(value.get("content"), mark)
        return None if content is None else {**value, "content": content}
    # A tool whose definition is loaded later is not part of the prompt that is cached.
    return None if value.get("defer_loading") else {**value, "cache_control": mark_json(mark)}


def without_marks(value: Any) -> Any:
    """The entry without its marks; the same object when it has none."""
    if isinstance(value, list):
        items = [without_marks(item) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if not isinstance(value, dict):
        return value
    inner = _inner(value)
    cleaned = {name: without_marks(old) for name, old in inner.items()}
    changed = {name: new for name, new in cleaned.items() if new is not inner[name]}
    if value.get("cache_control") is None:
        return {**value, **changed} if changed else value
    return {name: item for name, item in {**value, **changed}.items() if name != "cache_control"}


def _with_mark_on_last(blocks: list[Any], mark: CacheMark) -> list[Any] | None:
    for index in range(len(blocks) - 1, -1, -1):
        block = blocks[index]
        if isinstance(block, dict) and can_carry(block):
            return [*blocks[:index], {**block, "cache_control": mark_json(mark)}, *blocks[index + 1 :]]
    return None


def _inner(value: dict[str, Any]) -> dict[str, Any]:
    """The members in which there may be further blocks."""
    return {name: value[name] for name in ("source", "content") if isinstance(value.get(name), (list, dict))}
