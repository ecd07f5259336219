"""Error answers of the API and of the hosts that serve Claude (TRN-4)."""

from __future__ import annotations

import json
from typing import Any, get_args

import anthropic
import httpx2
import pytest

from brimful.providers.anthropic import ANTHROPIC
from brimful.providers.anthropic.errors import WORDINGS
from brimful.providers.failure import Failure, FailureKind

pytestmark = pytest.mark.spec("TRN-4")


def api(kind: str, message: str) -> bytes:
    return json.dumps({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}).encode()


def read(status: int, data: bytes, **headers: str) -> Failure:
    return ANTHROPIC.read_failure(status, {name.replace("_", "-"): text for name, text in headers.items()}, data)


# status, body, limit, actual; one for each wording, in the order of the table
TOO_LONG: list[tuple[int, bytes, int | None, int | None]] = [
    (400, api("invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum"), 200_000, 213_462),
    (
        400,
        api(
            "invalid_request_error",
            "input length and `max_tokens` exceed context limit: 184915 + 20000 > 204648, "
            "decrease input length or `max_tokens` and try again",
        ),
        204_648,
        204_915,
    ),
    (
        400,
        b'{"error":{"message":"prompt token count of 391491 exceeds the limit of 128000",'
        b'"code":"model_max_prompt_tokens_exceeded"}}',
        128_000,
        391_491,
    ),
    (
        400,
        json.dumps(
            {
                "error": {
                    "message": "This endpoint's maximum context length is 200000 tokens. However, you requested "
                    "about 210123 tokens (200123 of text input, 10000 in the output).",
                    "code": 400,
                }
            }
        ).encode(),
        200_000,
        210_123,
    ),
    (413, api("invalid_request_error", "Prompt is too long"), None, None),
    (
        400,
        b'{"message":"The model returned the following errors: Input is too long for requested model."}',
        None,
        None,
    ),
    (400, api("invalid_request_error", "input length and `max_tokens` exceed"), None, None),
    (400, b'{"message":"too many total text bytes: 9000000 > 8000000"}', None, None),
    (400, b'{"error":{"message":"the maximum context length was reached","code":400}}', None, None),
    (400, b'{"error":"Request size exceeds model context window"}', None, None),
]


@pytest.mark.parametrize(("number", "case"), list(enumerate(TOO_LONG)))
def test_each_wording_of_a_window_that_is_too_small_is_known(
    number: int, case: tuple[int, bytes, int | None, int | None]
) -> None:
    status, data, limit, actual = case
    failure = read(status, data)
    assert (failure.kind, failure.limit, failure.actual, failure.status) == ("context_limit", limit, actual, status)
    matching = [i for i, wording in enumerate(WORDINGS) if wording.pattern.search(failure.message)]
    assert matching[0] == number


def test_every_wording_is_tested() -> None:
    assert len(TOO_LONG) == len(WORDINGS)


@pytest.mark.parametrize(
    ("data", "numbers"),
    [
        (
            api("invalid_request_error", "prompt is too long: 1,000,032 tokens > 1,000,000 maximum"),
            (1_000_000, 1_000_032),
        ),
        (
            api("invalid_request_error", "input length and max_tokens exceed context limit: 142251   64000 > 200000"),
            (200_000, 206_251),
        ),
        (
            b"An error occurred (ValidationException) when calling the ConverseStream operation: The model returned "
            b"the following errors: prompt is too long: 903884 tokens > 200000 maximum",
            (200_000, 903_884),
        ),
        (
            b'[{"error":{"code":400,"message":"{\\"type\\":\\"error\\",\\"error\\":{\\"message\\":\\"prompt is too '
            b'long: 201 tokens > 200 maximum\\"}}","status":"INVALID_ARGUMENT"}}]',
            (200, 201),
        ),
        (
            b'{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"message\\":\\"prompt '
            b'is too long: 201 tokens > 200 maximum\\"}"}}}',
            (200, 201),
        ),
        (b'{"error":{"message":"no","code":"model_max_prompt_tokens_exceeded"}}', (None, None)),
    ],
)
def test_hosts_wrap_the_wording_in_their_own_shapes(data: bytes, numbers: tuple[int | None, int | None]) -> None:
    failure = read(400, data)
    assert (failure.kind, failure.limit, failure.actual) == ("context_limit", *numbers)


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_request_error", "invalid"),
        (401, "authentication_error", "auth"),
        (402, "billing_error", "permission"),
        (403, "permission_error", "permission"),
        (404, "not_found_error", "not_found"),
        (413, "request_too_large", "too_large"),
        (429, "rate_limit_error", "rate_limit"),
        (500, "api_error", "server"),
        (502, "api_error", "server"),
        (503, "api_error", "overloaded"),
        (504, "timeout_error", "timeout"),
        (529, "overloaded_error", "overloaded"),
        (422, "invalid_request_error", "invalid"),
        (418, "brand_new_error", "invalid"),
    ],
)
def test_the_error_types_of_the_api_are_known(status: int, code: str, kind: str) -> None:
    failure = read(status, api(code, "words"))
    assert (failure.kind, failure.code, failure.message) == (kind, code, "words")


def test_a_rate_limit_that_speaks_of_tokens_is_no_context_limit() -> None:
    words = "This request would exceed your organization's rate limit of 30,000 input tokens; prompt is too long"
    assert read(429, api("rate_limit_error", words)).kind == "rate_limit"


def test_thinking_of_another_conversation_is_told_apart() -> None:
    words = "messages.1.content.0: Invalid `signature`. The block is bound to a different conversation. Remove it."
    assert read(400, api("invalid_request_error", words)).kind == "prefix_binding"


@pytest.mark.parametrize(
    ("status", "data", "kind", "message"),
    [
        (529, b"", "overloaded", ""),
        (503, b"<html><body>busy</body></html>", "overloaded", "<html><body>busy</body></html>"),
        (413, b"<html>413 Request Entity Too Large</html>", "too_large", "<html>413 Request Entity Too Large</html>"),
        (502, b"\xff\xfe", "server", "\ufffd\ufffd"),
        (401, b'{"message":"no","__type":"UnrecognizedClientException"}', "auth", "no"),
        (400, b'{"message":"slow down","__type":"ThrottlingException"}', "rate_limit", "slow down"),
        (500, b"null", "server", ""),
        (400, b"[]", "invalid", ""),
        (0, b'{"error":1}', "unknown", ""),
        (302, b"", "unknown", ""),
    ],
)
def test_bodies_that_are_not_the_api_s_own_are_read_too(status: int, data: bytes, kind: str, message: str) -> None:
    failure = read(status, data)
    assert (failure.kind, failure.message) == (kind, message)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry_after": "30"}, 30.0),
        ({"Retry_After": "1.5"}, 1.5),
        ({"retry_after_ms": "250", "retry_after": "1"}, 0.25),
        ({"retry_after": "Wed, 18 Nov 2026 10:00:30 GMT", "Date": "Wed, 18 Nov 2026 10:00:00 GMT"}, 30.0),
        ({"retry_after": "Wed, 18 Nov 2026 10:00:00 GMT", "Date": "Wed, 18 Nov 2026 10:00:30 GMT"}, 0.0),
        ({"retry_after": "Wed, 18 Nov 2026 10:00:30 GMT"}, None),
        ({"retry_after": "soon"}, None),
        ({}, None),
    ],
)
def test_how_long_to_wait_is_read_from_the_headers(headers: dict[str, str], seconds: float | None) -> None:
    assert read(429, api("rate_limit_error", "wait"), **headers).retry_after_s == seconds


# --- writing ---


@pytest.mark.parametrize("kind", [kind for kind in get_args(FailureKind) if kind != "unknown"])
def test_a_failure_that_was_written_reads_as_the_same_kind(kind: FailureKind) -> None:
    for message in ("", "words of another provider"):
        status, value = ANTHROPIC.write_failure(Failure(kind, message))
        again = read(status, json.dumps(value).encode())
        assert again.kind == kind
        assert value["type"] == "error"
        assert again.message


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (Failure("context_limit", "any", limit=200, actual=201), "prompt is too long: 201 tokens > 200 maximum"),
        (Failure("context_limit", "Your input exceeds"), "prompt is too long: Your input exceeds"),
        (Failure("context_limit", "Prompt is too long"), "Prompt is too long"),
        (Failure("context_limit", ""), "prompt is too long"),
    ],
)
def test_a_context_limit_is_written_in_the_words_that_clients_match_on(failure: Failure, message: str) -> None:
    status, value = ANTHROPIC.write_failure(failure)
    assert (status, value["error"]) == (400, {"type": "invalid_request_error", "message": message})
    assert "prompt is too long" in message.lower()


def test_a_status_that_says_more_than_500_is_kept() -> None:
    assert ANTHROPIC.write_failure(Failure("server", "bad gateway", status=502))[0] == 502
    assert ANTHROPIC.write_failure(Failure("overloaded", "busy", status=503))[0] == 529


@pytest.mark.parametrize(
    ("kind", "raised"),
    [
        ("context_limit", anthropic.BadRequestError),
        ("auth", anthropic.AuthenticationError),
        ("rate_limit", anthropic.RateLimitError),
        ("not_found", anthropic.NotFoundError),
        ("overloaded", anthropic.InternalServerError),
    ],
)
def test_the_official_sdk_raises_the_right_error(kind: FailureKind, raised: type[Exception]) -> None:
    status, value = ANTHROPIC.write_failure(Failure(kind, "words"))

    def answer(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(status, json=value)

    with (
        httpx2.Client(transport=httpx2.MockTransport(answer)) as http,
        anthropic.Anthropic(api_key="none", http_client=http, max_retries=0) as client,
        pytest.raises(raised, match="words"),
    ):
        client.messages.create(model="m", max_tokens=5, messages=[{"role": "user", "content": "hi"}])


def test_a_failure_may_be_written_whatever_its_fields_say() -> None:
    everything: dict[str, Any] = {"status": 999, "code": "x", "limit": 1, "retry_after_s": 2.0}
    status, value = ANTHROPIC.write_failure(Failure("unknown", "what", **everything))
    assert value["error"]["message"] == "what"
    assert status >= 500
