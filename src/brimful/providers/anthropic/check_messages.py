"""What the API refuses of the system prompt and of one message by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brimful.jsonplace import join
from brimful.jsontext import kind_of
from brimful.providers.anthropic.names import IMAGE_TYPES, is_call_id
from brimful.providers.checker import Checker

# Roles of other providers' wires. A role nobody knows may be new.
_FOREIGN_ROLES = frozenset({"tool", "developer", "function", "model"})
_ASSISTANTS = frozenset({"tool_use", "thinking", "redacted_thinking"})


def check_system(value: Any, at: str, checker: Checker) -> None:
    """The top-level system prompt. An empty one is fine."""
    if value is None or value == "":
        return
    if isinstance(value, str):
        if is_blank(value):
            checker.add(at, "empty_text", "the system prompt is only white space; leave it out")
        return
    for place, block in _blocks(value, at, checker):
        kind = checker.get(block, "type", str, place, required=True)
        if kind == "text":
            _check_text(block, place, checker)
        elif kind is not None:
            checker.add(join(place, "type"), "system_block", f"{kind} cannot stand here, only text can")


def check_message(message: Any, at: str, checker: Checker, *, is_last: bool) -> None:
    """One entry of `messages`."""
    if not checker.is_a(message, dict, at):
        return
    role = checker.get(message, "role", str, at, required=True)
    if role in _FOREIGN_ROLES:
        checker.add(join(at, "role"), "role", f"{role!r} is of another wire; use user, assistant or system")
    content = message.get("content")
    is_silent = role == "system" and isinstance(message.get("output_config"), dict)  # may only change settings
    if content is None and not is_silent:
        checker.add(at, "missing", "content is missing")
    elif content in ("", []) and not is_silent and not (is_last and role == "assistant"):
        checker.add(join(at, "content"), "empty_content", "a message says something; leave it out instead")
    elif content:
        _check_content(content, join(at, "content"), role or "", checker)


def _check_content(content: Any, at: str, role: str, checker: Checker) -> None:
    if isinstance(content, str):
        texts: list[Any] = [content]
    else:
        blocks = _blocks(content, at, checker)
        for place, block in blocks:
            _check_block(block, place, role, checker)
        texts = [block.get("text") if block.get("type") == "text" else None for _, block in blocks]
    if texts and all(is_blank(text) for text in texts):
        checker.add(at, "empty_text", "the message is only white space")


def is_blank(text: Any) -> bool:
    """Whether it is text, and nothing but white space."""
    return isinstance(text, str) and bool(text) and not text.strip()


def _blocks(value: Any, at: str, checker: Checker) -> list[tuple[str, dict[str, Any]]]:
    if not isinstance(value, list):
        checker.add(at, "type", f"expected a string or an array, got {kind_of(value)}")
        return []
    return [
        (f"{at}[{index}]", block) for index, block in enumerate(value) if checker.is_a(block, dict, f"{at}[{index}]")
    ]


def _check_block(block: dict[str, Any], at: str, role: str, checker: Checker) -> None:
    kind = checker.get(block, "type", str, at, required=True)
    if role in ("user", "system") and kind in _ASSISTANTS:
        checker.add(at, "block_role", f"{kind} stands in a message of the {role}; it is the assistant's")
    elif role in ("assistant", "system") and kind == "tool_result":
        checker.add(at, "block_role", f"a tool_result stands in a message of the {role}; it is the user's")
    if kind in _CHECKS:
        _CHECKS[kind](block, at, checker)


def _check_text(block: dict[str, Any], at: str, checker: Checker) -> None:
    if checker.get(block, "text", str, at, required=True) == "":
        checker.add(join(at, "text"), "empty_text", "the text is empty; leave the block out")


def _check_image(block: dict[str, Any], at: str, checker: Checker) -> None:
    source = checker.get(block, "source", dict, at, required=True)
    _check_source(source, join(at, "source"), IMAGE_TYPES, checker)


def _check_document(block: dict[str, Any], at: str, checker: Checker) -> None:
    source = checker.get(block, "source", dict, at, required=True)
    is_text = source is not None and source.get("type") == "text"
    _check_source(source, join(at, "source"), {"text/plain"} if is_text else {"application/pdf"}, checker)
    checker.get(block, "title", str, at)
    checker.get(block, "context", str, at)


def _check_source(source: dict[str, Any] | None, at: str, media: set[str] | frozenset[str], checker: Checker) -> None:
    kind = checker.get(source, "type", str, at, required=True)
    if kind in ("base64", "text"):
        data = checker.get(source, "data", str, at, required=True)
        media_type = checker.get(source, "media_type", str, at, required=True)
        if media_type is not None and media_type not in media:
            checker.add(
                join(at, "media_type"), "media", f"{media_type} is not taken; send {', '.join(sorted(media))}"
            )
        if data == "" or (kind == "base64" and data is not None and data.startswith("data:")):
            checker.add(
                join(at, "data"), "media", "it is empty" if not data else "send the base64 alone, no data URL"
            )
    elif kind in ("url", "file"):
        checker.get(source, "url" if kind == "url" else "file_id", str, at, required=True)


def _check_tool_use(block: dict[str, Any], at: str, checker: Checker) -> None:
    call_id = checker.get(block, "id", str, at, required=True)
    if call_id is not None and not is_call_id(call_id):
        checker.add(join(at, "id"), "call_id", "use a-z, A-Z, 0-9, _ and -")
    checker.get(block, "name", str, at, required=True)
    checker.get(block, "input", dict, at, required=True)


def _check_tool_result(block: dict[str, Any], at: str, checker: Checker) -> None:
    call_id = checker.get(block, "tool_use_id", str, at, required=True)
    if call_id is not None and not is_call_id(call_id):
        checker.add(join(at, "tool_use_id"), "call_id", "use a-z, A-Z, 0-9, _ and -")
    checker.get(block, "is_error", bool, at)
    content = block.get("content")
    if content is None or isinstance(content, str):
        return
    for place, inner in _blocks(content, join(at, "content"), checker):
        kind = checker.get(inner, "type", str, place, required=True)
        if kind in ("text", "image", "document"):
            _CHECKS[kind](inner, place, checker)


def _check_thinking(block: dict[str, Any], at: str, checker: Checker) -> None:
    checker.get(block, "thinking", str, at, required=True)
    if not block.get("signature"):
        checker.add(at, "thinking_signature", "it has no signature; send it as it came, or leave the block out")
    else:
        checker.get(block, "signature", str, at)


def _check_redacted(block: dict[str, Any], at: str, checker: Checker) -> None:
    if checker.get(block, "data", str, at, required=True) == "":
        checker.add(at, "thinking_signature", "its data is empty; send it as it came, or leave the block out")


_CHECKS: dict[str, Callable[[dict[str, Any], str, Checker], None]] = {
    "text": _check_text,
    "image": _check_image,
    "document": _check_document,
    "tool_use": _check_tool_use,
    "tool_result": _check_tool_result,
    "thinking": _check_thinking,
    "redacted_thinking": _check_redacted,
}
