"""OpenAI Responses (`/v1/responses`), all that is theirs, as one object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brimful.messages import CacheMark, Conversation, Message, Options, Tool, Usage
from brimful.providers.answer import Answer
from brimful.providers.body import Body, Layout
from brimful.providers.dialect import Dialect
from brimful.providers.failure import Failure
from brimful.providers.openai_responses import answers, emit, errors, marks, options, read, rules, tools, usage, write
from brimful.providers.openai_responses.stream import ResponsesStreamReader
from brimful.providers.openai_responses.words import NAME
from brimful.providers.problem import Problem, Report

__all__ = ["OPENAI_RESPONSES", "OpenAIResponses"]


class OpenAIResponses:
    """The Responses API's wire format. What each method does is said in `Dialect`."""

    name = NAME
    title = "OpenAI Responses"
    layout = Layout(messages=("input",), system=("instructions",))
    max_cache_marks = marks.MAX_MARKS
    rules: Mapping[str, str] = rules.RULES

    def read_message(self, value: Any, at: str) -> Message:
        return read.read_message(value, at)

    def read_system(self, value: Any, at: str) -> Message:
        return read.read_system(value, at)

    def read_tools(self, value: Any, at: str) -> tuple[Tool, ...]:
        return tools.read_tools(value, at)

    def read_options(self, members: Mapping[str, Any], at: str = "") -> Options:
        return options.read_options(members, at)

    def relate(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Every entry says all there is to say."""
        return messages

    def write_message(self, message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
        return write.write_message(message, report, at)

    def write_tools(self, tools_: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
        return tools.write_tools(tools_, report)

    def write(self, conversation: Conversation, report: Report) -> dict[str, Any]:
        return write.write(conversation, report)

    def check(self, body: Body) -> list[Problem]:
        return rules.check(body)

    def read_answer(self, data: bytes) -> Answer:
        return answers.read_answer(data)

    def write_answer(self, answer: Answer, report: Report | None = None) -> dict[str, Any]:
        return answers.write_answer(answer, report)

    def stream_reader(self) -> ResponsesStreamReader:
        return ResponsesStreamReader()

    def emit(self, answer: Answer, report: Report | None = None) -> Iterator[bytes]:
        return emit.emit(answer, report)

    def emit_failure(self, failure: Failure, *, id: str = "", model: str = "") -> Iterator[bytes]:
        """A failure as a stream that fails (beyond the contract: Codex wants window errors this way)."""
        return emit.emit_failure(failure, id=id, model=model)

    def read_usage(self, value: Any) -> Usage:
        return usage.read_usage(value)

    def write_usage(self, usage_: Usage) -> dict[str, Any]:
        return usage.write_usage(usage_)

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


OPENAI_RESPONSES: Dialect = OpenAIResponses()
