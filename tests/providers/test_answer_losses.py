"""An answer written for another provider says everything it says, or reports what it does not (MSG-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from brimful import jsontext
from brimful.messages import CacheMark, Image, Message, Opaque, Part, Text, Thinking, ToolCall, Usage, Wire
from brimful.providers import NAMES, Answer, Dialect, Folder, Loss, Report, dialect, sse
from brimful.providers.answer import FinishReason
from tests.messages import strategies
from tests.providers.anthropic import strategies as of_anthropic
from tests.providers.gemini import strategies as of_gemini
from tests.providers.openai_chat import strategies as of_chat
from tests.providers.openai_responses import strategies as of_responses

pytestmark = pytest.mark.spec("MSG-2")

STRANGER = Wire("another")
ANSWERS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "openai": of_chat.answers(),
    "responses": of_responses.ANSWERS,
    "anthropic": of_anthropic.answers,
    "gemini": of_gemini.responses_whole,
}
names = pytest.mark.parametrize("name", NAMES)

FULL = Answer(
    messages=(
        Message(
            "assistant",
            (
                Thinking("Let me see.", "sealed", id="rs_1", wire=Wire("another", extra={"novel": 1})),
                Thinking(signature="blob", redacted=True, wire=STRANGER),
                Text("Here it is.", wire=Wire("another", extra={"citations": ["page 3"], "logprobs": None})),
                Opaque("server_search", {"query": "tide"}, wire=STRANGER),
                ToolCall("call_1", "look.up", '{"what":"tide"}', signature="bound", wire=STRANGER),
            ),
            name="captain",
            wire=Wire("another", extra={"mood": "calm"}),
        ),
        Message("assistant", (Image("image/png", strategies.PIXEL), Text("And more."), CacheMark(ttl="7d"))),
    ),
    id="msg_1",
    model="m",
    finish="pause",
    usage=Usage(100, 20, cache_read=30, cache_write=40, cache_write_1h=7, reasoning=5),
    alternatives=(
        (Message("assistant", (Text("Otherwise."), Opaque("novelty", [1], wire=STRANGER))),),
        (Message("assistant", (Text("Once."),)), Message("assistant", (Text("Again."), Thinking("Hm.", "s")))),
    ),
)


def written(answer: Answer, wire: Dialect) -> tuple[Answer, list[Loss]]:
    """The answer as a client reads it, and what was lost."""
    report = Report()
    data = jsontext.encode(wire.write_answer(answer, report))
    return wire.read_answer(data), report.losses


def streamed(answer: Answer, wire: Dialect) -> tuple[Answer, list[Loss]]:
    """The same by way of a stream. The report is there before the first event is asked for."""
    report = Report()
    chunks = wire.emit(answer, report)
    lost = list(report.losses)
    reader, folder, events = wire.stream_reader(), Folder(), sse.Parser()
    for chunk in chunks:
        for event in events.feed(chunk):
            folder.take(reader.read(event))
    assert report.losses == lost
    return folder.answer, lost


def facts(answer: Answer) -> Iterator[tuple[str, tuple[int, str, Any]]]:
    """Everything an answer says, each with its place: choice, kind, value."""
    for choice, messages in enumerate((answer.messages, *answer.alternatives)):
        outer = f"alternatives[{choice - 1}]" if choice else "messages"
        for index, message in enumerate(messages):
            for number, part in enumerate(message.parts):
                for kind, value in facts_of(part):
                    yield f"{outer}[{index}].parts[{number}]", (choice, kind, value)
    for name in Usage.__struct_fields__ if answer.usage else ():
        if getattr(answer.usage, name):
            yield f"usage.{name}", (0, name, getattr(answer.usage, name))
    if answer.finish:
        yield "finish", (0, "finish", answer.finish)


def facts_of(part: Part) -> Iterator[tuple[str, Any]]:
    match part:
        case Text(text=text) if text.strip():
            yield "text", text
        case Thinking():
            yield from (("thinking", part.text), ("signature", part.signature))
        case ToolCall():
            yield from (("call", part.name), ("arguments", part.arguments), ("signature", part.signature))
        case Opaque():
            yield "opaque", part.value
        case Image():
            yield "data", part.data or part.url


def is_said(fact: tuple[int, str, Any], kept: list[tuple[int, str, Any]]) -> bool:
    """Whether what was read holds the fact. Texts may have been joined."""
    choice, kind, value = fact
    found = [other for number, name, other in kept if (number, name) == (choice, kind)]
    if kind in ("text", "thinking", "signature"):
        return value in "".join(found)
    if kind == "arguments":
        return any(as_json(value) == as_json(other) for other in found)
    return value in found


def as_json(arguments: str) -> Any:
    try:
        return jsontext.decode(arguments or "{}")
    except jsontext.InvalidJSON:
        return arguments


def covers(loss: Loss, place: str, kind: str) -> bool:
    """Whether a loss tells of that fact: of its choice, its part, or that side of the part which its words name."""
    if loss.at.startswith("alternatives[") and loss.at.endswith("]") and loss.at.count("[") == 1:
        return place.startswith(f"{loss.at}[")
    if loss.at != place and not loss.at.startswith(f"{place}."):
        return False
    for side in ("signature", "arguments"):
        if side in loss.what:
            return kind == side
    return True


def check_nothing_vanished(answer: Answer, kept: Answer, losses: list[Loss]) -> None:
    said = [fact for _, fact in facts(kept)]
    for place, fact in facts(answer):
        assert is_said(fact, said) or any(covers(loss, place, fact[1]) for loss in losses), (place, fact)


@names
@pytest.mark.parametrize("way", [written, streamed])
def test_every_part_of_a_full_answer_is_said_or_reported(name: str, way: Any) -> None:
    kept, lost = way(FULL, dialect(name))
    check_nothing_vanished(FULL, kept, lost)


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        (
            "openai",
            [
                "messages[0].mood",
                "messages[0].name",
                "messages[0].parts[0].novel",
                "messages[0].parts[0]",
                "messages[0].parts[1]",
                "messages[0].parts[2].citations",
                "messages[0].parts[3]",
                "messages[0].parts[4].signature",
                "messages[1].parts[0]",
                "messages[1].parts[2]",
                "alternatives[0][0].parts[1]",
                "alternatives[1][1].parts[1]",
                "finish",
            ],
        ),
        (
            "responses",
            [
                "messages[0]",
                "messages[0]",
                "messages[0].parts[0]",
                "messages[0].parts[0]",
                "messages[0].parts[1]",
                "messages[0].parts[2]",
                "messages[0].parts[3]",
                "messages[0].parts[4]",
                "messages[0].parts[4]",
                "messages[1].parts[0]",
                "messages[1].parts[2]",
                "alternatives[0]",
                "alternatives[1]",
                "finish",
            ],
        ),
        (
            "anthropic",
            [
                "alternatives[0]",
                "alternatives[1]",
                "messages[0]",
                "messages[0]",
                "messages[0].parts[0]",
                "messages[0].parts[0]",
                "messages[0].parts[4]",
                "messages[0].parts[1]",
                "messages[0].parts[2]",
                "messages[0].parts[3]",
                "messages[0].parts[4]",
                "messages[1].parts[1]",
            ],
        ),
        (
            "gemini",
            [
                "messages[0]",
                "messages[0].name",
                "messages[0].parts[0]",
                "messages[0].parts[0]",
                "messages[0].parts[1]",
                "messages[0].parts[2]",
                "messages[0].parts[3]",
                "messages[0].parts[4]",
                "messages[1].parts[2]",
                "alternatives[0][0].parts[1]",
                "alternatives[1][1].parts[1]",
                "usage.cache_write",
                "usage.cache_write_1h",
            ],
        ),
    ],
)
def test_a_full_answer_leaves_behind_just_this(name: str, lost: list[str]) -> None:
    for way in (written, streamed):
        assert [loss.at for loss in way(FULL, dialect(name))[1]] == lost


parts = st.one_of(
    strategies.texts,
    strategies.thinking,
    strategies.calls.map(lambda call: replace(call, signature="bound")),
    strategies.opaques,
    strategies.images,
)
choices = st.lists(st.lists(parts, max_size=3).map(lambda made: Message("assistant", tuple(made))), max_size=2)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Answers of parts from anywhere, in messages that may be of a dialect."""
    wire = draw(st.sampled_from([None, STRANGER, *map(Wire, NAMES)]))

    def choice() -> tuple[Message, ...]:
        return tuple(replace(message, wire=wire) for message in draw(choices))

    return Answer(
        messages=choice(),
        finish=draw(st.sampled_from([None, *get_args(FinishReason)])),
        usage=draw(st.none() | st.builds(Usage, *[st.integers(0, 99)] * 6)),
        alternatives=tuple(choice() for _ in range(draw(st.integers(0, 2)))),
    )


@given(answers(), st.sampled_from(NAMES))
def test_nothing_of_any_answer_vanishes_without_a_word(answer: Answer, name: str) -> None:
    check_nothing_vanished(answer, *written(answer, dialect(name)))


@given(answers(), st.sampled_from(NAMES))
def test_asking_for_a_report_changes_nothing_of_what_is_written(answer: Answer, name: str) -> None:
    wire = dialect(name)
    assert wire.write_answer(answer) == wire.write_answer(answer, Report())
    assert list(wire.emit(answer)) == list(wire.emit(answer, Report()))


@given(st.data(), st.sampled_from(NAMES))
def test_an_answer_of_the_same_provider_leaves_nothing_behind(data: st.DataObject, name: str) -> None:
    wire = dialect(name)
    answer = wire.read_answer(jsontext.encode(data.draw(ANSWERS[name])))
    report = Report()
    wire.write_answer(answer, report)
    assert report.losses == []
