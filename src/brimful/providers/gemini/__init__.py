"""Gemini `generateContent`, all that is this provider's: one object with the methods of `Dialect`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brimful.messages import CacheMark, Conversation, Message, Options, Tool, Usage
from brimful.providers.answer import Answer
from brimful.providers.body import Body, Layout
from brimful.providers.dialect import Dialect, StreamReader
from brimful.providers.failure import Failure
from brimful.providers.gemini import answers, errors, marks, options, read, rules, stream, write
from brimful.providers.gemini import usage as usages
from brimful.providers.gemini.ids import distinct
from brimful.providers.gemini.json_array import JsonArrayParser, json_array_events
from brimful.providers.gemini.spelling import NAME
from brimful.providers.problem import Problem, Report


class Gemini:
    """The wire format of `models/{model}:generateContent` and `:streamGenerateContent`."""

    name: str = NAME
    title: str = "Gemini generateContent"
    layout: Layout = Layout(
        messages=("contents",), system=("systemInstruction", "system_instruction"), tools=("tools",), model=()
    )
    max_cache_marks: int = 0
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
        """Tell nameless calls of different rounds apart."""
        return distinct(messages)

    def write_message(self, message: Message, report: Report, at: str = "") -> list[dict[str, Any]]:
        return write.write_message(message, report, at)

    def write_tools(self, tools: Sequence[Tool], report: Report) -> list[dict[str, Any]]:
        return write.write_tools(tools, report)

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
        return usages.read_usage(value)

    def write_usage(self, usage: Usage) -> dict[str, Any]:
        return usages.write_usage(usage)

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


GEMINI: Dialect = Gemini()

__all__ = ["GEMINI", "JsonArrayParser", "distinct", "json_array_events"]
