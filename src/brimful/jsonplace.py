"""Where in a JSON text something is wrong.

A slow, patient reader: it goes token by token without recursion, keeps the path (`messages[3].content[0].text`),
and stops at the first fault. Only errors pay for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

_TOKEN = re.compile(
    rb'(?P<space>[ \t\r\n]+)|(?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    rb"|(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)|(?P<word>true|false|null)"
    rb"|(?P<open>[{\[])|(?P<close>[}\]])|(?P<comma>,)|(?P<colon>:)"
)
_LONGEST_PATH = 120


class Fault(Struct, frozen=True):
    """The first thing wrong with a text."""

    offset: int
    path: str
    message: str
    hint: str = ""
    too_deep: bool = False


class _Frame(Struct):
    """An object or array that is open."""

    is_object: bool
    keys: set[str]
    key: str = ""
    index: int = 0
    expects: str = "first"  # first, key, colon, value, comma


def first_fault(data: bytes, *, max_depth: int) -> Fault | None:
    """Return the first fault of the text, or None when it is sound JSON."""
    reader = _Reader(data, max_depth)
    return reader.run()


def position(data: bytes, offset: int) -> str:
    """Say an offset as people count: line and column (in characters), or the byte when it is one line."""
    line = data.count(b"\n", 0, offset) + 1
    if line == 1 and b"\n" not in data[offset:].rstrip():
        return f"byte {offset}"
    start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[start:offset].decode("utf-8", "replace")) + 1
    return f"line {line} column {column}"


def join(outer: str, inner: str) -> str:
    """Put a path behind another."""
    if not outer or not inner:
        return outer or inner
    return f"{outer}{inner}" if inner.startswith("[") else f"{outer}.{inner}"


def lone_surrogates(value: Any, at: str = "") -> Iterator[str]:
    """Yield the path of each string, or key, that holds half of a surrogate pair."""
    pending: list[tuple[str, Any]] = [(at, value)]
    while pending:
        path, item = pending.pop()
        if isinstance(item, str):
            if not _is_encodable(item):
                yield path
        elif isinstance(item, dict):
            pending += [(join(path, _step(key)), inner) for key, inner in item.items()]
            pending += [(join(path, ascii(key)), key) for key in item]
        elif isinstance(item, list):
            pending += [(f"{path}[{index}]", inner) for index, inner in enumerate(item)]


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _step(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z_$][\w$-]*", key) else f"[{key!a}]"


class _Reader:
    """One walk over one text."""

    def __init__(self, data: bytes, max_depth: int) -> None:
        self.data = data
        self.max_depth = max_depth
        self.stack: list[_Frame] = []
        self.done = False

    def run(self) -> Fault | None:
        offset = 0
        while offset < len(self.data):
            token = _TOKEN.match(self.data, offset)
            if token is None:
                return self._unreadable(offset)
            if token.lastgroup != "space":
                fault = self._take(token.lastgroup or "", token[0], offset)
                if fault is not None:
                    return fault
            offset = token.end()
        if self.stack or not self.done:
            return self._fault(offset, "the text ends before the JSON does", "was it cut off?")
        return None

    def _take(self, kind: str, token: bytes, offset: int) -> Fault | None:
        frame = self.stack[-1] if self.stack else None
        if frame is None and self.done:
            return self._fault(offset, "there is something after the end of the JSON")
        if kind == "close":
            return self._close(frame, token, offset)
        if frame is None:
            return self._value(kind, token, offset)
        if frame.expects == "comma":
            if kind != "comma":
                return self._fault(offset, f"expected a comma, got {_shown(token)}")
            frame.expects, frame.index = ("key" if frame.is_object else "value"), frame.index + 1
            return None
        if frame.expects == "colon":
            frame.expects = "value"
            return None if kind == "colon" else self._fault(offset, f"expected a colon, got {_shown(token)}")
        if frame.is_object and frame.expects in ("first", "key"):
            return self._key(frame, kind, token, offset)
        return self._value(kind, token, offset)

    def _key(self, frame: _Frame, kind: str, token: bytes, offset: int) -> Fault | None:
        if kind != "string":
            return self._fault(offset, f"expected a key in quotes, got {_shown(token)}")
        frame.key = json.loads(token)
        if frame.key in frame.keys:
            hint = "keep one of the two: readers disagree about which one counts"
            return self._fault(offset, f"the key {frame.key!a} is given twice", hint)
        frame.keys.add(frame.key)
        frame.expects = "colon"
        return None

    def _value(self, kind: str, token: bytes, offset: int) -> Fault | None:
        if kind == "open":
            if len(self.stack) >= self.max_depth:
                message = f"the JSON is nested deeper than {self.max_depth} levels"
                return Fault(offset, self._path(), message, too_deep=True)
            self.stack.append(_Frame(is_object=token == b"{", keys=set()))
            return None
        if kind not in ("string", "number", "word"):
            return self._fault(offset, f"expected a value, got {_shown(token)}")
        self._finish_value()
        return None

    def _close(self, frame: _Frame | None, token: bytes, offset: int) -> Fault | None:
        if frame is None or (token == b"}") != frame.is_object:
            return self._fault(offset, f"{_shown(token)} closes nothing that is open")
        if frame.expects not in ("first", "comma"):
            return self._fault(offset, f"expected a {frame.expects}, got {_shown(token)}")
        self.stack.pop()
        self._finish_value()
        return None

    def _finish_value(self) -> None:
        if self.stack:
            self.stack[-1].expects = "comma"
        else:
            self.done = True

    def _unreadable(self, offset: int) -> Fault:
        rest = self.data[offset : offset + 12]
        if rest[:1] == b'"':
            return self._broken_string(offset)
        for name in (b"NaN", b"Infinity", b"-Infinity"):
            if rest.startswith(name):
                return self._fault(offset, f"{name.decode()} is not JSON", "send null or a number")
        if rest.startswith(b"\xef\xbb\xbf"):
            return self._fault(offset, "the text starts with a byte order mark", "send UTF-8 without one")
        return self._fault(offset, f"{_shown(rest)} is not JSON")

    def _broken_string(self, offset: int) -> Fault:
        good = re.compile(rb'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
        matched = good.match(self.data, offset)
        end = matched.end() if matched else offset
        if end >= len(self.data):
            return self._fault(offset, "a string is never closed", "was the text cut off?")
        if self.data[end : end + 1] == b"\\":
            return self._fault(end, f"{_shown(self.data[end : end + 6])} is not an escape of JSON")
        return self._fault(end, f"control character {self.data[end]:#04x} in a string", "write it as an escape")

    def _fault(self, offset: int, message: str, hint: str = "") -> Fault:
        return Fault(offset, self._path(), message, hint)

    def _path(self) -> str:
        path = ""
        for frame in self.stack:
            if frame.is_object and frame.expects in ("first", "key"):
                break
            path = join(path, _step(frame.key) if frame.is_object else f"[{frame.index}]")
            if len(path) > _LONGEST_PATH:
                return path[:_LONGEST_PATH] + "…"
        return path


def _shown(token: bytes) -> str:
    return ascii(token[:12].decode("utf-8", "replace"))
