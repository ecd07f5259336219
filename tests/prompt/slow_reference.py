"""Pruning, as slowly and plainly as it can be written: the whole tree is walked again for everything that goes.

Written from the rules in tests/data/prompt-tree/README.md, for trees as `trees.py` makes them. It shares nothing with
the renderer but the numbers of a tokenizer: no counts kept up to date, no sorted candidates, no heaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.conformance.prompt_tree import CaseTokenizer

HIGHEST = 2**53 - 1


class TooMuch(Exception):
    """What is left may not go, and is more than a limit."""


class NothingToChoose(Exception):
    """Flat priorities over no leaves."""


@dataclass(eq=False)
class Thing:
    """A node. kind: text, opaque, image, mark, message, or a box of some kind."""

    kind: str
    name: str
    parent: Thing | None
    priority: float
    required: bool = False
    text: str = ""
    value: Any = None
    tokens: int = 0
    breaks: str = "never"  # or "unless beside text", "always"
    role: str = ""
    calls: list[dict[str, Any]] = field(default_factory=list)
    passes: bool = False
    limit: int | None = None
    key: str = ""
    grow: float = float("inf")
    children: list[Thing] = field(default_factory=list)

    @property
    def is_leaf(self) -> bool:
        return self.kind in ("text", "opaque", "image", "mark")

    @property
    def is_empty(self) -> bool:
        if self.kind == "text":
            return not self.text.strip()
        return not self.is_leaf and not self.calls and all(child.is_empty for child in self.children)

    def walk(self) -> Iterator[Thing]:
        yield self
        for child in self.children:
            yield from child.walk()

    def above(self) -> Iterator[Thing]:
        """Itself, what holds it, what holds that."""
        each: Thing | None = self
        while each is not None:
            yield each
            each = each.parent


# --- reading a tree ---


def read(tree: list[Any]) -> Thing:
    root = Thing("Container", "root", None, HIGHEST)
    _read_children(root, tree, None)
    return root


def _read_children(box: Thing, nodes: list[Any], own: float | None) -> None:
    literal = HIGHEST if own is None else own
    for node in nodes:
        place = len(box.children)
        name = f"{box.name}/{place}"
        breaks = "never" if place else "unless beside text"
        if isinstance(node, str):
            box.children.append(Thing("text", name, box, literal, text=node, breaks=breaks))
        elif node["el"] == "br":
            given = node.get("props", {}).get("priority", literal)
            box.children.append(Thing("text", name, box, given, text="\n", breaks=breaks))
        elif node["el"] == "opaque":
            props = node["props"]
            given = props.get("priority", literal)
            box.children.append(Thing("opaque", name, box, given, value=props["value"], tokens=props["tokenUsage"]))
        elif node["el"] == "cacheBreakpoint":
            box.children.append(Thing("mark", name, box, HIGHEST))
        else:
            box.children.append(_read_element(node, name, box))


def _read_element(node: dict[str, Any], name: str, parent: Thing) -> Thing:
    props = node.get("props", {})
    own = props.get("priority")
    kind = node["el"]
    is_message = kind in ("System", "User", "Assistant", "Tool")
    passes = bool(props.get("passPriority")) and not is_message
    priority = (0 if passes else HIGHEST) if own is None else own
    if kind == "Image":
        tokens = 5 if props["detail"] == "low" else 12
        return Thing("image", name, parent, priority, bool(props.get("required")), tokens=tokens)
    found = Thing(
        "message" if is_message else kind,
        name,
        parent,
        priority,
        bool(props.get("required")),
        role=kind.lower() if is_message else "",
        calls=list(props.get("toolCalls", [])),
        passes=passes,
        limit=props["max"] if kind == "TokenLimit" else None,
        key=props["key"] if kind == "KeepWith" else "",
        grow=props.get("flexGrow", float("inf")),
    )
    if kind == "TextChunk":
        text = Thing("text", f"{name}/0", found, HIGHEST if own is None else own, breaks="always")
        text.text = "".join(node["children"])
        found.children.append(text)
    elif kind == "PrioritizedList":
        _read_children(found, list(_numbered(node)), own)
    else:
        _read_children(found, node.get("children", []), own)
    return found


def _numbered(node: dict[str, Any]) -> Iterator[Any]:
    items = node.get("children", [])
    base = node["props"].get("priority", 0)
    for i, item in enumerate(items):
        priority = base - i if node["props"].get("descending") else base - len(items) + i
        if isinstance(item, str):
            yield {"el": "TextChunk", "props": {"priority": priority}, "children": [item]}
        else:
            yield {**item, "props": {**item.get("props", {}), "priority": priority}}


# --- what it says and what it costs ---


def said(message: Thing) -> list[Any]:
    """The parts of a message: texts joined, tuples for the rest."""
    parts: list[Any] = []
    fresh = True  # no text part is open

    def add(text: str, new_line: bool) -> None:
        nonlocal fresh
        if fresh:
            parts.append("")
            fresh = False
        if new_line and parts[-1] and not parts[-1].endswith("\n"):
            parts[-1] += "\n"
        parts[-1] += text

    def visit(box: Thing, beside_text: bool) -> None:
        nonlocal fresh
        for child in box.children:
            if child.kind == "text":
                add(child.text, child.breaks == "always" or (child.breaks != "never" and not beside_text))
                beside_text = True
            elif child.is_leaf:
                fresh = True
                if child.kind == "mark" and parts and parts[-1] == ("mark",):
                    parts.pop()
                parts.append(("mark",) if child.kind == "mark" else (child.kind, child.tokens))
            else:
                visit(child, beside_text)
                beside_text = False

    visit(message, False)
    return parts


class Slow:
    """One tree, pruned. thorough: as brimful does it, else as the original."""

    def __init__(self, tree: list[Any], tokenizer: CaseTokenizer, *, thorough: bool) -> None:
        self.root = read(tree)
        self.tokenizer = tokenizer
        self.thorough = thorough
        self.steps: list[tuple[str, list[str]]] = []
        self.overheads: dict[Thing, int] = {}
        self.counted: dict[Thing, int] = {}  # the original counts a message that lost a call as it was
        self.protected = self._protected()
        self.around = {above for each in self.protected for above in each.above()}
        self.gone_sets: set[str] = set()
        self.bare: dict[Thing, list[Thing]] = {}
        self.limits: list[Thing] = []
        self._register(self.root)

    def _register(self, box: Thing) -> None:
        self.limits += [child for child in box.children if child.limit is not None]
        for child in sorted(box.children, key=lambda child: -child.grow):
            self._register(child)

    def _protected(self) -> set[Thing]:
        """What is required, all in it, and every set that has to do with it, until nothing is added any more."""
        everything = list(self.root.walk())
        found: set[Thing] = set()
        while True:
            before = len(found)
            for thing in everything:
                keys = {thing.key} | {call.get("keepWith", "") for call in thing.calls if thing in found}
                if thing.required or any(each in found for each in thing.above()):
                    found.add(thing)
                if any(each in found for each in thing.walk()) or thing.calls:
                    found |= {each for each in everything if each.key and each.key in keys}
            if len(found) == before:
                return found

    def run(self, budget: int) -> int:
        """Enforce every limit, the whole prompt last; returns the tokens of what is left."""
        for box in reversed(self.limits):
            assert box.limit is not None
            if box.limit <= budget and _is_there(box):
                self._enforce(box, box.limit)
        self._enforce(self.root, budget)
        return self.total(self.root)

    def _enforce(self, box: Thing, limit: int) -> None:
        while self.total(box) > limit and not self._is_done(box):
            reckoned: float = self.total(box) - sum(self.overhead(each) for each in self.messages(box))
            while True:
                removed = self._remove_lowest(box)
                reckoned -= 1.25 * sum(self.upper(each) for each in removed)
                if reckoned <= limit or self._is_done(box):
                    break

    def _is_done(self, box: Thing) -> bool:
        """brimful stops when the box itself is out, the original goes on with what is still in it."""
        return self.thorough and box is not self.root and not _is_there(box)

    def messages(self, box: Thing) -> list[Thing]:
        return [each for each in box.walk() if each.kind == "message"]

    def total(self, box: Thing) -> int:
        if box.kind == "message":
            return self.message(box)
        return self.upper(box) if box.is_leaf else sum(map(self.total, box.children))

    def message(self, message: Thing, parts: list[Any] | None = None) -> int:
        if parts is None and message in self.counted:
            return self.counted[message]
        if parts is None and self.thorough and message.is_empty:
            return 0  # it is not sent
        total = self.tokenizer.per_message
        for part in said(message) if parts is None else parts:
            total += self.tokenizer.text(part) if isinstance(part, str) else sum(part[1:])
        for call in message.calls:
            total += 2 + self.tokenizer.text(call["name"]) + self.tokenizer.text(call["arguments"])
        if parts is None:
            self.counted[message] = total
        return total

    def overhead(self, message: Thing) -> int:
        if message not in self.overheads:
            opaque = [part for part in said(message) if part[0] == "opaque"]
            self.overheads[message] = self.message(message, opaque)
        return self.overheads[message]

    def upper(self, thing: Thing) -> int:
        if thing.kind == "text":
            return self.tokenizer.text(thing.text) + (thing.breaks != "never")
        if thing.is_leaf:
            return thing.tokens
        return (self.overhead(thing) if thing.kind == "message" else 0) + sum(map(self.upper, thing.children))

    # --- one step ---

    def _remove_lowest(self, box: Thing) -> list[Thing]:
        lowest = self._lowest(box)
        if lowest is None:
            raise TooMuch
        removed: list[Thing] = []
        self._take(lowest, removed)
        shown = [each.name for each in removed if each.parent is None or each.parent.kind != "TextChunk"]
        self.steps.append((box.name, shown))
        return removed

    def _lowest(self, box: Thing) -> Thing | None:
        """The leaf, chunk or childless box that goes next."""
        if box.kind == "LegacyPrioritization":
            return self._lowest_leaf(box)
        for best in sorted(self._choices(box), key=lambda child: (child.priority, _inside(child))):
            if best.is_leaf or not best.children or self._goes_whole(best):
                return best
            deeper = self._lowest(best)
            if deeper is not None or not self.thorough:
                return deeper
        return None

    def _lowest_leaf(self, box: Thing) -> Thing | None:
        """The lowest leaf; when there is none, brimful takes boxes without children, a list of them at a time."""
        leaves = [each for each in box.walk() if each.is_leaf and each not in self.protected]
        if leaves or not self.thorough:
            if not leaves:
                raise NothingToChoose
            return min(leaves, key=lambda leaf: leaf.priority)
        waiting = [each for each in self.bare.get(box, ()) if _is_there(each)]
        if not waiting:
            bare = [each for each in box.walk() if not each.children and not each.is_leaf and each is not box]
            waiting = sorted((each for each in bare if each not in self.protected), key=lambda each: each.priority)
        self.bare[box] = waiting
        return waiting[0] if waiting else None

    def _goes_whole(self, box: Thing) -> bool:
        return box.kind == "Chunk" and box not in self.around

    def _choices(self, box: Thing) -> list[Thing]:
        """The children that compete, behind the last mark."""
        found: list[Thing] = []

        def look(at: Thing) -> None:
            for child in at.children:
                if any(each.kind == "mark" for each in child.walk()):
                    found.clear()
                opened = child.passes and child.children
                if child.kind != "mark" and not opened and child not in self.protected:
                    found.append(child)
                if child.passes:
                    look(child)

        look(box)
        return found

    # --- taking out ---

    def _take(self, thing: Thing, removed: list[Thing]) -> None:
        parent = thing.parent
        assert parent is not None
        parent.children.remove(thing)
        removed.append(thing)
        self._changed(parent)
        self._take_partners(thing, removed)
        if parent.parent is not None and parent in parent.parent.children and parent.is_empty:
            self._take(parent, removed)

    def _changed(self, thing: Thing) -> None:
        for each in thing.above():
            self.counted.pop(each, None)

    def _take_partners(self, thing: Thing, removed: list[Thing]) -> None:
        for key in [each.key for each in _from_the_end(thing) if each.key]:
            if key in self.gone_sets:
                continue  # what goes with a set does not ask for the set again
            if any(each.key == key and each in self.protected for each in [*self.root.walk(), *thing.walk()]):
                continue  # an empty one of it went; what is required of it stays
            self.gone_sets.add(key)
            for each in list(_from_the_end(self.root)):
                if not _is_there(each):
                    continue
                if each.key == key:
                    self._take(each, removed)
                elif any(call.get("keepWith") == key for call in each.calls):
                    each.calls = [call for call in each.calls if call.get("keepWith") != key]
                    if self.thorough:
                        self._changed(each)
                    if each.is_empty:
                        self._take(each, removed)


def _inside(thing: Thing) -> float:
    """What decides between equals."""
    if thing.is_leaf:
        return -1
    return min((child.priority for child in thing.children), default=HIGHEST)


def _is_there(thing: Thing) -> bool:
    return all(each.parent is None or each in each.parent.children for each in thing.above())


def _from_the_end(thing: Thing) -> Iterator[Thing]:
    waiting = [thing]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += each.children
