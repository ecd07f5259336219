"""Rules for the parts of one content."""

from __future__ import annotations

import re
from typing import Any

from brimful.jsonplace import join
from brimful.providers.checker import Checker
from brimful.providers.gemini.parts import REFUSED_TYPES, RENAMED_TYPES
from brimful.providers.gemini.read import DECORATION
from brimful.providers.gemini.spelling import look, spelled

# The fields of which a part has one (a protobuf oneof).
_CARRIED = (
    *("text", "inlineData", "fileData", "functionCall", "functionResponse"),
    *("executableCode", "codeExecutionResult", "toolCall", "toolResponse"),
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_\-\s]*+(?:=\s*){0,2}")
_MIME = re.compile(r"[\w.+-]+/[\w.+*-]+(?:\s*;.*)?")


def check_parts(checker: Checker, content: dict[str, Any], at: str) -> None:
    """The parts of a content, or of the system instruction."""
    parts = content.get("parts")
    place = join(at, "parts")
    if isinstance(parts, dict):
        check_part(checker, parts, place)
    elif parts is None or parts == []:
        checker.add(at, "empty_content", "contents.parts must not be empty")
    elif checker.is_a(parts, list, place):
        for index, part in enumerate(parts):
            check_part(checker, part, f"{place}[{index}]")


def check_part(checker: Checker, part: Any, at: str) -> None:
    """One part."""
    if not checker.is_a(part, dict, at):
        return
    carried = [name for name in _CARRIED if look(part, name) is not None]
    if len(carried) > 1:
        checker.add(at, "one_kind", f"a part carries one thing, this one has {' and '.join(carried)}")
    if not carried and all(name in DECORATION or value is None for name, value in part.items()):
        checker.add(at, "empty_part", "required oneof field 'data' must have one initialized field")
    checker.get(part, "thought", bool, at)
    signature = checker.get(part, spelled(part, "thoughtSignature"), str, at)
    _check_base64(checker, signature, join(at, spelled(part, "thoughtSignature")))
    text = checker.get(part, "text", str, at)
    if text == "" and not signature and carried == ["text"]:
        checker.add(at, "empty_part", "it has an empty text parameter")
    _check_call(checker, part, at)
    _check_response(checker, part, at)
    check_media(checker, part, at)


def _check_call(checker: Checker, part: dict[str, Any], at: str) -> None:
    name = spelled(part, "functionCall")
    call = checker.get(part, name, dict, at)
    if call is None:
        return
    place = join(at, name)
    _check_name(checker, call, place)
    checker.get(call, "id", str, place)
    checker.get(call, "args", dict, place)


def _check_response(checker: Checker, part: dict[str, Any], at: str) -> None:
    name = spelled(part, "functionResponse")
    response = checker.get(part, name, dict, at)
    if response is None:
        return
    place = join(at, name)
    _check_name(checker, response, place)
    checker.get(response, "id", str, place)
    checker.get(response, "response", dict, place)
    for index, entry in enumerate(checker.get(response, "parts", list, place) or ()):
        inner = f"{place}.parts[{index}]"
        if checker.is_a(entry, dict, inner):
            check_media(checker, entry, inner)


def _check_name(checker: Checker, value: dict[str, Any], at: str) -> None:
    if checker.get(value, "name", str, at, required=True) == "":
        checker.add(at, "missing", "name: Name cannot be empty")


def check_media(checker: Checker, part: dict[str, Any], at: str) -> None:
    """Inline data and addresses of files."""
    name = spelled(part, "inlineData")
    blob = checker.get(part, name, dict, at)
    if blob is not None:
        place = join(at, name)
        _check_mime(checker, blob, place, required=True)
        data = checker.get(blob, "data", str, place, required=True)
        _check_base64(checker, data, join(place, "data"))
        if data == "":
            checker.add(join(place, "data"), "empty_part", "the data is empty")
    name = spelled(part, "fileData")
    file = checker.get(part, name, dict, at)
    if file is not None:
        place = join(at, name)
        _check_mime(checker, file, place, required=False)
        checker.get(file, spelled(file, "fileUri"), str, place, required=True)


def _check_mime(checker: Checker, value: dict[str, Any], at: str, *, required: bool) -> None:
    name = spelled(value, "mimeType")
    media_type = checker.get(value, name, str, at, required=required)
    if media_type is None or (media_type == "" and not required):
        return
    if _MIME.fullmatch(media_type) is None or media_type.lower() in REFUSED_TYPES | set(RENAMED_TYPES):
        checker.add(join(at, name), "mime", f"Unsupported MIME type: {media_type}")


def _check_base64(checker: Checker, data: str | None, at: str) -> None:
    if data and _BASE64.fullmatch(data) is None:
        checker.add(at, "base64", "Base64 decoding failed")
