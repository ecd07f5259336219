"""Whatever JSON comes, a validator says what it thinks of it and a reader reads it or says why not (MSG-2, MSG-3)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.errors import BrimfulError
from brimful.messages import CacheMark
from brimful.providers import NAMES, Report, dialect, read_body
from brimful.providers.check import check_bytes
from brimful.providers.repair import repair
from brimful.providers.sse import Event

pytestmark = [pytest.mark.spec("MSG-2", "MSG-3"), pytest.mark.soak]

MEMBERS = (
    *("messages", "input", "contents", "role", "content", "parts", "type", "tools", "system", "text", "tool_calls"),
    *("function", "name", "arguments", "id", "tool_use_id", "thinking", "signature", "call_id", "output", "args"),
    *("functionCall", "functionResponse", "response", "inlineData", "data", "mimeType", "source", "media_type"),
    *("image_url", "url", "input_schema", "parameters", "cache_control", "tool_call_id", "reasoning", "summary"),
    *("model", "max_tokens", "instructions", "systemInstruction", "generationConfig", "tool_choice", "stop"),
)
WORDS = (
    *("user", "assistant", "model", "tool", "system", "text", "tool_use", "tool_result", "thinking", "message"),
    *("function_call", "function_call_output", "reasoning", "image", "document", "x", "ephemeral", "function"),
)
ENTRY = ["role", "content", "parts", "type", "tool_calls", "id", "call_id", "name", "arguments", "output", "summary"]

odd = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", *WORDS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=6),
    max_leaves=60,
)
lists = st.lists(st.dictionaries(st.sampled_from(ENTRY), odd, max_size=6), max_size=5)
bodies = st.builds(
    lambda members, name, entries: {**members, name: entries},
    st.dictionaries(st.sampled_from(MEMBERS), odd, max_size=6),
    st.sampled_from(["messages", "input", "contents"]),
    lists,
)


@given(bodies, st.sampled_from(NAMES))
def test_a_validator_never_raises(body: Any, name: str) -> None:
    for problem in check_bytes(json.dumps(body).encode(), dialect(name)):
        assert problem.message
        assert problem.rule in dialect(name).rules


@given(bodies, st.sampled_from(NAMES))
def test_what_can_be_read_comes_back_the_same_and_can_be_written_for_anybody(body: Any, name: str) -> None:
    wire = dialect(name)
    try:
        read = read_body(json.dumps(body).encode(), wire)
        said = read.conversation
    except BrimfulError as error:
        assert error.message
        return
    if wire.layout.messages[0] in body:
        assert wire.write(said, Report()) == body
    for other in NAMES:
        dialect(other).write(said, Report())


@given(bodies, st.sampled_from(NAMES))
def test_repair_never_raises_and_never_makes_it_worse(body: Any, name: str) -> None:
    try:
        read = read_body(json.dumps(body).encode(), dialect(name))
    except BrimfulError as error:
        assert error.message
        return
    done = repair(read)
    assert len(done.problems) <= len(read.dialect.check(read))


@given(odd | st.dictionaries(st.sampled_from(ENTRY), odd, max_size=6), st.sampled_from(NAMES))
def test_marks_are_counted_put_and_taken_on_any_entry(entry: Any, name: str) -> None:
    wire = dialect(name)
    before = json.dumps(entry)
    marked = wire.with_mark(entry, CacheMark())
    assert wire.count_marks(wire.without_marks(entry)) == 0
    assert marked is None or wire.count_marks(marked) >= 1
    assert json.dumps(entry) == before


@given(odd, st.sampled_from(NAMES), st.sampled_from([200, 400, 413, 429, 500, 529]))
def test_any_answer_and_any_error_is_read_or_refused(value: Any, name: str, status: int) -> None:
    wire = dialect(name)
    assert wire.read_failure(status, {}, json.dumps(value).encode()).kind
    for read in (wire.read_answer, lambda data: wire.stream_reader().read(Event(data))):
        try:
            read(json.dumps(value).encode())
        except BrimfulError as error:
            assert error.message
