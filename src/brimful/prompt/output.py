"""A rendered prompt as a request that a provider takes (PT-11).

What is rendered is neutral; where roles merge or split, where the system prompt belongs and how ids must look is the
dialect's to know. Two things are done before it: calls and results that lost each other when the prompt was made
smaller are put in order, and opaque parts of that provider are handed over as its own. What comes out was checked;
what was mended, what the wire cannot carry and what is still wrong stands beside the body.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from brimful.errors import UnknownName
from brimful.messages import ContentPart, Conversation, Message, Opaque, Options, Part, Tool, ToolResult, Wire
from brimful.messages.pairing import pair_up
from brimful.providers import Dialect, Problem, Translation, compose, dialect
from brimful.providers.repair import repair

AnyTool: TypeAlias = "Tool | Mapping[str, Any]"
"""A tool definition of the neutral model, or in the provider's own shape."""

_CONTENT_WORDS = ("input_", "output_", "refusal")
"""How the types of content begin where a wire's list also holds entries that are no messages (OpenAI Responses)."""


class Output(Translation, frozen=True):
    """A request body, what it could not carry (`losses`), what was put in order, and what is still wrong.

    A prompt that says something and names its model leaves no problems, unless an opaque part brings them.
    """

    mends: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def as_request(
    messages: Sequence[Message],
    to: str,
    *,
    model: str = "",
    tools: Iterable[AnyTool] = (),
    options: Options | None = None,
) -> Output:
    """Write messages as a whole request of the wire format of that name."""
    wire = dialect(to)
    pairing = pair_up(messages)
    conversation = Conversation(
        tuple(_with_own_parts(paired.message, wire) for paired in pairing.messages),
        tools=tuple(tool for i, given in enumerate(tools) for tool in _read_tool(given, wire, f"tools[{i}]")),
        model=model,
        options=options or Options(),
    )
    written = compose(conversation, wire)
    done = repair(written.body)
    mends = (*(f"messages[{mend.index}]: {mend.what}" for mend in pairing.mends), *done.mends)
    return Output(done.body, written.losses, mends, done.problems)


def _read_tool(given: AnyTool, wire: Dialect, at: str) -> tuple[Tool, ...]:
    return (given,) if isinstance(given, Tool) else wire.read_tools(dict(given), at)


def _with_own_parts(message: Message, wire: Dialect) -> Message:
    """The message with the opaque parts that are this provider's marked as such."""
    parts = tuple(_own(part, wire) for part in message.parts)
    return message if parts == message.parts else replace(message, parts=parts)


def _own(part: Part, wire: Dialect) -> Part:
    if isinstance(part, ToolResult):
        content = tuple(_own_opaque(inner, wire) for inner in part.content)
        return part if content == part.content else replace(part, content=content)
    return _own_opaque(part, wire) if isinstance(part, Opaque) else part


def _own_opaque(part: ContentPart, wire: Dialect) -> ContentPart:
    """An opaque part whose kind names this provider, as one that came from it; others the dialect reports."""
    if not isinstance(part, Opaque) or part.wire is not None or not _names(part.kind, wire):
        return part
    if not isinstance(part.value, dict):
        return part
    kind = part.value.get("type")
    word = kind if isinstance(kind, str) else part.kind
    form = "" if word.startswith(_CONTENT_WORDS) else "item"
    return replace(part, kind=word, wire=Wire(wire.name, form))


def _names(kind: str, wire: Dialect) -> bool:
    try:
        return bool(kind) and dialect(kind).name == wire.name
    except UnknownName:
        return False
