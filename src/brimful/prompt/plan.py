"""What is found while a tree is laid out, besides the tree."""

from __future__ import annotations

from brimful.prompt.errors import InvalidPrompt
from brimful.prompt.extras import Meta
from brimful.prompt.nodes import Box, LimitBox, MessageBox, Node, name_of
from brimful.settings import DEFAULTS


class Plan:
    """Limits, sets and whatever else concerns more than one place of a tree.

    limits:    boxes with a token limit, in the order they were met.
    sets:      boxes kept together, by key; callers: messages with a call that is kept with the set.
    growing:   boxes of expandable text, in the order they were filled.
    original:  what travelled as JSON loses what it loses in the original.
    deepest:   how many levels of elements may be nested, those that come as JSON among them.
    embedded:  how many trees came as JSON.
    stray:     the first thing that stands where it may not, and why; an error unless the tree travels as JSON.
    """

    def __init__(self, *, original: bool = False, deepest: int = DEFAULTS.prompt.max_depth) -> None:
        self.original = original
        self.deepest = deepest
        self.embedded = 0
        self.limits: list[LimitBox] = []
        self.sets: dict[object, list[Box]] = {}
        self.callers: dict[object, list[MessageBox]] = {}
        self.growing: list[Box] = []
        self.metadata: list[Meta] = []
        self.references = False
        self.required = False
        self.stray: InvalidPrompt | None = None

    def strays(self, node: Node, what: str, hint: str) -> None:
        """Note a leaf that stands where it may not."""
        if self.stray is None:
            self.stray = InvalidPrompt(what, at=name_of(node), hint=hint)
