"""Parts of the neutral model → parts of a content.

A part that came from Gemini gives its own JSON back. A part of another origin is said in Gemini's words; what has
none is reported. A part may give nothing (it was empty, or is lost), and a tool's result gives, beside its
`functionResponse`, the media that came with it: only newer models take media inside a response, so those of
another dialect follow in a content of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.jsonplace import join
from brimful.messages import (
    CacheMark,
    ContentPart,
    Document,
    Image,
    Opaque,
    Part,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from brimful.providers.gemini.ids import is_made_up
from brimful.providers.gemini.read import ANSWER_WORDS
from brimful.providers.gemini.spelling import SNAKE, extra_of, is_native, put, words_of
from brimful.providers.problem import Report

# What the API answers "Unsupported MIME type" to, and what it calls the same thing
# (obsidian-smart-connections#1238, microsoft/vscode#286628, charmbracelet/crush#995).
RENAMED_TYPES = {"image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg"}
REFUSED_TYPES = {"image/gif", "image/svg+xml"}

UNNAMED = "unnamed"  # a function nobody named; Gemini wants some name

_MAGIC = {"/9j/": "image/jpeg", "iVBORw": "image/png", "UklGR": "image/webp", "JVBER": "application/pdf"}
_ENDINGS = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "heic": "image/heic",
    "pdf": "application/pdf",
    "txt": "text/plain",
    "mp3": "audio/mp3",
    "wav": "audio/wav",
    "mp4": "video/mp4",
}


class Names(Struct, frozen=True):
    """What a part cannot know alone: which function a call id belongs to, and which names had to be changed."""

    of_call: Mapping[str, str] = {}
    renamed: Mapping[str, str] = {}


def write_part(part: Part, names: Names, report: Report, at: str) -> list[dict[str, Any]]:
    """The part as Gemini says it: one part, or none."""
    match part:
        case Text():
            return _text(part)
        case Image() | Document():
            return _one(write_media(part, report, at))
        case ToolCall():
            return [_call(part, names, report, at)]
        case ToolResult():
            return [write_response(part, names, report, at)]
        case Thinking():
            return _thinking(part, report, at)
        case Opaque():
            return _one(_opaque(part, report, at))
        case CacheMark():
            note_mark(report, at)
            return []


def note_mark(report: Report, at: str) -> None:
    """Say once that cache marks stay behind."""
    if not any(loss.what == "cache mark" for loss in report.losses):
        report.lost(at, "cache mark", "Gemini has no marks in a request; cachedContent is made beforehand")


def _one(value: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [] if value is None else [value]


def _text(part: Text) -> list[dict[str, Any]]:
    if is_native(part.wire):
        return [{**extra_of(part.wire), "text": part.text}]
    return [{"text": part.text}] if part.text else []


def _thinking(part: Thinking, report: Report, at: str) -> list[dict[str, Any]]:
    if not is_native(part.wire):
        report.lost(at, "thinking", "it is signed for another provider, or for none")
        return []
    out = {**extra_of(part.wire), "thought": True}
    put(out, [], "text", part.text)
    put(out, words_of(part.wire), "thoughtSignature", part.signature)
    return [out]


def _opaque(part: Opaque, report: Report, at: str) -> dict[str, Any] | None:
    if is_native(part.wire) and isinstance(part.value, dict):
        return part.value
    report.lost(at, part.kind or "opaque part", "it has a meaning only for the provider it came from")
    return None


# --- calls and responses --------------------------------------------------------------------------------------


def _call(part: ToolCall, names: Names, report: Report, at: str) -> dict[str, Any]:
    words, out = words_of(part.wire), extra_of(part.wire)
    key = _key("functionCall", words)
    inner = dict(out.get(key) or {})
    if not is_made_up(part):
        put(inner, words, "id", part.id)
    native = is_native(part.wire)
    put(inner, words, "name", names.renamed.get(part.name, part.name) or ("" if native else UNNAMED))
    arguments = _arguments(part, report, at)
    if arguments or not native:
        inner["args"] = arguments
    out[key] = inner
    if native or part.wire is None:
        put(out, words, "thoughtSignature", part.signature)
    elif part.signature:
        report.lost(at, "signature", "it was made by another provider")
    return out


def _arguments(part: ToolCall, report: Report, at: str) -> dict[str, Any]:
    if part.kind == "custom":
        return {"input": part.arguments}
    if part.arguments.strip() in ("", "{}"):
        return {}
    try:
        decoded = jsontext.decode(part.arguments)
    except BrimfulError as error:
        report.lost(at, "arguments", f"they are not JSON: {error.message}")
        return {}
    if isinstance(decoded, dict):
        return decoded
    report.lost(at, "arguments", f"Gemini takes an object, they are {jsontext.kind_of(decoded)}")
    return {}


def write_response(part: ToolResult, names: Names, report: Report, at: str) -> dict[str, Any]:
    """A tool's result as a part with a `functionResponse`; media of another dialect are left to `loose_media`."""
    words, out = words_of(part.wire), extra_of(part.wire)
    native = is_native(part.wire)
    key = _key("functionResponse", words)
    inner = dict(out.get(key) or {})
    if not is_made_up(part):
        put(inner, words, "id", part.call_id)
    name = part.name or names.of_call.get(part.call_id, "")
    put(inner, words, "name", names.renamed.get(name, name) or ("" if native else UNNAMED))
    response = _response(part, words, report, at)
    if response is not None:
        inner["response"] = response
    media = _own_media(part, report, at) if native else []
    if media:
        inner["parts"] = media
    out[key] = inner
    return out


def loose_media(part: ToolResult, report: Report, at: str) -> list[dict[str, Any]]:
    """The media of a result that came from elsewhere, behind a word that says where they belong."""
    if is_native(part.wire):
        return []
    found = [
        (f"{at}.content[{index}]", inner)
        for index, inner in enumerate(part.content)
        if isinstance(inner, (Image, Document)) and not _is_text(inner)
    ]
    media = [entry for place, inner in found for entry in _one(write_media(inner, report, place))]
    if not media:
        return []
    return [{"text": f"What {part.name or 'the tool'} gave back besides its words:"}, *media]


def _is_text(part: ContentPart) -> bool:
    return isinstance(part, Text) or (
        isinstance(part, Document) and bool(part.text) and not part.data and not part.url
    )


def _response(part: ToolResult, words: list[str], report: Report, at: str) -> dict[str, Any] | None:
    """What the tool said, in the words it came with; None when the wire's own (absent, null, {}) may stay."""
    said = [inner.text for inner in part.content if isinstance(inner, (Text, Document)) and _is_text(inner)]
    for index, inner in enumerate(part.content):
        if isinstance(inner, CacheMark):
            note_mark(report, f"{at}.content[{index}]")
        elif isinstance(inner, Opaque) and not is_native(inner.wire):
            _opaque(inner, report, f"{at}.content[{index}]")
    word = next((word for word in ("json", *ANSWER_WORDS) if word in words), "")
    if not said and not word and is_native(part.wire) and not part.is_error:
        return None
    text = "\n".join(said)
    if word == "json" and not part.is_error:
        whole = _object(text)
        if whole is not None:
            return whole
    if part.is_error:
        return {"error": text}
    return {word if word in ANSWER_WORDS and word != "error" else "output": text}


def _object(text: str) -> dict[str, Any] | None:
    try:
        decoded = jsontext.decode(text)
    except BrimfulError:  # the text was shortened since it was read; it goes as text
        return None
    return decoded if isinstance(decoded, dict) else None


def _own_media(part: ToolResult, report: Report, at: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for index, inner in enumerate(part.content):
        place = f"{at}.content[{index}]"
        if isinstance(inner, Opaque) and is_native(inner.wire):
            entries += _one(_opaque(inner, report, place))
        elif isinstance(inner, (Image, Document)) and not _is_text(inner):
            entries += _one(write_media(inner, report, place))
    return entries


# --- media ----------------------------------------------------------------------------------------------------


def write_media(part: Image | Document, report: Report, at: str) -> dict[str, Any] | None:
    """Inline data or an address; None when Gemini cannot reach or read it (which is reported)."""
    if is_native(part.wire):
        return _native_media(part)
    if isinstance(part, Image) and part.detail in ("low", "high", "original"):
        report.lost(join(at, "detail"), f"detail {part.detail!r}", "Gemini sets the media resolution for all")
    if isinstance(part, Document) and part.name:
        report.lost(join(at, "name"), f"file name {part.name!r}", "the Gemini API takes no names of files")
    if isinstance(part, Document) and part.text and not part.data and not part.url:
        return {"text": part.text}
    media_type, data, url = _located(part)
    if media_type in REFUSED_TYPES:
        report.lost(at, media_type, "Gemini does not read this type")
    elif data and media_type:
        return {"inlineData": {"mimeType": media_type, "data": data}}
    elif url:
        return {"fileData": {"mimeType": media_type, "fileUri": url} if media_type else {"fileUri": url}}
    elif data:
        report.lost(at, "media without a type", "Gemini wants the MIME type of inline data")
    else:
        report.lost(at, "file" if part.file_id else "empty media", "Gemini cannot read another provider's files")
    return None


def _native_media(part: Image | Document) -> dict[str, Any]:
    words, out = words_of(part.wire), extra_of(part.wire)
    was = "inlineData" if "inlineData" in words else "fileData"
    now = "inlineData" if part.data else "fileData" if part.url else was
    inner = dict(out.pop(_key(was, words), None) or {})
    put(inner, words, "mimeType", part.media_type)
    put(inner, words, "data", part.data)
    put(inner, words, "fileUri", part.url)
    if isinstance(part, Document):
        put(inner, words, "displayName", part.name)
    out[_key(now, words)] = inner
    return out


def _located(part: Image | Document) -> tuple[str, str, str]:
    """Media type, base64 data and address, with data: addresses opened and a missing type guessed."""
    media_type, data, url = part.media_type.lower(), part.data, part.url
    if url.startswith("data:"):
        head, _, data = url.partition(",")
        media_type = media_type or head.removeprefix("data:").partition(";")[0].lower()
        url = ""
    if not media_type and data:
        media_type = next((found for start, found in _MAGIC.items() if data.startswith(start)), "")
    elif not media_type and url:
        media_type = _ENDINGS.get(_path(url).rpartition(".")[2].lower(), "")
    return RENAMED_TYPES.get(media_type, media_type), data, url


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:  # not an address at all; the provider will say so
        return ""


def _key(name: str, words: list[str]) -> str:
    snake = SNAKE.get(name, name)
    return snake if snake in words else name
