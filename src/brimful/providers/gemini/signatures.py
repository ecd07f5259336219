"""Thought signatures on function calls.

Gemini 3 and later refuse a function call of the current turn that comes without the signature it was made with; of
calls made in parallel only the first carries one (https://ai.google.dev/gemini-api/docs/thought-signatures). For
calls that another model made the documentation names a word that stands in for the signature.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from brimful.providers.gemini.spelling import look

NO_SIGNATURE = "skip_thought_signature_validator"
_STRICT = re.compile(r"(?:^|/)gemini-(?:[3-9]|[1-9]\d)(?!\d)")


def wants_signatures(model: str) -> bool:
    """Whether a model of that name checks signatures; image models do not."""
    return _STRICT.search(model) is not None and "image" not in model


def current_turn(contents: Sequence[Any]) -> int:
    """Where the current turn begins: behind the last content in which a user speaks for itself."""
    for index in range(len(contents) - 1, -1, -1):
        content = contents[index]
        if isinstance(content, dict) and content.get("role") not in ("model", "function"):
            parts = content.get("parts")
            if not any(look(part, "functionResponse") is not None for part in _parts(parts)):
                return index + 1
    return 0


def unsigned_calls(contents: Sequence[Any]) -> list[tuple[int, int]]:
    """The first call of each of the model's steps that has no signature: its content and its part.

    Contents of the model in a row are one step.
    """
    found: list[tuple[int, int]] = []
    in_step = False
    for index, content in enumerate(contents):
        if not isinstance(content, dict) or content.get("role") != "model":
            in_step = False
            continue
        for number, part in enumerate(_parts(content.get("parts"))):
            if look(part, "functionCall") is not None and not in_step:
                in_step = True
                if not look(part, "thoughtSignature"):
                    found.append((index, number))
    return found


def sign_foreign_calls(contents: Sequence[dict[str, Any]]) -> None:
    """Put the word that stands for a signature where one is wanted and none is to be had."""
    for index, number in unsigned_calls(contents):
        contents[index]["parts"][number]["thoughtSignature"] = NO_SIGNATURE


def _parts(value: Any) -> list[dict[str, Any]]:
    entries = [value] if isinstance(value, dict) else value if isinstance(value, list) else []
    return [part if isinstance(part, dict) else {} for part in entries]
