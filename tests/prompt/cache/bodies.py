"""Requests for the tests of the ledger: a conversation on any wire, each message a thousand tokens."""

from __future__ import annotations

import json
from typing import Any

from brimful.models import Registry, caching_for
from brimful.prompt.cache import Counts, Prompt, PromptReader, place_marks
from brimful.providers import Body, dialect, read_body

EACH = 1_000  # tokens of each message, of the system prompt, and of all tools together

MODELS = {
    "anthropic": "claude-sonnet-5",
    "openai": "gpt-4o",
    "responses": "gpt-6-sol",
    "gemini": "gemini-2.5-pro",
}
REGISTRY = Registry.shipped()
TOOLS = {
    "read": {"type": "object", "properties": {"path": {"type": "string"}, "line": {"type": "integer"}}},
    "grep": {"type": "object", "properties": {"pattern": {"type": "string"}}},
}


def body(wire: str, said: list[str], *, system: str = "Be brief.", tools: Any = TOOLS, **more: Any) -> Body:
    """The user and the model in turns; the wire's own way of saying it."""
    return read_body(json.dumps({**_shape(wire, said, system, tools), **more}).encode(), dialect(wire))


def prompt(
    wire: str, said: list[str], *, marks: bool = True, reader: PromptReader | None = None, **more: Any
) -> Prompt:
    """The same as the cache sees it, with our marks where the model takes any."""
    return prompt_of(body(wire, said, **more), marks=marks, reader=reader)


def prompt_of(made: Body, *, marks: bool = True, reader: PromptReader | None = None) -> Prompt:
    """A body as the cache sees it."""
    wire = made.dialect.name
    model = REGISTRY.find(made.model or MODELS[wire])
    caching = caching_for(model.id, wire)
    made = place_marks(made, caching).body if marks else made
    tools = EACH if made.tools else 0
    counts = Counts(EACH * len(made.pieces) + tools, tools, (EACH,) * len(made.pieces))
    return (reader or PromptReader()).read(made, model, caching, counts)


def _shape(wire: str, said: list[str], system: str, tools: dict[str, Any]) -> dict[str, Any]:
    roles = ["user", "assistant"] * len(said)
    if wire == "gemini":
        contents = [
            {"role": "model" if role == "assistant" else role, "parts": [{"text": text}]}
            for role, text in zip(roles, said, strict=False)
        ]
        declared = [{"name": name, "parameters": schema} for name, schema in tools.items()]
        return {
            "contents": contents,
            "systemInstruction": {"parts": [{"text": system}]},
            "tools": [{"functionDeclarations": declared}] if declared else [],
        }
    messages = [{"role": role, "content": text} for role, text in zip(roles, said, strict=False)]
    model = {"model": MODELS[wire]}
    if wire == "anthropic":
        offered = [{"name": name, "input_schema": schema} for name, schema in tools.items()]
        return {**model, "max_tokens": 10, "system": system, "tools": offered, "messages": messages}
    messages = [{"role": "system", "content": system}, *messages]
    if wire == "responses":
        offered = [{"type": "function", "name": name, "parameters": schema} for name, schema in tools.items()]
        return {**model, "tools": offered, "input": messages}
    offered = [{"type": "function", "function": {"name": n, "parameters": s}} for n, s in tools.items()]
    return {**model, "tools": offered, "messages": messages}
