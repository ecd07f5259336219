"""Error answers, usage and cache marks."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful import jsontext
from brimful.messages import CacheMark, Usage
from brimful.providers.failure import Failure, FailureKind
from brimful.providers.gemini import GEMINI


def status(code: int, word: str, message: str, *details: dict[str, Any]) -> bytes:
    error: dict[str, Any] = {"code": code, "message": message, "status": word}
    return json.dumps({"error": {**error, "details": list(details)} if details else error}).encode()


def kind(data: bytes, http: int) -> str:
    return GEMINI.read_failure(http, {}, data).kind


@pytest.mark.spec("TRN-4")
@pytest.mark.parametrize(
    ("message", "limit", "actual"),
    [
        ("The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).", 1048576, 1200293),
        ("The input token count exceeds the maximum number of tokens allowed 1048576.", 1048576, None),
        (
            "Unable to submit request because the input token count is 1251952 but model only supports up to "
            "1048576. Reduce the input token count and try again.",
            1048576,
            1251952,
        ),
        ("The prompt token count exceeds the maximum.", None, None),
        ("Request exceeds the maximum number of tokens allowed.", None, None),
    ],
)
def test_a_prompt_that_is_too_long_is_known_by_its_words(message: str, limit: int | None, actual: int | None) -> None:
    data = status(400, "INVALID_ARGUMENT", message)
    expected = Failure("context_limit", message, 400, "INVALID_ARGUMENT", limit, actual)
    assert GEMINI.read_failure(400, {}, data) == expected
    assert GEMINI.read_failure(400, {}, b"[" + data + b"]") == expected
    wrapped = json.dumps({"error": {"message": data.decode(), "code": 400, "status": "Bad Request"}}).encode()
    assert GEMINI.read_failure(400, {}, wrapped) == expected


@pytest.mark.spec("GW-3")
@pytest.mark.parametrize(
    ("http", "data", "expected"),
    [
        (429, status(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."), "rate_limit"),
        (503, status(503, "UNAVAILABLE", "The model is overloaded. Please try again later."), "overloaded"),
        (504, status(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."), "timeout"),
        (
            400,
            status(
                400,
                "INVALID_ARGUMENT",
                "API key not valid. Please pass a valid API key.",
                {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"},
            ),
            "auth",
        ),
        (401, status(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."), "auth"),
        (403, status(403, "PERMISSION_DENIED", "no"), "permission"),
        (404, status(404, "NOT_FOUND", "models/x is not found"), "not_found"),
        (
            400,
            status(400, "INVALID_ARGUMENT", "Request payload size exceeds the limit: 20971520 bytes."),
            "too_large",
        ),
        (413, b"<html>413</html>", "too_large"),
        (400, status(400, "INVALID_ARGUMENT", "Please use a valid role: user, model."), "invalid"),
        (500, status(500, "INTERNAL", "An internal error has occurred."), "server"),
        (502, b"<html>Bad gateway</html>", "server"),
        (503, b"", "overloaded"),
        (529, b"", "overloaded"),
        (418, b'{"error": "teapot"}', "invalid"),
        (200, b"", "unknown"),
    ],
)
def test_errors_are_told_apart(http: int, data: bytes, expected: str) -> None:
    assert kind(data, http) == expected


@pytest.mark.spec("GW-3")
@pytest.mark.parametrize(
    ("headers", "data", "seconds"),
    [
        ({"Retry-After": "7"}, status(429, "RESOURCE_EXHAUSTED", "slow"), 7.0),
        (
            {"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"},
            status(429, "RESOURCE_EXHAUSTED", "slow"),
            30.0,
        ),
        ({"retry-after": "Wed, 21 Oct 2020 07:28:30 GMT"}, b"", 0.0),
        ({"retry-after": "soon"}, b"", None),
        (
            {},
            status(
                429,
                "RESOURCE_EXHAUSTED",
                "quota",
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"},
            ),
            34.5,
        ),
        ({}, status(429, "RESOURCE_EXHAUSTED", "Quota exceeded. Please retry in 12.07s."), 12.07),
        ({}, status(429, "RESOURCE_EXHAUSTED", "quota"), None),
    ],
)
def test_how_long_to_wait_is_read(headers: dict[str, str], data: bytes, seconds: float | None) -> None:
    assert GEMINI.read_failure(429, headers, data).retry_after_s == seconds


@pytest.mark.spec("GW-3")
@given(
    st.sampled_from(get_args(FailureKind)),
    st.text(max_size=20),
    st.none() | st.integers(1, 10**7),
    st.none() | st.integers(0, 3600),
)
def test_a_written_failure_is_read_as_what_it_was(
    failure_kind: FailureKind, message: str, number: int | None, seconds: int | None
) -> None:
    failure = Failure(failure_kind, message, 418, "theirs", number, number, seconds)
    http, body = GEMINI.write_failure(failure)
    assert body["error"]["code"] == http
    read = GEMINI.read_failure(http, {}, jsontext.encode(body))
    same = {"prefix_binding": "invalid", "unknown": "server"}  # Gemini has no words for these two
    assert read.kind == same.get(failure_kind, failure_kind)
    assert read.retry_after_s == seconds
    if failure_kind == "context_limit":
        assert (read.limit, read.actual) == (number, number)


@pytest.mark.spec("GW-3")
@given(st.binary(max_size=60), st.integers(100, 599))
def test_reading_a_failure_never_raises(data: bytes, http: int) -> None:
    assert GEMINI.read_failure(http, {"retry-after": data.decode("latin-1")}, data).message


@pytest.mark.spec("GW-3")
@pytest.mark.parametrize(
    "data",
    [
        b'{"error": {"message": 5, "status": [], "details": [1, {"reason": 2}], "code": "x"}}',
        b'{"error": {"details": {"a": 1}}}',
        b'[{"error": {"message": "{\\"error\\": 1}"}}]',
        b"[]",
        b"null",
    ],
)
def test_odd_errors_are_read_too(data: bytes) -> None:
    assert kind(data, 400) == "invalid"


@pytest.mark.spec("CM-2")
@pytest.mark.parametrize(
    ("value", "usage"),
    [
        ({"promptTokenCount": 100, "candidatesTokenCount": 5, "cachedContentTokenCount": 90}, Usage(100, 5, 90)),
        ({"prompt_token_count": 1, "thoughts_token_count": 7}, Usage(1, 7, reasoning=7)),
        ({"promptTokenCount": 1, "toolUsePromptTokenCount": 2, "candidatesTokenCount": 0}, Usage(3, 0)),
        ({"totalTokenCount": 3}, Usage()),
        ({}, Usage()),
    ],
)
def test_usage_counts_the_whole_prompt_and_thinking_as_output(value: dict[str, Any], usage: Usage) -> None:
    assert GEMINI.read_usage(value) == usage


@pytest.mark.spec("CM-2")
@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_usage_written_is_read_as_it_was(given_: int, said: int, cached: int, thought: int) -> None:
    usage = Usage(given_ + cached, said + thought, cache_read=cached, reasoning=thought)
    assert GEMINI.read_usage(GEMINI.write_usage(usage)) == usage
    assert GEMINI.write_usage(Usage()) == {}


@pytest.mark.spec("MSG-1")
def test_there_are_no_cache_marks() -> None:
    entry = {"role": "user", "parts": [{"text": "a"}]}
    assert GEMINI.max_cache_marks == 0
    assert GEMINI.count_marks(entry) == 0
    assert GEMINI.with_mark(entry, CacheMark()) is None
    assert GEMINI.without_marks(entry) is entry
