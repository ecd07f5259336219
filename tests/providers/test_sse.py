"""Server-sent events are cut as the standard says and keep their bytes (MSG-2)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import InputTooLarge
from brimful.providers import sse

pytestmark = pytest.mark.spec("MSG-2")

STREAM = (
    b'event: message_start\ndata: {"a":1}\n\n: ping\n\n'
    b"data: one\r\ndata: two\r\n\r\nid: 7\rdata:three\r\rdata: [DONE]\n\n"
)


def all_events(chunks: list[bytes]) -> tuple[list[sse.Event], bytes]:
    parser = sse.Parser()
    events = [event for chunk in chunks for event in parser.feed(chunk)]
    last, rest = parser.close()
    return events + last, rest


def test_events_carry_name_data_and_id() -> None:
    events, rest = all_events([STREAM])
    assert [(e.event, e.data, e.id) for e in events] == [
        ("message_start", b'{"a":1}', ""),
        ("", b"", ""),
        ("", b"one\ntwo", ""),
        ("", b"three", "7"),
        ("", b"[DONE]", ""),
    ]
    assert rest == b""


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_where_the_network_cuts_does_not_matter(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(STREAM)]
    chunks = [STREAM[a:b] for a, b in itertools.pairwise(edges)]
    events, rest = all_events(chunks)
    whole, _ = all_events([STREAM])
    assert events == whole
    assert b"".join(event.raw for event in events) + rest == STREAM


@given(st.lists(st.sampled_from([b"\r", b"\n", b"data: x", b"event: y", b":", b"z"]), max_size=20), st.data())
def test_no_byte_is_lost_whatever_comes(pieces: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(pieces)
    cut = data.draw(st.integers(0, len(stream)))
    events, rest = all_events([stream[:cut], stream[cut:]])
    assert b"".join(event.raw for event in events) + rest == stream
    assert [e.data for e in events] == [e.data for e in all_events([stream])[0]]


def test_an_event_cut_short_is_handed_back_not_read() -> None:
    events, rest = all_events([b"data: whole\n\ndata: ha"])
    assert [event.data for event in events] == [b"whole"]
    assert rest == b"data: ha"


def test_an_endless_event_is_refused() -> None:
    parser = sse.Parser(max_event_bytes=100)
    with pytest.raises(InputTooLarge):
        parser.feed(b"data: " + b"x" * 200)


@given(st.binary(max_size=40).filter(lambda data: b"\r" not in data), st.sampled_from(["", "ping"]))
def test_what_is_written_is_read_back(data: bytes, name: str) -> None:
    events, rest = all_events([sse.encode(data, event=name)])
    assert [(event.data, event.event) for event in events] == [(data, name)]
    assert rest == b""
