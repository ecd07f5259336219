"""Rules of the items of `input`: their fields, their ids, and who answers whom.

Calls and outputs pair by call_id, anywhere in the list, the call first. A call may lie outside the list (in the
response that is continued, in a conversation, in a reference, inside a compaction); then nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from brimful.jsonplace import join
from brimful.providers.checker import Checker
from brimful.providers.fields import word
from brimful.providers.openai_responses.words import CALL_OUTPUTS, ID_PREFIXES, MAX_CALL_ID, TOOL_NAME

ITEM_RULES = {
    "role": "a message's role is one of this API (tool results are items of their own)",
    "content_kind": "parts of a message are of the kinds its side takes: input_… for what goes in, output_text and "
    "refusal for what the model said",
    "empty_content": "what the user or the system says is not empty",
    "media": "an image or a file has its data, an address or a file id, in a format that is read",
    "tool_name": "names of functions have letters, digits, _ and - only",
    "call_id": "a call_id has 1 to 64 characters",
    "item_id": "an item's id starts as ids of its type do",
    "duplicate_item": "no item comes twice",
    "duplicate_call": "no two calls share a call_id",
    "duplicate_output": "a call has one output",
    "orphan_output": "each output comes after the call it answers",
    "unanswered_call": "each call has its output",
    "dangling_reasoning": "a reasoning item is followed by what the model said or called next",
    "trigger_last": "a compaction trigger is the last item",
}

_REQUIRED: dict[str, dict[str, type]] = {
    "function_call": {"call_id": str, "name": str, "arguments": str},
    "custom_tool_call": {"call_id": str, "name": str, "input": str},
    "custom_tool_call_output": {"call_id": str},
    "computer_call_output": {"call_id": str, "output": dict},
    "shell_call_output": {"call_id": str, "output": list},
    "apply_patch_call_output": {"call_id": str, "status": str},
    "local_shell_call_output": {"id": str, "output": str},
    "reasoning": {"summary": list},
    "compaction": {"encrypted_content": str},
    "item_reference": {"id": str},
}
_CHAT_ROLES = ("tool", "function")
_CHAT_PARTS = ("text", "image_url")
_IN, _OUT = ("input_text", "input_image", "input_file"), ("output_text", "refusal")
_IMAGE_FORMATS = ("png", "jpeg", "jpg", "gif", "webp")
_SPEAKERS = ("user", "system", "developer")


class _Call(Struct):
    """A call and where it stands; `must`: it is certain that an output has to come."""

    at: str
    kind: str
    must: bool
    outputs: int = 0


def check_items(checker: Checker, items: Sequence[tuple[str, Any]], members: dict[str, Any], *, bare: bool) -> None:
    """All rules of the items."""
    if bare:
        return  # a string needs no more
    known = [(at, value, _kind_of(value)) for at, value in items if checker.is_a(value, dict, at)]
    for at, value, kind in known:
        _check_item(checker, value, kind, at)
    _check_ids(checker, known)
    _check_pairs(checker, known, members)
    _check_reasoning(checker, known)
    for at, _, kind in known[:-1]:
        if kind == "compaction_trigger":
            checker.add(at, "trigger_last", "items follow it")


def _kind_of(value: dict[str, Any]) -> str:
    kind = value.get("type")
    if kind is None:
        return "message" if "role" in value else "item_reference" if "id" in value else ""
    return kind if isinstance(kind, str) else "?"


# --- fields ---------------------------------------------------------------------------------------------------


def _check_item(checker: Checker, value: dict[str, Any], kind: str, at: str) -> None:
    checker.get(value, "type", str, at, required=kind == "")
    if kind == "message":
        _check_message(checker, value, at)
    for name, wanted in _REQUIRED.get(kind, {}).items():
        checker.get(value, name, wanted, at, required=True)
    if kind in ("function_call_output", "custom_tool_call_output"):
        _check_output(checker, value, at)
    if kind == "reasoning":
        _check_thoughts(checker, value, at)
    tool = value.get("name")
    if kind == "function_call" and isinstance(tool, str) and not TOOL_NAME.fullmatch(tool):
        checker.add(join(at, "name"), "tool_name", f"{tool!r} has characters that the API refuses")
    call_id = value.get("call_id")
    pairs = kind in CALL_OUTPUTS or kind in CALL_OUTPUTS.values()
    if pairs and isinstance(call_id, str) and not 1 <= len(call_id) <= MAX_CALL_ID:
        checker.add(join(at, "call_id"), "call_id", f"it has {len(call_id)} characters")


def _check_message(checker: Checker, value: dict[str, Any], at: str) -> None:
    role = checker.get(value, "role", str, at, required=True)
    if role in _CHAT_ROLES:
        checker.add(join(at, "role"), "role", f"{role!r} is no role here; send a function_call_output item")
    content = value.get("content")
    place = join(at, "content")
    if content is None:
        checker.add(at, "missing", "content is missing")
    elif isinstance(content, list):
        if not content and role in _SPEAKERS:
            checker.add(place, "empty_content", "the list of parts is empty")
        taken = _OUT if role == "assistant" else _IN
        for index, part in enumerate(content):
            _check_part(checker, part, f"{place}[{index}]", taken)
    elif not isinstance(content, str):
        checker.is_a(content, str, place)


def _check_output(checker: Checker, value: dict[str, Any], at: str) -> None:
    output = value.get("output")
    if output is None:
        checker.add(at, "missing", "output is missing")
    elif isinstance(output, list):
        for index, part in enumerate(output):
            _check_part(checker, part, f"{join(at, 'output')}[{index}]", _IN)
    elif not isinstance(output, str):
        checker.is_a(output, str, join(at, "output"))


def _check_part(checker: Checker, part: Any, at: str, taken: tuple[str, ...]) -> None:
    if not checker.is_a(part, dict, at):
        return
    kind = checker.get(part, "type", str, at, required=True)
    if kind in (*_IN, *_OUT, *_CHAT_PARTS) and kind not in taken:
        checker.add(join(at, "type"), "content_kind", f"{kind} does not go here; {' and '.join(taken)} do")
    elif kind in ("input_text", "output_text", "refusal"):
        checker.get(part, "refusal" if kind == "refusal" else "text", str, at, required=True)
    elif kind == "input_image":
        _check_image(checker, part, at)
    elif kind == "input_file":
        _check_one_of(checker, part, ("file_data", "file_url", "file_id"), at)


def _check_image(checker: Checker, part: dict[str, Any], at: str) -> None:
    _check_one_of(checker, part, ("image_url", "file_id"), at)
    url = part.get("image_url")
    if isinstance(url, str) and url.startswith("data:"):
        kind = url[len("data:") :].partition(",")[0].partition(";")[0].lower()
        if kind.removeprefix("image/") not in _IMAGE_FORMATS:
            checker.add(join(at, "image_url"), "media", f"{kind or 'nothing'} is not PNG, JPEG, GIF or WebP")


def _check_one_of(checker: Checker, part: dict[str, Any], names: tuple[str, ...], at: str) -> None:
    for name in names:
        checker.get(part, name, str, at)
    if all(part.get(name) in (None, "") for name in names):
        checker.add(at, "media", f"none of {', '.join(names)} is given")


def _check_thoughts(checker: Checker, value: dict[str, Any], at: str) -> None:
    checker.get(value, "encrypted_content", str, at)
    checker.get(value, "content", list, at)
    for name in ("summary", "content"):
        entries = value.get(name)
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            place = f"{join(at, name)}[{index}]"
            if checker.is_a(entry, dict, place):
                checker.get(entry, "text", str, place, required=True)


# --- ids ------------------------------------------------------------------------------------------------------


def _check_ids(checker: Checker, items: Sequence[tuple[str, dict[str, Any], str]]) -> None:
    first: dict[str, str] = {}
    for at, value, kind in items:
        identity = value.get("id")
        if kind in _REQUIRED and "id" in _REQUIRED[kind] and not isinstance(identity, str):
            continue  # has been reported
        if identity is None or not checker.is_a(identity, str, join(at, "id")):
            continue
        prefix = ID_PREFIXES.get(kind, "")
        if not identity.startswith(prefix):
            checker.add(join(at, "id"), "item_id", f"ids of {kind} items start with {prefix}")
        if kind == "local_shell_call_output":
            continue  # it bears the id of its call
        if identity in first:
            checker.add(join(at, "id"), "duplicate_item", f"{first[identity]} has the same id")
        first.setdefault(identity, at)


# --- pairs ----------------------------------------------------------------------------------------------------


def _check_pairs(checker: Checker, items: Sequence[tuple[str, dict[str, Any], str]], members: dict[str, Any]) -> None:
    refers = any(kind == "item_reference" for _, _, kind in items)
    elsewhere = refers or any(
        members.get(name) is not None for name in ("previous_response_id", "conversation", "prompt")
    )
    calls: dict[str, _Call] = {}
    for at, value, kind in items:
        elsewhere = elsewhere or "compaction" in kind
        if kind in CALL_OUTPUTS:
            _take_call(checker, calls, value, kind, at)
        elif kind in CALL_OUTPUTS.values():
            _take_output(checker, calls, value, kind, at, elsewhere=elsewhere)
    for call in {id(call): call for call in calls.values()}.values():
        if call.must and not call.outputs and not refers:
            checker.add(call.at, "unanswered_call", f"no output answers this {call.kind}")


def _take_call(checker: Checker, calls: dict[str, _Call], value: dict[str, Any], kind: str, at: str) -> None:
    call_id = value.get("call_id")
    if not isinstance(call_id, str) or not call_id:
        return
    if call_id in calls:
        checker.add(join(at, "call_id"), "duplicate_call", f"{calls[call_id].at} has the same call_id")
        return
    calls[call_id] = _Call(at, kind, _must_be_answered(value, kind))
    item_id = value.get("id")
    if kind == "local_shell_call" and isinstance(item_id, str):
        calls.setdefault(item_id, calls[call_id])


def _must_be_answered(value: dict[str, Any], kind: str) -> bool:
    """Whether the client has to answer: not for what runs on the server, nor for what runs on its own time."""
    if kind == "shell_call":
        environment = value.get("environment")
        return isinstance(environment, dict) and environment.get("type") == "local"
    if kind == "tool_search_call":
        return value.get("execution") == "client"
    return value.get("async") is not True


def _take_output(
    checker: Checker, calls: dict[str, _Call], value: dict[str, Any], kind: str, at: str, *, elsewhere: bool
) -> None:
    member = "id" if kind == "local_shell_call_output" else "call_id"
    call_id = value.get(member)
    if not isinstance(call_id, str) or not call_id:
        return  # allowed for outputs that no call asked for, or reported as missing
    call = calls.get(call_id)
    if call is None:
        if not elsewhere:
            checker.add(join(at, member), "orphan_output", f"no call before it has the id {call_id!r}")
        return
    call.outputs += 1
    if call.outputs > 1 and call.must:
        checker.add(join(at, member), "duplicate_output", f"{call.at} has been answered before")


def _check_reasoning(checker: Checker, items: Sequence[tuple[str, dict[str, Any], str]]) -> None:
    """Reasoning that the API knows by its id needs what it led to; other reasoning may stand between."""
    followed = False
    for at, value, kind in reversed(items):
        if kind == "reasoning":
            if not followed and isinstance(value.get("id"), str):
                checker.add(at, "dangling_reasoning", "the item it belongs to does not follow")
        else:
            says = kind == "message" and word(value, "role") in _SPEAKERS
            followed = not says and kind not in ("function_call_output", "custom_tool_call_output")
