"""What the API refuses of cache marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brimful.jsonplace import join
from brimful.providers.anthropic.blocks import can_carry
from brimful.providers.anthropic.marks import carriers
from brimful.providers.anthropic.names import MAX_MARKS, THINKING_TYPES, TTLS
from brimful.providers.checker import Checker
from brimful.providers.fields import word


def check_marks(members: dict[str, Any], pieces: Sequence[tuple[str, Any]], checker: Checker) -> None:
    """The marks of tools, system prompt and messages, in this order, and the one that the API places itself."""
    found = [
        (join(where, "cache_control"), carrier) for at, value in pieces for carrier, where in carriers(value, at)
    ]
    shortest_at = ""
    for number, (at, carrier) in enumerate(found, 1):
        mark = carrier["cache_control"]
        _check_mark(mark, at, checker)
        if word(carrier, "type") in THINKING_TYPES:
            checker.add(at, "cache_place", "thinking cannot carry a mark; put it on another block")
        if number > MAX_MARKS:
            checker.add(at, "cache_limit", f"it is mark {number} of at most {MAX_MARKS}")
        if _ttl(mark) == "1h" and shortest_at:
            checker.add(at, "cache_order", f"it lasts longer than the one before it, at {shortest_at}")
        elif _ttl(mark) == "5m":
            shortest_at = shortest_at or at
    _check_own_mark(members.get("cache_control"), [carrier for _, carrier in found], pieces, checker)


def _check_own_mark(
    mark: Any, found: Sequence[dict[str, Any]], pieces: Sequence[tuple[str, Any]], checker: Checker
) -> None:
    """The mark at the top level goes to the last block that can carry one, and needs a place among the four unless
    that block is marked already."""
    if mark is None:
        return
    _check_mark(mark, "cache_control", checker)
    last = _last_carrier(pieces[-1][1]) if pieces else None
    is_marked = last is not None and last.get("cache_control") is not None
    if len(found) >= MAX_MARKS and not is_marked:
        checker.add("cache_control", "cache_limit", f"there are {len(found)} marks already, of at most {MAX_MARKS}")


def _check_mark(mark: Any, at: str, checker: Checker) -> None:
    if not checker.is_a(mark, dict, at):
        return
    kind = checker.get(mark, "type", str, at, required=True)
    if kind is not None and kind != "ephemeral":
        checker.add(join(at, "type"), "cache_mark", 'it must be "ephemeral"')
    ttl = checker.get(mark, "ttl", str, at)
    if ttl is not None and ttl not in TTLS:
        checker.add(join(at, "ttl"), "cache_mark", f"{ttl} is not {' or '.join(TTLS)}")


def _ttl(mark: Any) -> Any:
    return (mark.get("ttl") or "5m") if isinstance(mark, dict) else None


def _last_carrier(message: Any) -> dict[str, Any] | None:
    content = message.get("content") if isinstance(message, dict) else None
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return next((block for block in reversed(blocks) if can_carry(block)), None)
