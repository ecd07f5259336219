"""What messages and tool definitions cost besides their text (TOK-3).

The costs of a message, by kind, for a family of models: its text through the counter that is handed in, and the
published or measured rule for everything else. A family whose own tokenizer is not public brings *factors*, fitted
on usage that its provider reported. A fitted factor for tool calls or tool schemas has the provider's wrapping in
it already, so it stands in place of the general 1.5 or 1.1 and is not multiplied with it.

    frame        3 a list; 3 a message and 1 for its role; 1 and its tokens for a name
    tool calls   floor(1.5 × everything a call says: its id, type, name, arguments)
    tools        floor(1.1 × (16 + Σ (8 + name + description + serialised schema)))
    documents    1 for 8 bytes; what is text is counted as text
    thinking     its text, or what its encrypted form must hold
    opaque       as given, else its JSON; cache marks: nothing
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from brimful import jsontext
from brimful.messages import (
    CacheMark,
    Document,
    Image,
    Message,
    Opaque,
    Part,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Wire,
)
from brimful.models.model import Family
from brimful.tokens.images import image_cost, size_is_seen

Count: TypeAlias = Callable[[str, str], int]
"""Tokens of a text in an encoding."""

LIST_FRAME = 3
MESSAGE_FRAME = 4  # 3 and the role
TOOL_CALLS = 1.5
TOOLS = 1.1
TOOLS_FRAME = 16
TOOL_FRAME = 8
DOCUMENT_BYTES = 8  # bytes a token
UNSEEN_DOCUMENT = 5_000
"""A document that is only named (address, file id): a guess, a dozen pages; the first answer tells."""
BLOB_CHARS = 5
"""Characters of encrypted reasoning a token: four of text, grown by a third in base64."""


class Cost(Struct, frozen=True, omit_defaults=True):
    """Tokens by kind. `characters` is the length of all text in it (what characters / 4 goes by); `guessed` the
    part of the total that no tokenizer and no published formula stands behind."""

    text: int = 0
    tool_calls: int = 0
    tool_results: int = 0
    images: int = 0
    documents: int = 0
    thinking: int = 0
    opaque: int = 0
    frame: int = 0
    tools: int = 0
    characters: int = 0
    guessed: int = 0

    @property
    def total(self) -> int:
        """All kinds together."""
        return (
            self.text
            + self.tool_calls
            + self.tool_results
            + self.images
            + self.documents
            + self.thinking
            + self.opaque
            + self.frame
            + self.tools
        )


def add_up(costs: Iterable[Cost]) -> Cost:
    """Add costs, kind by kind."""
    every = list(costs)
    return Cost(**{kind: sum(getattr(cost, kind) for cost in every) for kind in Cost.__struct_fields__})


def message_cost(message: Message, family: Family, count: Count) -> Cost:
    """Return what a message costs as part of a prompt for this family."""
    tally = _Tally(family, count)
    tally.frame = MESSAGE_FRAME + family.factors.per_message + tally.extra(message.wire)
    if message.role == "system":
        tally.frame += family.factors.system
    if message.name:
        tally.frame += tally.count(message.name) + 1
    calls = 0
    for part in message.parts:
        if isinstance(part, ToolCall):
            calls += tally.call(part)
        else:
            tally.add(part)
    tally.tool_calls += math.floor(_fitted(TOOL_CALLS, family.factors.tool_calls) * calls)
    return tally.cost()


def tools_cost(tools: Sequence[Tool], family: Family, count: Count) -> Cost:
    """Return what the tool definitions of a request cost."""
    if not tools:
        return Cost()
    tally = _Tally(family, count)
    inside = sum(TOOL_FRAME + tally.tool(tool) for tool in tools)
    tokens = math.floor(_fitted(TOOLS, family.factors.tool_schemas) * (TOOLS_FRAME + inside))
    return Cost(tools=tokens, characters=tally.characters, guessed=min(tokens, tally.guessed))


def messages_cost(messages: Iterable[Message], family: Family, count: Count) -> Cost:
    """Return what a list of messages costs."""
    return add_up([Cost(frame=LIST_FRAME), *(message_cost(message, family, count) for message in messages)])


def _fitted(general: float, factor: float) -> float:
    """A family's own factor, where it has one, in place of the general one."""
    return general if factor == 1.0 else factor


class _Tally:
    """Adds up the parts of one message."""

    def __init__(self, family: Family, count: Count) -> None:
        self.family = family
        self._count = count
        self.characters = self.guessed = 0
        self.text = self.tool_calls = self.tool_results = self.images = 0
        self.documents = self.thinking = self.opaque = self.frame = 0

    def cost(self) -> Cost:
        return Cost(
            text=self.text,
            tool_calls=self.tool_calls,
            tool_results=self.tool_results,
            images=self.images,
            documents=self.documents,
            thinking=self.thinking,
            opaque=self.opaque,
            frame=self.frame,
            characters=self.characters,
            guessed=self.guessed,
        )

    def count(self, text: str) -> int:
        """Tokens of a text in the family's encoding; the one place where characters are noted."""
        self.characters += len(text)
        return self._count(text, self.family.encoding) if text else 0

    def worded(self, text: str) -> int:
        """Tokens of a text as the family's own tokenizer would have it."""
        return math.ceil(self.count(text) * self.family.factors.text)

    def extra(self, wire: Wire | None) -> int:
        """Fields we do not know: the text in them, as the providers' own libraries count."""
        return self.values(wire.extra) if wire else 0

    def values(self, value: Any) -> int:
        if isinstance(value, str):
            return self.count(value)
        if isinstance(value, Mapping):
            return sum(self.values(inner) for inner in value.values())
        if isinstance(value, (list, tuple)):
            return sum(self.values(inner) for inner in value)
        return 0

    def add(self, part: Part) -> None:
        """Add any part but a call."""
        match part:
            case Text():
                self.text += self.worded(part.text) + self.extra(part.wire)
            case Image():
                self.images += self.image(part)
            case Document():
                self.documents += self.document(part)
            case ToolResult():
                self.result(part)
            case Thinking():
                self.thinking += self.thought(part)
            case Opaque():
                self.opaque += self.carried(part)
            case CacheMark() | ToolCall():
                pass

    def call(self, call: ToolCall) -> int:
        """Everything a call says, before the factor for calls; what comes on top is added here."""
        self.tool_calls += self.family.factors.per_tool_call + self.blob(call.signature)
        said = (call.id, call.kind, call.name, call.arguments)
        return sum(self.count(text) for text in said) + 1 + self.extra(call.wire)

    def result(self, result: ToolResult) -> None:
        factor = self.family.factors.tool_results
        tokens = self.count(result.call_id) + self.extra(result.wire)
        for part in result.content:
            if isinstance(part, Text):
                tokens += self.count(part.text) + self.extra(part.wire)
            else:
                self.add(part)
        self.tool_results += math.ceil(tokens * factor) + self.family.factors.per_tool_call

    def image(self, image: Image) -> int:
        tokens = image_cost(image, self.family.image)
        if not size_is_seen(image):
            self.guessed += tokens
        return tokens

    def document(self, document: Document) -> int:
        if document.text:
            return self.worded(document.text) + self.count(document.name)
        if document.data:
            readable = _readable(document)
            if readable is not None:
                return self.worded(readable) + self.count(document.name)
            tokens = -(-(3 * len(document.data) // 4) // DOCUMENT_BYTES) + self.count(document.name)
            self.guessed += tokens
            return tokens
        self.guessed += UNSEEN_DOCUMENT
        return UNSEEN_DOCUMENT + self.count(document.url or document.file_id)

    def thought(self, thinking: Thinking) -> int:
        """The text that is shown may be a summary of what the signature holds: the larger of the two counts."""
        shown = self.worded(thinking.text)
        return shown + self.blob(thinking.signature, beyond=shown) + self.extra(thinking.wire)

    def blob(self, signature: str, beyond: int = 0) -> int:
        tokens = max(0, -(-len(signature) // BLOB_CHARS) - beyond)
        self.guessed += tokens
        return tokens

    def carried(self, part: Opaque) -> int:
        if part.tokens is not None:
            return part.tokens
        tokens = self.count(_json(part.value)) + self.extra(part.wire)
        self.guessed += tokens
        return tokens

    def tool(self, tool: Tool) -> int:
        """Name, description and schema; a tool that the provider runs itself shows only its settings."""
        tokens = self.count(tool.name) + self.count(tool.description)
        if tool.parameters is not None or tool.kind == "function":
            tokens += self.count(_json(tool.parameters or {}))
        if tool.wire and tool.wire.extra:
            settings = self.count(_json(tool.wire.extra))
            self.guessed += settings if tool.kind not in ("function", "custom") else 0
            tokens += settings
        return tokens


def _readable(document: Document) -> str | None:
    """The text of a text file that came as base64: a token for eight bytes would be half of what it costs."""
    kind = document.media_type.partition(";")[0]
    if not (kind.startswith("text/") or kind in ("application/json", "application/xml")):
        return None
    try:
        return base64.b64decode(document.data).decode()
    except (binascii.Error, ValueError):
        return None


def _json(value: Any) -> str:
    return jsontext.encode(value).decode()
