"""Tool definitions, both ways. Functions and custom tools are taken apart; tools that the provider runs itself,
namespaces and tool search are carried whole in `wire.extra`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brimful.messages import Tool, Wire
from brimful.providers.fields import Fields, expect, extra_of
from brimful.providers.openai_responses import schema
from brimful.providers.openai_responses.content import report_extra, take_text
from brimful.providers.openai_responses.ids import ToolNames
from brimful.providers.openai_responses.words import NAME, is_native
from brimful.providers.problem import Report


def read_tools(value: Any, at: str) -> tuple[Tool, ...]:
    """One entry of `tools`."""
    fields = Fields(value, at)
    kind = fields.need("type", str)
    if kind not in ("function", "custom"):
        name = value.get("name") or value.get("server_label") or kind
        described = value.get("description")
        return (
            Tool(
                name=name if isinstance(name, str) else kind,
                description=described if isinstance(described, str) else "",
                kind=kind,
                wire=Wire(NAME, extra=expect(value, dict, at)),
            ),
        )
    name, description = fields.need("name", str), take_text(fields, "description")
    if kind == "custom":
        return (Tool(name, description, kind=kind, wire=fields.wire(NAME)),)
    parameters = fields.left.get("parameters")
    if parameters is not None:
        parameters = expect(fields.any("parameters"), dict, fields.place("parameters"))
    strict = fields.left.get("strict")
    if strict is not None:
        strict = expect(fields.any("strict"), bool, fields.place("strict"))
    return (Tool(name, description, parameters, strict=strict, wire=fields.wire(NAME)),)


def write_tools(tools: Sequence[Tool], report: Report, names: ToolNames | None = None) -> list[dict[str, Any]]:
    """The list of tool definitions; two of one name are told apart by nobody, so the later one stays behind."""
    names = names or ToolNames(tools)
    written: list[dict[str, Any]] = []
    seen: set[str] = set()
    for index, tool in enumerate(tools):
        at = f"tools[{index}]"
        if is_native(tool.wire):
            written.append(_write_native(tool))
        elif tool.kind not in ("function", "custom"):
            report.lost(at, f"the tool {tool.name!r}", f"{tool.kind} is a tool of another provider")
        elif names.of(tool.name) in seen:
            report.lost(at, f"the tool {tool.name!r}", "another tool has the same name")
        else:
            written.append(_write_foreign(tool, names, report, at))
        seen.add(names.of(tool.name))
    return written


def _write_native(tool: Tool) -> dict[str, Any]:
    value = extra_of(tool.wire, NAME)
    if tool.kind not in ("function", "custom"):
        return value
    value |= {"type": tool.kind, "name": tool.name}
    known = {"description": tool.description or None, "parameters": tool.parameters, "strict": tool.strict}
    return {**value, **{name: said for name, said in known.items() if said is not None}}


def _write_foreign(tool: Tool, names: ToolNames, report: Report, at: str) -> dict[str, Any]:
    report_extra(tool.wire, report, at)
    if tool.cache_mark is not None:
        report.lost(at, "cache mark", "tools cannot carry one here")
    name = names.of(tool.name)
    if name != tool.name:
        report.lost(at, f"the tool name {tool.name!r}", f"written as {name!r}")
    value: dict[str, Any] = {"type": tool.kind, "name": name}
    if tool.description:
        value["description"] = tool.description
    if tool.kind == "custom":
        return value
    parameters, lost = schema.acceptable(tool.parameters)
    for what in lost:
        report.lost(f"{at}.parameters", what, "the API takes only plain objects as parameters")
    strict = tool.strict is True
    if strict and next(schema.faults(parameters, "", strict=True), None) is not None:
        report.lost(at, "strict", "the schema does not meet the rules of strict mode")
        strict = False
    # Said outright: left out, the API would make the schema strict by itself, and optional arguments required.
    return {**value, "parameters": parameters, "strict": strict}
