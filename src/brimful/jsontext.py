"""JSON text in and out: fast, strict, and able to say where it went wrong.

`decode` turns bytes into plain values; `members` and `elements` take an object or an array apart into slices of
the original bytes, so that what is not changed can leave as the bytes that came. All of them refuse what readers
disagree about: a key given twice, NaN and Infinity, bytes that are not UTF-8, nesting past a limit.

Lone surrogates (`"\\ud83d"`) are let through: real clients cut strings between the halves of a pair, and a count or
a pass-through must not fail for it. Who may not send them finds them with `brimful.jsonplace.lone_surrogates`.

The fast path never looks for a place. When it stumbles, `brimful.jsonplace` reads the text again, token by token,
and names line, column and path.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn, TypeAlias

import msgspec

from brimful import jsonplace
from brimful.errors import InputTooLarge, InvalidJSON
from brimful.settings import DEFAULTS

Slice: TypeAlias = msgspec.Raw | bytes

_objects = msgspec.json.Decoder(dict[str, msgspec.Raw])
_arrays = msgspec.json.Decoder(list[msgspec.Raw])
_encoder = msgspec.json.Encoder()


def decode(data: Slice | str, *, at: str = "") -> Any:
    """Decode JSON text into plain values. `at` names where the text stands in a larger one, for errors."""
    text = data if isinstance(data, str) else _text(bytes(data), at)
    try:
        value = json.loads(text, object_pairs_hook=_distinct, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        _explain(text.encode("utf-8", "surrogatepass"), at, error)
    _check_depth(text, value, at)
    return value


def decode_object(data: Slice | str, *, at: str = "") -> dict[str, Any]:
    """Decode JSON text that must be an object."""
    value = decode(data, at=at)
    if not isinstance(value, dict):
        raise InvalidJSON(f"expected an object, got {kind_of(value)}", at=at)
    return value


def members(data: bytes, *, at: str = "") -> dict[str, Slice]:
    """Take a JSON object apart: each key with the bytes of its value, in the order of the text."""
    _text(data, at)
    try:
        found = _objects.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return _members_of_surrogates(data, at, error)
    _member_spans(data, found, at)
    return dict(found)


def elements(data: Slice, *, at: str = "") -> list[Slice]:
    """Take a JSON array apart: the bytes of each element, in order."""
    try:
        return list(_arrays.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return _elements_of_surrogates(bytes(data), at, error)


def encode(value: Any) -> bytes:
    """Serialise compactly, as UTF-8. A lone surrogate is written as the escape it came as."""
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode()


def kind_of(value: Any) -> str:
    """Name a decoded value's JSON type, for messages to people."""
    if value is None:
        return "null"
    names = {dict: "an object", list: "an array", str: "a string", bool: "true or false"}
    return names.get(type(value), "a number")


# --- the hooks of the strict reader ---------------------------------------------------------------------------


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) != len(pairs):
        raise ValueError("a key is given twice")
    return built


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError("the number is out of range")
    return number


def _text(data: bytes, at: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        place = jsonplace.position(data, error.start)
        raise InvalidJSON(
            f"byte {data[error.start]:#04x} at {place} is not UTF-8", at=at, hint="send the text as UTF-8"
        ) from error


def _check_depth(text: str, value: Any, at: str) -> None:
    limit = DEFAULTS.limits.json_max_depth
    if text.count("[") + text.count("{") <= limit:  # the usual case, decided without a walk
        return
    level = [value]
    for _ in range(limit):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    _explain(text.encode("utf-8", "surrogatepass"), at, None)


def _inside(value: Any) -> list[Any]:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [item for item in items if isinstance(item, (dict, list))]


def _explain(data: bytes, at: str, error: BaseException | None) -> NoReturn:
    """Raise the error that names the place."""
    limit = DEFAULTS.limits.json_max_depth
    found = jsonplace.first_fault(data, max_depth=limit)
    if found is None:
        # The slow reader sees nothing wrong: a number beyond the limits of the machine, for example.
        raise InvalidJSON(str(error), at=at) from error
    where = jsonplace.join(at, found.path)
    message = f"{found.message} at {jsonplace.position(data, found.offset)}"
    if found.too_deep:
        raise InputTooLarge(message, at=where, hint=f"at most {limit} levels are read") from error
    raise InvalidJSON(message, at=where, hint=found.hint) from error


# --- slices ---------------------------------------------------------------------------------------------------

_KEY = re.compile(rb'[ \t\r\n]*("(?:[^"\\]|\\.)*+")[ \t\r\n]*:[ \t\r\n]*', re.DOTALL)
_COMMA = re.compile(rb"[ \t\r\n]*,")
_CLOSE = re.compile(rb"[ \t\r\n]*[}\]][ \t\r\n]*$")
_OPEN = re.compile(rb"[ \t\r\n]*[{\[]")
_SURROGATE = re.compile(rb"\\(?:u[dD][89a-fA-F][0-9a-fA-F]{2}|.)", re.DOTALL)
_TAMED_DIGIT = dict(zip((b"8", b"9", b"a", b"b", b"c", b"d", b"e", b"f"), (b"%d" % n for n in range(8)), strict=True))


def _member_spans(data: bytes, found: dict[str, msgspec.Raw], at: str) -> list[tuple[slice, slice]]:
    """Walk the object beside its decoded members and return where each key and its value lie.

    The walk compares bytes, so it costs next to nothing; where text and members part, a key came twice (the
    decoder keeps the last value under the first place).
    """
    spans: list[tuple[slice, slice]] = []
    opening = _OPEN.match(data)
    position = opening.end() if opening else 0
    for raw in found.values():
        key = _KEY.match(data, position)
        value = bytes(raw)
        if key is None or not data.startswith(value, key.end()):
            _explain(data, at, None)
        end = key.end() + len(value)
        spans.append((slice(*key.span(1)), slice(key.end(), end)))
        comma = _COMMA.match(data, end)
        position = comma.end() if comma else end
    if not _CLOSE.match(data, position):
        _explain(data, at, None)
    return spans


def _members_of_surrogates(data: bytes, at: str, error: BaseException) -> dict[str, Slice]:
    tame = _tame_surrogates(data, at, error)
    try:
        found = _objects.decode(tame)
    except (msgspec.DecodeError, RecursionError) as still:
        if isinstance(still, msgspec.ValidationError):
            raise InvalidJSON(f"expected an object, got {kind_of(decode(data, at=at))}", at=at) from still
        _explain(data, at, still)
    return {decode(data[key]): data[value] for key, value in _member_spans(tame, found, at)}


def _elements_of_surrogates(data: bytes, at: str, error: BaseException) -> list[Slice]:
    tame = _tame_surrogates(data, at, error)
    try:
        found = _arrays.decode(tame)
    except (msgspec.DecodeError, RecursionError) as still:
        if isinstance(still, msgspec.ValidationError):
            raise InvalidJSON(f"expected an array, got {kind_of(decode(data, at=at))}", at=at) from still
        _explain(data, at, still)
    opening = _OPEN.match(tame)
    position = opening.end() if opening else 0
    cut: list[Slice] = []
    for raw in found:
        start = tame.index(bytes(raw), position)
        cut.append(data[start : start + len(bytes(raw))])
        comma = _COMMA.match(tame, start + len(bytes(raw)))
        position = comma.end() if comma else position
    return cut


def _tame_surrogates(data: bytes, at: str, error: BaseException) -> bytes:
    """Replace escaped surrogates by escapes of the same length (U+D8xx … DFxx by U+E0xx … E7xx): offsets stay true
    and different keys stay different."""

    def tamed(match: re.Match[bytes]) -> bytes:
        text = match[0]
        return b"\\uE" + _TAMED_DIGIT[text[3:4].lower()] + text[4:] if len(text) == 6 else text

    tame = _SURROGATE.sub(tamed, data)
    if tame == data and not isinstance(error, msgspec.ValidationError):
        _explain(data, at, error)
    return tame
