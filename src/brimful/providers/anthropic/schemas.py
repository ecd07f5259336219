"""JSON schemas as the Messages API takes them. What is right already comes back as it is."""

from __future__ import annotations

from typing import Any

# Refused at the top of a tool's schema ("input_schema does not support oneOf, allOf, or anyOf at the top level").
TOP_LEVEL_REFUSED = ("oneOf", "allOf", "anyOf")


def tool_schema(schema: dict[str, Any] | None) -> dict[str, Any]:
    """A tool's parameters: an object with properties, without `$schema` and choices at the top."""
    given = lowered_types(schema or {})
    kept = {name: value for name, value in given.items() if name not in ("$schema", *TOP_LEVEL_REFUSED)}
    properties = kept.get("properties")
    return {**kept, "type": "object", "properties": properties if isinstance(properties, dict) else {}}


def closed_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A response schema: every object in it says `additionalProperties: false`, which structured output asks for."""
    closed: dict[str, Any] = _closed(lowered_types(schema))
    return closed


def lowered_types(value: Any) -> Any:
    """The schema with its types in small letters (Gemini writes OBJECT, STRING …)."""
    if isinstance(value, list):
        return [lowered_types(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: item.lower() if name == "type" and isinstance(item, str) else lowered_types(item)
        for name, item in value.items()
    }


def _closed(value: Any) -> Any:
    if isinstance(value, list):
        return [_closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    inside = {name: _closed(item) for name, item in value.items()}
    if inside.get("type") == "object" or isinstance(inside.get("properties"), dict):
        return {**inside, "additionalProperties": False}
    return inside
