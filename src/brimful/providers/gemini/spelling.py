"""Gemini's JSON is protobuf's: every field may be spelled in camelCase or in snake_case.

Both are read at every level. `Members` remembers the snake_case names it met as words of `wire.form`, and `put`
writes a field back under the name it came with. A field that says nothing (null, "", {}, []) is not taken at all:
it stays in the leftover and comes out again as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from brimful.messages import Wire
from brimful.providers.fields import Fields, expect

NAME = "gemini"

_T = TypeVar("_T")

_WORDS = (
    *("inlineData", "fileData", "functionCall", "functionResponse", "thoughtSignature", "mimeType", "fileUri"),
    *("displayName", "functionDeclarations", "parametersJsonSchema", "generationConfig", "maxOutputTokens", "topP"),
    *("stopSequences", "responseSchema", "responseJsonSchema", "responseMimeType", "thinkingConfig"),
    *("thinkingLevel", "thinkingBudget", "toolConfig", "functionCallingConfig", "allowedFunctionNames"),
    *("cachedContent", "systemInstruction", "finishReason", "promptFeedback", "blockReason", "usageMetadata"),
    *("responseId", "modelVersion", "promptTokenCount", "cachedContentTokenCount", "candidatesTokenCount"),
    *("thoughtsTokenCount", "toolUsePromptTokenCount", "totalTokenCount", "partialArgs", "willContinue"),
    *("executableCode", "codeExecutionResult", "toolCall", "toolResponse", "jsonPath", "stringValue"),
    *("numberValue", "boolValue", "nullValue"),
    *("anyOf", "prefixItems", "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"),
    *("propertyOrdering", "additionalProperties"),
)
SNAKE: Mapping[str, str] = {word: re.sub(r"([A-Z])", r"_\1", word).lower() for word in _WORDS}
CAMEL: Mapping[str, str] = {snake: word for word, snake in SNAKE.items() if snake != word}


def spelled(value: Mapping[str, Any], name: str) -> str:
    """The name under which the object has that field; the camelCase one when it has neither."""
    if value.get(name) is None:
        snake = SNAKE.get(name, name)
        if value.get(snake) is not None:
            return snake
    return name


def look(value: Mapping[str, Any], name: str) -> Any:
    """The field under either name, None when absent."""
    return value.get(spelled(value, name))


class Members:
    """The members of one object, taken one by one under either spelling."""

    __slots__ = ("_fields", "words")

    def __init__(self, value: Any, at: str, words: list[str] | None = None) -> None:
        self._fields = Fields(value, at)
        self.words: list[str] = [] if words is None else words

    @property
    def left(self) -> dict[str, Any]:
        """What nobody took."""
        return self._fields.left

    def take(self, name: str, kind: type[_T], default: _T) -> _T:
        """Take a member that says something; one that is empty counts as the default and stays."""
        given = spelled(self.left, name)
        if self.left.get(given) is None:
            return default
        value = self._fields.take(given, kind, default)
        if not value:
            self.left[given] = value
            return default
        if given != name:
            self.words.append(given)
        return value

    def inner(self, name: str) -> tuple[str, Members]:
        """The object in a member (which must be there), and the name it has; its leftover goes back with `keep`."""
        given = spelled(self.left, name)
        if given != name:
            self.words.append(given)
        place = self._fields.place(given)
        return given, Members(expect(self._fields.any(given), dict, place), place, self.words)

    def keep(self, given: str, inner: Members) -> None:
        """Put what is left of an inner object back under its name."""
        if inner.left:
            self.left[given] = inner.left

    def place(self, name: str) -> str:
        """Where a member stands."""
        return self._fields.place(spelled(self.left, name))

    def wire(self) -> Wire:
        """What the neutral model does not hold."""
        return Wire(NAME, " ".join(self.words), self.left)


def put(out: dict[str, Any], words: list[str], name: str, value: Any) -> None:
    """Write a field that says something, under the name it came with."""
    if value:
        snake = SNAKE.get(name, name)
        out[snake if snake in words else name] = value


def is_native(wire: Wire | None) -> bool:
    """Whether the value came from Gemini's JSON."""
    return wire is not None and wire.dialect == NAME


def words_of(wire: Wire | None) -> list[str]:
    """The words of the form, when it is Gemini's."""
    return wire.form.split() if wire is not None and wire.dialect == NAME else []


def extra_of(wire: Wire | None) -> dict[str, Any]:
    """The leftover, when it is Gemini's: a copy that may be filled up."""
    return dict(wire.extra) if wire is not None and wire.dialect == NAME else {}
