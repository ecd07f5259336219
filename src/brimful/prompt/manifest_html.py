"""A manifest as one page for people (PT-10).

The page stands alone: no script, no font, no address it would load from, and a policy that forbids any, so that it
can be mailed, archived and opened from a disk, and nothing in a prompt can act in it. Everything folds with
`<details>`; widths and shades carry no meaning that words and numbers beside them do not.
"""

from __future__ import annotations

from collections.abc import Mapping

from brimful.prompt.columns import one_line
from brimful.prompt.manifest import Manifest
from brimful.prompt.manifest_html_pieces import pieces_section, shades
from brimful.prompt.manifest_html_style import STYLE
from brimful.prompt.manifest_html_tables import budgets_section, left_section, steps_section
from brimful.prompt.manifest_html_tree import tree_section
from brimful.prompt.manifest_tree import Tree, grow
from brimful.prompt.manifest_words import FATES, number, percent
from brimful.prompt.markup import Html, element, joined

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_TITLE = "Prompt manifest"


def as_html(manifest: Manifest, *, title: str = "", texts: Mapping[str, str] | None = None) -> str:
    """The account as a page. `texts` gives whole texts by id, which are shown on demand."""
    tree = grow(manifest)
    shade = shades(tree)
    name = one_line(title) or _TITLE
    body = element(
        "body",
        _header(manifest, tree, name),
        element(
            "main",
            pieces_section(manifest, tree, shade),
            tree_section(tree, shade, texts or {}),
            left_section(tree),
            steps_section(manifest, tree),
            budgets_section(manifest, tree),
        ),
        _footer(manifest),
    )
    return f"<!doctype html>\n{element('html', _head(name), body, lang='en')}\n"


def _head(name: str) -> Html:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", f"{name} · brimful"),
        element("style", Html(STYLE)),
    )


def _header(manifest: Manifest, tree: Tree, name: str) -> Html:
    return element(
        "header",
        element("p", element("span", "brimful", class_="brand"), " prompt manifest", class_="eyebrow"),
        element("h1", name),
        element(
            "p",
            element("strong", number(manifest.tokens)),
            element("span", f" of {number(manifest.budget)} tokens"),
            class_="figure",
        ),
        _meter(manifest),
        _counts(manifest, tree),
        class_="over" if manifest.free < 0 else None,
    )


def _meter(manifest: Manifest) -> Html:
    """The fill bar. Over the budget, the bar is the whole prompt and the brim is a mark inside it."""
    whole = max(manifest.tokens, manifest.budget, 1)
    filled = min(100.0, max(0.0, 100 * manifest.tokens / whole))
    brim = min(100.0, max(0.0, 100 * manifest.budget / whole))
    said = f"{percent(manifest.fill)} full"
    room = f"{number(manifest.free)} free" if manifest.free >= 0 else f"{number(-manifest.free)} over the budget"
    return element(
        "div",
        element(
            "div",
            element("span", style=f"width:{filled:.2f}%", class_="fill"),
            element("span", style=f"left:{brim:.2f}%", class_="brim") if manifest.free < 0 else None,
            class_="meter",
            role="img",
            aria_label=f"{said}, {room}",
        ),
        element("p", element("b", said), element("span", room), class_="scale"),
    )


def _counts(manifest: Manifest, tree: Tree) -> Html:
    lost = sum(tree.nodes[root].lost_inside for root in tree.roots)
    count = {fate: sum(node.entry.fate == fate for node in tree.nodes) for fate in FATES}
    facts = [
        ("kept", number(count["kept"]), "in the prompt"),
        ("pruned", number(count["pruned"] + count["emptied"]), f"left behind, {number(lost)} tokens"),
        ("unused", number(count["unused"]), "not needed"),
        ("steps", number(len(manifest.steps)), "pruning step" if len(manifest.steps) == 1 else "pruning steps"),
    ]
    return element(
        "dl",
        *(element("div", element("dt", word), element("dd", value), class_=kind) for kind, value, word in facts),
        class_="facts",
    )


def _footer(manifest: Manifest) -> Html:
    counter = one_line(manifest.counter)
    counted = f"Tokens counted with {counter}. " if counter else ""
    note = "“Given” is the budget an element was allotted; tokens of an element take in all that it holds."
    return element(
        "footer", joined([element("p", counted + note), element("p", f"Manifest version {manifest.version}")])
    )
