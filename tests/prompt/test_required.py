"""What is required stays, or nothing does (PT-7)."""

from __future__ import annotations

import pytest

from brimful.prompt import (
    Assistant,
    BudgetExceeded,
    CacheMark,
    Call,
    Child,
    Chunk,
    Container,
    KeepWith,
    LegacyPrioritization,
    Meta,
    PrioritizedList,
    Rendered,
    System,
    TextChunk,
    TokenLimit,
    Tool,
    User,
    render_sync,
)
from tests.prompt.trees import TOKENIZERS


def shown(*prompt: Child, budget: int, original: bool = False) -> Rendered:
    return render_sync(list(prompt), budget=budget, tokenizer=TOKENIZERS["words"], original=original)


@pytest.mark.spec("PT-7")
def test_the_lowest_stays_when_it_is_required_and_all_in_it() -> None:
    prompt = [
        System(TextChunk("be brief", priority=1), priority=1, required=True),
        User(TextChunk("old", priority=2), TextChunk("new", priority=0, required=True), priority=9),
    ]
    assert [message.text for message in shown(*prompt, budget=9).messages] == ["be brief", "new"]


@pytest.mark.spec("PT-7")
@pytest.mark.parametrize("kind", [Chunk, Container, LegacyPrioritization, PrioritizedList])
def test_what_holds_something_required_loses_only_the_rest(kind: type[Container]) -> None:
    box = kind(TextChunk("goes", priority=1), TextChunk("stays", priority=1, required=True), priority=1)
    assert shown(User(box, TextChunk("x")), budget=5).messages[0].text == "stays\nx"


@pytest.mark.spec("PT-7")
def test_when_they_alone_do_not_fit_the_error_tells_everything() -> None:
    prompt = [
        System("one two three", required=True, id="rules", priority=5),
        User(TextChunk("four", priority=1), Meta("note", 1), id="question"),
    ]
    with pytest.raises(BudgetExceeded) as caught:
        shown(*prompt, budget=5)
    error = caught.value
    assert (error.budget, error.needed) == (5, 6)
    assert [message.text for message in error.messages] == ["one two three", "four"]
    assert [meta.key for meta in error.metadata] == ["note"]
    assert [entry.id for entry in error.manifest.left_behind] == ["question", "question/0"]
    assert error.contents["question/0"] == "four"
    assert "6" in str(error)
    assert error.hint


@pytest.mark.spec("PT-7")
def test_marks_that_protect_too_much_are_the_same_error() -> None:
    with pytest.raises(BudgetExceeded) as caught:
        shown(User("one two three", CacheMark()), budget=5)
    assert caught.value.needed == 6
    assert caught.value.manifest.steps == ()


@pytest.mark.spec("PT-7")
def test_a_limit_that_what_is_required_does_not_fit_names_itself() -> None:
    limit = TokenLimit(TextChunk("one two three", required=True), max=2, id="small")
    with pytest.raises(BudgetExceeded) as caught:
        shown(User(limit), budget=50)
    assert (caught.value.budget, caught.value.at) == (2, "small")


@pytest.mark.spec("PT-7")
def test_a_tree_without_anything_required_prunes_to_nothing() -> None:
    rendered = shown(System("one"), User("two"), budget=0)
    assert (rendered.messages, rendered.tokens) == ((), 0)
    assert render_sync([User("two")], budget=2, model="gpt-4o").tokens == 0  # not even the list's own three


@pytest.mark.spec("PT-7", "PT-5")
def test_a_set_is_kept_whole_when_one_of_it_is_required() -> None:
    right = KeepWith("right", key="k", required=True)
    prompt = User(KeepWith("left", key="k", priority=1), TextChunk("goes", priority=5), right)
    assert shown(prompt, budget=5).messages[0].text == "left\nright"


@pytest.mark.spec("PT-7", "PT-5")
def test_sets_that_meet_in_one_another_are_kept_whole_in_whatever_order_they_come() -> None:
    prompt = [
        User(
            KeepWith(TextChunk("a2"), key="A", priority=1),
            KeepWith(TextChunk("b2", priority=1), KeepWith(TextChunk("a1"), key="A"), key="B", priority=5),
            KeepWith(TextChunk("b1"), key="B", required=True),
            TextChunk("goes"),
        )
    ]
    assert shown(*prompt, budget=7).messages[0].text == "a2\nb2\na1\nb1"


@pytest.mark.spec("PT-7", "PT-5")
def test_what_a_required_message_calls_with_stays_with_it() -> None:
    prompt = [
        Assistant(calls=[Call("1", "f", "{}", "k")], required=True),
        KeepWith(Tool("result", call_id="1"), key="k", priority=1),
        User("goes", priority=5),
    ]
    assert [message.role for message in shown(*prompt, budget=11).messages] == ["assistant", "tool"]


@pytest.mark.spec("PT-7")
def test_it_holds_when_asked_to_do_as_the_original() -> None:
    prompt = [System("rules", required=True, priority=1), User("question", priority=9)]
    assert [message.role for message in shown(*prompt, budget=4, original=True).messages] == ["system"]


@pytest.mark.spec("PT-7", "PT-5")
def test_an_empty_one_of_a_set_that_goes_takes_nothing_required_along() -> None:
    prompt = [
        User(KeepWith("stays", key="k", required=True), TextChunk("x", priority=9)),
        User(TextChunk("goes", priority=1), KeepWith(key="k"), priority=1),
    ]
    assert [message.text for message in shown(*prompt, budget=5).messages] == ["stays\nx"]
