"""Who says what: messages, tool definitions, and the conversation they make (MSG-1).

A message is one item of a provider's list. Where a provider spreads one turn of the model over several items
(OpenAI Responses: reasoning, message, function call), each is a message of its own; `rounds` groups them.
The system prompt is a message too, wherever the wire keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from brimful.messages.parts import CacheMark, Part, Text, Thinking, ToolCall, ToolResult, Wire

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]


class Message(Struct, frozen=True, omit_defaults=True):
    """One message: a role, its parts, and the speaker's name where there is one.

    A message whose parts are all tool results (cache marks aside) has the role `tool` in every dialect; one that
    mixes results with words (Anthropic, Gemini) is `user`.
    """

    role: Role
    parts: tuple[Part, ...] = ()
    name: str = ""
    wire: Wire | None = None

    @property
    def text(self) -> str:
        """All its text, joined."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tools it asks for, in order."""
        return tuple(part for part in self.parts if isinstance(part, ToolCall))

    @property
    def tool_results(self) -> tuple[ToolResult, ...]:
        """The results it carries, in order."""
        return tuple(part for part in self.parts if isinstance(part, ToolResult))

    @property
    def thinking(self) -> tuple[Thinking, ...]:
        """Its reasoning blocks, in order."""
        return tuple(part for part in self.parts if isinstance(part, Thinking))


class Tool(Struct, frozen=True, omit_defaults=True):
    """A tool the model may call.

    kind: "function", "custom" (free-text input), or the wire's word for a tool the provider runs itself; those
    keep everything they have in `wire.extra`.
    """

    name: str
    description: str = ""
    parameters: dict[str, Any] | None = None  # JSON schema
    kind: str = "function"
    strict: bool | None = None
    cache_mark: CacheMark | None = None
    wire: Wire | None = None


class ToolChoice(Struct, frozen=True, omit_defaults=True):
    """Whether the model may (`auto`), must (`any`), must not (`none`) call tools, or must call one (`tool`)."""

    mode: Literal["auto", "any", "none", "tool"]
    name: str = ""


class Options(Struct, frozen=True, omit_defaults=True):
    """The request's parameters that mean the same everywhere. None = not said."""

    max_output_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    stop: tuple[str, ...] | None = None
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    response_schema: dict[str, Any] | None = None  # structured output: the JSON schema asked for
    reasoning_effort: str | None = None
    stream: bool | None = None


class Conversation(Struct, frozen=True, omit_defaults=True):
    """A request in the neutral model: what is said, what may be called, and how it is asked."""

    messages: tuple[Message, ...] = ()
    tools: tuple[Tool, ...] = ()
    model: str = ""
    options: Options = Options()
    wire: Wire | None = None

    @property
    def system(self) -> tuple[Message, ...]:
        """The messages of the system, wherever they stand."""
        return tuple(message for message in self.messages if message.role == "system")

    def parts(self) -> Iterator[tuple[int, Part]]:
        """Every part with the index of its message."""
        for index, message in enumerate(self.messages):
            for part in message.parts:
                yield index, part
