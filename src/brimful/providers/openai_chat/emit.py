"""From an answer to the chunks of a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brimful.jsontext import encode
from brimful.messages import Thinking
from brimful.providers.answer import Answer
from brimful.providers.openai_chat.answers import write_answer
from brimful.providers.openai_chat.thinking import BLOCK_FIELDS, SIGNATURE_OF, TEXT_FIELDS, read_block
from brimful.providers.problem import Report
from brimful.providers.sse import encode as encode_event

_DONE = b"[DONE]"


def emit(answer: Answer, report: Report | None = None) -> Iterator[bytes]:
    """An answer as the chunks of a stream. Usage comes in a last chunk of its own, when it is known."""
    return _chunks(write_answer(answer, report))


def _chunks(whole: dict[str, Any]) -> Iterator[bytes]:
    choices, usage = whole.pop("choices"), whole.pop("usage", None)
    base = {**whole, "object": "chat.completion.chunk"}
    for choice in choices:
        beside = {name: value for name, value in choice.items() if name not in ("message", "finish_reason")}
        for delta in _deltas(choice["message"]):
            yield _chunk(base, [{**beside, "delta": delta, "finish_reason": None}])
        yield _chunk(base, [{**beside, "delta": {}, "finish_reason": choice.get("finish_reason")}])
    if usage is not None:
        yield _chunk({**base, "usage": usage}, [])
    yield encode_event(_DONE)


def _chunk(base: dict[str, Any], choices: list[dict[str, Any]]) -> bytes:
    return encode_event(encode({**base, "choices": choices}))


def _deltas(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The message in pieces: who speaks, reasoning, content, refusal, sound, calls."""
    told = {
        "content",
        "refusal",
        "audio",
        "tool_calls",
        "function_call",
        *TEXT_FIELDS,
        *SIGNATURE_OF.values(),
        *BLOCK_FIELDS,
    }
    yield {"role": "assistant", **{name: value for name, value in message.items() if name not in told}}
    yield from _reasoning_deltas(message)
    for name in ("content", "refusal", "audio"):
        if message.get(name):
            yield {name: message[name]}
    for index, call in enumerate(message.get("tool_calls") or ()):
        yield from _call_deltas(index, call)
    if message.get("function_call"):
        yield {"function_call": message["function_call"]}


def _reasoning_deltas(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Reasoning; fields that say the same go out together, as the servers that repeat themselves send them."""
    blocks = {name: message[name] for name in BLOCK_FIELDS if isinstance(message.get(name), list) and message[name]}
    parts = [read_block(name, block) for name, listed in blocks.items() for block in listed]
    said = "".join(part.text for part in parts if isinstance(part, Thinking))
    together: dict[str, dict[str, Any]] = {}
    for name in TEXT_FIELDS:
        signature = {SIGNATURE_OF[name]: message[SIGNATURE_OF[name]]} if SIGNATURE_OF.get(name) in message else {}
        text = message.get(name)
        if signature and text == said:
            yield {name: text, **signature}
        elif text or signature:
            together.setdefault(text or "", {}).update({name: text or "", **signature})
    with_blocks = together.pop(said, {}) if said else {}
    yield from together.values()
    if blocks:
        yield {**with_blocks, **blocks}


def _call_deltas(index: int, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A call's name first and its arguments after, as OpenAI streams them; other kinds whole."""
    inner = call.get("function")
    if not isinstance(inner, dict) or not isinstance(inner.get("arguments"), str):
        yield {"tool_calls": [{"index": index, **call}]}
        return
    yield {"tool_calls": [{"index": index, **call, "function": {**inner, "arguments": ""}}]}
    if inner["arguments"]:
        yield {"tool_calls": [{"index": index, "function": {"arguments": inner["arguments"]}}]}
