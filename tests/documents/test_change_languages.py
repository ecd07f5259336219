"""Changes of sources in every language: heads, ends and folds by the real structure (DOC-5)."""

from __future__ import annotations

import difflib
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.documents.change_forms import Form, innermost
from brimful.documents.changed_file import ChangedFile, of_diff
from brimful.documents.changes import How, reduce_change
from brimful.documents.diffs import parse
from brimful.documents.errors import ChangeTooLarge, SplitInput
from brimful.documents.extents import find_extents
from brimful.documents.folds import fold_around
from tests.documents.test_changes import changed_lines, edited, lines_of, numbered_lines, words

pytestmark = pytest.mark.spec("DOC-5")

# The file, what is changed in it, and the lines that stay around the change.
SOURCES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "shop.py": (
        "class Shop:\n    @cached\n    def total(\n        self,\n        tax: int,\n    ) -> int:\n"
        "        found = 0\n        for item in self.items:\n            found += item\n        found += tax\n"
        "        found -= 1\n        return found\n\n    def other(self):\n        return 1\n",
        "found += item",
        (
            "    @cached",
            "    def total(",
            "        self,",
            "        tax: int,",
            "    ) -> int:",
            "        return found",
        ),
    ),
    "shop.ts": (
        "export class Shop {\n  private items: number[] = [];\n\n  total(tax: number): number {\n"
        "    let found = 0;\n"
        "    for (const item of this.items) {\n      found += item;\n    }\n    found += tax;\n"
        "    return found;\n  }\n}\n",
        "found += item",
        ("  total(tax: number): number {", "  }"),
    ),
    "shop.js": (
        "const total = (items) => {\n  let found = 0;\n  let more = 1;\n"
        "  for (const item of items) {\n    found += item;\n"
        "  }\n  more += 1;\n  return found;\n};\n",
        "found += item",
        ("const total = (items) => {", "};"),
    ),
    "view.tsx": (
        "function View(props: Props) {\n  const a = 1;\n  const b = 2;\n  const c = 3;\n  return (\n    <div>\n"
        "      {c}\n    </div>\n  );\n}\n",
        "const b = 2",
        ("function View(props: Props) {", "}"),
    ),
    "shop.go": (
        "package shop\n\nfunc (s *Shop) Total(tax int) int {\n\tfound := 0\n\tfor _, item := range s.items {\n"
        "\t\tfound += item\n\t}\n\tfound += tax\n\treturn found\n}\n",
        "found += item",
        ("func (s *Shop) Total(tax int) int {", "}"),
    ),
    "shop.rs": (
        "impl Shop {\n    fn total(&self, tax: i32) -> i32 {\n        let mut found = 0;\n"
        "        for item in &self.items {\n"
        "            found += item;\n        }\n        found += tax;\n        found\n    }\n}\n",
        "found += item",
        ("    fn total(&self, tax: i32) -> i32 {", "    }"),
    ),
    "Shop.java": (
        "class Shop {\n  @Override\n  int total(int tax) {\n    int found = 0;\n    for (int item : items) {\n"
        "      found += item;\n    }\n    found += tax;\n    return found;\n  }\n}\n",
        "found += item",
        ("  @Override", "  int total(int tax) {", "  }"),
    ),
    "shop.cpp": (
        "int Shop::total(int tax)\n{\n  int found = 0;\n  for (int item : items) {\n    found += item;\n  }\n"
        "  found += tax;\n  return found;\n}\n",
        "found += item",
        ("int Shop::total(int tax)", "{", "}"),
    ),
    "Shop.cs": (
        "class Shop\n{\n    int Total(int tax)\n    {\n        var found = 0;\n"
        "        foreach (var item in items) {\n"
        "            found += item;\n        }\n        found += tax;\n        return found;\n    }\n}\n",
        "found += item",
        ("    int Total(int tax)", "    {", "    }"),
    ),
    "shop.rb": (
        "class Shop\n  def total(tax)\n    found = 0\n    @items.each do |item|\n      found += item\n    end\n"
        "    found += tax\n    found\n  end\nend\n",
        "found += item",
        ("  def total(tax)", "  end"),
    ),
    "shop.php": (
        "<?php\nclass Shop {\n  function total($tax) {\n    $found = 0;\n"
        "    foreach ($this->items as $item) {\n"
        "      $found += $item;\n    }\n    $found += $tax;\n    return $found;\n  }\n}\n",
        "$found += $item",
        ("  function total($tax) {", "  }"),
    ),
    "notes.yaml": ("a:\n  b: 1\n  c: 2\nd:\n  e: 3\n", "c: 2", ()),
    "notes.txt": ("one\n  two\n  three\nfour\n", "three", ()),
}


def how(**given: object) -> How:
    return How(**{"count": words, "find": find_extents, "fold": fold_around, **given})  # type: ignore[arg-type]


def changed(path: str, before: str, after: str) -> ChangedFile:
    ours, theirs = before.splitlines(keepends=True), after.splitlines(keepends=True)
    (file,) = parse("".join(difflib.unified_diff(ours, theirs, f"a/{path}", f"b/{path}"))).files
    return of_diff(file, after)


def forms(file: ChangedFile, by: How) -> dict[Form, str]:
    """The first text in each form, by ever smaller budgets."""
    found: dict[Form, str] = {}
    budget = 1_000_000
    while True:
        try:
            reduced = reduce_change([file], budget, by)
        except (SplitInput, ChangeTooLarge):
            return found
        found.setdefault(reduced.files[0].kept, reduced.text)
        budget = reduced.tokens - 1


@pytest.mark.parametrize("path", SOURCES)
def test_the_head_and_the_end_of_the_innermost_definition_stay(path: str) -> None:
    before, place, stays = SOURCES[path]
    file = changed(path, before, before.replace(place, f"{place} * 2"))
    shown = forms(file, how())
    lines = [line for word, _, line in lines_of(shown[Form.DEFINITIONS]) if not word]
    assert tuple(lines) == stays


def test_a_definition_that_is_all_new_brings_the_one_around_it() -> None:
    before = SOURCES["shop.ts"][0]
    after = before.replace("  total(", "  fresh(): void {\n    go();\n  }\n\n  total(")
    shown = forms(changed("shop.ts", before, after), how())[Form.DEFINITIONS]
    assert [line for word, _, line in lines_of(shown) if not word] == ["export class Shop {", "}"]


def test_a_single_file_is_folded_around_all_its_changes() -> None:
    text = "".join(f"def f{n}(x):\n    if x:\n        y = {n}\n    return y\n\n\n" for n in range(40))
    after = text.replace("y = 5\n", "y = -5\n").replace("y = 30\n", "y = -30\n")
    file = changed("many.py", text, after)
    whole = reduce_change([file], 10_000, how())
    folded = reduce_change([file], whole.tokens // 2, how())
    assert folded.files[0].kept is Form.FOLDED
    shown = [line for _, _, line in lines_of(folded.text)]
    for near in ("def f5(x):", "        y = -5", "def f30(x):", "        y = -30", "def f4(x):", "def f31(x):"):
        assert near in shown
    assert whole.tokens // 4 < folded.tokens <= whole.tokens // 2


ROOT = Path(__file__).parents[2]
REAL = [ROOT / "src/brimful/documents" / name for name in ("diff_lines.py", "parsing.py", "tree.py")]
REAL += [ROOT / "docs/how-to/check-in-ci.md"]
ALL = {
    **{path: text for path, (text, _, _) in SOURCES.items()},
    **{path.name: path.read_text("utf-8") for path in REAL},
}


@given(st.sampled_from(sorted(ALL)), st.randoms(use_true_random=False), st.sampled_from(["diff", "lines"]))
def test_in_every_language_each_form_keeps_every_changed_line_and_the_heads_it_promises(
    path: str, chance: random.Random, style: str
) -> None:
    before = ALL[path]
    after = edited(before, chance)
    ours, theirs = before.splitlines(keepends=True), after.splitlines(keepends=True)
    diff = parse("".join(difflib.unified_diff(ours, theirs, f"a/{path}", f"b/{path}")))
    if not diff.files:
        return
    file = of_diff(diff.files[0], after)
    shown = forms(file, how(style=style))
    assert Form.WHOLE in shown
    for form, text in shown.items():
        if style == "diff":
            assert changed_lines(parse(text)) == changed_lines(diff)
            continue
        lines = numbered_lines(text)
        assert [each for each in lines if each[1] in "+-"] == changed_lines(diff)
        numbers = {n for _, mark, n, _ in lines if mark != "-"}
        if form is not Form.LINES:
            owners = innermost(find_extents(after, file.language), file.added)
            for n in file.added & owners.keys():
                assert {owners[n].last, owners[n].name} <= numbers


@given(st.text(max_size=200), st.sets(st.integers(1, 20)), st.sampled_from(["python", "typescript", "plaintext"]))
def test_any_text_has_extents_inside_it_and_folds_to_lines_of_it(text: str, lines: set[int], language: str) -> None:
    last = text.count("\n") + 1
    for extent in find_extents(text, language):
        assert 1 <= extent.first <= extent.head <= extent.last <= last
    some = {n for n in lines if n <= last}
    within = fold_around(text, language, some)
    smaller, larger = set(within(len(text) // 2)), set(within(len(text)))
    assert smaller <= larger <= set(range(1, last + 1))
