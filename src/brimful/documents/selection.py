"""What of a text is looked at: lines or offsets, narrowed to what stands there (DOC-3)."""

from __future__ import annotations

from typing import TypeAlias

from brimful.errors import InvalidInput

Select: TypeAlias = tuple[int, int] | slice
"""Lines from the first to the last, from 1, both included: `(10, 20)`; or characters: `slice(300, 340)`."""


def offsets(text: str, select: Select | None) -> tuple[int, int] | None:
    """Return where a selection starts and ends in a text, without the blanks at either end."""
    if select is None:
        return None
    start, end = _characters(text, select) if isinstance(select, slice) else _lines(text, select)
    inside = text[start:end]
    stripped = inside.strip()
    if not stripped:
        return start, end
    start += len(inside) - len(inside.lstrip())
    return start, start + len(stripped)


def _characters(text: str, select: slice) -> tuple[int, int]:
    start, end, step = select.start or 0, len(text) if select.stop is None else select.stop, select.step
    if step not in (None, 1) or not 0 <= start <= end <= len(text):
        raise InvalidInput(
            f"{start}..{end} is not a part of a text of {len(text):,} characters",
            at="select",
            hint="give slice(start, end) with 0 ≤ start ≤ end ≤ the text's length",
        )
    return start, end


def _lines(text: str, select: tuple[int, int]) -> tuple[int, int]:
    first, last = select
    starts = [0]
    while len(starts) <= last and (found := text.find("\n", starts[-1])) >= 0:
        starts.append(found + 1)
    if not 1 <= first <= last or first > len(starts):
        lines = text.count("\n") + 1
        raise InvalidInput(
            f"there are no lines {first} to {last} in a text of {lines:,} lines",
            at="select",
            hint=f"lines count from 1; give two of 1 to {lines:,}, the first one first",
        )
    return starts[first - 1], starts[last] - 1 if last < len(starts) else len(text)
