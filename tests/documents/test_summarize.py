"""`summarize`: never over its budget, the selection for as long as it fits, and an account that is true."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

import brimful
from brimful.documents import STYLES, Document, Style, Summary, for_attachments, summarize
from brimful.documents.plan import Plan
from brimful.documents.shown import text_of
from brimful.errors import InvalidInput, UnknownName
from tests.documents.recorded import Source, sources
from tests.documents.trees import TEXTS

ALL = [source for source in sources().values() if source.text]
SHOP = sources()["shop.ts"].text
LONG = sources()["long.py"].text


def words(text: str) -> int:
    """A count that is quick and does not add up like characters."""
    return len(text.split()) + text.count("{")


def of(source: Source, place: int, width: int) -> Document:
    start = min(place, len(source.text))
    return Document(source.text, name=source.name, selection=(start, min(len(source.text), start + width)))


DOCUMENTS = st.builds(of, st.sampled_from(ALL), st.integers(0, 1600), st.integers(0, 200)) | st.builds(
    lambda source: Document(source.text, name=source.name), st.sampled_from(ALL)
)
BUDGETS = st.integers(0, 30) | st.integers(0, 600)


def never_over(
    documents: list[Document], budget: int, in_tokens: bool, style: str, line_numbers: bool, text: str
) -> None:
    given = [*documents, Document(text, "typescript", name="made")] if text else documents
    found = summarize(
        given,
        budget=budget if in_tokens else None,
        chars=None if in_tokens else budget,
        line_numbers=line_numbers,
        style=style,
    )
    assert (found.tokens if in_tokens else len(found.text)) <= budget
    assert found.tokens == brimful.count(found.text)
    assert len(found.parts) == len(given)


ASKED = (
    st.lists(DOCUMENTS, min_size=1, max_size=3),
    BUDGETS,
    st.booleans(),
    st.sampled_from(list(STYLES)),
    st.booleans(),
    TEXTS,
)


@pytest.mark.spec("DOC-4")
@given(*ASKED)
@examples(max_examples=60)
def test_a_summary_is_never_over_its_budget(
    documents: list[Document], budget: int, in_tokens: bool, style: str, line_numbers: bool, text: str
) -> None:
    never_over(documents, budget, in_tokens, style, line_numbers, text)


@pytest.mark.soak
@pytest.mark.spec("DOC-4")
@given(*ASKED)
def test_a_summary_is_never_over_its_budget_in_thousands_of_cases(
    documents: list[Document], budget: int, in_tokens: bool, style: str, line_numbers: bool, text: str
) -> None:
    never_over(documents, budget, in_tokens, style, line_numbers, text)


@pytest.mark.spec("DOC-4")
@pytest.mark.parametrize("source", ALL, ids=lambda source: source.name)
def test_in_every_language_a_summary_is_within_any_budget_and_the_same_every_time(source: Source) -> None:
    lines = source.text.count("\n")
    for budget, line in itertools.product((0, 1, 2, 5, 9, 20, 60, 150, 400), (None, 1, max(1, lines // 2))):
        select = line and (line, line)
        found = summarize(source.text, budget=budget, path=source.name, select=select)
        again = summarize(source.text, budget=budget, path=source.name, select=select)
        assert found.tokens <= budget
        assert (found.text, found.parts) == (again.text, again.parts)


@pytest.mark.spec("DOC-3", "DOC-4")
@given(DOCUMENTS.filter(lambda document: document.selection is not None), BUDGETS)
@examples(max_examples=60)
def test_a_selection_that_is_said_to_be_whole_is_in_the_summary(document: Document, budget: int) -> None:
    found = summarize(document, budget=budget, count=words)
    assert words(found.text) <= budget
    assert document.selection is not None
    selected = document.text[slice(*document.selection)].strip()
    if found.parts[0].selected == "whole":
        assert selected in found.text
    assert found.parts[0].selected != "none"


@pytest.mark.spec("DOC-4")
def test_a_selection_that_does_not_fit_is_cut_at_lines_and_the_result_says_so() -> None:
    found = summarize(LONG, budget=12, path="long.py", select=(11, 17))
    part = found.parts[0]
    assert (part.selected, part.by) == ("part", "selection")
    assert part.text.startswith("…\n        return b\n") is False
    first, last = part.kept[0]
    assert first == 11
    assert last < 17
    assert "\n".join(LONG.split("\n")[first - 1 : last]) in part.text
    assert part.text.startswith("…\n")
    assert part.text.endswith("…\n")


@pytest.mark.spec("DOC-4")
def test_of_a_line_longer_than_the_budget_its_beginning_stays() -> None:
    line = "const all = [" + ", ".join(map(str, range(3000))) + "];\n"
    found = summarize(line, budget=10, path="one.js", select=slice(400, 410))
    assert 0 < found.tokens <= 10
    assert found.text == line[400 : 400 + len(found.text) - 1] + "…"
    assert found.parts[0].selected == "part"


@pytest.mark.spec("DOC-4")
def test_a_budget_of_nothing_leaves_nothing_and_says_so() -> None:
    found = summarize(SHOP, budget=0, path="shop.ts", select=(5, 6))
    assert (found.text, found.tokens, found.parts[0].selected) == ("", 0, "gone")
    assert found.parts[0].omitted == ((1, 62),)


@pytest.mark.spec("DOC-4")
def test_selections_that_do_not_fit_together_share_the_room_in_their_order() -> None:
    first = Document(LONG, name="a.py", selection=(0, len(LONG)))
    second = Document(SHOP, name="b.ts", selection=(0, len(SHOP)))
    found = summarize([first, second], budget=120)
    assert found.tokens <= 120
    assert [part.selected for part in found.parts] == ["part", "part"]
    assert found.text.index("a.py") < found.text.index("b.ts")


@pytest.mark.spec("DOC-4")
def test_what_fits_whole_comes_back_whole() -> None:
    found = summarize(SHOP, budget=1000, path="shop.ts")
    assert (found.text, found.parts[0].by, found.tries) == (SHOP, "whole", 0)
    numbered = summarize(SHOP, budget=1000, path="shop.ts", line_numbers=True)
    assert numbered.text == "".join(
        f"{number}: {line}\n" for number, line in enumerate(SHOP.removesuffix("\n").split("\n"), 1)
    )


@pytest.mark.spec("DOC-4")
def test_the_room_is_used() -> None:
    text = "\n".join(LONG.replace("Thing", f"Kind{number}x") for number in range(20))
    for budget in (500, 1000, 2000, 4000):
        assert summarize(text, budget=budget, path="long.py").tokens >= 0.9 * budget


@pytest.mark.spec("DOC-7")
def test_the_account_names_the_lines_that_stand_and_those_that_do_not() -> None:
    part = summarize(SHOP, chars=300, path="shop.ts", select=(23, 25)).parts[0]
    lines = SHOP.split("\n")
    covered = [number for first, last in (*part.kept, *part.omitted) for number in range(first, last + 1)]
    assert len(covered) == len(set(covered))
    assert {number for number in range(1, len(lines) + 1) if lines[number - 1].strip()} <= set(covered)
    for first, last in part.kept:
        assert lines[first - 1].strip()[:12] in part.text
        assert lines[last - 1].strip()[-1:] in part.text
    for first, _ in part.omitted:
        assert lines[first - 1].strip() not in part.text
    assert any(first <= 23 <= last for first, last in part.kept)


@pytest.mark.spec("DOC-7")
def test_a_missing_range_can_be_said_in_words() -> None:
    found = summarize(SHOP, chars=500, path="shop.ts", select=(23, 25), style="ranges")
    assert "/* Lines 6-" in found.text
    assert " omitted */" in found.text


@pytest.mark.spec("DOC-3")
def test_documents_are_headed_by_their_names_and_keep_their_order() -> None:
    found = summarize([Document(SHOP, name="src/shop.ts"), Document(LONG, name="long.py")], budget=300)
    assert found.tokens <= 300
    assert found.text.startswith("==> src/shop.ts <==\n")
    assert found.text.index("==> long.py <==\n") > 0
    assert [part.language for part in found.parts] == ["typescript", "python"]


@pytest.mark.spec("DOC-3")
def test_attached_files_show_their_imports_last() -> None:
    plain = summarize(SHOP, chars=500, path="shop.ts")
    attached = summarize(SHOP, chars=500, path="shop.ts", adjust=for_attachments)
    assert "import { a }" in plain.text
    assert "import { a }" not in attached.text


@pytest.mark.spec("DOC-3")
def test_where_attached_typescript_is_cut_what_is_public_outlasts_what_is_private() -> None:
    text = "class A {\n  private one() {\n    a();\n  }\n  public two() {\n    b();\n  }\n}\n"
    found = summarize(text, chars=36, path="a.ts", adjust=for_attachments)
    assert "two" in found.text
    assert "one" not in found.text


@pytest.mark.spec("DOC-4")
def test_the_tokens_are_those_of_the_model_that_reads_it() -> None:
    ours = summarize(SHOP, budget=150, path="shop.ts", model="claude-sonnet-4-5")
    assert ours.tokens == brimful.count(ours.text, model="claude-sonnet-4-5") <= 150


@pytest.mark.spec("DOC-4")
def test_wrong_use_is_said_plainly() -> None:
    with pytest.raises(TypeError, match="budget"):
        summarize(SHOP)
    with pytest.raises(TypeError, match="budget"):
        summarize(SHOP, budget=3, chars=3)
    with pytest.raises(ValueError, match="-1"):
        summarize(SHOP, budget=-1)
    with pytest.raises(UnknownName, match="style"):
        summarize(SHOP, budget=3, style="loud")
    with pytest.raises(InvalidInput, match="there are no lines 70 to 80"):
        summarize(SHOP, budget=3, select=(70, 80))
    with pytest.raises(InvalidInput, match="not a part"):
        summarize(SHOP, budget=3, select=slice(4, 9999))
    with pytest.raises(ValueError, match="select"):
        summarize([Document(SHOP), Document(SHOP)], budget=3, select=(1, 2))


@pytest.mark.spec("DOC-3")
def test_lines_and_characters_select_the_same() -> None:
    start = SHOP.index("Shop.count++")
    by_line = summarize(SHOP, chars=200, path="shop.ts", select=(10, 10))
    by_place = summarize(SHOP, chars=200, path="shop.ts", select=slice(start, start + 13))
    assert by_line.text == by_place.text
    assert "Shop.count++" in by_line.text


@pytest.mark.spec("DOC-3")
def test_a_file_of_no_known_language_is_folded_by_indentation() -> None:
    found = summarize("head\n  one\n  two\nlast\n" * 30, chars=60, path="notes.xyz")
    assert isinstance(found, Summary)
    assert found.parts[0].by == "indentation"
    assert "no grammar" in found.parts[0].why


@pytest.mark.spec("DOC-7")
def test_line_numbers_go_with_every_style() -> None:
    for name, style in STYLES.items():
        found = summarize(SHOP, chars=500, path="shop.ts", select=(23, 25), style=name, line_numbers=True)
        assert (
            found.text
            == summarize(SHOP, chars=500, path="shop.ts", select=(23, 25), style=style, line_numbers=True).text
        )
        for line in found.text.removesuffix("\n").split("\n"):
            number, _, shown = line.partition(": ")
            assert SHOP.split("\n")[int(number) - 1].startswith(shown.partition("…")[0].partition("/*")[0].rstrip())


@pytest.mark.spec("DOC-3")
def test_a_style_of_ones_own_is_taken_as_it_is() -> None:
    source = sources()["job.py"]
    document = Document(source.text, "python", selection=(575, 590))
    root = source.root
    expected = text_of(
        Plan([Document(source.text, root=root, selection=(575, 590))], Style(tidy=False)).within(411)[0]
    )
    assert source.text == source.units
    assert (
        summarize(Document(document.text, root=root, selection=(575, 590)), chars=411, style=Style(tidy=False)).text
        == expected
    )
