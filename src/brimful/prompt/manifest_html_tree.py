"""The tree on the page: nested `<details>`, written from the leaves up so that no depth and no length matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from brimful.prompt.columns import one_line
from brimful.prompt.manifest_html_pieces import bar
from brimful.prompt.manifest_tree import Fold, Node, Shown, Tree, fold
from brimful.prompt.manifest_words import folded, number, reason, tags, told
from brimful.prompt.markup import Html, element, joined

_OPEN_ROWS = 60  # rows that are open when the page is; the rest waits for a click
_EDGE = 12  # siblings that stay visible at either end of a long row


def tree_section(tree: Tree, shade: Mapping[int, str], texts: Mapping[str, str]) -> Html | None:
    """The tree in document order; nothing when there is nothing."""
    if not tree.nodes:
        return None
    return element(
        "section",
        element("h2", "The tree", id="tree"),
        *_filters(),
        element(
            "div",
            element("span", "Element"),
            element("span", "Tokens", class_="n"),
            element("span", "Given", class_="n"),
            class_="row heads",
            aria_hidden="true",
        ),
        element("ul", *_Branches(tree, shade, texts).below(-1), class_="tree"),
        aria_labelledby="tree",
    )


def _filters() -> Iterator[Html]:
    """What is shown, chosen without a script: the style reads which of the three is checked."""
    for value, label, checked in (
        ("all", "Everything", True),
        ("in", "In the prompt", False),
        ("out", "Left behind", False),
    ):
        yield element("input", type="radio", name="show", id=f"show-{value}", checked=checked)
        yield element("label", label, for_=f"show-{value}")


class _Branches:
    """Writes each node once, its children first."""

    def __init__(self, tree: Tree, shade: Mapping[int, str], texts: Mapping[str, str]) -> None:
        self.tree = tree
        self.shade = shade
        self.texts = texts
        self.open = _open_places(tree)
        self.shows = _shows(tree)
        pieces = tree.pieces()
        self.scale = max([1, *(max(0, node.entry.tokens) + node.lost_inside for node in pieces)])
        self.top = pieces[0].depth if pieces else 0
        self.written: dict[int, Html] = {}
        for node in reversed(tree.nodes):
            self.written[node.place] = self._item(node)

    def below(self, parent: int) -> Iterator[Html]:
        """The items under a place, long rows folded."""
        for shown in fold(self.tree.below(parent), _EDGE):
            yield self._folded(shown) if isinstance(shown, Fold) else self._take(shown)

    def _take(self, node: Node) -> Html:
        return self.written.pop(node.place)

    def _folded(self, row: Fold) -> Html:
        tokens = sum(node.entry.tokens for node in row.nodes)
        label = element("span", f"… {folded(row.nodes)}", class_="more")
        heading = element("summary", _row(label, number(tokens), ""))
        items = joined(self._take(node) for node in row.nodes)
        has = set[str]().union(*(self.shows[node.place] for node in row.nodes))
        return element(
            "li", element("details", heading, element("ul", items)), class_=" ".join(["fold", *sorted(has)])
        )

    def _item(self, node: Node) -> Html:
        entry = node.entry
        inner = [self._text(node), element("ul", *self.below(node.place)) if node.children else None]
        row = _row(
            joined(self._title(node)), number(entry.used if entry.is_gone else entry.tokens), number(entry.allotted)
        )
        if any(part is not None for part in inner):
            body = element("details", element("summary", row), *inner, open=node.place in self.open)
        else:
            body = row
        classes = [entry.fate, self.shade.get(node.place, ""), *sorted(self.shows[node.place])]
        return element("li", body, id=f"e{node.place}", class_=" ".join(filter(None, classes)))

    def _title(self, node: Node) -> Iterator[Html]:
        entry = node.entry
        yield element("span", one_line(node.name) or "–", class_="name")
        yield element("span", one_line(entry.kind), class_="kind")
        if entry.fate != "kept":
            yield element("span", entry.fate, class_="fate")
        yield from (element("span", tag, class_="tag") for tag in tags(entry))
        if node.children and node.depth >= self.top:  # what is above the pieces is all of them
            yield bar(entry.tokens, node.lost_inside, self.scale)
        if entry.is_gone:
            yield element("span", told(reason(entry), self.tree.root), class_="why")
        if preview := one_line(entry.preview):
            yield element("span", preview, class_="preview", dir="auto")

    def _text(self, node: Node) -> Html | None:
        text = self.texts.get(node.entry.id)
        if text is None:
            return None
        return element(
            "details",
            element("summary", f"Whole text, {len(text):,} characters"),
            element("pre", text, dir="auto", tabindex=0),
            class_="text",
        )


def _row(title: Html, tokens: str, given: str) -> Html:
    return element(
        "div",
        element("div", title, class_="title"),
        element("span", tokens, class_="n"),
        element("span", given, class_="n given"),
        class_="row",
    )


def _shows(tree: Tree) -> list[set[str]]:
    """What the filters ask of each node: whether it is, or holds, something kept (in) or something gone (out)."""
    shows: list[set[str]] = [set() for _ in tree.nodes]
    for node in reversed(tree.nodes):
        own = shows[node.place]
        own |= {"has-in"} if node.entry.fate == "kept" else set()
        own |= {"has-out"} if node.entry.is_gone else set()
        if node.parent >= 0:
            shows[node.parent] |= own
    return shows


def _open_places(tree: Tree) -> set[int]:
    """The nodes that are open at first: level by level, as long as the rows fit."""
    level: list[Shown] = list(fold(tree.below(-1), _EDGE))
    rows, places = len(level), set[int]()
    while level:
        below: list[Shown] = []
        for shown in level:
            if isinstance(shown, Fold) or not shown.children:
                continue
            children = list(fold(tree.below(shown.place), _EDGE))
            if rows + len(children) > _OPEN_ROWS:
                continue
            rows += len(children)
            places.add(shown.place)
            below += children
        level = below
    return places
