"""The rules of what stands around the messages: tools, parameters, and the number of cache marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from brimful.jsonplace import join
from brimful.providers.body import Body, Piece
from brimful.providers.checker import Checker
from brimful.providers.openai_chat.marks import BREAKPOINT, MAX_MARKS, count_marks
from brimful.providers.openai_chat.options import MAX_STOPS, TEMPERATURES
from brimful.providers.openai_chat.rulebook import check_name
from brimful.providers.openai_chat.schemas import schema_problems, strict_problems
from brimful.providers.openai_chat.tools import MAX_TOOLS

_REASONING_MODELS = re.compile(r"(?:o[134]|gpt-5)(?![\w])")

_RANGES: dict[str, tuple[float, float]] = {
    "temperature": TEMPERATURES,
    "top_p": (0, 1),
    "frequency_penalty": (-2, 2),
    "presence_penalty": (-2, 2),
    "top_logprobs": (0, 20),
    "n": (1, 128),
}


def check_tools(checker: Checker, body: Body) -> None:
    """The tool definitions."""
    name = body.member(body.dialect.layout.tools)
    if not name:
        return
    if not body.tools and bytes(body.members[name])[:1] == b"[":
        checker.add(name, "empty_tools", f"leave {name} out when there are none")
    if len(body.tools) > MAX_TOOLS:
        checker.add(name, "too_many_tools", f"{len(body.tools)} tools; at most {MAX_TOOLS} are taken")
    for at, value in checker.pieces(body.tools):
        if checker.is_a(value, dict, at):
            _check_tool(checker, value, at, legacy=name == "functions")


def _check_tool(checker: Checker, value: dict[str, Any], at: str, *, legacy: bool) -> None:
    kind = "function" if legacy else checker.get(value, "type", str, at, required=True)
    inner = value if legacy else None
    if kind in ("function", "custom") and not legacy:
        inner = checker.get(value, kind, dict, at, required=True)
    if inner is None:
        return
    place = at if legacy else join(at, str(kind))
    check_name(checker, inner, place)
    checker.get(inner, "description", str, place)
    if kind == "function":
        strict = checker.get(inner, "strict", bool, place)
        parameters = checker.get(inner, "parameters", dict, place)
        if parameters is not None:
            _check_schema(checker, parameters, join(place, "parameters"), strict=strict is True)


def _check_schema(checker: Checker, schema: dict[str, Any], at: str, *, strict: bool) -> None:
    for place, message in schema_problems(schema, at):
        checker.add(place, "tool_schema", message)
    if strict:
        for place, message in strict_problems(schema, at):
            checker.add(place, "strict_schema", message)


def check_options(checker: Checker, body: Body) -> None:
    """The model and the parameters."""
    tools = body.member(body.dialect.layout.tools)
    pieces = [Piece(raw, name) for name, raw in body.members.items() if name not in ("messages", tools)]
    options = dict(checker.pieces(pieces))
    if "model" not in body.members or options.get("model", "") is None:
        checker.add("", "missing", "model is missing")
    elif "model" in options:
        checker.is_a(options["model"], str, "model")
    for name, bounds in _RANGES.items():
        _check_range(checker, options, name, bounds)
    stop = options.get("stop")
    if isinstance(stop, list) and len(stop) > MAX_STOPS:
        checker.add("stop", "range", f"{len(stop)} stop sequences; at most {MAX_STOPS} are taken")
    _check_max_tokens(checker, options)
    stream = checker.get(options, "stream", bool, "")
    if checker.get(options, "stream_options", dict, "") is not None and not stream:
        checker.add("stream_options", "stream_options", "only allowed when stream is true")
    _check_tool_options(checker, body, options)
    _check_response_format(checker, options)


def _check_range(checker: Checker, options: dict[str, Any], name: str, bounds: tuple[float, float]) -> None:
    value = options.get(name)
    if value is None:
        return
    if not isinstance(value, float) and not checker.is_a(value, int, name):
        return
    if not bounds[0] <= value <= bounds[1]:
        checker.add(name, "range", f"{value} is not within {bounds[0]:g} and {bounds[1]:g}")


def _check_max_tokens(checker: Checker, options: dict[str, Any]) -> None:
    old, new = options.get("max_tokens"), options.get("max_completion_tokens")
    model = options.get("model")
    for name, value in (("max_tokens", old), ("max_completion_tokens", new)):
        if value is not None and checker.is_a(value, int, name) and value < 1:
            checker.add(name, "range", f"{value} is less than 1")
    if old is None:
        return
    if new is not None:
        checker.add("max_tokens", "max_tokens", "send max_completion_tokens alone")
    elif isinstance(model, str) and _REASONING_MODELS.match(model):
        checker.add("max_tokens", "max_tokens", f"{model} wants max_completion_tokens")


def _check_tool_options(checker: Checker, body: Body, options: dict[str, Any]) -> None:
    choice = options.get("tool_choice")
    if not body.tools:
        for name in ("tool_choice", "parallel_tool_calls"):
            if options.get(name) is not None:
                checker.add(name, "tool_choice", f"{name} is only allowed together with tools")
        return
    checker.get(options, "parallel_tool_calls", bool, "")
    if choice is None or isinstance(choice, str) or not checker.is_a(choice, dict, "tool_choice"):
        return
    kind = choice.get("type")
    wanted = choice.get(kind) if kind in ("function", "custom") else None
    called = wanted.get("name") if isinstance(wanted, dict) else None
    if isinstance(called, str) and called not in _tool_names(body.tools):
        checker.add("tool_choice", "tool_choice", f"no tool is called {called!r}")


def _tool_names(tools: Iterable[Piece]) -> Iterator[str]:
    for _, value in Checker().pieces(tools):
        if isinstance(value, dict):
            inner = next((value[key] for key in ("function", "custom") if key in value), value)
            if isinstance(inner, dict) and isinstance(inner.get("name"), str):
                yield inner["name"]


def _check_response_format(checker: Checker, options: dict[str, Any]) -> None:
    wanted = checker.get(options, "response_format", dict, "")
    if wanted is None or wanted.get("type") != "json_schema":
        return
    asked = checker.get(wanted, "json_schema", dict, "response_format", required=True)
    place = "response_format.json_schema"
    if asked is None:
        return
    checker.get(asked, "name", str, place, required=True)
    schema = checker.get(asked, "schema", dict, place)
    if schema is not None and asked.get("strict") is True:
        for at, message in strict_problems(schema, join(place, "schema")):
            checker.add(at, "strict_schema", message)


def check_marks(checker: Checker, body: Body) -> None:
    """At most four marks; OpenAI's own breakpoints do not count, it writes the last four and reads the rest."""
    pieces = Checker().pieces([*body.tools, *body.items])
    marks = [(at, count_marks(_without_breakpoints(value))) for at, value in pieces]
    total = sum(count for _, count in marks)
    if total > MAX_MARKS:
        last = next(at for at, count in reversed(marks) if count)
        checker.add(last, "cache_marks", f"{total} cache marks; at most {MAX_MARKS} are taken")


def _without_breakpoints(value: Any) -> Any:
    content = value.get("content") if isinstance(value, dict) else None
    if not isinstance(content, list):
        return value
    parts = [
        {name: inner for name, inner in part.items() if name != BREAKPOINT} if isinstance(part, dict) else part
        for part in content
    ]
    return {**value, "content": parts}
