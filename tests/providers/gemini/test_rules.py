"""The validator: every rule has a body that breaks it, valid bodies break none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.genai import types
from hypothesis import given

from brimful import jsontext
from brimful.providers.body import read_body
from brimful.providers.gemini import GEMINI
from brimful.providers.problem import Problem
from tests.providers.gemini import strategies

pytestmark = pytest.mark.spec("MSG-3")


def text(role: str = "user", words: str = "hi") -> dict[str, Any]:
    return {"role": role, "parts": [{"text": words}]}


def call(*names: str, role: str = "model", **more: Any) -> dict[str, Any]:
    return {"role": role, "parts": [{"functionCall": {"name": name, "args": {}, **more}} for name in names]}


def response(*names: str, **more: Any) -> dict[str, Any]:
    parts = [{"functionResponse": {"name": name, "response": {"output": "ok"}, **more}} for name in names]
    return {"role": "user", "parts": parts}


def said(*contents: Any, **more: Any) -> dict[str, Any]:
    return {"contents": list(contents), **more}


def declaring(*declared: dict[str, Any], **more: Any) -> dict[str, Any]:
    return said(text(), tools=[{"functionDeclarations": list(declared)}], **more)


def part(value: dict[str, Any]) -> dict[str, Any]:
    return said({"role": "user", "parts": [value]})


def problems(body: Any) -> list[tuple[str, str]]:
    data = body if isinstance(body, bytes) else jsontext.encode(body)
    return [(problem.at, problem.rule) for problem in GEMINI.check(read_body(data, GEMINI))]


OBJECT = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}

BROKEN: list[tuple[str, Any, list[str]]] = [
    ("json", b'{"contents": [{"parts": [{"text": "a", "text": "b"}]}]}', ["contents[0].parts[0]"]),
    ("json", b'{"contents": [{"parts": [{"text": "a"}]}], "toolConfig": {"a": 1, "a": 2}}', ["toolConfig"]),
    ("type", said(text(), "hi"), ["contents[1]"]),
    ("type", said({"role": 1, "parts": [{"text": "a"}]}), ["contents[0].role"]),
    ("type", said({"role": "user", "parts": [{"text": 1}]}), ["contents[0].parts[0].text"]),
    ("type", said(text(), generationConfig={"temperature": "hot"}), ["generationConfig.temperature"]),
    ("type", said(text(), generation_config={"stop_sequences": [1]}), ["generation_config.stop_sequences[0]"]),
    ("type", said(text(), systemInstruction=7), ["systemInstruction"]),
    ("type", declaring({"name": "f", "description": 1}), ["tools[0].functionDeclarations[0].description"]),
    (
        "type",
        said(text(), {"role": "model", "parts": [{"functionCall": {"name": "f", "args": "{}"}}]}, response("f")),
        ["contents[1].parts[0].functionCall.args"],
    ),
    (
        "missing",
        said(text(), call(""), response("")),
        ["contents[1].parts[0].functionCall", "contents[2].parts[0].functionResponse"],
    ),
    ("missing", part({"inlineData": {"data": "aGk="}}), ["contents[0].parts[0].inlineData"]),
    ("missing", part({"file_data": {"mime_type": "image/png"}}), ["contents[0].parts[0].file_data"]),
    ("missing", declaring({"description": "f"}), ["tools[0].functionDeclarations[0]"]),
    ("surrogate", b'{"contents": [{"parts": [{"text": "\\ud83d"}]}]}', ["contents[0].parts[0].text"]),
    ("empty_contents", {"contents": []}, ["contents"]),
    ("empty_contents", {}, ["contents"]),
    ("role", said({"role": "system", "parts": [{"text": "a"}]}, text()), ["contents[0].role"]),
    ("role", said(text(), text("assistant"), text()), ["contents[1].role"]),
    ("empty_content", said(text(), {"role": "user", "parts": []}), ["contents[1]"]),
    ("empty_content", said({"role": "user"}), ["contents[0]"]),
    ("empty_content", said(text(), system_instruction={"parts": []}), ["system_instruction"]),
    ("empty_part", part({}), ["contents[0].parts[0]"]),
    ("empty_part", part({"text": ""}), ["contents[0].parts[0]"]),
    ("empty_part", part({"text": None, "thoughtSignature": "c2ln"}), ["contents[0].parts[0]"]),
    (
        "empty_part",
        part({"inlineData": {"mimeType": "image/png", "data": ""}}),
        ["contents[0].parts[0].inlineData.data"],
    ),
    ("one_kind", part({"text": "a", "fileData": {"fileUri": "gs://b/a"}}), ["contents[0].parts[0]"]),
    (
        "base64",
        part({"inlineData": {"mimeType": "image/png", "data": "data:image/png;base64,aGk="}}),
        ["contents[0].parts[0].inlineData.data"],
    ),
    ("base64", part({"text": "a", "thought_signature": "é"}), ["contents[0].parts[0].thought_signature"]),
    ("mime", part({"inlineData": {"mimeType": "png", "data": "aGk="}}), ["contents[0].parts[0].inlineData.mimeType"]),
    (
        "mime",
        part({"fileData": {"mimeType": "image/gif", "fileUri": "gs://b/a"}}),
        ["contents[0].parts[0].fileData.mimeType"],
    ),
    ("first", said(text("model"), text()), ["contents[0]"]),
    ("first", said(call("f"), response("f")), ["contents[0]"]),
    ("last", said(text(), text("model")), ["contents[1]"]),
    ("unanswered", said(text(), call("f"), text()), ["contents[1].parts[0]"]),
    ("unanswered", said(text(), call("f", "g"), response("g")), ["contents[1].parts[0]"]),
    ("unanswered", said(text(), call("f")), ["contents[1].parts[0]"]),
    ("orphan", said(text(), text("model"), response("f")), ["contents[2].parts[0]"]),
    ("orphan", said(text(), call("f"), response("f", "f")), ["contents[2].parts[1]"]),
    ("orphan", said(text(), response("f")), ["contents[1].parts[0]"]),
    ("mismatch", said(text(), call("f"), response("g")), ["contents[2].parts[0]"]),
    ("mismatch", said(text(), call("f", id="1"), response("f", id="2")), ["contents[2].parts[0]"]),
    (
        "signature",
        said(text(), call("f", "g"), response("f", "g"), model="models/gemini-3-pro"),
        ["contents[1].parts[0]"],
    ),
    ("function_name", declaring({"name": "9lives"}), ["tools[0].functionDeclarations[0].name"]),
    ("function_name", declaring({"name": "a b"}), ["tools[0].functionDeclarations[0].name"]),
    ("duplicate_function", declaring({"name": "f"}, {"name": "f"}), ["tools[0].functionDeclarations[1].name"]),
    (
        "schema",
        declaring({"name": "f", "parameters": {**OBJECT, "$schema": "x", "additionalProperties": False}}),
        [
            "tools[0].functionDeclarations[0].parameters.$schema",
            "tools[0].functionDeclarations[0].parameters.additionalProperties",
        ],
    ),
    (
        "schema",
        declaring({"name": "f", "parameters": OBJECT, "parametersJsonSchema": {"type": "object"}}),
        ["tools[0].functionDeclarations[0].parametersJsonSchema"],
    ),
    (
        "schema",
        said(
            text(),
            generationConfig={
                "responseSchema": {
                    "type": "OBJECT",
                    "properties": {
                        "a": {"type": "ARRAY"},
                        "b": {"type": "INTEGER", "enum": ["1"]},
                        "c": {"type": "STRING", "format": "uri"},
                        "d": {"type": ["string", "null"]},
                        "e": {"anyOf": [{"type": "enum"}]},
                    },
                    "required": ["z"],
                }
            },
        ),
        [
            "generationConfig.responseSchema.required[0]",
            "generationConfig.responseSchema.properties.a",
            "generationConfig.responseSchema.properties.b.enum",
            "generationConfig.responseSchema.properties.c.format",
            "generationConfig.responseSchema.properties.d.type",
            "generationConfig.responseSchema.properties.e.anyOf[0].type",
        ],
    ),
    (
        "tool_choice",
        said(text(), toolConfig={"functionCallingConfig": {"mode": "ANY"}}),
        ["toolConfig.functionCallingConfig"],
    ),
    (
        "tool_choice",
        declaring(
            {"name": "f"}, toolConfig={"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f", "g"]}}
        ),
        ["toolConfig.functionCallingConfig.allowedFunctionNames[1]"],
    ),
    (
        "thinking",
        said(text(), generationConfig={"thinkingConfig": {"thinkingLevel": "LOW", "thinkingBudget": 1}}),
        ["generationConfig.thinkingConfig"],
    ),
    ("stop", said(text(), generationConfig={"stopSequences": list("abcdef")}), ["generationConfig.stopSequences"]),
    (
        "cached",
        said(text(), cachedContent="cachedContents/x", systemInstruction="a", tools=[{}]),
        ["systemInstruction", "tools"],
    ),
]


@pytest.mark.parametrize(("rule", "body", "places"), BROKEN)
def test_a_broken_rule_is_found_at_its_place_and_nothing_else(rule: str, body: Any, places: list[str]) -> None:
    found = problems(body)
    assert {name for _, name in found} == {rule}
    assert sorted(at for at, _ in found) == sorted(places)


def test_every_rule_has_a_body_that_breaks_it() -> None:
    assert {rule for rule, _, _ in BROKEN} == set(GEMINI.rules)
    assert all(sentence for sentence in GEMINI.rules.values())


def test_all_problems_are_reported_in_order_of_place() -> None:
    body = {
        "tools": [{"functionDeclarations": [{"name": "a b"}, {"name": "f"}, {"name": "f"}]}],
        "contents": [
            {"role": "model", "parts": [{"text": ""}, {"functionCall": {"name": "f"}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "g"}}, {}]},
            {"role": "assistant", "parts": []},
        ],
        "generationConfig": {"stopSequences": list("abcdef"), "temperature": []},
    }
    assert problems(body) == [
        ("tools[0].functionDeclarations[0].name", "function_name"),
        ("tools[0].functionDeclarations[2].name", "duplicate_function"),
        ("contents[0]", "first"),
        ("contents[0].parts[0]", "empty_part"),
        ("contents[1].parts[0]", "mismatch"),
        ("contents[1].parts[1]", "empty_part"),
        ("contents[2].role", "role"),
        ("contents[2]", "empty_content"),
        ("contents[2]", "last"),
        ("generationConfig.temperature", "type"),
        ("generationConfig.stopSequences", "stop"),
    ]


VALID: list[dict[str, Any]] = [
    said(text()),
    said({"parts": {"text": "hi"}}, systemInstruction="be brief"),
    said(text(), system_instruction={"role": "system", "parts": [{"text": "be brief"}]}),
    said(text(), text("model"), text()),
    # a streamed answer sent back as several contents of one role, and parallel responses as well
    said(text(), text("model"), call("f"), call("g"), response("f"), response("g")),
    said(text(), call("f", id="1"), response("f", id="1"), text(), text("model"), text()),
    said(text(), call("f", "f"), response("f", "f"), call("g"), response("g")),
    said(text(), call("f", id="1"), response("f")),
    said(text(), call("f"), {"role": "function", "parts": response("f")["parts"]}),
    # a response with the picture it speaks of beside it
    said(
        text(),
        call("f"),
        {
            "role": "user",
            "parts": [*response("f")["parts"], {"inlineData": {"mimeType": "image/png", "data": "aGk="}}],
        },
    ),
    said({"role": "user", "parts": [{"text": "", "thoughtSignature": "c2ln"}]}),
    said({"role": "narrator", "parts": [{"hologram": {}}]}, newField=[1]),
    said(text(), call("f"), response("f"), model="gemini-2.5-pro"),
    said(text(), call("f"), response("f"), text(), text("model"), text(), model="gemini-3-pro"),
    said(
        text(),
        {
            "role": "model",
            "parts": [{"functionCall": {"name": "f"}, "thoughtSignature": "c2ln"}, {"functionCall": {"name": "g"}}],
        },
        response("f", "g"),
        model="gemini-3-pro",
    ),
    said(text(), call("f"), response("f", willContinue=True), response("f")),
    said(text(), tools=[{"googleSearch": {}}, {"codeExecution": {}}]),
    said(text(), cachedContent="cachedContents/x", toolConfig=None),
    declaring(
        {"name": "a.b:c-d_1", "parameters": OBJECT},
        {"name": "g", "parametersJsonSchema": {"type": "object", "$defs": {}, "additionalProperties": False}},
    ),
    declaring({"name": "f"}, toolConfig={"functionCallingConfig": {"mode": "AUTO"}}),
    declaring(
        {"name": "f"}, tool_config={"function_calling_config": {"mode": "VALIDATED", "allowed_function_names": ["f"]}}
    ),
    said(
        text(),
        generationConfig={"thinkingConfig": {"thinkingBudget": -1, "includeThoughts": True}, "maxOutputTokens": "5"},
    ),
]


@pytest.mark.parametrize("body", VALID)
def test_a_valid_body_has_no_problem(body: dict[str, Any]) -> None:
    assert problems(body) == []


def test_what_the_official_sdk_builds_has_no_problem() -> None:
    declared = types.FunctionDeclaration(
        name="weather",
        description="Tells the weather",
        parameters=types.Schema(
            type=types.Type.OBJECT,
            properties={
                "city": types.Schema(type=types.Type.STRING, description="where", enum=["Bern", "Wien"]),
                "days": types.Schema(type=types.Type.ARRAY, items=types.Schema(type=types.Type.INTEGER), min_items=1),
                "when": types.Schema(type=types.Type.STRING, format="date-time", nullable=True),
            },
            required=["city"],
            property_ordering=["city", "days"],
        ),
    )
    contents = [
        types.Content(
            role="user",
            parts=[types.Part.from_text(text="hi"), types.Part.from_bytes(data=b"%PDF", mime_type="application/pdf")],
        ),
        types.Content(
            role="model",
            parts=[
                types.Part(
                    function_call=types.FunctionCall(name="weather", args={"city": "Bern"}), thought_signature=b"sig"
                )
            ],
        ),
        types.Content(
            role="user", parts=[types.Part.from_function_response(name="weather", response={"result": "sun"})]
        ),
    ]
    for by_alias in (True, False):
        dumped: list[Any] = [
            json.loads(one.model_dump_json(by_alias=by_alias, exclude_none=True)) for one in (*contents, declared)
        ]
        body = {"contents": dumped[:3], "tools": [{"functionDeclarations": dumped[3:]}], "model": "gemini-3-flash"}
        assert problems(body) == []


@given(strategies.bodies())
def test_checking_never_raises_and_keeps_the_order_of_contents(body: dict[str, Any]) -> None:
    found = GEMINI.check(read_body(jsontext.encode(body), GEMINI))
    assert all(isinstance(problem, Problem) and problem.rule in GEMINI.rules for problem in found)
    numbers = [int(problem.at[9 : problem.at.index("]")]) for problem in found if problem.at.startswith("contents[")]
    assert numbers == sorted(numbers)


@given(strategies.values)
def test_checking_never_raises_whatever_stands_anywhere(value: Any) -> None:
    for body in (
        said(value),
        said({"parts": [value]}),
        said({"parts": [{"functionCall": value, "functionResponse": value, "inlineData": value}]}),
        said(text(), tools=[value, {"functionDeclarations": [value, {"name": value, "parameters": value}]}]),
        said(text(), generationConfig=value, toolConfig={"functionCallingConfig": value}, systemInstruction=value),
        said(
            text(),
            generationConfig={"responseSchema": {"properties": value, "items": value, "anyOf": value, "enum": value}},
        ),
        said(text(), model=value, cachedContent=value, toolConfig=value),
        said(text(), generationConfig={"stopSequences": value, "thinkingConfig": value, "temperature": value}),
    ):
        problems(body)
