"""A member of a request is carried to another provider as an option, or it is reported (MSG-2)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from brimful import jsontext
from brimful.messages import Conversation, Message, Options, Text, Wire
from brimful.providers import NAMES, Report, dialect, read_body
from brimful.providers.leftovers import CARRIED, foreign_leftovers

pytestmark = pytest.mark.spec("MSG-2")

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}

# For each row of the table, the least that says its option. Gemini's are camelCase here; see `spelled`.
SAID: dict[str, dict[str, dict[str, Any]]] = {
    "openai": {
        "max_tokens": {"max_tokens": 5},
        "max_completion_tokens": {"max_completion_tokens": 5},
        "temperature": {"temperature": 0.5},
        "top_p": {"top_p": 0.5},
        "stop": {"stop": ["x"]},
        "tool_choice": {"tool_choice": "auto"},
        "function_call": {"function_call": "auto"},
        "parallel_tool_calls": {"parallel_tool_calls": False},
        "response_format": {"response_format": {"type": "json_schema", "json_schema": {"schema": SCHEMA}}},
        "reasoning_effort": {"reasoning_effort": "low"},
        "reasoning.effort": {"reasoning": {"effort": "low"}},
        "stream": {"stream": False},
    },
    "responses": {
        "max_output_tokens": {"max_output_tokens": 50},
        "temperature": {"temperature": 0.5},
        "top_p": {"top_p": 0.5},
        "tool_choice": {"tool_choice": "auto"},
        "parallel_tool_calls": {"parallel_tool_calls": False},
        "text.format": {"text": {"format": {"type": "json_schema", "name": "a", "schema": SCHEMA}}},
        "reasoning.effort": {"reasoning": {"effort": "low"}},
        "stream": {"stream": False},
    },
    "anthropic": {
        "max_tokens": {"max_tokens": 5},
        "temperature": {"temperature": 0.5},
        "top_p": {"top_p": 0.5},
        "stop_sequences": {"stop_sequences": ["x"]},
        "tool_choice.type": {"tool_choice": {"type": "auto"}},
        "tool_choice.name": {"tool_choice": {"type": "tool", "name": "f"}},
        "tool_choice.disable_parallel_tool_use": {"tool_choice": {"disable_parallel_tool_use": True}},
        "output_config.format": {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}},
        "output_format": {"output_format": {"type": "json_schema", "schema": SCHEMA}},
        "output_config.effort": {"output_config": {"effort": "low"}},
        "stream": {"stream": False},
    },
    "gemini": {
        "generationConfig.maxOutputTokens": {"generationConfig": {"maxOutputTokens": 5}},
        "generationConfig.temperature": {"generationConfig": {"temperature": 0.5}},
        "generationConfig.topP": {"generationConfig": {"topP": 0.5}},
        "generationConfig.stopSequences": {"generationConfig": {"stopSequences": ["x"]}},
        "toolConfig.functionCallingConfig": {"toolConfig": {"functionCallingConfig": {"mode": "AUTO"}}},
        "generationConfig.responseJsonSchema": {"generationConfig": {"responseJsonSchema": SCHEMA}},
        "generationConfig.responseSchema": {"generationConfig": {"responseSchema": SCHEMA}},
        "generationConfig.responseMimeType": {
            "generationConfig": {"responseMimeType": "application/json", "responseSchema": SCHEMA}
        },
        "generationConfig.thinkingConfig.thinkingLevel": {
            "generationConfig": {"thinkingConfig": {"thinkingLevel": "low"}}
        },
        "generationConfig.thinkingConfig.thinkingBudget": {
            "generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}
        },
    },
}
ROWS = [(source, path) for source in NAMES for path in CARRIED[source]]
PAIRS = [pair for pair in itertools.product(NAMES, NAMES) if pair[0] != pair[1]]
MESSAGES: dict[str, dict[str, Any]] = {
    "openai": {"model": "m", "messages": [{"role": "user", "content": "hi"}]},
    "responses": {"model": "m", "input": "hi", "instructions": "be brief"},
    "anthropic": {"model": "m", "system": "be brief", "messages": [{"role": "user", "content": "hi"}]},
    "gemini": {
        "systemInstruction": {"parts": [{"text": "be brief"}]},
        "contents": [{"role": "user", "parts": [{"text": "hi"}]}],
    },
}


def snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def camel(path: str) -> str:
    return ".".join(
        "".join(word.title() if place else word for place, word in enumerate(step.split("_")))
        if "_" in step
        else step
        for step in path.split(".")
    )


def envelope(source: str, path: str) -> dict[str, Any]:
    """The least that says the option of that row, its steps spelled as the row spells them."""
    if source != "gemini":
        return SAID[source][path]
    steps = set(path.split("."))

    def spelled(value: Any) -> Any:
        if not isinstance(value, dict) or value == SCHEMA:
            return value
        return {snake(key) if snake(key) in steps else key: spelled(inner) for key, inner in value.items()}

    found: dict[str, Any] = spelled(SAID[source][camel(path)])
    return found


def has(value: Any, path: str) -> bool:
    for step in path.split("."):
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


def read(source: str, members: dict[str, Any]) -> Conversation:
    return read_body(jsontext.encode({**MESSAGES[source], **members}), dialect(source)).conversation


def reported(conversation: Conversation, target: str) -> set[str]:
    """The places of the envelope that the writer reported."""
    report = Report()
    dialect(target).write(conversation, report)
    assert conversation.wire is not None
    return {loss.at for loss in report.losses if has(conversation.wire.extra, loss.at)}


@pytest.mark.parametrize(("source", "path"), ROWS)
def test_each_row_is_what_its_dialect_reads_that_option_from(source: str, path: str) -> None:
    members = envelope(source, path)
    assert has(members, path)
    options = dialect(source).read_options(members)
    assert {name for name in Options.__struct_fields__ if getattr(options, name) is not None} == {
        CARRIED[source][path]
    }


@pytest.mark.parametrize(("source", "path"), ROWS)
def test_a_member_is_carried_only_while_its_option_is_there(source: str, path: str) -> None:
    said = read(source, envelope(source, path))
    for target in set(NAMES) - {source}:
        assert list(foreign_leftovers(said, target)) == []
        forgotten = Conversation(said.messages, model="m", wire=said.wire)
        assert (path, path.rpartition(".")[2]) in list(foreign_leftovers(forgotten, target))


def test_every_option_that_a_dialect_reads_has_a_row() -> None:
    for source in NAMES:
        wanted = set(Options.__struct_fields__)
        lacking = {"responses": {"stop"}, "gemini": {"stream", "parallel_tool_calls"}}.get(source, set())
        assert set(CARRIED[source].values()) == wanted - lacking


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_nothing_is_reported_of_an_envelope_that_options_hold(source: str, target: str) -> None:
    members: dict[str, Any] = {}
    for path in CARRIED[source]:
        for name, value in envelope(source, path).items():
            known = members.get(name)
            both = isinstance(known, dict) and isinstance(value, dict)
            members[name] = {**known, **value} if both and known is not None else value
    said = read(source, members)
    assert list(foreign_leftovers(said, target)) == []


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_members_that_no_option_holds_are_reported_by_every_writer(source: str, target: str) -> None:
    nest = {
        "openai": {"reasoning": {"max_tokens": 9, "effort": "low"}},
        "responses": {"text": {"verbosity": "low"}, "reasoning": {"effort": "low", "summary": "auto"}},
        "anthropic": {"output_config": {"effort": "low", "novel": 1}, "thinking": {"type": "adaptive"}},
        "gemini": {"generation_config": {"topK": 4, "thinkingConfig": {"includeThoughts": True}}},
    }[source]
    inside = {
        "openai": {"reasoning.max_tokens"},
        "responses": {"text.verbosity", "reasoning.summary"},
        "anthropic": {"output_config.novel", "thinking"},
        "gemini": {"generation_config.topK", "generation_config.thinkingConfig.includeThoughts"},
    }[source]
    said = read(source, {**nest, "brand_new": {"a": 1}, "nothing": None})
    assert reported(said, target) == {*inside, "brand_new"}


@pytest.mark.parametrize(
    ("source", "members", "lost"),
    [
        ("openai", {"response_format": {"type": "json_object"}}, ["response_format"]),
        ("openai", {"tool_choice": {"type": "novel"}, "stop": None}, ["tool_choice"]),
        ("responses", {"text": {"format": {"type": "json_object"}}}, ["text.format"]),
        ("anthropic", {"tool_choice": {"type": "novel"}}, ["tool_choice.type"]),
        (
            "gemini",
            {"generationConfig": {"responseMimeType": "application/json"}},
            ["generationConfig.responseMimeType"],
        ),
        (
            "gemini",
            {"generationConfig": {"thinkingConfig": {"thinkingBudget": 9}}},
            ["generationConfig.thinkingConfig.thinkingBudget"],
        ),
        (
            "gemini",
            {"toolConfig": {"functionCallingConfig": {"mode": "NOVEL"}, "retrievalConfig": None}},
            ["toolConfig.functionCallingConfig"],
        ),
        ("gemini", {"generationConfig": None, "toolConfig": {}}, []),
    ],
)
def test_a_member_whose_meaning_is_no_option_is_lost_though_it_is_in_the_table(
    source: str, members: dict[str, Any], lost: list[str]
) -> None:
    said = read(source, members)
    for target in set(NAMES) - {source}:
        assert [place for place, _ in foreign_leftovers(said, target)] == lost


@pytest.mark.parametrize("name", NAMES)
def test_what_has_a_place_of_its_own_is_never_lost(name: str) -> None:
    said = read(name, {"tools": []})
    for target in NAMES:
        assert list(foreign_leftovers(said, target)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_dialects_own_envelope_and_no_envelope_leave_nothing_behind(name: str) -> None:
    messages = (Message("user", (Text("hi"),)),)
    assert list(foreign_leftovers(Conversation(messages), name)) == []
    assert list(foreign_leftovers(Conversation(messages, wire=Wire(name, extra={"novel": 1})), name)) == []


def test_an_envelope_of_a_dialect_without_rows_is_all_leftovers() -> None:
    wire = Wire("another", extra={"temperature": 1, "reasoning": {"effort": "low"}, "gone": None})
    said = Conversation(options=Options(temperature=1), wire=wire)
    assert list(foreign_leftovers(said, "openai")) == [("temperature", "temperature"), ("reasoning", "reasoning")]
