"""The rules of `messages`: what each may hold, and how calls and results pair up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from brimful.jsonplace import join
from brimful.providers.body import Body
from brimful.providers.checker import Checker
from brimful.providers.openai_chat.foreign import MAX_ID, SPEAKER
from brimful.providers.openai_chat.foreign_parts import IMAGE_TYPES
from brimful.providers.openai_chat.rulebook import RULES, check_name

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_MEDIA = frozenset({"image_url", "input_audio", "file"})


def check_messages(checker: Checker, body: Body) -> None:
    """Every message, one after the other."""
    if "messages" not in body.members:
        checker.add("", "missing", "messages is missing")
    elif bytes(body.members["messages"])[:1] == b"n":
        checker.add("messages", "type", "expected an array, got null")
    elif not body.items and bytes(body.members["messages"])[:1] == b"[":
        checker.add("messages", "no_messages", "there is no message")
    pairing = _Pairing(checker)
    for at, value in checker.pieces(body.items):
        if not checker.is_a(value, dict, at):
            pairing.close()
            continue
        role = checker.get(value, "role", str, at, required=True)
        if role is not None and role not in _ROLES:
            checker.add(join(at, "role"), "role", f"{role!r} is not a role; there are {', '.join(sorted(_ROLES))}")
        pairing.follow(role, value, at)
        _check_message(checker, role, value, at)
    pairing.close()


def _check_message(checker: Checker, role: str | None, value: dict[str, Any], at: str) -> None:
    name = checker.get(value, "name", str, at, required=role == "function")
    if name is not None and role not in ("tool", "function") and not SPEAKER.fullmatch(name):
        checker.add(join(at, "name"), "speaker_name", f"{RULES['speaker_name']}; got {name!r}")
    _check_content(checker, role, value, at)
    if role == "assistant":
        _check_calls(checker, value, at)
    elif role == "tool":
        checker.get(value, "tool_call_id", str, at, required=True)


def _check_content(checker: Checker, role: str | None, value: dict[str, Any], at: str) -> None:
    content = value.get("content")
    place = join(at, "content")
    if content is None:
        if role == "assistant" and not _says_anything(value):
            checker.add(at, "empty_content", "the assistant neither says nor calls anything")
        elif role in ("system", "developer", "user", "tool") or (role == "function" and "content" not in value):
            checker.add(at, "missing", "content is missing")
    elif isinstance(content, list):
        if not content:
            checker.add(place, "empty_content", "an array of content needs a part; use a string for no text")
        for index, part in enumerate(content):
            _check_part(checker, role, part, f"{place}[{index}]")
    else:
        checker.is_a(content, str, place)


def _says_anything(value: dict[str, Any]) -> bool:
    return any(value.get(name) for name in ("refusal", "audio", "function_call", "tool_calls"))


def _check_part(checker: Checker, role: str | None, part: Any, at: str) -> None:
    if not checker.is_a(part, dict, at):
        return
    kind = checker.get(part, "type", str, at, required=True)
    if kind in _MEDIA and role in _ROLES - {"user"}:
        checker.add(at, "part_place", f"{kind} may only stand in a user message, not in one of the {role}")
    if kind == "refusal" and role in _ROLES - {"assistant"}:
        checker.add(at, "part_place", f"a refusal may only stand in an assistant message, not in one of the {role}")
    check_kind = _PARTS.get(kind or "")
    if check_kind is not None:
        check_kind(checker, part, at)


def _check_text(checker: Checker, part: dict[str, Any], at: str) -> None:
    checker.get(part, "text", str, at, required=True)


def _check_refusal(checker: Checker, part: dict[str, Any], at: str) -> None:
    checker.get(part, "refusal", str, at, required=True)


def _check_image(checker: Checker, part: dict[str, Any], at: str) -> None:
    inner = checker.get(part, "image_url", dict, at, required=True)
    place = join(at, "image_url")
    url = checker.get(inner, "url", str, place, required=True)
    checker.get(inner, "detail", str, place)
    if url is not None and url.startswith("data:"):
        media_type = re.split("[;,]", url[len("data:") : 100], maxsplit=1)[0].lower()
        if media_type not in (*IMAGE_TYPES, "image/jpg"):
            checker.add(join(place, "url"), "image_format", f"{RULES['image_format']}; got {media_type!r}")


def _check_audio(checker: Checker, part: dict[str, Any], at: str) -> None:
    inner = checker.get(part, "input_audio", dict, at, required=True)
    for name in ("data", "format"):
        checker.get(inner, name, str, join(at, "input_audio"), required=True)


def _check_file(checker: Checker, part: dict[str, Any], at: str) -> None:
    inner = checker.get(part, "file", dict, at, required=True)
    place = join(at, "file")
    for name in ("file_data", "file_id", "filename"):
        checker.get(inner, name, str, place)
    if inner is not None and inner.get("file_data") is None and inner.get("file_id") is None:
        checker.add(place, "missing", "file_data or file_id is missing")


_PARTS: dict[str, Callable[[Checker, dict[str, Any], str], None]] = {
    "text": _check_text,
    "refusal": _check_refusal,
    "image_url": _check_image,
    "input_audio": _check_audio,
    "file": _check_file,
}


def _check_calls(checker: Checker, value: dict[str, Any], at: str) -> None:
    checker.get(value, "refusal", str, at)
    checker.get(value, "audio", dict, at)
    legacy = checker.get(value, "function_call", dict, at)
    if legacy is not None:
        _check_called(checker, legacy, join(at, "function_call"), "arguments")
    calls = checker.get(value, "tool_calls", list, at)
    place = join(at, "tool_calls")
    if calls == []:
        checker.add(place, "empty_tool_calls", "leave tool_calls out when there are none")
    for index, call in enumerate(calls or ()):
        if checker.is_a(call, dict, f"{place}[{index}]"):
            _check_call(checker, call, f"{place}[{index}]")


def _check_call(checker: Checker, call: dict[str, Any], at: str) -> None:
    call_id = checker.get(call, "id", str, at, required=True)
    if call_id is not None and not 1 <= len(call_id) <= MAX_ID:
        checker.add(join(at, "id"), "call_id", f"{RULES['call_id']}; this one has {len(call_id)}")
    kind = checker.get(call, "type", str, at, required=True)
    if kind in ("function", "custom"):
        inner = checker.get(call, kind, dict, at, required=True)
        if inner is not None:
            _check_called(checker, inner, join(at, kind), "arguments" if kind == "function" else "input")


def _check_called(checker: Checker, inner: dict[str, Any], at: str, field: str) -> None:
    check_name(checker, inner, at)
    checker.get(inner, field, str, at, required=True)


class _Pairing:
    """Follows calls and results from message to message."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._open: dict[str, str] | None = None  # unanswered id → its place; None = nothing to answer
        self._answered: set[str] = set()

    def follow(self, role: str | None, value: dict[str, Any], at: str) -> None:
        """Go on to the next message."""
        if role == "tool":
            self._answer(value, at)
            return
        self.close()
        calls = value.get("tool_calls") if role == "assistant" else None
        if isinstance(calls, list) and calls:
            self._open = {}
            for call_id, place in _ids(calls, join(at, "tool_calls")):
                if call_id in self._open:
                    self._checker.add(
                        join(place, "id"), "duplicate_id", f"another call of this message is {call_id!r}"
                    )
                else:
                    self._open[call_id] = place

    def close(self) -> None:
        """The results end here."""
        for call_id, place in (self._open or {}).items():
            if call_id not in self._answered:
                message = f"no tool message right after it answers {call_id!r}"
                self._checker.add(place, "unanswered_call", message)
        self._open = None
        self._answered = set()

    def _answer(self, value: dict[str, Any], at: str) -> None:
        call_id = value.get("tool_call_id")
        place = join(at, "tool_call_id")
        if self._open is None:
            self._checker.add(at, "orphan_result", "it follows no assistant message with tool calls")
        elif isinstance(call_id, str) and call_id not in self._open:
            self._checker.add(place, "orphan_result", f"the assistant message before made no call {call_id!r}")
        elif isinstance(call_id, str) and call_id in self._answered:
            self._checker.add(place, "duplicate_id", f"the call {call_id!r} is already answered")
        elif isinstance(call_id, str):
            self._answered.add(call_id)


def _ids(calls: list[Any], at: str) -> Iterator[tuple[str, str]]:
    for index, call in enumerate(calls):
        if isinstance(call, dict) and isinstance(call.get("id"), str) and call["id"]:
            yield call["id"], f"{at}[{index}]"
