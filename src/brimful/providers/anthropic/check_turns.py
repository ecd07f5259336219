"""What the API refuses of how messages hang together: who speaks first and last, calls and results, thinking.

Neighbouring messages of one role are one turn to the API, so they are here. System messages in the middle stand in no
turn's way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from brimful.providers.anthropic.names import THINKING_TYPES
from brimful.providers.checker import Checker
from brimful.providers.fields import word


class _Turn(Struct):
    """The blocks one side said in a go, each with its place. A string is a text block at the place of the content."""

    role: str
    at: str
    blocks: list[tuple[str, dict[str, Any]]]

    def of(self, kind: str) -> list[tuple[str, dict[str, Any]]]:
        """The blocks of a kind."""
        return [(at, block) for at, block in self.blocks if block.get("type") == kind]


def check_turns(messages: Sequence[tuple[str, Any]], members: dict[str, Any], checker: Checker) -> None:
    """The list of messages as a conversation."""
    turns = _turns(messages)
    if not turns:
        return
    if turns[0].role == "assistant":
        checker.add(turns[0].at, "first_message", "it is the assistant's; begin with one of the user")
    _check_ids(turns, checker)
    for index, turn in enumerate(turns):
        before = turns[index - 1] if index else None
        after = turns[index + 1] if index + 1 < len(turns) else None
        if turn.role == "assistant":
            _check_calls(turn, after, checker)
        else:
            _check_results(turn, before, checker)
    thinking = members.get("thinking")
    mode = thinking.get("type") if isinstance(thinking, dict) else None
    if mode == "enabled":
        _check_open_turn(turns, checker)
    if turns[-1].role == "assistant":
        at, message = next(pair for pair in reversed(messages) if _role(pair[1]) == "assistant")
        _check_ending(turns[-1], at, message, str(mode), checker)


def _turns(messages: Sequence[tuple[str, Any]]) -> list[_Turn]:
    turns: list[_Turn] = []
    for at, message in messages:
        role = _role(message)
        if role not in ("user", "assistant"):
            continue
        blocks = _blocks(message.get("content"), f"{at}.content")
        if turns and turns[-1].role == role:
            turns[-1].blocks += blocks
        else:
            turns.append(_Turn(role, at, blocks))
    return turns


def _role(message: Any) -> str:
    role = message.get("role") if isinstance(message, dict) else None
    return role if isinstance(role, str) else ""


def _blocks(content: Any, at: str) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(content, str):
        return [(at, {"type": "text", "text": content})] if content else []
    values = content if isinstance(content, list) else []
    return [(f"{at}[{index}]", block) for index, block in enumerate(values) if isinstance(block, dict)]


def _check_ids(turns: Sequence[_Turn], checker: Checker) -> None:
    seen: set[str] = set()
    for turn in turns:
        for at, block in turn.of("tool_use"):
            call_id = block.get("id")
            if isinstance(call_id, str) and call_id in seen:
                checker.add(f"{at}.id", "duplicate_id", f"{call_id} is the id of a call before it")
            elif isinstance(call_id, str):
                seen.add(call_id)


def _check_calls(turn: _Turn, after: _Turn | None, checker: Checker) -> None:
    answered = {block.get("tool_use_id") for _, block in after.of("tool_result")} if after else set()
    for at, block in turn.of("tool_use"):
        call_id = block.get("id")
        if isinstance(call_id, str) and call_id not in answered:
            message = f"{call_id} has no result; put one at the head of the next message, or take the call out"
            checker.add(at, "unanswered", message)


def _check_results(turn: _Turn, before: _Turn | None, checker: Checker) -> None:
    called = {block.get("id") for _, block in before.of("tool_use")} if before else set()
    seen: set[str] = set()
    is_behind = False
    for at, block in turn.blocks:
        if block.get("type") != "tool_result":
            is_behind = True
            continue
        call_id = block.get("tool_use_id")
        if not isinstance(call_id, str):
            continue
        if call_id not in called:
            checker.add(f"{at}.tool_use_id", "orphan_result", f"the message before makes no call {call_id}")
        elif call_id in seen:
            checker.add(f"{at}.tool_use_id", "duplicate_result", f"{call_id} has a result before it")
        elif is_behind:
            checker.add(at, "result_first", "it stands behind something else; move it to the head of the turn")
        seen.add(call_id)


def _check_open_turn(turns: Sequence[_Turn], checker: Checker) -> None:
    """The turn that a tool loop is still in must start with its thinking."""
    start = 0
    for index, turn in enumerate(turns):
        if turn.role == "user" and turn.blocks and not turn.of("tool_result"):
            start = index + 1
    if start >= len(turns) or turns[start].role != "assistant" or not turns[start].of("tool_use"):
        return
    at, first = turns[start].blocks[0]
    if word(first, "type") in ("text", "tool_use"):  # other kinds may stand ahead of thinking
        checker.add(at, "thinking_first", "put the turn's thinking ahead of it, as it came, or disable thinking")


def _check_ending(turn: _Turn, at: str, message: dict[str, Any], mode: str, checker: Checker) -> None:
    """A conversation that ends with the assistant: the model goes on from there."""
    blocks = _blocks(message.get("content"), f"{at}.content")
    if not blocks:
        return
    where, block = blocks[-1]
    text = block.get("text")
    if block.get("type") == "text" and isinstance(text, str) and text.strip() and text != text.rstrip():
        checker.add(where, "trailing_space", "it ends with white space; cut that off")
    if mode == "enabled" and all(inner.get("type") == "text" for _, inner in turn.blocks):
        checker.add(at, "prefill", "end with a message of the user while thinking is enabled")
    for where, block in blocks:
        if mode == "disabled" and word(block, "type") in THINKING_TYPES:
            checker.add(where, "thinking_disabled", "take it out, or enable thinking")
