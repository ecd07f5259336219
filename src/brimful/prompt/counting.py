"""What the pieces of a tree cost (PT-3).

Three counts are made. The *precise* one is of whole messages as they will be sent. The *upper* one adds up parts one
by one and is what pruning reckons with between precise counts. The *frame* is what a message costs when it says
nothing. A message remembers all three; what changes below it makes it forget the first two.
"""

from __future__ import annotations

from brimful.messages import Opaque
from brimful.prompt.nodes import Box, MessageBox, Node, PartNode, TextNode
from brimful.prompt.speech import frame_message, message_of
from brimful.prompt.tokenizer import Tokenizer


class Counts:
    """The counts of one tree."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer

    def precise(self, node: Node) -> int:
        """Whole messages as they would be sent; what stands outside of messages, part by part."""
        if isinstance(node, MessageBox):
            if node.count < 0:
                node.count = self.tokenizer.message(message_of(node))
            return node.count
        if isinstance(node, Box):
            return sum([self.precise(child) for child in node.children if not child.gone])
        return self.upper(node)

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
                node.upper = self.frame(node) + self._children(node)
            return node.upper
        return self._children(node) if isinstance(node, Box) else 0

    def frames(self, node: Node) -> int:
        """The frames of all messages in it."""
        if isinstance(node, MessageBox):
            return self.frame(node)
        if isinstance(node, Box):
            return sum([self.frames(child) for child in node.children if not child.gone])
        return 0

    def frame(self, box: MessageBox) -> int:
        """What a message costs without its texts and media; remembered from the first time."""
        if box.frame < 0:
            box.frame = self.tokenizer.message(frame_message(box))
        return box.frame

    def _children(self, box: Box) -> int:
        return sum([self.upper(child) for child in box.children if not child.gone])

    def _part(self, node: PartNode) -> int:
        if node.upper < 0:
            stated = node.part.tokens if isinstance(node.part, Opaque) else None
            node.upper = self.tokenizer.part(node.part) if stated is None else stated
        return node.upper
