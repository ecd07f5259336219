"""What is in a request, looked at once (TOK-9).

A message is parsed, named and counted the first time its bytes are seen; after that its digest is enough. What a
formula makes of some bytes is the same for everybody, so it is remembered for a family, across tenants; what
providers reported is not, and is kept elsewhere (`actuals`).
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from brimful.messages import Message, Tool, content_digest, tool_digest
from brimful.models.model import Family
from brimful.tokens import learning
from brimful.tokens.formulas import Cost, Count, message_cost, tools_cost

SEEN_ENTRIES = 50_000
"""Messages whose cost is remembered by their bytes, for each family; some 300 bytes each."""


class Countable(Protocol):
    """A message with a name for its bytes; parsed only when it was never seen."""

    @property
    def digest(self) -> bytes:
        """Changes whenever the bytes change."""
        ...

    @property
    def message(self) -> Message:
        """The message in the neutral model."""
        ...


class CountableTools(Protocol):
    """Tool definitions with a name for their bytes."""

    @property
    def digest(self) -> bytes:
        """Changes whenever the bytes change."""
        ...

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The definitions in the neutral model."""
        ...


class Request(Struct, frozen=True):
    """What is asked about. `messages` begin with the system prompt, wherever the wire keeps it; `tenant` keeps what
    one credential taught from another."""

    family: Family
    model: str
    messages: Sequence[Countable]
    tools: Sequence[CountableTools] = ()
    tenant: str = ""


class Seen(Struct, frozen=True):
    """What is remembered of a message, or of a list of tools."""

    content: bytes
    cost: Cost
    system: bool = False


class View(Struct, frozen=True):
    """A request as the estimator sees it: its messages and tools, and the names of its prefixes.

    `shelf` is where its actuals are kept: the tenant's, for the family.
    """

    request: Request
    shelf: str
    seen: list[Seen]
    tools: Seen
    contents: list[bytes]
    root: bytes
    names: list[bytes]

    @property
    def hidden_name(self) -> bytes:
        """Under which its hidden tokens are kept: a name made of the tools and the system prompt."""
        head = next((index for index, one in enumerate(self.seen) if not one.system), len(self.seen))
        return learning.hidden_name(self.names[head - 1] if head else self.root)


class SeenMessages:
    """What was seen for one family, by the digest of its bytes; what was used least recently goes first."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self._seen: OrderedDict[bytes, Seen] = OrderedDict()

    def view(self, request: Request, count: Count) -> View:
        """Put a request together; `count` is asked only about what is new."""
        seen = [self.message(item, count) for item in request.messages]
        tools = self.tools(request.tools, count)
        contents = [one.content for one in seen]
        root = learning.root_name(tools.content)
        shelf = f"{request.tenant}/{request.family.name}"
        return View(request, shelf, seen, tools, contents, root, learning.chain(root, contents))

    def message(self, item: Countable, count: Count) -> Seen:
        """What is known of a message, found out now if it is new."""
        digest = item.digest
        seen = self._seen.get(digest)
        if seen is not None:
            self._seen.move_to_end(digest)
            return seen
        message = item.message
        cost = message_cost(message, self.family, count)
        return self._remember(digest, Seen(content_digest(message), cost, message.role == "system"))

    def tools(self, entries: Sequence[CountableTools], count: Count) -> Seen:
        """What is known of a list of tools; the list is one thing, since its frame is shared."""
        digest = _name_of_tools(entries)
        seen = self._seen.get(digest)
        if seen is not None:
            self._seen.move_to_end(digest)
            return seen
        tools = _definitions(entries)
        content = hashlib.sha256(b"".join(tool_digest(tool) for tool in tools)).digest()
        return self._remember(digest, Seen(content, tools_cost(tools, self.family, count)))

    def count_new(self, request: Request, count: Count) -> None:
        """Run the formulas over what is new in a request and remember nothing: `count` sees every text."""
        for item in request.messages:
            if item.digest not in self._seen:
                message_cost(item.message, self.family, count)
        if _name_of_tools(request.tools) not in self._seen:
            tools_cost(_definitions(request.tools), self.family, count)

    def _remember(self, digest: bytes, seen: Seen) -> Seen:
        self._seen[digest] = seen
        while len(self._seen) > SEEN_ENTRIES:
            self._seen.popitem(last=False)
        return seen


def _definitions(entries: Iterable[CountableTools]) -> list[Tool]:
    return [tool for entry in entries for tool in entry.tools]


def _name_of_tools(entries: Iterable[CountableTools]) -> bytes:
    """One name for the whole list; no message has it, since a digest is never so long or so short."""
    return b"tools:" + b"".join(entry.digest for entry in entries)
