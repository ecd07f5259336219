"""Gemini's JSON → the neutral model: contents, the system instruction, tools (MSG-2).

A content without a role, or with "function", is a user's. Parts are told apart by the field they carry; a part that
carries none we know is `Opaque`. What is not taken stays in `wire.extra`, the leftover of an inner object
(`functionCall`, `inlineData` …) under that object's name, so that writing can merge it again.

The made-up ids of function calls without one: see `ids`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brimful import jsontext
from brimful.errors import InvalidBody
from brimful.jsontext import kind_of
from brimful.messages import (
    ContentPart,
    Document,
    Image,
    Message,
    Opaque,
    Part,
    Role,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Wire,
)
from brimful.providers.fields import Fields, expect
from brimful.providers.gemini.ids import MADE_UP, Numbers
from brimful.providers.gemini.schema import to_json_schema
from brimful.providers.gemini.spelling import NAME, Members, look, spelled

_PLAIN = Wire(NAME)
_ROLES: dict[str, Role] = {"model": "assistant", "assistant": "assistant", "system": "system"}

# The fields of a part that say something about it, and are not what it carries.
DECORATION = {
    *("thought", "thoughtSignature", "thought_signature", "videoMetadata", "video_metadata", "mediaResolution"),
    *("media_resolution", "partMetadata", "part_metadata", "audioTranscription", "audio_transcription"),
    *("mediaProcessing", "media_processing", "speechMetadata", "speech_metadata"),
}
# One sentence or blob under one of these keys is the whole of a tool's answer (the first two are the API's own).
ANSWER_WORDS = ("output", "error", "result", "content")


class Counters:
    """The made-up ids of one content: calls and responses are counted apart."""

    __slots__ = ("calls", "results")

    def __init__(self) -> None:
        self.calls = Numbers()
        self.results = Numbers()


def read_message(value: Any, at: str) -> Message:
    """One content."""
    fields = Fields(value, at)
    words: list[str] = []
    parts = _parts(fields, words)
    given = fields.left.get("role")
    word = fields.take("role", str, "")
    role = _ROLES.get(word, "user")
    if given is None:
        words += ["norole"] if "role" not in fields.left else []
    elif word not in ("user", "model"):
        fields.left["role"] = word
    if role == "user" and parts and all(isinstance(part, ToolResult) for part in parts):
        role = "tool"
    wire = fields.wire(NAME, " ".join(words)) if words or fields.left else _PLAIN
    return Message(role, parts, wire=wire)


def read_system(value: Any, at: str) -> Message:
    """The system instruction: a content, or a plain string."""
    if value is None:
        return Message("system", wire=Wire(NAME, "top null"))
    if isinstance(value, str):
        return Message("system", (Text(value, wire=_PLAIN),), wire=Wire(NAME, "top string"))
    fields = Fields(value, at)
    words = ["top"]
    parts = _parts(fields, words)
    return Message("system", parts, wire=fields.wire(NAME, " ".join(words)))


def _parts(fields: Fields, words: list[str]) -> tuple[Part, ...]:
    value = fields.left.get("parts")
    if value is None:
        words += ["noparts"] if "parts" not in fields.left else ["nullparts"]
        return ()
    entries = fields.any("parts")
    place = fields.place("parts")
    if isinstance(entries, dict):
        words.append("single")
        return (read_part(entries, place, Counters()),)
    expect(entries, list, place)
    if not entries:
        words.append("empty")
    counters = Counters()
    return tuple(read_part(entry, f"{place}[{index}]", counters) for index, entry in enumerate(entries))


def read_part(value: Any, at: str, counters: Counters) -> Part:
    """One part of a content."""
    expect(value, dict, at)
    text = value.get("text")
    if len(value) == 1 and type(text) is str and text:  # by far the most common
        return Text(text)
    carried = next((name for name in _READERS if look(value, name) is not None), "")
    kind = next((name for name in value if name not in DECORATION), "part")
    if value.get("thought") is True and (carried == "text" or (not carried and kind in ("part", "text"))):
        return _thinking(value, at)
    if carried:
        return _READERS[carried](value, at, counters)
    return Opaque(kind, value, wire=_PLAIN)


def _text(value: Any, at: str, counters: Counters) -> Part:
    fields = Fields(value, at)
    return Text(fields.need("text", str), wire=fields.wire(NAME))


def _thinking(value: Any, at: str) -> Part:
    members = Members(value, at)
    del members.left["thought"]
    text = members.take("text", str, "")
    signature = members.take("thoughtSignature", str, "")
    return Thinking(text, signature, wire=members.wire())


def _call(value: Any, at: str, counters: Counters) -> Part:
    members = Members(value, at)
    signature = members.take("thoughtSignature", str, "")
    given, inner = members.inner("functionCall")
    name = inner.take("name", str, "")
    call_id = inner.take("id", str, "")
    arguments = inner.take("args", dict, {})
    members.keep(given, inner)
    if not call_id:
        call_id = counters.calls.next(name)
        members.words.append(MADE_UP)
    text = jsontext.encode(arguments).decode() if arguments else "{}"
    return ToolCall(call_id, name, text, signature=signature, wire=members.wire())


def _result(value: Any, at: str, counters: Counters) -> Part:
    members = Members(value, at)
    given, inner = members.inner("functionResponse")
    name = inner.take("name", str, "")
    call_id = inner.take("id", str, "")
    response = inner.take("response", dict, {})
    place = inner.place("parts")
    media = inner.take("parts", list, [])
    members.keep(given, inner)
    if not call_id:
        call_id = counters.results.next(name)
        members.words.append(MADE_UP)
    content: list[ContentPart] = []
    if response:
        word, text = _answer(response)
        members.words.append(word)
        content.append(Text(text))
    content += [_media_entry(entry, f"{place}[{index}]") for index, entry in enumerate(media)]
    return ToolResult(call_id, tuple(content), "error" in members.words, name, members.wire())


def _answer(response: dict[str, Any]) -> tuple[str, str]:
    """What a tool said, as text, and the key it stood under ("json" when the whole object is the text)."""
    if len(response) == 1:
        word, text = next(iter(response.items()))
        if word in ANSWER_WORDS and isinstance(text, str):
            return word, text
    return "json", jsontext.encode(response).decode()


def _media_entry(value: Any, at: str) -> ContentPart:
    """An entry of `functionResponse.parts`."""
    expect(value, dict, at)
    for name in ("inlineData", "fileData"):
        if look(value, name) is not None:
            return _media(name, value, at)
    return Opaque(next(iter(value), "part"), value, wire=_PLAIN)


def _media(name: str, value: Any, at: str) -> Image | Document:
    members = Members(value, at, [name])
    given, inner = members.inner(name)
    media_type = inner.take("mimeType", str, "")
    data = inner.take("data", str, "") if name == "inlineData" else ""
    url = inner.take("fileUri", str, "") if name == "fileData" else ""
    if media_type.lower().startswith("image/"):
        members.keep(given, inner)
        return Image(media_type, data, url, wire=members.wire())
    title = inner.take("displayName", str, "")
    members.keep(given, inner)
    return Document(media_type, data, url, name=title, wire=members.wire())


def _inline(value: Any, at: str, counters: Counters) -> Part:
    return _media("inlineData", value, at)


def _file(value: Any, at: str, counters: Counters) -> Part:
    return _media("fileData", value, at)


# What a part carries, in the order in which it is looked for.
_READERS: dict[str, Callable[[Any, str, Counters], Part]] = {
    "text": _text,
    "functionCall": _call,
    "functionResponse": _result,
    "inlineData": _inline,
    "fileData": _file,
}


# --- tools ----------------------------------------------------------------------------------------------------


def read_tools(value: Any, at: str) -> tuple[Tool, ...]:
    """One entry of the tools: its function declarations, and a tool for every other member.

    The first of an entry says so in its form (`entry`); those that follow belong to the same entry.
    """
    rest = dict(expect(value, dict, at))
    name = spelled(rest, "functionDeclarations")
    tools: list[Tool] = []
    if rest.get(name):
        declared = expect(rest.pop(name), list, f"{at}.{name}")
        spelling = [name] if name != "functionDeclarations" else []
        tools += [_declared(entry, f"{at}.{name}[{index}]", spelling) for index, entry in enumerate(declared)]
    tools += [Tool(key, kind=key, wire=Wire(NAME, extra={key: inner})) for key, inner in rest.items()]
    first = tools[0] if tools else Tool("", kind="entry")
    form = f"entry {first.wire.form}" if first.wire else "entry"
    extra = first.wire.extra if first.wire else {}
    opening = Tool(first.name, first.description, first.parameters, first.kind, wire=Wire(NAME, form.strip(), extra))
    return (opening, *tools[1:])


def _declared(value: Any, at: str, spelling: list[str]) -> Tool:
    members = Members(value, at, list(spelling))
    name = members.take("name", str, "")
    description = members.take("description", str, "")
    parameters = _parameters(members)
    return Tool(name, description, parameters, wire=members.wire())


def _parameters(members: Members) -> dict[str, Any] | None:
    """The schema as JSON Schema. Where that is not what the wire said, the wire's stays in the leftover."""
    for name in ("parameters", "parametersJsonSchema"):
        given = spelled(members.left, name)
        schema = members.left.get(given)
        if schema is None:
            continue
        if not isinstance(schema, dict):
            raise InvalidBody(f"expected an object, got {kind_of(schema)}", at=members.place(name))
        members.words.append(given)
        plain: dict[str, Any] = to_json_schema(schema) if name == "parameters" else schema
        if plain is schema:
            del members.left[given]
        return plain
    return None
