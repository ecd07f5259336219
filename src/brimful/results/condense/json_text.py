"""Reading JSON for its outline: numbers as they stand, JSON lines, JSON that was cut off, JSON inside other text.

What cannot be read at all is None, never an exception: deeply nested or mixed text is then condensed by its lines.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
from msgspec import Struct

# Enough JSON lines to be told from a text that happens to begin with a bracket.
_LEAST_LINES = 2
_LOOK_AT_LINES = 100
# JSON inside a text is looked for at the beginnings of so many lines, and must be so much of it.
_TRIES = 5
_LEAST_SHARE = 0.5
# Deeper nesting is not read: it would not be shown.
_DEEPEST = 500
_START = re.compile(r"[ \t]*[\[{]")
# A string that does not end reaches to the end: else each quote in it would be tried as a beginning.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{},]', re.DOTALL)
# How JSON begins that does not parse: a key, or an array of objects, arrays or several strings.
_BEGINNING = re.compile(r'\s*(?:\{\s*"[^"\\\n]*"\s*:|\[\s*(?:\{\s*"[^"\\\n]*"\s*:|\[\s*[\[\d"]|"[^"\\\n]*"\s*,\s*"))')
_MAYBE_INSIDE = re.compile(r'^[ \t]*(?:\{\s*"|\[\s*[\[{"])', re.MULTILINE)
_LOOK_AT = 20_000
_CLOSERS = {"{": "}", "[": "]"}


class Number(str):
    """A number with the digits it had in the text: 1.10 is not 1.1, and no number is too long."""

    __slots__ = ()


class Read(Struct, frozen=True):
    """JSON as it was found.

    value:    plain values; numbers are `Number`. Of JSON lines a list.
    lines:    whether it was JSON lines.
    before, after: other text around it.
    is_cut:   whether its end was missing.
    """

    value: Any
    lines: bool = False
    before: str = ""
    after: str = ""
    is_cut: bool = False


def read(text: str) -> Read | None:
    """The JSON of a text, in the first of the forms that it has."""
    value = _loads(text)
    if value is not None:
        return Read(value[0])
    return _json_lines(text) or _inside(text) or _cut_off(text)


def looks_like(text: str) -> float:
    """How sure it is that the text is JSON, or begins as JSON does."""
    if not text[:1000].lstrip() or text.lstrip()[0] not in _CLOSERS:
        return 0.5 if _MAYBE_INSIDE.search(text) and _inside(text) else 0.0
    try:
        msgspec.json.decode(text.encode("utf-8", "surrogatepass"))
        return 1.0
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    if _json_lines(text.rpartition("\n")[0][:_LOOK_AT]):
        return 0.85
    if _BEGINNING.match(text):
        return 0.7
    return 0.5 if _MAYBE_INSIDE.search(text) and _inside(text) else 0.0


def _loads(text: str) -> tuple[Any] | None:
    try:
        return (_DECODER.decode(text),)
    except (ValueError, RecursionError):
        return None


def _json_lines(text: str) -> Read | None:
    """One value a line; a few lines that are none stay as strings."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < _LEAST_LINES or not _START.match(lines[0]):
        return None
    first = [_loads(line) for line in lines[:_LOOK_AT_LINES]]
    if sum(1 for value in first if value and isinstance(value[0], dict | list)) < len(first) * 0.8:
        return None
    values = first + [_loads(line) for line in lines[_LOOK_AT_LINES:]]
    return Read([value[0] if value else line for value, line in zip(values, lines, strict=True)], lines=True)


def _inside(text: str) -> Read | None:
    """JSON that begins a line after other text (headers, a log line), or has other text after it."""
    tries = 0
    for found in re.finditer(r"^[ \t]*(?=[\[{])", text, re.MULTILINE):
        tries += 1
        if tries > _TRIES:
            break
        try:
            value, end = _DECODER.raw_decode(text, found.end())
        except (ValueError, RecursionError):
            continue
        if (end - found.end()) >= len(text) * _LEAST_SHARE:
            return Read(value, before=text[: found.start()].strip("\n"), after=text[end:].strip("\n"))
    return None


class _Open:
    """The brackets that are open, as a chain: to remember a place costs nothing."""

    __slots__ = ("bracket", "outer")

    def __init__(self, bracket: str, outer: _Open | None) -> None:
        self.bracket = bracket
        self.outer = outer


def _cut_off(text: str) -> Read | None:
    """JSON whose end is missing, read up to its last whole member."""
    start = text.lstrip()
    if not start or start[0] not in _CLOSERS:
        return None
    open_now: _Open | None = None
    depth = 0
    last: tuple[int, _Open | None] | None = None
    for token in _TOKEN.finditer(start):
        sign = start[token.start()]
        if sign in _CLOSERS:
            open_now = _Open(sign, open_now)
            depth += 1
            if depth > _DEEPEST:
                return None
        elif sign in "]}":
            if open_now is None or _CLOSERS[open_now.bracket] != sign:
                return None
            open_now = open_now.outer
            depth -= 1
        elif sign == ",":
            last = (token.start(), open_now)
    if last is None:
        return None
    closers: list[str] = []
    still = last[1]
    while still is not None:
        closers.append(_CLOSERS[still.bracket])
        still = still.outer
    value = _loads(start[: last[0]] + "".join(closers))
    return Read(value[0], is_cut=True) if value else None


_DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number, strict=False)
