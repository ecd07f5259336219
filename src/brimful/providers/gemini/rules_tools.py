"""Rules for tools and parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.providers.checker import Checker
from brimful.providers.gemini.options import MOST_STOP_SEQUENCES, read_options
from brimful.providers.gemini.schema import schema_problems
from brimful.providers.gemini.spelling import look, spelled

# The error texts of 2025 say 64, the documentation of 2026 says 128: what is longer is refused by both.
_FUNCTION_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}")


def check_tool(checker: Checker, entry: dict[str, Any], at: str, declared: dict[str, str]) -> None:
    """One entry of the tools; the functions it declares are added to `declared`, each with its place."""
    name = spelled(entry, "functionDeclarations")
    for index, one in enumerate(checker.get(entry, name, list, at) or ()):
        place = f"{join(at, name)}[{index}]"
        if checker.is_a(one, dict, place):
            _check_declaration(checker, one, place, declared)


def _check_declaration(checker: Checker, one: dict[str, Any], at: str, declared: dict[str, str]) -> None:
    name = checker.get(one, "name", str, at, required=True)
    if name is not None:
        if _FUNCTION_NAME.fullmatch(name) is None:
            checker.add(join(at, "name"), "function_name", f"Invalid function name {name!r}. {_NAME_WORDING}")
        if name in declared:
            checker.add(join(at, "name"), "duplicate_function", f"Duplicate function declaration found: {name}")
        declared.setdefault(name, at)
    checker.get(one, "description", str, at)
    _check_schemas(checker, one, at, "parameters", "parametersJsonSchema")


_NAME_WORDING = "Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain _ . : -"


def _check_schemas(checker: Checker, holder: dict[str, Any], at: str, own: str, plain: str) -> None:
    """A place that takes Gemini's Schema under one name or JSON Schema under another."""
    schema = look(holder, own)
    if schema is not None and look(holder, plain) is not None:
        checker.add(join(at, spelled(holder, plain)), "schema", f"{own} and {plain} exclude each other")
    if schema is not None and checker.is_a(schema, dict, join(at, spelled(holder, own))):
        for place, message in schema_problems(schema, join(at, spelled(holder, own))):
            checker.add(place, "schema", message)


def check_config(checker: Checker, members: Mapping[str, Any]) -> None:
    """`generationConfig`."""
    at = spelled(members, "generationConfig")
    config = members.get(at)
    if config is None or not checker.is_a(config, dict, at):
        return
    _check_types(checker, at, config)
    _check_schemas(checker, config, at, "responseSchema", "responseJsonSchema")
    stop = look(config, "stopSequences")
    if isinstance(stop, list) and len(stop) > MOST_STOP_SEQUENCES:
        place = join(at, spelled(config, "stopSequences"))
        checker.add(place, "stop", f"{len(stop)} stop sequences, at most {MOST_STOP_SEQUENCES} are taken")
    thinking = look(config, "thinkingConfig")
    if isinstance(thinking, dict) and None not in (look(thinking, "thinkingLevel"), look(thinking, "thinkingBudget")):
        place = join(at, spelled(config, "thinkingConfig"))
        checker.add(place, "thinking", "only one of thinking budget and thinking level can be set")


def _check_types(checker: Checker, at: str, config: dict[str, Any]) -> None:
    """Each parameter we read has the type it must have."""
    for name in ("maxOutputTokens", "temperature", "topP", "stopSequences", "thinkingConfig"):
        given = spelled(config, name)
        try:
            read_options({at: {given: config.get(given)}})
        except InvalidBody as error:
            checker.add(error.at, "type", error.message)
    for name in ("responseMimeType",):
        checker.get(config, spelled(config, name), str, at)


def check_tool_config(
    checker: Checker, members: Mapping[str, Any], declared: Mapping[str, str], *, has_tools: bool, cached: bool
) -> None:
    """`toolConfig`: its types, and the functions it speaks of."""
    at = spelled(members, "toolConfig")
    config = members.get(at)
    if config is None or not checker.is_a(config, dict, at):
        return
    place = join(at, spelled(config, "functionCallingConfig"))
    calling = checker.get(config, spelled(config, "functionCallingConfig"), dict, at)
    if calling is None:
        return
    mode = (checker.get(calling, "mode", str, place) or "").upper()
    name = "allowedFunctionNames"
    given = spelled(calling, name)
    allowed = checker.get(calling, given, list, place) or []
    if cached:
        return  # the functions are declared in the cache
    if not declared and (mode in ("ANY", "VALIDATED") or (mode == "AUTO" and has_tools)):
        checker.add(place, "tool_choice", "Function calling config is set without function_declarations")
    elif mode in ("ANY", "VALIDATED"):
        for index, one in enumerate(allowed):
            if isinstance(one, str) and one not in declared:
                checker.add(f"{join(place, given)}[{index}]", "tool_choice", f"no function {one!r} is declared")
