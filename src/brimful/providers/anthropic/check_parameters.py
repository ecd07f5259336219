"""What the API refuses of the parameters and the tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brimful.jsonplace import join
from brimful.providers.anthropic.names import is_tool_name
from brimful.providers.checker import Checker

_LEAST_BUDGET = 1024


def check_parameters(members: dict[str, Any], tools: Sequence[Any], checker: Checker) -> None:
    """The members of a body besides messages, system prompt and tools."""
    model = checker.get(members, "model", str, "", required=True)
    if model == "":
        checker.add("model", "missing", "model is empty; name one")
    limit = checker.get(members, "max_tokens", int, "", required=True)
    if limit is not None and limit < 0:
        checker.add("max_tokens", "range", f"{limit} is less than 0")
    for name in ("temperature", "top_p"):
        _check_share(members.get(name), name, checker)
    for name in ("metadata", "output_config", "context_management"):
        checker.get(members, name, dict, "")
    checker.get(members, "stream", bool, "")
    for index, text in enumerate(checker.get(members, "stop_sequences", list, "") or ()):
        checker.is_a(text, str, f"stop_sequences[{index}]")
    _check_thinking(members, bool(tools), checker)
    _check_choice(members, tools, checker)


def check_tools(tools: Sequence[tuple[str, Any]], checker: Checker) -> None:
    """The list of tools."""
    seen: set[str] = set()
    for at, tool in tools:
        if not checker.is_a(tool, dict, at):
            continue
        is_own = tool.get("type") in (None, "custom")
        name = checker.get(tool, "name", str, at, required=is_own)
        if is_own:
            _check_own_tool(tool, name, at, checker)
        if name and name in seen:
            checker.add(join(at, "name"), "tool_duplicate", f"there is a tool {name!r} before it; rename one")
        seen.add(name or "")


def _check_own_tool(tool: dict[str, Any], name: str | None, at: str, checker: Checker) -> None:
    if name is not None and not is_tool_name(name):
        checker.add(join(at, "name"), "tool_name", "use 1 to 128 of a-z, A-Z, 0-9, _ and -")
    checker.get(tool, "description", str, at)
    schema = checker.get(tool, "input_schema", dict, at, required=True)
    if schema is not None and schema.get("type") != "object":
        checker.add(join(at, "input_schema.type"), "tool_schema", 'it must be "object"')


def _check_share(value: Any, name: str, checker: Checker) -> None:
    if value is None or (isinstance(value, float) and 0 <= value <= 1):
        return
    if not isinstance(value, float) and not checker.is_a(value, int, name):
        return
    if not 0 <= value <= 1:
        checker.add(name, "range", f"{value} is not between 0 and 1")


def _check_thinking(members: dict[str, Any], has_tools: bool, checker: Checker) -> None:
    thinking = checker.get(members, "thinking", dict, "")
    if not thinking or thinking.get("type") != "enabled":
        return
    budget = checker.get(thinking, "budget_tokens", int, "thinking", required=True)
    limit = members.get("max_tokens")
    if budget is not None and budget < _LEAST_BUDGET:
        checker.add("thinking.budget_tokens", "thinking_budget", f"{budget} is less than {_LEAST_BUDGET}")
    # With tools a beta lets a budget span several rounds, and then it may be larger than one answer.
    elif budget is not None and isinstance(limit, int) and not has_tools and budget >= limit:
        checker.add("thinking.budget_tokens", "thinking_budget", f"max_tokens ({limit}) must be more than {budget}")
    if members.get("temperature") not in (None, 1):
        checker.add("temperature", "thinking_options", "it must be 1, or absent, while thinking is enabled")
    choice = members.get("tool_choice")
    if isinstance(choice, dict) and choice.get("type") in ("any", "tool"):
        checker.add("tool_choice", "thinking_options", "a tool call cannot be forced while thinking is enabled")


def _check_choice(members: dict[str, Any], tools: Sequence[Any], checker: Checker) -> None:
    choice = checker.get(members, "tool_choice", dict, "")
    if choice is None:
        return
    checker.get(choice, "type", str, "tool_choice", required=True)
    checker.get(choice, "disable_parallel_tool_use", bool, "tool_choice")
    if not tools:
        checker.add("tool_choice", "tool_choice", "no tools are offered; leave it out")
    elif choice.get("type") == "tool":
        name = checker.get(choice, "name", str, "tool_choice", required=True)
        names = [tool.get("name") for tool in tools if isinstance(tool, dict)]
        if name is not None and name not in names and None not in names:  # a toolset brings names of its own
            checker.add("tool_choice.name", "tool_choice", f"no tool {name!r} is offered")
