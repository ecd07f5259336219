"""Reasoning on this wire. OpenAI itself sends none; servers that speak its format put it in fields of their own:

    reasoning_content    text: DeepSeek, Qwen, vLLM, SGLang, LiteLLM, Moonshot
    reasoning            text: OpenRouter, Groq, newer vLLM
    reasoning_text       text, with its signature in reasoning_opaque: GitHub Copilot
    reasoning_details    blocks with signatures or encrypted: OpenRouter
    thinking_blocks      Anthropic's blocks: LiteLLM

Some say the same thing twice (`reasoning` beside `reasoning_details`). Then there is one part, and the other fields
are remembered by name, so that dropping the part drops them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from brimful.messages import Opaque, Part, Thinking, Wire
from brimful.providers.fields import Fields
from brimful.providers.openai_chat.wire import DIALECT, lenient_word, words_of

TEXT_FIELDS = ("reasoning_content", "reasoning", "reasoning_text")
SIGNATURE_OF = {"reasoning_text": "reasoning_opaque"}

# For each field of blocks: the block's type → where its text stands, and its signature or encrypted blob.
BLOCK_FIELDS: dict[str, dict[str, tuple[str, str]]] = {
    "reasoning_details": {
        "reasoning.text": ("text", "signature"),
        "reasoning.summary": ("summary", ""),
        "reasoning.encrypted": ("", "data"),
    },
    "thinking_blocks": {
        "thinking": ("thinking", "signature"),
        "redacted_thinking": ("", "data"),
    },
}


def read_thinking(fields: Fields) -> tuple[list[Part], list[str]]:
    """Take the reasoning off a message: its parts, and words for the fields that only repeat it."""
    blocks = [part for name in BLOCK_FIELDS for part in _take_blocks(fields, name)]
    said = _joined(blocks)
    texts: list[Part] = []
    words: list[str] = []
    for name in TEXT_FIELDS:
        text = lenient_word(fields, name)
        signature = lenient_word(fields, SIGNATURE_OF[name]) if name in SIGNATURE_OF else ""
        if text and text == said and not signature:
            words.append(f"also:{name}")
        elif text or signature:
            texts.append(Thinking(text, signature, redacted=not text, wire=Wire(DIALECT, name)))
            said = said or text
    return [*texts, *blocks], words


def read_block(field: str, value: Any) -> Part:
    """One block of reasoning; what is not known is carried as it is."""
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in BLOCK_FIELDS[field]:
        return Opaque(kind if isinstance(kind, str) else "", value, wire=Wire(DIALECT, field))
    fields = Fields(value, "")
    text_name, signature_name = BLOCK_FIELDS[field][kind]
    return Thinking(
        lenient_word(fields, text_name) if text_name else "",
        lenient_word(fields, signature_name) if signature_name else "",
        redacted=not text_name,
        id=lenient_word(fields, "id"),
        wire=Wire(DIALECT, field, fields.left),
    )


def is_thinking(part: Part) -> bool:
    """Whether the part was read from one of these fields (an unknown block is among them)."""
    return isinstance(part, (Thinking, Opaque)) and _field(part) in (*TEXT_FIELDS, *BLOCK_FIELDS)


def write_thinking(parts: Iterable[Part], words: Iterable[str]) -> dict[str, Any]:
    """The fields that `read_thinking` took, for parts that came from this dialect."""
    out: dict[str, Any] = {}
    texts: list[Part] = []
    blocks: list[Part] = []
    for part in parts:
        field = _field(part)
        if field in BLOCK_FIELDS:
            blocks.append(part)
            out.setdefault(field, []).append(_write_block(field, part))
        elif isinstance(part, Thinking):
            texts.append(part)
            _write_text(out, field, part)
    said = _joined(blocks) or _joined(texts[:1])
    repeats = [word.removeprefix("also:") for word in words if word.startswith("also:")]
    return {**dict.fromkeys(repeats, said), **out} if said else out


def _take_blocks(fields: Fields, name: str) -> list[Part]:
    value = fields.left.get(name)
    if not isinstance(value, list) or not value:
        return []
    return [read_block(name, entry) for entry in fields.any(name)]


def _joined(parts: Iterable[Part]) -> str:
    return "".join(part.text for part in parts if isinstance(part, Thinking))


def _field(part: Part) -> str:
    words = words_of(part.wire)
    return words[0] if words else ""


def _write_text(out: dict[str, Any], field: str, part: Thinking) -> None:
    if part.text:
        out[field] = out.get(field, "") + part.text
    if part.signature and field in SIGNATURE_OF:
        out[SIGNATURE_OF[field]] = part.signature


def _write_block(field: str, part: Part) -> Any:
    if not isinstance(part, Thinking):
        return part.value if isinstance(part, Opaque) else None
    block = dict(part.wire.extra) if part.wire else {}
    text_name, signature_name = BLOCK_FIELDS[field][block["type"]]
    given = ((text_name, part.text), (signature_name, part.signature), ("id", part.id))
    return {**block, **{name: value for name, value in given if name and value}}
