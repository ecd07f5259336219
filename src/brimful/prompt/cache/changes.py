"""What broke a prefix: two rows of blocks compared, and the first difference named (CM-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from brimful.prompt.cache.prompts import Block

Kind: TypeAlias = Literal["model", "changed", "reordered", "inserted", "removed", "mark", "expired", "missed"]
"""model:     another model reads it.
changed:   a block says something else.      reordered: it says the same in another order.
inserted:  blocks came in.                   removed: blocks went out.
mark:      nothing changed, but no mark leads to what is in the cache.
expired:   nothing changed, but it took too long.
missed:    nothing explains it: the provider forgot it, or another of its machines answered."""

_LOOK_AHEAD = 3  # blocks that must agree behind an insertion; small ones ("ok") repeat and deceive


class Difference(Struct, frozen=True):
    """The first difference of two rows: which block (its place in the body), what happened, how many blocks."""

    kind: Kind
    at: str
    label: str
    blocks: int = 1


def equal_blocks(before: Sequence[Block], now: Sequence[Block]) -> int:
    """How many blocks from the start are the same."""
    count = 0
    for one, other in zip(before, now, strict=False):
        if one.name != other.name:
            break
        count += 1
    return count


def difference(before: Sequence[Block], now: Sequence[Block], start: int) -> Difference | None:
    """Name what is different from block `start` on; None when one row only goes on where the other ends."""
    if start >= len(before) or start >= len(now):
        return None
    old, new = before[start], now[start]
    if _is_reordered(before, now, start):
        return Difference("reordered", new.at, new.label)
    came = _found_behind(old, before, now, start)
    went = _found_behind(new, now, before, start)
    if came and (not went or came <= went):
        return Difference("inserted", new.at, new.label, came)
    if went:
        return Difference("removed", old.at, old.label, went)
    return Difference("changed", new.at, new.label)


def _found_behind(block: Block, one: Sequence[Block], other: Sequence[Block], start: int) -> int:
    """How many blocks of the other row stand before the rest of this one goes on there; 0 = it does not."""
    for index in range(start + 1, len(other)):
        if other[index].name != block.name:
            continue
        rest = zip(one[start : start + _LOOK_AHEAD], other[index : index + _LOOK_AHEAD], strict=False)
        if all(mine.name == theirs.name for mine, theirs in rest):
            return index - start
    return 0


def _is_reordered(before: Sequence[Block], now: Sequence[Block], start: int) -> bool:
    """The same tool with its keys in another order, or the same tools one after another in another order."""
    old, new = before[start], now[start]
    if not (old.loose and new.loose):
        return False
    return old.loose == new.loose or sorted(_tools(before)) == sorted(_tools(now))


def _tools(blocks: Sequence[Block]) -> list[bytes]:
    return [block.name for block in blocks if block.loose]
