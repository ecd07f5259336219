"""The rules of a budgeted summary, as plainly as they can be written: everything is rendered again after each step.

Slow on purpose. What brimful does is compared with this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from brimful.documents.tree import Node

Char = tuple[str, int, bool]
"""A character, where it stands in the original, and whether it is shown for itself and not as part of a marker."""
FAR = float(2**53 - 1)


@dataclass
class Options:
    """What may be asked for."""

    always: bool = False
    types: bool = False
    numbers: str = "none"  # or "omitted", "full"
    tidy: bool = False


@dataclass(eq=False)
class Piece:
    """A node of the dense tree; a gap has no kind."""

    kind: str | None
    start: int
    end: int
    depth: int
    parent: Piece | None = None
    children: list[Piece] = field(default_factory=list)
    stays: bool = False

    def walk(self) -> Iterator[Piece]:
        yield self
        for child in self.children:
            yield from child.walk()

    def keep(self) -> None:
        at: Piece | None = self
        while at is not None and not at.stays:
            at.stays = True
            for child in at.children:
                child.stays = child.stays or child.kind is None
            at = at.parent


def dense(node: Node, depth: int = 0, parent: Piece | None = None) -> Piece:
    piece = Piece(node.kind, node.start, node.end, depth, parent)
    at = node.start
    for child in node.children:
        if child.start == child.end:
            continue
        if child.start > at:
            piece.children.append(Piece(None, at, child.start, depth + 1, piece))
        piece.children.append(dense(child, depth + 1, piece))
        at = child.end
    if piece.children and at < node.end:
        piece.children.append(Piece(None, at, node.end, depth + 1, piece))
    return piece


class Text:
    """One document."""

    def __init__(self, text: str, root: Node, selection: tuple[int, int] | None, options: Options) -> None:
        self.text, self.selection, self.options = text, selection, options
        if root.start == root.end:
            root = Node(root.kind, 0, len(text))
        whole = root.start == 0 and root.end == len(text)
        inner = dense(root, 0 if whole else 1)
        if whole:
            self.top = inner
        else:
            self.top = Piece("", 0, len(text), 0)
            self.top.stays = True
            around = [Piece(None, 0, root.start, 1), inner, Piece(None, root.end, len(text), 1)]
            self.top.children = [p for p in around if p is inner or p.start < p.end]
            for p in self.top.children:
                p.stays = p.kind is None
        if selection is not None:
            for piece in self.top.walk():
                if not piece.children and piece.start <= selection[1] and selection[0] <= piece.end:
                    piece.keep()
        self.inner = inner
        self.touched = selection is None or (inner.start <= selection[1] and selection[0] <= inner.end)

    def costs(self) -> list[tuple[Piece, float]]:
        found: list[tuple[Piece, float]] = []
        self._cost(self.inner, float("inf"), found)
        return found

    def _down(self, piece: Piece) -> float:
        if self.selection is None:
            return 0
        if not self.touched:
            return 0
        if piece.children:
            return 1 + min(self._down(child) for child in piece.children)
        return 0 if piece.start <= self.selection[1] and self.selection[0] <= piece.end else FAR

    def _cost(self, piece: Piece, above: float, found: list[tuple[Piece, float]]) -> None:
        s = min(self._down(piece), above)
        d = 0
        if self.selection is not None:
            if piece.end < self.selection[0]:
                d = self.selection[0] - piece.end
            elif piece.start > self.selection[1]:
                d = 3 * (piece.start - self.selection[1])
        if piece.kind is not None:
            cost = 100 * s + piece.depth + 10 * (d / len(self.text) if self.text else 0)
            found.append((piece, 0 if self.options.types and piece.kind == "import_statement" else cost))
        for child in piece.children:
            self._cost(child, s, found)

    def line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def marker(self, first: int, last: int) -> str:
        if self.options.numbers == "omitted":
            a, b = self.line(first), self.line(last)
            return f"/* Line {a} omitted */" if a == b else f"/* Lines {a}-{b} omitted */"
        return "/* ... */" if self.options.types else "…"

    def render(self, piece: Piece) -> list[Char]:
        """Text with the offset it stands at in the original, character by character in effect."""
        if not piece.stays:
            return []
        if not piece.children:
            return [(c, piece.start + i, True) for i, c in enumerate(self.text[piece.start : piece.end])]
        groups: list[tuple[bool, list[Piece]]] = []
        for child in piece.children:
            seen = bool(self.render(child))
            if not groups or groups[-1][0] != seen:
                groups.append((seen, []))
            groups[-1][1].append(child)
        if groups and not groups[0][0]:
            groups.pop(0)
        if groups and not groups[-1][0]:
            groups.pop()
        texts = [(stays, [c for p in group for c in self.render(p)], group) for stays, group in groups]
        for i in range(1, len(texts), 2):
            texts[i - 1], texts[i], texts[i + 1] = self._join(texts[i - 1], texts[i], texts[i + 1])
        return [c for _, chars, _ in texts for c in chars]

    def _join(self, before, gone, after):  # type: ignore[no-untyped-def]
        first, last = gone[2][0].start, gone[2][-1].end
        mark = [(c, first, False) for c in self.marker(first, last)]
        left, right = list(before[1]), list(after[1])
        while left and left[-1][0].isspace():
            left.pop()
        while right and right[0][0].isspace():
            right.pop(0)
        if left and right and left[-1][0] == "{" and right[0][0] == "}":
            return (True, left, before[2]), (False, mark, gone[2]), (True, right, after[2])
        if not self.options.always and self.options.numbers != "omitted":
            return before, (False, [], gone[2]), after
        head = self.text[gone[2][0].start : gone[2][0].end]
        tail = self.text[gone[2][-1].start : gone[2][-1].end]
        indent = head[: len(head) - len(head.lstrip())].rpartition("\n")[2]
        if len(gone[2]) == 1 and not head.strip():
            indent = ""
        behind = first + (len(head) - len(head.lstrip()) if head.strip() or len(gone[2]) > 1 else 0)
        mark = [(c, behind, False) for c, _, _ in mark]
        trail = tail[len(tail.rstrip()) :]
        inner = [(c, behind - len(indent) + i, False) for i, c in enumerate(indent)] + mark
        inner += [(c, last - len(trail) + i, False) for i, c in enumerate(trail)]
        return before, (False, inner, gone[2]), after

    def summary(self) -> str:
        chars = self.shown()
        if self.options.numbers != "full":
            return "".join(c for c, _, _ in chars)
        out: list[str] = []
        fresh = True
        for c, at, _ in chars:
            if fresh:
                out.append(f"{self.line(at)}: ")
            out.append(c)
            fresh = c == "\n"
        return "".join(out)

    def shown(self) -> list[Char]:
        """The document, without what is left over from lines that are missing."""
        chars = self.render(self.top)
        gone: set[int] = set()
        for i in range(len(chars) if self.options.tidy else 0):
            last = i + 1 == len(chars)
            _, at, own = chars[i]
            _, then, shown = ("", len(self.text), True) if last else chars[i + 1]
            if not (own and shown) or then == at + 1 or self._between_braces(chars, i):
                continue
            start, end = self.piece(at)[0], at + 1
            while end > start and self.text[end - 1] != "\n" and self.text[end - 1].isspace():
                end -= 1
            if end and self.text[end - 1] != "\n":
                end = at + 1  # something stands in that line
            indentation = range(i + 1 - (at + 1 - end), i + 1)
            if last or self.text[then - 1] == "\n":
                gone.update(indentation)
                continue
            stop = then
            while stop < self.piece(then)[1] and self.text[stop] != "\n" and self.text[stop].isspace():
                stop += 1
            if stop < self.piece(then)[1] and self.text[stop] == "\n" and end > start and self.text[end - 1] == "\n":
                gone.update(indentation)
                gone.update(range(i + 1, i + 1 + stop + 1 - then))
        return [c for i, c in enumerate(chars) if i not in gone]

    def piece(self, at: int) -> tuple[int, int]:
        """Where the piece with that character starts and ends."""
        return next((p.start, p.end) for p in self.top.walk() if not p.children and p.start <= at < p.end)

    def _between_braces(self, chars: list[Char], i: int) -> bool:
        before = [c for c, _, p in chars[: i + 1] if p and not c.isspace()]
        after = [c for c, _, p in chars[i + 1 :] if p and not c.isspace()]
        return bool(before and after) and before[-1] == "{" and after[0] == "}"

    def plain(self) -> str:
        return "".join(c for c, _, _ in self.shown())

    def prefix(self) -> int:
        return len(f"{self.text.count(chr(10)) + 1}: ") if self.options.numbers == "full" else 0


def summarize(
    documents: Sequence[tuple[str, Node, tuple[int, int] | None]],
    limit: int,
    options: Options,
    adjust: Callable[[int, Node, float], float | bool] | None = None,
) -> list[str]:
    texts = [Text(text, root, selection, options) for text, root, selection in documents]
    order = [(cost, text, piece) for text in texts for piece, cost in text.costs()]
    order.sort(key=lambda entry: entry[0])
    best = [text.summary() for text in texts]
    for _, text, piece in order:
        piece.keep()
        plain = [each.plain() for each in texts]
        total = sum(map(len, plain)) + text.prefix() * sum(p.count("\n") for p in plain)
        if total > limit:
            break
        best[texts.index(text)] = text.summary()
    return best
