"""The parameters that mean the same everywhere, in the words of the Messages API.

Two of ours live inside others of theirs: `parallel_tool_calls` is `tool_choice.disable_parallel_tool_use`, and the
response schema and the effort are members of `output_config`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brimful.messages import Options, ToolChoice
from brimful.providers.anthropic.schemas import closed_schema
from brimful.providers.fields import Fields, expect
from brimful.providers.problem import Report

# The API asks for a limit; this is for requests of wires that do not. Every current model gives this much.
DEFAULT_MAX_TOKENS = 8192

_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_NEAREST_EFFORT = {"minimal": "low"}


def read_options(members: Mapping[str, Any], at: str = "") -> Options:
    """Read them from the members of a body."""
    fields = Fields(dict(members), at)
    choice = _member(fields, "tool_choice")
    output = _member(fields, "output_config")
    shape = _member(output, "format") if "format" in output else _member(fields, "output_format")
    parallel = None
    if choice.left.get("disable_parallel_tool_use") is not None:
        parallel = not choice.take("disable_parallel_tool_use", bool, False)
    return Options(
        max_output_tokens=_number(fields, "max_tokens", int),
        temperature=_number(fields, "temperature", float),
        top_p=_number(fields, "top_p", float),
        stop=_stop(fields),
        tool_choice=_tool_choice(choice),
        parallel_tool_calls=parallel,
        response_schema=shape.take("schema", dict, {}) if shape.left.get("schema") is not None else None,
        reasoning_effort=output.take("effort", str, "") or None,
        stream=fields.take("stream", bool, False) if fields.left.get("stream") is not None else None,
    )


def write_options(
    body: dict[str, Any], wanted: Options, report: Report, *, names: Mapping[str, str], has_tools: bool
) -> None:
    """Write into the body what is wanted and not said there yet. `names` maps the tools' names to those sent."""
    said = read_options(body)
    if wanted.max_output_tokens != said.max_output_tokens:
        _put(body, "max_tokens", wanted.max_output_tokens)
    if wanted.stop != said.stop:
        _put(body, "stop_sequences", _sendable_stop(wanted.stop, report))
    if wanted.stream != said.stream:
        _put(body, "stream", wanted.stream)
    _write_sampling(body, wanted, said, report)
    _write_output(body, wanted, said, report)
    if (wanted.tool_choice, wanted.parallel_tool_calls) != (said.tool_choice, said.parallel_tool_calls):
        _write_choice(body, wanted, report, names, has_tools)


# --- reading ---


def _member(fields: Fields, name: str) -> Fields:
    value = fields.left.get(name)
    return Fields({} if value is None else value, fields.place(name))


def _number(fields: Fields, name: str, kind: type[Any]) -> Any:
    value = fields.left.get(name)
    if value is None:
        return None
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return value
    return expect(value, kind, fields.place(name))


def _stop(fields: Fields) -> tuple[str, ...] | None:
    value = fields.left.get("stop_sequences")
    if value is None:
        return None
    place = fields.place("stop_sequences")
    return tuple(expect(item, str, f"{place}[{index}]") for index, item in enumerate(expect(value, list, place)))


def _tool_choice(choice: Fields) -> ToolChoice | None:
    match choice.take("type", str, ""):
        case "auto":
            return ToolChoice("auto")
        case "any":
            return ToolChoice("any")
        case "none":
            return ToolChoice("none")
        case "tool":
            return ToolChoice("tool", choice.take("name", str, ""))
        case _:
            return None


# --- writing ---


def _put(body: dict[str, Any], name: str, value: Any) -> None:
    if value is None:
        body.pop(name, None)
    else:
        body[name] = value


def _sendable_stop(stop: tuple[str, ...] | None, report: Report) -> list[str] | None:
    if stop is None:
        return None
    for index, text in enumerate(stop):
        if not text.strip():
            report.lost(f"options.stop[{index}]", "a stop sequence", "the API refuses one of white space alone")
    return [text for text in stop if text.strip()]


def _write_sampling(body: dict[str, Any], wanted: Options, said: Options, report: Report) -> None:
    if wanted.temperature != said.temperature:
        warmest = wanted.temperature
        if warmest is not None and warmest > 1:
            report.lost("options.temperature", f"a temperature of {warmest}", "the API goes up to 1")
            warmest = 1.0
        _put(body, "temperature", warmest)
    if wanted.top_p != said.top_p:
        if wanted.top_p is not None and body.get("temperature") is not None:
            report.lost("options.top_p", "top_p", "models since Opus 4.1 take temperature or top_p, not both")
        else:
            _put(body, "top_p", wanted.top_p)


def _write_output(body: dict[str, Any], wanted: Options, said: Options, report: Report) -> None:
    output = dict(body.get("output_config") or {})
    if wanted.response_schema != said.response_schema:
        schema = wanted.response_schema
        _put(output, "format", None if schema is None else {"type": "json_schema", "schema": closed_schema(schema)})
        body.pop("output_format", None)
    if wanted.reasoning_effort != said.reasoning_effort:
        _write_effort(body, output, wanted.reasoning_effort, report)
    if output != (body.get("output_config") or {}):
        _put(body, "output_config", output or None)


def _write_effort(body: dict[str, Any], output: dict[str, Any], wanted: str | None, report: Report) -> None:
    if wanted is None or wanted in _EFFORTS:
        _put(output, "effort", wanted)
    elif wanted == "none":
        body["thinking"] = {"type": "disabled"}
    else:
        nearest = _NEAREST_EFFORT.get(wanted)
        _put(output, "effort", nearest)
        instead = f"{nearest} is asked for instead" if nearest else f"it knows {', '.join(_EFFORTS)}"
        report.lost("options.reasoning_effort", f"the effort {wanted!r}", f"the API does not know it; {instead}")


def _write_choice(
    body: dict[str, Any], wanted: Options, report: Report, names: Mapping[str, str], has_tools: bool
) -> None:
    choice = wanted.tool_choice
    if not has_tools:
        if choice is not None and choice.mode != "none":
            report.lost("options.tool_choice", "the tool choice", "the API takes one only where tools are offered")
        body.pop("tool_choice", None)
        return
    if choice is not None and choice.mode == "tool" and choice.name not in names:
        report.lost("options.tool_choice", f"the choice of {choice.name}", "no tool of that name is offered")
        choice = None
    written: dict[str, Any] = {"type": choice.mode} if choice else {}
    if choice and choice.mode == "tool":
        written["name"] = names[choice.name]
    if wanted.parallel_tool_calls is not None and written.get("type") != "none":
        written = {"type": "auto", **written, "disable_parallel_tool_use": not wanted.parallel_tool_calls}
    _put(body, "tool_choice", written or None)
