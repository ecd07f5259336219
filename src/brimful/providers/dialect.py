"""The contract of a wire format (MSG-2): all that brimful asks of a provider, in one place.

A dialect is a folder beside this file with `read`, `write`, `rules`, `stream`, `usage`, `errors` and `marks`; its
`__init__` gathers them into one object with these methods. It holds no state and opens nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from brimful.messages import CacheMark, Conversation, Message, Options, Tool, Usage
from brimful.providers.answer import Answer, Delta
from brimful.providers.body import Body, Layout
from brimful.providers.failure import Failure
from brimful.providers.problem import Problem, Report
from brimful.providers.sse import Event


class StreamReader(Protocol):
    """Turns the events of one stream into deltas."""

    @property
    def complete(self) -> bool:
        """Whether the event that ends a whole answer has come; a stream that stops before was cut."""
        ...

    def read(self, event: Event) -> list[Delta]:
        """Say what an event means. Events without meaning give `Other`; broken JSON raises InvalidJSON."""
        ...


class Dialect(Protocol):
    """One provider's wire format."""

    name: str  # openai, responses, anthropic, gemini
    title: str  # for people: "OpenAI Chat Completions"
    layout: Layout
    max_cache_marks: int  # 0 = the wire has none
    rules: Mapping[str, str]  # every rule of `check`: its name and a sentence that says it

    # --- requests ---

    def read_message(self, value: Any, at: str) -> Message:
        """One entry of the list of messages. Wrong types raise InvalidBody with the place."""
        ...

    def read_system(self, value: Any, at: str) -> Message:
        """The top-level system prompt."""
        ...

    def read_tools(self, value: Any, at: str) -> tuple[Tool, ...]:
        """One entry of the list of tools (Gemini keeps several definitions in one entry)."""
        ...

    def read_options(self, members: Mapping[str, Any], at: str = "") -> Options:
        """The parameters that mean the same everywhere, from the decoded members of the body (messages, system
        and tools are not among them)."""
        ...

    def relate(self, messages: Sequence[Message]) -> Sequence[Message]:
        """What only the whole list can tell: `read_message` sees one entry, and a wire that pairs results with calls
        by name and order (Gemini) needs the others to give each pair an id of its own."""
        ...

    def write_message(self, message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
        """A message as entries of this dialect's list; several where the wire splits it, none when it is empty.
        A message that came from this dialect gives its own JSON back."""
        ...

    def write_tools(self, tools: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
        """The list of tool definitions."""
        ...

    def write(self, conversation: Conversation, report: Report) -> dict[str, Any]:
        """A whole body: roles merged or split as this provider wants them, ids mapped to what it accepts, the
        system prompt where it belongs. What the wire cannot say is reported. A conversation read from this
        dialect gives its own JSON back."""
        ...

    def check(self, body: Body) -> list[Problem]:
        """Every problem of the body, in order of place. Never raises for what is in the body."""
        ...

    # --- answers ---

    def read_answer(self, data: bytes) -> Answer:
        """A whole answer that was not streamed."""
        ...

    def write_answer(self, answer: Answer, report: Report | None = None) -> dict[str, Any]:
        """An answer as this provider would send it; one that came from this dialect gives its own JSON back. What
        the wire cannot say is reported, when somebody asks."""
        ...

    def stream_reader(self) -> StreamReader:
        """A reader for one stream."""
        ...

    def emit(self, answer: Answer, report: Report | None = None) -> Iterator[bytes]:
        """An answer as the events of a stream, in the provider's order, terminal event included. The report is
        complete before the first event."""
        ...

    def read_usage(self, value: Any) -> Usage:
        """The usage object of an answer."""
        ...

    def write_usage(self, usage: Usage) -> dict[str, Any]:
        """The usage object as this provider writes it."""
        ...

    def read_failure(self, status: int, headers: Mapping[str, str], data: bytes) -> Failure:
        """An error answer. Bodies that are not the provider's own (an HTML page, nothing) are read too."""
        ...

    def write_failure(self, failure: Failure) -> tuple[int, dict[str, Any]]:
        """A failure as status and body in this provider's shape."""
        ...

    # --- cache marks, on the JSON of one entry ---

    def count_marks(self, value: Any) -> int:
        """How many cache marks a message, system prompt or tool entry carries."""
        ...

    def with_mark(self, value: Any, mark: CacheMark) -> Any | None:
        """The entry with a mark at its end, or None when nothing in it can carry one."""
        ...

    def without_marks(self, value: Any) -> Any:
        """The entry without its marks; the same object when it has none."""
        ...
