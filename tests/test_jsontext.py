"""JSON text: read strictly, taken apart without loss, wrong in a place that is named (MSG-2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brimful import jsonplace, jsontext
from brimful.errors import BrimfulError, InputTooLarge, InvalidJSON
from brimful.settings import DEFAULTS

pytestmark = pytest.mark.spec("MSG-2")

LIMIT = DEFAULTS.limits.json_max_depth

texts = st.text(st.characters(exclude_categories=()))  # lone surrogates too
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
spacing = st.sampled_from([(",", ":"), (", ", ": "), (" ,\n", "\t: ")])


def dumps(value: Any, separators: tuple[str, str], ascii_only: bool) -> bytes:
    text = json.dumps(value, separators=separators, ensure_ascii=ascii_only)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=separators).encode()


@given(values, spacing, st.booleans())
def test_what_json_can_say_is_decoded_as_it_is(value: Any, separators: tuple[str, str], ascii_only: bool) -> None:
    assert jsontext.decode(dumps(value, separators, ascii_only)) == value


@given(st.dictionaries(texts, values, max_size=5), spacing, st.booleans())
def test_members_are_slices_of_the_text(value: dict[str, Any], separators: tuple[str, str], ascii_only: bool) -> None:
    data = dumps(value, separators, ascii_only)
    taken = jsontext.members(data)
    assert {name: jsontext.decode(raw) for name, raw in taken.items()} == value
    assert list(taken) == list(value)
    assert all(bytes(raw) in data for raw in taken.values())


@given(st.lists(values, max_size=5), spacing, st.booleans())
@example([0.0, "0", 0.0], (" ,\n", "\t: "), True)
def test_elements_are_slices_of_the_text(value: list[Any], separators: tuple[str, str], ascii_only: bool) -> None:
    data = dumps(value, separators, ascii_only)
    taken = jsontext.elements(data)
    assert [jsontext.decode(raw) for raw in taken] == value
    assert all(bytes(raw) in data for raw in taken)


@given(values)
def test_encode_is_read_back_as_the_same_value(value: Any) -> None:
    assert jsontext.decode(jsontext.encode(value)) == value


@given(st.binary(max_size=60) | st.text('{}[]":,0123.eE+-truefalsn\\ud8 \n', max_size=40).map(str.encode))
@example(b'{"a":1,"a":1}')
@example(b'"\\ud800')
@example(b"[" * 5000)
@example(b'{"a":' * 5000)
def test_any_bytes_are_read_or_refused_with_our_own_error(data: bytes) -> None:
    for read in (jsontext.decode, jsontext.members, jsontext.elements):
        try:
            read(data)
        except BrimfulError as error:
            assert error.message


@given(st.text('{}[]":,012.eE+-truefalsn\\ud8 \n', max_size=30).map(str.encode))
@example(b'{"a":1,"a":2}')
@example(b"[1e999]")
def test_the_slow_reader_and_the_fast_one_agree(data: bytes) -> None:
    fault = jsonplace.first_fault(data, max_depth=LIMIT)
    try:
        jsontext.decode(data)
    except InvalidJSON as error:
        assert fault is not None or "out of range" in error.message
    else:
        assert fault is None


FAULTS = [
    (b'{"messages":[{"role":"user"},{"content":[1,NaN]}]}', "messages[1].content[1]", "NaN is not JSON"),
    (b'{"a":{"b c":1,"b c":2}}', "a", "the key 'b c' is given twice"),
    (b'{"a":1,"a":1}', "", "the key 'a' is given twice"),
    (b'{"a":[1,2', "a[1]", "the text ends before the JSON does"),
    (b'{"a":"x', "a", "a string is never closed"),
    (b'{"a":[1,]}', "a[1]", "expected a value, got ']'"),
    (b'{"a" 1}', "a", "expected a colon, got '1'"),
    (b'{"a":1 "b":2}', "a", "expected a comma"),
    (b"{a:1}", "", "is not JSON"),
    (b'{"a":"\\x"}', "a", "is not an escape of JSON"),
    (b'{"a":"tab\there"}', "a", "control character 0x09"),
    (b'{"a":1}}', "", "something after the end"),
    (b'{"a":01}', "a", "expected a comma, got '1'"),
    (b"\xef\xbb\xbf{}", "", "byte order mark"),
    (b"", "", "the text ends before the JSON does"),
    (b'{"a":1]', "a", "closes nothing that is open"),
    (b'{"a":-Infinity}', "a", "-Infinity is not JSON"),
    (b'{"a":"\xff"}', "", "is not UTF-8"),
]


@pytest.mark.parametrize(("data", "at", "message"), FAULTS)
def test_a_fault_is_named_with_its_place(data: bytes, at: str, message: str) -> None:
    with pytest.raises(InvalidJSON) as caught:
        jsontext.decode(data)
    assert caught.value.at == at
    assert message in caught.value.message


def test_the_place_counts_lines_and_characters() -> None:
    with pytest.raises(InvalidJSON, match="line 3 column 8"):
        jsontext.decode('{\n "ä": 1,\n "öö": nul\n}'.encode())


@pytest.mark.parametrize("depth", [LIMIT + 1, 990, 10_000, 100_000])
@pytest.mark.parametrize("pair", ["[]", "{}"])
def test_nesting_past_the_limit_is_refused_wherever_it_is_met(depth: int, pair: str) -> None:
    inside = "[" * depth + "]" * depth if pair == "[]" else '{"k":' * depth + "1" + "}" * depth
    for read in (jsontext.decode, jsontext.members):
        try:
            found = read(f'{{"messages":{inside}}}'.encode())
            jsontext.decode(found["messages"], at="messages")
            raise AssertionError("neither reader refused it")
        except InputTooLarge as error:
            assert error.at.startswith("messages")
            assert "nested deeper" in error.message


def test_nesting_up_to_the_limit_is_read() -> None:
    assert jsontext.decode(b"[" * LIMIT + b"]" * LIMIT)


def test_lone_surrogates_pass_and_are_found() -> None:
    data = b'{"a":["ok","\\ud83d"],"b":"\\ude00 x","c":"\\ud83d\\ude00","d":"\\\\ud83d"}'
    taken = jsontext.members(data)
    assert bytes(taken["a"]) == b'["ok","\\ud83d"]'
    assert bytes(taken["d"]) == b'"\\\\ud83d"'
    assert sorted(jsonplace.lone_surrogates(jsontext.decode(data))) == ["a[1]", "b"]
    assert [bytes(raw) for raw in jsontext.elements(taken["a"])] == [b'"ok"', b'"\\ud83d"']


def test_a_million_digits_are_an_error_not_a_traceback() -> None:
    with pytest.raises(InvalidJSON):
        jsontext.decode(b"[" + b"9" * 1_000_000 + b"]")
