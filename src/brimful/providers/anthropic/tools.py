"""Tool definitions, written for the Messages API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brimful.messages import Tool
from brimful.providers.anthropic.blocks import is_own, mark_json, report_foreign, report_mark
from brimful.providers.anthropic.names import NAME, TOOL_NAME_LENGTH, as_tool_name, numbered
from brimful.providers.anthropic.schemas import TOP_LEVEL_REFUSED, tool_schema
from brimful.providers.fields import extra_of, form_of
from brimful.providers.problem import Report

# What a tool with free-text input becomes: one string, under the name that calls of it use too.
_FREE_TEXT = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}


def tool_names(tools: Sequence[Tool]) -> dict[str, str]:
    """Under which name each tool is sent. Tools of another provider's own are not."""
    names = {tool.name: tool.name for tool in tools if is_own(tool.wire)}
    taken = set(names)
    for tool in tools:
        if tool.name not in names and tool.kind in ("function", "custom"):
            names[tool.name] = numbered(as_tool_name(tool.name), taken, TOOL_NAME_LENGTH)
    return names


def write_tools(tools: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
    """The list of tool definitions."""
    names = tool_names(tools)
    sent: set[str] = {tool.name for tool in tools if is_own(tool.wire)}
    written: list[dict[str, Any]] = []
    for index, tool in enumerate(tools):
        at = f"tools[{index}]"
        definition = _own_tool(tool) if is_own(tool.wire) else _tool(tool, names, sent, report, at)
        if definition is None:
            continue
        if tool.cache_mark is not None:
            report_mark(tool.cache_mark, report, at)
            definition["cache_control"] = mark_json(tool.cache_mark)
        written.append(definition)
    return written


def _own_tool(tool: Tool) -> dict[str, Any]:
    form = form_of(tool.wire, NAME)
    extra = extra_of(tool.wire, NAME)
    if form == "typed":
        return {"type": tool.kind, **({"name": tool.name} if tool.name else {}), **extra}
    said: dict[str, Any] = {"type": "custom"} if form == "custom" else {}
    if tool.description:
        said["description"] = tool.description
    if tool.parameters is not None:
        said["input_schema"] = tool.parameters
    if tool.strict is not None:
        said["strict"] = tool.strict
    return {"name": tool.name, **said, **extra}


def _tool(tool: Tool, names: Mapping[str, str], sent: set[str], report: Report, at: str) -> dict[str, Any] | None:
    if tool.kind not in ("function", "custom"):
        report.lost(at, f"the tool {tool.name or tool.kind}", "another provider runs it, this one cannot")
        return None
    if tool.name in sent:
        report.lost(at, f"the tool {tool.name}", "there is one of that name already")
        return None
    sent.add(tool.name)
    report_foreign(tool.wire, report, at)
    name = names[tool.name]
    if name != tool.name:
        report.lost(at, f"the name {tool.name!r} of a tool", f"the API does not take it; it is sent as {name}")
    definition: dict[str, Any] = {"name": name}
    if tool.description:
        definition["description"] = tool.description
    for word in TOP_LEVEL_REFUSED:
        if word in (tool.parameters or {}):
            report.lost(f"{at}.parameters", word, "the API refuses it at the top of a schema")
    definition["input_schema"] = _FREE_TEXT if tool.kind == "custom" else tool_schema(tool.parameters)
    if tool.strict:
        definition["strict"] = True
    return definition
