"""The neutral model, written as requests of the Messages API.

What came from this wire goes back as it came; a conversation that is all of this wire is never rearranged, right or
wrong. Anything else becomes a body that the API takes (`arrange` says how), and what the wire has no words for is
reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from brimful.jsonplace import join
from brimful.messages import Conversation, Message
from brimful.providers.anthropic.arrange import Draft, arrange, draft_of, is_own_message
from brimful.providers.anthropic.blocks import as_content, is_own, placed, write_blocks
from brimful.providers.anthropic.limits import keep_marks_in_bounds
from brimful.providers.anthropic.names import NAME
from brimful.providers.anthropic.options import DEFAULT_MAX_TOKENS, write_options
from brimful.providers.anthropic.tools import tool_names, write_tools
from brimful.providers.fields import extra_of, form_of
from brimful.providers.leftovers import foreign_leftovers
from brimful.providers.problem import Report

_Indexed: TypeAlias = list[tuple[int, Message]]


def write(conversation: Conversation, report: Report) -> dict[str, Any]:
    """A whole body."""
    own = is_own(conversation.wire)
    members = form_of(conversation.wire, NAME).split()
    untouched = all(is_own_message(message) for message in conversation.messages)
    names = tool_names(conversation.tools)
    top, rest = _split(conversation.messages)
    body = extra_of(conversation.wire, NAME)
    if conversation.model or "model" in members:
        body["model"] = conversation.model
    if top:
        _write_system(body, top, rest, report)
    entries = _own_entries(rest, report) if untouched else _arranged_entries(top, rest, names, report)
    if entries or "messages" in members or not own:
        body["messages"] = entries
    tools = write_tools(conversation.tools, report)
    if tools or "tools" in members:
        body["tools"] = tools
    write_options(body, conversation.options, report, names=names, has_tools=bool(tools))
    if not own:
        body.setdefault("max_tokens", DEFAULT_MAX_TOKENS)
        for place, name in foreign_leftovers(conversation, NAME):
            report.lost(place, name, "this wire has no such field")
    return body if own and untouched else keep_marks_in_bounds(body, report)


def write_message(message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
    """A message by itself: its own JSON, or an entry of the list, or none when it is empty."""
    if is_own_message(message):
        return [_own_entry(message, write_blocks(placed(message.parts, join(at, "parts")), report))]
    draft = draft_of(message, at, report)
    draft.blocks = write_blocks(draft.items, report)
    return [_entry(draft)] if draft.blocks else []


# --- the system prompt ---


def _split(messages: Iterable[Message]) -> tuple[_Indexed, _Indexed]:
    """The messages for the top, and those of the list. A system message read from the list goes back there."""
    top: _Indexed = []
    rest: _Indexed = []
    for index, message in enumerate(messages):
        is_listed = is_own(message.wire) and not form_of(message.wire, NAME).startswith("top")
        (top if message.role == "system" and not is_listed else rest).append((index, message))
    return top, rest


def _write_system(body: dict[str, Any], top: _Indexed, rest: _Indexed, report: Report) -> None:
    first = rest[0][0] if rest else len(top) + len(rest)
    blocks: list[dict[str, Any]] = []
    for index, message in top:
        if is_own(message.wire):
            blocks += write_blocks(placed(message.parts, f"messages[{index}].parts"), report)
            continue
        if index > first:
            report.lost(f"messages[{index}]", "the place of a system message", "it goes to the top with the others")
        draft = draft_of(message, f"messages[{index}]", report)
        blocks += write_blocks(draft.items, report)
    form = form_of(top[0][1].wire, NAME).split() if len(top) == 1 else ["top", "string"]
    if "null" in form and not blocks:
        body["system"] = None
    elif blocks or (len(top) == 1 and is_own(top[0][1].wire)):
        body["system"] = as_content(blocks, string="string" in form or not form, absent=False)["content"]


# --- the list of messages ---


def _own_entries(messages: _Indexed, report: Report) -> list[dict[str, Any]]:
    return [entry for index, message in messages for entry in write_message(message, report, f"messages[{index}]")]


def _arranged_entries(
    top: _Indexed, rest: _Indexed, names: Mapping[str, str], report: Report
) -> list[dict[str, Any]]:
    drafts = arrange(rest, names, report, is_spoken=bool(top or rest))
    return [_entry(draft) for draft in drafts]


def _entry(draft: Draft) -> dict[str, Any]:
    if draft.source is not None:
        return _own_entry(draft.source, draft.blocks)
    return {"role": draft.role, **as_content(draft.blocks, string=True, absent=False)}


def _own_entry(message: Message, blocks: list[dict[str, Any]]) -> dict[str, Any]:
    form = form_of(message.wire, NAME).split()
    role = "user" if message.role == "tool" else message.role
    content = as_content(blocks, "string" in form, "absent" in form)
    return {"role": role, **content, **extra_of(message.wire, NAME)}
