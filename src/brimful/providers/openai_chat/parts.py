"""Content parts, both ways: text, refusal, image_url, input_audio, file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brimful.errors import InvalidBody
from brimful.jsonplace import join
from brimful.jsontext import kind_of
from brimful.messages import ContentPart, Document, Image, Opaque, Part, Text, Thinking
from brimful.providers.fields import Fields, extra_of
from brimful.providers.openai_chat.marks import part_marks
from brimful.providers.openai_chat.wire import NATIVE, nested, wire_of, word, words_of

# The names of audio formats that are not the end of their media type.
_AUDIO_TYPES = {"mp3": "audio/mpeg"}
_AUDIO_FORMATS = {media_type: name for name, media_type in _AUDIO_TYPES.items()}


def read_part(value: Any, at: str) -> list[ContentPart]:
    """One content part, and the marks that stand on it. Kinds we do not know are carried as they are."""
    fields = Fields(value, at)
    kind = fields.left.get("type")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        return [Opaque(kind if isinstance(kind, str) else "", value, wire=NATIVE)]
    del fields.left["type"]
    marks = part_marks(fields)
    return [reader(fields), *marks]


def write_part(part: Part) -> dict[str, Any] | None:
    """A part as content of this dialect, or None when it is none of its kinds. Nothing is judged here."""
    match part:
        case Text():
            words = words_of(part.wire)
            name = "refusal" if "refusal" in words else "text"
            return {"type": name, name: part.text, **extra_of(part.wire, "openai")}
        case Image():
            return _write_image(part)
        case Document():
            return _write_audio(part) if "input_audio" in words_of(part.wire) else _write_file(part)
        case Thinking():
            chunks = [{"type": "text", "text": part.text}]
            return {"type": "thinking", "thinking": chunks, **extra_of(part.wire, "openai")}
        case Opaque(value=dict() as value):
            return value
        case _:
            return None


def data_url(media_type: str, data: str) -> str:
    """Base64 data as an address."""
    return f"data:{media_type};base64,{data}"


def audio_format(media_type: str) -> str:
    """The short name of an audio format: wav, mp3, …"""
    return _AUDIO_FORMATS.get(media_type, media_type.removeprefix("audio/"))


def _read_text(fields: Fields) -> ContentPart:
    text = fields.need("text", str)
    return Text(text, wire_of([], fields.left))


def _read_refusal(fields: Fields) -> ContentPart:
    text = fields.need("refusal", str)
    return Text(text, wire_of(["refusal", "part"], fields.left))


def _read_image(fields: Fields) -> ContentPart:
    if isinstance(fields.left.get("image_url"), str):
        media_type, data, url = _split(fields.any("image_url"))
        return Image(media_type, data, url, wire=wire_of(["bare"], fields.left))
    inner = _inside(fields, "image_url")
    media_type, data, url = _split(inner.need("url", str))
    detail = word(inner, "detail")
    return Image(media_type, data, url, detail=detail, wire=wire_of([], nested(fields, "image_url", inner)))


def _read_audio(fields: Fields) -> ContentPart:
    inner = _inside(fields, "input_audio")
    data = inner.need("data", str)
    name = word(inner, "format")
    media_type = _AUDIO_TYPES.get(name, f"audio/{name}") if name else ""
    if name and audio_format(media_type) != name:
        inner.left["format"] = name
    return Document(media_type, data, wire=wire_of(["input_audio"], nested(fields, "input_audio", inner)))


def _read_file(fields: Fields) -> ContentPart:
    inner = _inside(fields, "file")
    media_type, data, plain = _split(word(inner, "file_data"))
    file_id = word(inner, "file_id")
    name = word(inner, "filename")
    wire = wire_of([], nested(fields, "file", inner))
    return Document(media_type, data or plain, file_id=file_id, name=name, wire=wire)


_READERS: dict[str, Callable[[Fields], ContentPart]] = {
    "text": _read_text,
    "refusal": _read_refusal,
    "image_url": _read_image,
    "input_audio": _read_audio,
    "file": _read_file,
}


def _inside(fields: Fields, name: str) -> Fields:
    value = fields.any(name)
    if not isinstance(value, dict):
        raise InvalidBody(f"expected an object, got {kind_of(value)}", at=join(fields.at, name))
    return Fields(value, join(fields.at, name))


def _split(url: str) -> tuple[str, str, str]:
    """Media type and data of a data address of the usual shape; any other stays an address."""
    if url.startswith("data:"):
        head, comma, data = url.partition(",")
        media_type, base64, rest = head[len("data:") :].partition(";base64")
        if comma and data and media_type and base64 and not rest:
            return media_type, data, ""
    return "", "", url


def _write_image(part: Image) -> dict[str, Any]:
    extra = extra_of(part.wire, "openai")
    address = data_url(part.media_type, part.data) if part.data else part.url
    if "bare" in words_of(part.wire):
        return {"type": "image_url", "image_url": address, **extra}
    inner = {"url": address, **({"detail": part.detail} if part.detail else {}), **extra.pop("image_url", {})}
    return {"type": "image_url", "image_url": inner, **extra}


def _write_audio(part: Document) -> dict[str, Any]:
    extra = extra_of(part.wire, "openai")
    named = {"format": audio_format(part.media_type)} if part.media_type else {}
    inner = {"data": part.data, **named, **extra.pop("input_audio", {})}
    return {"type": "input_audio", "input_audio": inner, **extra}


def _write_file(part: Document) -> dict[str, Any]:
    extra = extra_of(part.wire, "openai")
    data = data_url(part.media_type, part.data) if part.media_type and part.data else part.data
    given = {"file_data": data, "file_id": part.file_id, "filename": part.name}
    inner = {name: value for name, value in given.items() if value} | extra.pop("file", {})
    return {"type": "file", "file": inner, **extra}
