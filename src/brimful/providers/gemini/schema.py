"""Schemas, two kinds of them.

`parameters` and `responseSchema` hold Gemini's own `Schema`, a part of OpenAPI 3.0 with its types in capitals;
`parametersJsonSchema` and `responseJsonSchema` hold JSON Schema. The neutral model has JSON Schema only:
`to_json_schema` turns the first into it, and `fits` says whether a JSON Schema can be said in the first as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brimful.jsonplace import join
from brimful.providers.gemini.spelling import CAMEL

TYPES = {"string", "number", "integer", "boolean", "array", "object", "null"}
_COUNTS = {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}
_KNOWN = {
    *("type", "format", "title", "description", "nullable", "default", "items", "enum", "properties", "required"),
    *("minimum", "maximum", "anyOf", "pattern", "example", "propertyOrdering"),
    *_COUNTS,
}
# Words of JSON Schema that are no fields of Schema: "Unknown name … Cannot find field" (google-gemini/gemini-cli
# and many others). additionalProperties, $ref and $defs: the Gemini API refuses them, and the official SDK raises
# for the first before it sends.
_REFUSED = {
    *("$schema", "$id", "$ref", "$defs", "$anchor", "$comment", "definitions", "additionalProperties", "const"),
    *("oneOf", "allOf", "not", "if", "then", "else", "patternProperties", "propertyNames", "exclusiveMinimum"),
    *("exclusiveMaximum", "multipleOf", "uniqueItems", "contains", "dependentRequired", "dependentSchemas"),
    *("unevaluatedProperties", "unevaluatedItems", "additionalItems", "examples", "readOnly", "writeOnly"),
}


def to_json_schema(schema: Any) -> Any:
    """Say a `Schema` as JSON Schema; the very same object when it is one already."""
    if not isinstance(schema, dict):
        return schema
    out: dict[str, Any] = {}
    for name, value in schema.items():
        camel = CAMEL.get(name, name)
        if camel not in ("nullable", "propertyOrdering"):
            out[camel] = _said(camel, value)
    if str(out.get("type")).lower() == "type_unspecified":
        del out["type"]
    if schema.get("nullable") is True:
        if isinstance(out.get("type"), str):
            out["type"] = [out["type"], "null"]
        elif isinstance(out.get("anyOf"), list):
            out["anyOf"] = [*out["anyOf"], {"type": "null"}]
    return schema if out == schema else out


def _said(name: str, value: Any) -> Any:
    if name == "type" and isinstance(value, str) and value.lower() in TYPES:
        return value.lower()
    if name == "properties" and isinstance(value, dict):
        return {key: to_json_schema(inner) for key, inner in value.items()}
    if name == "items":
        return to_json_schema(value)
    if name in ("anyOf", "prefixItems") and isinstance(value, list):
        return [to_json_schema(inner) for inner in value]
    if name in _COUNTS and isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    return value


def says_nothing(schema: dict[str, Any]) -> bool:
    """Whether it is the schema of a function without parameters, which Gemini wants left out."""
    return (
        schema.get("type", "object") == "object"
        and not schema.get("properties")
        and set(schema)
        <= {
            *("type", "properties", "required", "title"),
        }
    )


def fits(schema: Any) -> bool:
    """Whether a JSON Schema can stand in `parameters` or `responseSchema`; anything doubtful does not."""
    return not any(True for _ in schema_problems(schema, "", only_known=True))


def schema_problems(schema: Any, at: str, *, only_known: bool = False) -> Iterator[tuple[str, str]]:
    """What the API refuses in a `Schema`: place and reason; with `only_known`, all it is not known to take, too."""
    if not isinstance(schema, dict):
        yield at, "a schema is an object"
        return
    named = {CAMEL.get(name, name): (name, value) for name, value in schema.items()}
    for camel, (name, value) in named.items():
        if value is not None and (camel in _REFUSED or (only_known and camel not in _KNOWN)):
            yield join(at, name), f"{name} is not part of Schema; use parametersJsonSchema or responseJsonSchema"
    values = {camel: value for camel, (_, value) in named.items() if value is not None}
    yield from _own_problems(values, at, only_known)
    for name, inner in _inner_schemas(named):
        yield from schema_problems(inner, join(at, name), only_known=only_known)


def _own_problems(values: dict[str, Any], at: str, only_known: bool) -> Iterator[tuple[str, str]]:
    kind = values.get("type")
    if kind is not None and (not isinstance(kind, str) or kind.lower() not in {*TYPES, "type_unspecified"}):
        yield join(at, "type"), "type is one of STRING, NUMBER, INTEGER, BOOLEAN, ARRAY, OBJECT, NULL"
        return
    kind = kind.lower() if isinstance(kind, str) else ""
    if only_known and not kind and "anyOf" not in values:
        yield at, "type is missing"
    if kind == "array" and "items" not in values:
        yield at, "items: missing field"
    if only_known and kind == "object" and not values.get("properties"):
        yield at, "properties: should be non-empty for OBJECT type"
    yield from _string_problems(kind, values, at)
    properties, required = values.get("properties"), values.get("required")
    if isinstance(required, list) and kind == "object":
        for index, name in enumerate(required):
            if not isinstance(properties, dict) or not isinstance(name, str) or name not in properties:
                yield join(at, f"required[{index}]"), "required: property is not defined"


def _string_problems(kind: str, values: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
    choices = values.get("enum")
    if choices and kind != "string":
        yield join(at, "enum"), "enum: only allowed for STRING type"
    elif isinstance(choices, list) and not all(isinstance(choice, str) for choice in choices):
        yield join(at, "enum"), "enum: the values are strings"
    if kind == "string" and values.get("format") not in (None, "", "enum", "date-time"):
        yield join(at, "format"), "format: only 'enum' and 'date-time' are supported for STRING type"


def _inner_schemas(named: dict[str, tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The schemas inside, each with its place."""
    for camel, (name, value) in named.items():
        if camel == "properties" and isinstance(value, dict):
            yield from ((join(name, key), inner) for key, inner in value.items())
        elif camel == "items" and value is not None:
            yield name, value
        elif camel == "anyOf" and isinstance(value, list):
            yield from ((f"{name}[{index}]", inner) for index, inner in enumerate(value))
