"""Gemini bodies and answers, realistic and odd; and conversations of no dialect."""

from __future__ import annotations

import re
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

words = st.text(max_size=12) | st.sampled_from(["", "read_file", "Grüße 🌍", "a\u2028b", '{"a": 1}', "\ud83d"])
names = st.sampled_from(["read_file", "list", "a.b:c-d", "", "Ünï"])
signatures = st.sampled_from(["c2lnbmF0dXJl", "", "bXkgc2ln"])
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=5
)
objects = st.dictionaries(words, values, max_size=3)
unknown = st.fixed_dictionaries({}, optional={"xNew": values, "x_other": values, "labels": objects})


def snake(name: str) -> str:
    return re.sub(r"([A-Z])", r"_\1", name).lower()


@st.composite
def members(draw: st.DrawFn, required: dict[str, Any], optional: dict[str, Any]) -> dict[str, Any]:
    """An object whose names are spelled either way, with null here and there and fields nobody knows."""
    found = draw(st.fixed_dictionaries(required, optional={k: v | st.none() for k, v in optional.items()}))
    spelled = {snake(name) if draw(st.booleans()) else name: value for name, value in found.items()}
    return {**draw(unknown), **spelled} if draw(st.booleans()) else spelled


decoration = {
    "thought": st.booleans(),
    "thoughtSignature": signatures,
    "videoMetadata": st.just({"startOffset": "1s"}),
    "mediaResolution": st.just({"level": "MEDIA_RESOLUTION_LOW"}),
}
blobs = members(
    {},
    {
        "mimeType": st.sampled_from(["image/png", "application/pdf", "IMAGE/JPEG", ""]),
        "data": st.sampled_from(["aGk=", ""]),
        "displayName": words,
    },
)
files = members(
    {}, {"mimeType": st.sampled_from(["image/webp", "video/mp4"]), "fileUri": words, "displayName": words}
)
calls = members({}, {"id": words, "name": names, "args": objects, "willContinue": st.booleans()})
answers = (
    objects
    | st.fixed_dictionaries({"output": words})
    | st.fixed_dictionaries({"error": words})
    | st.fixed_dictionaries({"result": values})
    | st.fixed_dictionaries({"content": words})
)
response_parts = members({"inlineData": blobs}, {}) | members({"fileData": files}, {}) | objects
responses = members(
    {},
    {
        "id": words,
        "name": names,
        "response": answers,
        "parts": st.lists(response_parts, max_size=2),
        "scheduling": st.just("SILENT"),
    },
)
opaque = st.sampled_from(
    [
        {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
        {"toolCall": {"id": "t", "toolType": "GOOGLE_SEARCH_WEB", "args": {}}},
        {"tool_response": {"id": "t"}},
        {"thought": True, "executableCode": {"code": "x"}},
        {},
        {"thoughtSignature": "c2ln"},
        {"brandNew": [1, None]},
        {"text": None},
    ]
)
parts = (
    st.builds(lambda text: {"text": text}, words)
    | members({"text": words}, decoration)
    | members({"thought": st.just(True)}, {"text": words, "thoughtSignature": signatures})
    | members({"inlineData": blobs}, decoration)
    | members({"fileData": files}, decoration)
    | members({"functionCall": calls}, decoration)
    | members({"functionResponse": responses}, decoration)
    | members({"functionCall": calls, "inlineData": blobs}, {"text": words})
    | opaque
)
roles = st.sampled_from(["user", "model", "function", "", "system", "tool", "new"])
contents = members({}, {"role": roles, "parts": st.lists(parts, max_size=4) | parts})
systems = contents | words | st.none()

schemas = st.sampled_from(
    [
        {"type": "OBJECT", "properties": {"path": {"type": "STRING", "nullable": True}}, "required": ["path"]},
        {"type": "object", "properties": {"type": {"type": "ARRAY", "items": {"type": "STRING"}, "minItems": "1"}}},
        {"type": "object", "properties": {}, "additionalProperties": False, "$schema": "x"},
        {"any_of": [{"type": "STRING"}, {"type": "NULL"}], "property_ordering": ["a"]},
        {},
    ]
)
declarations = members(
    {},
    {
        "name": names,
        "description": words,
        "parameters": schemas,
        "parametersJsonSchema": schemas,
        "response": schemas,
        "behavior": st.just("BLOCKING"),
    },
)
tools = members(
    {},
    {
        "functionDeclarations": st.lists(declarations, max_size=3),
        "googleSearch": st.just({}),
        "codeExecution": objects,
    },
)
configs = members(
    {},
    {
        "maxOutputTokens": st.integers(1, 9999) | st.just("77") | st.just(8.0),
        "temperature": st.floats(0, 2) | st.just(1),
        "topP": st.floats(0, 1),
        "stopSequences": st.lists(words, max_size=6),
        "responseSchema": schemas,
        "responseJsonSchema": schemas,
        "responseMimeType": st.just("application/json"),
        "thinkingConfig": members(
            {}, {"thinkingLevel": st.sampled_from(["LOW", "high"]), "thinkingBudget": st.sampled_from([0, -1, 512])}
        ),
        "seed": st.integers(),
    },
)
tool_configs = members(
    {},
    {
        "functionCallingConfig": members(
            {},
            {
                "mode": st.sampled_from(["AUTO", "ANY", "NONE", "VALIDATED", "any", "NEW"]),
                "allowedFunctionNames": st.lists(names, max_size=2),
            },
        )
    },
)


@st.composite
def bodies(draw: st.DrawFn) -> dict[str, Any]:
    """A request. Either spelling of the system instruction, but not both."""
    body = draw(
        members(
            {},
            {
                "generationConfig": configs,
                "toolConfig": tool_configs,
                "safetySettings": st.lists(objects, max_size=1),
                "cachedContent": st.just("cachedContents/x"),
                "model": st.sampled_from(["models/gemini-3-pro", "gemini-2.5-flash"]),
            },
        )
    )
    placed: dict[str, Any] = {}
    if draw(st.integers(0, 9)):
        placed["contents"] = draw(st.lists(contents, max_size=5))
    if draw(st.booleans()):
        placed[draw(st.sampled_from(["systemInstruction", "system_instruction"]))] = draw(systems)
    if draw(st.booleans()):
        placed["tools"] = draw(st.lists(tools, max_size=2))
    return {**placed, **body} if draw(st.booleans()) else {**body, **placed}


counts = st.integers(0, 10**7)
usages = members(
    {},
    {
        "promptTokenCount": counts,
        "cachedContentTokenCount": counts,
        "candidatesTokenCount": counts,
        "thoughtsTokenCount": counts,
        "toolUsePromptTokenCount": counts,
        "totalTokenCount": counts,
    },
)
finish_words = st.sampled_from(["STOP", "MAX_TOKENS", "SAFETY", "MALFORMED_FUNCTION_CALL", "OTHER", "NEW_REASON"])
candidates = members(
    {},
    {"content": contents, "finishReason": finish_words, "index": st.integers(0, 3), "avgLogprobs": st.floats(-9, 0)},
)
responses_whole = members(
    {},
    {
        "candidates": st.lists(candidates, max_size=3),
        "usageMetadata": usages,
        "modelVersion": st.sampled_from(["gemini-3-pro", ""]),
        "responseId": st.sampled_from(["r-1", ""]),
        "promptFeedback": members({}, {"blockReason": st.just("SAFETY")}),
    },
)


# --- conversations of no dialect ------------------------------------------------------------------------------

foreign = st.none() | st.builds(Wire, st.just("openai"), st.just("x"), st.just({"left": 1}))
call_ids = st.sampled_from(["call_1", "call_2", "call_3", "", "odd id!"])
tool_names = st.sampled_from(["read_file", "read file", "9lives", "x" * 80, "", "list"])
texts = st.builds(Text, words, wire=foreign)
media = st.builds(
    Image,
    st.sampled_from(["image/png", "image/gif", "image/jpg", ""]),
    data=st.sampled_from(["", "aGk=", "/9j/AA=="]),
    url=st.sampled_from(["", "https://x.org/a.png", "data:image/png;base64,aGk="]),
    file_id=st.sampled_from(["", "file-1"]),
    detail=st.sampled_from(["", "low", "auto"]),
    wire=foreign,
) | st.builds(
    Document,
    st.sampled_from(["application/pdf", ""]),
    data=st.sampled_from(["", "aGk="]),
    text=words,
    name=st.sampled_from(["", "a.pdf"]),
)
neutral_opaque = st.builds(Opaque, st.just("web_search"), objects, wire=foreign)
marks = st.builds(CacheMark)
results = st.builds(
    ToolResult,
    call_ids,
    st.lists(texts | media | neutral_opaque | marks, max_size=3).map(tuple),
    st.booleans(),
    st.sampled_from(["", "read_file"]),
    foreign,
)
neutral_calls = st.builds(
    ToolCall,
    call_ids,
    tool_names,
    st.sampled_from(["{}", '{"a": 1}', "not json", "[1]", "", "null"]),
    st.sampled_from(["function", "custom"]),
    wire=foreign,
)
thinking = st.builds(Thinking, words, signatures, st.booleans(), wire=foreign)
neutral_parts = texts | media | results | neutral_calls | thinking | neutral_opaque | marks
messages = st.builds(
    Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.lists(neutral_parts, max_size=4).map(tuple),
    st.sampled_from(["", "ann"]),
    foreign,
)
neutral_tools = st.builds(
    Tool,
    tool_names,
    words,
    st.none() | schemas | objects,
    st.sampled_from(["function", "custom", "web_search"]),
    st.none() | st.booleans(),
    st.none() | marks,
    foreign,
)
options = st.builds(
    Options,
    st.none() | st.integers(1, 9999),
    st.none() | st.floats(0, 2),
    st.none() | st.floats(0, 1),
    st.none() | st.lists(words, max_size=7).map(tuple),
    st.none() | st.builds(ToolChoice, st.sampled_from(["auto", "any", "none", "tool"]), tool_names),
    st.none() | st.booleans(),
    st.none() | schemas | objects,
    st.none() | st.sampled_from(["none", "low", "xhigh", "weird"]),
    st.none() | st.booleans(),
)
conversations = st.builds(
    Conversation,
    st.lists(messages, max_size=7).map(tuple),
    st.lists(neutral_tools, max_size=3).map(tuple),
    st.sampled_from(["", "gpt-5", "gemini-3-pro"]),
    options,
    foreign,
)
