"""Neutral → requests.

The system prompt of another dialect becomes `instructions`; system messages further on, or with a cache mark, stay
where they are, which this wire allows. A conversation that came from this dialect is written back as it came.
"""

from __future__ import annotations

from typing import Any

from brimful.messages import Conversation, Message, Text
from brimful.providers.leftovers import foreign_leftovers
from brimful.providers.openai_responses.content import report_extra
from brimful.providers.openai_responses.ids import CallIds, ToolNames
from brimful.providers.openai_responses.items import ItemWriter
from brimful.providers.openai_responses.options import write_options
from brimful.providers.openai_responses.tools import write_tools
from brimful.providers.openai_responses.words import NAME, is_native, words_of
from brimful.providers.problem import Report

# Members of Chat Completions that mean the same here.
_SHARED_WITH_CHAT = frozenset(
    {
        "metadata",
        "prompt_cache_key",
        "prompt_cache_options",
        "prompt_cache_retention",
        "safety_identifier",
        "service_tier",
        "store",
        "user",
    }
)


def write_message(message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
    """A message as input items."""
    return ItemWriter(report, CallIds([message]), ToolNames((), [message])).write(message, at)


def write(conversation: Conversation, report: Report) -> dict[str, Any]:
    """A whole body."""
    native = is_native(conversation.wire)
    placed = words_of(conversation.wire)
    body = _envelope(conversation, report)
    if conversation.model or "model" in placed:
        body["model"] = conversation.model
    names = ToolNames(conversation.tools, conversation.messages)
    _write_messages(body, conversation, names, report)
    tools = write_tools(conversation.tools, report, names)
    if tools or "tools" in placed:
        body["tools"] = tools
    if "input" in placed or body.get("input") or not native:
        body.setdefault("input", [])
    write_options(body, conversation.options, tools, names, report)
    return body


# --- the envelope ---------------------------------------------------------------------------------------------


def _envelope(conversation: Conversation, report: Report) -> dict[str, Any]:
    wire = conversation.wire
    if wire is None:
        return {}
    if wire.dialect == NAME:
        return dict(wire.extra)
    shared = _SHARED_WITH_CHAT if wire.dialect == "openai" else frozenset()
    for place, name in foreign_leftovers(conversation, NAME):
        if place not in shared:
            report.lost(place, name, "OpenAI Responses has no such member")
    return {name: value for name, value in wire.extra.items() if name in shared}


# --- what is said ---------------------------------------------------------------------------------------------


def _write_messages(body: dict[str, Any], conversation: Conversation, names: ToolNames, report: Report) -> None:
    messages = conversation.messages
    writer = ItemWriter(report, CallIds(messages), names)
    start = 1 if messages and _is_instructions(messages[0], conversation) else 0
    if start:
        body["instructions"] = _instructions(messages[0], report)
    rest = messages[start:]
    if len(rest) == 1 and _is_bare(rest[0]):
        body["input"] = rest[0].text
        return
    items = [
        item for index, message in enumerate(rest, start) for item in writer.write(message, f"messages[{index}]")
    ]
    if not items and start and not is_native(messages[0].wire):
        # The API wants some input: with nothing else said, the system prompt goes there.
        items = [{"role": "system", "content": body.pop("instructions")}]
    if items:
        body["input"] = items


def _is_instructions(message: Message, conversation: Conversation) -> bool:
    """Whether the first message is, or can be, the top-level prompt."""
    if is_native(message.wire) or is_native(conversation.wire):
        return "instructions" in words_of(message.wire)
    return message.role == "system" and bool(message.text) and all(isinstance(part, Text) for part in message.parts)


def _instructions(message: Message, report: Report) -> str | None:
    if "null" in words_of(message.wire) and not message.parts:
        return None
    report_extra(message.wire, report, "messages[0]")
    if message.name:
        report.lost("messages[0]", f"the speaker's name {message.name!r}", "instructions have no name")
    for index, part in enumerate(message.parts):
        report_extra(part.wire, report, f"messages[0].parts[{index}]")
    return "\n\n".join(part.text for part in message.parts if isinstance(part, Text) and part.text)


def _is_bare(message: Message) -> bool:
    only = message.parts[0] if len(message.parts) == 1 else None
    return "bare" in words_of(message.wire) and isinstance(only, Text)
