"""A request as the provider's cache sees it: a row of blocks, each with a name for what it says (CM-3).

Order: what the provider adds on its own (known only by its tokens), the parameters that are written into the prompt,
the tools, the system prompt, the messages. Blocks are tools and parts of messages, so that a change is found to the
block and a look-back can be counted.

What makes two blocks equal is what the model is shown, not how the JSON was typed. Cache marks, white space, the
order of an envelope's keys, a bare string in place of one text block: none of these reaches the model, and none is
a change here. The order of keys inside a tool's schema or a call's arguments does reach it: both are shown as text,
and providers warn that shuffled keys miss the cache. There another order is a change, and one of order alone is
called that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from brimful.messages import CacheMark, Message, Part, Tool, content_digest, tool_digest
from brimful.messages.digest import encode_loosely
from brimful.models.caches import Caching
from brimful.models.model import Model
from brimful.prompt.cache.recent import Recent
from brimful.providers import Body
from brimful.providers.body import Item, ToolItem
from brimful.settings import DEFAULTS, Cache
from brimful.tokens import spread
from brimful.tokens.learning import chain

_ROOT_TAG = b"brimful/cache/1\0"
_PARAMETER_TAG = b"brimful/parameter/1\0"
_FRAME = b"what the provider adds"
_NAME_BYTES = 16  # names are compared within one conversation; half a SHA-256 is plenty there

_encode_in_order = msgspec.json.Encoder().encode


class Counted(Protocol):
    """What a request's pieces cost: `tokens.Estimate`, or anything else that knows."""

    @property
    def tokens(self) -> int:
        """The whole prompt."""
        ...

    @property
    def tools(self) -> int:
        """All definitions of tools."""
        ...

    @property
    def messages(self) -> tuple[int, ...]:
        """The system prompt, where the wire keeps it apart, and each message."""
        ...


class Counts(Struct, frozen=True):
    """The least that is `Counted`."""

    tokens: int
    tools: int
    messages: tuple[int, ...]


class Block(Struct, frozen=True, omit_defaults=True):
    """One block: where it stands in the body, what people call it, its name, its tokens.

    loose: a tool's name when the order of keys does not count; b"" = no tool.
    mark:  the lifetime its cache mark asks for; None = it has none.
    """

    at: str
    label: str
    name: bytes
    tokens: int
    loose: bytes = b""
    mark: str | None = None


class Prompt(Struct, frozen=True):
    """A request, ready to be compared. `names[i]` names the prefix that ends with block i; `ends`: the provider marks
    the end of this request without being asked."""

    model: Model
    caching: Caching
    blocks: tuple[Block, ...]
    names: tuple[bytes, ...]
    tools: tuple[bytes, ...]
    tokens: int
    ends: bool


class Known(Struct, frozen=True):
    """What is remembered of a block whose bytes were seen: all of `Block` that does not depend on the request."""

    label: str
    name: bytes
    loose: bytes
    mark: str | None
    weight: int


class PromptReader:
    """Makes prompts of bodies. A message is taken apart once; after that its digest is enough."""

    def __init__(self, settings: Cache = DEFAULTS.cache) -> None:
        self._seen: Recent[tuple[str, bytes], tuple[Known, ...]] = Recent(settings.known_pieces)

    def read(self, body: Body, model: Model, caching: Caching, counted: Counted) -> Prompt:
        """A body as a prompt; its blocks' tokens add up to `counted.tokens`."""
        tools = [(tool.at, self._tool(body, tool)) for tool in body.tools]
        messages = [(item.at, self._message(body, item)) for item in body.pieces]
        hidden, costs = _costs(counted, [all_ for _, all_ in tools], [all_ for _, all_ in messages])
        cost = iter(costs)
        before = len(body.pieces) - len(body.items)

        def blocks_of(pieces: Iterable[tuple[str, tuple[Known, ...]]]) -> list[Block]:
            return [Block(at, k.label, k.name, next(cost), k.loose, k.mark) for at, all_ in pieces for k in all_]

        blocks = [
            Block("", "what the provider adds", _FRAME, hidden),
            *_parameters(body, caching.head),
            *blocks_of(tools),
            *blocks_of(messages[:before]),
            *_parameters(body, caching.before_messages),
            *blocks_of(messages[before:]),
        ]
        root = _short(_ROOT_TAG + f"{caching.name}\0{model.id}".encode())
        return Prompt(
            model=model,
            caching=caching,
            blocks=tuple(blocks),
            names=tuple(chain(root, [block.name for block in blocks])),
            tools=tuple(known.name for _, all_ in tools for known in all_),
            tokens=sum(block.tokens for block in blocks),
            ends=_ends(body, caching),
        )

    def _message(self, body: Body, item: Item) -> tuple[Known, ...]:
        return self._seen.get((body.dialect.name, item.digest), lambda: tuple(_parts(item.message)))

    def _tool(self, body: Body, tool: ToolItem) -> tuple[Known, ...]:
        return self._seen.get((f"{body.dialect.name} tool", tool.digest), lambda: tuple(_definitions(tool.tools)))


def tool_name(tool: Tool) -> bytes:
    """The name of a definition as the cache sees it: the order of the keys in its schema counts."""
    said = [tool.kind, tool.name, tool.description, tool.parameters, tool.strict]
    try:
        shown = _encode_in_order(said)
    except UnicodeEncodeError:  # half a surrogate pair, which JSON text cannot hold
        shown = repr(said).encode("utf-8", "backslashreplace")
    return _short(tool_digest(tool) + shown)


# --- what is known of a piece -----------------------------------------------------------------------------------


def _parts(message: Message) -> list[Known]:
    """A message's parts as blocks; a mark belongs to the part before it. An empty message is one empty block."""
    found: list[Known] = []
    for part in message.parts:
        if isinstance(part, CacheMark):
            if found:
                found[-1] = msgspec.structs.replace(found[-1], mark=part.ttl)
            continue
        first = not found
        found.append(_part(message, (part,), is_first=first))
    return found or [_part(message, (), is_first=True)]


def _part(message: Message, parts: tuple[Part, ...], *, is_first: bool) -> Known:
    """The message's own leftovers (fields nobody knows) count with its first part."""
    wire = message.wire if is_first else None
    alone = Message(message.role, parts, message.name, wire)
    inner = [p for part in parts for p in getattr(part, "content", ()) if isinstance(p, CacheMark)]
    name = _digest(content_digest(alone))
    weight = len(encode_loosely([msgspec.to_builtins(part) for part in parts]))
    return Known(message.role, name, b"", inner[-1].ttl if inner else None, weight)


def _definitions(tools: Sequence[Tool]) -> list[Known]:
    """Tools as blocks. One whose definition is loaded later is not part of the prompt."""
    return [
        Known(
            label=tool.name,
            name=tool_name(tool),
            loose=_digest(tool_digest(tool)),
            mark=tool.cache_mark.ttl if tool.cache_mark else None,
            weight=len(encode_loosely([tool.name, tool.description, tool.parameters])),
        )
        for tool in tools
        if not (tool.wire and tool.wire.extra.get("defer_loading") is True)
    ]


def _costs(
    counted: Counted, tools: Sequence[tuple[Known, ...]], messages: Sequence[tuple[Known, ...]]
) -> tuple[int, list[int]]:
    """The tokens of each block, by the share it has of its message; and what the provider adds at the front, which is
    what the total holds beyond all of them. Where they hold more than the total, each gives up its share."""
    costs = _shares(counted.tools, [known for all_ in tools for known in all_])
    for tokens, all_ in zip(counted.messages, messages, strict=True):
        costs += _shares(tokens, all_)
    hidden = counted.tokens - sum(costs)
    return (hidden, costs) if hidden >= 0 or not costs else (0, spread(counted.tokens, costs))


def _shares(tokens: int, blocks: Sequence[Known]) -> list[int]:
    return spread(tokens, [block.weight for block in blocks]) if blocks else []


def _parameters(body: Body, names: Sequence[str]) -> list[Block]:
    """A block for each parameter, whether it is there or not, so that setting one is a change and no insertion."""
    options = body.options_json if names else {}
    return [
        Block(name, name, _short(_PARAMETER_TAG + name.encode() + encode_loosely(options.get(name))), 0)
        for name in names
    ]


def _ends(body: Body, caching: Caching) -> bool:
    """Whether the provider marks the end itself: always, never, or as the body asks for."""
    if not caching.marks:
        return caching.ends
    options: dict[str, Any] = body.options_json
    asked = options.get("prompt_cache_options")
    if isinstance(asked, dict) and asked.get("mode") == "explicit":
        return False
    return caching.ends or (body.dialect.name == "anthropic" and isinstance(options.get("cache_control"), dict))


def _short(data: bytes) -> bytes:
    return _digest(hashlib.sha256(data).digest())


def _digest(name: bytes) -> bytes:
    return name[:_NAME_BYTES]
