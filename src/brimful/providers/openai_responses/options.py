"""The parameters of a request that mean the same everywhere, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brimful.messages import Options, ToolChoice
from brimful.providers.fields import Fields, expect
from brimful.providers.openai_responses.ids import ToolNames
from brimful.providers.openai_responses.schema import faults
from brimful.providers.problem import Report

MIN_OUTPUT_TOKENS = 16
RANGES: dict[str, tuple[float, float]] = {"temperature": (0, 2), "top_p": (0, 1)}
EFFORTS = frozenset({"none", "minimal", "low", "medium", "high", "xhigh", "max"})

_MODES = {"auto": ToolChoice("auto"), "none": ToolChoice("none"), "required": ToolChoice("any")}
_WORDS = {"auto": "auto", "none": "none", "any": "required"}


def read_options(members: Mapping[str, Any], at: str = "") -> Options:
    """Read the options from the decoded members of a body."""
    fields = Fields(dict(members), at)
    return Options(
        max_output_tokens=_optional(fields, "max_output_tokens", int),
        temperature=_number(fields, "temperature"),
        top_p=_number(fields, "top_p"),
        tool_choice=_read_choice(fields.left.get("tool_choice"), fields.place("tool_choice")),
        parallel_tool_calls=_optional(fields, "parallel_tool_calls", bool),
        response_schema=_read_schema(fields.left.get("text"), fields.place("text")),
        reasoning_effort=_read_effort(fields.left.get("reasoning"), fields.place("reasoning")),
        stream=_optional(fields, "stream", bool),
    )


def write_options(
    body: dict[str, Any], options: Options, tools: list[dict[str, Any]], names: ToolNames, report: Report
) -> None:
    """Put the options into a body, where they say something else than it does already."""
    said = read_options(body)
    for name in ("temperature", "top_p", "max_output_tokens", "parallel_tool_calls", "stream"):
        value = getattr(options, name)
        if value != getattr(said, name):
            _set(body, name, _within(name, value, report))
    if options.stop:
        report.lost("stop", "stop sequences", "OpenAI Responses has none")
    if options.tool_choice != said.tool_choice:
        _set(body, "tool_choice", _write_choice(options.tool_choice, tools, names, report))
    if options.response_schema != said.response_schema:
        _write_schema(body, options.response_schema, report)
    if options.reasoning_effort != said.reasoning_effort:
        _write_effort(body, options.reasoning_effort, report)


def has_tool(tools: list[dict[str, Any]], kind: str, name: str) -> bool:
    """Whether a tool of that kind and name is defined."""
    return any(tool.get("type") == kind and tool.get("name") == name for tool in tools)


# --- reading --------------------------------------------------------------------------------------------------


def _optional(fields: Fields, name: str, kind: type[Any]) -> Any:
    value = fields.left.get(name)
    return None if value is None else expect(value, kind, fields.place(name))


def _number(fields: Fields, name: str) -> float | None:
    value = fields.left.get(name)
    return value if value is None or isinstance(value, float) else expect(value, int, fields.place(name))


def _read_choice(value: Any, at: str) -> ToolChoice | None:
    if value is None:
        return None
    if isinstance(value, str):
        return _MODES.get(value)
    fields = Fields(value, at)
    kind = fields.take("type", str, "")
    if kind in ("function", "custom"):
        return ToolChoice("tool", fields.take("name", str, ""))
    if kind == "allowed_tools":  # which ones is left in the leftover
        return _MODES.get(fields.take("mode", str, "auto"))
    return ToolChoice("tool", kind)


def _read_schema(value: Any, at: str) -> dict[str, Any] | None:
    if value is None:
        return None
    described = Fields(value, at).any("format")
    if described is None:
        return None
    fields = Fields(described, f"{at}.format")
    if fields.left.get("type") != "json_schema" or fields.left.get("schema") is None:
        return None
    return expect(fields.left["schema"], dict, fields.place("schema"))


def _read_effort(value: Any, at: str) -> str | None:
    return None if value is None else _optional(Fields(value, at), "effort", str)


# --- writing --------------------------------------------------------------------------------------------------


def _set(body: dict[str, Any], name: str, value: Any) -> None:
    if value is None:
        body.pop(name, None)
    else:
        body[name] = value


def _within(name: str, value: Any, report: Report) -> Any:
    if value is None or isinstance(value, bool):
        return value
    low, high = RANGES.get(name, (MIN_OUTPUT_TOKENS, float("inf")))
    fitted = min(max(value, low), high)
    if fitted != value:
        report.lost(
            name, f"{name} {value}", f"the API takes {low} and more" + (f", up to {high}" if name in RANGES else "")
        )
        return int(fitted) if name == "max_output_tokens" else fitted
    return value


def _write_choice(choice: ToolChoice | None, tools: list[dict[str, Any]], names: ToolNames, report: Report) -> Any:
    if choice is None:
        return None
    if choice.mode == "any" and not tools:
        report.lost("tool_choice", "that a tool must be called", "no tool is defined")
        return None
    if choice.mode != "tool":
        return _WORDS[choice.mode]
    name = names.of(choice.name)
    for kind in ("function", "custom"):
        if has_tool(tools, kind, name):
            return {"type": kind, "name": name}
    report.lost("tool_choice", f"that {choice.name!r} must be called", "no such tool is defined")
    return None


def _write_schema(body: dict[str, Any], wanted: dict[str, Any] | None, report: Report) -> None:
    text = dict(body.get("text") or {})
    described = text.get("format") or {}
    if wanted is None:
        text.pop("format", None)
    elif next(faults(wanted, "", strict=False), None) is not None:
        report.lost("text.format", "the schema of the answer", "the API takes only plain objects")
        return
    elif described.get("type") == "json_schema":
        text["format"] = {**described, "schema": wanted}
    else:
        text["format"] = {"type": "json_schema", "name": "answer", "schema": wanted}
    _set(body, "text", text or None)


def _write_effort(body: dict[str, Any], effort: str | None, report: Report) -> None:
    reasoning = dict(body.get("reasoning") or {})
    if effort is not None and effort not in EFFORTS:
        report.lost("reasoning.effort", f"the effort {effort!r}", f"the API knows {', '.join(sorted(EFFORTS))}")
        return
    _set(reasoning, "effort", effort)
    _set(body, "reasoning", reasoning or None)
