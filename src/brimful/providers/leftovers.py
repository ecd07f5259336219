"""Which members of a request stay behind when it is written for another provider (MSG-2).

A body that was read keeps its members beside the messages twice: those that mean the same everywhere in `Options`,
and all of them, as they came, in `wire.extra`. Another dialect writes the options and has no use for the rest. The
table says by which members each dialect says an option; a member is carried over when it is one of these and its
option is there. One of these whose option is not there (a mode we do not know, a budget in place of a level) is lost
like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from brimful.jsonplace import join
from brimful.messages import Conversation


def foreign_leftovers(conversation: Conversation, dialect: str) -> Iterator[tuple[str, str]]:
    """The place and the name of each member of another dialect's envelope that no option holds.

    Null says nothing, so it is not lost. Messages, system prompt, tools and model have places of their own in the
    conversation; `wire.extra` does not hold them.
    """
    wire = conversation.wire
    if wire is None or wire.dialect == dialect:
        return
    rows = CARRIED.get(wire.dialect, {})
    carried = {path for path, option in rows.items() if getattr(conversation.options, option) is not None}
    yield from _left_behind(wire.extra, "", rows, carried)


def _left_behind(
    members: Mapping[str, Any], at: str, rows: Iterable[str], carried: set[str]
) -> Iterator[tuple[str, str]]:
    """Walk the members; an object is looked into where the table has rows inside it."""
    for name, value in members.items():
        place = join(at, name)
        if value is None or place in carried:
            continue
        if isinstance(value, dict) and any(row.startswith(f"{place}.") for row in rows):
            yield from _left_behind(value, place, rows, carried)
        else:
            yield place, name


def _in_both_spellings(rows: Mapping[str, str]) -> dict[str, str]:
    """Every step of a path in camelCase and in snake_case: protobuf's JSON takes either, at every level."""
    return {
        ".".join(steps): option
        for path, option in rows.items()
        for steps in product(*((step, re.sub(r"([A-Z])", r"_\1", step).lower()) for step in path.split(".")))
    }


# For each dialect: the path of a member → the field of `Options` that `read_options` makes of it.
CARRIED: Mapping[str, Mapping[str, str]] = {
    "openai": {
        "max_tokens": "max_output_tokens",
        "max_completion_tokens": "max_output_tokens",
        "temperature": "temperature",
        "top_p": "top_p",
        "stop": "stop",
        "tool_choice": "tool_choice",
        "function_call": "tool_choice",  # before there were tools
        "parallel_tool_calls": "parallel_tool_calls",
        "response_format": "response_schema",
        "reasoning_effort": "reasoning_effort",
        "reasoning.effort": "reasoning_effort",  # OpenRouter
        "stream": "stream",
    },
    "responses": {
        "max_output_tokens": "max_output_tokens",
        "temperature": "temperature",
        "top_p": "top_p",
        "tool_choice": "tool_choice",
        "parallel_tool_calls": "parallel_tool_calls",
        "text.format": "response_schema",
        "reasoning.effort": "reasoning_effort",
        "stream": "stream",
    },
    "anthropic": {
        "max_tokens": "max_output_tokens",
        "temperature": "temperature",
        "top_p": "top_p",
        "stop_sequences": "stop",
        "tool_choice.type": "tool_choice",
        "tool_choice.name": "tool_choice",
        "tool_choice.disable_parallel_tool_use": "parallel_tool_calls",
        "output_config.format": "response_schema",
        "output_format": "response_schema",  # while it was in beta
        "output_config.effort": "reasoning_effort",
        "stream": "stream",
    },
    # The model and whether to stream stand in the address.
    "gemini": _in_both_spellings(
        {
            "generationConfig.maxOutputTokens": "max_output_tokens",
            "generationConfig.temperature": "temperature",
            "generationConfig.topP": "top_p",
            "generationConfig.stopSequences": "stop",
            "toolConfig.functionCallingConfig": "tool_choice",
            "generationConfig.responseJsonSchema": "response_schema",
            "generationConfig.responseSchema": "response_schema",
            "generationConfig.responseMimeType": "response_schema",  # JSON, which a schema says too
            "generationConfig.thinkingConfig.thinkingLevel": "reasoning_effort",
            "generationConfig.thinkingConfig.thinkingBudget": "reasoning_effort",  # 0 is "none"
        }
    ),
}
