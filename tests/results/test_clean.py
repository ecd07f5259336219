"""What a terminal would have shown at the end, and nothing else changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results import clean
from brimful.results.terminal import replay

TERMINAL = st.text(
    st.one_of(
        st.sampled_from(
            [
                "\x1b[31m",
                "\x1b[K",
                "\x1b[2A",
                "\x1b[5C",
                "\r",
                "\b",
                "\n",
                " ",
                "\t",
                "\x00",
                "\x1b]0;t\x07",
                "%",
                "[",
            ]
        ),
        st.characters(),
    ).map(lambda piece: piece[:1])
) | st.lists(
    st.sampled_from(
        [
            "\x1b[31m",
            "\x1b[0K",
            "\x1b[2A",
            "\x1b[99B",
            "\x1b[5C",
            "\x1b[J",
            "\x1b]8;;http://x\x1b\\",
            "\x1b",
            "\r",
            "\b",
            "\n",
            " ",
            "\t",
            "\x00",
            "10% [==>  ]",
            "wörd",
            "日本",
            "e\u0301",
            "|###| 3/9",
        ]
    )
).map("".join)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("\x1b[1;31merror\x1b[0m: no", "error: no"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;title\x07text", "text"),
        ("a\x1b(Bb\x1b=c\x1bMd", "abcd"),
        ("10%\r50%\r100% done\n", "100% done\n"),
        ("long line\rshort\n", "shortline\n"),
        ("fold:start\r\x1b[0K$ make\n", "$ make\n"),
        ("windows\r\nlines\r\r\n", "windows\nlines\n"),
        ("old\rmac\rlines", "old\nmac\nlines"),
        ("spin |\b/\b-\b done", "spin  done"),
        ("one 1%\ntwo 1%\n\x1b[2A\x1b[2Kone 100%\n\x1b[2Ktwo 100%\n", "one 100%\ntwo 100%\n"),
        ("a\x00b\x07c", "abc"),
        ("trail  \n\tkept\t\nend ", "trail\n\tkept\nend"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("unfinished \x1b[", "unfinished ["),
    ],
)
def test_text_becomes_what_was_seen_in_the_end(raw: str, seen: str) -> None:
    assert clean(raw) == seen


@pytest.mark.spec("RES-4")
def test_of_a_progress_bar_printed_line_by_line_the_last_stays() -> None:
    bars = [f"  |{'█' * n}{' ' * (10 - n)}| {n * 10}% {n} MB 3.{n} MB/s" for n in range(1, 11)]
    counts = [f"Receiving objects: {n:3}% ({n}/100)" for n in range(1, 101)]
    text = "\n".join(["Collecting x", *bars, "Installing x", *counts, "done"])
    assert clean(text).split("\n") == ["Collecting x", bars[-1], "Installing x", counts[-1], "done"]


@pytest.mark.spec("RES-4")
def test_a_percentage_beside_a_test_is_no_progress_bar() -> None:
    text = "\n".join(f"test_a.py::test_x[{n}] PASSED [ {n}%]" for n in range(10, 99))
    assert clean(text) == text


@pytest.mark.spec("RES-4")
@given(st.text(st.characters(exclude_categories=("Cc",), exclude_characters="%"), max_size=200))
def test_text_without_controls_stays_exactly(text: str) -> None:
    assert clean(text) == text.rstrip(" \t")


@pytest.mark.spec("RES-4")
@given(TERMINAL)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert not set(once) & set("\x1b\r\b\x00")


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("move", ["\x1b[9999C.", "\x1b[9999B.", "\x1b[9999G.\n", "\x1b[1K", "\x1b[9999B\x1b[9999A"])
def test_a_screen_never_grows_far_beyond_the_text(move: str) -> None:
    text = move * 2_000
    assert len(replay(text)) <= 2 * len(text) + 1
