"""What the Messages API refuses (MSG-3): every problem of a body, with its place.

Only what is certain is a problem. Kinds of blocks, fields, roles and settings we do not know pass: newer models and
betas bring them, and a false alarm is as bad as a miss. So do whole bodies that only some models take.
"""

from __future__ import annotations

import re
from typing import Any

from brimful.providers.anthropic.check_marks import check_marks
from brimful.providers.anthropic.check_messages import check_message, check_system
from brimful.providers.anthropic.check_parameters import check_parameters, check_tools
from brimful.providers.anthropic.check_turns import check_turns
from brimful.providers.body import Body, Piece
from brimful.providers.checker import SHARED_RULES, Checker
from brimful.providers.problem import Problem

RULES = {
    **SHARED_RULES,
    "no_messages": "there is at least one message",
    "role": "messages are the user's, the assistant's, or (on newer models) the system's",
    "first_message": "the first message is the user's",
    "empty_content": "messages have content; only the last one of the assistant may be empty",
    "empty_text": "text is not empty, and a message is more than white space",
    "trailing_space": "the last message of the assistant does not end with white space",
    "block_role": "calls and thinking are the assistant's, results the user's",
    "system_block": "the system prompt is made of text",
    "call_id": "ids of tool calls are letters, digits, _ and -",
    "duplicate_id": "no two tool calls have the same id",
    "unanswered": "every tool call has its result in the very next user message",
    "orphan_result": "every result answers a tool call of the message before",
    "duplicate_result": "a tool call has one result",
    "result_first": "results come before anything else in a message",
    "thinking_signature": "thinking carries its signature",
    "thinking_first": "with thinking enabled, an assistant turn that still calls tools starts with thinking",
    "thinking_disabled": "with thinking disabled, the last message of the assistant holds no thinking",
    "thinking_budget": "the thinking budget is at least 1,024 tokens and leaves room in max_tokens",
    "thinking_options": "with thinking enabled, temperature is 1 and no tool call is forced",
    "prefill": "with thinking enabled, the assistant's answer is not begun for it",
    "media": "images are JPEG, PNG, GIF or WebP, documents PDF or plain text",
    "range": "numbers are in their range",
    "tool_name": "tool names are up to 128 letters, digits, _ and -",
    "tool_duplicate": "no two tools have the same name",
    "tool_schema": "the schema of a tool's input is of type object",
    "tool_choice": "the tool choice is about tools that are offered",
    "cache_limit": "there are at most 4 cache marks",
    "cache_place": "thinking carries no cache mark",
    "cache_mark": "a cache mark is ephemeral and lasts 5m or 1h",
    "cache_order": "marks that last an hour come before those that last five minutes",
}

# The order in which the API takes a prompt together; parameters come first here.
_SECTIONS = {"tools": 1, "system": 2, "messages": 3}


def check(body: Body) -> list[Problem]:
    """Every problem of the body, in order of place: parameters, tools, system prompt, messages."""
    checker = Checker()
    members = _members(body, checker)
    tools = list(checker.pieces(body.tools))
    system = list(checker.pieces([body.system] if body.system else []))
    messages = list(checker.pieces(body.items))
    _check_presence(body, checker)
    check_parameters(members, [tool for _, tool in tools], checker)
    check_tools(tools, checker)
    for at, value in system:
        check_system(value, at, checker)
    for index, (at, message) in enumerate(messages):
        check_message(message, at, checker, is_last=index == len(messages) - 1)
    check_turns(messages, members, checker)
    check_marks(members, [*tools, *system, *messages], checker)
    return sorted(checker.problems, key=lambda problem: _order(problem.at))


def _members(body: Body, checker: Checker) -> dict[str, Any]:
    """The parameters, decoded one by one, so that a broken one does not hide the others."""
    return dict(checker.pieces(Piece(raw, name) for name, raw in body.members.items() if name not in _SECTIONS))


def _check_presence(body: Body, checker: Checker) -> None:
    first = bytes(body.members.get("messages", b"null"))[:1]
    if first == b"n":
        checker.add("", "missing", "messages is missing")
    elif first == b"[" and not body.items:
        checker.add("messages", "no_messages", "the list is empty; send at least one message of the user")


def _order(at: str) -> tuple[int, tuple[tuple[int, str], ...]]:
    steps = re.findall(r"\[(\d+)\]|([^.\[\]]+)", at)
    place = tuple((int(number), "") if number else (-1, name) for number, name in steps)
    return (_SECTIONS.get(place[0][1], 0) if place else 0, place)
