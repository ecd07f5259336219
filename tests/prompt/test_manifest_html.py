"""A manifest as a page: whole, safe, readable."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.prompt.manifest import Entry, Manifest
from brimful.prompt.manifest_html import as_html
from brimful.prompt.manifest_html_style import DARK, LIGHT, SHADES
from brimful.prompt.manifest_html_style import REST as NEUTRAL
from tests.prompt.manifests import NASTY, agent_manifest, any_manifests, large_manifest

HOSTILE = "</script></style></pre><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
VOID = {"meta", "input"}
TAGS = {"html", "head", "meta", "title", "style", "body", "header", "main", "section", "footer", "p", "h1", "h2"}
TAGS |= {
    "strong",
    "span",
    "b",
    "i",
    "small",
    "div",
    "dl",
    "dt",
    "dd",
    "ul",
    "li",
    "a",
    "code",
    "pre",
    "label",
    "input",
}
TAGS |= {"details", "summary", "table", "caption", "thead", "tbody", "tr", "th", "td"}


class Page(HTMLParser):
    """A strict reader: every element closes where it should; tags, attributes, ids and words are kept."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    def values(self, name: str) -> list[str]:
        return [value for key, value in self.attributes if key == name]


def words(page: str) -> str:
    return " ".join(" ".join(Page(page).words).split())


@pytest.mark.spec("PT-10")
def test_the_page_says_what_the_manifest_says() -> None:
    said = words(as_html(agent_manifest(), title="Mend the flaky upload"))
    assert "Mend the flaky upload 7,468 of 8,000 tokens 93 % full 532 free" in said
    assert "left behind, 6,926 tokens 14" in said
    assert "step 7 · limit agent · went with its partner history/1" in said
    assert "grew by 432" in said
    assert "How budgets were shared" in said
    for entry in agent_manifest().left_behind:
        assert entry.preview in said


@given(any_manifests(), NASTY, st.dictionaries(NASTY, NASTY))
@pytest.mark.spec("PT-10")
def test_no_manifest_gets_out_of_its_page(manifest: Manifest, title: str, texts: dict[str, str]) -> None:
    text = as_html(manifest, title=title, texts=texts)
    page = Page(text)
    assert set(page.tags) <= TAGS
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "action", "xlink")]
    assert all(link.startswith("#e") for link in page.values("href"))
    assert len(set(page.values("id"))) == len(page.values("id"))
    text.encode()


@pytest.mark.spec("PT-10")
def test_hostile_words_are_shown_as_words() -> None:
    entries = (
        Entry(HOSTILE, HOSTILE, used=9, tokens=9, preview=HOSTILE),
        Entry(f"{HOSTILE}/x", HOSTILE, HOSTILE, used=5, fate="pruned", step=1, limit=HOSTILE, favour=HOSTILE),
    )
    text = as_html(Manifest(9, 9, entries, counter=HOSTILE), title=HOSTILE, texts={HOSTILE: HOSTILE})
    assert "<script" not in text
    assert "<img" not in text
    assert HOSTILE in "".join(Page(text).words)


@pytest.mark.spec("PT-10")
def test_the_page_stands_alone() -> None:
    text = as_html(agent_manifest())
    assert not re.search(r"https?:|//[a-z]|url\(|@import|<script|<link|<iframe", text)
    assert any(content.startswith("default-src 'none'") for content in Page(text).values("content"))


@pytest.mark.spec("PT-10")
def test_every_link_leads_to_an_element_of_the_tree() -> None:
    page = Page(as_html(agent_manifest()))
    assert {link.removeprefix("#") for link in page.values("href")} <= set(page.values("id"))


@pytest.mark.spec("PT-10")
def test_whole_texts_are_there_on_demand_and_only_those_given() -> None:
    text = as_html(agent_manifest(), texts={"agent/files/client.py": "import httpx\n<b>\x00"})
    assert "Whole text, 17 characters" in text
    assert "import httpx\n&lt;b&gt;\ufffd</pre>" in text
    assert text.count("<pre") == 1


@pytest.mark.spec("PT-10")
@pytest.mark.parametrize("breadth", [5000, 70, 8, 1])
def test_five_thousand_entries_make_a_page_that_opens_small(breadth: int) -> None:
    text = as_html(large_manifest(5000, breadth))
    page = Page(text)
    assert sum(id_.startswith("e") and id_[1:].isdigit() for id_ in page.values("id")) == 5000
    assert len(text) < 5_000_000
    assert 0 < sum(name == "open" for name, _ in page.attributes) < 70


@pytest.mark.spec("PT-10")
def test_nesting_is_not_deeper_than_browsers_take() -> None:
    entries = [Entry("0", "Container", used=1, tokens=1)]
    entries += [Entry(str(i), "Container", str(i - 1), used=1, tokens=1) for i in range(1, 3000)]
    assert len(Page(as_html(Manifest(1, 1, tuple(entries)))).values("id")) > 3000


@pytest.mark.spec("PT-10")
def test_the_filters_find_what_is_left_behind_even_when_it_has_no_tokens() -> None:
    entries = (Entry("a", "Prompt"), Entry("a/0", "Text", "a", fate="pruned", step=1), Entry("a/1", "Text", "a"))
    classes = Page(as_html(Manifest(10, 0, entries))).values("class")
    assert {"kept has-in has-out", "pruned has-out", "kept has-in"} <= set(classes)


@pytest.mark.spec("PT-10")
def test_a_prompt_over_its_budget_shows_the_brim() -> None:
    text = as_html(Manifest(800, 1000, (Entry("a", "User", used=1000, tokens=1000),)))
    assert "200 over the budget" in words(text)
    assert 'class="brim"' in text
    assert "left:80.00%" in text


@pytest.mark.spec("PT-10")
def test_an_empty_manifest_is_a_page_too() -> None:
    assert "Nothing: all that had something to say is in the prompt." in words(as_html(Manifest(100, 0, ())))


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.spec("PT-10")
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_from_what_they_stand_on(palette: dict[str, str]) -> None:
    """WCAG AA: 4.5 for text, 3 for what outlines a control."""
    pairs = [(word, ground) for word in ("ink", "quiet", "link", "out") for ground in ("page", "card", "tint")]
    pairs += [("out", "out-tint"), ("emptied", "emptied-tint"), ("card", "ink")]
    low = {pair: contrast(palette[pair[0]], palette[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    assert contrast(palette["focus"], palette["card"]) >= 3
    assert contrast(palette["in"], palette["tint"]) >= 3


@pytest.mark.spec("PT-10")
def test_white_stands_out_from_every_hue() -> None:
    assert [hue for hue in (*SHADES, NEUTRAL) if contrast("#ffffff", hue) < 4.5] == []


@pytest.mark.spec("PT-10")
def test_a_piece_without_a_name_of_its_own_is_called_by_its_kind() -> None:
    root = Entry("root", "Container", tokens=9)
    page = as_html(Manifest(20, 9, (root, Entry("root/0", "System", parent="root", tokens=9))))
    assert "<b><span>System</span><small>9</small></b>" in page
