"""Elements that people write: classes and functions, plain and async (PT-1, PT-2)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from brimful.prompt import (
    BR,
    Child,
    Container,
    Element,
    Expandable,
    PrioritizedList,
    Props,
    Rendered,
    Sizing,
    TextChunk,
    TokenLimit,
    User,
    element,
    render,
    render_sync,
)
from tests.prompt.trees import TOKENIZERS

WORDS = TOKENIZERS["words"]


def shown(*prompt: Child, budget: int = 100) -> Rendered:
    return render_sync(list(prompt), budget=budget, tokenizer=WORDS)


class Notes(Element):
    """Fetches, then says what fits."""

    def __init__(self, *notes: str, **props: Any) -> None:
        super().__init__(**props)
        self.notes = notes

    async def prepare(self, sizing: Sizing) -> list[str]:
        await asyncio.sleep(0)
        return [note for note in self.notes if sizing.count(note) <= sizing.budget]

    async def render(self, sizing: Sizing) -> Child:
        await asyncio.sleep(0)
        return [TextChunk(note, priority=place) for place, note in enumerate(sizing.prepared)]


@pytest.mark.spec("PT-1")
def test_a_class_prepares_and_renders_with_its_budget_and_a_counter() -> None:
    assert shown(User(Notes("a b", "c", "d e f g")), budget=6).messages[0].text == "a b\nc"


@pytest.mark.spec("PT-1")
def test_plain_methods_do_as_well() -> None:
    class Plain(Element):
        def prepare(self, sizing: Sizing) -> int:
            return sizing.budget

        def render(self, sizing: Sizing) -> str:
            return f"{sizing.prepared}={sizing.budget}"

    assert shown(User(Plain()), budget=10).messages[0].text == "7=7"


@pytest.mark.spec("PT-1")
def test_an_element_renders_others_and_they_are_told_what_is_left() -> None:
    class Twice(Element):
        def render(self, sizing: Sizing) -> Child:
            return [self.children, BR, Notes("x y", "z", flex_grow=1)]

    assert shown(User(Twice("a b c"))).messages[0].text == "a b c\nx y\nz"


@pytest.mark.spec("PT-1")
def test_a_function_is_a_kind_of_element_and_takes_the_common_properties() -> None:
    @element
    def greet(sizing: Sizing, name: str, *, loud: bool = False) -> Child:
        return f"{name.upper() if loud else name}{sizing.budget}"

    @element
    async def wait(sizing: Sizing) -> Child:
        await asyncio.sleep(0)
        return TextChunk("waited")

    rendered = shown(User(greet("ann", loud=True, id="hello", priority=5), wait(priority=7, flex_grow=1)))
    assert rendered.messages[0].text == "ANN97\nwaited"
    hello = next(entry for entry in rendered.manifest.entries if entry.id == "hello")
    assert (hello.kind, hello.priority) == ("greet", 5)
    assert greet.__name__ == "greet"


@pytest.mark.spec("PT-1")
def test_a_function_takes_every_common_property() -> None:
    @element
    def plain(sizing: Sizing) -> Child:
        return "x"

    given: dict[str, Any] = {
        "id": "x", "priority": 1, "pass_priority": True, "flex_grow": 1, "flex_basis": 2, "flex_reserve": 3,
        "required": True,
    }  # fmt: skip
    assert given.keys() == Props.__annotations__.keys()
    made = plain(**given)
    assert {name: getattr(made, name) for name in given} == given


@pytest.mark.spec("PT-1", "PT-6")
def test_a_subclass_of_an_element_out_of_the_box_is_one_and_may_render_in_a_way_of_its_own() -> None:
    class Rules(User):
        def render(self, sizing: Sizing) -> Child:
            return ["rule: ", *self.children]

    class Small(TokenLimit):
        def __init__(self, *children: Child) -> None:
            super().__init__(*children, max=3)

    assert shown(Rules("be brief")).messages[0].text == "rule: be brief"
    assert shown(User(Small("a b c d e"), "rest")).messages[0].text == "rest"


@pytest.mark.spec("PT-1")
def test_numbers_of_a_list_do_not_change_elements_people_keep() -> None:
    note = Notes("a")
    shown(User(PrioritizedList(note, note)))
    assert note.priority is None


@pytest.mark.spec("PT-1")
def test_the_same_element_may_stand_in_two_places_and_be_rendered_twice() -> None:
    chunk = Container(TextChunk("a"), (word for word in ("b", "c")))
    prompt = [User(chunk, chunk)]
    assert shown(prompt).messages[0].text == "abc\nabc"
    assert shown(prompt).messages[0].text == "abc\nabc"


class Meets(Element):
    """Waits in one of its steps until all of its group are in it."""

    def __init__(self, barrier: asyncio.Barrier, when: str, **props: Any) -> None:
        super().__init__(**props)
        self.barrier = barrier
        self.when = when

    async def prepare(self, sizing: Sizing) -> None:
        if self.when == "prepare":
            await self.barrier.wait()

    async def render(self, sizing: Sizing) -> str:
        if self.when == "render":
            await self.barrier.wait()
        return self.id


@pytest.mark.spec("PT-2", "PT-1")
@pytest.mark.parametrize("when", ["prepare", "render"])
def test_all_of_a_group_prepare_together_and_then_render_together(when: str) -> None:
    """Nobody gets past the barrier before all ten are there: one after the other, this would wait for ever."""

    async def main() -> Rendered:
        barrier = asyncio.Barrier(10)
        group = [Meets(barrier, when, id=f"e{i}") for i in range(10)]
        return await asyncio.wait_for(render([User(*group)], budget=100, tokenizer=WORDS), timeout=60)

    assert asyncio.run(main()).messages[0].text == "\n".join(f"e{i}" for i in range(10))


@pytest.mark.spec("PT-2")
def test_all_prepare_before_any_renders_and_groups_come_one_after_the_other() -> None:
    seen: list[str] = []

    class Watched(Element):
        async def prepare(self, sizing: Sizing) -> None:
            seen.append(f"prepare {self.id}")

        async def render(self, sizing: Sizing) -> Child:
            seen.append(f"render {self.id}")
            return [Watched(id=f"{self.id}.in")] if "." not in self.id else None

    shown(User(Watched(id="a"), Watched(id="b"), Watched(id="late", flex_grow=1)))
    assert seen == [
        "prepare a", "prepare b", "render a", "render b",
        "prepare a.in", "render a.in", "prepare b.in", "render b.in",
        "prepare late", "render late", "prepare late.in", "render late.in",
    ]  # fmt: skip


@pytest.mark.spec("PT-4", "PT-6")
def test_expandable_text_may_be_async_and_is_asked_again_with_what_is_left() -> None:
    asked: list[int] = []

    async def say(sizing: Sizing) -> str:
        await asyncio.sleep(0)
        asked.append(sizing.budget)
        return "word " * min(sizing.budget, 50)

    rendered = shown(User(Expandable(say, flex_basis=0.1), Container("a b c", flex_basis=0.9)), budget=40)
    assert asked == [3, 34]
    assert rendered.tokens == 40
    assert next(entry for entry in rendered.manifest.entries if entry.kind == "Expandable").grown == 31


@pytest.mark.spec("PT-4")
def test_nothing_grows_when_there_is_no_room() -> None:
    asked: list[int] = []

    def say(sizing: Sizing) -> str:
        asked.append(sizing.budget)
        return "word"

    shown(User(Expandable(say), TextChunk("a b c")), budget=7)
    assert len(asked) == 1


@pytest.mark.spec("PT-3")
def test_long_texts_are_counted_off_the_loop_while_others_go_on() -> None:
    """The render waits for them, so that a loop that serves others as well is not held up."""
    text = "many words " * 2_000

    async def main() -> tuple[int, bool]:
        went_on = False

        async def other() -> None:
            nonlocal went_on
            went_on = True

        task = asyncio.create_task(other())
        rendered = await render([User(TextChunk(text))], budget=10_000, model="gpt-4o")
        was_first = went_on
        await task
        return rendered.tokens, was_first

    tokens, went_on = asyncio.run(main())
    assert tokens > 4_000
    assert went_on
