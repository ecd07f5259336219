"""Server-sent events, in and out, byte for byte.

The parser takes chunks as the network cuts them and gives whole events, each with the very bytes it came in, so
that a gateway can forward what it did not touch. Rules: the WHATWG standard, "9.2.6 Interpreting an event stream"
(CR, LF and CRLF end a line; a leading byte order mark is dropped; several data lines join with a line feed).
"""

from __future__ import annotations

import re

from msgspec import Struct

from brimful.errors import InputTooLarge

# A line end and an empty line after it. "\r" alone counts only where no "\n" follows, or CRLF would count twice.
_BLANK = re.compile(rb"(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)")
_LINE = re.compile(rb"\r\n|\n|\r")
_LONGEST_TERMINATOR = 4


class Event(Struct, frozen=True):
    """One event. `raw` are its bytes, the blank line included; `data` is empty for a comment or a heartbeat."""

    data: bytes
    event: str = ""
    id: str = ""
    raw: bytes = b""


class Parser:
    """Cuts a byte stream into events."""

    def __init__(self, *, max_event_bytes: int = 64 * 1024 * 1024) -> None:
        self._buffer = bytearray()
        self._scanned = 0
        self._max_event_bytes = max_event_bytes

    def feed(self, chunk: bytes) -> list[Event]:
        """Take in a chunk; return the events it completes."""
        self._buffer += chunk
        events: list[Event] = []
        start = 0
        while match := _BLANK.search(self._buffer, max(start, self._scanned)):
            if match.end() == len(self._buffer) and self._buffer.endswith(b"\r"):
                break  # the other half of a CRLF may be on its way
            events.append(_read(bytes(self._buffer[start : match.end()])))
            start = match.end()
        del self._buffer[:start]
        self._scanned = max(0, len(self._buffer) - _LONGEST_TERMINATOR)
        if len(self._buffer) > self._max_event_bytes:
            raise InputTooLarge(f"an event of the stream is longer than {self._max_event_bytes} bytes")
        return events

    def close(self) -> tuple[list[Event], bytes]:
        """End the stream: return an event that only waited for its last line feed, and the bytes of one cut short."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        self._scanned = 0
        match = _BLANK.search(rest)
        return ([_read(rest)], b"") if match and match.end() == len(rest) else ([], rest)


def encode(data: bytes, *, event: str = "") -> bytes:
    """Write one event."""
    name = f"event: {event}\n".encode() if event else b""
    lines = b"".join(b"data: " + line + b"\n" for line in data.split(b"\n"))
    return name + lines + b"\n"


def _read(raw: bytes) -> Event:
    data: list[bytes] = []
    fields = {b"event": b"", b"id": b""}
    for line in _LINE.split(raw.removeprefix(b"\xef\xbb\xbf")):
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            data.append(value)
        elif name in fields:
            fields[name] = value
    return Event(
        b"\n".join(data),
        fields[b"event"].decode("utf-8", "replace"),
        fields[b"id"].decode("utf-8", "replace"),
        raw,
    )
