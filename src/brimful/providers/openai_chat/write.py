"""From the neutral model to requests.

What came from this dialect is written back as it came. The rest is made to fit (see `foreign`), and what has no
place here is reported: reasoning (OpenAI takes none back), signatures, parts only another provider knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET

from brimful.errors import InvalidJSON
from brimful.jsonplace import join
from brimful.jsontext import decode
from brimful.messages import (
    CacheMark,
    Conversation,
    Message,
    Opaque,
    Part,
    Text,
    Tool,
    ToolCall,
    ToolResult,
)
from brimful.providers.fields import extra_of
from brimful.providers.leftovers import foreign_leftovers
from brimful.providers.openai_chat.content import Content
from brimful.providers.openai_chat.foreign import adapt, safe_id, safe_speaker, settle
from brimful.providers.openai_chat.foreign_parts import report_leftovers
from brimful.providers.openai_chat.marks import mark_field, mark_json
from brimful.providers.openai_chat.options import write_options
from brimful.providers.openai_chat.thinking import is_thinking, write_thinking
from brimful.providers.openai_chat.tools import write_tool
from brimful.providers.openai_chat.wire import DIALECT, is_native, words_of
from brimful.providers.problem import Report

Placed = tuple[str, Part]


def write(conversation: Conversation, report: Report) -> dict[str, Any]:
    """A whole body."""
    if is_native(conversation.wire):
        return _written_back(conversation, report)
    for place, _ in foreign_leftovers(conversation, DIALECT):
        report.lost(place, place, "a parameter of another format")
    fitted = adapt(conversation, report)
    body: dict[str, Any] = {"model": fitted.model} if fitted.model else {}
    entries = _messages(fitted.messages, report)
    body["messages"] = settle(entries)
    tools = write_tools(fitted.tools, report)
    if tools:
        body["tools"] = tools
    write_options(fitted.options, body, report)
    _fit_tool_options(body, fitted.tools, report)
    return body


def write_tools(tools: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
    """The list of tool definitions."""
    written = (write_tool(tool, report, f"tools[{index}]") for index, tool in enumerate(tools))
    return [entry for entry in written if entry is not None]


def write_message(message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
    """A message as entries of `messages`: each result is one, and so is what else it says."""
    native = is_native(message.wire)
    report_leftovers(message.wire, report, at)
    results, speech, on_message = _sorted_parts(message, at)
    entries: list[dict[str, Any]] = []
    pictures: list[dict[str, Any]] = []
    for place, result, marks in results:
        entries.append(_result(message, result, marks, report, place, pictures))
    if pictures:
        entries.append({"role": "user", "content": pictures})
    if speech or (native and message.role != "tool"):
        said = _speech(message, speech, report, at)
        if said is not None:
            entries.append(said)
    for place, mark in on_message:
        if entries:
            entries[-1][mark_field(mark)] = mark_json(mark)
        else:
            report.lost(place, "cache mark", "the message it stood on says nothing")
    return entries


# --- bodies ---------------------------------------------------------------------------------------------------


def _written_back(conversation: Conversation, report: Report) -> dict[str, Any]:
    """A body that came from this dialect: its own members, and whatever changed since."""
    members = extra_of(conversation.wire, DIALECT)
    placed = words_of(conversation.wire)
    write_options(conversation.options, members, report)
    if conversation.model or "model" in placed:
        members["model"] = conversation.model
    if conversation.messages or "messages" in placed:
        members["messages"] = _messages(conversation.messages, report)
    legacy = "functions" in placed and "tools" not in placed
    written = [
        write_tool(tool, report, f"tools[{index}]", legacy=legacy) for index, tool in enumerate(conversation.tools)
    ]
    if written or "tools" in placed or legacy:
        members["functions" if legacy else "tools"] = [entry for entry in written if entry is not None]
    return members


def _messages(messages: Iterable[Message], report: Report) -> list[dict[str, Any]]:
    return [
        entry
        for index, message in enumerate(messages)
        for entry in write_message(message, report, f"messages[{index}]")
    ]


def _fit_tool_options(body: dict[str, Any], tools: Sequence[Tool], report: Report) -> None:
    """Options about tools are refused where there are none; a forced tool is named with its kind."""
    if not body.get("tools"):
        for name in ("tool_choice", "parallel_tool_calls"):
            if name in body:
                report.lost(f"options.{name}", name, "only taken together with tools")
                del body[name]
        return
    choice = body.get("tool_choice")
    if not isinstance(choice, dict):
        return
    name = choice["function"]["name"]
    kinds = {tool.name: tool.kind for tool in tools if tool.kind in ("function", "custom")}
    if name not in kinds:
        report.lost("options.tool_choice", name, "no such tool is defined")
        del body["tool_choice"]
    else:
        body["tool_choice"] = {"type": kinds[name], kinds[name]: {"name": name}}


# --- one message ----------------------------------------------------------------------------------------------


def _sorted_parts(
    message: Message, at: str
) -> tuple[list[tuple[str, ToolResult, list[Placed]]], list[Placed], list[tuple[str, CacheMark]]]:
    """The results with the marks behind each, what is said, and the marks on the message itself."""
    results: list[tuple[str, ToolResult, list[Placed]]] = []
    speech: list[Placed] = []
    on_message: list[tuple[str, CacheMark]] = []
    marks: list[Placed] = speech
    for index, part in enumerate(message.parts):
        place = join(at, f"parts[{index}]")
        if isinstance(part, ToolResult):
            marks = []
            results.append((place, part, marks))
        elif isinstance(part, CacheMark) and _is_on_message(part):
            on_message.append((place, part))
        elif isinstance(part, CacheMark):
            marks.append((place, part))
        else:
            marks = speech
            speech.append((place, part))
    return results, speech, on_message


def _is_on_message(mark: CacheMark) -> bool:
    return "message" in words_of(mark.wire)


def _result(
    message: Message,
    result: ToolResult,
    marks: list[Placed],
    report: Report,
    at: str,
    pictures: list[dict[str, Any]],
) -> dict[str, Any]:
    native = is_native(message.wire)
    words = words_of(message.wire)
    report_leftovers(result.wire, report, at)
    if result.is_error and not native:
        report.lost(join(at, "is_error"), "is_error", "results have no error flag here; the text must say it")
    content = Content("tool", native, report, pictures=None if native else [])
    for index, part in enumerate(result.content):
        content.add(part, f"{at}.content[{index}]")
    for place, mark in marks:
        content.add(mark, place)
    entry = extra_of(message.wire, DIALECT)
    entry["role"] = "function" if "function" in words else "tool"
    if result.call_id or not native:
        entry["tool_call_id"] = result.call_id if native else safe_id(result.call_id)
    if result.name and native:
        entry["name"] = result.name
    spelled = content.spelled(words)
    if spelled is not UNSET:
        entry["content"] = spelled
    elif not native:
        entry["content"] = "(see the next message)" if content.pictures else ""
    if content.pictures:
        pictures.append({"type": "text", "text": f"From the result of {entry['tool_call_id']}:"})
        pictures.extend(content.pictures)
    return entry


def _speech(message: Message, speech: list[Placed], report: Report, at: str) -> dict[str, Any] | None:
    """What a message says besides results."""
    native = is_native(message.wire)
    words, extra = words_of(message.wire), extra_of(message.wire, DIALECT)
    role = "user" if message.role == "tool" else message.role
    ours: dict[str, Any] = {}
    if "unnamed" not in words and "role" not in extra:
        ours["role"] = "developer" if "developer" in words else role
    if message.name:
        ours["name"] = message.name if native else safe_speaker(message.name, report, at)
    if role == "assistant":
        content = _model_words(speech, native, words, ours, report)
    else:
        content = Content(role, native, report)
        for place, part in speech:
            content.add(part, place)
    spelled = content.spelled(words)
    if spelled is not UNSET:
        ours["content"] = spelled
    elif role == "assistant" and "content" not in extra and not native:
        ours["content"] = None
    if not native and not (ours.keys() - {"role", "name", "content"}) and not ours.get("content"):
        return None
    return {**extra, **ours}


def _model_words(
    speech: list[Placed], native: bool, words: list[str], ours: dict[str, Any], report: Report
) -> Content:
    """Sort what the model said into its fields; what is left is content."""
    content = Content("assistant", native, report)
    reasoning: list[Part] = []
    calls: list[Any] = []
    for place, part in speech:
        form = words_of(part.wire)
        if is_thinking(part):
            reasoning.append(part)
        elif isinstance(part, ToolCall):
            call = write_call(part, report, place, native=native)
            if "function_call" in form:
                ours["function_call"] = call
            else:
                calls.append(call)
        elif isinstance(part, Opaque) and form in (["tool_calls"], ["audio"]):
            if form == ["audio"]:
                ours["audio"] = part.value
            else:
                calls.append(part.value)
        elif isinstance(part, Text) and is_refusal(part) and "part" not in form:
            ours["refusal"] = ours.get("refusal", "") + part.text
        else:
            content.add(part, place)
    if calls:
        ours["tool_calls"] = calls
    ours.update(write_thinking(reasoning, words))
    return content


def is_refusal(part: Text) -> bool:
    """Whether the text is a refusal, in whatever dialect."""
    return part.wire is not None and "refusal" in part.wire.form.split()


def write_call(call: ToolCall, report: Report, at: str, *, native: bool = False) -> dict[str, Any]:
    """A tool call as an entry of `tool_calls`."""
    words, extra = words_of(call.wire), extra_of(call.wire, DIALECT)
    report_leftovers(call.wire, report, at)
    if call.signature:
        report.lost(join(at, "signature"), "signature", "calls carry no signature here")
    native = native or is_native(call.wire)
    name = call.name if native else call.name or "tool"
    inner: dict[str, Any] = {"name": name} if name else {}
    field = "input" if call.kind == "custom" else "arguments"
    if not ("bare" in words and call.arguments == "{}"):
        inner[field] = _arguments(call, words, native)
    if "function_call" in words:
        return {**inner, **extra}
    key = "custom" if call.kind == "custom" else "function"
    given = {"id": call.id if native else safe_id(call.id), "type": key}
    shown = {name: value for name, value in given.items() if value and not (name == "type" and "untyped" in words)}
    return {**shown, key: {**inner, **extra.pop(key, {})}, **extra}


def _arguments(call: ToolCall, words: list[str], native: bool) -> Any:
    """The arguments: text, unless they came as an object and still are one."""
    if "object" in words:
        try:
            return decode(call.arguments)
        except InvalidJSON:
            return call.arguments
    return call.arguments if native or call.kind == "custom" else call.arguments or "{}"
