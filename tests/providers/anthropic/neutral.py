"""Conversations of the neutral model made by hand: any part in any role in any order, of no wire or of another."""

from __future__ import annotations

from hypothesis import strategies as st

from brimful.messages import (
    CacheMark,
    Conversation,
    Document,
    Image,
    Message,
    Opaque,
    Options,
    Part,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Wire,
)

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

wires = st.sampled_from([None, Wire("openai"), Wire("gemini", extra={"x": 1})])
ids = st.sampled_from(["", "a", "b", "call_1", "id with space", "ü"])
names = st.sampled_from(["read", "run-it", "mcp.x:y", "näme", "n" * 140, ""])
words = st.text(max_size=20) | st.sampled_from(["", " ", "\n\t", "words "])

texts = st.builds(Text, words, wire=wires)
images = st.one_of(
    st.builds(Image, media_type=st.sampled_from(["image/png", "image/tiff", ""]), data=st.just(PIXEL), wire=wires),
    st.builds(
        Image,
        url=st.sampled_from(
            ["https://example.com/a.png", "http://example.com/a.png", f"data:image/png;base64,{PIXEL}"]
        ),
        detail=st.sampled_from(["", "low", "auto"]),
    ),
    st.builds(Image, file_id=st.just("file-1"), wire=wires),
    st.just(Image()),
)
documents = st.one_of(
    st.builds(
        Document, media_type=st.sampled_from(["application/pdf", "audio/wav", "text/csv"]), data=st.just("YQ==")
    ),
    st.builds(Document, text=words, name=words),
    st.builds(Document, url=st.just("https://example.com/a.pdf"), media_type=st.sampled_from(["", "video/mp4"])),
    st.builds(Document, file_id=st.just("file-1")),
    st.just(Document(media_type="text/plain", data="/w==")),
)
opaques = st.builds(Opaque, kind=st.sampled_from(["compaction", "web_search"]), value=st.just({"x": 1}), wire=wires)
marks = st.builds(CacheMark, ttl=st.sampled_from(["", "5m", "1h", "24h"]))
arguments = st.sampled_from(["{}", "", '{"path":"a"}', "not json", "[1]", '{"a":1,"a":2}', "null"])
calls = st.builds(
    ToolCall,
    ids,
    names,
    arguments,
    kind=st.sampled_from(["function", "custom"]),
    signature=st.sampled_from(["", "c2ln"]),
    wire=wires,
)
contents = st.lists(texts | images | documents | opaques | marks, max_size=3).map(tuple)
results = st.builds(ToolResult, ids, contents, is_error=st.booleans(), name=st.just("") | names, wire=wires)
thinking = st.builds(Thinking, words, st.sampled_from(["", "c2ln"]), st.booleans(), wire=wires)
parts: st.SearchStrategy[Part] = st.one_of(texts, images, documents, opaques, marks, calls, results, thinking)

messages = st.builds(
    Message,
    role=st.sampled_from(["system", "user", "assistant", "tool"]),
    parts=st.lists(parts, max_size=4).map(tuple),
    name=st.sampled_from(["", "alice"]),
    wire=wires,
)
schemas = st.sampled_from(
    [
        None,
        {},
        {"type": "OBJECT", "properties": {"p": {"type": "STRING"}}},
        {"type": "string"},
        {"$schema": "x", "anyOf": [{"type": "object"}]},
        {"type": "object", "properties": None},
    ]
)
tools = st.builds(
    Tool,
    name=names,
    description=words,
    parameters=schemas,
    kind=st.sampled_from(["function", "function", "custom", "web_search"]),
    strict=st.sampled_from([None, True, False]),
    cache_mark=st.none() | marks,
    wire=wires,
)
options = st.builds(
    Options,
    max_output_tokens=st.none() | st.integers(1, 10_000),
    temperature=st.none() | st.floats(0, 2),
    top_p=st.none() | st.floats(0, 1),
    stop=st.none() | st.lists(words, max_size=2).map(tuple),
    tool_choice=st.none() | st.builds(ToolChoice, st.sampled_from(["auto", "any", "none", "tool"]), names),
    parallel_tool_calls=st.none() | st.booleans(),
    response_schema=st.none() | st.just({"type": "object", "properties": {"a": {"type": "object"}}}),
    reasoning_effort=st.sampled_from([None, "none", "minimal", "low", "max", "brand_new"]),
    stream=st.none() | st.booleans(),
)
conversations = st.builds(
    Conversation,
    messages=st.lists(messages, min_size=1, max_size=8).map(tuple),
    tools=st.lists(tools, max_size=4).map(tuple),
    model=st.just("claude-sonnet-5"),
    options=options,
    wire=wires,
)
