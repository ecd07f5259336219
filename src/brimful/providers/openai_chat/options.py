"""The parameters that mean the same everywhere, both ways.

Each option is a reader and a writer over the members of a body. A body of this dialect keeps its members; an option
is only written where it differs from what the members already say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.jsontext import kind_of
from brimful.messages import Options, ToolChoice
from brimful.providers.fields import expect
from brimful.providers.openai_chat.schemas import fits_strict
from brimful.providers.problem import Report

EFFORTS = frozenset({"none", "minimal", "low", "medium", "high", "xhigh", "max"})
MAX_STOPS = 4
TEMPERATURES = (0.0, 2.0)

_MODES: dict[str, ToolChoice] = {
    "auto": ToolChoice("auto"),
    "none": ToolChoice("none"),
    "required": ToolChoice("any"),
    "any": ToolChoice("any"),  # Mistral's word
}


def read_options(members: Mapping[str, Any], at: str = "") -> Options:
    """The parameters, from the decoded members of a body."""
    return Options(**{name: reader(members, at) for name, (reader, _) in _OPTIONS.items()})


def write_options(options: Options, members: dict[str, Any], report: Report) -> None:
    """Bring the members in line with the options."""
    known = read_options(members)
    for name, (_, writer) in _OPTIONS.items():
        value = getattr(options, name)
        if value != getattr(known, name):
            writer(members, value, report)


# --- reading --------------------------------------------------------------------------------------------------


def _max_output_tokens(members: Mapping[str, Any], at: str) -> int | None:
    name = "max_completion_tokens" if members.get("max_completion_tokens") is not None else "max_tokens"
    value = members.get(name)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None if value is None else expect(value, int, join(at, name))


def _number(name: str) -> Callable[[Mapping[str, Any], str], float | None]:
    def read(members: Mapping[str, Any], at: str) -> float | None:
        value = members.get(name)
        return value if value is None or isinstance(value, float) else expect(value, int, join(at, name))

    return read


def _flag(name: str) -> Callable[[Mapping[str, Any], str], bool | None]:
    def read(members: Mapping[str, Any], at: str) -> bool | None:
        value = members.get(name)
        return None if value is None else expect(value, bool, join(at, name))

    return read


def _stop(members: Mapping[str, Any], at: str) -> tuple[str, ...] | None:
    value = members.get("stop")
    if value is None:
        return None
    if isinstance(value, str):
        return (value,)
    place = join(at, "stop")
    words = expect(value, list, place)
    return tuple(expect(each, str, f"{place}[{index}]") for index, each in enumerate(words))


def _tool_choice(members: Mapping[str, Any], at: str) -> ToolChoice | None:
    name = "tool_choice" if members.get("tool_choice") is not None else "function_call"
    match members.get(name):
        case None:
            return None
        case str(mode):
            return _MODES.get(mode)
        case {"type": "allowed_tools", "allowed_tools": {"mode": str(mode)}}:
            return _MODES.get(mode)
        case {"type": "function", "function": {"name": str(tool)}} | {
            "type": "custom",
            "custom": {"name": str(tool)},
        }:
            return ToolChoice("tool", tool)
        case {"name": str(tool)} if name == "function_call":
            return ToolChoice("tool", tool)
        case dict():
            return None  # a choice of a newer version
        case other:
            raise InvalidBody(f"expected a string or an object, got {kind_of(other)}", at=join(at, name))


def _response_schema(members: Mapping[str, Any], at: str) -> dict[str, Any] | None:
    match members.get("response_format"):
        case {"type": "json_schema", "json_schema": {"schema": dict(schema)}}:
            return schema
        case _:
            return None


def _reasoning_effort(members: Mapping[str, Any], at: str) -> str | None:
    value = members.get("reasoning_effort")
    if value is not None:
        return expect(value, str, join(at, "reasoning_effort"))
    match members.get("reasoning"):
        case {"effort": str(effort)}:  # OpenRouter's place for it
            return effort
        case _:
            return None


# --- writing --------------------------------------------------------------------------------------------------


def _write_max(members: dict[str, Any], value: int | None, report: Report) -> None:
    names = [name for name in ("max_completion_tokens", "max_tokens") if members.get(name) is not None]
    for name in names:
        del members[name]
    if value is not None:
        members[names[0] if names else "max_completion_tokens"] = value


def _write_plain(name: str) -> Callable[[dict[str, Any], Any, Report], None]:
    def write(members: dict[str, Any], value: Any, report: Report) -> None:
        members.pop(name, None)
        if value is not None:
            members[name] = value

    return write


def _write_temperature(members: dict[str, Any], value: float | None, report: Report) -> None:
    _write_within(members, "temperature", value, TEMPERATURES, report)


def _write_top_p(members: dict[str, Any], value: float | None, report: Report) -> None:
    _write_within(members, "top_p", value, (0.0, 1.0), report)


def _write_within(
    members: dict[str, Any], name: str, value: float | None, bounds: tuple[float, float], report: Report
) -> None:
    members.pop(name, None)
    if value is None:
        return
    members[name] = value if bounds[0] <= value <= bounds[1] else min(max(value, bounds[0]), bounds[1])
    if members[name] != value:
        report.lost(f"options.{name}", str(value), f"the range here is {bounds[0]:g} to {bounds[1]:g}")


def _write_stop(members: dict[str, Any], value: tuple[str, ...] | None, report: Report) -> None:
    members.pop("stop", None)
    words = [word for word in value or () if word]
    for word in words[MAX_STOPS:]:
        report.lost("options.stop", word, f"at most {MAX_STOPS} stop sequences are taken here")
    if words:
        members["stop"] = words[:MAX_STOPS]


def _write_tool_choice(members: dict[str, Any], value: ToolChoice | None, report: Report) -> None:
    members.pop("function_call", None)
    members.pop("tool_choice", None)
    if value is None:
        return
    if value.mode == "tool":
        members["tool_choice"] = {"type": "function", "function": {"name": value.name}}
    else:
        members["tool_choice"] = "required" if value.mode == "any" else value.mode


def _write_schema(members: dict[str, Any], value: dict[str, Any] | None, report: Report) -> None:
    before = members.pop("response_format", None)
    if value is None:
        return
    asked = before["json_schema"] if isinstance(before, dict) and before.get("type") == "json_schema" else None
    named = asked if isinstance(asked, dict) else {"name": "answer", "strict": fits_strict(value)}
    members["response_format"] = {"type": "json_schema", "json_schema": {**named, "schema": value}}


def _write_effort(members: dict[str, Any], value: str | None, report: Report) -> None:
    members.pop("reasoning_effort", None)
    if isinstance(reasoning := members.get("reasoning"), dict) and "effort" in reasoning:
        members["reasoning"] = {name: inner for name, inner in reasoning.items() if name != "effort"}
    if value in EFFORTS:
        members["reasoning_effort"] = value
    elif value is not None:
        report.lost("options.reasoning_effort", value, f"not a word of this provider: {', '.join(sorted(EFFORTS))}")


_Reader = Callable[[Mapping[str, Any], str], Any]
_Writer = Callable[[dict[str, Any], Any, Report], None]

_OPTIONS: dict[str, tuple[_Reader, _Writer]] = {
    "max_output_tokens": (_max_output_tokens, _write_max),
    "temperature": (_number("temperature"), _write_temperature),
    "top_p": (_number("top_p"), _write_top_p),
    "stop": (_stop, _write_stop),
    "tool_choice": (_tool_choice, _write_tool_choice),
    "parallel_tool_calls": (_flag("parallel_tool_calls"), _write_plain("parallel_tool_calls")),
    "response_schema": (_response_schema, _write_schema),
    "reasoning_effort": (_reasoning_effort, _write_effort),
    "stream": (_flag("stream"), _write_plain("stream")),
}
