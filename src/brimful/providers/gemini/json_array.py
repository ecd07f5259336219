"""A stream without `alt=sse`: one JSON array, sent piece by piece.

`json_array_events()` gives a splitter with the same door as `sse.Parser`: chunks as the network cuts them go in,
whole elements come out, each with the very bytes it came in, the comma or bracket before it included. Put together,
the `raw` of all events (and what `close` gives back) are the stream. An answer that is no array but one object (an
error) is an element too.
"""

from __future__ import annotations

import re

from brimful.errors import InputTooLarge
from brimful.providers.sse import Event

_OUTSIDE = re.compile(rb'["{}\[\]]')
_INSIDE = re.compile(rb'["\\]')


def json_array_events(*, max_event_bytes: int = 64 * 1024 * 1024) -> JsonArrayParser:
    """A splitter for one stream."""
    return JsonArrayParser(max_event_bytes=max_event_bytes)


class JsonArrayParser:
    """Cuts a JSON array into its elements as they arrive."""

    def __init__(self, *, max_event_bytes: int = 64 * 1024 * 1024) -> None:
        self._buffer = bytearray()
        self._scanned = 0  # the bytes before this are understood
        self._start = 0  # where the element that is open began
        self._depth = 0  # of braces and brackets inside the element
        self._in_string = False
        self._max_event_bytes = max_event_bytes

    def feed(self, chunk: bytes) -> list[Event]:
        """Take in a chunk; return the elements it completes."""
        self._buffer += chunk
        events: list[Event] = []
        while (end := self._element_end()) is not None:
            raw = bytes(self._buffer[:end])
            events.append(Event(raw[self._start :], raw=raw))
            del self._buffer[:end]
            self._scanned = self._start = 0
        if len(self._buffer) > self._max_event_bytes:
            raise InputTooLarge(f"an event of the stream is longer than {self._max_event_bytes} bytes")
        return events

    def close(self) -> tuple[list[Event], bytes]:
        """End the stream: return its closing bracket, as an event without data, or the bytes of one cut short."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        whole = self._depth == 0 and rest.strip() in (b"", b"]", b"[]", b",", b"[")
        self._scanned = self._start = self._depth = 0
        self._in_string = False
        if whole:
            return ([Event(b"", raw=rest)] if rest else []), b""
        return [], rest

    def _element_end(self) -> int | None:
        """Where the first element ends; None when it has not ended yet."""
        while True:
            pattern = _INSIDE if self._in_string else _OUTSIDE
            match = pattern.search(self._buffer, self._scanned)
            if match is None:
                self._scanned = len(self._buffer)
                return None
            if match[0] == b"\\" and match.end() == len(self._buffer):
                self._scanned = match.start()  # what it escapes is on its way
                return None
            self._scanned = match.end() + (match[0] == b"\\")
            if self._steps(match[0], match.start()):
                return match.end()

    def _steps(self, token: bytes, at: int) -> bool:
        """Go over a token; say whether it ends an element."""
        if token == b'"' and self._depth:
            self._in_string = not self._in_string
        elif token == b"{" or (token == b"[" and self._depth):
            self._start = self._start if self._depth else at
            self._depth += 1
        elif token in (b"}", b"]") and self._depth:
            self._depth -= 1
            return self._depth == 0
        return False
