"""A message's name covers what it says and nothing else (TOK-5)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from brimful.messages import (
    CacheMark,
    Image,
    Message,
    Text,
    Tool,
    ToolResult,
    Wire,
    content_digest,
    tool_digest,
)
from tests.messages import strategies

pytestmark = pytest.mark.spec("TOK-5", "MSG-1")


def test_two_different_results_never_share_a_name() -> None:
    one, two = (Message("tool", (ToolResult("a", (Text(text),)),)) for text in ("yes", "no"))
    assert content_digest(one) != content_digest(two)


def test_the_bytes_of_an_image_count() -> None:
    one, two = (Message("user", (Image("image/png", data),)) for data in ("aaaa", "bbbb"))
    assert content_digest(one) != content_digest(two)


def test_moved_cache_marks_and_spellings_do_not_count() -> None:
    plain = Message("user", (Text("hi"),))
    marked = Message("user", (Text("hi"), CacheMark()))
    spelt = Message("user", (Text("hi", wire=Wire("openai", "string")),), wire=Wire("openai", "list"))
    assert content_digest(plain) == content_digest(marked) == content_digest(spelt)


def test_marks_inside_results_do_not_count_either() -> None:
    plain = Message("tool", (ToolResult("a", (Text("x"),)),))
    marked = Message("tool", (ToolResult("a", (Text("x"), CacheMark())),))
    assert content_digest(plain) == content_digest(marked)


def test_the_same_words_as_another_kind_of_part_are_another_message() -> None:
    assert content_digest(Message("user", (Text("x"),))) != content_digest(Message("assistant", (Text("x"),)))


def test_key_order_of_leftovers_does_not_count() -> None:
    one = Message("user", (Text("x", wire=Wire("openai", extra={"a": 1, "b": 2})),))
    two = Message("user", (Text("x", wire=Wire("openai", extra={"b": 2, "a": 1})),))
    assert content_digest(one) == content_digest(two)


def test_half_a_surrogate_pair_has_a_name_too() -> None:
    one, two = (Message("user", (Text(text),)) for text in ("\ud83d", "\ud83e"))
    assert content_digest(one) != content_digest(two)


def test_a_tools_mark_does_not_count_and_its_schema_does() -> None:
    tool = Tool("read", "Reads.", {"type": "object", "properties": {}})
    assert tool_digest(tool) == tool_digest(msgspec.structs.replace(tool, cache_mark=CacheMark()))
    assert tool_digest(tool) != tool_digest(msgspec.structs.replace(tool, parameters={"type": "object"}))


@given(strategies.messages, strategies.messages)
def test_messages_share_a_name_only_if_they_say_the_same(one: Message, two: Message) -> None:
    def bare(message: Message) -> Message:
        parts = []
        for part in message.parts:
            if isinstance(part, ToolResult):
                content = tuple(inner for inner in part.content if not isinstance(inner, CacheMark))
                part = msgspec.structs.replace(part, content=content)
            if not isinstance(part, CacheMark):
                parts.append(part)
        return msgspec.structs.replace(message, parts=tuple(parts))

    assert (content_digest(one) == content_digest(two)) == (bare(one) == bare(two))


@given(strategies.messages)
def test_a_message_survives_storage(message: Message) -> None:
    stored = msgspec.msgpack.encode(message)
    assert msgspec.msgpack.decode(stored, type=Message) == message
