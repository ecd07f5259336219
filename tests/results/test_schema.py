"""Schemas of JSON values: as published, and where ours differ (docs/decisions/0011)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful.results.schema import schema_of
from brimful.settings import DEFAULTS

CASES = Path(__file__).parents[1] / "data" / "tool-results" / "schema.jsonl"
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=25,
)


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


@pytest.mark.spec("RES-3")
@pytest.mark.parametrize("case", cases(), ids=lambda case: json.dumps(case["value"])[:40])
def test_schemas_are_as_published_to_the_order_of_their_keys(case: dict[str, Any]) -> None:
    assert json.dumps(schema_of(case["value"], merge_lists=False)) == json.dumps(case["schema"])


@pytest.mark.spec("RES-3")
def test_by_default_only_lists_at_one_place_differ_from_what_is_published() -> None:
    differing = [case["value"] for case in cases() if schema_of(case["value"]) != case["schema"]]
    assert differing == [[[1], ["a"]], [{"a": [1]}, {"a": ["s"]}], [[{"a": 1}], [{"b": 2}]]]


@pytest.mark.spec("RES-3")
def test_lists_at_one_place_are_merged() -> None:
    assert schema_of([{"a": [1]}, {"a": ["s"]}])["items"]["properties"]["a"] == {
        "type": "array",
        "items": {"oneOf": [{"type": "integer"}, {"type": "string"}]},
    }


@pytest.mark.spec("RES-3")
def test_depth_breadth_and_length_are_bounded_and_said() -> None:
    few = replace(DEFAULTS.results, schema_depth=3, schema_properties=2, schema_items=4)
    deep: Any = 1
    for _ in range(200):
        deep = {"a": [deep]}
    assert "deeper levels left out" in json.dumps(schema_of(deep, settings=few))
    assert len(json.dumps(schema_of(deep, settings=few))) < 300
    assert schema_of({"a": 1, "b": 2, "c": 3}, settings=few) == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
        "description": "1 more properties left out",
    }
    assert schema_of([1, 2, 3, 4, "5"], settings=few) == {
        "type": "array",
        "items": {"type": "integer"},
        "description": "from the first 4 items",
    }


@pytest.mark.spec("RES-3")
@given(VALUES)
def test_every_value_matches_its_own_schema(value: Any) -> None:
    assert matches(value, schema_of(value))


def matches(value: Any, schema: dict[str, Any]) -> bool:
    """The plainest reading of what a schema says."""
    if "oneOf" in schema:
        return any(matches(value, option) for option in schema["oneOf"])
    kind = schema["type"]
    if kind == "object":
        properties, required = schema.get("properties", {}), schema.get("required", [])
        return (
            isinstance(value, dict)
            and set(required) <= set(value) <= set(properties)
            and all(matches(each, properties[name]) for name, each in value.items())
        )
    if kind == "array":
        return isinstance(value, list) and all("items" in schema and matches(each, schema["items"]) for each in value)
    if kind in ("integer", "number"):
        whole = isinstance(value, int | float) and value == int(value)
        return isinstance(value, int | float) and not isinstance(value, bool) and whole == (kind == "integer")
    return {"null": type(None), "boolean": bool, "string": str}[kind] is type(value)
