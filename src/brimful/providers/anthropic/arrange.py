"""Putting messages from elsewhere into the order the Messages API wants.

Every result goes to the head of the user's turn behind the call it answers, every call gets an id of its own, calls
and thinking stay with the assistant, empty messages go, neighbours of one role become one, and the conversation
begins and ends with the user. A message that came from this wire is never joined with another, so that its JSON
stays what it was.

What cannot be mended here is left to see: a call whose result never comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from brimful.jsonplace import join
from brimful.messages import CacheMark, Document, Image, Message, Thinking, ToolCall, ToolResult
from brimful.providers.anthropic.blocks import Placed, is_own, placed, report_foreign, write_blocks
from brimful.providers.anthropic.names import as_call_id, as_tool_name, numbered
from brimful.providers.problem import Report

# Said by the user where the API insists that the user speaks.
OPENING = "(The beginning of the conversation is not shown.)"
CONTINUE = "Continue."


class Draft(Struct):
    """A message in the making, first as parts, then as blocks. `source` is the message it came from when that was
    of this wire."""

    role: Literal["user", "assistant", "system"]
    at: str
    items: list[Placed] = []
    blocks: list[dict[str, Any]] = []
    source: Message | None = None


class _Call(Struct):
    """A call that waits for its result: under which id the wire had it, and which it got."""

    id: str
    name: str
    sent_id: str
    turn: int


def is_own_message(message: Message) -> bool:
    """Whether a message came from this wire, as a message or as the parts of an answer."""
    if message.wire is not None:
        return is_own(message.wire)
    parts = [part for part in message.parts if not isinstance(part, CacheMark)]
    return bool(parts) and all(is_own(part.wire) for part in parts)


def draft_of(message: Message, at: str, report: Report) -> Draft:
    """A message by itself, without what cannot stand in one of its role."""
    report_foreign(message.wire, report, at)
    if message.name and not is_own(message.wire):
        report.lost(at, f"the name {message.name!r} of the speaker", "the API has no such field")
    items = placed(message.parts, join(at, "parts"))
    source = message if is_own_message(message) else None
    role: Literal["user", "assistant", "system"] = "user" if message.role == "tool" else message.role
    return Draft(role, at, [item for item in items if _may_stand(item, role, report)], source=source)


def arrange(
    messages: Sequence[tuple[int, Message]], names: Mapping[str, str], report: Report, *, is_spoken: bool
) -> list[Draft]:
    """Arrange the messages, each given with its index in the conversation, for reports. `names`: under which name
    each tool is sent. `is_spoken`: somebody said something, so there must be a message."""
    drafts = [draft_of(message, f"messages[{index}]", report) for index, message in messages]
    turns = _numbered_turns(drafts)
    answers = _Pairing(names, report).run(drafts, turns)
    arranged = _with_answers(drafts, turns, answers)
    for draft in arranged:
        draft.blocks = write_blocks(draft.items, report)
    return _framed(_merged([draft for draft in arranged if draft.blocks]), is_spoken, report)


_ELSEWHERE: dict[str, tuple[type, ...]] = {
    "assistant": (Image, Document),
    "user": (ToolCall, Thinking),
    "system": (Image, Document, ToolCall, ToolResult, Thinking),
}


def _may_stand(item: Placed, role: str, report: Report) -> bool:
    if is_own(item.part.wire) or not isinstance(item.part, _ELSEWHERE[role]):
        return True
    what = {
        Image: "an image",
        Document: "a document",
        ToolCall: "a tool call",
        Thinking: "thinking",
        ToolResult: "a result",
    }
    report.lost(item.at, what[type(item.part)], f"it cannot stand in a message of the {role}")
    return False


def _numbered_turns(drafts: Sequence[Draft]) -> list[int]:
    """Which turn each message belongs to. A system message in the middle is part of the turn it stands in."""
    turn, role = 0, ""
    turns: list[int] = []
    for draft in drafts:
        if draft.role not in ("system", role):
            turn, role = turn + 1, draft.role
        turns.append(turn)
    return turns


class _Pairing:
    """One walk over the drafts: gives calls their ids and takes results out, to stand behind their calls."""

    def __init__(self, names: Mapping[str, str], report: Report) -> None:
        self.names = names
        self.report = report
        self.taken: set[str] = set()
        self.waiting: list[_Call] = []

    def run(self, drafts: Sequence[Draft], turns: Sequence[int]) -> dict[int, list[Placed]]:
        """Change the drafts' items; return the results by the turn of the calls they answer."""
        answers: dict[int, list[Placed]] = {}
        for draft, turn in zip(drafts, turns, strict=True):
            kept: list[Placed] = []
            for item in draft.items:
                if isinstance(item.part, ToolCall):
                    kept.append(self._call(item, item.part, turn))
                elif isinstance(item.part, ToolResult):
                    self._result(item, item.part, answers)
                else:
                    kept.append(item)
            draft.items = kept
        return answers

    def _call(self, item: Placed, part: ToolCall, turn: int) -> Placed:
        sent_id = numbered(as_call_id(part.id), self.taken)
        self.waiting.append(_Call(part.id, part.name, sent_id, turn))
        name = part.name if is_own(part.wire) else self.names.get(part.name, as_tool_name(part.name))
        if (sent_id, name) == (part.id, part.name):
            return item
        return Placed(replace(part, id=sent_id, name=name), item.at, item.marks)

    def _result(self, item: Placed, part: ToolResult, answers: dict[int, list[Placed]]) -> None:
        call = self._answered(part)
        if call is None:
            self.report.lost(item.at, f"the result of call {part.call_id!r}", "no call before it waits for it")
            return
        self.waiting.remove(call)
        answered = (
            item if call.sent_id == part.call_id else Placed(replace(part, call_id=call.sent_id), item.at, item.marks)
        )
        answers.setdefault(call.turn, []).append(answered)

    def _answered(self, part: ToolResult) -> _Call | None:
        """The first call waiting under that id in the newest turn that has one; by name where there are no ids."""
        same = [call for call in self.waiting if call.id == part.call_id]
        if not part.call_id and part.name:
            same = [call for call in same if call.name == part.name]
        return next((call for call in same if call.turn == same[-1].turn), None)


def _with_answers(drafts: Sequence[Draft], turns: Sequence[int], answers: dict[int, list[Placed]]) -> list[Draft]:
    """Put results at the head of the user's turn behind their calls; make that turn where there is none."""
    arranged: list[Draft] = []
    due: list[Placed] = []
    for index, (draft, turn) in enumerate(zip(drafts, turns, strict=True)):
        if draft.role == "user" and due:
            draft.items, due = [*due, *draft.items], []
        arranged.append(draft)
        is_last = index + 1 == len(drafts) or turns[index + 1] != turn
        if is_last and turn in answers:
            due = answers.pop(turn)
    if due:
        arranged.append(Draft("user", due[0].at, due))
    return arranged


def _merged(drafts: Sequence[Draft]) -> list[Draft]:
    merged: list[Draft] = []
    for draft in drafts:
        last = merged[-1] if merged else None
        if last and last.role == draft.role and last.source is None and draft.source is None:
            last.blocks = [*last.blocks, *draft.blocks]
        else:
            merged.append(draft)
    return merged


def _framed(drafts: list[Draft], is_spoken: bool, report: Report) -> list[Draft]:
    """Let the user speak first and last, and at all where there was a conversation."""
    spoken = [draft for draft in drafts if draft.role != "system"]
    if not spoken:
        return [_said_by_user(CONTINUE), *drafts] if is_spoken else drafts
    if spoken[0].role == "assistant":
        drafts = [_said_by_user(OPENING), *drafts]
    last = spoken[-1]
    if last.role == "assistant" and last.source is None and not any(b["type"] == "tool_use" for b in last.blocks):
        report.lost(last.at, "the beginning of an answer", "models refuse a prefilled answer; the user goes on")
        drafts = [*drafts, _said_by_user(CONTINUE)]
    return drafts


def _said_by_user(text: str) -> Draft:
    return Draft("user", "", blocks=[{"type": "text", "text": text}])
