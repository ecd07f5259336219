"""A manifest travels as JSON and comes back the same."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given

from brimful import jsontext
from brimful.errors import InvalidInput
from brimful.prompt.manifest import VERSION, Entry, Manifest
from brimful.prompt.manifest_json import from_json, to_json
from tests.prompt.manifests import agent_manifest, any_manifests


@given(any_manifests())
@pytest.mark.spec("PT-10")
def test_reading_what_was_written_gives_the_same_manifest(manifest: Manifest) -> None:
    assert from_json(to_json(manifest)) == manifest


@pytest.mark.spec("PT-10")
def test_it_survives_a_round_through_json_text() -> None:
    manifest = agent_manifest()
    assert from_json(jsontext.decode(jsontext.encode(to_json(manifest)))) == manifest


@pytest.mark.spec("PT-10")
def test_infinite_priorities_are_words_in_json() -> None:
    entries = (Entry("a", "User", priority=math.inf), Entry("b", "User", priority=-math.inf))
    data = to_json(Manifest(1, 1, entries))
    assert [entry["priority"] for entry in data["entries"]] == ["highest", "lowest"]
    assert from_json(data).entries == entries


@pytest.mark.spec("PT-10")
def test_a_priority_that_is_not_a_number_is_refused_by_the_writer() -> None:
    with pytest.raises(ValueError, match="not a number"):
        to_json(Manifest(1, 1, (Entry("a", "User", priority=math.nan),)))


@pytest.mark.spec("PT-10")
def test_what_every_entry_has_is_always_written() -> None:
    data = to_json(Manifest(10, 0, (Entry("a", "User"),)))
    assert data == {
        "version": VERSION,
        "budget": 10,
        "tokens": 0,
        "counter": "",
        "entries": [
            {"id": "a", "kind": "User", "parent": "", "fate": "kept", "allotted": None, "used": 0, "tokens": 0}
        ],
        "groups": [],
        "steps": [],
    }


@pytest.mark.spec("PT-10")
def test_fields_that_are_not_known_are_ignored() -> None:
    data = to_json(agent_manifest())
    data["made_by"] = "a later brimful"
    data["entries"][0]["mood"] = {"calm": True}
    assert from_json(data) == agent_manifest()


WRONG: list[tuple[Any, str, str]] = [
    ([], "", "JSON object"),
    ({}, "version", "does not say its version"),
    ({"version": True}, "version", "does not say its version"),
    ({"version": VERSION + 1}, "version", f"version {VERSION + 1}"),
    ({"version": 1, "budget": "8000"}, "budget", "Expected `int`, got `str`"),
    ({"version": 1, "budget": 1, "tokens": 1, "entries": {}}, "entries", "Expected `array`"),
    ({"version": 1, "budget": 1, "tokens": 1, "entries": [{"id": "a"}]}, "entries[0]", "field `kind`"),
    ({"version": 1, "budget": 1, "tokens": 1, "entries": [5]}, "entries[0]", "Expected `object`"),
]


@pytest.mark.parametrize(("data", "place", "message"), WRONG)
@pytest.mark.spec("PT-10")
def test_what_is_wrong_is_refused_with_its_place(data: Any, place: str, message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        from_json(data)
    assert refused.value.at == place
    assert message in refused.value.message
    assert refused.value.hint


@pytest.mark.parametrize(
    ("field", "value"), [("used", "many"), ("fate", "lost"), ("priority", "high"), ("parent", None)]
)
@pytest.mark.spec("PT-10")
def test_a_wrong_field_of_an_entry_is_named_from_where_the_manifest_stands(field: str, value: Any) -> None:
    data = to_json(agent_manifest())
    data["entries"][3][field] = value
    with pytest.raises(InvalidInput) as refused:
        from_json(data, "renders[2].manifest")
    assert refused.value.at == f"renders[2].manifest.entries[3].{field}"
