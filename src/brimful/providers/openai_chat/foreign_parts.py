"""Content parts that came from elsewhere, as far as this wire has a place for them."""

from __future__ import annotations

from typing import Any

from brimful.jsonplace import join
from brimful.messages import Document, Image, Part, Text, Wire
from brimful.providers.openai_chat.parts import audio_format, data_url
from brimful.providers.openai_chat.wire import DIALECT
from brimful.providers.problem import Report

IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")

_SNIFFED = {"iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"}
_AUDIO = ("audio/wav", "audio/x-wav", "audio/mpeg", "audio/mp3")


def report_leftovers(wire: Wire | None, report: Report, at: str) -> None:
    """Say which fields of another format stay behind. Empty ones mean nothing anywhere."""
    if wire is not None and wire.dialect != DIALECT:
        for name in (name for name, value in wire.extra.items() if value not in (None, "")):
            report.lost(join(at, name), name, f"a field of the format {wire.dialect!r} that has no place here")


def write_foreign_part(part: Part, report: Report, at: str, *, media: bool) -> dict[str, Any] | None:
    """A part from elsewhere as content; `media` says whether pictures and files may stand where it goes."""
    report_leftovers(part.wire, report, at)
    match part:
        case Text():
            return {"type": "text", "text": part.text} if part.text else None
        case Document(text=text) if text and not part.data:
            return {"type": "text", "text": text}
        case Image() | Document() if not media:
            report.lost(at, type(part).__name__, "only user messages hold pictures and files here")
            return None
        case Image():
            return _image(part, report, at)
        case Document():
            return _document(part, report, at)
        case _:
            report.lost(at, getattr(part, "kind", type(part).__name__), "nothing like it exists here")
            return None


def _image(part: Image, report: Report, at: str) -> dict[str, Any] | None:
    media_type = part.media_type or next((kind for head, kind in _SNIFFED.items() if part.data.startswith(head)), "")
    detail = {"detail": part.detail} if part.detail else {}
    if part.data and media_type in IMAGE_TYPES:
        return {"type": "image_url", "image_url": {"url": data_url(media_type, part.data), **detail}}
    if part.url.startswith(("https://", "http://")):
        return {"type": "image_url", "image_url": {"url": part.url, **detail}}
    why = "images here are PNG, JPEG, GIF or WebP data, or a web address"
    report.lost(at, "image", f"a file id of another provider; {why}" if part.file_id else why)
    return None


def _document(part: Document, report: Report, at: str) -> dict[str, Any] | None:
    if part.data and part.media_type in _AUDIO:
        form = audio_format(part.media_type).removeprefix("x-")
        return {"type": "input_audio", "input_audio": {"data": part.data, "format": form}}
    if part.data and part.media_type.startswith("image/"):
        return _image(Image(part.media_type, part.data), report, at)
    if part.data and not part.media_type.startswith(("audio/", "video/")):
        media_type = part.media_type or "application/pdf"
        name = part.name or f"document.{media_type.rpartition('/')[2]}"
        return {"type": "file", "file": {"filename": name, "file_data": data_url(media_type, part.data)}}
    report.lost(at, "document", "files here are sent as data (wav or mp3 for sound), not by address or foreign id")
    return None
