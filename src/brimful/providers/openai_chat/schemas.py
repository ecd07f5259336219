"""JSON schemas of tools: what this provider refuses, and how a schema from elsewhere is made to pass.

The root must be an object that lists its properties and is not put together from alternatives; every array says
what is in it. Strict mode wants more: closed objects with every property required.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brimful.jsonplace import join
from brimful.providers.problem import Report

ROOT_REFUSED = ("oneOf", "anyOf", "allOf", "enum", "not")

_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAPS = ("properties", "$defs", "definitions", "patternProperties")
_SINGLES = ("items", "additionalProperties", "not")
_MAX_DEPTH = 100


def schema_problems(schema: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
    """Where a function's parameters break the rules: place and what is wrong."""
    if schema.get("type") != "object":
        yield join(at, "type"), "the schema of a function's parameters must have type object"
    elif not isinstance(schema.get("properties"), dict):
        yield at, "an object schema must list its properties ({} for none)"
    for name in ROOT_REFUSED:
        if name in schema:
            yield join(at, name), f"{name} may not stand at the top of a function's schema"
    for place, inner in subschemas(schema, at):
        if inner.get("type") == "array" and "items" not in inner and "prefixItems" not in inner:
            yield place, "an array schema must say what its items are"


def strict_problems(schema: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
    """Where a schema is too open for strict mode."""
    for place, inner in subschemas(schema, at):
        if inner.get("type") != "object" and not isinstance(inner.get("properties"), dict):
            continue
        if inner.get("additionalProperties") is not False:
            yield place, "strict mode needs additionalProperties: false on every object"
        properties = inner.get("properties")
        required = inner.get("required")
        names = set(properties) if isinstance(properties, dict) else set()
        if names - {name for name in (required if isinstance(required, list) else []) if isinstance(name, str)}:
            yield place, "strict mode needs every property in required"


def fits_strict(schema: Any) -> bool:
    """Whether strict mode takes the schema."""
    return isinstance(schema, dict) and next(strict_problems(schema, ""), None) is None


def acceptable(schema: dict[str, Any], report: Report, at: str) -> dict[str, Any]:
    """The schema, mended where this provider would refuse it."""
    mended = dict(_mended(schema))
    for name in ROOT_REFUSED:
        if name in mended:
            report.lost(join(at, name), name, "may not stand at the top of a function's schema here")
            del mended[name]
    if mended.get("type") != "object":
        if "type" in mended:
            report.lost(join(at, "type"), "type", "the schema of a function's parameters must be an object here")
        mended["type"] = "object"
    if not isinstance(mended.get("properties"), dict):
        mended["properties"] = {}
    return mended


def subschemas(schema: dict[str, Any], at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema, itself first, with its place."""
    waiting = [(at, schema, 0)]
    while waiting:
        place, current, depth = waiting.pop()
        yield place, current
        if depth < _MAX_DEPTH:
            inner = [(join(place, step), value, depth + 1) for step, value in _children(current)]
            waiting.extend(reversed(inner))


def _children(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, value in schema.items():
        if name in _SINGLES and isinstance(value, dict):
            yield name, value
        elif name in _MAPS and isinstance(value, dict):
            yield from ((f"{name}.{key}", inner) for key, inner in value.items() if isinstance(inner, dict))
        elif name in _LISTS and isinstance(value, list):
            yield from ((f"{name}[{i}]", inner) for i, inner in enumerate(value) if isinstance(inner, dict))


def _mended(schema: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    """The schema with items on every array; the same object where nothing is missing."""
    out = schema
    if schema.get("type") == "array" and "items" not in schema and "prefixItems" not in schema:
        out = {**schema, "items": {}}
    if depth >= _MAX_DEPTH:
        return out
    changed = {name: _mended_member(name, value, depth + 1) for name, value in out.items()}
    return changed if any(changed[name] is not out[name] for name in out) else out


def _mended_member(name: str, value: Any, depth: int) -> Any:
    if name in _SINGLES and isinstance(value, dict):
        return _mended(value, depth)
    if name in _MAPS and isinstance(value, dict):
        mended = {key: _mended(inner, depth) if isinstance(inner, dict) else inner for key, inner in value.items()}
        return mended if any(mended[key] is not value[key] for key in value) else value
    if name in _LISTS and isinstance(value, list):
        listed = [_mended(inner, depth) if isinstance(inner, dict) else inner for inner in value]
        return listed if any(new is not old for new, old in zip(listed, value, strict=True)) else value
    return value
