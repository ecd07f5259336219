"""The tables of the page: what was left behind and why, the pruning steps, and how budgets were shared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from brimful.prompt.columns import one_line
from brimful.prompt.manifest import Group, Manifest, Step
from brimful.prompt.manifest_tree import Node, Tree
from brimful.prompt.manifest_words import Id, Phrase, number, reason, short
from brimful.prompt.markup import Html, element, joined

_ROWS = 60  # rows of a table that stand open; the rest folds
_IDS = 12  # ids in one cell before "… more"

_Head: TypeAlias = str | tuple[str, str]  # a heading, with the class of its cell


def left_section(tree: Tree) -> Html:
    """Everything that was left behind, with its reason. What only went along with its container has no row."""
    listed = [node for node in tree.nodes if node.listed]
    links = _Links(tree)
    rows = [_left_row(node, links) for node in listed]
    return element(
        "section",
        element("h2", "Left behind", id="left"),
        _tables(
            ["Element", ("Tokens", "n"), ("Step", "n"), "Why"], rows, "What is not in the prompt, and why", "left"
        )
        if rows
        else element("p", "Nothing: all that had something to say is in the prompt.", class_="none"),
        aria_labelledby="left",
    )


def steps_section(manifest: Manifest, tree: Tree) -> Html | None:
    """The pruning steps in order; nothing when none was needed."""
    if not manifest.steps:
        return None
    links = _Links(tree)
    lost: dict[int, int] = {}
    for node in tree.nodes:
        lost[node.entry.step] = lost.get(node.entry.step, 0) + node.lost
    rows = [_step_row(step, lost.get(step.number, 0), links) for step in manifest.steps]
    heads: list[_Head] = [("Step", "n"), ("Tokens", "n"), "Limit", "Went by choice", "Went along"]
    return element(
        "section",
        element("h2", "Pruning, step by step", id="steps"),
        _tables(heads, rows, "Each step takes the lowest priority within the limit that is over", "steps"),
        aria_labelledby="steps",
    )


def budgets_section(manifest: Manifest, tree: Tree) -> Html | None:
    """How each group of siblings shared what there was."""
    if not manifest.groups:
        return None
    links = _Links(tree)
    rows = [_group_row(group, links) for group in manifest.groups]
    heads: list[_Head] = ["Within", ("Remaining", "n"), ("Held back", "n"), "Given"]
    return element(
        "section",
        element("h2", "How budgets were shared", id="budgets"),
        _tables(heads, rows, "Groups of siblings in the order they were rendered", "budgets"),
        aria_labelledby="budgets",
    )


class _Links:
    """Ids as links to their place in the tree."""

    def __init__(self, tree: Tree) -> None:
        self.root = tree.root
        self.places = {node.entry.id: node.place for node in tree.nodes}

    def one(self, id_: str) -> Html:
        """The id, as a link where the tree has it."""
        name = short(id_, self.root)
        place = self.places.get(id_)
        if place is None or not name:
            return element("code", name or "–")
        return element("a", name, href=f"#e{place}")

    def many(self, ids: Sequence[str]) -> Html:
        """Several ids, the first of very many."""
        shown = [joined([", " if index else None, self.one(id_)]) for index, id_ in enumerate(ids[:_IDS])]
        return joined([*shown, f" and {len(ids) - _IDS:,} more" if len(ids) > _IDS else None] if ids else ["–"])

    def phrase(self, phrase: Phrase) -> Html:
        """A phrase with its ids as links."""
        return joined(self.one(word.id) if isinstance(word, Id) else word for word in phrase)


def _left_row(node: Node, links: _Links) -> Html:
    entry = node.entry
    phrases = [phrase for phrase in reason(entry) if phrase != (f"step {entry.step}",)]
    why = joined(joined([" · " if index else None, links.phrase(phrase)]) for index, phrase in enumerate(phrases))
    preview = one_line(entry.preview)
    return element(
        "tr",
        element(
            "th",
            links.one(entry.id),
            " ",
            element("span", one_line(entry.kind), class_="kind"),
            element("span", preview, class_="preview", dir="auto") if preview else None,
            scope="row",
        ),
        element("td", number(node.lost or None), class_="n"),
        element("td", number(entry.step) if entry.step else "–", class_="n"),
        element("td", why),
        class_=entry.fate,
    )


def _step_row(step: Step, lost: int, links: _Links) -> Html:
    return element(
        "tr",
        element("th", number(step.number), scope="row", class_="n"),
        element("td", number(-lost or None), class_="n"),
        element("td", links.one(step.limit)),
        element("td", links.many(step.removed)),
        element("td", links.many(step.along) if step.along else None),
    )


def _group_row(group: Group, links: _Links) -> Html:
    given = [joined([links.one(id_), f" {number(budget)}"]) for id_, budget in group.budgets[:_IDS]]
    more = f", and {len(group.budgets) - _IDS:,} more" if len(group.budgets) > _IDS else None
    return element(
        "tr",
        element("th", links.one(group.parent), scope="row"),
        element("td", number(group.remaining), class_="n"),
        element("td", number(group.reserved), class_="n"),
        element("td", *(joined([", " if index else None, one]) for index, one in enumerate(given)), more),
    )


def _tables(heads: Sequence[_Head], rows: Sequence[Html], caption: str, kind: str) -> Html:
    first = _table(heads, rows[:_ROWS], caption, kind)
    if len(rows) <= _ROWS:
        return first
    rest = _table(heads, rows[_ROWS:], f"{caption}, continued", kind)
    return joined([first, element("details", element("summary", f"{len(rows) - _ROWS:,} more"), rest, class_="rest")])


def _table(heads: Iterable[_Head], rows: Sequence[Html], caption: str, kind: str) -> Html:
    cells = [(head, None) if isinstance(head, str) else head for head in heads]
    return element(
        "div",
        element(
            "table",
            element("caption", caption),
            element("thead", element("tr", *(element("th", head, scope="col", class_=name) for head, name in cells))),
            element("tbody", *rows),
            class_=kind,
        ),
        class_="scroll",
        role="region",
        aria_label=caption,
        tabindex=0,
    )
