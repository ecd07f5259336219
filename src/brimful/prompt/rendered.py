"""What a render returns: the messages, what they cost, and the account of how it came to that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from brimful.messages import Message, Options
from brimful.prompt.account import Account, everything
from brimful.prompt.extras import Meta, Reference
from brimful.prompt.manifest import Manifest
from brimful.prompt.nodes import Box, Node, is_empty, messages_below
from brimful.prompt.output import AnyTool, Output, as_request
from brimful.prompt.plain import as_text
from brimful.prompt.plan import Plan
from brimful.prompt.speech import message_of


class Rendered:
    """A prompt that fits."""

    def __init__(self, root: Box, tokens: int, plan: Plan, account: Account) -> None:
        self._root = root
        self._plan = plan
        self._account = account
        self.tokens = tokens
        self.messages: tuple[Message, ...] = tuple(
            message_of(box) for box in messages_below(root) if not is_empty(box)
        )

    def to(
        self, provider: str, *, model: str = "", tools: Iterable[AnyTool] = (), options: Options | None = None
    ) -> Output:
        """The prompt as a whole request: `openai`, `responses`, `anthropic` or `gemini`. Tools are definitions of
        the neutral model or in the provider's shape; they are not part of the tree and not of its count."""
        return as_request(self.messages, provider, model=model, tools=tools, options=options)

    def text(self) -> str:
        """The prompt as plain text: roles as headings, calls and results shown, media named."""
        return as_text(self.messages)

    @cached_property
    def manifest(self) -> Manifest:
        """Every element: what it was allotted, what it used, what became of it and why."""
        return self._account.manifest(self.tokens)

    def messages_of(self, id: str) -> tuple[Message, ...]:
        """The messages that stand in the prompt for the element of that id, or for what is in it."""
        for node in everything(self._root, pruned_too=False):
            if isinstance(node, Box) and node.element.id == id:
                return tuple(message_of(box) for box in messages_below(node) if not is_empty(box))
        return ()

    @cached_property
    def metadata(self) -> tuple[Meta, ...]:
        """What the elements left for the caller."""
        return tuple(self._account.metadata(self._plan))

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """What the text that stays refers to; a variable once."""
        found: list[Reference] = []
        seen: set[str] = set()
        for reference in self._references(pruned_too=False):
            if not reference.variable or reference.variable not in seen:
                found.append(reference)
                seen.add(reference.variable)
        return tuple(found)

    @cached_property
    def omitted_references(self) -> tuple[Reference, ...]:
        """What only the text that went referred to."""
        kept = {id(reference) for reference in self._references(pruned_too=False)}
        seen = {reference.variable for reference in self.references if reference.variable}
        found: list[Reference] = []
        for reference in self._references(pruned_too=True):
            if id(reference) in kept or reference.variable in seen:
                continue
            found.append(reference)
            if reference.variable:
                seen.add(reference.variable)
        return tuple(found)

    @cached_property
    def contents(self) -> dict[str, Any]:
        """The whole text (or value) of every leaf, kept or not, by its id in the manifest."""
        return self._account.contents()

    def _references(self, *, pruned_too: bool) -> list[Reference]:
        if not self._plan.references:
            return []
        return [
            reference
            for node in everything(self._root, pruned_too=pruned_too)
            if not _never_shown(node)
            for reference in _own_references(node)
        ]


def _never_shown(node: Node) -> bool:
    """Whether a node is in an alternative that was not chosen."""
    above: Node | None = node
    while above is not None:
        if isinstance(above, Box) and above.unused:
            return True
        above = above.owner
    return False


def _own_references(node: Node) -> tuple[Reference, ...] | list[Reference]:
    return (node.references or ()) if isinstance(node, Box) else ()
