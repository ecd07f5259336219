"""Error answers: `google.rpc.Status`, whatever it is wrapped in (GW-3, TRN-4).

    {"error": {"code": 429, "message": "…", "status": "RESOURCE_EXHAUSTED", "details": [{"@type": "…RetryInfo", …}]}}

It comes alone, in an array (a stream without `alt=sse`), as an event of a stream, or as JSON inside the message of
another error (clients and proxies wrap it so).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.providers.failure import Failure, FailureKind

# A prompt that is too long, in every wording met; the groups are the numbers where the text has them.
CONTEXT_LIMITS = (
    # Gemini API: google-gemini/gemini-cli#6678, #12098; googleapis/python-genai#2050, #2466
    re.compile(
        r"input token count \((?P<actual>[\d,]+)\) exceeds the maximum number of tokens allowed \((?P<limit>[\d,]+)\)"
    ),
    # Vertex AI: warpdotdev/warp#15662
    re.compile(r"input token count exceeds the maximum number of tokens allowed \(?(?P<limit>[\d,]+)\)?"),
    # Vertex AI: google-gemini/gemini-cli#19727
    re.compile(r"input token count is (?P<actual>[\d,]+) but (?:the )?model only supports up to (?P<limit>[\d,]+)"),
    # The same without numbers, or in an order not met yet
    re.compile(r"(?:input|prompt) token count .{0,40}exceeds the maximum"),
    re.compile(r"exceeds the maximum number of tokens allowed"),
)
# google-gemini/deprecated-generative-ai-android#26, MaKTaiL/gemini-srt-translator#63, google-gemini/gemini-cli#13776
_TOO_LARGE = re.compile(
    r"request payload size exceeds the limit|maximum request body size \d+ exceeded", re.IGNORECASE
)
# babaohuang/GeminiProChat#142, continuedev/continue#10290
_BAD_KEY = re.compile(r"api key (?:not valid|not found|expired)|pass a valid api key", re.IGNORECASE)
_RETRY_IN = re.compile(r"retry in ([\d.]+)\s*s")  # "Please retry in 34.07s."
_NESTED = 3  # how often an error is looked for inside the message of another

_BY_WORD: dict[str, FailureKind] = {
    "RESOURCE_EXHAUSTED": "rate_limit",
    "UNAVAILABLE": "overloaded",
    "DEADLINE_EXCEEDED": "timeout",
    "CANCELLED": "timeout",
    "UNAUTHENTICATED": "auth",
    "PERMISSION_DENIED": "permission",
    "NOT_FOUND": "not_found",
    "INVALID_ARGUMENT": "invalid",
    "FAILED_PRECONDITION": "invalid",
    "OUT_OF_RANGE": "invalid",
    "INTERNAL": "server",
    "UNKNOWN": "server",
    "DATA_LOSS": "server",
    "UNIMPLEMENTED": "server",
}
_BY_STATUS: dict[int, FailureKind] = {
    400: "invalid",
    401: "auth",
    403: "permission",
    404: "not_found",
    408: "timeout",
    413: "too_large",
    429: "rate_limit",
    499: "timeout",
    503: "overloaded",
    504: "timeout",
    529: "overloaded",
}
_WRITTEN: dict[FailureKind, tuple[int, str]] = {
    "context_limit": (400, "INVALID_ARGUMENT"),
    "too_large": (413, "INVALID_ARGUMENT"),
    "rate_limit": (429, "RESOURCE_EXHAUSTED"),
    "overloaded": (503, "UNAVAILABLE"),
    "prefix_binding": (400, "INVALID_ARGUMENT"),
    "invalid": (400, "INVALID_ARGUMENT"),
    "auth": (401, "UNAUTHENTICATED"),
    "permission": (403, "PERMISSION_DENIED"),
    "not_found": (404, "NOT_FOUND"),
    "timeout": (504, "DEADLINE_EXCEEDED"),
    "server": (500, "INTERNAL"),
    "unknown": (500, "UNKNOWN"),
}


def read_failure(status: int, headers: Mapping[str, str], data: bytes) -> Failure:
    """An error answer; a body that is no `Status` (an HTML page, nothing) is read by its HTTP status."""
    waiting = _retry_after({name.lower(): value for name, value in headers.items()})
    try:
        value = jsontext.decode(data)
    except BrimfulError:
        value = None
    error = _status_in(value)
    if error is None:
        text = data.decode("utf-8", "replace").strip()
        return Failure(_kind(status, "", text, ""), text[:500] or f"HTTP {status}", status, retry_after_s=waiting)
    return _failure(error, status, waiting)


def failure_in(value: Any) -> Failure:
    """An error inside a stream, which has no HTTP status of its own."""
    error = _status_in(value)
    if error is None:
        return Failure("unknown", jsontext.encode(value).decode("utf-8", "replace")[:500])
    return _failure(error, 0, None)


def _status_in(value: Any) -> dict[str, Any] | None:
    """The `Status` of an answer; the innermost one where one is quoted in the message of another."""
    found: dict[str, Any] | None = None
    for _ in range(_NESTED):
        if isinstance(value, list):
            value = next((entry for entry in value if isinstance(entry, dict) and "error" in entry), None)
        error = value.get("error") if isinstance(value, dict) else None
        if not isinstance(error, dict):
            return found
        found = error
        message = error.get("message")
        if not isinstance(message, str) or not message.lstrip().startswith(("{", "[")):
            return found
        try:
            value = jsontext.decode(message)
        except BrimfulError:
            return found
    return found


def _failure(error: dict[str, Any], status: int, waiting: float | None) -> Failure:
    message = error.get("message") if isinstance(error.get("message"), str) else ""
    code = error.get("code")
    number = status if status >= 400 or not isinstance(code, int) else code
    word = error.get("status") if isinstance(error.get("status"), str) else ""
    reason = next((one for detail in _details(error) if isinstance(one := detail.get("reason"), str)), "")
    kind = _kind(number, str(word), str(message), reason)
    limit, actual = _numbers(str(message)) if kind == "context_limit" else (None, None)
    delay = _retry_info(error)
    if waiting is None and delay is None and (told := _RETRY_IN.search(str(message))):
        delay = float(told[1].rstrip("."))
    return Failure(
        kind,
        str(message) or reason or str(word) or f"HTTP {number}",
        number,
        str(word),
        limit,
        actual,
        waiting if waiting is not None else delay,
    )


def _kind(status: int, word: str, message: str, reason: str) -> FailureKind:
    if any(pattern.search(message) for pattern in CONTEXT_LIMITS):
        return "context_limit"
    if status == 413 or _TOO_LARGE.search(message):
        return "too_large"
    if reason in ("API_KEY_INVALID", "API_KEY_EXPIRED") or _BAD_KEY.search(message):
        return "auth"
    if word in _BY_WORD:
        return _BY_WORD[word]
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return "server" if status >= 500 else "invalid" if status >= 400 else "unknown"


def _numbers(message: str) -> tuple[int | None, int | None]:
    """The window and the size of the prompt, where the message names them."""
    for pattern in CONTEXT_LIMITS:
        if match := pattern.search(message):
            groups = {name: int(text.replace(",", "")) for name, text in match.groupdict().items() if text.strip(",")}
            return groups.get("limit"), groups.get("actual")
    return None, None


def _details(error: dict[str, Any]) -> Iterator[dict[str, Any]]:
    details = error.get("details")
    yield from (detail for detail in details if isinstance(detail, dict)) if isinstance(details, list) else ()


def _retry_info(error: dict[str, Any]) -> float | None:
    """`RetryInfo.retryDelay`: a duration as protobuf writes it, "34s" or "0.250s"."""
    for detail in _details(error):
        delay = detail.get("retryDelay", detail.get("retry_delay"))
        if isinstance(delay, str) and re.fullmatch(r"\d{1,9}(\.\d{1,9})?s", delay):
            return float(delay[:-1])
    return None


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """The header `retry-after`: seconds, or a date, which counts from the answer's own."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value):
        return float(value)
    until, now = _date(value), _date(headers.get("date", ""))
    if until is None:
        return None
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())


def _date(value: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(value)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


# --- writing --------------------------------------------------------------------------------------------------


def write_failure(failure: Failure) -> tuple[int, dict[str, Any]]:
    """The failure as HTTP status and body."""
    status, word = _WRITTEN[failure.kind]
    error: dict[str, Any] = {"code": status, "message": _wording(failure), "status": word}
    if failure.kind == "auth":
        error["details"] = [
            {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": "API_KEY_INVALID",
                "domain": "googleapis.com",
            }
        ]
    if failure.retry_after_s is not None:
        delay = f"{failure.retry_after_s:.9f}".rstrip("0").rstrip(".") + "s"
        info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}
        error["details"] = [*error.get("details", []), info]
    return status, {"error": error}


def _wording(failure: Failure) -> str:
    """The message; a context limit in the words that clients look for."""
    if failure.kind != "context_limit" or any(pattern.search(failure.message) for pattern in CONTEXT_LIMITS):
        return failure.message
    actual = f" ({failure.actual})" if failure.actual is not None else ""
    limit = f" ({failure.limit})" if failure.limit is not None else ""
    return f"The input token count{actual} exceeds the maximum number of tokens allowed{limit}."
