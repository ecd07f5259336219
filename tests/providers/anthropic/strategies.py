"""Requests and answers of the Messages API for property tests: realistic ones and odd ones.

`bodies` are JSON that can be read, not JSON the API would take: any block in any message, unknown kinds, nulls, empty
lists, unknown fields at every level, every spelling. `answers` are what the API sends back.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

words = st.text(max_size=20) | st.sampled_from(["", " ", "é 😀 \u2028", "a\nb", "\ud83d"])
ids = st.sampled_from(["toolu_01", "toolu_02", "a b", ""])
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([10**30, 1.0, -0.0, 1e22])
    | words
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2))
objects = st.dictionaries(words, values, max_size=3)
# Names no wire uses, so that they are leftovers wherever they stand; null and empty values among them.
extras = st.dictionaries(st.sampled_from(["x_new", "neu", "beta"]), values, max_size=2)


def fields(
    required: dict[str, st.SearchStrategy[Any]], **optional: st.SearchStrategy[Any]
) -> st.SearchStrategy[Json]:
    """An object with these members, null in the place of some optional ones, and unknown members."""
    nullable = {name: strategy | st.none() for name, strategy in optional.items()}
    known = st.fixed_dictionaries(required, optional=nullable)
    return st.builds(lambda known, extra: {**extra, **known}, known, st.just({}) | extras)


def kind(name: str) -> dict[str, st.SearchStrategy[Any]]:
    return {"type": st.just(name)}


marks = fields(kind("ephemeral"), ttl=st.sampled_from(["5m", "1h", ""]))
texts = fields({**kind("text"), "text": words}, cache_control=marks, citations=st.lists(objects, max_size=1))
image_sources = st.one_of(
    fields(kind("base64"), media_type=st.sampled_from(["image/png", ""]), data=st.sampled_from([PIXEL, ""])),
    fields({**kind("url"), "url": st.sampled_from(["https://example.com/a.png", ""])}),
    fields({**kind("file"), "file_id": st.sampled_from(["file_1", ""])}),
    fields(kind("new_source")),
)
images = fields({**kind("image"), "source": image_sources}, cache_control=marks, transformations=objects)
document_sources = st.one_of(
    fields(kind("base64"), media_type=st.just("application/pdf"), data=st.sampled_from(["JVBERi0=", ""])),
    fields({**kind("text"), "data": words}, media_type=st.just("text/plain")),
    fields({**kind("url"), "url": st.just("https://example.com/a.pdf")}),
    fields({**kind("file"), "file_id": st.just("file_1")}),
    fields({**kind("content"), "content": words | st.lists(texts | images, max_size=2)}),
)
documents = fields(
    {**kind("document"), "source": document_sources},
    title=words,
    context=words,
    citations=st.just({"enabled": True}),
    cache_control=marks,
)
unknown_blocks = fields(
    {"type": st.sampled_from(["search_result", "tool_reference", "browser_state", "brand_new", ""])},
    content=st.lists(texts, max_size=1) | words,
    source=words,
    cache_control=marks,
)
contents = st.lists(texts | images | documents | unknown_blocks, max_size=3)
tool_uses = fields({**kind("tool_use"), "id": ids, "name": words}, input=values, caller=objects, cache_control=marks)
tool_results = fields(
    {**kind("tool_result"), "tool_use_id": ids},
    content=words | contents,
    is_error=st.booleans(),
    cache_control=marks,
)
thinking = fields({**kind("thinking"), "thinking": words}, signature=words) | fields(
    {**kind("redacted_thinking"), "data": words}
)
server_blocks = fields(
    {"type": st.sampled_from(["server_tool_use", "web_search_tool_result", "mcp_tool_use", "compaction"])},
    id=ids,
    name=words,
    input=objects,
    content=values,
    cache_control=marks,
)
blocks = st.one_of(texts, images, documents, tool_uses, tool_results, thinking, server_blocks, unknown_blocks)
messages = fields(
    {"role": st.sampled_from(["user", "user", "assistant", "assistant", "system", "tool", "brand_new"])},
    content=words | st.lists(blocks, max_size=4) | st.lists(tool_results, max_size=2),
    output_config=objects,
)
own_tools = fields(
    {"name": words},
    type=st.just("custom"),
    description=words,
    input_schema=objects,
    strict=st.booleans(),
    cache_control=marks,
    input_examples=st.lists(objects, max_size=1),
)
known_tools = fields(
    {"type": st.sampled_from(["bash_20250124", "web_search_20260318", "mcp_toolset", "function", ""])},
    name=words,
    input_schema=objects,
    configs=objects,
    cache_control=marks,
)
tools = own_tools | known_tools
choices = fields(
    {"type": st.sampled_from(["auto", "any", "none", "tool", "brand_new"])},
    name=words,
    disable_parallel_tool_use=st.booleans(),
)
outputs = fields(
    {},
    effort=st.sampled_from(["low", "max", "brand_new", ""]),
    format=fields(kind("json_schema"), schema=objects),
    task_budget=objects,
)
parameters: dict[str, st.SearchStrategy[Any]] = {
    "max_tokens": st.integers(),
    "temperature": st.floats(0, 1) | st.just(1),
    "top_p": st.floats(0, 1),
    "top_k": st.integers(),
    "stop_sequences": st.lists(words, max_size=2),
    "stream": st.booleans(),
    "tool_choice": choices,
    "output_config": outputs,
    "output_format": fields(kind("json_schema"), schema=objects),
    "thinking": fields({"type": st.sampled_from(["enabled", "adaptive", "disabled"])}, budget_tokens=st.integers()),
    "metadata": objects,
    "context_management": objects,
    "cache_control": marks,
}
# The lists themselves are never null here: what a null list was is kept by the bytes, not by the model.
_lists = {"messages": st.lists(messages, max_size=6), "tools": st.lists(tools, max_size=3)}
_systems = words | st.lists(texts | unknown_blocks, max_size=3) | st.none()


def _body(listed: Json, parameters: Json, extra: Json) -> Json:
    return {**extra, **parameters, **listed}


bodies = st.builds(
    _body,
    st.fixed_dictionaries({}, optional={**_lists, "model": words, "system": _systems}),
    fields({}, **parameters),
    extras,
)

counts = st.integers(0, 10_000)
usages = fields(
    {"input_tokens": counts, "output_tokens": counts},
    cache_creation_input_tokens=counts,
    cache_read_input_tokens=counts,
    cache_creation=fields({}, ephemeral_5m_input_tokens=counts, ephemeral_1h_input_tokens=counts),
    output_tokens_details=fields({"thinking_tokens": counts}),
    service_tier=st.just("standard"),
)
# Inputs of answers are objects: that is what the model calls tools with.
_answer_calls = fields({**kind("tool_use"), "id": ids, "name": words, "input": objects}, caller=objects)
_answer_blocks = st.one_of(
    fields({**kind("text"), "text": words}, citations=st.lists(objects, max_size=2)),
    fields({**kind("thinking"), "thinking": words, "signature": words}),
    fields({**kind("redacted_thinking"), "data": words}),
    _answer_calls,
    fields({**kind("server_tool_use"), "id": ids, "name": words, "input": objects}),
    fields({**kind("web_search_tool_result"), "tool_use_id": ids, "content": st.lists(objects, max_size=1)}),
    fields({**kind("compaction"), "content": words | st.none()}),
)
stop_reasons = st.sampled_from(
    [
        "end_turn",
        "max_tokens",
        "stop_sequence",
        "tool_use",
        "pause_turn",
        "refusal",
        "model_context_window_exceeded",
        "brand_new",
    ]
)
answers = fields(
    {
        "id": words,
        "type": st.just("message"),
        "role": st.just("assistant"),
        "model": words,
        "content": st.lists(_answer_blocks, max_size=4),
        "stop_reason": stop_reasons,
        "stop_sequence": st.none() | words,
        "usage": usages,
    },
    stop_details=objects,
    container=objects,
)
