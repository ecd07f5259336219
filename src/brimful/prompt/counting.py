"""What the pieces of a tree cost, kept up to date as it changes (PT-3, PT-9).

Three counts are made. The *total* is of whole messages as they will be sent. The *upper* one adds up parts one by one
and is what pruning reckons with between totals. The *frame* is what a message costs when it says nothing.

A message is counted again only when something below it changed, and then the difference goes up to the boxes around
it: what a step costs does not depend on how many messages there are. What stands outside of messages (and what a
limit inside of one holds) counts part by part.
"""

from __future__ import annotations

from brimful.messages import Opaque
from brimful.prompt.nodes import Box, MessageBox, Node, PartNode, TextNode, is_empty
from brimful.prompt.speech import frame_message, message_of, speech_of
from brimful.prompt.tokenizer import Tokenizer


class Counts:
    """The counts of one tree."""

    def __init__(self, tokenizer: Tokenizer, *, original: bool = False) -> None:
        self.tokenizer = tokenizer
        self.original = original
        self._stale: list[MessageBox] = []

    def total(self, box: Box) -> int:
        """What a box comes to now."""
        self._refresh()
        return self._total(box)

    def upper(self, node: Node) -> int:
        """Part by part, a line break counted wherever one may come."""
        if isinstance(node, TextNode):
            if node.tokens < 0:
                node.tokens = self.tokenizer.text(node.text)
            return node.tokens + (1 if node.breaks else 0)
        if isinstance(node, PartNode):
            return self._part(node)
        if isinstance(node, MessageBox):
            if node.upper < 0:
                node.upper = self.frames(node) + sum(map(self.upper, node.left()))
            return node.upper
        return sum(map(self.upper, node.left())) if isinstance(node, Box) else 0

    def frames(self, box: Box) -> int:
        """The frames of all messages in it; a message's is remembered from the first time."""
        if box.framed < 0:
            if isinstance(box, MessageBox):
                box.framed = self.tokenizer.message(frame_message(box))
            else:
                box.framed = sum([self.frames(child) for child in box.left() if isinstance(child, Box)])
        return box.framed

    def pending(self) -> list[str]:
        """The texts that the next total will have to count."""
        return [part for box in self._stale for part in speech_of(box) if isinstance(part, str)]

    def changed(self, box: Box | None) -> None:
        """Take in that something in a box changed: every message around it says something else now."""
        while box is not None:
            if isinstance(box, MessageBox):
                box.speech = None
                box.upper = -1
                if not box.stale:
                    box.stale = True
                    self._stale.append(box)
            box = box.owner

    def removed(self, node: Node) -> None:
        """Take in that a node went."""
        owner = node.owner
        if isinstance(node, Box):
            self.shift(owner, -max(0, node.total), -max(0, node.framed))
        elif owner is not None and owner.total >= 0 and not isinstance(owner, MessageBox):
            self.shift(owner, -self.upper(node), 0)

    def shift(self, box: Box | None, tokens: int, frames: int = 0) -> None:
        """Carry a difference upward, as far as somebody added up: to a message, to what went, or to the top."""
        while box is not None and not isinstance(box, MessageBox):
            if box.total >= 0:
                box.total += tokens
            if box.framed >= 0:
                box.framed += frames
            if box.gone:
                return
            box = box.owner

    def _refresh(self) -> None:
        for box in self._stale:
            box.stale = False
            if box.total >= 0 and not box.gone:
                before = box.total
                box.total = self._message(box)
                self.shift(box.owner, box.total - before)
        self._stale.clear()

    def _total(self, node: Node) -> int:
        if not isinstance(node, Box):
            return self.upper(node)
        if node.total < 0:
            if isinstance(node, MessageBox):
                node.total = self._message(node)
            else:
                node.total = sum(map(self._total, node.left()))
        return node.total

    def _message(self, box: MessageBox) -> int:
        """A message that says nothing is not sent; the original counts its frame all the same."""
        return 0 if is_empty(box) and not self.original else self.tokenizer.message(message_of(box))

    def _part(self, node: PartNode) -> int:
        if node.upper < 0:
            stated = node.part.tokens if isinstance(node.part, Opaque) else None
            node.upper = self.tokenizer.part(node.part) if stated is None else stated
        return node.upper
