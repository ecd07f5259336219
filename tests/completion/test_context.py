"""The whole of it, as a language server uses it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from brimful.completion import CURSOR, Completion, CompletionContext, Cursor
from brimful.settings import DEFAULTS
from tests.completion.fakes import Failing, HandClock, Scripted, calm, run

CART = "class Cart:\n    def total(self, customer):\n        return sum(line.price for line in self.lines)\n"
PATIENT = msgspec.structs.replace(DEFAULTS.completion, race_ms=60_000, warm_budget_ms=60_000)


def asked(completion: Completion, text: str, path: str = "main.py", **more: int) -> CompletionContext:
    async def ask() -> CompletionContext:
        async with completion:
            return await completion.context(path, text, len(text), **more)

    return asyncio.run(ask())


@pytest.mark.spec("IC-1")
def test_context_brings_imports_neighbours_similar_stretches_and_names_in_scope(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text(CART)
    completion = Completion(PATIENT, tmp_path)
    completion.focused(str(tmp_path / "shop.py"), "def total_price(customer, lines):\n    return 1\n")
    text = "from cart import Cart\n\ndef bill(customer):\n    lines = 1\n    total = "
    context = asked(completion, text, str(tmp_path / "main.py"))
    assert [(each.kind, each.path) for each in context.items] == [
        ("locals", "main.py"),
        ("imports", "cart.py"),
        ("similar", "shop.py"),
        ("neighbours", "shop.py"),
    ]
    assert "# class Cart:\n#     def total(self, customer):\n" in context.preamble
    assert context.text.endswith("    total = " + CURSOR)
    assert context.left_out == ()


@pytest.mark.spec("IC-1")
def test_a_document_that_leaves_no_room_gets_nothing_and_nobody_is_asked() -> None:
    async def scenario() -> None:
        provider = Scripted()
        async with Completion(providers=[provider], own=False, clock=HandClock()) as completion:
            text = "x = 1\n" * 6_000
            completion.opened("a.py", text)
            completion.moved(Cursor("a.py", len(text), by="mouse"))
            completion.changed("a.py", text + "\n")
            context = await completion.context("a.py", text, len(text))
            assert (context.items, context.available, provider.asked) == ((), 0, [])
            assert [each.reason for each in context.left_out] == ["the document"]
            assert 0 < context.tokens <= 7_692
            assert text.endswith(context.prefix)

    run(scenario)


@pytest.mark.spec("IC-1")
def test_pieces_never_take_more_than_what_is_left_beside_the_document() -> None:
    completion = Completion(PATIENT)
    for number in range(10):
        completion.focused(f"n{number}.py", "".join(f"def name_{number}_{n}(): ...\n" for n in range(60)))
    text = "v = 1\n" * 5_000
    context = asked(completion, text)
    assert context.available == 436
    assert sum(len(each.text) for each in context.items) <= 436 * 4
    assert "optional pool" in {each.reason for each in context.left_out}


@pytest.mark.spec("IC-2")
def test_the_budget_of_a_request_bounds_what_matters_and_the_mode_the_rest() -> None:
    text = "def outer():\n    name = 1\n    "

    def kinds(mode: str, **more: int) -> list[str]:
        completion = Completion(msgspec.structs.replace(PATIENT, mode=mode))
        completion.focused("near.py", "def name(): ...")
        return [each.kind for each in asked(completion, text, **more).items]

    assert kinds("fill") == ["locals", "similar", "neighbours"]
    assert kinds("minimal") == ["locals"]
    assert kinds("unheard of") == ["locals"]
    assert "locals" not in kinds("fill", budget=1)


@pytest.mark.spec("IC-3")
def test_moves_and_edits_warm_what_a_request_then_finds_ready() -> None:
    async def scenario() -> None:
        provider, clock = Scripted(), HandClock()
        async with Completion(providers=[provider], own=False, clock=clock) as completion:
            completion.opened("a.py", "one\ntwo")
            completion.moved(Cursor("a.py", 3, by="mouse"))
            await calm()
            context = await completion.context("a.py", "one\ntwo", 3)
            assert (provider.asked, context.waited_ms) == ([3], 0.0)
            completion.changed("a.py", "one more\ntwo")
            await clock.turn(0.1)
            assert provider.asked == [3, 8]

    run(scenario)


@pytest.mark.spec("IC-3")
def test_selections_and_several_cursors_and_documents_that_are_not_open_warm_nothing() -> None:
    async def scenario() -> None:
        provider = Scripted()
        async with Completion(providers=[provider], own=False, clock=HandClock()) as completion:
            completion.opened("a.py", "one")
            completion.moved(Cursor("a.py", 3, by="mouse", empty=False))
            completion.moved(Cursor("a.py", 3, by="mouse", only=False))
            completion.moved(Cursor("b.py", 0, by="mouse"))
            completion.changed("a.py", "one")
            await calm()
            assert provider.asked == []

    run(scenario)


@pytest.mark.spec("IC-3")
def test_what_is_late_or_fails_is_told_and_the_rest_comes() -> None:
    async def scenario() -> None:
        clock, slow = HandClock(), Scripted("slow", open_=False)
        providers = [Scripted("quick"), slow, Failing()]
        async with Completion(providers=providers, own=False, clock=clock) as completion:
            request = asyncio.ensure_future(completion.context("a.py", "x", 1))
            await clock.turn(0.02)
            context = await request
            assert [each.text for each in context.items] == ["quick at 1"]
            assert [(each.what, each.reason) for each in context.left_out] == [
                ("slow", "not ready"),
                ("failing", "failed"),
            ]
            assert context.waited_ms == pytest.approx(20)
        assert slow.cancelled == 1

    run(scenario)


@pytest.mark.spec("IC-3")
def test_outside_of_its_block_only_texts_are_noted_and_a_cursor_must_be_in_the_text() -> None:
    completion = Completion()
    completion.opened("a.py", "x")
    completion.changed("a.py", "xy")
    completion.focused("a.py")
    completion.moved(Cursor("a.py", 1))
    completion.closed("a.py")
    completion.forget()
    document = completion.recent.get("a.py")
    assert document is not None
    assert document.text == "xy"
    with pytest.raises(RuntimeError, match="async with"):
        asyncio.run(completion.context("a.py", "x", 1))
    with pytest.raises(ValueError, match=r"0 … 1 in main\.py"):
        asyncio.run(_beyond(completion))


async def _beyond(completion: Completion) -> None:
    async with completion:
        await completion.context("main.py", "x", 2)
