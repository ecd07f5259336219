"""From a finished tree to its account (PT-10): not on the way of a render, but written when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from brimful import messages
from brimful.prompt.counting import Counts
from brimful.prompt.element import HIGHEST
from brimful.prompt.extras import Meta
from brimful.prompt.manifest import Entry, Fate, Manifest
from brimful.prompt.manifest import Group as GroupEntry
from brimful.prompt.manifest import Step as StepEntry
from brimful.prompt.nodes import Box, MarkNode, MessageBox, Node, PartNode, TextNode, is_empty
from brimful.prompt.plan import Plan
from brimful.prompt.sizing import Group

_PREVIEW = 80  # characters of a text that are shown


class Step(Struct, frozen=True):
    """A pruning step as it happened: the limit, and what went in order."""

    limit: Box
    removed: Sequence[Node]


class Account:
    """What is written down while a tree is made to fit, and the manifest made of it."""

    def __init__(self, root: Box, groups: Sequence[Group], counts: Counts) -> None:
        self.root = root
        self.groups = groups
        self.counts = counts
        self.steps: list[Step] = []

    def names(self) -> dict[int, str]:
        """The id of every node: its own, or its owner's and its place; the second of a name gets a number."""
        names: dict[int, str] = {}
        taken: dict[str, int] = {}
        for node in everything(self.root):
            element = getattr(node, "element", None)
            name = element.id if element is not None and element.id else ""
            if not name:
                name = f"{names[id(node.owner)]}/{node.place}" if node.owner else "root"
            given = name
            while name in taken:  # which a name that was given may be, number and all
                taken[given] += 1
                name = f"{given}#{taken[given]}"
            taken[name] = 1
            names[id(node)] = name
        return names

    def contents(self) -> dict[str, Any]:
        """What every leaf says, by its id: text, or the value of what is opaque."""
        names = self.names()
        found = ((names[id(node)], _content(node)) for node in everything(self.root))
        return {name: content for name, content in found if content is not None}

    def manifest(self, tokens: int) -> Manifest:
        """The account as data."""
        return _Scribe(self).manifest(tokens)

    def metadata(self, plan: Plan) -> list[Meta]:
        """What the elements left for the caller: the global first, then the local of what is left."""
        found = list(plan.metadata)
        for node in everything(self.root, pruned_too=False):
            if isinstance(node, Box) and node.metadata:
                found += node.metadata
        return found


def everything(root: Box, *, pruned_too: bool = True) -> Iterator[Node]:
    """Every node, each before its children, in document order."""
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Box):
            waiting.extend(child for child in reversed(node.children) if pruned_too or not child.gone)


class _Scribe:
    """Writes one manifest."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.counts = account.counts
        self.names = account.names()
        self.went: dict[int, tuple[int, Step, Node]] = {}  # when, in which step, and with what
        for number, step in enumerate(account.steps, 1):
            for node in step.removed:
                self.went[id(node)] = (number, step, step.removed[0])
        self.lowest: dict[int, Node | None] = {}  # of each box, the least important child that stays
        self.used: dict[int, int] = {}
        self.tokens: dict[int, int] = {}
        for node in reversed(list(everything(account.root))):
            self.used[id(node)] = self._used(node)
        self._count(account.root)

    def manifest(self, tokens: int) -> Manifest:
        self.tokens[id(self.account.root)] = tokens
        return Manifest(
            budget=self.account.root.allotted + self.counts.tokenizer.frame,
            tokens=tokens,
            entries=tuple(self._entries(self.account.root)),
            groups=tuple(self._group(group) for group in self.account.groups),
            steps=tuple(self._step(number, step) for number, step in enumerate(self.account.steps, 1)),
            counter=self.counts.tokenizer.name,
        )

    def _group(self, group: Group) -> GroupEntry:
        return GroupEntry(
            self.names[id(group.owner)] if group.owner else "",
            group.allocation.remaining,
            group.allocation.reserved,
            tuple(
                (self.names[id(node)], budget)
                for node, budget in zip(group.nodes, group.allocation.budgets, strict=True)
            ),
        )

    def _step(self, number: int, step: Step) -> StepEntry:
        first, *along = (self.names[id(node)] for node in step.removed)
        return StepEntry(number, self.names[id(step.limit)], (first,), tuple(along))

    def _entries(self, root: Box) -> Iterator[Entry]:
        for node in everything(root):
            yield self._entry(node)

    def _entry(self, node: Node) -> Entry:
        element = getattr(node, "element", None)
        number, limit, cause, favour = self._reasons(node)
        fate = self._fate(node, cause)
        return Entry(
            id=self.names[id(node)],
            kind=element.kind if element is not None else _kind(node),
            parent=self.names[id(node.owner)] if node.owner else "",
            priority=None if node.priority == HIGHEST else node.priority,
            required=element is not None and element.required,
            allotted=getattr(node, "allotted", None) if element is not None else None,
            used=self.used[id(node)],
            tokens=self.tokens.get(id(node), 0) if fate == "kept" else 0,
            grown=node.grown if isinstance(node, Box) else 0,
            fate=fate,
            step=number,
            limit=limit,
            cause=cause,
            favour=favour,
            preview=_preview(node),
        )

    def _used(self, node: Node) -> int:
        """What a node came to before anything went; its children are known."""
        if isinstance(node, Box):
            inside = sum(self.used[id(child)] for child in node.children)
            return inside + (self.counts.frames(node) if isinstance(node, MessageBox) else 0)
        return self.counts.upper(node) - (isinstance(node, TextNode) and node.breaks > 0)

    def _count(self, node: Node, *, in_message: bool = False) -> None:
        """What a node has in the prompt: a message as it is sent, what holds it by that, the rest part by part."""
        if not isinstance(node, Box):
            self.tokens[id(node)] = self.counts.upper(node)
            return
        for child in node.left():
            self._count(child, in_message=in_message or isinstance(node, MessageBox))
        if in_message:
            self.tokens[id(node)] = self.counts.upper(node)
        elif isinstance(node, MessageBox):
            self.tokens[id(node)] = self.counts.total(node)
        else:
            self.tokens[id(node)] = sum(self.tokens[id(child)] for child in node.left())

    def _fate(self, node: Node, cause: str) -> Fate:
        above: Node | None = node
        while above is not None:
            if isinstance(above, Box) and above.unused:
                return "unused"
            if above.gone:
                return "emptied" if cause == "empty" else "pruned"
            above = above.owner
        return "unused" if node.owner and _is_unsaid(node) else "kept"

    def _reasons(self, node: Node) -> tuple[int, str, str, str]:
        """The step at which a node went, the limit then enforced, what took it along, what stayed instead."""
        above: Node | None = node
        while above is not None and id(above) not in self.went:
            if isinstance(above, Box) and above.unused:
                return 0, "", self.names[id(_chosen(above))], ""
            above = above.owner
        if above is None:
            return 0, "", "", ""
        number, step, first = self.went[id(above)]
        if above is not node:
            cause = self.names[id(above)]
        elif node is first:
            cause = ""
        else:
            cause = "empty" if _is_above(node, step.removed) else self.names[id(first)]
        return number, self.names[id(step.limit)], cause, self._favour(node, step.limit)

    def _favour(self, node: Node, limit: Box) -> str:
        """The least important thing that stays beside what went, or beside what it stood in."""
        above = node.owner
        while above is not None:
            kept = self._lowest_kept(above)
            if kept is not None:
                return self.names[id(kept)]
            if above is limit:
                break
            above = above.owner
        return ""

    def _lowest_kept(self, box: Box) -> Node | None:
        if id(box) not in self.lowest:
            kept = [child for child in box.children if not child.gone and not is_empty(child)]
            self.lowest[id(box)] = min(kept, key=lambda child: child.priority, default=None)
        return self.lowest[id(box)]


def _is_unsaid(node: Node) -> bool:
    """Whether a node is an empty box, or in a message that says nothing and is not sent."""
    if isinstance(node, Box) and is_empty(node):
        return True
    above = node.owner
    while above is not None and not isinstance(above, MessageBox):
        above = above.owner
    return above is not None and is_empty(above)


def _chosen(unused: Box) -> Node:
    """The alternative that stayed instead of an unused one."""
    owner = unused.owner
    assert owner is not None, "alternatives stand in something"
    return next(child for child in owner.children if child is not unused)


def _is_above(node: Node, removed: Sequence[Node]) -> bool:
    """Whether a node went because something in it did."""
    return any(each.owner is node for each in removed)


def _content(node: Node) -> Any:
    if isinstance(node, TextNode):
        return node.text
    if isinstance(node, MarkNode):
        return node.mark.kind
    part = node.part if isinstance(node, PartNode) else None
    return part.value if isinstance(part, messages.Opaque) else None


def _kind(node: Node) -> str:
    if isinstance(node, TextNode):
        return "text"
    if isinstance(node, MarkNode):
        return "mark"
    return "opaque"


def _preview(node: Node) -> str:
    if isinstance(node, TextNode):
        text = " ".join(node.text[: 2 * _PREVIEW].split())
        return text if len(text) <= _PREVIEW else text[: _PREVIEW - 1] + "…"
    if isinstance(node, PartNode) and not isinstance(node.part, messages.Opaque):
        return node.part.media_type
    return ""
