"""What the API wants of a JSON schema: for the arguments of a function, and for structured output.

Sources: the API's own wordings, "schema must be a JSON Schema of 'type: "object"'", "schema must have type 'object'
and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", "object schema missing properties", "array
schema missing items", "'additionalProperties' is required to be supplied and to be false", "'required' is required
to be supplied and to be an array including every key in properties".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brimful.jsonplace import join

_NOT_ON_TOP = ("oneOf", "anyOf", "allOf", "enum", "not")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAPS = ("properties", "$defs", "definitions")
_ONES = ("items", "additionalProperties")


def faults(schema: dict[str, Any], at: str, *, strict: bool) -> Iterator[tuple[str, str]]:
    """Each thing the API would refuse: its place and what it is."""
    if schema.get("type") != "object":
        yield at, "the schema must be of type object"
        return
    for word in _NOT_ON_TOP:
        if word in schema:
            yield join(at, word), f"{word} may not stand at the top of a schema"
    if not isinstance(schema.get("properties"), dict):
        yield at, "the schema has no properties (an empty object will do)"
    for place, inner in _walk(schema, at):
        if inner.get("type") == "array" and "items" not in inner and "prefixItems" not in inner:
            yield place, "an array's schema needs items"
        if strict and inner.get("type") == "object":
            yield from _strict_faults(inner, place)


def acceptable(schema: dict[str, Any] | None) -> tuple[dict[str, Any], list[str]]:
    """The nearest schema that the API takes, and what had to go for it."""
    changed = dict(schema or {})
    lost: list[str] = []
    for word in ("allOf", "anyOf", "oneOf"):
        branches = changed.pop(word, None)
        if branches is not None:
            _merge(changed, branches, every=word == "allOf")
            lost.append(f"{word} at the top of the schema, merged into one object")
    for word in ("enum", "not"):
        if changed.pop(word, None) is not None:
            lost.append(f"{word} at the top of the schema")
    if changed.get("type", "object") != "object":
        lost.append(f"the schema's type {changed['type']!r}")
    if not isinstance(changed.get("properties", {}), dict):
        lost.append("properties that are not an object")
        changed["properties"] = {}
    changed = {**changed, "type": "object", "properties": changed.get("properties", {})}
    return _with_items(changed), lost


def _walk(schema: dict[str, Any], at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    pending = [(at, schema)]
    while pending:
        place, inner = pending.pop(0)
        yield place, inner
        pending += [(where, value) for where, value in _children(inner, place) if isinstance(value, dict)]


def _children(schema: dict[str, Any], at: str) -> Iterator[tuple[str, Any]]:
    for word in _MAPS:
        held = schema.get(word)
        if isinstance(held, dict):
            yield from ((join(at, f"{word}.{name}"), value) for name, value in held.items())
    for word in _LISTS:
        held = schema.get(word)
        if isinstance(held, list):
            yield from ((join(at, f"{word}[{index}]"), value) for index, value in enumerate(held))
    for word in _ONES:
        yield join(at, word), schema.get(word)


def _strict_faults(schema: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
    if schema.get("additionalProperties") is not False:
        yield at, "strict mode wants additionalProperties to be false"
    properties, required = schema.get("properties"), schema.get("required")
    keys = set(properties) if isinstance(properties, dict) else set()
    named = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
    if keys - named:
        yield at, f"strict mode wants every property in required: {', '.join(sorted(keys - named))}"


def _merge(schema: dict[str, Any], branches: Any, *, every: bool) -> None:
    """Put the branches' properties into the schema: required stay those that all branches (or any, for allOf) ask."""
    objects = [branch for branch in branches if isinstance(branch, dict)] if isinstance(branches, list) else []
    properties: dict[str, Any] = {}
    asked: list[set[str]] = []
    for branch in objects:
        held = branch.get("properties")
        properties = {**(held if isinstance(held, dict) else {}), **properties}
        needed = branch.get("required")
        asked.append({name for name in needed if isinstance(name, str)} if isinstance(needed, list) else set())
    own = schema.get("properties", {})
    schema["properties"] = {**properties, **own} if isinstance(own, dict) else own
    common = (set.union(*asked) if every else set.intersection(*asked)) if asked else set()
    already = schema.get("required")
    kept = already if isinstance(already, list) else []
    added = [name for name in sorted(common) if name not in kept and name in schema["properties"]]
    if kept or added:
        schema["required"] = [*kept, *added]


def _with_items(schema: Any) -> Any:
    """The schema with `items` in every array; the same object where nothing is missing."""
    if not isinstance(schema, dict):
        return schema
    changed: dict[str, Any] = {}
    for word in _MAPS:
        held = schema.get(word)
        if isinstance(held, dict):
            changed[word] = {name: _with_items(value) for name, value in held.items()}
    for word in _LISTS:
        held = schema.get(word)
        if isinstance(held, list):
            changed[word] = [_with_items(value) for value in held]
    for word in _ONES:
        if isinstance(schema.get(word), dict):
            changed[word] = _with_items(schema[word])
    if schema.get("type") == "array" and "items" not in schema and "prefixItems" not in schema:
        changed["items"] = {}
    return {**schema, **changed}
