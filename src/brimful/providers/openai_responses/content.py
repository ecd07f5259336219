"""Content parts, both ways: what stands in a message's `content` and in the `output` of a tool.

A part of this dialect keeps the wire's type in `wire.form` and unknown members in `wire.extra`, so it is written
back as it was. A part from elsewhere gets the type that its side wants: the model's own words are `output_text`,
all others `input_text`. A cache mark is a member of the part before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from brimful.messages import CacheMark, ContentPart, Document, Image, Opaque, Part, Text, Wire
from brimful.providers.fields import Fields, expect, extra_of, word
from brimful.providers.openai_responses.words import INPUT_PARTS, NAME, OUTPUT_PARTS, TEXT_MEMBERS, is_native
from brimful.providers.problem import Report

Side: TypeAlias = Literal["input", "output"]

BREAKPOINT = "prompt_cache_breakpoint"
_DATA_URL = re.compile(r"data:([^;,]+);base64,")
_IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif"})
_IMAGE_HEADS = {"iVBOR": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"}
# Lifetimes of cache marks: this wire's word for each that another wire uses; the shortest that is long enough.
_TTL = {"": "", "5m": "", "30m": "30m", "1h": "12h", "12h": "12h"}


def read_content(value: list[Any], at: str) -> tuple[ContentPart, ...]:
    """A list of content parts; a cache mark follows the part that carries it."""
    found: list[ContentPart] = []
    for index, entry in enumerate(value):
        _read_part(entry, f"{at}[{index}]", found)
    return tuple(found)


def write_content(
    parts: Sequence[Part], side: Side, report: Report, at: str, start: int = 0, *, loose: bool
) -> list[dict[str, Any]]:
    """Content parts as JSON; they are the parts of `at` from `start` on. `loose`: fit the types to the side."""
    written: list[dict[str, Any]] = []
    for index, part in enumerate(parts, start):
        place = f"{at}.parts[{index}]"
        if isinstance(part, CacheMark):
            mark_last(written, part, report, place)
            continue
        value = write_part(part, side, report, place, loose=loose)
        if value is not None:
            written.append(value)
    return written


def write_part(part: Part, side: Side, report: Report, at: str, *, loose: bool) -> dict[str, Any] | None:
    """One content part as JSON, or None when it has nothing that can be said here."""
    value: dict[str, Any] | None = None
    match part:
        case Text():
            value = _write_text(part, side, loose)
        case Image() if is_native(part.wire):
            value = _write_native_image(part)
        case Document() if is_native(part.wire):
            value = _write_native_document(part)
        case Opaque() if is_native(part.wire):
            value = part.value
        case Image() | Document() if side == "output":
            report.lost(at, type(part).__name__.lower(), "the model's own messages hold only text here")
        case Image():
            value = _write_image(part, report, at)
        case Document():
            value = _write_document(part, report, at)
        case _:
            what = part.kind if isinstance(part, Opaque) else type(part).__name__
            report.lost(at, what, "OpenAI Responses has no such content")
    if value is not None:
        report_extra(part.wire, report, at)
    return value


def write_mark(mark: CacheMark, report: Report, at: str) -> dict[str, Any]:
    """A cache mark as the value of its member."""
    if mark.ttl and not is_native(mark.wire) and mark.ttl not in _TTL:
        report.lost(at, f"cache lifetime {mark.ttl}", "OpenAI Responses knows 30m and 12h")
    ttl = mark.ttl if is_native(mark.wire) else _TTL.get(mark.ttl, "")
    bare = is_native(mark.wire) and mark.wire is not None and mark.wire.form == "bare"
    mode = {} if bare else {"mode": "explicit"}
    return {**extra_of(mark.wire, NAME), **mode, **({"ttl": ttl} if ttl else {})}


def mark_last(written: list[dict[str, Any]], mark: CacheMark, report: Report, at: str) -> None:
    """Put a cache mark on the last part written, if that can carry one."""
    last = written[-1] if written else {}
    if word(last, "type") not in INPUT_PARTS or last.get(BREAKPOINT) is not None:
        report.lost(at, "cache mark", "nothing before it can carry one more")
        return
    written[-1] = {**last, BREAKPOINT: write_mark(mark, report, at)}


def report_extra(wire: Wire | None, report: Report, at: str) -> None:
    """Say which leftovers of another dialect stay behind."""
    if wire is None or wire.dialect == NAME:
        return
    names = [name for name, value in wire.extra.items() if value is not None]
    if names:
        report.lost(at, ", ".join(names), f"members of {wire.dialect} that OpenAI Responses does not have")


def take_text(fields: Fields, name: str) -> str:
    """Take a string that says something; an empty one stays a leftover, since it is not the same as absent."""
    return "" if fields.left.get(name) == "" else fields.take(name, str, "")


# --- reading --------------------------------------------------------------------------------------------------


def _read_part(entry: Any, at: str, found: list[ContentPart]) -> None:
    kind = expect(entry, dict, at).get("type")
    if not isinstance(kind, str):
        kind = ""
    if kind in TEXT_MEMBERS:
        fields = Fields(entry, at)
        fields.any("type")
        mark = _read_mark(fields) if kind == "input_text" else None
        found.append(Text(fields.need(TEXT_MEMBERS[kind], str), wire=fields.wire(NAME, kind)))
    elif kind == "input_image":
        fields = Fields(entry, at)
        mark = _read_mark(fields)
        found.append(_read_image(fields))
    elif kind == "input_file":
        fields = Fields(entry, at)
        mark = _read_mark(fields)
        found.append(_read_document(fields))
    else:
        mark = None
        found.append(Opaque(kind, entry, wire=Wire(NAME)))
    if mark is not None:
        found.append(mark)


def _read_mark(fields: Fields) -> CacheMark | None:
    if fields.left.get(BREAKPOINT) is None:
        return None
    mark = Fields(fields.any(BREAKPOINT), fields.place(BREAKPOINT))
    form = "bare"
    if mark.left.get("mode") == "explicit":
        mark.any("mode")
        form = ""
    return CacheMark(ttl=take_text(mark, "ttl"), wire=mark.wire(NAME, form))


def _read_image(fields: Fields) -> Image:
    fields.any("type")
    media_type, data, url = _split_data_url(take_text(fields, "image_url"))
    file_id, detail = take_text(fields, "file_id"), take_text(fields, "detail")
    return Image(media_type, data, url, file_id, detail, wire=fields.wire(NAME))


def _read_document(fields: Fields) -> Document:
    fields.any("type")
    media_type, data, raw = _split_data_url(take_text(fields, "file_data"))
    return Document(
        media_type=media_type,
        data=data or raw,
        url=take_text(fields, "file_url"),
        file_id=take_text(fields, "file_id"),
        name=take_text(fields, "filename"),
        wire=fields.wire(NAME),
    )


def _split_data_url(text: str) -> tuple[str, str, str]:
    """Media type and data of a data URL, or the text itself when it is something else."""
    match = _DATA_URL.match(text)
    if match is None or match.end() == len(text):
        return "", "", text
    return match[1], text[match.end() :], ""


# --- writing --------------------------------------------------------------------------------------------------


def _write_text(part: Text, side: Side, loose: bool) -> dict[str, Any] | None:
    native = is_native(part.wire)
    kind = part.wire.form if part.wire and (native or part.wire.form == "refusal") else ""
    own = OUTPUT_PARTS if side == "output" else frozenset({"input_text"})
    if not kind or (loose and kind not in own):
        kind = f"{side}_text"
    if not part.text and loose and not native:
        return None
    added: dict[str, Any] = {"annotations": []} if kind == "output_text" and not native else {}
    return {**added, **extra_of(part.wire, NAME), "type": kind, TEXT_MEMBERS.get(kind, "text"): part.text}


def _write_native_image(part: Image) -> dict[str, Any]:
    url = f"data:{part.media_type};base64,{part.data}" if part.data else part.url
    known = {"image_url": url, "file_id": part.file_id, "detail": part.detail}
    return {**extra_of(part.wire, NAME), "type": "input_image", **_said(known)}


def _write_native_document(part: Document) -> dict[str, Any]:
    return {**extra_of(part.wire, NAME), "type": "input_file", **_said(_document_members(part))}


def _write_image(part: Image, report: Report, at: str) -> dict[str, Any] | None:
    detail = part.detail if part.detail in ("low", "high", "auto", "original") else "auto"
    if part.data:
        media_type = part.media_type or next(
            (kind for head, kind in _IMAGE_HEADS.items() if part.data.startswith(head)), ""
        )
        if media_type in _IMAGE_TYPES:
            url = f"data:{media_type};base64,{part.data}"
            return {"type": "input_image", "image_url": url, "detail": detail}
    if part.url.startswith(("https://", "http://", "data:image/")):
        return {"type": "input_image", "image_url": part.url, "detail": detail}
    if part.file_id and _shares_files(part.wire):
        return {"type": "input_image", "file_id": part.file_id, "detail": detail}
    report.lost(at, "image", "neither PNG, JPEG, WebP or GIF data, nor a web address, nor a file of OpenAI's")
    return None


def _write_document(part: Document, report: Report, at: str) -> dict[str, Any] | None:
    if part.media_type.startswith(("audio/", "video/")):
        report.lost(at, part.media_type, "OpenAI Responses takes no sound or film as input")
        return None
    if part.text:
        if part.name:
            report.lost(at, f"the document's name {part.name!r}", "its text goes as plain text")
        return {"type": "input_text", "text": part.text}
    if part.data:
        ending = part.media_type.rpartition("/")[2] or "pdf"
        return {"type": "input_file", **_said({**_document_members(part), "filename": part.name or f"file.{ending}"})}
    if part.url.startswith(("https://", "http://")):
        return {"type": "input_file", "file_url": part.url}
    if part.file_id and _shares_files(part.wire):
        return {"type": "input_file", "file_id": part.file_id}
    report.lost(at, "document", "no data, no web address and no file of OpenAI's")
    return None


def _document_members(part: Document) -> dict[str, str]:
    data = f"data:{part.media_type};base64,{part.data}" if part.data and part.media_type else part.data
    return {"file_data": data, "file_url": part.url, "file_id": part.file_id, "filename": part.name}


def _shares_files(wire: Wire | None) -> bool:
    """File ids hold inside one provider; Chat Completions (`openai`) is the same one."""
    return wire is None or wire.dialect in (NAME, "openai")


def _said(members: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in members.items() if value}
