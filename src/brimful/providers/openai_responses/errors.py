"""Error answers, both ways: as bodies, and as the `error` of a stream.

What kind of error it is follows from its code, its words, its status, in that order: gateways and compatible servers
change statuses, and streams have none. The tables below hold every code and wording we know, with its source.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.providers.failure import Failure, FailureKind

CONTEXT_LIMIT_MESSAGE = "Your input exceeds the context window of this model. Please adjust your input and try again."

# The API's own codes (source: ResponseError of the openai package; the guide "Error codes"; codex's stream reader).
_CODES: dict[str, FailureKind] = {
    "context_length_exceeded": "context_limit",
    "string_above_max_length": "too_large",
    "request_too_large": "too_large",
    "rate_limit_exceeded": "rate_limit",
    "insufficient_quota": "rate_limit",
    "usage_limit_reached": "rate_limit",
    "usage_not_included": "permission",
    "server_is_overloaded": "overloaded",
    "slow_down": "overloaded",
    "overloaded_error": "overloaded",
    "invalid_encrypted_content": "prefix_binding",  # reasoning that does not fit; leaving it out mends it
    "server_error": "server",
    "internal_server_error": "server",
    "vector_store_timeout": "timeout",
    "invalid_api_key": "auth",
    "model_not_found": "not_found",
    "previous_response_not_found": "not_found",
    "invalid_prompt": "invalid",
    "data_residency_mismatch": "permission",
}
_TYPES: dict[str, FailureKind] = {
    "authentication_error": "auth",
    "permission_error": "permission",
    "rate_limit_error": "rate_limit",
    "tokens": "rate_limit",
    "requests": "rate_limit",
    "server_error": "server",
    "invalid_request_error": "invalid",
}
_STATUSES: dict[int, FailureKind] = {
    400: "invalid",
    401: "auth",
    403: "permission",
    404: "not_found",
    408: "timeout",
    409: "invalid",
    413: "too_large",
    422: "invalid",
    429: "rate_limit",
    500: "server",
    502: "server",
    503: "overloaded",
    504: "timeout",
    529: "overloaded",
}

# Wordings of "longer than the window". `limit` and `actual` are tokens.
CONTEXT_LIMIT_WORDINGS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # The Responses API: anomalyco/opencode#6071, dyad-sh/dyad#1672
        r"input exceeds the context window of this model",
        # GPT-5, with numbers: cline/cline#5474
        r"input tokens exceed the configured limit of (?P<limit>[\d,]+) tokens"
        r"(?:\. Your messages resulted in (?P<actual>[\d,]+) tokens)?",
        # Chat Completions, Azure: Azure/azure-sdk-for-python#40986, webtimemachine/wtm2#579
        r"maximum context length is (?P<limit>[\d,]+) tokens[.,] however,? (?:your messages resulted in|you requested"
        r"(?: about)?) (?:over )?(?P<actual>[\d,]+) tokens",
        # vLLM's later wording: "... However, your request has 9000 input tokens."
        r"maximum context length is (?P<limit>[\d,]+) tokens.{0,60}?(?:request|prompt|input)\D{0,40}"
        r"(?P<actual>[\d,]+)(?: input)? tokens",
        # the same without the second number: oobabooga/textgen#3658
        r"maximum context length (?:is|of) (?P<limit>[\d,]+)",
        # llama.cpp's server, code exceed_context_size_error
        r"request \((?P<actual>[\d,]+) tokens\) exceeds the available context size \((?P<limit>[\d,]+) tokens\)",
        r"exceeds the available context size",
        # LM Studio: lmstudio-ai/lmstudio-bug-tracker#546
        r"keep the first (?P<actual>[\d,]+) tokens when context the overflows.{0,80}?"
        r"context length of only (?P<limit>[\d,]+) tokens",
        # GitHub's proxy in front of the API
        r"prompt token count of (?P<actual>[\d,]+) exceeds the limit of (?P<limit>[\d,]+)",
        # gateways that answer in Anthropic's or Google's words
        r"prompt is too long(?:: (?P<actual>[\d,]+) tokens > (?P<limit>[\d,]+) maximum)?",
        r"input token count \((?P<actual>[\d,]+)\)\s+exceeds the maximum number of tokens allowed "
        r"\((?P<limit>[\d,]+)\)",
        r"exceeds? (?:the |this )?(?:model's )?(?:maximum )?context (?:window|length|limit)",
        r"context[_ ]length[_ ]exceeded",
    )
)
_ENCRYPTED = re.compile(r"encrypted content .*could not be verified", re.IGNORECASE | re.DOTALL)
# "Please try again in 1.898s", "in 28ms", "in 6m0s", "in 35 seconds" (codex's tests name the first two and the last).
_TRY_AGAIN = re.compile(
    r"try again in (?:(?P<h>\d+)h)?(?:(?P<m>\d+)m(?!s))?(?:(?P<s>[\d.]+) ?s(?:econds?)?)?(?:(?P<ms>[\d.]+) ?ms)?",
    re.IGNORECASE,
)

# How a failure is written: status, type, code.
_WRITTEN: dict[FailureKind, tuple[int, str, str | None]] = {
    "context_limit": (400, "invalid_request_error", "context_length_exceeded"),
    "too_large": (413, "invalid_request_error", "request_too_large"),
    "rate_limit": (429, "rate_limit_error", "rate_limit_exceeded"),
    "overloaded": (503, "server_error", "server_is_overloaded"),
    "prefix_binding": (400, "invalid_request_error", "invalid_encrypted_content"),
    "invalid": (400, "invalid_request_error", None),
    "auth": (401, "authentication_error", "invalid_api_key"),
    "permission": (403, "permission_error", None),
    "not_found": (404, "invalid_request_error", None),
    "timeout": (504, "server_error", None),
    "server": (500, "server_error", "server_error"),
    "unknown": (500, "server_error", "server_error"),
}


def read_failure(status: int, headers: Mapping[str, str], data: bytes) -> Failure:
    """Read an error answer; a page of HTML or nothing at all says at least its status."""
    error = _error_object(data)
    if error is None:
        text = data.decode("utf-8", "replace").strip()
        error = {"message": text[:500]}
    return read_error(error, status=status, headers=headers)


def read_error(error: Mapping[str, Any], *, status: int = 0, headers: Mapping[str, str] | None = None) -> Failure:
    """Read the error object of a body, of an `error` event or of a failed response."""
    message, code, kind = (_word(error.get(name)) for name in ("message", "code", "type"))
    limit, actual, fits = _numbers(message)
    found = _CODES.get(code) or ("context_limit" if fits else None)
    if found is None and _ENCRYPTED.search(message):
        found = "prefix_binding"
    if found is None:
        found = _STATUSES.get(status) or _TYPES.get(kind) or ("server" if status >= 500 else "unknown")
    if found != "context_limit":
        limit = actual = None
    return Failure(
        kind=found,
        message=message or (f"HTTP status {status}" if status else "the provider gave no reason"),
        status=status,
        code=code or kind,
        limit=limit,
        actual=actual,
        retry_after_s=_retry_after(headers or {}, message),
    )


def write_failure(failure: Failure) -> tuple[int, dict[str, Any]]:
    """The status and the body that the API would send."""
    status, kind, code = _WRITTEN[failure.kind]
    same = failure.status and _STATUSES.get(failure.status) == failure.kind
    return (failure.status if same else status), {
        "error": {"message": message_of(failure), "type": kind} | _place(failure, code)
    }


def write_error(failure: Failure) -> dict[str, Any]:
    """The error object of a failed response in a stream: code and message are what clients look at."""
    _, _, code = _WRITTEN[failure.kind]
    return {"code": code or "invalid_prompt", "message": message_of(failure)}


def message_of(failure: Failure) -> str:
    """The message, in words that clients of this API match on."""
    if failure.kind == "context_limit" and not CONTEXT_LIMIT_WORDINGS[0].search(failure.message):
        return CONTEXT_LIMIT_MESSAGE
    return failure.message


# --- reading --------------------------------------------------------------------------------------------------


def _error_object(data: bytes) -> Mapping[str, Any] | None:
    """The object that holds message and code, wherever a server put it."""
    try:
        value = jsontext.decode(data)
    except BrimfulError:
        return None
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        return None
    for name in ("error", "detail"):
        held = value.get(name)
        if isinstance(held, dict):
            return held
        if isinstance(held, str):
            return {**value, "message": held}
    return value if "message" in value else None


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _numbers(message: str) -> tuple[int | None, int | None, bool]:
    """The limit, the actual size, and whether the words say that the window was too small."""
    for pattern in CONTEXT_LIMIT_WORDINGS:
        match = pattern.search(message)
        if match is not None:
            found = match.groupdict()
            return _integer(found.get("limit")), _integer(found.get("actual")), True
    return None, None, False


def _integer(digits: str | None) -> int | None:
    return int(digits.replace(",", "")) if digits and digits.strip(",") else None


def _retry_after(headers: Mapping[str, str], message: str) -> float | None:
    named = {name.lower(): value.strip() for name, value in headers.items()}
    millis, after = named.get("retry-after-ms", ""), named.get("retry-after", "")
    if _is_number(millis):
        return float(millis) / 1000
    if _is_number(after):
        return float(after)
    if after:
        until, now = _date(after), _date(named.get("date", ""))
        if until is not None and now is not None:
            return max(0.0, (until - now).total_seconds())
    match = _TRY_AGAIN.search(message)
    if match is None or not any(match.groupdict().values()):
        return None
    scale = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
    return sum(float(value) * scale[name] for name, value in match.groupdict().items() if _is_number(value or ""))


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text))


def _date(text: str) -> datetime | None:
    """An HTTP date. It is held against the answer's own `date`, so no clock is needed and none can disagree."""
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None


# --- writing --------------------------------------------------------------------------------------------------


def _place(failure: Failure, code: str | None) -> dict[str, Any]:
    own = failure.code if _CODES.get(failure.code) == failure.kind else None
    return {"param": "input" if failure.kind == "context_limit" else None, "code": own or code}
