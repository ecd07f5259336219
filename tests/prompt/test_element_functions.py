"""Functions as elements."""

from __future__ import annotations

import asyncio

import pytest

from brimful.prompt import Children, Sizing, TextChunk, User, element, render_sync

pytestmark = pytest.mark.spec("PT-1")


@element
def numbered(sizing: Sizing, *, lines: list[str]) -> Children:
    """Lines with their numbers, the last the first to go."""
    return [TextChunk(f"{i} {line}", priority=-i) for i, line in enumerate(lines, 1)]


@element
async def awaited(sizing: Sizing, word: str) -> Children:
    await asyncio.sleep(0)
    return f"{word} within {sizing.budget}"


def test_a_function_is_an_element_with_the_common_properties() -> None:
    tree = User(numbered(lines=["a", "b"], id="code", priority=5, flex_grow=1))
    rendered = render_sync(tree, budget=50)
    assert rendered.messages[0].text == "1 a\n2 b"
    entry = next(entry for entry in rendered.manifest.entries if entry.kind == "numbered")
    assert (entry.priority, "code" in entry.id) == (5, True)


def test_it_may_be_async_and_take_its_arguments_by_place() -> None:
    text = render_sync(User(awaited("words")), budget=50).messages[0].text
    assert text.startswith("words within ")


def test_it_keeps_the_name_and_the_words_of_the_function() -> None:
    assert numbered.__name__ == "numbered"
    assert numbered.__doc__ == "Lines with their numbers, the last the first to go."
