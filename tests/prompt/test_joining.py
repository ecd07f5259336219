"""What a message says: texts joined, line breaks where elements meet, media between them (PT-3)."""

from __future__ import annotations

import pytest

from brimful.messages import Image as ImagePart
from brimful.messages import Opaque as OpaquePart
from brimful.messages import Text as TextPart
from brimful.prompt import (
    BR,
    Assistant,
    CacheMark,
    Call,
    Child,
    Container,
    Document,
    Image,
    InvalidPrompt,
    Opaque,
    Rendered,
    System,
    Text,
    TextChunk,
    Tool,
    User,
    render_sync,
)
from tests.prompt.trees import TOKENIZERS


def shown(*prompt: Child, budget: int = 1000) -> Rendered:
    return render_sync(list(prompt), budget=budget, tokenizer=TOKENIZERS["words"])


def text(*children: Child) -> str:
    return shown(User(*children)).messages[0].text


@pytest.mark.spec("PT-3", "PT-6")
@pytest.mark.parametrize(
    ("children", "said"),
    [
        (("a", "b"), "ab"),
        (("a", BR, "b"), "a\nb"),
        (("a", 1, 2.5, 3.0, None, True, ["b", ["c"]]), "a12.53bc"),
        ((TextChunk("a"), TextChunk("b")), "a\nb"),
        ((TextChunk("a\n"), TextChunk("b")), "a\nb"),
        (("a", TextChunk("b"), "c"), "a\nbc"),
        ((Text("a"), Text("b")), "a\nb"),
        (("a", Text("b")), "ab"),
        (("a", Text("b"), Text("c")), "ab\nc"),
        ((Container("a", "b"), Container("c")), "ab\nc"),
        (("a", Container(Text("b"))), "ab"),
        ((TextChunk("a"), TextChunk(""), TextChunk("b")), "a\nb"),
        ((TextChunk("a", BR, "b"), "c"), "a\nbc"),
    ],
)
def test_texts_meet_as_people_would_write_them(children: tuple[Child, ...], said: str) -> None:
    assert text(*children) == said


@pytest.mark.spec("PT-3", "PT-6")
def test_media_stand_where_they_were_put_and_text_goes_on_behind_them() -> None:
    picture, file = Image(source="https://example.org/a.png", detail="low"), Document(data="aGk=", media_type="a/b")
    message = shown(User("a", picture, "b", file, Opaque({"x": 1}, kind="news"), "c")).messages[0]
    kinds = [type(part).__name__ for part in message.parts]
    assert kinds == ["Text", "Image", "Text", "Document", "Opaque", "Text"]
    first = message.parts[1]
    assert isinstance(first, ImagePart)
    assert (first.url, first.detail) == ("https://example.org/a.png", "low")
    opaque = message.parts[4]
    assert isinstance(opaque, OpaquePart)
    assert (opaque.kind, opaque.value) == ("news", {"x": 1})


@pytest.mark.spec("PT-6")
@pytest.mark.parametrize(
    ("source", "media_type"),
    [
        ("iVBORw0KGgoAAA", "image/png"), ("/9j/4AAQ", "image/jpeg"), ("R0lGODlh", "image/gif"),
        ("UklGRiQA", "image/webp"), ("AAAA", "image/png"), ("data:image/avif;base64,AAAA", "image/avif"),
    ],
)  # fmt: skip
def test_a_picture_is_known_by_how_it_begins(source: str, media_type: str) -> None:
    part = shown(User(Image(source=source))).messages[0].parts[0]
    assert isinstance(part, ImagePart)
    assert part.media_type == media_type
    assert part.data == source.rpartition(",")[2]


@pytest.mark.spec("PT-6")
def test_messages_carry_role_name_calls_and_results() -> None:
    rendered = shown(
        System("rules"),
        User("hi", name="ann"),
        Assistant("let me see", calls=[Call("1", "look", '{"a":1}')]),
        Tool("found", call_id="1", is_error=True),
    )
    assert [message.role for message in rendered.messages] == ["system", "user", "assistant", "tool"]
    assert rendered.messages[1].name == "ann"
    (call,) = rendered.messages[2].tool_calls
    assert (call.id, call.name, call.arguments) == ("1", "look", '{"a":1}')
    (result,) = rendered.messages[3].tool_results
    assert (result.call_id, result.is_error, result.content) == ("1", True, (TextPart("found"),))


@pytest.mark.spec("PT-6", "PT-3")
def test_of_marks_that_stand_together_the_last_stays_and_each_stands_behind_its_text() -> None:
    parts = shown(User("a", CacheMark("x"), CacheMark("y", ttl="1h"), "b")).messages[0].parts
    assert [type(part).__name__ for part in parts] == ["Text", "CacheMark", "Text"]
    assert (parts[1].kind, parts[1].ttl) == ("y", "1h")  # type: ignore[union-attr]  # as the line above says


@pytest.mark.spec("PT-3")
@pytest.mark.parametrize("stray", ["text", BR, TextChunk("a"), Text("a"), Image(source="AAAA"), Opaque(1)])
def test_what_stands_outside_of_a_message_is_an_error_with_its_place(stray: Child) -> None:
    with pytest.raises(InvalidPrompt, match="inside a message") as caught:
        shown(User("hi"), Container(Container(stray, id="box")))
    assert caught.value.at.startswith("box")


@pytest.mark.spec("PT-3")
@pytest.mark.parametrize("prompt", [[CacheMark()], [User(Container("a", CacheMark()))]])
def test_a_mark_is_a_direct_child_of_a_message(prompt: list[Child]) -> None:
    with pytest.raises(InvalidPrompt, match="message"):
        shown(prompt)


@pytest.mark.spec("PT-3", "PT-5")
def test_messages_that_say_nothing_are_neither_sent_nor_counted() -> None:
    rendered = shown(User(" ", BR), User(), User("hi"), budget=4)
    assert [message.text for message in rendered.messages] == ["hi"]
    assert rendered.tokens == 4
    assert [entry.fate for entry in rendered.manifest.entries if entry.kind == "User"] == ["unused", "unused", "kept"]
    assert shown(User(" ")).tokens == 0


@pytest.mark.spec("PT-3")
def test_an_assistant_that_only_calls_says_something() -> None:
    assert shown(Assistant(calls=[Call("1", "look")])).messages[0].tool_calls
