"""Source files become an outline: definitions of the usual languages with the numbers of their lines."""

from __future__ import annotations

import pytest

from brimful.results.condense.source import Source
from brimful.results.condenser import Condensed, Room


def condense(text: str, limit: int) -> Condensed:
    return Source().condense(text, Room(limit, len))


BODY = "\n".join(f"        statement_{at} = call({at}, 'and so on and so on')" for at in range(12))
PYTHON = (
    f'"""What it is."""\n\nimport re\n\n\nclass Shop:\n    """A shop."""\n\n'
    f"    def open(self, key: str) -> bool:\n{BODY}\n\n\n"
    + (
        f"    async def close(self) -> None:\n{BODY}\n        # TODO: lock the door\n\n\n"
        f"def main() -> None:\n{BODY}\n\n\nmain()\n"
    )
)
LANGUAGES = {
    "python": (PYTHON, ["class Shop", "def open", "def close", "def main"]),
    "typescript": (
        f"import x from 'y';\nexport interface Args {{\n  a: string;\n}}\n"
        f"type Mode = 'a' | 'b';\nexport const run = async (a: Args) => {{\n{BODY}\n}};\n"
        f"export class Box<T> {{\n  constructor(private a: T) {{\n{BODY}\n  }}\n"
        f"  async open(key: string): Promise<void> {{\n{BODY}\n    if (a) {{\n    }}\n  }}\n"
        f"}}\n"
        f"export default function main() {{\n{BODY}\n}}\n",
        ["interface Args", "type Mode", "const run", "class Box", "constructor", "open(", "function main"],
    ),
    "go": (
        f"package shop\n\ntype Shop struct {{\n\tname string\n}}\n\n"
        f"func (s *Shop) Open(key string) error {{\n{BODY}\n}}\n\nfunc New() *Shop {{\n{BODY}\n"
        f"}}\n",
        ["type Shop struct", "Open(key string)", "func New"],
    ),
    "rust": (
        f"use std::io;\n\npub struct Shop {{\n    a: u8,\n}}\n\nimpl Shop {{\n"
        f"    pub fn open(&self) -> u8 {{\n{BODY}\n    }}\n}}\n\npub(crate) enum Mode {{\n"
        f"    A,\n}}\nfn main() {{\n{BODY}\n}}\n",
        ["struct Shop", "impl Shop", "fn open", "enum Mode", "fn main"],
    ),
    "java": (
        f"package a.b;\n\npublic class Shop extends Base {{\n    private final int a = 1;\n"
        f"    public static void main(String[] args) throws Exception {{\n{BODY}\n"
        f"        for (int i = 0; i < 3; i++) {{\n        }}\n    }}\n"
        f"    List<String> names(int most) {{\n{BODY}\n    }}\n}}\n",
        ["class Shop", "main(String[] args)", "names(int most)"],
    ),
    "c": (
        f"#include <stdio.h>\n\nstruct shop {{\n    int a;\n}};\n\n"
        f"static int open_shop(struct shop *s, int key)\n{{\n{BODY}\n}}\n\nint main(void) {{\n"
        f"    x = 1;\n    y = 1;\n    switch (1) {{\n    }}\n{BODY}\n}}\n",
        ["struct shop", "open_shop(", "main(void)"],
    ),
    "ruby": (
        f"module Shops\n  class Shop\n    def open(key)\n{BODY}\n    end\n\n    def self.all\n"
        f"{BODY}\n    end\n  end\nend\n",
        ["module Shops", "class Shop", "def open", "def self.all"],
    ),
}  # fmt: skip


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(("text", "names"), LANGUAGES.values(), ids=LANGUAGES.keys())
def test_definitions_stay_at_a_small_room_with_their_lines_where_there_are_any(text: str, names: list[str]) -> None:
    plain = condense(text, 480).text
    lines = text.split("\n")
    numbered = condense("\n".join(f"{no:>6}\t{line}" for no, line in enumerate(lines, 1)), 520).text
    for name in names:
        assert name in plain
        at = next(no for no, line in enumerate(lines, 1) if name in line)
        assert any(line.startswith(f"{at}: ") and name in line for line in numbered.split("\n")), name
        assert f"{at}: " not in plain
    for call in ("if (a)", "for (int", "switch (1)"):
        assert call not in plain


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("form", ["{0:>6}\t{1}", "{0:>5}→{1}", "{0}: {1}", "{0} | {1}"])
def test_numbers_of_the_text_are_the_numbers_shown(form: str) -> None:
    text = "\n".join(form.format(no, line) for no, line in enumerate(PYTHON.split("\n"), 200))
    made = condense(text, 500)
    at = 200 + PYTHON.split("\n").index("def main() -> None:")
    assert f"{at}: def main() -> None:" in made.text
    assert made.text.startswith("(outline: lines 200–")


@pytest.mark.spec("RES-4")
def test_where_signatures_do_not_fit_names_do_and_missing_ones_are_counted() -> None:
    text = "import re\n\n" + "".join(
        f"class Shop{at}:\n"
        f"    def open_{at}(self, {', '.join(f'parameter_{no}: int' for no in range(9))}) -> None:\n"
        f"{BODY}\n"
        for at in range(12)
    )
    made = condense(text, 800)
    assert all(f"class Shop{at}" in made.text and f"def open_{at}" in made.text for at in range(12))
    made = condense(text, 300)
    shown = made.text.count("class Shop") + made.text.count("def open_")
    assert f"… {24 - shown} more of 24 definitions …" in made.text
    assert made.left_out["definitions"] == 24 - shown


@pytest.mark.spec("RES-4")
def test_headings_outline_markdown_and_comments_in_its_code_are_none() -> None:
    text = "# Plan\n\n" + "".join(f"## Part {at}\n\n" + "Words and words. " * 20 + "\n\n" for at in range(12))
    text += "```sh\n# not a heading\nrun\n```\n"
    made = condense(text, 500)
    assert all(f"## Part {at}\n" in made.text + "\n" for at in range(12))
    assert Source().suits(text) > 0


@pytest.mark.spec("RES-4")
def test_comments_that_look_like_headings_do_not_make_code_a_text() -> None:
    made = condense(f"# Licensed as it is\n## Really\n\n{PYTHON}\n# The end", 500)
    for name in ("class Shop", "def open", "def close", "def main"):
        assert name in made.text


@pytest.mark.spec("RES-4")
def test_notes_and_ends_are_shown_when_there_is_room() -> None:
    made = condense(PYTHON, 700)
    assert '"""What it is."""' in made.text
    assert "main()" in made.text.split("\n")[-1]
    assert "TODO: lock the door" in made.text
