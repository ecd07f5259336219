"""Pages keep title, headings, links' texts, tables, forms and messages, and lose scripts, styles and markup."""

from __future__ import annotations

import pytest

from brimful.results.condense.html import Html
from brimful.results.condenser import Condensed, Room

PAGE = """<!DOCTYPE html>
<html><head><title>Orders &amp; more</title><style>.a { color: red }</style>
<meta name="description" content="All orders of a shop">
<script>var secret = "<h1>not a heading</h1>";</script></head>
<body><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<h1>Open
 orders</h1>
<svg><path d="M0 0 L10 10"/><text>drawn</text></svg>
<p>Hello {{ user.name }}, these are yours.</p>
<div class="alert alert-danger">Payment was refused</div>
<p>See <a href="/long">the long list</a> too.</p>
<table><tr><th>Order</th><th>Sum</th></tr><tr><td>17</td><td>3&nbsp;€</td></tr></table>
<form action="/find" method="post"><input type="search" name="q" placeholder="Find"><button>Go now</button></form>
<img src="data:image/png;base64,AAAA" alt="A cat">
FILLER
<h2>Help</h2><footer>Imprint</footer></body></html>
"""


def condense(text: str, limit: int) -> Condensed:
    return Html().condense(text, Room(limit, len))


@pytest.mark.spec("RES-4")
def test_the_words_stay_and_the_markup_goes() -> None:
    made = condense(PAGE, len(PAGE) - 1)
    for kept in (
        "Orders &amp; more", "All orders of a shop", "# Open orders", "{{ user.name }}", "Payment was refused",
        "See the long list too.", "Order | Sum", "17 | 3&nbsp;€", 'name="q"', 'action="/find"', "Go now", "[A cat]",
        "## Help", "About us",
    ):  # fmt: skip
        assert kept in made.text
    for gone in ("color", "secret", "not a heading", "M0 0", "base64", "<p>", "class="):
        assert gone not in made.text
    assert made.left_out == {}


@pytest.mark.spec("RES-4")
def test_title_headings_and_messages_stay_longest_and_gaps_are_counted() -> None:
    page = PAGE.replace("FILLER", "".join(f"<p>Paragraph {at} says nothing much.</p>" for at in range(300)))
    made = condense(page, 450)
    for kept in ("Orders &amp; more", "# Open orders", "## Help", "Payment was refused", "{{ user.name }}"):
        assert kept in made.text
    shown = [line for line in made.text.split("\n")[1:] if not line.startswith("… ")]
    total = int(made.text.split(" texts;")[0].rsplit(" ", 1)[1])
    assert len(shown) + made.left_out["texts"] == total


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "broken",
    ["<p>one<p>two<b>three", "<h1>one</h2><p>two</div></div>three", "<p>a < b and c > d two three one",
     "<p>one two three<!-- x",
     "<p one two three", "one<br>two<br/>three</p></p>"],
)  # fmt: skip
def test_broken_markup_still_gives_its_words(broken: str) -> None:
    page = "<html>" + "<script>x</script>" * 50 + broken
    made = condense(page, 300)
    assert len(made.text) <= 300
    if not broken.startswith("<p one"):
        assert all(word in made.text for word in ("one", "two", "three"))


@pytest.mark.spec("RES-4")
def test_a_page_of_scripts_alone_shows_its_ends() -> None:
    page = "<html><script src='/app.js'></script>" + "<script>" + "x();" * 500 + "</script></html>"
    made = condense(page, 400)
    assert "/app.js" in made.text
    assert "more characters" in made.text
