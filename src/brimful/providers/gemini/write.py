"""The neutral model → Gemini's JSON: contents, the system instruction, tools, whole bodies (MSG-2).

What came from Gemini is written back as it was, content by content. A conversation of another origin is laid out
by `arrange`, its tools by `declare`; whatever has no place is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from brimful.jsonplace import join
from brimful.messages import Conversation, Message, Options, Tool, ToolChoice, ToolResult
from brimful.providers.gemini.arrange import GO_ON, contents, system_parts
from brimful.providers.gemini.declare import declarations, renamed, write_entries
from brimful.providers.gemini.options import write_options
from brimful.providers.gemini.parts import Names, loose_media, write_part
from brimful.providers.gemini.signatures import sign_foreign_calls, wants_signatures
from brimful.providers.gemini.spelling import NAME, extra_of, is_native, words_of
from brimful.providers.leftovers import foreign_leftovers
from brimful.providers.problem import Report


def write_message(message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
    """A message as contents: one, or two when a result of another dialect brings media, or none when it is empty."""
    names = Names()
    parts = [
        entry
        for index, part in enumerate(message.parts)
        for entry in write_part(part, names, report, join(at, f"parts[{index}]"))
    ]
    if is_native(message.wire):
        return _native_content(message, parts)
    if message.name:
        report.lost(join(at, "name"), f"name {message.name!r}", "Gemini knows no speakers")
    if message.role == "system" and parts:
        report.lost(at, "role system", "among contents Gemini knows only user and model")
    media = [
        entry
        for index, part in enumerate(message.parts)
        if isinstance(part, ToolResult)
        for entry in loose_media(part, report, join(at, f"parts[{index}]"))
    ]
    role = "model" if message.role == "assistant" else "user"
    found = [{"role": role, "parts": parts}, {"role": "user", "parts": media}]
    return [content for content in found if content["parts"]]


def _native_content(message: Message, parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The content as it came, with the parts it has now; none when it lost the parts it had."""
    words, out = words_of(message.wire), extra_of(message.wire)
    bare = "noparts" in words or "nullparts" in words
    if not parts and not bare and "empty" not in words:
        return []
    if "role" not in out and "norole" not in words and "top" not in words:
        out["role"] = "model" if message.role == "assistant" else "user"
    if parts or not bare:
        out["parts"] = parts[0] if "single" in words and len(parts) == 1 else parts
    return [out]


def write_tools(tools: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
    """The list of tools: entries as they came, and one entry for all functions of another origin."""
    return _tools(tools, renamed(tool.name for tool in tools if not is_native(tool.wire)), report)


def _tools(tools: Sequence[Tool], names: Mapping[str, str], report: Report) -> list[dict[str, Any]]:
    native = [tool for tool in tools if is_native(tool.wire)]
    foreign = [(index, tool) for index, tool in enumerate(tools) if not is_native(tool.wire)]
    entries = write_entries(native)
    added = declarations(foreign, names, {tool.name for tool in native}, report)
    return [*entries, {"functionDeclarations": added}] if added else entries


def write(conversation: Conversation, report: Report) -> dict[str, Any]:
    """A whole body. The model and whether to stream stand in the address and not in it."""
    if is_native(conversation.wire):
        return _write_back(conversation, report)
    for place, name in foreign_leftovers(conversation, NAME):
        report.lost(place, f"field {name!r}", "Gemini has no such field")
    names = _names(conversation)
    body: dict[str, Any] = {}
    system = system_parts(conversation.messages, report)
    if system:
        body["systemInstruction"] = {"parts": system}
    body["contents"] = contents(conversation.messages, names, report)
    if system and not body["contents"]:
        report.lost("messages", "silence after the system prompt", f"a user must speak; {GO_ON!r} was added")
        body["contents"] = [{"role": "user", "parts": [{"text": GO_ON}]}]
    if wants_signatures(conversation.model):
        sign_foreign_calls(body["contents"])
    tools = _tools(conversation.tools, names.renamed, report)
    if tools:
        body["tools"] = tools
    declared = {name for entry in tools for name in _declared(entry)}
    return write_options(
        _fitting(conversation.options, names, declared, report), body, report, functions=bool(declared)
    )


def _write_back(conversation: Conversation, report: Report) -> dict[str, Any]:
    """A body from Gemini: its own members, and the messages it has now."""
    placed = words_of(conversation.wire)
    entries: list[dict[str, Any]] = []
    system: list[Message] = []
    for index, message in enumerate(conversation.messages):
        if message.role == "system" and (not is_native(message.wire) or "top" in words_of(message.wire)):
            if entries and message.parts:
                report.lost(f"messages[{index}]", "place of a system message", "Gemini hears the system at the start")
            system.append(message)
        else:
            entries += write_message(message, report, f"messages[{index}]")
    body = extra_of(conversation.wire)
    if system:
        body[_placed(placed, "systemInstruction", "system_instruction")] = _system(system, report)
    if entries or "contents" in placed:
        body["contents"] = entries
    tools = write_tools(conversation.tools, report)
    if tools or "tools" in placed:
        body["tools"] = tools
    return write_options(conversation.options, body, report, functions=any(map(_declared, tools)))


def _placed(placed: list[str], *names: str) -> str:
    return next((name for name in names if name in placed), names[0])


def _system(messages: list[Message], report: Report) -> Any:
    """The system instruction as it came; with more to say, the parts of all of it."""
    first = messages[0]
    words = words_of(first.wire)
    if len(messages) == 1 and "null" in words and not first.parts:
        return None
    if len(messages) == 1 and "string" in words and len(first.parts) == 1:
        return first.text
    if len(messages) == 1 and words:
        return (_native_content(first, _system_parts_of(first, report)) or [{"parts": []}])[0]
    return {**extra_of(first.wire), "parts": [part for one in messages for part in _system_parts_of(one, report)]}


def _system_parts_of(message: Message, report: Report) -> list[dict[str, Any]]:
    """The parts of one system message: its own when it came from Gemini, else its words."""
    if not is_native(message.wire):
        return system_parts([message], report)
    return [
        entry
        for index, part in enumerate(message.parts)
        for entry in write_part(part, Names(), report, f"system.parts[{index}]")
    ]


def _names(conversation: Conversation) -> Names:
    """What the parts need to know of each other."""
    calls = [call for message in conversation.messages for call in message.tool_calls]
    results = [result.name for message in conversation.messages for result in message.tool_results]
    every: Iterable[str] = [*(tool.name for tool in conversation.tools), *(call.name for call in calls), *results]
    return Names({call.id: call.name for call in calls}, renamed(every))


def _declared(entry: dict[str, Any]) -> list[str]:
    found = entry.get("functionDeclarations") or entry.get("function_declarations")
    return [one.get("name", "") for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _fitting(options: Options, names: Names, declared: set[str], report: Report) -> Options:
    """The options with the tool choice in the names that were declared; an undeclared one becomes `any`."""
    choice = options.tool_choice
    if choice is None or choice.mode != "tool":
        return options
    name = names.renamed.get(choice.name, choice.name)
    if name not in declared:
        report.lost("tool_choice", f"choice of {choice.name!r}", "no function of that name is declared")
        return replace(options, tool_choice=ToolChoice("any") if declared else None)
    return replace(options, tool_choice=ToolChoice("tool", name))
