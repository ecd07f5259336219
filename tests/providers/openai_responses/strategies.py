"""Bodies and answers of the Responses API, as clients and servers really make them, and as they never should."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

TEXTS = st.one_of(
    st.sampled_from(["", "hello", "…", "日本語", "👩‍👩‍👧", "line\nline", '{"a": 1}', "\u0000"]), st.text(max_size=20)
)
NAMES = st.sampled_from(["read_file", "run", "search-web", "a.b", "日", "x" * 70])
IDS = st.one_of(st.sampled_from(["call_1", "call_2", "toolu_1", "", "a b"]), st.text(max_size=8))
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(2**40), 2**40), TEXTS)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)
# Members that no version of the API has, and members that newer versions may have.
EXTRA = st.dictionaries(st.sampled_from(["x_new", "vendor", "phase", "created_by", "日"]), JSON, max_size=2)


def json_object(
    required: dict[str, SearchStrategy[Any]], optional: dict[str, SearchStrategy[Any]] | None = None
) -> SearchStrategy[dict[str, Any]]:
    """An object with these members; optional ones may be missing or null, and others may be there."""
    optional = {name: st.none() | values for name, values in (optional or {}).items()}
    known = st.fixed_dictionaries(required, optional=optional)
    return st.builds(lambda extra, members: {**extra, **members}, EXTRA, known)


def _typed(
    kind: str, required: dict[str, SearchStrategy[Any]], optional: dict[str, SearchStrategy[Any]] | None = None
) -> SearchStrategy[dict[str, Any]]:
    return json_object({"type": st.just(kind), **required}, optional)


# --- content --------------------------------------------------------------------------------------------------

BREAKPOINTS = json_object(
    {}, {"mode": st.sampled_from(["explicit", "other"]), "ttl": st.sampled_from(["30m", "12h", ""])}
)
MARKED = {"prompt_cache_breakpoint": BREAKPOINTS}
URLS = st.sampled_from(
    ["", "https://example.org/a.png", "data:image/png;base64,iVBORw0=", "data:image/png;base64,", "data:,x", "file-1"]
)
DETAILS = st.sampled_from(["auto", "low", "high", "original", ""])
ANNOTATIONS = st.lists(
    _typed("url_citation", {"start_index": st.just(0), "end_index": st.just(1), "title": TEXTS, "url": URLS}),
    max_size=1,
)
INPUT_TEXT = _typed("input_text", {"text": TEXTS}, MARKED)
INPUT_IMAGE = _typed("input_image", {}, {"image_url": URLS, "file_id": TEXTS, "detail": DETAILS, **MARKED})
INPUT_FILE = _typed(
    "input_file",
    {},
    {
        "file_data": st.sampled_from(["data:application/pdf;base64,JVBE", "JVBE", ""]),
        "file_url": URLS,
        "file_id": TEXTS,
        "filename": TEXTS,
        "detail": DETAILS,
        **MARKED,
    },
)
OUTPUT_TEXT = _typed(
    "output_text", {"text": TEXTS}, {"annotations": ANNOTATIONS, "logprobs": st.lists(JSON, max_size=1)}
)
REFUSAL = _typed("refusal", {"refusal": TEXTS})
ODD_PART = st.one_of(
    _typed("hologram", {"data": JSON}),
    _typed("input_audio", {"input_audio": json_object({"data": TEXTS, "format": st.just("mp3")})}),
    _typed("text", {"text": TEXTS}),
    json_object({}, {"type": st.integers()}),
)
INPUT_PARTS = st.lists(st.one_of(INPUT_TEXT, INPUT_IMAGE, INPUT_FILE, ODD_PART), max_size=3)
OUTPUT_PARTS = st.lists(st.one_of(OUTPUT_TEXT, REFUSAL, ODD_PART), max_size=3)
ANY_PARTS = st.lists(st.one_of(INPUT_TEXT, INPUT_IMAGE, OUTPUT_TEXT, REFUSAL, ODD_PART), max_size=3)

# --- items ----------------------------------------------------------------------------------------------------

STATUS = {"status": st.sampled_from(["in_progress", "completed", "incomplete"])}
MESSAGE = json_object(
    {"role": st.sampled_from(["user", "system", "developer", "assistant", "critic"])},
    {
        "type": st.just("message"),
        "content": st.one_of(TEXTS, ANY_PARTS, INPUT_PARTS, OUTPUT_PARTS),
        "id": st.sampled_from(["msg_1", ""]),
        **STATUS,
    },
)
OUTPUT_MESSAGE = _typed(
    "message",
    {"role": st.just("assistant"), "content": OUTPUT_PARTS, "id": st.sampled_from(["msg_1", "msg_2"]), **STATUS},
)
FUNCTION_CALL = _typed(
    "function_call",
    {"call_id": IDS, "name": NAMES, "arguments": st.sampled_from(["{}", '{"path": "a"}', "not json", ""])},
    {"id": st.just("fc_1"), "namespace": TEXTS, "caller": _typed("direct", {}), **STATUS},
)
CUSTOM_CALL = _typed("custom_tool_call", {"call_id": IDS, "name": NAMES, "input": TEXTS}, {"id": st.just("ctc_1")})
FUNCTION_OUTPUT = _typed(
    "function_call_output",
    {},
    {"call_id": IDS, "output": st.one_of(TEXTS, INPUT_PARTS), "name": NAMES, "id": TEXTS, **STATUS},
)
CUSTOM_OUTPUT = _typed("custom_tool_call_output", {}, {"call_id": IDS, "output": st.one_of(TEXTS, INPUT_PARTS)})
SUMMARY = st.lists(_typed("summary_text", {"text": TEXTS}) | _typed("odd_text", {"text": TEXTS}), max_size=2)
THOUGHTS = st.lists(_typed("reasoning_text", {"text": TEXTS}), max_size=2)
REASONING = _typed(
    "reasoning",
    {},
    {
        "summary": SUMMARY,
        "content": THOUGHTS,
        "encrypted_content": st.sampled_from(["gAAA", ""]),
        "id": st.sampled_from(["rs_1", ""]),
        **STATUS,
    },
)
OPAQUE_KINDS = [
    "item_reference",
    "compaction",
    "compaction_trigger",
    "web_search_call",
    "file_search_call",
    "computer_call",
    "computer_call_output",
    "code_interpreter_call",
    "image_generation_call",
    "local_shell_call",
    "local_shell_call_output",
    "shell_call",
    "shell_call_output",
    "apply_patch_call",
    "apply_patch_call_output",
    "mcp_list_tools",
    "mcp_approval_request",
    "mcp_approval_response",
    "mcp_call",
    "tool_search_call",
    "tool_search_output",
    "additional_tools",
    "configuration_update",
    "program",
    "program_output",
    "something_new",
]
OPAQUE = json_object(
    {"type": st.sampled_from(OPAQUE_KINDS)}, {"id": TEXTS, "call_id": IDS, "output": JSON, "action": JSON, **STATUS}
)
REFERENCE = json_object({"id": TEXTS}, {"type": st.just("item_reference")})
ITEMS = st.one_of(
    MESSAGE,
    FUNCTION_CALL,
    CUSTOM_CALL,
    FUNCTION_OUTPUT,
    CUSTOM_OUTPUT,
    REASONING,
    OPAQUE,
    REFERENCE,
)
OUTPUT_ITEMS = st.one_of(OUTPUT_MESSAGE, FUNCTION_CALL, CUSTOM_CALL, REASONING, OPAQUE, FUNCTION_OUTPUT)

# --- tools and the envelope -----------------------------------------------------------------------------------

SCHEMAS = st.one_of(
    st.just({"type": "object", "properties": {}}),
    st.just(
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
    ),
    st.dictionaries(TEXTS, JSON, max_size=2),
)
TOOLS = st.one_of(
    _typed(
        "function",
        {"name": NAMES},
        {"description": TEXTS, "parameters": SCHEMAS, "strict": st.booleans(), "defer_loading": st.booleans()},
    ),
    _typed(
        "custom", {"name": NAMES}, {"description": TEXTS, "format": _typed("grammar", {"syntax": st.just("lark")})}
    ),
    _typed("namespace", {"name": NAMES, "description": TEXTS, "tools": st.just([])}),
    _typed("mcp", {"server_label": TEXTS}, {"server_url": URLS}),
    json_object({"type": st.sampled_from(["web_search", "local_shell", "tool_search", "new_tool"])}, {"name": JSON}),
)
CHOICES = st.one_of(
    st.sampled_from(["auto", "none", "required", "odd"]),
    _typed("function", {"name": NAMES}),
    _typed("custom", {"name": NAMES}),
    _typed("allowed_tools", {"mode": st.sampled_from(["auto", "required"]), "tools": st.just([])}),
    _typed("mcp", {"server_label": TEXTS}),
)
FORMATS = st.one_of(
    _typed("text", {}),
    _typed("json_schema", {"name": NAMES}, {"schema": SCHEMAS, "strict": st.booleans()}),
    _typed("new_format", {}),
)
OPTIONAL_MEMBERS: dict[str, SearchStrategy[Any]] = {
    "instructions": TEXTS,
    "tool_choice": CHOICES,
    "parallel_tool_calls": st.booleans(),
    "temperature": st.one_of(st.integers(0, 2), st.floats(0, 2)),
    "top_p": st.floats(0, 1),
    "max_output_tokens": st.integers(1, 10**6),
    "reasoning": json_object({}, {"effort": st.sampled_from(["low", "xhigh", "new"]), "summary": st.just("auto")}),
    "text": json_object({}, {"format": FORMATS, "verbosity": st.just("low")}),
    "stream": st.booleans(),
    "store": st.booleans(),
    "include": st.just(["reasoning.encrypted_content"]),
    "previous_response_id": st.just("resp_1"),
    "conversation": TEXTS,
    "prompt_cache_key": TEXTS,
    "prompt_cache_options": json_object({}, {"mode": st.just("explicit")}),
    "context_management": st.just([{"type": "compaction", "compact_threshold": 1000}]),
    "client_metadata": JSON,
}


def _body(members: dict[str, Any], placed: dict[str, Any], first: bool) -> dict[str, Any]:
    return {**placed, **members} if first else {**members, **placed}


PLACED = st.fixed_dictionaries(
    {},
    optional={
        "model": st.sampled_from(["gpt-5.6", "", "o5"]),
        "input": TEXTS | st.lists(ITEMS, max_size=6),
        "tools": st.lists(TOOLS, max_size=3),
    },
)
BODIES = st.builds(_body, json_object({}, OPTIONAL_MEMBERS), PLACED, st.booleans())

# --- answers --------------------------------------------------------------------------------------------------

COUNTS = st.integers(0, 10**6)
USAGES = json_object(
    {"input_tokens": COUNTS, "output_tokens": COUNTS},
    {
        "total_tokens": COUNTS,
        "input_tokens_details": json_object({}, {"cached_tokens": COUNTS, "cache_write_tokens": COUNTS}),
        "output_tokens_details": json_object({}, {"reasoning_tokens": COUNTS}),
    },
)
ANSWERS = json_object(
    {
        "id": st.sampled_from(["resp_1", "resp_2"]),
        "object": st.just("response"),
        "model": st.sampled_from(["gpt-5.6", ""]),
        "output": st.lists(OUTPUT_ITEMS, max_size=4),
        "status": st.sampled_from(["completed", "incomplete", "failed", "cancelled"]),
    },
    {
        "usage": USAGES,
        "created_at": st.integers(0, 2**31),
        "error": json_object({"code": st.just("server_error"), "message": TEXTS}),
        "incomplete_details": json_object(
            {}, {"reason": st.sampled_from(["max_output_tokens", "content_filter", "new"])}
        ),
        "instructions": TEXTS,
        "tools": st.lists(TOOLS, max_size=1),
        "temperature": st.floats(0, 2),
    },
)
