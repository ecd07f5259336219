"""Parts of the neutral model, written as content blocks.

A part that came from this wire gives its own block back, whatever it was. Any other becomes a block that the API
takes, or nothing and a line in the report.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.messages import CacheMark, Document, Image, Opaque, Part, Text, Thinking, ToolCall, ToolResult, Wire
from brimful.providers.anthropic.names import IMAGE_TYPES, MARKABLE, NAME, TTLS, as_call_id, as_tool_name
from brimful.providers.anthropic.read import text_of_source
from brimful.providers.fields import extra_of, form_of, word
from brimful.providers.problem import Report


class Placed(Struct, frozen=True):
    """A part, where it stands in the conversation that is written, and the cache marks right behind it."""

    part: Part
    at: str
    marks: tuple[CacheMark, ...] = ()


def placed(parts: Sequence[Part], at: str) -> list[Placed]:
    """Put each part together with the marks behind it. Marks ahead of every part stand alone."""
    found: list[Placed] = []
    for index, part in enumerate(parts):
        if isinstance(part, CacheMark) and found and not isinstance(found[-1].part, CacheMark):
            last = found[-1]
            found[-1] = Placed(last.part, last.at, (*last.marks, part))
        else:
            found.append(Placed(part, f"{at}[{index}]"))
    return found


def write_blocks(items: Iterable[Placed], report: Report) -> list[dict[str, Any]]:
    """The blocks of a message. A mark whose part cannot carry it goes to the block before, or waits for the next."""
    blocks: list[dict[str, Any]] = []
    waiting: tuple[CacheMark, str] | None = None
    for item in items:
        marks = item.marks
        if isinstance(item.part, CacheMark):
            marks, block = (item.part, *marks), None
        else:
            block = write_block(item.part, report, item.at)
        if block is not None:
            blocks.append(block)
        if waiting and block is not None and can_carry(block):
            _mark(block, *waiting, report)
            waiting = None
        for mark in marks:
            carrier = _carrier(blocks, mark)
            if carrier is None:
                waiting = (mark, item.at)
            else:
                _mark(carrier, mark, item.at, report)
    if waiting:
        report.lost(waiting[1], "a cache mark", "there is no block that could carry it")
    return blocks


def write_block(part: Part, report: Report, at: str) -> dict[str, Any] | None:
    """A part as a block; None when there is nothing to send, which is in the report unless the part was empty."""
    report_foreign(part.wire, report, at)
    match part:
        case Text():
            return _text(part, report, at)
        case Image():
            return _image(part, report, at)
        case Document():
            return _document(part, report, at)
        case ToolCall():
            return _tool_use(part, report, at)
        case ToolResult():
            return _tool_result(part, report, at)
        case Thinking():
            return _thinking(part, report, at)
        case Opaque():
            return _opaque(part, report, at)
        case CacheMark():
            raise TypeError("a cache mark is no block of its own")


def can_carry(block: dict[str, Any]) -> bool:
    """Whether a block of this kind may have a cache mark."""
    if block.get("type") == "text":
        text = block.get("text")
        return isinstance(text, str) and bool(text.strip())
    return word(block, "type") in MARKABLE


def mark_json(mark: CacheMark) -> dict[str, Any]:
    """A cache mark as the value of `cache_control`."""
    if is_own(mark.wire):
        return {"type": mark.kind, **({"ttl": mark.ttl} if mark.ttl else {}), **extra_of(mark.wire, NAME)}
    return {"type": "ephemeral", **({"ttl": mark.ttl} if mark.ttl in TTLS else {})}


def report_mark(mark: CacheMark, report: Report, at: str) -> None:
    """Say so when the API has no word for how long the mark should last."""
    if not is_own(mark.wire) and mark.ttl not in ("", *TTLS):
        report.lost(at, f"the lifetime {mark.ttl} of a cache mark", f"the API knows {' and '.join(TTLS)}")


def is_own(wire: Wire | None) -> bool:
    """Whether something came from this wire."""
    return wire is not None and wire.dialect == NAME


def report_foreign(wire: Wire | None, report: Report, at: str) -> None:
    """Report the leftovers of another wire: nobody knows what they mean here. Empty ones mean nothing anywhere."""
    if wire is not None and wire.dialect != NAME:
        for name, value in wire.extra.items():
            if value not in (None, ""):
                report.lost(at, name, f"a field of {wire.dialect} that this wire does not have")


# --- marks ---


def _carrier(blocks: list[dict[str, Any]], mark: CacheMark) -> dict[str, Any] | None:
    if is_own(mark.wire) and blocks:
        return blocks[-1]  # where it came from, right or wrong
    return next((block for block in reversed(blocks) if can_carry(block)), None)


def _mark(block: dict[str, Any], mark: CacheMark, at: str, report: Report) -> None:
    if block.get("cache_control") is not None:
        report.lost(at, "a cache mark", "its block has one already")
        return
    report_mark(mark, report, at)
    block["cache_control"] = mark_json(mark)


# --- parts ---


def _text(part: Text, report: Report, at: str) -> dict[str, Any] | None:
    if not is_own(part.wire) and not part.text.strip():
        if part.text:
            report.lost(at, "white space", "the API refuses text of white space alone")
        return None
    return {"type": "text", "text": part.text, **extra_of(part.wire, NAME)}


def _image(part: Image, report: Report, at: str) -> dict[str, Any] | None:
    if is_own(part.wire):
        derived = "file" if part.file_id else "url" if part.url else "base64"
        return _own_media(part.wire, derived, _said(media_type=part.media_type, data=part.data), part, "image")
    if part.detail in ("low", "high", "original"):
        report.lost(at, f"the detail {part.detail!r} of an image", "the API has no such choice")
    media_type, data, url = part.media_type, part.data, part.url
    if url.startswith("data:"):
        media_type, data, url = _data_url(url)
    if data and media_type in IMAGE_TYPES:
        return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}
    if not data and url.startswith("https://"):
        return {"type": "image", "source": {"type": "url", "url": url}}
    report.lost(at, "an image", _why_not_media(part.file_id, url, media_type, "JPEG, PNG, GIF or WebP"))
    return None


def _document(part: Document, report: Report, at: str) -> dict[str, Any] | None:
    title = _said(title=part.name)
    if is_own(part.wire):
        derived = "file" if part.file_id else "url" if part.url else "text" if part.text else "base64"
        data = part.text or part.data
        return {
            **_own_media(part.wire, derived, _said(media_type=part.media_type, data=data), part, "document"),
            **title,
        }
    text = part.text
    if not text and part.data and part.media_type.startswith("text/"):
        text = _decoded(part.data)
    if text.strip():
        return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}, **title}
    if part.data and part.media_type == "application/pdf":
        source = {"type": "base64", "media_type": part.media_type, "data": part.data}
        return {"type": "document", "source": source, **title}
    if not part.data and part.url.startswith("https://") and part.media_type in ("", "application/pdf"):
        return {"type": "document", "source": {"type": "url", "url": part.url}, **title}
    report.lost(at, "a document", _why_not_media(part.file_id, part.url, part.media_type, "PDF or text"))
    return None


def _own_media(
    wire: Wire | None, derived: str, inline: dict[str, str], part: Image | Document, kind: str
) -> dict[str, Any]:
    """A block with a source, as it came. The form names the source's type where it cannot be told from the part."""
    extra = extra_of(wire, NAME)
    left = extra.pop("source", {})
    form = form_of(wire, NAME) or derived
    if form == "url":
        source = {"type": form, "url": part.url}
    elif form == "file":
        source = {"type": form, "file_id": part.file_id}
    elif form == "content" and isinstance(part, Document):
        content = left.get("content")
        source = {"type": form, "content": content if text_of_source(content) == part.text else part.text}
        left = {name: value for name, value in left.items() if name != "content"}
    elif form == "text" and isinstance(part, Document):
        source = {"type": form, **_said(media_type=part.media_type), "data": part.text}
    else:
        source = {"type": form, **inline}
    return {"type": kind, "source": {**source, **left}, **extra}


def _tool_use(part: ToolCall, report: Report, at: str) -> dict[str, Any]:
    block = {"type": "tool_use", "id": part.id, "name": part.name, **extra_of(part.wire, NAME)}
    if is_own(part.wire):
        if form_of(part.wire, NAME) == "absent" and part.arguments == "{}":
            return block
        return {**block, "input": _own_input(part.arguments, report, at)}
    if part.signature:
        report.lost(at, "the signature of a tool call", "it belongs to another provider")
    return {**block, "id": as_call_id(part.id), "name": as_tool_name(part.name), "input": _input(part, report, at)}


def _own_input(arguments: str, report: Report, at: str) -> Any:
    try:
        return jsontext.decode(arguments)
    except BrimfulError as error:  # a stream was cut, or somebody changed the text
        report.lost(at, "the arguments of a tool call", f"they are not JSON: {error.message}")
        return {}


def _input(part: ToolCall, report: Report, at: str) -> dict[str, Any]:
    """What the API wants is an object; free text (OpenAI's custom tools) goes into one under the name `input`."""
    if part.kind == "custom":
        return {"input": part.arguments}
    value = _own_input(part.arguments or "{}", report, at)
    if isinstance(value, dict):
        return value
    report.lost(at, "the arguments of a tool call", f"the API wants an object, not {jsontext.kind_of(value)}")
    return {}


def _tool_result(part: ToolResult, report: Report, at: str) -> dict[str, Any]:
    own = is_own(part.wire)
    words = form_of(part.wire, NAME).split()
    blocks = write_blocks(placed(part.content, f"{at}.content"), report)
    block: dict[str, Any] = {"type": "tool_result", "tool_use_id": part.call_id if own else as_call_id(part.call_id)}
    if own:
        content = as_content(blocks, "string" in words, "absent" in words)
    else:
        content = as_content(blocks, string=True, absent=True)
    if part.is_error or "said" in words:
        block["is_error"] = part.is_error
    return {**block, **content, **extra_of(part.wire, NAME)}


def as_content(blocks: list[dict[str, Any]], string: bool, absent: bool) -> dict[str, Any]:
    """The member `content`: a bare string or nothing at all where that says the same and is wanted."""
    if absent and not blocks:
        return {}
    if string and len(blocks) == 1 and blocks[0].keys() == {"type", "text"}:
        return {"content": blocks[0]["text"]}
    return {"content": blocks}


def _thinking(part: Thinking, report: Report, at: str) -> dict[str, Any] | None:
    if not is_own(part.wire):
        if part.text or part.signature:
            report.lost(at, "thinking", "it was not signed by this provider")
        return None
    extra = extra_of(part.wire, NAME)
    if part.redacted:
        return {"type": "redacted_thinking", "data": part.signature, **extra}
    return {"type": "thinking", "thinking": part.text, **_said(signature=part.signature), **extra}


def _opaque(part: Opaque, report: Report, at: str) -> dict[str, Any] | None:
    if is_own(part.wire) and isinstance(part.value, dict):
        return dict(part.value)
    report.lost(at, part.kind, "a part of another provider that only it can read")
    return None


# --- small things ---


def _said(**members: str) -> dict[str, str]:
    return {name: value for name, value in members.items() if value}


def _data_url(url: str) -> tuple[str, str, str]:
    head, _, data = url.removeprefix("data:").partition(",")
    media_type, _, encoding = head.rpartition(";")
    return (media_type, data, "") if encoding == "base64" else ("", "", "")


def _decoded(data: str) -> str:
    try:
        return base64.b64decode(data, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _why_not_media(file_id: str, url: str, media_type: str, kinds: str) -> str:
    if file_id:
        return "its file id belongs to another provider"
    if url:
        return "the API fetches https addresses only"
    return f"the API takes {kinds}, not {media_type or 'this'}"
