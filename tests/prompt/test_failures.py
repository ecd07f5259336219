"""What happens when elements fail, renders are cancelled, or a tree makes no sense (PT-1, PT-7)."""

from __future__ import annotations

import asyncio
import gc
import math
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from brimful.prompt import (
    Child,
    Container,
    Element,
    ElementFailed,
    Expandable,
    InvalidPrompt,
    Opaque,
    PrioritizedList,
    Sizing,
    System,
    TextChunk,
    TokenLimit,
    User,
    render,
    render_sync,
)
from brimful.settings import Prompt
from tests.prompt.trees import TOKENIZERS

WORDS = TOKENIZERS["words"]


def shown(*prompt: Child, budget: Any = 100) -> str:
    return render_sync(list(prompt), budget=budget, tokenizer=WORDS).messages[0].text


class Waits(Element):
    """Waits for ever in one of its steps, and notes how that ended."""

    def __init__(self, when: str, log: list[str], started: asyncio.Semaphore | None = None, **props: Any) -> None:
        super().__init__(**props)
        self.when = when
        self.log = log
        self.started = started

    async def _wait(self) -> None:
        try:
            if self.started:
                self.started.release()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.log.append(f"{self.id} cancelled")
            raise
        finally:
            self.log.append(f"{self.id} cleaned up")

    async def prepare(self, sizing: Sizing) -> None:
        if self.when == "prepare":
            await self._wait()

    async def render(self, sizing: Sizing) -> str:
        if self.when == "render":
            await self._wait()
        return "said"


class Fails(Element):
    """Raises, at once or after the others have started."""

    def __init__(self, when: str, *, late: asyncio.Semaphore | None = None, **props: Any) -> None:
        super().__init__(**props)
        self.when = when
        self.late = late

    async def _fail(self) -> None:
        if self.late:
            await self.late.acquire()
        raise ValueError("the file is not there")

    async def prepare(self, sizing: Sizing) -> None:
        if self.when == "prepare":
            await self._fail()

    async def render(self, sizing: Sizing) -> None:
        await self._fail()


class FailsAtOnce(Element):
    """Raises without awaiting anything."""

    def render(self, sizing: Sizing) -> str:
        raise ValueError("the file is not there")


@contextmanager
def nothing_forgotten() -> Iterator[None]:
    """Fail when a coroutine was made and never awaited: Python says so when it is collected."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield
        gc.collect()
    assert [str(warning.message) for warning in found] == []


async def _cancelled(*prompt: Child, started: asyncio.Semaphore, count: int) -> set[asyncio.Task[Any]]:
    """Start a render, cancel it when all wait, and return the tasks that are left."""
    before = asyncio.all_tasks()
    task = asyncio.create_task(render(list(prompt), budget=100, tokenizer=WORDS))
    for _ in range(count):
        await started.acquire()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()
    return asyncio.all_tasks() - before


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize("when", ["prepare", "render"])
@pytest.mark.parametrize("count", [1, 5])
def test_cancelling_a_render_leaves_nothing_running(when: str, count: int) -> None:
    log: list[str] = []

    async def main() -> set[asyncio.Task[Any]]:
        started = asyncio.Semaphore(0)
        waiting = [Waits(when, log, started, id=f"e{i}") for i in range(count)]
        return await _cancelled(User(Container(*waiting)), started=started, count=count)

    with nothing_forgotten():
        assert asyncio.run(main()) == set()
    assert sorted(log) == sorted(f"e{i} {what}" for i in range(count) for what in ("cancelled", "cleaned up"))


@pytest.mark.spec("PT-4")
def test_cancelling_while_something_grows_leaves_nothing_running() -> None:
    log: list[str] = []

    async def main() -> set[asyncio.Task[Any]]:
        started = asyncio.Semaphore(0)
        calls = 0

        async def say(sizing: Sizing) -> str:
            nonlocal calls
            calls += 1
            if calls == 2:
                try:
                    started.release()
                    await asyncio.Event().wait()
                finally:
                    log.append("cleaned up")
            return "x"

        return await _cancelled(User(Expandable(say)), started=started, count=1)

    assert asyncio.run(main()) == set()
    assert log == ["cleaned up"]
    assert gc.isenabled()


@pytest.mark.spec("PT-1")
def test_a_timeout_of_the_caller_is_a_timeout() -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await render([User(Waits("prepare", [], id="w"))], budget=100, tokenizer=WORDS)

    asyncio.run(main())


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize("when", ["prepare", "render"])
def test_one_that_fails_is_named_with_its_path_and_its_siblings_are_cancelled(when: str) -> None:
    log: list[str] = []

    async def main() -> None:
        before = asyncio.all_tasks()
        started = asyncio.Semaphore(0)
        waiting = Waits(when, log, started, id="slow")
        prompt = [User(Container(waiting, Fails(when, late=started, id="broken")), id="question")]
        with pytest.raises(ElementFailed) as caught:
            await render(prompt, budget=100, tokenizer=WORDS)
        error = caught.value
        assert error.at == "Container > User question > Container > Fails broken"
        assert "ValueError: the file is not there" in str(error)
        assert isinstance(error.__cause__, ValueError)
        assert error.as_dict()["type"] == "element_failed"
        assert asyncio.all_tasks() == before

    with nothing_forgotten():
        asyncio.run(main())
    assert log == ["slow cancelled", "slow cleaned up"]


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize("others", [0, 1, 3])
def test_one_that_fails_at_once_leaves_no_coroutine_behind(others: int) -> None:
    waiting = [Waits("render", [], id=f"w{i}") for i in range(others)]
    with nothing_forgotten(), pytest.raises(ElementFailed) as caught:
        shown(User(*waiting, FailsAtOnce(id="broken")))
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.spec("PT-1")
def test_of_two_that_fail_the_first_is_told() -> None:
    with pytest.raises(ElementFailed) as caught:
        shown(User(Fails("prepare", id="first"), Fails("prepare", id="second")))
    assert "first" in caught.value.at
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize("alone", [True, False])
def test_a_cancellation_that_is_not_the_callers_is_a_failure_of_the_element(alone: bool) -> None:
    class Awaits(Element):
        async def render(self, sizing: Sizing) -> str:
            other = asyncio.create_task(asyncio.Event().wait())
            other.cancel()
            await other
            return "never"

    with pytest.raises(ElementFailed, match="was cancelled") as caught:
        shown(User(Awaits(id="broken"), *([] if alone else [Waits("render", [], id="w")])))
    assert "broken" in caught.value.at


@pytest.mark.spec("PT-4")
def test_text_that_fails_when_it_is_asked_again_is_named() -> None:
    calls = 0

    def say(sizing: Sizing) -> str:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ValueError("no more")
        return "x"

    with pytest.raises(ElementFailed, match="no more"):
        shown(User(Expandable(say)))


# --- trees that make no sense ---


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize("budget", [-1, math.nan, math.inf, -math.inf, "100", None, True, 10**400, [], 2**53])
def test_a_budget_that_is_no_number_of_tokens_is_an_error(budget: Any) -> None:
    with pytest.raises(InvalidPrompt, match="budget"):
        shown(User("a"), budget=budget)


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize("most", [-1, math.nan, math.inf, "5", None])
def test_a_limit_that_is_no_number_of_tokens_is_an_error_with_its_place(most: Any) -> None:
    with pytest.raises(InvalidPrompt, match="max") as caught:
        shown(User("a", TokenLimit("b", max=most)))
    assert caught.value.at == "root/0/1"


@pytest.mark.spec("PT-1")
def test_part_of_a_token_is_none_and_a_budget_of_nothing_is_one() -> None:
    assert shown(User(TextChunk("a"), TextChunk("b"))) == shown(User(TextChunk("a"), TextChunk("b")), budget=5.9)
    assert render_sync([User("a")], budget=0, tokenizer=WORDS).messages == ()
    assert shown(User("rest", TokenLimit("b", max=0))) == "rest"


@pytest.mark.spec("PT-1")
@pytest.mark.parametrize(
    "child",
    [{"el": "User"}, b"bytes", {1, 2}, frozenset("ab"), object(), User, math.nan, math.inf, 10**5000,
     Opaque(1, priority=math.nan), Opaque(1, tokens=-1)],
    ids=lambda child: type(child).__name__,
)  # fmt: skip
def test_what_cannot_be_part_of_a_prompt_is_an_error_with_its_place(child: Any) -> None:
    with pytest.raises(InvalidPrompt) as caught:
        shown(System("a"), User("b", [child]))
    assert caught.value.at == "root/1/1"


@pytest.mark.spec("PT-1")
def test_an_element_that_holds_itself_is_an_error_that_says_so() -> None:
    box = Container(id="ring")
    box.children = (Container(box, box), box)
    with pytest.raises(InvalidPrompt, match="holds itself") as caught:
        shown(User(box))
    assert caught.value.at == "ring"

    class Again(Element):
        def render(self, sizing: Sizing) -> Child:
            return [self, self]

    with pytest.raises(InvalidPrompt, match="Again holds itself"):
        shown(User(Again()))


@pytest.mark.spec("PT-1")
def test_lists_that_hold_themselves_are_an_error() -> None:
    ring: list[Any] = ["a"]
    ring += [ring, ring]
    for prompt in (User(ring), User(TextChunk(ring)), User(PrioritizedList(ring)), User(PrioritizedList(ring, "b"))):
        with pytest.raises(InvalidPrompt, match="holds itself"):
            shown(prompt)
    with pytest.raises(InvalidPrompt, match="holds itself"):
        shown(ring)


@pytest.mark.spec("PT-1")
def test_a_hundred_thousand_levels_are_an_error_and_not_a_crash() -> None:
    deep: Child = "x"
    for _ in range(100_000):
        deep = Container(deep)
    with pytest.raises(InvalidPrompt, match="deeper than 150"):
        shown(User(deep))
    lists: Any = "x"
    for _ in range(100_000):
        lists = [lists]
    with pytest.raises(InvalidPrompt, match="deeper"):
        shown(User(lists))

    class Deeper(Element):
        def render(self, sizing: Sizing) -> Child:
            return Deeper()

    with pytest.raises(InvalidPrompt, match="deeper than 150"):
        shown(User(Deeper()))


def _levels(count: int) -> Child:
    deep: Child = TextChunk("x")
    for _ in range(count):
        deep = Container(deep, "y")
    return deep


@pytest.mark.spec("PT-1")
def test_the_deepest_that_settings_allow_is_rendered_from_far_down_a_stack() -> None:
    prompt = [User(_levels(247))]

    def down(frames: int) -> str:
        if frames:
            return down(frames - 1)
        rendered = render_sync(prompt, budget=1_000, tokenizer=WORDS, settings=Prompt(max_depth=250))
        assert len(rendered.manifest.entries) == 2 + 2 * 247 + 1
        return rendered.messages[0].text

    assert sys.getrecursionlimit() == 1000
    assert down(60).count("y") == 247


@pytest.mark.spec("PT-1")
def test_many_thousands_side_by_side_are_no_trouble() -> None:
    prompt = [User(*(TextChunk("x", priority=i) for i in range(20_000)))]
    assert shown(*prompt, budget=103) == "\n".join(["x"] * 100)
