"""What the modules of this dialect share: its name, and how spellings are remembered.

`Wire.form` is a list of words. A word names a spelling that differs from the one we would choose ourselves:

    messages    developer, function    the role as the wire had it
                list, empty            content was an array, or the empty string
                unnamed                an answer's message had no role
                also:FIELD             the same reasoning stood in FIELD as well
    text        refusal, part          a refusal; in the content rather than in its own field
    thinking    the field it came from (`reasoning_content`, `reasoning_details`, …); thinking = a content part
    documents   input_audio
    images      bare                   the address stood alone, not in an object
    calls       function_call, custom, untyped, object (arguments not in a string), bare (no arguments)
    tools       functions, untyped
    marks       the field; message = on the message, function = in the function, not at the part
"""

from __future__ import annotations

from typing import Any

from brimful.messages import Wire
from brimful.providers.fields import Fields

DIALECT = "openai"
NATIVE = Wire(DIALECT)


def is_native(wire: Wire | None) -> bool:
    """Whether it came from this dialect."""
    return wire is not None and wire.dialect == DIALECT


def words_of(wire: Wire | None) -> list[str]:
    """The spelling, when it came from this dialect."""
    return wire.form.split() if wire is not None and wire.dialect == DIALECT else []


def wire_of(words: list[str], extra: dict[str, Any]) -> Wire | None:
    """What to remember of a part; nothing, for the usual one."""
    return Wire(DIALECT, " ".join(words), extra) if words or extra else None


def word(fields: Fields, name: str) -> str:
    """Take a string. An empty one stays in the leftover, where it can be told from an absent one."""
    return "" if fields.left.get(name) == "" else fields.take(name, str, "")


def lenient_word(fields: Fields, name: str) -> str:
    """Take a string that only some servers send; whatever else stands there stays in the leftover."""
    return word(fields, name) if isinstance(fields.left.get(name), str) else ""


def nested(outer: Fields, name: str, inner: Fields) -> dict[str, Any]:
    """The leftover of an object and of the object inside it."""
    return {**outer.left, name: inner.left} if inner.left else outer.left
