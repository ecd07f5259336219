"""Tool definitions, both ways: function, custom, legacy `functions`, and kinds that a server runs itself."""

from __future__ import annotations

import re
from typing import Any

from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.messages import Tool, Wire
from brimful.providers.fields import Fields, extra_of
from brimful.providers.openai_chat.marks import mark_field, mark_json, tool_mark
from brimful.providers.openai_chat.schemas import acceptable, fits_strict
from brimful.providers.openai_chat.wire import DIALECT, is_native, lenient_word, nested, word, words_of
from brimful.providers.problem import Report

MAX_TOOLS = 128
MAX_NAME = 64
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def read_tools(value: Any, at: str) -> tuple[Tool, ...]:
    """One entry of `tools`, or of the legacy `functions`."""
    fields = Fields(value, at)
    kind = fields.left.get("type")
    if kind in ("function", "custom") and isinstance(fields.left.get(kind), dict):
        return (_defined(fields, kind, []),)
    if kind is None and isinstance(fields.left.get("function"), dict):
        return (_defined(fields, "function", ["untyped"]),)
    if kind is None and "name" in fields:
        return (_legacy(fields),)
    if kind in ("function", "custom"):
        raise InvalidBody(f"{kind} is missing, or no object", at=at)
    kind = kind if isinstance(kind, str) else "unknown"
    return (Tool(lenient_word(Fields(value, at), "name") or kind, kind=kind, wire=Wire(DIALECT, "", fields.left)),)


def write_tool(tool: Tool, report: Report, at: str, *, legacy: bool = False) -> dict[str, Any] | None:
    """A definition as an entry of `tools`, or None when this wire has no such kind."""
    if is_native(tool.wire):
        return _native(tool)
    if tool.kind not in ("function", "custom"):
        report.lost(at, tool.kind, "a tool that another provider runs; there is no such tool here")
        return None
    for name in tool.wire.extra if tool.wire else ():
        report.lost(join(at, name), name, "a field of another format's tools")
    inner = _foreign(tool, report, at)
    if legacy:
        return inner
    marked = {mark_field(tool.cache_mark): mark_json(tool.cache_mark)} if tool.cache_mark else {}
    return {"type": tool.kind, tool.kind: inner, **marked}


def _defined(fields: Fields, key: str, words: list[str]) -> Tool:
    if "untyped" not in words:
        del fields.left["type"]
    inner = Fields(fields.any(key), join(fields.at, key))
    mark = tool_mark(fields, inner)
    name, description = word(inner, "name"), word(inner, "description")
    parameters = _parameters(inner)
    strict = inner.take("strict", bool, False) if inner.left.get("strict") is not None else None
    wire = Wire(DIALECT, " ".join(words), nested(fields, key, inner))
    return Tool(name, description, parameters, key, strict, mark, wire)


def _legacy(fields: Fields) -> Tool:
    name, description = word(fields, "name"), word(fields, "description")
    return Tool(name, description, _parameters(fields), wire=Wire(DIALECT, "functions", fields.left))


def _parameters(fields: Fields) -> dict[str, Any] | None:
    return fields.take("parameters", dict, {}) if fields.left.get("parameters") is not None else None


def _native(tool: Tool) -> dict[str, Any]:
    words, extra = words_of(tool.wire), extra_of(tool.wire, DIALECT)
    if tool.kind not in ("function", "custom"):
        return extra
    given: dict[str, Any] = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    inner = {name: value for name, value in given.items() if value or value == {}}
    if "functions" in words:
        return {**inner, **extra}
    if tool.strict is not None:
        inner["strict"] = tool.strict
    inner |= extra.pop(tool.kind, {})
    entry = {**({} if "untyped" in words else {"type": tool.kind}), tool.kind: inner, **extra}
    if tool.cache_mark is not None:
        holder = inner if "function" in words_of(tool.cache_mark.wire) else entry
        holder[mark_field(tool.cache_mark)] = mark_json(tool.cache_mark)
    return entry


def _foreign(tool: Tool, report: Report, at: str) -> dict[str, Any]:
    inner: dict[str, Any] = {"name": tool.name}
    if tool.description:
        inner["description"] = tool.description
    if tool.kind == "custom":
        if tool.parameters is not None:
            report.lost(join(at, "parameters"), "parameters", "a custom tool takes free text; it has no schema here")
        return inner
    if tool.parameters is not None:
        inner["parameters"] = acceptable(tool.parameters, report, join(at, "parameters"))
    if tool.strict is not None:
        strict = tool.strict and fits_strict(inner.get("parameters"))
        if strict != tool.strict:
            report.lost(join(at, "strict"), "strict", "the schema leaves more open than strict mode allows here")
        inner["strict"] = strict
    return inner
