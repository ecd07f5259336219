"""Rules of the tools, of the choice among them, and of structured output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brimful.jsonplace import join
from brimful.providers.checker import Checker
from brimful.providers.openai_responses.options import has_tool
from brimful.providers.openai_responses.schema import faults
from brimful.providers.openai_responses.words import TOOL_NAME

TOOL_RULES = {
    "duplicate_tool": "no two tools have one name",
    "schema": "schemas are objects with properties, without alternatives at the top",
    "tool_choice": "the tool that must be called is defined",
}

# Tools and items that bring further tools along.
_BRINGS_TOOLS = frozenset({"namespace", "mcp", "tool_search", "additional_tools", "tool_search_output"})
_MAX_FORMAT_NAME = 64


def check_tools(checker: Checker, tools: Sequence[tuple[str, Any]]) -> None:
    """The definitions."""
    first: dict[str, str] = {}
    for at, tool in tools:
        if not checker.is_a(tool, dict, at):
            continue
        kind = checker.get(tool, "type", str, at, required=True)
        if kind not in ("function", "custom"):
            continue
        name = checker.get(tool, "name", str, at, required=True)
        checker.get(tool, "description", str, at)
        if name is not None:
            if kind == "function" and not TOOL_NAME.fullmatch(name):
                checker.add(join(at, "name"), "tool_name", f"{name!r} has characters that the API refuses")
            if name in first:
                checker.add(join(at, "name"), "duplicate_tool", f"{first[name]} has the same name")
            first.setdefault(name, at)
        if kind == "function":
            _check_parameters(checker, tool, at)


def check_choice(checker: Checker, members: dict[str, Any], tools: Sequence[Any], items: Sequence[Any]) -> None:
    """`tool_choice` against the tools."""
    choice = members.get("tool_choice")
    objects = [value for value in (*tools, *items) if isinstance(value, dict)]
    more = members.get("prompt") is not None or any(_brings_tools(value) for value in objects)
    if choice is None or more:
        return
    if choice == "required" and not tools:
        checker.add("tool_choice", "tool_choice", "a tool must be called, but none is defined")
    if isinstance(choice, dict) and choice.get("type") in ("function", "custom"):
        name = checker.get(choice, "name", str, "tool_choice", required=True)
        defined = [tool for tool in tools if isinstance(tool, dict)]
        if name is not None and not has_tool(defined, choice["type"], name):
            checker.add("tool_choice.name", "tool_choice", f"no {choice['type']} tool is called {name!r}")


def check_format(checker: Checker, text: Any) -> None:
    """Structured output: `text.format`."""
    described = checker.get(text, "format", dict, "text")
    if described is None or described.get("type") != "json_schema":
        return
    at = "text.format"
    name = checker.get(described, "name", str, at, required=True)
    if name is not None and (not TOOL_NAME.fullmatch(name) or len(name) > _MAX_FORMAT_NAME):
        checker.add(join(at, "name"), "tool_name", f"{name!r} has characters that the API refuses, or more than 64")
    strict = checker.get(described, "strict", bool, at)
    schema = checker.get(described, "schema", dict, at, required=True)
    if schema is not None:
        for place, message in faults(schema, join(at, "schema"), strict=strict is True):
            checker.add(place, "schema", message)


def _brings_tools(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind in _BRINGS_TOOLS


def _check_parameters(checker: Checker, tool: dict[str, Any], at: str) -> None:
    strict = checker.get(tool, "strict", bool, at)
    parameters = checker.get(tool, "parameters", dict, at)
    if parameters is not None:
        for place, message in faults(parameters, join(at, "parameters"), strict=strict is True):
            checker.add(place, "schema", message)
