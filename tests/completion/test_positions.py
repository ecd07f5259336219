"""Places in a text, as people and as editors say them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.completion import offset_at, offset_at_utf16
from brimful.completion.positions import at_line_end, changed_until
from brimful.errors import InvalidInput

TEXT = "one\r\n\n𝄞 three\nlast"


@pytest.mark.spec("IC-3")
@pytest.mark.parametrize(
    ("line", "column", "before", "behind"),
    [(1, 1, "", "one"), (1, 4, "one", "\r\n"), (2, 1, "\r\n", "\n𝄞"), (3, 2, "\n𝄞", " three"), (4, 5, "last", "")],
)
def test_lines_and_columns_count_from_one_and_a_column_is_a_character(
    line: int, column: int, before: str, behind: str
) -> None:
    offset = offset_at(TEXT, line, column)
    assert TEXT[:offset].endswith(before)
    assert TEXT[offset:].startswith(behind)


@pytest.mark.spec("IC-3")
@pytest.mark.parametrize(
    ("line", "column", "said"),
    [(0, 1, "no line 0"), (5, 1, "no line 5"), (1, 5, "no column 5"), (1, 0, "no column 0"), (4, 6, "no column 6")],
)
def test_a_place_that_is_not_there_is_an_error_that_says_which_are(line: int, column: int, said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as caught:
        offset_at(TEXT, line, column, at="a.py")
    assert caught.value.at == "a.py"
    assert caught.value.hint


@pytest.mark.spec("IC-3")
def test_editors_count_from_zero_in_utf16_and_beyond_the_end_is_the_end() -> None:
    start = TEXT.index("𝄞")
    assert [offset_at_utf16(TEXT, 2, units) - start for units in (0, 1, 2, 3, 99)] == [0, 0, 1, 2, 7]
    assert offset_at_utf16(TEXT, 0, 99) == 3
    with pytest.raises(InvalidInput):
        offset_at_utf16(TEXT, 4, 0)


@pytest.mark.spec("IC-3")
@given(st.text(alphabet="a𝄞é\n", max_size=30), st.data())
def test_both_ways_of_counting_mean_the_same_place(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    line, start = text.count("\n", 0, offset), text.rfind("\n", 0, offset) + 1
    units = len(text[start:offset].encode("utf-16-le")) // 2
    assert offset_at(text, line + 1, offset - start + 1) == offset
    assert offset_at_utf16(text, line, units) == offset


@pytest.mark.spec("IC-3")
@pytest.mark.parametrize(
    ("text", "offset", "ends"),
    [
        ("a = 1", 5, True),
        ("a = 1", 4, False),
        ("a\r\nb", 1, True),
        ("a\n  \nb", 3, True),
        ("", 0, True),
        ("a ", 1, False),
    ],
)
def test_a_line_end_and_a_blank_line_are_told_from_the_middle_of_a_line(text: str, offset: int, ends: bool) -> None:
    assert at_line_end(text, offset) == ends


@pytest.mark.spec("IC-3")
@given(st.text(alphabet="ab\n", max_size=20), st.text(alphabet="ab\n", max_size=20))
def test_behind_where_a_change_ends_both_texts_are_the_same(before: str, after: str) -> None:
    assert before.endswith(after[changed_until(before, after) :])


@pytest.mark.spec("IC-3")
@pytest.mark.parametrize(
    ("before", "after", "end"),
    [
        ("one\ntwo", "one more\ntwo", 8),
        ("one more\ntwo", "one\ntwo", 3),
        ("", "typed", 5),
        ("same", "same", 4),
        ("a(b)", "a(bb)", 4),
        ("x = 1\ny = 2\n", "x = 1\ny = 3\n", 11),
    ],
)
def test_a_change_ends_where_somebody_typed(before: str, after: str, end: int) -> None:
    assert changed_until(before, after) == end
