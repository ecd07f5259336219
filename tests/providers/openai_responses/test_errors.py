"""Error answers: what kind, which numbers, how long to wait; and how a failure is written."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from brimful.providers.failure import Failure, FailureKind
from brimful.providers.openai_responses import OPENAI_RESPONSES
from brimful.providers.openai_responses.errors import CONTEXT_LIMIT_MESSAGE, CONTEXT_LIMIT_WORDINGS

pytestmark = pytest.mark.spec("TRN-4", "GW-3")


def read(status: int, error: Any, headers: dict[str, str] | None = None) -> Failure:
    return OPENAI_RESPONSES.read_failure(status, headers or {}, json.dumps({"error": error}).encode())


# One wording for each pattern, in the order of the patterns, with the numbers it holds.
WORDINGS: list[tuple[str, int | None, int | None]] = [
    (CONTEXT_LIMIT_MESSAGE, None, None),
    (
        "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 289650 tokens. "
        "Please reduce the length of the messages.",
        272_000,
        289_650,
    ),
    (
        "This model's maximum context length is 128000 tokens. However, you requested 1124171 tokens "
        "(124171 in the messages, 1000000 in the completion). Please reduce the length.",
        128_000,
        1_124_171,
    ),
    (
        "This model's maximum context length is 8192 tokens. However, your request has 9000 input tokens.",
        8_192,
        9_000,
    ),
    ("This model's maximum context length is 4,096. Shorten it.", 4_096, None),
    ("the request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it", 8_192, 9_000),
    ("the request exceeds the available context size. try increasing the context size", None, None),
    (
        "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with "
        "context length of only 32768 tokens, which is not enough.",
        32_768,
        111_490,
    ),
    ("prompt token count of 130000 exceeds the limit of 128000", 128_000, 130_000),
    ("prompt is too long: 210000 tokens > 200000 maximum", 200_000, 210_000),
    ("The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).", 1_048_576, 1_200_293),
    ("The prompt exceeds the model's maximum context length", None, None),
    ("upstream says: context_length_exceeded", None, None),
]


@pytest.mark.parametrize(("message", "limit", "actual"), WORDINGS)
def test_each_wording_of_a_window_that_is_too_small_is_known(
    message: str, limit: int | None, actual: int | None
) -> None:
    failure = read(400, {"message": message, "type": "invalid_request_error", "code": None})
    assert (failure.kind, failure.limit, failure.actual) == ("context_limit", limit, actual)


def test_each_pattern_is_the_first_to_match_some_wording() -> None:
    first = [
        next(number for number, pattern in enumerate(CONTEXT_LIMIT_WORDINGS) if pattern.search(message))
        for message, _, _ in WORDINGS
    ]
    assert first == list(range(len(CONTEXT_LIMIT_WORDINGS)))


def test_other_wordings_of_the_longer_pattern() -> None:
    told = "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens."
    assert read(400, {"message": told}).actual == 204_308
    about = "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (x)."
    assert read(400, {"message": about}).actual == 42_832
    older = "This model's maximum context length is 2046 tokens, however you requested 3383 tokens"
    assert (read(400, {"message": older}).limit, read(400, {"message": older}).actual) == (2_046, 3_383)


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (400, {"message": "x", "code": "context_length_exceeded"}, "context_limit"),
        (413, {"message": "Request body too large"}, "too_large"),
        (429, {"message": "x", "type": "tokens", "code": "rate_limit_exceeded"}, "rate_limit"),
        (429, {"message": "You exceeded your current quota", "code": "insufficient_quota"}, "rate_limit"),
        (503, {"message": "x", "code": "server_is_overloaded"}, "overloaded"),
        (503, {"message": "x"}, "overloaded"),
        (529, {"message": "x"}, "overloaded"),
        (400, {"message": "The encrypted content gAAA...DQ== could not be verified."}, "prefix_binding"),
        (400, {"message": "x", "code": "invalid_encrypted_content"}, "prefix_binding"),
        (400, {"message": "No tool output found for function call c.", "code": None}, "invalid"),
        (401, {"message": "Incorrect API key", "code": "invalid_api_key"}, "auth"),
        (403, {"message": "x"}, "permission"),
        (404, {"message": "x", "code": "model_not_found"}, "not_found"),
        (408, {"message": "x"}, "timeout"),
        (500, {"message": "x", "type": "server_error"}, "server"),
        (599, {"message": "x"}, "server"),
        (418, {"message": "x"}, "unknown"),
        (200, {"message": "x", "type": "invalid_request_error"}, "invalid"),
    ],
)
def test_what_kind_of_failure_it_is(status: int, error: dict[str, Any], kind: str) -> None:
    failure = read(status, error)
    assert failure.kind == kind
    assert failure.status == status


def test_numbers_that_are_not_about_the_window_are_left_out() -> None:
    told = "Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 39000."
    failure = read(429, {"message": told, "code": "rate_limit_exceeded"})
    assert (failure.kind, failure.limit, failure.actual) == ("rate_limit", None, None)


@pytest.mark.parametrize(
    ("headers", "message", "seconds"),
    [
        ({"Retry-After": "7"}, "", 7),
        ({"retry-after-ms": "250", "retry-after": "1"}, "", 0.25),
        (
            {"retry-after": "Wed, 18 Nov 2026 10:00:30 GMT", "date": "Wed, 18 Nov 2026 10:00:00 GMT"},
            "",
            30,
        ),
        (
            {"retry-after": "Wed, 18 Nov 2026 09:00:00 GMT", "date": "Wed, 18 Nov 2026 10:00:00 GMT"},
            "",
            0,
        ),
        ({"retry-after": "Wed, 18 Nov 2026 10:00:30 GMT"}, "", None),
        ({"retry-after": "soon"}, "", None),
        ({}, "Please try again in 1.898s. Visit …", 1.898),
        ({}, "Please try again in 28ms.", 0.028),
        ({}, "Please try again in 6m0s.", 360),
        ({}, "Please try again in 1h2m3s.", 3723),
        ({}, "Try again in 35 seconds.", 35),
        ({}, "Try again in a while.", None),
        ({}, "", None),
    ],
)
def test_how_long_to_wait(headers: dict[str, str], message: str, seconds: float | None) -> None:
    found = read(429, {"message": message}, headers).retry_after_s
    assert found == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "HTTP status 502"),
        (b"<html><h1>502 Bad Gateway</h1></html>", "<html><h1>502 Bad Gateway</h1></html>"),
        (b'{"detail": "Unsupported"}', "Unsupported"),
        (b'{"detail": {"message": "m"}}', "m"),
        (b'{"error": "plain"}', "plain"),
        (b'{"object": "error", "message": "m", "code": 40303}', "m"),
        (b'[{"error": {"message": "m"}}]', "m"),
        (b'{"error": {}}', "HTTP status 502"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b"[1, 2]", "[1, 2]"),
    ],
)
def test_any_body_is_read(data: bytes, message: str) -> None:
    failure = OPENAI_RESPONSES.read_failure(502, {}, data)
    assert (failure.kind, failure.message) == ("server", message)


@pytest.mark.parametrize("kind", get_args(FailureKind))
def test_a_failure_that_is_written_reads_as_the_same_kind(kind: FailureKind) -> None:
    status, body = OPENAI_RESPONSES.write_failure(Failure(kind, "It went wrong."))
    again = OPENAI_RESPONSES.read_failure(status, {}, json.dumps(body).encode())
    assert again.kind == ("server" if kind == "unknown" else kind)
    assert set(body["error"]) == {"message", "type", "param", "code"}


def test_a_window_that_is_too_small_is_written_in_the_words_clients_match_on() -> None:
    failure = Failure("context_limit", "prompt is too long: 210000 tokens > 200000 maximum", status=400)
    assert OPENAI_RESPONSES.write_failure(failure) == (
        400,
        {
            "error": {
                "message": CONTEXT_LIMIT_MESSAGE,
                "type": "invalid_request_error",
                "param": "input",
                "code": "context_length_exceeded",
            }
        },
    )


def test_the_providers_own_status_and_code_are_kept() -> None:
    failure = Failure("rate_limit", "No money.", status=429, code="insufficient_quota")
    status, body = OPENAI_RESPONSES.write_failure(failure)
    assert (status, body["error"]["code"]) == (429, "insufficient_quota")


def test_a_status_of_another_provider_becomes_ours() -> None:
    assert OPENAI_RESPONSES.write_failure(Failure("overloaded", "Busy.", status=529))[0] == 529
    assert OPENAI_RESPONSES.write_failure(Failure("context_limit", "x", status=413))[0] == 400
