"""What is special about model families, in one table (MSG-5).

A quirk is a sentence, the families it is about, the moment it matters, and a pure function that does it. Whoever asks
for a summary, puts one in place or sends a request takes `quirks_for(family)` and applies the ones of its moment;
nothing else in brimful asks for a model's name.

All functions take and return neutral messages, leave the messages given as they were, and do nothing the second time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from brimful.messages import (
    CacheMark,
    ContentPart,
    Conversation,
    Image,
    Message,
    Opaque,
    Part,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Wire,
)
from brimful.models.call_ids import map_call_ids
from brimful.models.model import Family

Moment: TypeAlias = Literal["summary_request", "after_summary", "after_change", "send"]

BINDING_BETA = "thinking-binding-controls-2026-08-01"
"""What the header `anthropic-beta` must name for `ask_to_drop_thinking` to be valid."""

TOOL_SEARCH_NAMES = ("tool_search", "ToolSearch")
"""What agents call the tool by which a model looks for tools on the client's side."""

TEXT_ONLY = "Answer with text alone. Do not call any tool: a tool call here loses the summary."
GO_ON = "The text above sums up what was done so far. Go on with the task from there; do not stop to ask whether to."
IMAGE_PLACEHOLDER = "[an image stood here]"


class Quirk(Struct, frozen=True):
    """One peculiarity.

    moment:   when it matters: in a request for a summary, once a summary stands in place of messages, after any
              change ahead of kept messages, or in every request.
    families: patterns of family names.
    binds:    True = only families that bind thinking to its prefix, False = only those that do not, None = both.
    """

    id: str
    moment: Moment
    families: tuple[str, ...]
    sentence: str
    function: Callable[..., Any]
    binds: bool | None = None

    def applies_to(self, family: Family) -> bool:
        """Whether that family has it."""
        named = any(fnmatchcase(family.name, pattern) for pattern in self.families)
        return named and self.binds in (None, family.binds_thinking)


def quirks_for(family: Family) -> tuple[Quirk, ...]:
    """What is special about a family, in the order in which it is applied."""
    return tuple(quirk for quirk in QUIRKS if quirk.applies_to(family))


# --- requests for a summary -----------------------------------------------------------------------------------


def tell_text_only(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Tell the model, at the end of the request, to write text and call no tools."""
    return _said_last(messages, TEXT_ONLY)


def drop_tool_search(messages: Sequence[Message], names: Collection[str] = TOOL_SEARCH_NAMES) -> tuple[Message, ...]:
    """Remove client-side tool searches, calls and results alike: a summary request offers no tools to refer to.

    A search is a call of one of those names, or one whose result refers to tools."""
    searches = {call.id for message in messages for call in message.tool_calls if call.name in names} | {
        result.call_id
        for message in messages
        for result in message.tool_results
        if any(isinstance(part, Opaque) and part.kind == "tool_reference" for part in result.content)
    }
    return _without(messages, lambda part: _call_id(part) in searches)


def images_to_text(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Put a short text in place of every image, those inside tool results included."""
    return tuple(_with_parts(message, tuple(_imageless(part) for part in message.parts)) for message in messages)


# --- once a summary stands ------------------------------------------------------------------------------------


def carry_thinking(summarised: Sequence[Message], kept: Sequence[Message]) -> tuple[Message, ...]:
    """Put the last thinking of what was summed up first in the first answer that is kept, unless that has its own.

    Blocks of one answer stay together: the last thinking is all of the last message that has any."""
    last = next((message.thinking for message in reversed(summarised) if message.thinking), ())
    first = next((i for i, message in enumerate(kept) if message.role == "assistant"), None)
    if not last or first is None or kept[first].thinking:
        return tuple(kept)
    carrier = replace(kept[first], parts=(*last, *kept[first].parts))
    return (*kept[:first], carrier, *kept[first + 1 :])


def remind_to_go_on(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Remind the model, at the end of the request, to go on with the task."""
    return _said_last(messages, GO_ON)


# --- after a change ahead of kept messages --------------------------------------------------------------------


def drop_bound_thinking(messages: Sequence[Message], changed: int = 0) -> tuple[Message, ...]:
    """Remove signed thinking after the first change, where its signature no longer holds.

    changed: the index of the first message that is not as the model saw it; 0 when system or tools changed too.
    """
    kept = tuple(messages[:changed])
    return kept + _without(messages[changed:], lambda part: isinstance(part, Thinking) and bool(part.signature))


def ask_to_drop_thinking(conversation: Conversation) -> Conversation | None:
    """Ask the provider to drop thinking that no longer fits, instead of doing it here; the request must then carry
    the beta `BINDING_BETA`. None when the request does not ask for thinking, so that there is nowhere to say it."""
    wire = conversation.wire
    thinking = wire.extra.get("thinking") if wire and wire.dialect == "anthropic" else None
    if wire is None or not isinstance(thinking, dict) or thinking.get("type") not in ("adaptive", "enabled"):
        return None
    binding = thinking.get("block_binding")
    binding = {**(binding if isinstance(binding, dict) else {}), "prefix_mismatch_behavior": "drop_block"}
    extra = {**wire.extra, "thinking": {**thinking, "block_binding": binding}}
    return replace(conversation, wire=Wire(wire.dialect, wire.form, extra))


# --- every request --------------------------------------------------------------------------------------------


def drop_unanswered_calls(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Remove calls without a result before the model speaks again. Text beside them stays.

    Gemini may leave ids out and pair by name; such calls count as answered by as many results of that name."""
    spoken = [index for index, message in enumerate(messages) if message.role == "assistant"]
    ends = dict(pairwise([*spoken, len(messages)]))
    found: list[Message] = []
    for index, message in enumerate(messages):
        if index in ends:
            found.extend(_answered(message, messages[index + 1 : ends[index]]))
        else:
            found.append(message)
    return tuple(found)


QUIRKS: tuple[Quirk, ...] = (
    Quirk(
        "opus-text-only",
        "summary_request",
        ("claude-opus", "claude-*-opus"),
        "Claude Opus is told to write text and call no tools when it summarises.",
        tell_text_only,
    ),
    Quirk(
        "tool-search",
        "summary_request",
        ("claude*",),
        "Searches for tools on the client's side leave a request for a summary, which offers no tools to refer to.",
        drop_tool_search,
    ),
    Quirk(
        "images-in-summaries",
        "summary_request",
        ("*",),
        "Images in a request for a summary become a short text.",
        images_to_text,
    ),
    Quirk(
        "carry-thinking",
        "after_summary",
        ("claude*",),
        "The last thinking is kept and put first in the first answer after the summary.",
        carry_thinking,
        binds=False,
    ),
    Quirk(
        "go-on",
        "after_summary",
        ("gpt-4.1*",),
        "GPT-4.1 is reminded to go on after a summary.",
        remind_to_go_on,
    ),
    Quirk(
        "bound-thinking",
        "after_change",
        ("*",),
        "Thinking is signed with all that stands before it: after a change, the signed thinking behind it goes.",
        drop_bound_thinking,
        binds=True,
    ),
    Quirk(
        "ask-to-drop-thinking",
        "after_change",
        ("claude*",),
        f"Instead, the provider can be asked to drop such thinking, with the beta {BINDING_BETA}.",
        ask_to_drop_thinking,
        binds=True,
    ),
    Quirk(
        "unanswered-calls",
        "send",
        ("gemini*",),
        "Calls whose results were pruned are removed.",
        drop_unanswered_calls,
    ),
    Quirk(
        "call-ids",
        "send",
        ("*",),
        "Tool-call ids are mapped to what the provider accepts, calls and results alike.",
        map_call_ids,
    ),
)


# --- the parts of messages ------------------------------------------------------------------------------------


def _said_last(messages: Sequence[Message], sentence: str) -> tuple[Message, ...]:
    """The sentence as the end of the last message, when that is the user's, or as a message of its own."""
    if messages and messages[-1].role == "user":
        last = messages[-1]
        if any(isinstance(part, Text) and part.text == sentence for part in last.parts):
            return tuple(messages)
        return (*messages[:-1], replace(last, parts=(*last.parts, Text(sentence))))
    return (*messages, Message("user", (Text(sentence),)))


def _without(messages: Iterable[Message], unwanted: Callable[[Part], bool]) -> tuple[Message, ...]:
    """The messages without those parts; a message that loses all it said goes too."""
    found: list[Message] = []
    for message in messages:
        parts = tuple(part for part in message.parts if not unwanted(part))
        if len(parts) == len(message.parts):
            found.append(message)
        elif any(not isinstance(part, CacheMark) for part in parts):
            found.append(_with_parts(message, parts))
    return tuple(found)


def _with_parts(message: Message, parts: tuple[Part, ...]) -> Message:
    same = len(parts) == len(message.parts) and all(a is b for a, b in zip(parts, message.parts, strict=True))
    return message if same else replace(message, parts=parts)


def _call_id(part: Part) -> str | None:
    if isinstance(part, ToolCall):
        return part.id
    return part.call_id if isinstance(part, ToolResult) else None


def _imageless(part: Part) -> Part:
    if isinstance(part, Image):
        return Text(IMAGE_PLACEHOLDER)
    if not isinstance(part, ToolResult) or not any(isinstance(inner, Image) for inner in part.content):
        return part
    content: tuple[ContentPart, ...] = tuple(
        Text(IMAGE_PLACEHOLDER) if isinstance(inner, Image) else inner for inner in part.content
    )
    return replace(part, content=content)


def _answered(message: Message, following: Iterable[Message]) -> tuple[Message, ...]:
    results = [result for other in following for result in other.tool_results]
    ids = {result.call_id for result in results if result.call_id}
    names = [result.name for result in results if not result.call_id]
    unanswered: list[ToolCall] = []
    for call in message.tool_calls:
        if call.id in ids:
            continue
        if call.name in names:
            names.remove(call.name)
        else:
            unanswered.append(call)
    return _without([message], lambda part: any(part is call for call in unanswered))
