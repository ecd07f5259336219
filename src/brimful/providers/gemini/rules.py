"""Every reason we know for which Gemini refuses a request (MSG-3).

What is new to us is let pass: roles, kinds of parts and fields that a newer version of the API may know. The
wordings of the API are quoted where there are any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.jsonplace import join
from brimful.jsontext import kind_of
from brimful.providers.body import Body
from brimful.providers.checker import SHARED_RULES, Checker
from brimful.providers.gemini.rules_parts import check_parts
from brimful.providers.gemini.rules_tools import check_config, check_tool, check_tool_config
from brimful.providers.gemini.rules_turns import Entry, check_order, check_pairs, check_signatures
from brimful.providers.gemini.spelling import look, spelled
from brimful.providers.problem import Problem

RULES: Mapping[str, str] = {
    **SHARED_RULES,
    "empty_contents": "there is at least one content",
    "role": "the role of a content is user or model",
    "empty_content": "every content has parts",
    "empty_part": "every part carries something, and text is not empty unless it is signed",
    "one_kind": "a part carries one thing only",
    "base64": "inline data and signatures are base64",
    "mime": "a MIME type has the form type/subtype and is one that Gemini reads",
    "first": "the first content is a user's",
    "last": "the last content is a user's or holds function responses",
    "unanswered": "every function call is answered in the content right after its turn",
    "orphan": "every function response answers a call of the turn right before it",
    "mismatch": "a function response has the name, and the id where there is one, of its call",
    "signature": "from Gemini 3 on, the first call of each step of the current turn has its thought signature",
    "function_name": "a function's name begins with a letter or _, then letters, digits, _ . : -, 128 at most",
    "duplicate_function": "no two functions have one name",
    "schema": "parameters and responseSchema keep to Gemini's Schema, and only one of two schemas is given",
    "tool_choice": "function calling is configured for functions that are declared",
    "thinking": "thinkingLevel and thinkingBudget exclude each other",
    "stop": "there are at most 5 stop sequences",
    "cached": "a request with cachedContent has no system instruction, tools or tool config of its own",
}
_FOREIGN_ROLES = {"assistant", "system", "developer", "tool"}


def check(body: Body) -> list[Problem]:
    """Every problem of the body, in order of place."""
    checker = Checker()
    _check_contents(checker, body)
    _check_system(checker, body)
    declared = _check_tools(checker, body)
    members = _members(checker, body)
    check_config(checker, members)
    cached = isinstance(look(members, "cachedContent"), str)
    check_tool_config(checker, members, declared, has_tools=bool(body.tools), cached=cached)
    if cached:
        _check_cached(checker, body, members)
    order = {name: index for index, name in enumerate(body.members)}
    return sorted(checker.problems, key=lambda problem: _place_key(problem.at, order))


def _place_key(at: str, order: Mapping[str, int]) -> tuple[int, tuple[int, ...]]:
    """Places as a reader meets them: by member of the body, then by the numbers in the path."""
    member = re.split(r"[.\[]", at, maxsplit=1)[0]
    return order.get(member, len(order)), tuple(int(number) for number in re.findall(r"\[(\d+)\]", at))


def _check_contents(checker: Checker, body: Body) -> None:
    raw = bytes(body.members.get("contents", b"[]"))
    if not body.items and raw[:1] in (b"[", b"n"):
        checker.add("contents", "empty_contents", "contents is not specified; say something")
    entries: list[Entry] = []
    for at, content in checker.pieces(body.items):
        if not checker.is_a(content, dict, at):
            continue
        role = checker.get(content, "role", str, at)
        if role in _FOREIGN_ROLES:
            checker.add(join(at, "role"), "role", f"{role!r}: please use a valid role: user, model")
        check_parts(checker, content, at)
        entries.append(Entry(at, role or "user", content))
    check_order(checker, entries)
    check_pairs(checker, entries)
    model = _decoded(checker, body, "model") if "model" in body.members else None
    if isinstance(model, str):
        check_signatures(checker, entries, model)


def _check_system(checker: Checker, body: Body) -> None:
    if body.system is None:
        return
    for at, value in checker.pieces([body.system]):
        if value is None or isinstance(value, str):
            continue
        if isinstance(value, dict):
            check_parts(checker, value, at)
        else:
            checker.add(at, "type", f"expected a content, got {kind_of(value)}")


def _check_tools(checker: Checker, body: Body) -> dict[str, str]:
    """Check the tools; return the functions declared, each with its place."""
    declared: dict[str, str] = {}
    for at, entry in checker.pieces(body.tools):
        if checker.is_a(entry, dict, at):
            check_tool(checker, entry, at, declared)
    return declared


def _members(checker: Checker, body: Body) -> dict[str, Any]:
    """The members that are looked into here, decoded."""
    wanted = ("generationConfig", "toolConfig", "cachedContent")
    names = [name for name in (spelled(body.members, name) for name in wanted) if name in body.members]
    return {name: _decoded(checker, body, name) for name in names}


def _decoded(checker: Checker, body: Body, name: str) -> Any:
    try:
        return jsontext.decode(body.members[name], at=name)
    except BrimfulError as error:
        checker.add(error.at or name, "json", error.message)
        return None


def _check_cached(checker: Checker, body: Body, members: Mapping[str, Any]) -> None:
    present = [body.system.at] if body.system is not None and bytes(body.system.raw) != b"null" else []
    present += ["tools"] if body.tools else []
    present += [spelled(members, "toolConfig")] if look(members, "toolConfig") else []
    for at in present:
        checker.add(at, "cached", "CachedContent can not be used with system_instruction, tools or tool_config")
