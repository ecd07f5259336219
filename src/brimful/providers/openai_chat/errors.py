"""Error answers: what kind of no, with the numbers in its words.

OpenAI answers `{"error": {"message", "type", "param", "code"}}`. Servers that speak its format answer that, or
their own: `detail` (FastAPI), a bare `message` (vLLM), a list (Gemini's endpoint), an HTML page from something in
between, or nothing. An error inside a stream has no status of its own.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from brimful.errors import BrimfulError
from brimful.jsontext import decode
from brimful.providers.failure import Failure, FailureKind
from brimful.providers.fields import word
from brimful.providers.openai_chat.wordings import RATE_LIMIT, TRY_AGAIN, context_numbers, is_context_limit

# OpenAI and most; z.ai; llama.cpp
_CONTEXT_CODES = frozenset({"context_length_exceeded", "model_context_window_exceeded", "exceed_context_size_error"})

_BY_STATUS: dict[int, FailureKind] = {
    400: "invalid",
    401: "auth",
    402: "permission",  # no credit left
    403: "permission",
    404: "not_found",
    408: "timeout",
    413: "too_large",
    415: "invalid",
    422: "invalid",
    429: "rate_limit",
    498: "overloaded",  # Groq: flex capacity exceeded
    503: "overloaded",
    504: "timeout",
    524: "timeout",  # Cloudflare
    529: "overloaded",
}

_BY_WORD: tuple[tuple[str, FailureKind], ...] = (
    ("overloaded", "overloaded"),
    ("unavailable", "overloaded"),
    ("rate_limit", "rate_limit"),
    ("quota", "rate_limit"),
    ("too_large", "too_large"),
    ("auth", "auth"),
    ("api_key", "auth"),
    ("permission", "permission"),
    ("not_found", "not_found"),
    ("timeout", "timeout"),
    ("invalid", "invalid"),
    ("badrequest", "invalid"),
    ("server_error", "server"),
    ("internal", "server"),
)

# kind → status, type and code of our own answer
_SHAPES: dict[FailureKind, tuple[int, str, str | None]] = {
    "context_limit": (400, "invalid_request_error", "context_length_exceeded"),
    "too_large": (413, "invalid_request_error", "request_too_large"),
    "rate_limit": (429, "rate_limit_error", "rate_limit_exceeded"),
    "overloaded": (503, "server_error", "overloaded"),
    "prefix_binding": (400, "invalid_request_error", None),
    "invalid": (400, "invalid_request_error", None),
    "auth": (401, "authentication_error", "invalid_api_key"),
    "permission": (403, "permission_error", "permission_denied"),
    "not_found": (404, "invalid_request_error", "not_found"),
    "timeout": (504, "timeout_error", "timeout"),
    "server": (500, "server_error", "internal_error"),
    "unknown": (500, "server_error", None),
}

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_LONGEST_MESSAGE = 2_000
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


def read_failure(status: int, headers: Mapping[str, str], data: bytes) -> Failure:
    """An error answer, whatever its shape."""
    try:
        value = decode(data) if data.strip() else None
    except BrimfulError:  # not JSON: a page or plain words from something between us and the model
        value = None
    if value is None:
        return _failure(status, _plain_words(status, data), "", {}, headers)
    return read_error(value, status, headers)


def read_error(value: Any, status: int = 0, headers: Mapping[str, str] | None = None) -> Failure:
    """An error as JSON, from an answer or from inside a stream (no status then)."""
    if isinstance(value, list) and value:
        value = value[0]
    outer = value if isinstance(value, dict) else {"message": value}
    inner = outer.get("error")
    error = inner if isinstance(inner, dict) else outer
    message = _message(error) or (inner if isinstance(inner, str) else "") or _message(outer)
    code = next((error[name] for name in ("code", "type", "status") if isinstance(error.get(name), str)), "")
    if not status and isinstance(error.get("code"), int) and 400 <= error["code"] < 600:
        status = error["code"]
    return _failure(status, message, code, {**outer, **error}, headers or {})


def write_failure(failure: Failure) -> tuple[int, dict[str, Any]]:
    """A failure as status and body in OpenAI's shape, in the words its clients look for."""
    status, kind, code = _SHAPES[failure.kind]
    if failure.kind != "context_limit":
        if _of_status(failure.status) == failure.kind and failure.status != 529:  # which only Anthropic has
            status = failure.status
        code = failure.code or code
    param = "messages" if failure.kind == "context_limit" else None
    error = {"message": _own_words(failure), "type": kind, "param": param, "code": code}
    return status, {"error": error}


def retry_after_s(headers: Mapping[str, str], clock: Callable[[], float] = time.time) -> float | None:
    """How long to wait, from the headers: milliseconds, seconds or a date (against the answer's own date)."""
    lower = {name.lower(): value.strip() for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        number = _number(lower.get(name, ""))
        if number is not None:
            return number * unit
    until = _moment(lower.get("retry-after", ""))
    if until is None:
        return None
    now = _moment(lower.get("date", ""))
    return max(0.0, until - (clock() if now is None else now))


# --- reading --------------------------------------------------------------------------------------------------


def _failure(status: int, message: str, code: str, fields: dict[str, Any], headers: Mapping[str, str]) -> Failure:
    kind = _kind(status, message, code, fields)
    limit, actual = context_numbers(message) if kind == "context_limit" else (None, None)
    if kind == "context_limit":  # llama.cpp says them in fields as well
        limit = limit or _whole(fields.get("n_ctx"))
        actual = actual or _whole(fields.get("n_prompt_tokens"))
    wait = retry_after_s(headers)
    if wait is None and kind in ("rate_limit", "overloaded"):
        wait = _said_wait(message)
    return Failure(kind, message, status, code, limit, actual, wait)


def _kind(status: int, message: str, code: str, fields: dict[str, Any]) -> FailureKind:
    if status not in (401, 403, 404, 429):
        limited = RATE_LIMIT.search(message) is not None
        if code in _CONTEXT_CODES or word(fields, "type") in _CONTEXT_CODES:
            return "context_limit"
        if limited:
            return "rate_limit"
        if is_context_limit(message):
            return "context_limit"
    if "bound to a different conversation" in message:
        return "prefix_binding"
    if status in _BY_STATUS:
        return _of_status(status)
    words = " ".join(str(fields.get(name, "")) for name in ("code", "type", "status")).lower()
    named = next((kind for word, kind in _BY_WORD if word in words), None)
    if named is not None and status < 500:
        return named
    return _of_status(status)


def _of_status(status: int) -> FailureKind:
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return "server" if status >= 500 else "invalid" if status >= 400 else "unknown"


def _message(error: dict[str, Any]) -> str:
    for name in ("message", "detail", "error_msg", "msg"):
        value = error.get(name)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, list):  # FastAPI: one entry a field
            said = [str(entry.get("msg", entry)) if isinstance(entry, dict) else str(entry) for entry in value]
            return "; ".join(said)
    return ""


def _plain_words(status: int, data: bytes) -> str:
    text = data.decode("utf-8", "replace").strip()
    title = _TITLE.search(text)
    words = " ".join((title[1] if title else _TAG.sub(" ", text)).split())
    return words[:_LONGEST_MESSAGE] or f"{status} without a body"


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else None


def _moment(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp() if text else None
    except ValueError:
        return None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _said_wait(message: str) -> float | None:
    """The wait that a message names ("try again in 6m0.5s")."""
    found = TRY_AGAIN.search(message)
    if found is None:
        return None
    pieces = re.findall(r"(\d+(?:\.\d+)?)(ms|s|m|h)", found[1])
    return sum(float(number) * _SECONDS[unit] for number, unit in pieces)


# --- writing --------------------------------------------------------------------------------------------------


def _own_words(failure: Failure) -> str:
    """The message; for a context limit always one that clients recognise, with the numbers where they are known."""
    if failure.kind != "context_limit":
        return failure.message or failure.kind.replace("_", " ")
    if failure.limit is None:
        return "Your input exceeds the context window of this model. Please adjust your input and try again."
    resulted = f"resulted in {failure.actual} tokens" if failure.actual is not None else "resulted in more"
    return (
        f"This model's maximum context length is {failure.limit} tokens. However, your messages {resulted}. "
        "Please reduce the length of the messages."
    )
