"""Bodies, answers and neutral conversations, realistic and odd.

`bodies()` makes requests that can be read, with everything that clients and servers of this format send: both
spellings of content, parts of every kind and of no known kind, nulls, empty lists, unknown fields at every level.
`conversations()` makes what no client sends: any parts in any message, in any order, as a caller might build them.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from brimful.messages import (
    CacheMark,
    Conversation,
    Document,
    Image,
    Message,
    Opaque,
    Options,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Wire,
)

JSON = dict[str, Any]

texts = st.text(max_size=12) | st.sampled_from(["hello", "", " ", "Grüße 🌊", "a\nb", "{}", "\x00"])
words = st.text(min_size=1, max_size=8)
ids = st.sampled_from(["call_1", "call_2", "call_3", "c" * 40, "toolu_01", "functions.read:0"])
names = st.sampled_from(["read_file", "bash", "search-code", "f" * 64])
base64 = st.sampled_from(["iVBORw0KGgo=", "/9j/4AAQ", "JVBERi0xLjQ="])
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
# Names that the format does not know, so that they never change the meaning of the rest.
unknown = st.dictionaries(st.sampled_from(["x_new", "metadata", "provider", "⚙", "x-y", "anno"]), values, max_size=2)


def objects(
    required: dict[str, st.SearchStrategy[Any]], **optional: st.SearchStrategy[Any]
) -> st.SearchStrategy[JSON]:
    """Objects with these members, any of the optional ones (null at times), and unknown ones."""
    nullable = {name: st.none() | member for name, member in optional.items()}
    known = st.fixed_dictionaries(required, optional=nullable)
    return st.builds(lambda first, more: {**more, **first}, known, unknown)


# --- requests -------------------------------------------------------------------------------------------------

marks = objects({}, type=st.sampled_from(["ephemeral", "persistent", ""]), ttl=st.sampled_from(["5m", "1h", ""]))
breakpoints = objects({"mode": st.just("explicit")}, ttl=st.sampled_from(["30m", "12h"]))
on_part = {"cache_control": marks, "prompt_cache_breakpoint": breakpoints}
data_urls = st.builds("data:{};base64,{}".format, st.sampled_from(["image/png", "application/pdf", ""]), base64)
urls = data_urls | st.sampled_from(
    ["https://example.org/a.png", "", "data:", "data:,x", "data:image/png;charset=x;base64,AA", "data:text/plain,hi"]
)

text_parts = objects({"type": st.just("text"), "text": texts}, **on_part)
refusal_parts = objects({"type": st.just("refusal"), "refusal": texts})
image_parts = objects(
    {
        "type": st.just("image_url"),
        "image_url": urls | objects({"url": urls}, detail=st.sampled_from(["low", "auto", ""])),
    },
    **on_part,
)
sounds = objects({"data": base64 | st.just("")}, format=st.sampled_from(["wav", "mp3", "mpeg", "x/y", ""]))
audio_parts = objects({"type": st.just("input_audio"), "input_audio": sounds}, **on_part)
file_members = {"file_data": urls | base64, "file_id": st.sampled_from(["file-1", ""]), "filename": texts}
file_parts = objects({"type": st.just("file"), "file": objects({}, **file_members)}, **on_part)
mistral_parts = objects(
    {
        "type": st.just("thinking"),
        "thinking": texts
        | st.lists(objects({"type": st.just("text"), "text": texts}), max_size=2)
        | st.just([{"type": "text", "text": "hm"}]),
    }
)
odd_parts = objects({"type": st.sampled_from(["video_url", "tool_reference", "", "⚙"])}, **on_part) | unknown
parts = text_parts | image_parts | audio_parts | file_parts | refusal_parts | mistral_parts | odd_parts


def contents(part: st.SearchStrategy[JSON]) -> st.SearchStrategy[Any]:
    """Content: text, an array, or nothing."""
    return texts | st.lists(part, max_size=4) | st.none()


functions = objects(
    {}, name=names | st.just(""), arguments=texts | st.just('{"a": 1}') | st.dictionaries(words, values)
)
calls = (
    objects({"type": st.just("function"), "function": functions}, id=ids | st.just(""))
    | objects({"function": functions}, id=ids, type=st.none())
    | objects({"type": st.just("custom"), "custom": objects({}, name=names, input=texts)}, id=ids)
    | objects({"type": st.sampled_from(["mcp", "web"])}, id=ids)
)
details = (
    objects({"type": st.just("reasoning.text")}, text=texts, signature=texts, id=texts, index=st.integers(0, 3))
    | objects({"type": st.just("reasoning.encrypted")}, data=texts, id=texts)
    | objects({"type": st.just("reasoning.summary")}, summary=texts)
    | objects({"type": st.sampled_from(["reasoning.new", ""])})
    | values
)
blocks = (
    objects({"type": st.just("thinking")}, thinking=texts, signature=texts)
    | objects({"type": st.just("redacted_thinking")}, data=texts)
    | values
)
reasoning = {
    "reasoning_content": st.sampled_from(["so", "so then", ""]) | values,
    "reasoning": st.sampled_from(["so", "so then", ""]) | values,
    "reasoning_text": st.sampled_from(["so", ""]),
    "reasoning_opaque": texts,
    "reasoning_details": st.lists(details, max_size=3)
    | st.just([{"type": "reasoning.text", "text": "so", "signature": "s", "index": 0}])
    | values,
    "thinking_blocks": st.lists(blocks, max_size=3) | values,
}
on_message = {"name": names | st.just(""), "cache_control": marks | texts, "copilot_cache_control": marks}

system_messages = objects(
    {"role": st.sampled_from(["system", "developer"])}, content=contents(text_parts | odd_parts), **on_message
)
user_messages = objects({"role": st.just("user")}, content=contents(parts), **on_message)
odd_messages = objects(
    {"role": st.sampled_from(["latest_reminder", "observer", ""])},
    content=contents(parts),
    tool_calls=values,
    **on_message,
)
said = {
    "content": contents(text_parts | refusal_parts | mistral_parts | odd_parts),
    "refusal": texts,
    "audio": objects({}, id=ids, transcript=texts) | texts,
    "tool_calls": st.lists(calls, max_size=3),
    "function_call": functions,
    "annotations": st.lists(values, max_size=2),
    **reasoning,
    **on_message,
}
assistant_messages = objects({"role": st.just("assistant")}, **said)
result_messages = objects(
    {"role": st.sampled_from(["tool", "function"])},
    tool_call_id=ids | st.just(""),
    content=contents(text_parts | image_parts | odd_parts),
    **on_message,
)
messages = system_messages | user_messages | assistant_messages | result_messages | odd_messages

schemas = st.sampled_from(
    [
        {},
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False},
    ]
) | st.dictionaries(words, values, max_size=3)
definition = {"name": names | st.just(""), "description": texts, "parameters": schemas, "strict": st.booleans()}
tools = (
    objects(
        {"type": st.just("function"), "function": objects({}, **definition, cache_control=marks)}, cache_control=marks
    )
    | objects({"function": objects({}, **definition)}, type=st.none())
    | objects({"type": st.just("custom"), "custom": objects({}, name=names, description=texts, format=values)})
    | objects({"type": st.sampled_from(["web_search", "builtin"])}, name=texts, function=values)
    | objects({}, type=st.just("later"))
)
legacy_tools = objects({"name": names | st.just("")}, description=texts, parameters=schemas)

options: dict[str, st.SearchStrategy[Any]] = {
    "max_tokens": st.integers(1, 10_000) | st.just(100.0),
    "max_completion_tokens": st.integers(1, 10_000),
    "temperature": st.floats(0, 2) | st.integers(0, 2),
    "top_p": st.floats(0, 1),
    "stop": texts | st.lists(texts, max_size=3),
    "stream": st.booleans(),
    "stream_options": st.just({"include_usage": True}),
    "parallel_tool_calls": st.booleans(),
    "tool_choice": st.sampled_from(
        [
            "auto",
            "none",
            "required",
            "validated",
            {"type": "function", "function": {"name": "bash"}},
            {"type": "custom", "custom": {"name": "bash"}},
            {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": []}},
            {"type": "new"},
        ]
    ),
    "function_call": st.sampled_from(["auto", {"name": "bash"}]),
    "response_format": st.sampled_from(
        [
            {"type": "text"},
            {"type": "json_object"},
            {"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "object"}, "strict": True}},
            {"type": "json_schema", "json_schema": {"name": "n"}},
        ]
    ),
    "reasoning_effort": st.sampled_from(["low", "xhigh", "ultra"]),
    "reasoning": st.sampled_from([{"effort": "high", "exclude": False}, {"max_tokens": 10}]),
    "functions": st.lists(legacy_tools, max_size=2),
    "tools": st.lists(tools, max_size=3),
    "n": st.integers(1, 3),
    "prompt_cache_key": texts,
}


def bodies() -> st.SearchStrategy[JSON]:
    """Requests that can be read."""
    listed = {"messages": st.lists(messages, max_size=5)}
    whole = objects(listed, **options)
    return st.builds(
        lambda body, model: {**body, **model}, whole, st.fixed_dictionaries({}, optional={"model": texts})
    )


# --- answers --------------------------------------------------------------------------------------------------

counts = st.integers(0, 100_000)
usages = objects(
    {"prompt_tokens": counts, "completion_tokens": counts},
    total_tokens=counts,
    prompt_tokens_details=objects({}, cached_tokens=counts, cache_write_tokens=counts),
    completion_tokens_details=objects({}, reasoning_tokens=counts),
)
answer_messages = objects({"role": st.just("assistant")}, **said) | objects({}, **said)
choices = objects(
    {"message": answer_messages},
    index=st.integers(0, 3),
    logprobs=values,
    finish_reason=st.sampled_from(
        ["stop", "length", "tool_calls", "content_filter", "function_call", "eos", "new", ""]
    ),
)


def answers() -> st.SearchStrategy[JSON]:
    """Whole answers."""
    return objects(
        {"choices": st.lists(choices, max_size=3)},
        id=texts,
        object=st.just("chat.completion"),
        created=counts,
        model=texts,
        usage=usages,
        system_fingerprint=texts,
    )


# --- the neutral model, made by hand --------------------------------------------------------------------------

elsewhere = st.none() | st.sampled_from(
    [
        Wire("anthropic", "block", {"citations": []}),
        Wire("gemini"),
        Wire("responses", "output", {"status": "completed"}),
    ]
)
own_ids = st.sampled_from(["a", "b", "", "fc_" + "x" * 60, "fc_" + "x" * 61, "tool use/1", "tool use:1"])
own_names = st.sampled_from(["read", "read file", "read.file", "", "n" * 80, "werkzeug_ü"])
neutral_texts = st.builds(Text, texts, elsewhere)
images = st.builds(
    Image,
    st.sampled_from(["", "image/png", "image/bmp"]),
    st.sampled_from(["", "iVBORw0KGgo=", "Qk0="]),
    st.sampled_from(["", "https://example.org/a", "gs://bucket/a"]),
    st.sampled_from(["", "file_1"]),
    st.sampled_from(["", "low"]),
    elsewhere,
)
documents = st.builds(
    Document,
    st.sampled_from(["", "application/pdf", "audio/wav", "audio/mpeg", "audio/ogg", "video/mp4", "image/png"]),
    st.sampled_from(["", "JVBERi0="]),
    st.sampled_from(["", "https://example.org/b.pdf"]),
    st.sampled_from(["", "file_2"]),
    texts,
    st.sampled_from(["", "b.pdf"]),
    elsewhere,
)
opaques = st.builds(Opaque, st.sampled_from(["server_tool_use", "compaction"]), values, st.none(), elsewhere)
cache_marks = st.builds(
    CacheMark, st.sampled_from(["ephemeral", "explicit"]), st.sampled_from(["", "5m", "1h", "30m"]), elsewhere
)
content_parts = neutral_texts | images | documents | opaques | cache_marks
results = st.builds(
    ToolResult, own_ids, st.lists(content_parts, max_size=3).map(tuple), st.booleans(), own_names, elsewhere
)
own_calls = st.builds(
    ToolCall,
    own_ids,
    own_names,
    texts | st.just('{"a": 1}'),
    st.sampled_from(["function", "custom"]),
    texts,
    elsewhere,
)
thoughts = st.builds(Thinking, texts, texts, st.booleans(), texts, elsewhere)
neutral_parts = content_parts | results | own_calls | thoughts
neutral_messages = st.builds(
    Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.lists(neutral_parts, max_size=4).map(tuple),
    st.sampled_from(["", "Ada", "two words", "<b>" * 30]),
    elsewhere,
)
own_schemas = st.none() | st.sampled_from(
    [
        {},
        {"type": "object"},
        {"type": "object", "properties": {"a": {"type": "array"}}, "additionalProperties": False, "required": ["a"]},
        {"anyOf": [{"type": "object"}, {"type": "array"}]},
        {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "array"}}}},
    ]
)
own_tools = st.builds(
    Tool,
    own_names,
    texts,
    own_schemas,
    st.sampled_from(["function", "custom", "web_search"]),
    st.none() | st.booleans(),
    st.none() | cache_marks,
    elsewhere,
)
own_options = st.builds(
    Options,
    st.none() | st.integers(1, 1000),
    st.none() | st.floats(-1, 3),
    st.none() | st.floats(-1, 2),
    st.none() | st.lists(texts, max_size=6).map(tuple),
    st.none() | st.builds(ToolChoice, st.sampled_from(["auto", "any", "none", "tool"]), own_names),
    st.none() | st.booleans(),
    st.none() | st.sampled_from([{"type": "object", "properties": {}}, {"type": "string"}]),
    st.none() | st.sampled_from(["low", "max", "8192"]),
    st.none() | st.booleans(),
)


def conversations() -> st.SearchStrategy[Conversation]:
    """Conversations as a caller might build them, or another dialect read them."""
    return st.builds(
        Conversation,
        st.lists(neutral_messages, max_size=6).map(tuple),
        st.lists(own_tools, max_size=4).map(tuple),
        st.just("gpt-5.6"),
        own_options,
        elsewhere,
    )
