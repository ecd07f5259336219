"""Changes are made smaller without losing a changed line (DOC-5, DOC-7)."""

from __future__ import annotations

import ast
import difflib
import random
import re
from collections.abc import Callable, Collection
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.documents.change_forms import Extent, Form
from brimful.documents.changed_file import ChangedFile, of_diff, of_text
from brimful.documents.changes import Dropped, How, reduce_change, reduce_diff
from brimful.documents.diffs import Diff, parse, write
from brimful.documents.errors import ChangeTooLarge, InvalidDiff, SplitInput
from brimful.documents.halves import in_halves, prompts_of, split
from brimful.settings import Documents

pytestmark = pytest.mark.spec("DOC-5")

SHOP = '''\
"""A shop."""

import math


class Shop:
    """Sells."""

    def __init__(self) -> None:
        self.items = []

    def add(
        self,
        item: int,
    ) -> None:
        """Add."""
        first = item
        second = first
        third = second
        self.items.append(third)

    def total(self) -> int:
        """All."""
        found = 0
        for item in self.items:
            found += item
            found -= 0
        found = found
        found = found
        return found


def main() -> None:
    """Go."""
    shop = Shop()
    shop.add(1)
    print(shop.total())
'''
CHANGED = (
    SHOP.replace("        second = first\n", "        second = first + 1\n")
    .replace("        third = second\n", "        third = second\n        fourth = third\n")
    .replace("            found -= 0\n", "")
)


def words(text: str) -> int:
    """A count of tokens that is easy to follow: words and marks."""
    return len(re.findall(r"\w+|[^\w\s]", text))


def python_definitions(text: str, language: str) -> list[Extent]:
    """The definitions of Python by Python's own parser, as a second opinion."""
    assert language == "python"
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, kinds):
            last = node.end_lineno or node.lineno
            found.append(Extent(node.lineno, max(node.lineno, node.body[0].lineno - 1), last))
    return found


def how(**given: object) -> How:
    return How(**{"count": words, "find": python_definitions, **given})  # type: ignore[arg-type]


def diff_of(path: str, before: str, after: str, around: int = 3) -> str:
    ours, theirs = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(ours, theirs, f"a/{path}", f"b/{path}", n=around))


def changed_file(path: str = "shop.py", before: str = SHOP, after: str = CHANGED) -> ChangedFile:
    (file,) = parse(diff_of(path, before, after)).files
    return of_diff(file, after)


def lines_of(text: str) -> list[tuple[str, int, str]]:
    """What stands in the numbered form: the words, the number, the line."""
    found = re.findall(r"^/\* (?:(\w+) )?Line (\d+) \*/ (.*)$", text, re.MULTILINE)
    return [(word, int(number), line) for word, number, line in found]


def test_a_change_that_fits_is_shown_whole_with_its_numbers() -> None:
    reduced = reduce_change([changed_file()], 10_000, how())
    expected = dict(enumerate(CHANGED.splitlines(), 1))
    shown = lines_of(reduced.text)
    assert {n: line for word, n, line in shown if word != "Removed"} == expected
    assert [(word, n) for word, n, _ in shown if word] == [
        ("Removed", 18),
        ("Changed", 18),
        ("Changed", 20),
        ("Removed", 27),
    ]
    assert reduced.text.startswith("File: shop.py\n/* Line 1 */")
    assert (reduced.files[0].kept, reduced.tokens) == (Form.WHOLE, words(reduced.text))


def test_a_change_over_the_budget_keeps_heads_and_ends_and_merges_what_is_in_one_definition() -> None:
    reduced = reduce_change([changed_file()], 180, how())
    assert reduced.text == (
        "File: shop.py\n"
        "/* Line 12 */     def add(\n"
        "/* Line 13 */         self,\n"
        "/* Line 14 */         item: int,\n"
        "/* Line 15 */     ) -> None:\n"
        "/* Removed Line 18 */         second = first\n"
        "/* Changed Line 18 */         second = first + 1\n"
        "/* Changed Line 20 */         fourth = third\n"
        "/* Line 21 */         self.items.append(third)\n"
        "/* Line 23 */     def total(self) -> int:\n"
        "/* Removed Line 27 */             found -= 0\n"
        "/* Line 30 */         return found\n"
    )
    assert reduced.files[0].kept is Form.DEFINITIONS


def test_with_less_room_only_changed_lines_stay_and_with_still_less_it_is_split() -> None:
    least = reduce_change([changed_file()], 60, how())
    assert [word for word, _, _ in lines_of(least.text)] == ["Removed", "Changed", "Changed", "Removed"]
    assert least.files[0].kept is Form.LINES
    with pytest.raises(SplitInput) as caught:
        reduce_change([changed_file()], least.tokens - 1, how())
    assert caught.value.needed == least.tokens
    assert caught.value.halves == (("shop.py:18-18",), ("shop.py:20-28",))


def test_a_caller_may_rather_split_than_lose_the_definitions() -> None:
    with pytest.raises(SplitInput):
        reduce_change([changed_file()], 60, how(least=Form.DEFINITIONS))


def test_removed_lines_are_left_out_where_the_settings_say_so() -> None:
    reduced = reduce_change([changed_file()], 10_000, how(settings=Documents(change_removed_lines=False)))
    assert not [word for word, _, _ in lines_of(reduced.text) if word == "Removed"]
    as_diff = reduce_change([changed_file()], 60, how(settings=Documents(change_removed_lines=False), style="diff"))
    assert not [line for line in as_diff.text.splitlines() if line.startswith("-") and not line.startswith("---")]
    assert "+        fourth = third\n" in as_diff.text


def test_the_largest_file_is_reduced_first_and_others_stay_whole() -> None:
    small = changed_file("small.py", "a = 1\nb = 2\n", "a = 1\nb = 3\n")
    large = changed_file()
    middle = changed_file("middle.py", SHOP[: SHOP.index("def main")], CHANGED[: CHANGED.index("def main")])
    files = [small, large, middle]
    whole = reduce_change(files, 10_000, how())
    kept = [each.kept for each in reduce_change(files, whole.tokens - 1, how()).files]
    assert kept == [Form.WHOLE, Form.AROUND, Form.WHOLE]
    orders = []
    for budget in range(whole.tokens, 121, -1):
        forms = [each.kept for each in reduce_change(files, budget, how()).files]
        if not orders or orders[-1] != forms:
            orders.append(forms)
    assert orders[2] == [Form.WHOLE, Form.AROUND, Form.AROUND]
    assert orders[-1] == [Form.DEFINITIONS, Form.LINES, Form.LINES]  # the first has no definition to lose


def test_a_change_outside_of_any_definition_stands_alone() -> None:
    file = changed_file(after=SHOP.replace("import math", "import cmath"))
    shown = lines_of(reduce_change([file], 40, how()).text)
    assert shown == [("Removed", 3, "import math"), ("Changed", 3, "import cmath")]


def test_a_definition_that_is_new_as_a_whole_is_shown_in_the_one_around_it() -> None:
    after = SHOP.replace("    def total", "    def fresh(self) -> int:\n        return 1\n\n    def total")
    shown = lines_of(reduce_change([changed_file(after=after)], 70, how()).text)
    assert [(word, n) for word, n, _ in shown] == [
        ("", 6),
        ("Changed", 22),
        ("Changed", 23),
        ("Changed", 24),
        ("", 33),
    ]


def test_a_long_head_is_cut() -> None:
    head = "def f(\n" + "".join(f"    a{n},\n" for n in range(40)) + "):\n"
    before = head + "    x = 1\n    y = 1\n    return 1\n"
    file = changed_file("long.py", before, before.replace("y = 1", "y = 2"))
    shown = lines_of(reduce_change([file], 110, how()).text)
    assert [n for _, n, _ in shown] == [1, 2, 3, 4, 5, 6, 7, 8, 44, 44, 45]


def test_selections_keep_the_definition_around_them_and_then_themselves() -> None:
    file = of_text("shop.py", SHOP, selected=[(18, 19)])
    whole = reduce_change([file], 10_000, how())
    assert [n for word, n, _ in lines_of(whole.text) if word == "Selected"] == [18, 19]
    around = reduce_change([file], 120, how())
    assert [n for _, n, _ in lines_of(around.text)] == list(range(12, 21))
    alone = reduce_change([file], 40, how())
    assert [(word, n) for word, n, _ in lines_of(alone.text)] == [("Selected", 18), ("Selected", 19)]


def test_a_selection_outside_of_any_definition_stands_alone() -> None:
    file = of_text("shop.py", SHOP, selected=[(3, 3)])
    assert [n for _, n, _ in lines_of(reduce_change([file], 40, how()).text)] == [3]


def test_what_is_neither_changed_nor_selected_is_dropped_and_said() -> None:
    files = [of_text("context.py", SHOP * 2), changed_file()]
    reduced = reduce_change(files, 400, how())
    assert reduced.dropped == (Dropped("context.py", "nothing in it changed or is selected"),)
    assert [each.path for each in reduced.files] == ["shop.py"]
    assert "context.py" not in reduced.text


def test_ignored_files_are_left_out_before_anything_and_said() -> None:
    files = [changed_file("lock.py"), changed_file()]
    reduced = reduce_change(files, 10_000, how(ignored=lambda path: path.startswith("lock")))
    assert reduced.dropped == (Dropped("lock.py", "ignored"),)
    assert "File: lock.py" not in reduced.text


def test_one_file_alone_is_folded_before_it_loses_more() -> None:
    asked: list[int] = []

    def fold(text: str, language: str, lines: Collection[int]) -> Callable[[int], Collection[int]]:
        def within(most: int) -> Collection[int]:
            asked.append(most)
            return range(1, most // 20)

        return within

    file = changed_file()
    whole = reduce_change([file], 10_000, how(fold=fold))
    assert asked == []
    folded = reduce_change([file], whole.tokens - 20, how(fold=fold))
    assert folded.files[0].kept is Form.FOLDED
    assert whole.tokens > folded.tokens > 180
    assert {18, 20} <= {n for _, n, _ in lines_of(folded.text)}
    assert asked[0] == int(len(CHANGED) * 0.75)
    two = reduce_change([file, changed_file("b.py", "a = 1\n", "a = 2\n")], whole.tokens - 20, how(fold=fold))
    assert Form.FOLDED not in [each.kept for each in two.files]


def test_a_file_that_is_as_it_was_before_the_change_is_spliced() -> None:
    (diff,) = parse(diff_of("shop.py", SHOP, CHANGED)).files
    assert of_diff(diff, SHOP) == of_diff(diff, CHANGED)


def test_a_file_that_does_not_match_is_not_used_and_that_is_said() -> None:
    (diff,) = parse(diff_of("shop.py", SHOP, CHANGED)).files
    file = of_diff(diff, CHANGED.replace("third = second", "other = second"))
    assert file.text is None
    assert "does not match the diff (line 19)" in file.note
    reduced = reduce_change([file], 60, how())
    assert [word for word, _, _ in lines_of(reduced.text)] == ["Removed", "Changed", "Changed", "Removed"]
    assert reduced.files[0].note == file.note


# As a diff again


def reader(files: dict[str, str]) -> Callable[[str], str | None]:
    return files.get


def test_a_diff_that_fits_stays_as_it_came() -> None:
    text = "commit 1\n\n    Words\n\n" + diff_of("shop.py", SHOP, CHANGED) + "-- \n2.39\n"
    reduced = reduce_diff(parse(text), 10_000, how(style="diff"), read=reader({}))
    assert reduced.text == text
    assert [each.kept for each in reduced.files] == [Form.WHOLE]


def test_a_diff_over_the_budget_becomes_a_smaller_diff_with_true_numbers() -> None:
    text = "words before\n" + diff_of("shop.py", SHOP, CHANGED, around=20)
    reduced = reduce_diff(parse(text), 120, how(style="diff"), read=reader({"shop.py": CHANGED}))
    assert reduced.text == (
        "--- a/shop.py\n"
        "+++ b/shop.py\n"
        "@@ -12,4 +12,4 @@\n"
        "     def add(\n"
        "         self,\n"
        "         item: int,\n"
        "     ) -> None:\n"
        "@@ -18,5 +18,6 @@\n"
        "-        second = first\n"
        "+        second = first + 1\n"
        "         third = second\n"
        "+        fourth = third\n"
        "         self.items.append(third)\n"
        " \n"
        "     def total(self) -> int:\n"
        "@@ -27 +27,0 @@\n"
        "-            found -= 0\n"
        "@@ -30 +30 @@\n"
        "         return found\n"
    )
    assert write(parse(reduced.text)) == reduced.text
    assert reduced.dropped == (Dropped("", "the words between the files"),)


def test_renames_modes_and_binary_files_are_still_said_when_little_is_left() -> None:
    text = (
        "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n"
        "diff --git a/p.png b/p.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\n"
        "literal 3\nKcmZQzWMT#Y01f~L\n\n" + diff_of("shop.py", SHOP, CHANGED, around=30)
    )
    reduced = reduce_diff(parse(text), 120, how(style="diff"), read=reader({}))
    assert "rename from x\nrename to y\n" in reduced.text
    assert "KcmZQ" not in reduced.text
    assert "the data of the binary file is left out" in [each.note for each in reduced.files]
    numbered = reduce_change([of_diff(each) for each in parse(text).files], 10_000, how())
    assert "File: y (renamed from x)\n" in numbered.text
    assert "File: p.png (binary)\n" in numbered.text


# Always and never

SOURCES = sorted((Path(__file__).parents[2] / "src" / "brimful").glob("[a-m]*/*.py"))


def edited(text: str, draw: random.Random, most: int = 6) -> str:
    """The text with some lines removed, added and changed."""
    lines = text.splitlines(keepends=True)
    for _ in range(draw.randint(1, most)):
        at = draw.randrange(len(lines) + 1)
        what = draw.choice("adc")
        if what == "a":
            lines[at:at] = [f"# added {draw.random()}\n" for _ in range(draw.randint(1, 4))]
        else:
            gone = lines[at : at + draw.randint(1, 4)]
            lines[at : at + len(gone)] = [f"{line.rstrip()}  # {draw.random()}\n" for line in gone if what == "c"]
    return "".join(lines)


def some_definitions(text: str, language: str) -> list[Extent]:
    """Definitions as a program might find them that knows no language: by words at the start of lines."""
    starts = [n for n, line in enumerate(text.split("\n"), 1) if re.match(r"\s*(class|def|async def) ", line)]
    return [Extent(n, n, end - 1) for n, end in pairwise(starts) if end - 1 > n]


@st.composite
def changes(draw: st.DrawFn) -> tuple[Diff, dict[str, str]]:
    """A diff of some real sources, edited at random, and the sources after it."""
    chance = draw(st.randoms(use_true_random=False))
    paths = draw(st.lists(st.sampled_from(SOURCES), min_size=1, max_size=4, unique=True))
    texts = {path.name + str(n) + ".py": path.read_text("utf-8") for n, path in enumerate(paths)}
    after = {name: edited(text, chance) for name, text in texts.items()}
    around = draw(st.sampled_from([0, 3, 10]))
    return parse("".join(diff_of(name, texts[name], after[name], around) for name in texts)), after


def changed_lines(diff: Diff) -> list[tuple[str, str, int, str]]:
    """Every changed line with the number it has on its side."""
    return [
        (file.path, line.mark, new if line.mark == "+" else old, line.text)
        for file in diff.files
        for hunk in file.hunks
        for line, old, new in hunk.numbered()
        if line.mark in ("+", "-")
    ]


def numbered_lines(text: str) -> list[tuple[str, str, int, str]]:
    path, found = "", []
    for line in text.split("\n"):
        path = line.removeprefix("File: ") if line.startswith("File: ") else path
        for word, n, said in lines_of(line):
            found.append((path, {"Changed": "+", "Removed": "-", "": " "}[word], n, said))
    return found


@given(changes(), st.integers(1, 3_000), st.booleans())
def test_every_changed_line_stays_with_its_number_within_the_budget_or_it_is_split(
    change: tuple[Diff, dict[str, str]], budget: int, known: bool
) -> None:
    diff, after = change
    wanted = changed_lines(diff)
    smallest: dict[str, int] = {}
    for style in ("diff", "lines"):
        by = how(find=some_definitions, style=style)
        try:
            reduced = reduce_diff(diff, budget, by, read=reader(after if known else {}))
        except (SplitInput, ChangeTooLarge) as refused:
            assert getattr(refused, "needed", budget + 1) > budget
            continue
        smallest[style] = reduced.tokens
        assert reduced.tokens == words(reduced.text) <= budget
        if style == "diff":
            again = parse(reduced.text)
            assert changed_lines(again) == wanted
            shown = [
                (file.path, line.text, new)
                for file in again.files
                for hunk in file.hunks
                for line, _, new in hunk.numbered()
                if line.is_new
            ]
        else:
            lines = numbered_lines(reduced.text)
            assert [each for each in lines if each[1] in ("+", "-")] == wanted
            shown = [(path, line, n) for path, mark, n, line in lines if mark != "-"]
        assert len(set(shown)) == len(shown)  # nothing is repeated
        assert all(after[path].split("\n")[n - 1] == line for path, line, n in shown)


@given(changes(), st.sampled_from(["diff", "lines"]))
def test_a_smaller_budget_never_shows_more(change: tuple[Diff, dict[str, str]], style: str) -> None:
    diff, after = change
    files = [of_diff(file, after[file.path]) for file in diff.files]
    by = how(find=some_definitions, style=style)
    before: set[tuple[str, str, int, str]] | None = None
    tokens = 1_000_000
    while True:
        try:
            reduced = reduce_change(files, tokens, by)
        except (SplitInput, ChangeTooLarge):
            break
        assert reduced.tokens <= tokens
        if style == "lines":
            shown = set(numbered_lines(reduced.text))
            assert before is None or shown < before
            before = shown
        tokens = reduced.tokens - 1
    assert tokens < 1_000_000


# Halves


def test_many_files_are_halved_by_count_and_one_file_between_its_changes() -> None:
    files = [changed_file(f"{n}.py") for n in range(5)]
    first, rest = split(files) or ([], [])
    assert ([each.path for each in first], [each.path for each in rest]) == (
        ["0.py", "1.py"],
        ["2.py", "3.py", "4.py"],
    )
    assert split([]) is None
    one = changed_file("a.py", "a\nb\nc\n", "a\nB\nc\nD\nE\n")
    parts = split([one]) or ([], [])
    assert [part[0].name for part in parts] == ["a.py:2-2", "a.py:4-5"]
    assert split([changed_file("a.py", "a\nb\n", "a\nb\nc\n")]) is None


def test_a_line_that_is_too_long_by_itself_cannot_be_split() -> None:
    with pytest.raises(ChangeTooLarge, match="what must stay of a"):
        reduce_change([changed_file("a.py", "a\n", "a\nb = [c, d, e, f]\n")], 5, how())


@given(changes(), st.sampled_from(["diff", "lines"]))
def test_halves_of_halves_show_every_changed_line_once(change: tuple[Diff, dict[str, str]], style: str) -> None:
    diff, after = change
    files = [of_diff(file, after[file.path]) for file in diff.files]
    by = how(find=some_definitions, style=style)
    prompts = prompts_of(files, lambda part: reduce_change(part, 120, by), limit=1_000)
    assert all(prompt.tokens <= 120 for prompt in prompts)
    if style == "lines":
        found = [line for prompt in prompts for line in numbered_lines(prompt.text)]
    else:
        found = [line for prompt in prompts for line in changed_lines(parse(prompt.text))]
    assert set(changed_lines(diff)) <= set(found)


def run(awaited: object) -> object:
    """Run what never waits for anything outside."""
    try:
        awaited.send(None)  # type: ignore[attr-defined]
    except StopIteration as done:
        return done.value
    raise AssertionError("it waited")


def test_prompts_are_sent_in_order_depth_first() -> None:
    sent: list[str] = []

    async def send(prompt: str) -> str:
        sent.append(prompt)
        return prompt.upper()

    def one_file(files: object) -> str:
        assert isinstance(files, list | tuple)
        if len(files) > 1:
            halves = split(files)
            assert halves
            raise SplitInput(parts=halves, budget=1, needed=2)
        return str(files[0].path)

    files = [changed_file(f"{name}.py") for name in "abcde"]
    assert run(in_halves(files, one_file, send)) == ["A.PY", "B.PY", "C.PY", "D.PY", "E.PY"]
    assert sent == ["a.py", "b.py", "c.py", "d.py", "e.py"]


def test_more_prompts_than_allowed_are_refused_before_one_is_sent() -> None:
    sent: list[str] = []

    async def send(prompt: str) -> None:
        sent.append(prompt)

    files = [changed_file(f"{n}.py") for n in range(11)]
    least = reduce_change(files[:1], 60, how()).tokens
    with pytest.raises(ChangeTooLarge, match="more than 10 prompts"):
        run(in_halves(files, lambda part: reduce_change(part, least, how()).text, send))
    assert sent == []
    assert len(prompts_of(files[:10], lambda part: reduce_change(part, least, how()).text)) == 10


def test_a_text_that_is_no_diff_is_refused() -> None:
    with pytest.raises(InvalidDiff, match="no diff"):
        reduce_diff(parse("hello\n"), 100, how(), read=reader({}))
    assert reduce_diff(parse(""), 100, how(), read=reader({})).text == ""
