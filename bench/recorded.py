"""Read recorded sessions: OpenAI chat messages, and for each answer the usage its provider reported.

One JSON object a line, gzipped or not: `id`, `model`, `messages`, `usage` (message_index, input, output, cache_read,
cache_write), and where the agent itself compacted: `native_compactions` (before_message_index,
first_kept_message_index, summary) or `native_summary_message_indices`. From these come the requests as they were
sent, as far as the recording goes: system prompt, tools, thinking and images are not in it. A picture that was left
out (`[image omitted]`) becomes an image of unknown size, which is what it was to whoever counted.

The families here are for measuring; the ones brimful uses are data of the package.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from brimful.messages import Image, Message, Part, Text, ToolCall, ToolResult, Usage
from brimful.models.model import Factors, Family, ImageRule
from brimful.tokens.estimator import Request
from brimful.tokens.replay import Exchange, Said

OMITTED_IMAGE = "[image omitted]"

CLAUDE = Family(
    "claude",
    "anthropic",
    "o200k_base",
    ImageRule("anthropic_blocks", max_edge=1568, max_tokens=1568),
    factors=Factors(text=1.25, tool_schemas=1.4, tool_calls=1.25, tool_results=1.25, per_tool_call=4, system=28),
)
GEMINI = Family(
    "gemini",
    "google",
    "o200k_base",
    ImageRule("gemini_media", by_detail={"low": 280, "medium": 560, "high": 1120, "ultra_high": 2240}),
    factors=Factors(text=1.1, tool_schemas=1.2, tool_calls=1.1, tool_results=1.2),
)


def sessions(paths: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """The sessions of these files that carry usage."""
    for path in paths:
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
            for line in lines:
                session = json.loads(line)
                if session.get("usage"):
                    yield session


def family_of(session: dict[str, Any]) -> Family:
    """Claude and Gemini are what recordings with usage come from."""
    return GEMINI if "gemini" in session["model"] else CLAUDE


def prompt_size(session: dict[str, Any], usage: dict[str, Any]) -> int:
    """The whole prompt: Gemini's `input` has the cached part in it, Anthropic's has not."""
    if "gemini" in session["model"]:
        return int(usage["input"])
    return int(usage["input"] + usage["cache_read"] + usage.get("cache_write", 0))


def message_of(entry: dict[str, Any]) -> Message:
    """A chat message in the neutral model."""
    content = entry.get("content") or ""
    texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    parts: list[Part] = [part for text in texts for part in _parts_of(text)]
    if entry["role"] == "tool":
        results = tuple(part for part in parts if isinstance(part, (Text, Image)))
        return Message("tool", (ToolResult(entry["tool_call_id"], results),))
    calls = entry.get("tool_calls") or []
    parts += [ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in calls]
    return Message(entry["role"], tuple(parts))


def exchanges(session: dict[str, Any], family: Family | None = None) -> Iterator[Exchange]:
    """The requests of a session as they were sent, with usage and answer."""
    said = [Said(message_of(entry)) for entry in session["messages"]]
    for usage in session["usage"]:
        index = usage["message_index"]
        yield Exchange(
            Request(
                family or family_of(session),
                usage.get("model") or session["model"],
                [*_head(session, index, said), *said[_start(session, index) : index]],
            ),
            Usage(input=prompt_size(session, usage), output=usage["output"]),
            [said[index]],
        )


def _parts_of(text: str) -> list[Part]:
    pieces: list[Part] = []
    for number, piece in enumerate(text.split(OMITTED_IMAGE)):
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
