"""A manifest in a terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.prompt.columns import cut, one_line, pad, width, wrap
from brimful.prompt.manifest import Entry, Manifest
from brimful.prompt.manifest_text import NARROWEST, as_text
from tests.prompt.manifests import NASTY, agent_manifest, any_manifests, large_manifest

SCREENS = 120  # lines: a screen or two, with the header and the steps
ANSI = re.compile(r"\x1b\[\d+m")


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line)


@pytest.mark.spec("PT-10")
def test_the_head_says_how_full_it_is() -> None:
    head = as_text(agent_manifest()).splitlines()[:3]
    assert head[0] == "7,468 of 8,000 tokens · 93 % full, 532 free · counted with o200k_base"
    assert head[1] == "█" * 56 + "░" * 4
    assert head[2] == "38 elements: 23 kept · 13 pruned · 1 emptied · 1 unused · 6,926 tokens left behind"


@pytest.mark.spec("PT-10")
def test_the_tree_says_of_each_what_it_has_what_it_was_given_and_why_it_went() -> None:
    text = as_text(agent_manifest(), width=140)
    assert line_of(text, "├ upload.py") == (
        "    1,402     1,400 · │ ├ upload.py   TextChunk        priority 50   class Uploader:"
    )
    assert "−704       704 ✗ │ ├ commits" in text
    assert "step 1 · limit repository · lowest priority, 40 · in favour of repository/changes" in text
    assert "step 2 · limit repository · went with all of repository/issues" in text
    assert "step 7 · limit agent · went with its partner history/1" in text
    assert "step 4 · limit agent · nothing was left in it" in text
    assert "priority 70 · grew by 432" in text
    assert "required" in line_of(text, "├ system")
    assert line_of(text, "tools-note").split() == ["0", "7,088", "–", "├", "tools-note", "IfEmpty", "not", "needed"]


@pytest.mark.spec("PT-10")
def test_the_steps_say_what_went_and_what_went_along() -> None:
    text = as_text(agent_manifest())
    assert text.endswith("        9    −1,676   agent       history/4, and with it history/5\n")


@pytest.mark.spec("PT-10")
def test_long_rows_of_siblings_are_folded_and_full_shows_them() -> None:
    text = as_text(large_manifest(1000, 998))
    assert "… 992 more TextChunks, 496 kept, 496 pruned (−992)" in text
    full = as_text(large_manifest(1000, 998), full=True)
    assert "more" not in full
    assert full.count("TextChunk") == 998


@pytest.mark.spec("PT-10")
@pytest.mark.parametrize("breadth", [10_000, 1000, 100, 30, 10, 3, 1])
def test_ten_thousand_entries_read_in_a_screen_or_two(breadth: int) -> None:
    assert as_text(large_manifest(10_000, breadth)).count("\n") <= SCREENS


@pytest.mark.spec("PT-10")
def test_a_row_of_turns_is_a_row_though_its_kinds_take_turns() -> None:
    entries = [Entry("h", "History", used=30, tokens=30)]
    entries += [Entry(f"h/{i}", ["User", "Assistant"][i % 2], "h", used=1, tokens=1) for i in range(30)]
    assert "… 24 more (12 Assistant, 12 User), 24 kept" in as_text(Manifest(30, 30, tuple(entries)))


@pytest.mark.spec("PT-10")
def test_a_prompt_over_its_budget_says_by_how_much() -> None:
    assert "200 tokens over the budget" in as_text(Manifest(1000, 1200, ()))


@pytest.mark.spec("PT-10")
def test_colour_is_only_there_when_asked_for_and_changes_nothing_else() -> None:
    plain, colored = as_text(agent_manifest()), as_text(agent_manifest(), color=True)
    assert "\x1b" not in plain
    assert ANSI.search(colored)
    assert ANSI.sub("", colored) == plain


@given(any_manifests(), st.integers(0, 150), st.booleans())
@pytest.mark.spec("PT-10")
def test_no_line_is_wider_than_asked_and_nothing_acts_on_the_terminal(m: Manifest, columns: int, full: bool) -> None:
    text = as_text(m, width=columns, full=full)
    assert all(width(line) <= max(columns, NARROWEST) for line in text.splitlines())
    assert all(character.isprintable() or character == "\n" for character in text)
    text.encode()


@given(any_manifests())
@pytest.mark.spec("PT-10")
def test_full_shows_every_entry(manifest: Manifest) -> None:
    marks = re.compile(r"^ *\S+ +\S+ [·✗○–] ", re.MULTILINE)
    assert len(marks.findall(as_text(manifest, width=300, full=True))) == len(manifest.entries)


@pytest.mark.spec("PT-10")
def test_nesting_of_any_depth_is_shown() -> None:
    entries = [Entry("0", "Container", tokens=1, used=1)]
    for depth in range(1, 3000):
        entries.append(Entry(f"{depth}", "Container", f"{depth - 1}", tokens=1, used=1))
    text = as_text(Manifest(1, 1, tuple(entries)), full=True)
    assert text.count("Container") == 3000


@pytest.mark.spec("PT-10")
@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x07", "link"),
        ("a\r\n\tb\x00\x07c", "a bc"),
        ("\u202eabc\u2066", "abc"),
        ("\x9b2Jgone", "gone"),
        ("half \ud800", "half \ufffd"),
        ("two  spaces", "two spaces"),
    ],
)
def test_what_would_act_on_a_terminal_is_taken_out(given_text: str, shown: str) -> None:
    assert one_line(given_text) == shown


@pytest.mark.spec("PT-10")
def test_wide_characters_take_two_columns() -> None:
    assert width("日本") == 4
    assert pad("日本語", 5) == "日本…"
    assert pad("日本語", 4) == "日… "
    assert width("e\u0301") == 1


@given(NASTY | st.text(), st.integers(0, 30))
@pytest.mark.spec("PT-10")
def test_cutting_and_padding_always_fit(text: str, columns: int) -> None:
    line = one_line(text)
    assert width(cut(line, columns)) <= columns
    assert width(pad(line, columns)) == columns
    assert all(width(part) <= columns for part in wrap(line, columns))
