"""JSON keeps its keys, the ends of its lists and what differs, and says how much it does not show."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results.condense.json_values import JsonValues
from brimful.results.condenser import Condensed, Room


def condense(text: str, limit: int) -> Condensed:
    return JsonValues().condense(text, Room(limit, len))


def _users(count: int, **others: object) -> list[dict[str, object]]:
    return [
        {"id": 1000 + at, "login": f"user-{at}", "bio": "words " * 30, "address": {"city": "X", "zip": "1"}, **others}
        for at in range(count)
    ]


@pytest.mark.spec("RES-4")
def test_keys_first_and_last_item_and_the_count_stay_at_a_small_room() -> None:
    text = json.dumps({"total": 120, "next": None, "users": _users(120)}, indent=2)
    made = condense(text, 500)
    for kept in ('"total": 120', '"next": null', '"users"', '"id"', '"login"', '"bio"', '"address"', "1000", "1119"):
        assert kept in made.text
    assert "of 120 items" in made.text
    assert len(made.text) <= 500


@pytest.mark.spec("RES-4")
@given(st.integers(3, 400), st.integers(150, 3_000))
def test_items_shown_and_items_missing_are_all_items(count: int, limit: int) -> None:
    text = json.dumps([{"id": at, "words": "x" * 40} for at in range(count)], indent=4)
    made = condense(text, limit)
    missing = sum(int(found.replace(",", "")) for found in re.findall(r"… ([\d,]+) more of", made.text))
    assert missing == made.left_out.get("items", 0)
    if made.text != text:
        items = [line for line in made.text.split("\n")[1:] if not line.startswith(" …")]
        assert len(items) + missing == count + (made.text.split("\n")[-1] == "]")


@pytest.mark.spec("RES-4")
def test_an_item_that_failed_or_has_other_keys_is_shown_before_like_ones() -> None:
    runs = [{"id": at, "status": "ok", "log": "fine " * 10} for at in range(200)]
    runs[77] = {"id": 77, "status": "failed", "log": "broke " * 10}
    runs[123] = {"id": 123, "status": "ok", "log": "fine", "retried_from": 9}
    made = condense(json.dumps(runs), 900)
    assert '"failed"' in made.text
    assert '"retried_from"' in made.text


@pytest.mark.spec("RES-4")
def test_what_most_items_have_is_no_exception() -> None:
    lints = [{"id": at, "severity": "error", "text": "t" * 40} for at in range(100)]
    made = condense(json.dumps(lints), 600)
    assert re.search(r"^ \[1, .*\n \[2, ", made.text, re.MULTILINE)


@pytest.mark.spec("RES-4")
def test_keys_that_only_hidden_items_have_are_named() -> None:
    items = _users(60)
    for item in items[20:40]:
        item["deleted_at"] = "2024-01-01"
    assert '"deleted_at"' in condense(json.dumps(items), 700).text


@pytest.mark.spec("RES-4")
def test_like_objects_of_simple_values_become_rows_under_their_keys() -> None:
    text = json.dumps([{"iata": f"A{at:02}", "city": f"City {at}"} for at in range(30)], indent=2)
    made = condense(text, 900)
    assert made.text.count('"iata"') == 1
    assert '["A00", "City 0"]' in made.text
    assert '["A29", "City 29"]' in made.text
    assert made.left_out == {}


@pytest.mark.spec("RES-4")
def test_whitespace_goes_before_anything_else() -> None:
    value = {"a": [1, 2, {"b": "c"}], "d": {"e": None}}
    text = json.dumps(value, indent=8)
    made = condense(text, len(text) - 20)
    assert json.loads(made.text) == value


@pytest.mark.spec("RES-4")
def test_numbers_stand_as_they_stood() -> None:
    text = '{"a": 1.10, "b": 1e400, "c": 123456789012345678901234567890, "d": -0.0, "long": "' + "x" * 500 + '"}'
    made = condense(text, 200)
    for kept in ("1.10", "1e400", "123456789012345678901234567890", "-0.0", '"long"', "(+"):
        assert kept in made.text


@pytest.mark.spec("RES-4")
def test_a_clipped_string_says_how_much_went() -> None:
    made = condense(json.dumps({"log": "y" * 5_000}), 300)
    found = re.search(r"(y+)…\(\+([\d,]+)\)", made.text)
    assert found
    missing = int(found[2].replace(",", ""))
    assert len(found[1]) + missing == 5_000
    assert made.left_out == {"characters of long values": missing}


@pytest.mark.spec("RES-4")
def test_json_lines_are_counted_and_bad_ones_kept_as_text() -> None:
    lines = [json.dumps({"at": at, "event": "step", "data": "d" * 30}) for at in range(50)]
    lines[3] = "not json"
    made = condense("\n".join(lines) + "\n", 600)
    assert made.text.startswith("50 lines of JSON:")
    assert '"at": 49' in made.text


@pytest.mark.spec("RES-4")
def test_json_that_was_cut_off_is_read_as_far_as_it_goes() -> None:
    text = json.dumps({"meta": {"page": 1}, "items": _users(40)}, indent=1)[:-200]
    made = condense(text, 800)
    assert '"meta"' in made.text
    assert '"items"' in made.text
    assert "the text ended before its JSON did" in made.text


@pytest.mark.spec("RES-4")
def test_text_around_json_stays_beside_it() -> None:
    text = "HTTP/1.1 200 OK\nX-Request: 7\n\n" + json.dumps(_users(30), indent=2) + "\ndone in 3 s\n"
    made = condense(text, 800)
    assert "HTTP/1.1 200 OK" in made.text
    assert made.text.endswith("done in 3 s")
    assert "of 30 items" in made.text


@pytest.mark.spec("RES-4")
def test_an_object_with_very_many_keys_is_shown_as_a_list_is() -> None:
    made = condense(json.dumps({f"key-{at}": {"v": at} for at in range(1_000)}), 500)
    assert '"key-0"' in made.text
    assert '"key-999"' in made.text
    assert "of 1,000 keys" in made.text
