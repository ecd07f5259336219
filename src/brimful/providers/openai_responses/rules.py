"""The validator: every problem of a body that the API would answer with a 400 (MSG-3).

Only what is certain is a problem. Items, parts, members and roles we do not know may be news, and pass.
"""

from __future__ import annotations

import re
from typing import Any

from brimful.jsonplace import join
from brimful.providers.body import Body, Piece
from brimful.providers.checker import SHARED_RULES, Checker
from brimful.providers.openai_responses.options import MIN_OUTPUT_TOKENS, RANGES
from brimful.providers.openai_responses.rules_items import ITEM_RULES, check_items
from brimful.providers.openai_responses.rules_tools import TOOL_RULES, check_choice, check_format, check_tools
from brimful.providers.problem import Problem

RULES: dict[str, str] = {
    **SHARED_RULES,
    "no_input": "there is something to answer: input, previous_response_id, conversation or prompt",
    "exclusive": "previous_response_id and conversation are not given together",
    "moved": "members of Chat Completions are called by their names here",
    "range": "numbers lie in the range the API takes",
    "metadata": "metadata has at most 16 entries, keys of 64 and texts of 512 characters",
    **ITEM_RULES,
    **TOOL_RULES,
}

# The API says of these: unsupported parameter, it has moved.
_MOVED = {
    "messages": "input",
    "max_tokens": "max_output_tokens",
    "max_completion_tokens": "max_output_tokens",
    "response_format": "text.format",
    "reasoning_effort": "reasoning.effort",
    "verbosity": "text.verbosity",
}
_KINDS: dict[str, type] = {
    "previous_response_id": str,
    "prompt": dict,
    "max_output_tokens": int,
    "max_tool_calls": int,
    "parallel_tool_calls": bool,
    "stream": bool,
    "store": bool,
    "background": bool,
    "include": list,
    "metadata": dict,
    "reasoning": dict,
    "text": dict,
    "prompt_cache_key": str,
    "safety_identifier": str,
    "user": str,
}
_MAX_ENTRIES, _MAX_KEY, _MAX_VALUE = 16, 64, 512
_PLACED = frozenset({"input", "instructions", "tools"})


def check(body: Body) -> list[Problem]:
    """Every problem of the body, in order of place."""
    checker = Checker()
    members = dict(checker.pieces(Piece(raw, name) for name, raw in body.members.items() if name not in _PLACED))
    _check_envelope(checker, members)
    _check_system(checker, body)
    items = list(checker.pieces(body.items))
    tools = list(checker.pieces(body.tools))
    _check_input(checker, body, members)
    check_items(checker, items, members, bare=_first_byte(body, "input") == b'"')
    check_tools(checker, tools)
    check_choice(checker, members, [value for _, value in tools], [value for _, value in items])
    check_format(checker, members.get("text"))
    return _in_order(checker.problems, list(body.members))


# --- the envelope ---------------------------------------------------------------------------------------------


def _check_envelope(checker: Checker, members: dict[str, Any]) -> None:
    checker.get(members, "model", str, "", required=members.get("prompt") is None)
    for name, kind in _KINDS.items():
        checker.get(members, name, kind, "")
    for name, target in _MOVED.items():
        if name in members:
            checker.add(name, "moved", f"this API calls it {target}")
    if members.get("previous_response_id") is not None and members.get("conversation") is not None:
        checker.add("conversation", "exclusive", "it cannot be used together with previous_response_id")
    _check_ranges(checker, members)
    metadata = members.get("metadata")
    if isinstance(metadata, dict):
        _check_metadata(checker, metadata)


def _check_ranges(checker: Checker, members: dict[str, Any]) -> None:
    for name, (low, high) in RANGES.items():
        value = members.get(name)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            checker.is_a(value, float, name)
        elif not low <= value <= high:
            checker.add(name, "range", f"{value} does not lie between {low} and {high}")
    tokens = members.get("max_output_tokens")
    if isinstance(tokens, int) and not isinstance(tokens, bool) and tokens < MIN_OUTPUT_TOKENS:
        checker.add("max_output_tokens", "range", f"{tokens} is less than {MIN_OUTPUT_TOKENS}")


def _check_metadata(checker: Checker, metadata: dict[str, Any]) -> None:
    if len(metadata) > _MAX_ENTRIES:
        checker.add("metadata", "metadata", f"{len(metadata)} entries, more than {_MAX_ENTRIES}")
    for name, value in metadata.items():
        place = join("metadata", name)
        if len(name) > _MAX_KEY:
            checker.add(place, "metadata", f"the key has more than {_MAX_KEY} characters")
        if checker.is_a(value, str, place) and len(value) > _MAX_VALUE:
            checker.add(place, "metadata", f"the text has more than {_MAX_VALUE} characters")


def _check_system(checker: Checker, body: Body) -> None:
    if body.system is None:
        return
    for at, value in checker.pieces([body.system]):
        if value is not None:
            checker.is_a(value, str, at)


def _check_input(checker: Checker, body: Body, members: dict[str, Any]) -> None:
    elsewhere = any(members.get(name) is not None for name in ("previous_response_id", "conversation", "prompt"))
    unreadable = _first_byte(body, "input") not in (b"", b"[", b"n")
    if not body.items and not elsewhere and not unreadable:
        checker.add("input", "no_input", "nothing is said that could be answered")


def _first_byte(body: Body, name: str) -> bytes:
    return bytes(body.members.get(name, b""))[:1]


# --- order ----------------------------------------------------------------------------------------------------


def _in_order(problems: list[Problem], members: list[str]) -> list[Problem]:
    """By place: members in the order of the text (those that are missing first), entries by index."""
    ranks = {name: rank for rank, name in enumerate(members)}

    def place(problem: Problem) -> tuple[int, list[tuple[int, str]]]:
        steps = re.findall(r"\[(\d+)\]|([^.\[\]]+)", problem.at)
        name = steps[0][1] if steps else ""
        return ranks.get(name, -1), [(int(index), "") if index else (-1, "") for index, _ in steps[1:]]

    return sorted(problems, key=place)
