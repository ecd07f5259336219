"""What a message is made of (MSG-1).

A part is a frozen value. `wire` carries what the neutral model has no word for: which of several equal spellings
the provider's JSON used, and the fields we do not know. A part that is written back to the dialect it came from
gives the same JSON again; a part that goes to another dialect leaves `wire` behind, and the translation says so.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct


class Wire(Struct, frozen=True, omit_defaults=True):
    """What one dialect's JSON held beyond the neutral model.

    dialect: whose JSON it was (`openai`, `responses`, `anthropic`, `gemini`).
    form:    which of the dialect's equal spellings was used ("" = the dialect's own default).
    extra:   fields the neutral model does not hold, as decoded JSON.
    """

    dialect: str
    form: str = ""
    extra: dict[str, Any] = {}


class Text(Struct, frozen=True, tag="text", omit_defaults=True):
    """Words. A refusal is text with `wire.form` saying so."""

    text: str
    wire: Wire | None = None


class Image(Struct, frozen=True, tag="image", omit_defaults=True):
    """A picture: `data` (base64) with its media type, or an address, or a provider's file id."""

    media_type: str = ""
    data: str = ""
    url: str = ""
    file_id: str = ""
    detail: str = ""  # low, high, auto, original; "" = not said
    wire: Wire | None = None


class Document(Struct, frozen=True, tag="document", omit_defaults=True):
    """A file (PDF, audio, video, plain text): base64 `data`, an address, a file id, or `text`."""

    media_type: str = ""
    data: str = ""
    url: str = ""
    file_id: str = ""
    text: str = ""
    name: str = ""
    wire: Wire | None = None


class ToolCall(Struct, frozen=True, tag="tool_call", omit_defaults=True):
    """The model asks for a tool. `arguments` is JSON text exactly as the wire had it, or was serialised.

    kind: "function" (JSON arguments) or "custom" (free text, OpenAI).
    """

    id: str
    name: str
    arguments: str = "{}"
    kind: str = "function"
    signature: str = ""  # Gemini binds a thought signature to the call itself
    wire: Wire | None = None


class ToolResult(Struct, frozen=True, tag="tool_result", omit_defaults=True):
    """What a tool gave back for the call of that id."""

    call_id: str
    content: tuple[ContentPart, ...] = ()
    is_error: bool = False
    name: str = ""  # Gemini pairs by name, others may leave it out
    wire: Wire | None = None


class Thinking(Struct, frozen=True, tag="thinking", omit_defaults=True):
    """The model's reasoning. `signature` (or the encrypted blob) must come back unchanged; a redacted block has
    no text but its blob in `signature`. `id` is the reasoning item's id where the wire gives one."""

    text: str = ""
    signature: str = ""
    redacted: bool = False
    id: str = ""
    wire: Wire | None = None


class Opaque(Struct, frozen=True, tag="opaque", omit_defaults=True):
    """Something we carry without looking inside: a server tool's block, a compaction item, a provider's news.

    kind:   the wire's own word for it.
    value:  its JSON.
    tokens: its cost when known beforehand; None = count its text.
    """

    kind: str
    value: Any = None
    tokens: int | None = None
    wire: Wire | None = None


class CacheMark(Struct, frozen=True, tag="cache_mark", omit_defaults=True):
    """ "Cache everything up to here." Stands after the part it marks and costs nothing."""

    kind: str = "ephemeral"
    ttl: str = ""
    wire: Wire | None = None


ContentPart: TypeAlias = Text | Image | Document | Opaque | CacheMark
Part: TypeAlias = Text | Image | Document | ToolCall | ToolResult | Thinking | Opaque | CacheMark
