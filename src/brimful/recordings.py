"""Recorded sessions: what was said, and what each answer was reported to cost (TOK-10).

One JSON object a line, gzipped or not: `id`, `model`, `messages` (OpenAI chat), `usage` (message_index, input, output
and cache_read, cache_write), and where the agent itself compacted: `native_compactions` (before_message_index,
first_kept_message_index, summary) or `native_summary_message_indices`. From these come the requests as they were
sent, as far as the recording goes: system prompt, tools and thinking may not be in it. A picture that was left out
(`[image omitted]`) stands as an image of unknown size, which is what it was to whoever counted.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from brimful import jsontext
from brimful.errors import BrimfulError, InvalidInput
from brimful.messages import Image, Message, Part, Text, ToolResult, Usage
from brimful.models import Family, Registry
from brimful.providers import dialect
from brimful.tokens import Exchange, Request, Said

OMITTED_IMAGE = "[image omitted]"


def sessions(path: Path) -> Iterator[dict[str, Any]]:
    """The sessions of a file, one a line."""
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield jsontext.decode_object(line, at=f"{path.name}, line {number}")


def exchanges(session: dict[str, Any], family: Family | None = None) -> Iterator[Exchange]:
    """The requests of a session as they were sent, each with its reported usage and its answer."""
    name = str(session.get("id", "session"))
    try:
        said = [Said(message_of(entry, f"messages[{i}]")) for i, entry in enumerate(session["messages"])]
        for usage in session.get("usage") or ():
            yield _exchange(session, usage, said, family)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        hint = "a session has model, messages (OpenAI chat) and usage (message_index, input, output)"
        raise InvalidInput(f"cannot be read: {type(error).__name__} {error}", at=name, hint=hint) from error
    except BrimfulError as error:
        raise InvalidInput(error.message, at=f"{name}: {error.at}", hint=error.hint) from error


def prompt_size(family: Family, usage: dict[str, Any]) -> int:
    """The whole prompt: Anthropic reports the cached part beside `input`, the others inside it."""
    if family.provider != "anthropic":
        return int(usage["input"])
    return int(usage["input"] + (usage.get("cache_read") or 0) + (usage.get("cache_write") or 0))


def _exchange(session: dict[str, Any], usage: dict[str, Any], said: list[Said], family: Family | None) -> Exchange:
    model = usage.get("model") or session["model"]
    chosen = family or Registry.shipped().family_of(model)
    index = usage["message_index"]
    messages = [*_head(session, index, said), *said[_start(session, index) : index]]
    reported = Usage(input=prompt_size(chosen, usage), output=usage["output"])
    return Exchange(Request(chosen, model, messages), reported, [said[index]])


def message_of(entry: dict[str, Any], at: str = "") -> Message:
    """A chat message in the neutral model."""
    message: Message = dialect("openai").read_message(entry, at)
    return replace(message, parts=tuple(piece for part in message.parts for piece in _with_images(part)))


def _with_images(part: Part) -> list[Part]:
    if isinstance(part, ToolResult):
        inner = [piece for content in part.content for piece in _with_images(content)]
        return [replace(part, content=tuple(piece for piece in inner if isinstance(piece, (Text, Image))))]
    if not isinstance(part, Text) or OMITTED_IMAGE not in part.text:
        return [part]
    pieces: list[Part] = []
    for number, piece in enumerate(part.text.split(OMITTED_IMAGE)):
        if number:
            pieces.append(Image())
        if piece:
            pieces.append(Text(piece))
    return pieces


def _last_compaction(session: dict[str, Any], index: int) -> dict[str, Any] | None:
    done = [one for one in session.get("native_compactions") or [] if one["before_message_index"] <= index]
    return done[-1] if done else None


def _head(session: dict[str, Any], index: int, said: list[Said]) -> list[Said]:
    """What an agent put in front after it compacted: its system prompt, if recorded, and its summary."""
    compaction = _last_compaction(session, index)
    if compaction is None:
        return []
    return [
        *[one for one in said[: compaction["first_kept_message_index"]] if one.message.role == "system"],
        Said(Message("user", (Text(compaction["summary"]),))),
    ]


def _start(session: dict[str, Any], index: int) -> int:
    compaction = _last_compaction(session, index)
    if compaction is not None:
        return int(compaction["first_kept_message_index"])
    before = [at for at in session.get("native_summary_message_indices") or [] if at < index]
    return int(before[-1]) if before else 0
