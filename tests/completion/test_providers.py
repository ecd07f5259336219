"""What brimful offers by itself: names in scope, imported files, similar stretches, neighbours."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.completion import Item, Place, RecentDocuments
from brimful.completion.imported import LANGUAGES, imported
from brimful.completion.providers.imports import Imports
from brimful.completion.providers.locals import Locals
from brimful.completion.providers.neighbours import Neighbours
from brimful.completion.providers.similar import Similar
from brimful.completion.root import Root
from brimful.completion.signatures import Signatures, outlined
from brimful.documents.languages import language_of
from brimful.settings import DEFAULTS

PYTHON = """\
import os

LIMIT = 3


class Orders:
    def __init__(self, store):
        self.store = store

    def total(
        self,
        customer,
    ):
        rate = 0.2
        for order in customer.orders:
            amount = order.amount
            |
        later = 1


def other():
    hidden = 1
"""


def here(marked: str, path: str = "here.py") -> Place:
    """A place where `|` stands in a text."""
    offset = marked.index("|")
    return Place(path, marked[:offset] + marked[offset + 1 :], offset, language_of(path))


def locals_at(place: Place) -> str:
    found = asyncio.run(Locals().items(place))
    assert len(found) <= 1
    return found[0].text if found else ""


@pytest.mark.spec("IC-2")
def test_locals_tell_the_declarations_around_the_cursor_and_the_names_bound_above_it() -> None:
    said = locals_at(here(PYTHON)).split("\n")
    assert said[:2] == ["class Orders:", "def total("]
    names = said[2].removeprefix("names: ").split(", ")
    assert {"LIMIT", "rate", "order", "amount"} <= set(names)
    assert {"later", "hidden"}.isdisjoint(names)


@pytest.mark.spec("IC-2")
def test_locals_read_languages_with_braces() -> None:
    script = "const top = 1;\nexport class Cart {\n  sum(items) {\n    let total = 0;\n"
    script += "    for (const item of items) {\n      |"
    assert locals_at(here(script, "a.ts")) == "export class Cart\nnames: top, total, item"
    rust = "impl Cart {\n    pub fn sum(&self) -> u32 {\n        let mut total = 0;\n        |"
    assert locals_at(here(rust, "a.rs")) == "impl Cart\npub fn sum(&self) -> u32\nnames: total"


@pytest.mark.spec("IC-2")
def test_an_empty_document_has_nothing_in_scope_and_few_names_are_told() -> None:
    assert locals_at(here("|")) == ""
    many = "".join(f"name{number} = 1\n" for number in range(100)) + "|"
    names = locals_at(here(many)).removeprefix("names: ").split(", ")
    assert names == [f"name{number}" for number in range(60, 100)]


@pytest.mark.spec("IC-2")
@given(st.text(alphabet="ab={}():, \n\tdefclassfor", max_size=200), st.data())
def test_locals_read_any_text_and_their_key_says_all_they_depend_on(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    place = Place("a.py", text, offset, "python")
    grown = msgspec.structs.replace(place, text=text + "\nzzz = 1")
    assert Locals().key(place) == Locals().key(grown)
    assert locals_at(place) == locals_at(grown)


def first(text: str, path: str, language: str) -> list[str]:
    """The likeliest place of each import."""
    return [places[0] for places in imported(text, path, language)]


@pytest.mark.spec("IC-2")
@pytest.mark.parametrize(
    ("path", "text", "among"),
    [
        ("src/app/main.py", "from app.orders import Order, Line as L", ["src/app/orders.py", "app/orders.py"]),
        (
            "src/app/main.py",
            "import app.orders as o, app.prices",
            ["src/app/orders.py", "src/app/prices/__init__.py"],
        ),
        ("src/app/main.py", "from . import orders", ["src/app/orders.py"]),
        ("src/app/sub/main.py", "from ..orders import (\n    Order,\n)", ["src/app/orders.py"]),
        ("src/app/main.py", "from app import orders", ["src/app/orders.py", "src/app/__init__.py"]),
        ("web/main.ts", "import { a } from './a'\nimport '../lib/b.js'", ["web/a.ts", "web/a/index.ts", "lib/b.ts"]),
        ("web/main.js", "const a = require(\"./a\"); await import('./c.mjs')", ["web/a.js", "web/c.mjs"]),
        ("src/main.cpp", '#include "cart.hpp"\n  # include <lib/x.h>', ["src/cart.hpp", "include/lib/x.h"]),
        ("src/main.rs", "mod cart;\npub use crate::store::Item;", ["src/cart.rs", "src/cart/mod.rs", "src/store.rs"]),
        ("src/main/java/a/B.java", "import a.c.Cart;", ["src/main/java/a/c/Cart.java"]),
        ("src/main/java/a/B.java", "import static a.c.Cart.sum;", ["src/main/java/a/c/Cart.java"]),
        ("app/main.rb", "require_relative 'cart'\nrequire 'shop/item'", ["app/cart.rb", "lib/shop/item.rb"]),
        (
            "index.php",
            "<?php\nuse App\\Models\\Cart;\nrequire __DIR__ . '/lib/x.php';",
            ["src/Models/Cart.php", "lib/x.php"],
        ),
    ],
)
def test_imports_lead_to_the_places_where_their_language_looks(path: str, text: str, among: list[str]) -> None:
    places = {place for each in imported(text, path, language_of(path)) for place in each}
    assert set(among) <= places


@pytest.mark.spec("IC-2")
def test_packages_from_elsewhere_and_languages_that_are_not_understood_lead_nowhere() -> None:
    assert imported("import React from 'react'\nimport x from '@/y'", "a.ts", "typescript") == []
    assert imported("import whatever", "a.yaml", "yaml") == []


@pytest.mark.spec("IC-2")
@given(
    st.sampled_from(sorted(LANGUAGES)),
    st.lists(
        st.sampled_from(
            [
                "import ",
                "from ",
                ".",
                "..",
                "/",
                "a",
                "'",
                '"',
                "(",
                "\n",
                "use ",
                "crate::",
                "#include ",
                "mod ",
                ";",
                "\\",
            ]
        ),
        max_size=25,
    ),
)
def test_no_import_leads_out_of_the_root(language: str, pieces: list[str]) -> None:
    for places in imported("".join(pieces), "src/deep/a.x", language):
        for place in places:
            assert not place.startswith(("/", ".."))
            assert place != "src/deep/a.x"


Result = TypeVar("Result")


async def at_once(work: Callable[[], Result], /) -> Result:
    """In place of a thread: the work done right here."""
    return work()


def imports(root: Path, recent: RecentDocuments | None = None) -> Imports:
    return Imports(Root(root), recent or RecentDocuments(), Signatures(aside=at_once), aside=at_once)


def asked(provider: Imports | Similar | Neighbours, place: Place) -> Sequence[Item]:
    return asyncio.run(provider.items(place))


@pytest.mark.spec("IC-2")
def test_imported_files_are_found_below_the_root_and_shown_by_what_they_declare(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("class Cart:\n    def total(self):\n        return secret\n")
    (tmp_path / "shop" / "data.py").write_text("\n")
    place = here("import os\nfrom shop.cart import Cart\nfrom shop import data\n|", str(tmp_path / "main.py"))
    found = asked(imports(tmp_path), place)
    assert [(each.path, each.text) for each in found] == [("shop/cart.py", "class Cart:\n    def total(self):")]
    assert found[0].kind == "imports"


@pytest.mark.spec("IC-2")
def test_a_file_that_is_open_is_taken_as_it_stands_in_the_editor(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text("def saved(): ...")
    recent = RecentDocuments()
    recent.opened(str(tmp_path / "cart.py"), "def typed(): ...")
    found = asked(imports(tmp_path, recent), here("import cart\n|", str(tmp_path / "main.py")))
    assert [each.text for each in found] == ["def typed():"]


@pytest.mark.spec("IC-2")
def test_nothing_outside_the_root_is_read_not_even_through_a_link(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.py").write_text("def secret(): ...")
    os.symlink(tmp_path / "secret.py", root / "link.py")
    os.symlink(tmp_path, root / "folder")
    marked = "import link\nfrom folder import secret\nfrom .. import secret\n|"
    assert asked(imports(root), here(marked, "main.py")) == []
    assert asked(imports(root), here(marked, "../main.py")) == []


@pytest.mark.spec("IC-2")
def test_a_root_may_be_named_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "cart.py").write_text("def total(): ...")
    os.symlink(tmp_path / "real", tmp_path / "named")
    for folder in ("real", "named"):
        place = here("import cart\n|", str(tmp_path / folder / "main.py"))
        assert [each.path for each in asked(imports(tmp_path / "named"), place)] == ["cart.py"]


@pytest.mark.spec("IC-2")
def test_files_that_cannot_be_read_as_text_have_nothing_to_show(tmp_path: Path) -> None:
    (tmp_path / "binary.py").write_bytes(b"def \xff(): ...")
    (tmp_path / "long.py").write_text("def long(): ...\n" * 30_000)
    (tmp_path / "folder.py").mkdir()
    place = here("import binary\nimport long\nimport folder\nimport gone\n|", "main.py")
    assert asked(imports(tmp_path), place) == []


@pytest.mark.spec("IC-2")
def test_similar_stretches_are_offered_with_their_lines_and_their_score() -> None:
    recent = RecentDocuments()
    recent.focused("a.py", "one\nprice of order\nthree")
    recent.focused("b.rb", "price of order")
    found = asked(Similar(recent), here("price of order\n|"))
    assert [(each.path, each.start, each.end, each.kind) for each in found] == [("a.py", 0, 3, "similar")]
    assert 0 < found[0].score < 1


@pytest.mark.spec("IC-3")
def test_neighbours_are_shown_by_what_they_declare_the_one_focused_last_first() -> None:
    recent = RecentDocuments()
    for path in ("a.py", "b.py", "here.py"):
        recent.focused(path, f"def of_{path[0]}():\n    body = 1\n")
    recent.focused("empty.py", "\n")
    recent.opened("never.py", "def never(): ...")
    found = asked(Neighbours(recent, Signatures(aside=at_once)), here("|"))
    assert [(each.path, each.text) for each in found] == [("b.py", "def of_b():"), ("a.py", "def of_a():")]
    assert found[0].score > found[1].score


@pytest.mark.spec("IC-2")
def test_keys_stay_the_same_while_only_the_document_itself_is_typed_in(tmp_path: Path) -> None:
    recent = RecentDocuments()
    recent.focused("a.py", "def a(): ...")
    neighbours, found = Neighbours(recent, Signatures()), imports(tmp_path, recent)
    one, two = here("import a\n|"), here("import a\nx|")
    keys = neighbours.key(one), found.key(one)
    recent.changed("here.py", two.text)
    recent.changed("here.py", one.text)
    assert (neighbours.key(two), found.key(two)) == (neighbours.key(one), found.key(one))
    recent.changed("a.py", "def b(): ...")
    assert (neighbours.key(one), found.key(one)) != keys


@pytest.mark.spec("IC-2")
def test_signatures_are_whole_lines_and_a_text_is_outlined_once() -> None:
    drawn: list[str] = []

    def outline(text: str, language: str) -> str:
        drawn.append(text)
        return outlined(text, language)

    settings = msgspec.structs.replace(DEFAULTS.completion, outline_chars=25)
    signatures = Signatures(outline, settings, aside=at_once)

    async def scenario() -> None:
        two = "def one():\n    pass\ndef second_of_both():\n    pass\n"
        for _ in range(3):
            assert await signatures.of("a.py", two, "python") == "def one():"
        assert await signatures.of("a.py", f"def {'x' * 40}(): ...", "python") == ""
        assert await signatures.of("b.py", "", "python") == ""

    asyncio.run(scenario())
    assert len(drawn) == 3
