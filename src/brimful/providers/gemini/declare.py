"""Tool definitions → entries of `tools`.

Gemini gathers function declarations in an entry; other members of an entry are tools that Google runs. Names must
begin with a letter or an underscore and hold letters, digits and `_.:-` only, 64 of them at most (the error texts
say 64, the newest documentation 128).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from brimful.messages import Tool
from brimful.providers.gemini.schema import fits, says_nothing, to_json_schema
from brimful.providers.gemini.spelling import extra_of, put, words_of
from brimful.providers.problem import Report

LONGEST_NAME = 64
_FREE_TEXT = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}


def renamed(names: Iterable[str]) -> dict[str, str]:
    """The names Gemini would refuse, each with one it takes; clashes get `_1`, `_2` …"""
    every = dict.fromkeys(names)
    taken = {name for name in every if acceptable(name)}
    changed: dict[str, str] = {}
    for name in every:
        if not name or name in taken:
            continue
        fresh = base = acceptable_form(name)
        number = 0
        while fresh in taken:
            number += 1
            fresh = f"{base[: LONGEST_NAME - 1 - len(str(number))]}_{number}"
        taken.add(fresh)
        changed[name] = fresh
    return changed


def acceptable(name: str) -> bool:
    """Whether Gemini takes it as a function's name."""
    return re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}", name) is not None


def acceptable_form(name: str) -> str:
    """The name with what is not allowed replaced."""
    clean = re.sub(r"[^A-Za-z0-9_.:-]", "_", name)
    return (clean if re.match(r"[A-Za-z_]", clean) else f"_{clean}")[:LONGEST_NAME]


def write_entries(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Tools that came from Gemini, in the entries they came in."""
    entries: list[dict[str, Any]] = []
    for tool in tools:
        words = words_of(tool.wire)
        if "entry" in words or not entries:
            entries.append({})
        if tool.kind == "function":
            key = "function_declarations" if "function_declarations" in words else "functionDeclarations"
            entries[-1].setdefault(key, []).append(_own_declaration(tool, words))
        else:
            entries[-1].update(extra_of(tool.wire))
    return entries


def _own_declaration(tool: Tool, words: list[str]) -> dict[str, Any]:
    out = extra_of(tool.wire)
    put(out, words, "name", tool.name)
    put(out, words, "description", tool.description)
    names = ("parameters", "parametersJsonSchema", "parameters_json_schema")
    key = next((name for name in names if name in words), "")
    if tool.parameters is None:
        out.pop(key, None)
    elif key == "parameters" and key in out:  # the wire's own schema, kept because the model's is said differently
        if to_json_schema(out[key]) != tool.parameters:
            del out[key]
            out["parameters" if fits(tool.parameters) else names[1]] = tool.parameters
    else:
        out[key or names[1]] = tool.parameters
    return out


def declarations(
    tools: Sequence[tuple[int, Tool]], names: Mapping[str, str], taken: set[str], report: Report
) -> list[dict[str, Any]]:
    """Function declarations for tools of another origin, each with its index in the list they came from."""
    found: list[dict[str, Any]] = []
    for index, tool in tools:
        at = f"tools[{index}]"
        name = names.get(tool.name, tool.name)
        if tool.cache_mark is not None:
            note = "Gemini has no marks in a request; cachedContent is made beforehand"
            if not any(loss.what == "cache mark" for loss in report.losses):
                report.lost(at, "cache mark", note)
        if tool.kind not in ("function", "custom"):
            report.lost(
                at, f"tool {tool.name or tool.kind!r}", f"a tool of kind {tool.kind!r} is run by its provider"
            )
        elif not name or name in taken:
            report.lost(
                at, f"tool {tool.name!r}", "a tool of that name is declared already" if name else "it has no name"
            )
        else:
            taken.add(name)
            found.append(_declaration(tool, name, report, at))
    return found


def _declaration(tool: Tool, name: str, report: Report, at: str) -> dict[str, Any]:
    if name != tool.name:
        report.lost(f"{at}.name", f"name {tool.name!r}", f"Gemini refuses it; it is called {name!r} there")
    if tool.strict:
        report.lost(f"{at}.strict", "strict", "Gemini has no such promise for one function")
    out: dict[str, Any] = {"name": name}
    put(out, [], "description", tool.description)
    schema = tool.parameters
    if tool.kind == "custom":
        report.lost(at, "free-text input", "Gemini's functions take JSON; the text is the argument `input`")
        schema = _FREE_TEXT
    if schema is None or says_nothing(schema):
        return out
    out["parameters" if fits(schema) else "parametersJsonSchema"] = _as_object(schema)
    return out


def _as_object(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a function's parameters must be an object's."""
    return schema if "type" in schema else {"type": "object", **schema}
