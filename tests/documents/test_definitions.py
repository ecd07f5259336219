"""Definitions and references by name (DOC-6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.documents.definitions import Definition, definitions, references
from tests.documents.samples import SOURCES, languages, texts

# What each source defines: kind, path, lines. Long, and meant to be read.
DEFINED = {
    "python": """
        type Price 7, constant LIMIT 9, variable names 10, variable lookup 11-14, class Order 17-36,
        constant Order.COUNT 20, field Order.total 21, method Order.__init__ 23-29,
        function Order.__init__.inner 26-27, method Order.empty 31-33, class Order.Line 35-36,
        field Order.Line.amount 36, function ship 39-64, function local_at_top 68""",
    "typescript": """
        namespace outside 5-7, function outside.far 6, constant version 8, namespace Inner.Deep 10-12,
        constant Inner.Deep.depth 11, class Order 14-40, field Order.#secret 16, field Order.lines 17,
        field Order.more 17, field Order.typed 18, constructor Order.constructor 20, method Order.total 22,
        method Order.lookup 23, method Order.lookup 24-37, method Order.size 38, method Order.[Symbol.iterator] 39,
        interface Thing 42-47, field Thing.price 44, method Thing.label 45, field Thing.nested 46, method total 50,
        enum Size 53, enum_member Size.Small 53, enum_member Size.Large 53, enum_member Size.Huge 53, enum Bare 54,
        enum_member Bare.A 54, enum_member Bare.B 54, type Shape 55, function overload 56, function overload 57,
        function tax 59-62, variable plain 62, function generate 63, method method 64, method it 64,
        variable counter 65, function old 65, function patched 66""",
    "typescriptreact": "type Props 3, function Row 5-17, function View 19-24",
    "javascript": """
        class Box 8-15, field Box.count 9, method Box.#value 10, constructor Box.constructor 12, method Box.value 13,
        method Box.items 14, function main 17-24, method main.run 23, function go 26, function later 27-29,
        class third 30, method third.m 30, constant text 33""",
    "go": """
        constant Limit 9, constant First 11, constant Second 11, constant Third 12, constant Fourth 12,
        variable shared 15, variable other 15, struct Point 17-21, field Point.X 18, field Point.Y 18,
        field Point.name 20, interface Shape 24-27, method Shape.Area 25, type Number 28, type List 29,
        method Point.Add 32-70, struct Point.Add.local 66, field Point.Add.local.a 66, method List.Len 72,
        function init 74""",
    "java": """
        class App 7-47, constant App.MAX 9, constant App.MIN 9, field App.items 10, constructor App.App 15-18,
        method App.total 20-37, class App.total.Local 35, method App.total.Local.m 35, method App.later 39,
        method App.legacy 40, interface App.Inner 42, constant App.Inner.X 42, method App.Inner.hello 42,
        method App.Inner.bye 42, enum App.Size 43, enum_member App.Size.SMALL 43, enum_member App.Size.LARGE 43,
        method App.Size.LARGE.v 43, field App.Size.v 43, constructor App.Size.Size 43, record App.Pair 44,
        constructor App.Pair.Pair 44, field App.Pair.n 44, interface App.Marker 45, method App.Marker.value 45,
        class App.Deep 46, class App.Deep.Deeper 46, interface Other 49""",
    "csharp": """
        namespace Demo.Shop 6, class Demo.Shop.Cart 9-48, constant Demo.Shop.Cart.Max 12,
        field Demo.Shop.Cart.items 13, field Demo.Shop.Cart.more 13, field Demo.Shop.Cart.Changed 14,
        property Demo.Shop.Cart.Name 15, property Demo.Shop.Cart.Size 16, constructor Demo.Shop.Cart.Cart 19,
        constructor Demo.Shop.Cart.Cart 20,
        constructor Demo.Shop.Cart.Cart 21, method Demo.Shop.Cart.Add 23-45, function Demo.Shop.Cart.Add.Local 36,
        interface Demo.Shop.ICart 50, method Demo.Shop.ICart.Add 50, property Demo.Shop.ICart.Count 50,
        struct Demo.Shop.Point 51, field Demo.Shop.Point.X 51, field Demo.Shop.Point.Y 51, record Demo.Shop.Person 52,
        enum Demo.Shop.Size 53, enum_member Demo.Shop.Size.Small 53, enum_member Demo.Shop.Size.Large 53,
        delegate Demo.Shop.Handler 54""",
    "cpp": """
        macro N 4, macro TWICE 5-6, variable debug 8, constant quiet 10, namespace demo.inner 13-44,
        type demo.inner.Plain 15, field demo.inner.Plain.a 15, type demo.inner.Callback 16, type demo.inner.Name 17,
        enum demo.inner.Color 18, enum_member demo.inner.Color.Red 18, enum_member demo.inner.Color.Green 18,
        union demo.inner.Either 19, field demo.inner.Either.i 19, field demo.inner.Either.f 19,
        class demo.inner.Bag 22-35, constructor demo.inner.Bag.Bag 25, method demo.inner.Bag.~Bag 26,
        method demo.inner.Bag.add 27, method demo.inner.Bag.size 28, method demo.inner.Bag.operator<< 29,
        method demo.inner.Bag.operator== 30, constant demo.inner.Bag.Max 31, field demo.inner.Bag.items 33,
        field demo.inner.Bag.more 33, struct demo.inner.Bag.Node 34, field demo.inner.Bag.head 34,
        field demo.inner.Bag.Node.next 34, function demo.inner.Bag.size 37-38, function demo.inner.c_function 40,
        function demo.inner.pointer 41, variable demo.inner.global 41, function demo.inner.make 42,
        function main 46-59, struct main.Local 57, field main.Local.z 57""",
    "ruby": """
        module Bank 5-57, constant Bank.LIMIT 6, class Bank.Account 8-56, method Bank.Account.open 11,
        method Bank.Account.initialize 14-17, method Bank.Account.find 19-22, method Bank.Account.withdraw! 24-55,
        class Bank.Branch 59""",
    "rust": """
        struct Point 6-10, field Point.x 8, field Point.y 9, struct Unit 11, struct Pair 12, union Either 13,
        field Either.a 13, field Either.b 13, enum Shape 15, enum_member Shape.Round 15, enum_member Shape.Square 15,
        field Shape.Square.side 15, enum_member Shape.Nothing 15, constant LIMIT 17, constant COUNT 18, type Alias 19,
        trait Area 21-26, constant Area.SIDES 22, type Area.Unit 23, method Area.area 24, method Area.twice 25,
        impl Point 28-30, method Point.new 29, impl Point 32-49, method Point.area 33-48,
        function Point.area.nested 46, module inner 51-53, module inner.deep 52, function inner.deep.far 52,
        function abs 55, macro twice 57, function main 59""",
    "php": r"""
        namespace App\Pages 4, constant App\Pages.VERSION 9, constant App\Pages.BUILD 9, class App\Pages.Page 13-43,
        constant App\Pages.Page.MAX 17, field App\Pages.Page.title 18, field App\Pages.Page.other 18,
        field App\Pages.Page.count 19, method App\Pages.Page.__construct 21, method App\Pages.Page.render 23-40,
        method App\Pages.Page.later 42, interface App\Pages.Shape 45, constant App\Pages.Shape.SIDES 45,
        method App\Pages.Shape.area 45, trait App\Pages.Logs 46, method App\Pages.Logs.log 46, enum App\Pages.Size 47,
        enum_member App\Pages.Size.Small 47, enum_member App\Pages.Size.Large 47, method App\Pages.Size.of 47,
        function App\Pages.helper 49, function App\Pages.helper.nested 49""",
}


def shown(found: list[Definition]) -> list[str]:
    return [
        f"{one.kind} {one.path} {one.line}" + (f"-{one.end_line}" if one.end_line > one.line else "") for one in found
    ]


@pytest.mark.spec("DOC-6")
@pytest.mark.parametrize("language", sorted(SOURCES))
def test_a_source_defines_what_a_reader_finds_in_it(language: str) -> None:
    expected = [" ".join(one.split()) for one in DEFINED[language].split(",")]
    assert shown(definitions(SOURCES[language], language)) == expected


@pytest.mark.spec("DOC-6")
@pytest.mark.parametrize("language", sorted(SOURCES))
def test_a_definition_says_where_its_name_and_its_body_are(language: str) -> None:
    text = SOURCES[language]
    for one in definitions(text, language):
        assert text[one.name_start : one.name_start + len(one.name)] == one.name
        assert one.name_line == text.count("\n", 0, one.name_start) + 1
        assert one.line == text.count("\n", 0, one.start) + 1
        assert one.start <= one.name_start < one.end
        assert one.body == -1 or one.start < one.body < one.end


@pytest.mark.spec("DOC-6")
def test_decorators_and_exports_are_parts_of_a_definition() -> None:
    text = SOURCES["python"]
    (ship,) = [one for one in definitions(text, "python") if one.name == "ship"]
    assert text[ship.start : ship.name_start].startswith("@decorated(")
    text = SOURCES["typescript"]
    (tax,) = [one for one in definitions(text, "typescript") if one.name == "tax"]
    assert text[tax.start : tax.body] == "export const tax = (n: number): number => "


@pytest.mark.spec("DOC-6")
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("plaintext", "pub fn a(x) {\n  fn b() {\n  }\n}\n", ["function a 1-4", "function a.b 2"]),
        ("plaintext", "The class of things.\nA function is one.\n", []),
        ("plaintext", "run() {\n  echo\n}\nprotocol Shape {\n}\n", ["function run 1-3", "interface Shape 4"]),
        ("fsharp", "module Shop\ntype Cart =\n  x\n", ["module Shop 1", "type Cart 2-3"]),
        ("sql", "CREATE TABLE IF NOT EXISTS a.b (\n  c int\n);\n", ["table a.b 1-2"]),
        ("markdown", "# A\n## B\n```\n# no\n```\n# C #\ntext", ["section A 1-5", "section A.B 2-5", "section C 6-7"]),
        ("yaml", "class: x\n", []),
        ("plaintext", "function Aas+\nfunction as is\nclass A extends B\n", ["function as 2", "class A 3"]),
    ],
)
def test_without_a_grammar_lines_that_look_like_definitions_are_taken(
    language: str, text: str, expected: list[str]
) -> None:
    found = definitions(text, language)
    assert shown(found) == expected
    assert all(text[one.name_start : one.name_start + len(one.name)] == one.name for one in found)


@pytest.mark.spec("DOC-6")
def test_names_around_are_told_up_to_a_length() -> None:
    text = "function f(){" * 5_000 + "}" * 5_000
    found = definitions(text, "javascript")
    assert len(found) == 5_000
    assert found[3].path == "f.f.f.f"
    assert found[-1].container == ".".join("f" * 250)


@pytest.mark.spec("DOC-6")
def test_references_are_names_and_not_talk() -> None:
    text = 'def f(x):\n    """f"""\n    return f(x.f) + "f" + f"{f}"  # f\n\n\nclass A:\n    ff = f\n'
    found = references(text, "python", "f")
    assert [(one.line, one.defines, one.container) for one in found] == [
        (1, True, ""),
        (3, False, "f"),
        (3, False, "f"),
        (3, False, "f"),
        (7, False, "A.ff"),
    ]
    assert all(text[one.start : one.end] == "f" for one in found)


@pytest.mark.spec("DOC-6")
@pytest.mark.parametrize(
    ("language", "name", "lines"),
    [
        ("typescript", "overload", [56, 57]),
        ("go", "Point", [17, 32, 32, 32]),
        ("ruby", "Account", [8, 61]),
        ("rust", "Area", [21, 32]),
        ("php", "helper", [49, 51]),
        ("cpp", "Bag", [23, 25, 26, 29, 30, 38, 47]),
        ("java", "nothing", []),
        ("java", "", []),
        ("plaintext", "a", [1, 2]),
    ],
)
def test_references_are_found_in_every_language(language: str, name: str, lines: list[int]) -> None:
    text = SOURCES.get(language, "a b\nc (a)\n")
    assert [one.line for one in references(text, language, name)] == lines


@pytest.mark.spec("DOC-6")
@pytest.mark.soak
@pytest.mark.parametrize("language", languages())
@given(data=st.data())
def test_any_text_has_definitions_that_lie_in_it(language: str, data: st.DataObject) -> None:
    text = data.draw(texts(language))
    found = definitions(text, language)
    assert found == sorted(found, key=lambda one: one.start)
    for one in found:
        assert one.name
        assert 0 <= one.start <= one.name_start < one.end <= len(text)
        assert one.line <= one.name_line <= one.end_line <= text.count("\n") + 1
        assert one.body == -1 or one.start <= one.body <= one.end
        assert (
            any(ref.start == one.name_start for ref in references(text, language, one.name)) or not one.name.isalnum()
        )
