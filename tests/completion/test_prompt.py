"""The prompt: within its tokens, the text around the cursor first, the best piece nearest to it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.completion import CURSOR, Item, Place, item
from brimful.completion.prompt import as_comment, assemble, count_joined
from brimful.settings import DEFAULTS
from brimful.tokens import TextCounter

COUNTER = TextCounter()
LINES = "".join(f"value_{number} = compute(value_{number - 1}, {number})\n" for number in range(2_000))


def small(tokens: int) -> object:
    return msgspec.structs.replace(DEFAULTS.completion, budget_tokens=tokens + 500)


def at(text: str, offset: int, language: str = "python") -> Place:
    return Place("a.py", text, offset, language)


@pytest.mark.spec("IC-1")
def test_a_prompt_has_8192_less_500_tokens() -> None:
    prompt = assemble(at(LINES, len(LINES) // 2), [], COUNTER)
    assert 7_692 - 60 <= prompt.tokens <= 7_692
    assert prompt.tokens == COUNTER.count_exact(prompt.text, "o200k_base")


@pytest.mark.spec("IC-1")
def test_a_document_that_fits_is_there_whole_and_the_cursor_is_marked() -> None:
    text = "a = 1\nb = \nc = 3\n"
    prompt = assemble(at(text, 10), [], COUNTER)
    assert (prompt.prefix, prompt.suffix) == (text[:10], text[10:])
    assert prompt.text == "a = 1\nb = " + CURSOR + "\nc = 3\n"


@pytest.mark.spec("IC-1")
def test_of_a_long_document_whole_lines_stay_and_what_follows_the_cursor_has_its_share() -> None:
    prompt = assemble(at(LINES, len(LINES) // 2), [], COUNTER)
    middle = len(LINES) // 2
    assert LINES[:middle].endswith(prompt.prefix)
    assert LINES[middle:].startswith(prompt.suffix)
    assert LINES[: middle - len(prompt.prefix)].endswith("\n")
    assert prompt.suffix.endswith("\n")
    share = COUNTER.count(prompt.suffix, "o200k_base") / 7_692
    assert 0.13 <= share <= 0.15


@pytest.mark.spec("IC-1")
def test_what_one_side_does_not_need_the_other_has() -> None:
    start = assemble(at(LINES, 0), [], COUNTER)
    end = assemble(at(LINES, len(LINES)), [], COUNTER)
    assert (start.prefix, end.suffix) == ("", "")
    assert min(start.tokens, end.tokens) > 7_692 - 60


@pytest.mark.spec("IC-1")
def test_pieces_stand_before_the_text_as_comments_the_most_important_nearest_to_the_cursor() -> None:
    items = [item("locals", "x, y"), item("similar", "one\n\ntwo", "b.py", start=4, end=7)]
    prompt = assemble(at("z = ", 4), items, COUNTER)
    assert prompt.preamble == "# similar: b.py:5-7\n# one\n#\n# two\n# locals:\n# x, y\n"
    assert prompt.text == prompt.preamble + "z = " + CURSOR
    assert prompt.items == tuple(items)


@pytest.mark.spec("IC-1")
def test_comments_are_those_of_the_language() -> None:
    piece = item("imports", "def a()", "b.py")
    assert as_comment(piece, "//") == "// imports: b.py\n// def a()\n"
    assert assemble(at("", 0, "sql"), [piece], COUNTER).preamble.startswith("-- imports")
    assert assemble(at("", 0, "markdown"), [piece], COUNTER).preamble.startswith("> imports")


@pytest.mark.spec("IC-1")
def test_a_piece_without_room_is_left_out_with_the_reason_and_a_smaller_one_may_follow() -> None:
    items = [item("imports", "word " * 300, "big.py"), item("globals", "small", "small.py")]
    prompt = assemble(at("x = ", 4), items, COUNTER, small(100))  # type: ignore[arg-type]
    assert [each.path for each in prompt.items] == ["small.py"]
    assert [(each.path, each.reason, each.chars) for each in prompt.left_out] == [("big.py", "prompt", 1_500)]


pieces = st.builds(
    lambda text, path: item("imports", text, path),
    st.text(alphabet="ab \n/#.𝄞é'1", max_size=80),
    st.sampled_from(["", "a.py", "b c.py"]),
)


@pytest.mark.spec("IC-1")
@given(st.text(alphabet="ab1 \n\t/'.é𝄞", max_size=400), st.data(), st.lists(pieces, max_size=5), st.integers(0, 150))
def test_a_prompt_never_has_more_tokens_than_it_may_and_its_count_is_exact(
    text: str, data: st.DataObject, items: list[Item], limit: int
) -> None:
    offset = data.draw(st.integers(0, len(text)))
    prompt = assemble(at(text, offset), items, COUNTER, small(limit))  # type: ignore[arg-type]
    assert prompt.tokens == COUNTER.count_exact(prompt.text, "o200k_base")
    assert prompt.tokens <= max(limit, COUNTER.count(CURSOR, "o200k_base"))
    assert text[:offset].endswith(prompt.prefix)
    assert text[offset:].startswith(prompt.suffix)
    assert len(prompt.items) + len(prompt.left_out) == len(items)


@pytest.mark.spec("IC-1")
@given(st.lists(st.text(alphabet="ab1 \n\t/'.,é𝄞世", max_size=40), max_size=12))
def test_parts_are_counted_as_the_text_they_make(parts: list[str]) -> None:
    assert count_joined(parts, COUNTER, "o200k_base") == COUNTER.count_exact("".join(parts), "o200k_base")
