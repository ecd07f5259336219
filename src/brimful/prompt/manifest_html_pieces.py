"""Where the tokens went, on the page: one bar of the top-level pieces, and a table that says the same in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from brimful.prompt.columns import one_line
from brimful.prompt.manifest import Manifest
from brimful.prompt.manifest_tree import Node, Tree
from brimful.prompt.manifest_words import number, percent
from brimful.prompt.markup import Html, element, joined

_SHADES = 8  # hues in the style; more pieces than that share a neutral one
_CELLS = 24  # parts of one piece that are drawn apart
_COLUMNS = 40  # pieces that are drawn, and
_ROWS = 16  # pieces that have a row, before the rest is summed up; the largest stay, in document order


class _Cell(Struct, frozen=True):
    """A part of a piece in the bar."""

    name: str
    tokens: int


def shades(tree: Tree) -> dict[int, str]:
    """The class of each top-level piece, by place: the largest have a hue of their own, in document order."""
    pieces = _weighty(tree)
    hued, _ = _largest(pieces, _SHADES)
    return {node.place: f"c{index}" for index, node in enumerate(hued)}


def pieces_section(manifest: Manifest, tree: Tree, shade: dict[int, str]) -> Html | None:
    """The bar and the table; nothing when there is nothing."""
    pieces = _weighty(tree)
    if not pieces:
        return None
    return element(
        "section",
        element("h2", "Where the tokens went", id="pieces"),
        _mosaic(manifest, tree, pieces, shade),
        _table(manifest, pieces, shade),
        aria_labelledby="pieces",
    )


def _weighty(tree: Tree) -> list[Node]:
    """The top-level pieces that have tokens, or left some behind."""
    return [node for node in tree.pieces() if node.entry.tokens > 0 or node.lost_inside]


def _largest(nodes: Sequence[Node], count: int) -> tuple[list[Node], list[Node]]:
    """The largest so many and the others, each in document order."""
    if len(nodes) <= count:
        return list(nodes), []
    ranked = sorted(nodes, key=lambda node: (-node.entry.tokens, -node.lost_inside))
    chosen = {node.place for node in ranked[:count]}
    return [n for n in nodes if n.place in chosen], [n for n in nodes if n.place not in chosen]


def _mosaic(manifest: Manifest, tree: Tree, pieces: Sequence[Node], shade: dict[int, str]) -> Html:
    framing = _framing(manifest, pieces)
    drawn, rest = _largest([node for node in pieces if node.entry.tokens > 0], _COLUMNS)
    columns = [_column(tree, node, shade.get(node.place, "c-rest")) for node in drawn]
    columns += (
        [_plain_column(f"{len(rest):,} more", sum(node.entry.tokens for node in rest), "c-rest")] if rest else []
    )
    columns += [_plain_column("framing", framing, "c-rest")] if framing > 0 else []
    columns += [_plain_column("free", manifest.free, "c-free")] if manifest.free > 0 else []
    return element("div", *columns, class_="mosaic", aria_hidden="true")  # the table below says it all


def _column(tree: Tree, node: Node, shade: str) -> Html:
    name, tokens = _label(node), node.entry.tokens
    cells = [
        element("i", element("span", cell.name), style=f"flex-grow:{cell.tokens}", title=_titled(cell))
        for cell in _cells(tree, node)
    ]
    return element(
        "div",
        element("b", element("span", name), element("small", number(tokens))),
        element("div", *cells, class_="cells"),
        class_=f"piece {shade}",
        style=f"flex-grow:{tokens}",
        title=f"{name}: {tokens:,} tokens",
    )


def _plain_column(name: str, tokens: int, shade: str) -> Html:
    label = element("b", element("span", name), element("small", number(tokens)))
    title = f"{name}: {tokens:,} tokens"
    return element("div", label, class_=f"piece {shade}", style=f"flex-grow:{tokens}", title=title)


def _cells(tree: Tree, node: Node) -> list[_Cell]:
    """The parts of a piece, the many small ones as one."""
    drawn, rest = _largest([child for child in tree.below(node.place) if child.entry.tokens > 0], _CELLS)
    cells = [_Cell(_label(child), child.entry.tokens) for child in drawn]
    return [*cells, _Cell(f"{len(rest):,} more", sum(child.entry.tokens for child in rest))] if rest else cells


def _label(node: Node) -> str:
    """Its name; where that is only a number among siblings, what kind of thing it is says more."""
    name = one_line(node.name)
    return one_line(node.entry.kind) if name.isdecimal() else name


def _titled(cell: _Cell) -> str:
    return f"{cell.name}: {cell.tokens:,} tokens"


def _table(manifest: Manifest, pieces: Sequence[Node], shade: dict[int, str]) -> Html:
    scale = max(1, *(_wanted(node) for node in pieces))
    named, rest = _largest(pieces, _ROWS)
    rows = [_row(manifest, node, shade.get(node.place, "c-rest"), scale) for node in named]
    rows += [_rest(manifest, rest)] if rest else []
    if framing := max(0, _framing(manifest, pieces)):
        rows.append(_plain_row("framing", framing, _share(manifest, framing), "c-rest"))
    if manifest.free > 0:
        rows.append(_plain_row("free", manifest.free, "", "c-free"))
    heads = [
        ("Piece", ""),
        ("Kept and left behind", "wide"),
        ("Tokens", "n"),
        ("Share", "n"),
        ("Given", "n"),
        ("Left behind", "n"),
    ]
    return element(
        "table",
        element("caption", "Top-level pieces: what each has in the prompt, and what it left behind"),
        element(
            "thead", element("tr", *(element("th", head, scope="col", class_=kind or None) for head, kind in heads))
        ),
        element("tbody", *rows),
        class_="pieces",
    )


def _row(manifest: Manifest, node: Node, shade: str, scale: int) -> Html:
    entry = node.entry
    name = element("a", one_line(node.name) or "–", href=f"#e{node.place}")
    return _cells_of(
        joined([name, " ", element("span", one_line(entry.kind), class_="kind")]),
        bar(entry.tokens, node.lost_inside, scale),
        (number(entry.tokens), _share(manifest, entry.tokens), number(entry.allotted), _lost(node.lost_inside)),
        shade,
    )


def _rest(manifest: Manifest, pieces: Sequence[Node]) -> Html:
    tokens, lost = sum(node.entry.tokens for node in pieces), sum(node.lost_inside for node in pieces)
    numbers = (number(tokens), _share(manifest, tokens), "", _lost(lost))
    return _cells_of(f"{len(pieces):,} more", None, numbers, "c-rest")


def _plain_row(name: str, tokens: int, share: str, shade: str) -> Html:
    return _cells_of(name, None, (number(tokens), share, "", ""), f"plain {shade}")


def _cells_of(name: str, drawn: Html | None, numbers: tuple[str, str, str, str], shade: str) -> Html:
    tokens, *others = numbers
    return element(
        "tr",
        element("th", name, scope="row"),
        element("td", drawn, class_="wide"),
        element("td", tokens, class_="n"),
        *(element("td", value, class_="n quiet") for value in others),
        class_=shade,
    )


def _framing(manifest: Manifest, pieces: Sequence[Node]) -> int:
    """What the prompt costs beyond its pieces: the words a provider puts around messages."""
    return manifest.tokens - sum(max(0, node.entry.tokens) for node in pieces)


def _share(manifest: Manifest, tokens: int) -> str:
    return percent(tokens / manifest.tokens) if manifest.tokens > 0 and tokens > 0 else "–"


def _lost(tokens: int) -> str:
    return number(tokens) if tokens else "–"


def bar(kept: int, lost: int, scale: int) -> Html:
    """A small bar: what is kept is solid, what was left behind hatched."""
    parts = [("in", kept), ("out", lost)]
    spans = [
        element("span", class_=kind, style=f"width:{min(100.0, 100 * tokens / scale):.2f}%")
        for kind, tokens in parts
        if tokens > 0
    ]
    return element("span", *spans, class_="bar", aria_hidden="true")


def _wanted(node: Node) -> int:
    return max(0, node.entry.tokens) + node.lost_inside
