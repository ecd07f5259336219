"""The parameters that mean the same everywhere: `generationConfig` and `toolConfig` (MSG-2).

The model and whether to stream stand in the address of a request, not in its body.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from brimful.jsonplace import join
from brimful.messages import Options, ToolChoice
from brimful.providers.fields import expect
from brimful.providers.gemini.schema import fits, to_json_schema
from brimful.providers.gemini.spelling import SNAKE, spelled
from brimful.providers.problem import Report

_DIGITS = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?")
MOST_STOP_SEQUENCES = 5
_EFFORTS = {"minimal": "MINIMAL", "low": "LOW", "medium": "MEDIUM", "high": "HIGH"}
_NEAREST_EFFORT = {"none": "MINIMAL", "xhigh": "HIGH", "max": "HIGH"}
_MODES = {"AUTO": "auto", "VALIDATED": "auto", "ANY": "any", "NONE": "none"}


def read_options(members: Mapping[str, Any], at: str = "") -> Options:
    """What a body asks for beyond its contents."""
    place, config = _inner(members, "generationConfig", at)
    return Options(
        max_output_tokens=_whole(_number(config, "maxOutputTokens", place)),
        temperature=_number(config, "temperature", place),
        top_p=_number(config, "topP", place),
        stop=_stop(config, place),
        tool_choice=_tool_choice(members, at),
        response_schema=_response_schema(config, place),
        reasoning_effort=_effort(config, place),
    )


def _inner(value: Mapping[str, Any], name: str, at: str) -> tuple[str, dict[str, Any]]:
    given = spelled(value, name)
    place = join(at, given)
    found = value.get(given)
    return place, {} if found is None else expect(found, dict, place)


def _number(config: dict[str, Any], name: str, at: str) -> float | None:
    """A number; protobuf takes it as a string of digits too."""
    given = spelled(config, name)
    value = config.get(given)
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return float(value)
    return value if value is None or isinstance(value, float) else expect(value, int, join(at, given))


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _stop(config: dict[str, Any], at: str) -> tuple[str, ...] | None:
    given = spelled(config, "stopSequences")
    if config.get(given) is None:
        return None
    place = join(at, given)
    entries = expect(config[given], list, place)
    return tuple(expect(entry, str, f"{place}[{index}]") for index, entry in enumerate(entries))


def _tool_choice(members: Mapping[str, Any], at: str) -> ToolChoice | None:
    place, config = _inner(members, "toolConfig", at)
    place, calling = _inner(config, "functionCallingConfig", place)
    word = calling.get("mode")
    mode = _MODES.get(word.upper()) if isinstance(word, str) else None
    allowed = calling.get(spelled(calling, "allowedFunctionNames"))
    if mode == "any" and isinstance(allowed, list) and len(allowed) == 1 and isinstance(allowed[0], str):
        return ToolChoice("tool", allowed[0])
    return ToolChoice(mode) if mode in ("auto", "any", "none") else None  # type: ignore[arg-type]  # just listed


def _response_schema(config: dict[str, Any], at: str) -> dict[str, Any] | None:
    for name in ("responseJsonSchema", "responseSchema"):
        schema = config.get(spelled(config, name))
        if isinstance(schema, dict):
            found: dict[str, Any] = to_json_schema(schema) if name == "responseSchema" else schema
            return found
    return None


def _effort(config: dict[str, Any], at: str) -> str | None:
    _, thinking = _inner(config, "thinkingConfig", at)
    level = thinking.get(spelled(thinking, "thinkingLevel"))
    if isinstance(level, str) and level.upper() != "THINKING_LEVEL_UNSPECIFIED":
        return level.lower()
    return "none" if thinking.get(spelled(thinking, "thinkingBudget")) == 0 else None


# --- writing --------------------------------------------------------------------------------------------------


def write_options(options: Options, members: dict[str, Any], report: Report, *, functions: bool) -> dict[str, Any]:
    """The members with the options that differ from what they say already; `functions`: whether any are declared."""
    said = read_options(members)
    _, config = _inner(members, "generationConfig", "")
    changed = dict(config)
    if options.max_output_tokens != said.max_output_tokens:
        _set(changed, "maxOutputTokens", options.max_output_tokens)
    if options.temperature != said.temperature:
        _set(changed, "temperature", options.temperature)
    if options.top_p != said.top_p:
        _set(changed, "topP", options.top_p)
    if options.stop != said.stop:
        _write_stop(changed, options.stop, report)
    if options.reasoning_effort != said.reasoning_effort:
        _write_effort(changed, options.reasoning_effort, report)
    if options.response_schema != said.response_schema:
        _write_schema(changed, options.response_schema)
    out = dict(members)
    if changed != config:
        _set(out, "generationConfig", changed or None)
    if options.tool_choice != said.tool_choice:
        _write_tool_choice(out, options.tool_choice, report, functions)
    if options.parallel_tool_calls is False:
        report.lost("parallel_tool_calls", "one call at a time", "Gemini has no switch for it")
    return out


def _set(config: dict[str, Any], name: str, value: Any) -> None:
    given = spelled(config, name)
    if value is None:
        config.pop(given, None)
    else:
        config[given] = value


def _drop(config: dict[str, Any], name: str) -> None:
    config.pop(name, None)
    config.pop(SNAKE[name], None)


def _write_stop(config: dict[str, Any], stop: tuple[str, ...] | None, report: Report) -> None:
    kept = [word for word in stop or () if word][:MOST_STOP_SEQUENCES]
    for word in (stop or ())[len(kept) :]:
        report.lost("stop", f"stop sequence {word!r}", f"Gemini takes {MOST_STOP_SEQUENCES}, none of them empty")
    _set(config, "stopSequences", kept or None)


def _write_effort(config: dict[str, Any], effort: str | None, report: Report) -> None:
    _, thinking = _inner(config, "thinkingConfig", "")
    changed = dict(thinking)
    _drop(changed, "thinkingBudget")  # level and budget exclude each other
    level = None if effort is None else _EFFORTS.get(effort) or _NEAREST_EFFORT.get(effort)
    if effort is not None and effort not in _EFFORTS:
        report.lost("reasoning_effort", f"effort {effort!r}", f"the nearest Gemini has is {level or 'its default'}")
    _set(changed, "thinkingLevel", level)
    _set(config, "thinkingConfig", changed or None)


def _write_schema(config: dict[str, Any], schema: dict[str, Any] | None) -> None:
    for name in ("responseSchema", "responseJsonSchema"):
        _drop(config, name)
    if schema is None:
        _drop(config, "responseMimeType")
        return
    _set(config, "responseMimeType", "application/json")
    _set(config, "responseSchema" if fits(schema) else "responseJsonSchema", schema)


def _write_tool_choice(out: dict[str, Any], choice: ToolChoice | None, report: Report, functions: bool) -> None:
    _, config = _inner(out, "toolConfig", "")
    _, calling = _inner(config, "functionCallingConfig", "")
    calling = dict(calling)
    if choice is not None and not functions:
        if choice.mode in ("any", "tool"):
            report.lost("tool_choice", f"tool choice {choice.mode!r}", "no functions are declared")
        choice = None
    _drop(calling, "allowedFunctionNames")
    if choice is None:
        calling.pop("mode", None)
    else:
        calling["mode"] = "ANY" if choice.mode == "tool" else choice.mode.upper()
        if choice.mode == "tool":
            calling["allowedFunctionNames"] = [choice.name]
    changed = dict(config)
    _set(changed, "functionCallingConfig", calling or None)
    _set(out, "toolConfig", changed or None)
