"""The shape of a JSON value as a JSON schema: what is in a file, without reading the file (RES-3).

As published: types, the properties of objects, objects in a list merged, `oneOf` where values differ in type. Added:
lists that stand at the same place are merged like objects are, and what is deeper or broader than the settings allow
is said to be left out instead of being written.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, TypeAlias

from brimful.settings import DEFAULTS
from brimful.settings.results import Results

Schema: TypeAlias = dict[str, Any]

_CUT = "description"  # where a schema says that it stops here


def schema_of(value: Any, *, settings: Results = DEFAULTS.results, merge_lists: bool = True) -> Schema:
    """The schema of a JSON value. Without `merge_lists` the first of several lists stands for all, as published."""
    return _Writer(settings, merge_lists).one([value], 0)


class _Writer:
    """Writes schemas; every one is that of a list of values that stand at the same place."""

    def __init__(self, settings: Results, merge_lists: bool) -> None:
        self.settings = settings
        self.merge_lists = merge_lists

    def one(self, values: Sequence[Any], depth: int) -> Schema:
        """The schema of the values at one place: one kind, or `oneOf` several."""
        kinds = self.kinds(values, depth)
        return kinds[0] if len(kinds) == 1 else {"oneOf": kinds}

    def kinds(self, values: Sequence[Any], depth: int) -> list[Schema]:
        """A schema for each kind among the values, in the order they come; objects, when not alone, last."""
        grouped: dict[str, list[Any]] = {}
        for value in values:
            grouped.setdefault(_kind(value), []).append(value)
        objects = grouped.pop("object", None)
        found = [self.of_kind(kind, same, depth) for kind, same in grouped.items()]
        return [*found, self.of_object(objects, depth)] if objects else found

    def of_kind(self, kind: str, values: list[Any], depth: int) -> Schema:
        """The schema of values that are not objects."""
        return self.of_array(values if self.merge_lists else values[:1], depth) if kind == "array" else {"type": kind}

    def of_array(self, arrays: Sequence[list[Any]], depth: int) -> Schema:
        """The schema of lists: that of all their items together."""
        if not any(arrays):
            return {"type": "array"}
        if depth >= self.settings.schema_depth:
            return {"type": "array", _CUT: "deeper levels left out"}
        most = self.settings.schema_items
        items = list(islice((item for array in arrays for item in array), most + 1))
        schema = {"type": "array", "items": self.one(items[:most], depth + 1)}
        if len(items) > most:
            schema[_CUT] = f"from the first {most} items"
        return schema

    def of_object(self, objects: Sequence[dict[str, Any]], depth: int) -> Schema:
        """The schema of objects: all their properties; required are those that every one has."""
        if depth >= self.settings.schema_depth and any(objects):
            return {"type": "object", _CUT: "deeper levels left out"}
        names = list(dict.fromkeys(name for each in objects for name in each))
        shown = names[: self.settings.schema_properties]
        schema: Schema = {
            "type": "object",
            "properties": {name: self.one(_at(objects, name), depth + 1) for name in shown},
        }
        required = [name for name in shown if all(name in each for each in objects)]
        if required:
            schema["required"] = required
        if len(shown) < len(names):
            schema[_CUT] = f"{len(names) - len(shown)} more properties left out"
        return schema


def _at(objects: Iterable[dict[str, Any]], name: str) -> list[Any]:
    return [each[name] for each in objects if name in each]


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int():
            return "integer"
        case float():
            return "integer" if math.isfinite(value) and value.is_integer() else "number"
        case list():
            return "array"
        case dict():
            return "object"
    raise TypeError(f"{type(value).__name__} is not a JSON value")
