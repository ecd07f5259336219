"""Anthropic's Messages API (`POST /v1/messages`), and what speaks it: Bedrock, Vertex AI, gateways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brimful.messages import CacheMark, Conversation, Message, Options, Tool, Usage
from brimful.providers.answer import Answer
from brimful.providers.anthropic import answers, errors, marks, options, read, rules, stream, tools, usage, write
from brimful.providers.anthropic.names import MAX_MARKS, NAME
from brimful.providers.body import Body, Layout
from brimful.providers.dialect import Dialect, StreamReader
from brimful.providers.failure import Failure
from brimful.providers.problem import Problem, Report


class AnthropicMessages:
    """The dialect as one object."""

    name = NAME
    title = "Anthropic Messages"
    layout = Layout(messages=("messages",), system=("system",))
    max_cache_marks = MAX_MARKS
    rules: Mapping[str, str] = rules.RULES

    def read_message(self, value: Any, at: str) -> Message:
        return read.read_message(value, at)

    def read_system(self, value: Any, at: str) -> Message:
        return read.read_system(value, at)

    def read_tools(self, value: Any, at: str) -> tuple[Tool, ...]:
        return read.read_tools(value, at)

    def read_options(self, members: Mapping[str, Any], at: str = "") -> Options:
        return options.read_options(members, at)

    def relate(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Every entry says all there is to say."""
        return messages

    def write_message(self, message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
        return write.write_message(message, report, at)

    def write_tools(self, definitions: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
        return tools.write_tools(definitions, report)

    def write(self, conversation: Conversation, report: Report) -> dict[str, Any]:
        return write.write(conversation, report)

    def check(self, body: Body) -> list[Problem]:
        return rules.check(body)

    def read_answer(self, data: bytes) -> Answer:
        return answers.read_answer(data)

    def write_answer(self, answer: Answer, report: Report | None = None) -> dict[str, Any]:
        return answers.write_answer(answer, report)

    def stream_reader(self) -> StreamReader:
        return stream.Reader()

    def emit(self, answer: Answer, report: Report | None = None) -> Iterator[bytes]:
        return stream.emit(answer, report)

    def read_usage(self, value: Any) -> Usage:
        return usage.read_usage(value)

    def write_usage(self, used: Usage) -> dict[str, Any]:
        return usage.write_usage(used)

    def read_failure(self, status: int, headers: Mapping[str, str], data: bytes) -> Failure:
        return errors.read_failure(status, headers, data)

    def write_failure(self, failure: Failure) -> tuple[int, dict[str, Any]]:
        return errors.write_failure(failure)

    def count_marks(self, value: Any) -> int:
        return marks.count_marks(value)

    def with_mark(self, value: Any, mark: CacheMark) -> Any | None:
        return marks.with_mark(value, mark)

    def without_marks(self, value: Any) -> Any:
        return marks.without_marks(value)


ANTHROPIC: Dialect = AnthropicMessages()
