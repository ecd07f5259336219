"""The content of one message, written part by part."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from brimful.messages import CacheMark, Part, Thinking
from brimful.providers.openai_chat.foreign_parts import write_foreign_part
from brimful.providers.openai_chat.marks import BREAKPOINT, can_carry, mark_field, mark_json
from brimful.providers.openai_chat.parts import write_part
from brimful.providers.openai_chat.wire import is_native
from brimful.providers.problem import Report


class Content:
    """Takes parts in and spells what they come to."""

    def __init__(
        self, role: str, native: bool, report: Report, *, pictures: list[dict[str, Any]] | None = None
    ) -> None:
        self._role = role
        self._native = native
        self._report = report
        self._parts: list[dict[str, Any]] = []
        self.pictures = pictures  # where pictures go that may not stand here; None = they may not be moved

    def add(self, part: Part, at: str) -> None:
        """Take a part in, or report it."""
        if isinstance(part, CacheMark):
            self._mark(part, at)
        elif (self._native and part.wire is None) or is_native(part.wire):
            self._add_own(part, at)
        elif self.pictures is not None:
            written = write_foreign_part(part, self._report, at, media=True)
            if written is not None:
                (self._parts if written["type"] == "text" else self.pictures).append(written)
        else:
            self._append(write_foreign_part(part, self._report, at, media=self._role == "user"))

    def spelled(self, words: list[str]) -> Any:
        """The content as the wire has it; UNSET when there is none."""
        if "list" in words:
            return self._parts
        if not self._parts:
            return "" if "empty" in words else UNSET
        if len(self._parts) == 1 and self._parts[0].keys() == {"type", "text"}:
            return self._parts[0]["text"]
        return self._parts

    def _add_own(self, part: Part, at: str) -> None:
        written = None if isinstance(part, Thinking) and part.wire is None else write_part(part)
        if written is None:
            self._report.lost(at, type(part).__name__, f"has no place in a message of the role {self._role} here")
        self._append(written)

    def _append(self, written: dict[str, Any] | None) -> None:
        if written is not None:
            self._parts.append(written)

    def _mark(self, mark: CacheMark, at: str) -> None:
        own = is_native(mark.wire)
        index = next((i for i in reversed(range(len(self._parts))) if own or can_carry(self._parts[i])), None)
        if index is None or (self._role == "assistant" and mark_field(mark) == BREAKPOINT and not own):
            self._report.lost(at, "cache mark", "nothing before it in its message can carry one here")
            return
        self._parts[index] = {**self._parts[index], mark_field(mark): mark_json(mark)}
