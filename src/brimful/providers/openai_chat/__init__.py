"""OpenAI Chat Completions, and what the many servers that speak it add or leave out (MSG-2, MSG-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brimful.messages import CacheMark, Conversation, Message, Options, Tool, Usage
from brimful.providers.answer import Answer
from brimful.providers.body import Body, Layout
from brimful.providers.dialect import Dialect, StreamReader
from brimful.providers.failure import Failure
from brimful.providers.openai_chat import (
    answers,
    emit,
    errors,
    marks,
    options,
    read,
    rulebook,
    rules,
    stream,
    tools,
    wire,
    write,
)
from brimful.providers.openai_chat.usage import read_usage, write_usage
from brimful.providers.problem import Problem, Report

__all__ = ["OPENAI_CHAT", "OpenAIChat"]


class OpenAIChat:
    """The dialect: each method stands in the module of its name."""

    name = wire.DIALECT
    title = "OpenAI Chat Completions"
    layout = Layout(messages=("messages",), tools=("tools", "functions"))
    max_cache_marks = marks.MAX_MARKS
    rules: Mapping[str, str] = rulebook.RULES

    def read_message(self, value: Any, at: str) -> Message:
        """One entry of `messages`."""
        return read.read_message(value, at)

    def read_system(self, value: Any, at: str) -> Message:
        """There is none at the top level."""
        return read.read_system(value, at)

    def read_tools(self, value: Any, at: str) -> tuple[Tool, ...]:
        """One entry of `tools` or `functions`."""
        return tools.read_tools(value, at)

    def read_options(self, members: Mapping[str, Any], at: str = "") -> Options:
        """The parameters that mean the same everywhere."""
        return options.read_options(members, at)

    def relate(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Every entry says all there is to say."""
        return messages

    def write_message(self, message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
        """A message as entries of `messages`."""
        return write.write_message(message, report, at)

    def write_tools(self, tools: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
        """The list of tool definitions."""
        return write.write_tools(tools, report)

    def write(self, conversation: Conversation, report: Report) -> dict[str, Any]:
        """A whole body."""
        return write.write(conversation, report)

    def check(self, body: Body) -> list[Problem]:
        """Every problem of the body."""
        return rules.check(body)

    def read_answer(self, data: bytes) -> Answer:
        """A whole answer."""
        return answers.read_answer(data)

    def write_answer(self, answer: Answer, report: Report | None = None) -> dict[str, Any]:
        """An answer as OpenAI would send it."""
        return answers.write_answer(answer, report)

    def stream_reader(self) -> StreamReader:
        """A reader for one stream."""
        return stream.Reader()

    def emit(self, answer: Answer, report: Report | None = None) -> Iterator[bytes]:
        """An answer as the chunks of a stream."""
        return emit.emit(answer, report)

    def read_usage(self, value: Any) -> Usage:
        """The usage object of an answer."""
        return read_usage(value)

    def write_usage(self, usage: Usage) -> dict[str, Any]:
        """The usage object as OpenAI writes it."""
        return write_usage(usage)

    def read_failure(self, status: int, headers: Mapping[str, str], data: bytes) -> Failure:
        """An error answer."""
        return errors.read_failure(status, headers, data)

    def write_failure(self, failure: Failure) -> tuple[int, dict[str, Any]]:
        """A failure in OpenAI's shape."""
        return errors.write_failure(failure)

    def count_marks(self, value: Any) -> int:
        """How many cache marks an entry carries."""
        return marks.count_marks(value)

    def with_mark(self, value: Any, mark: CacheMark) -> Any | None:
        """The entry with a mark at its end."""
        return marks.with_mark(value, mark)

    def without_marks(self, value: Any) -> Any:
        """The entry without its marks."""
        return marks.without_marks(value)


OPENAI_CHAT: Dialect = OpenAIChat()
