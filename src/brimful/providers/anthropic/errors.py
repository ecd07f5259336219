"""Error answers of the Messages API and of the hosts that serve Claude (TRN-4).

The API's error type says what kind of failure it is, save for two that are catch-alls; a window that is too small is
one of many `invalid_request_error`s and shows only in the wording. Every wording known is in one table here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from msgspec import Struct

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.providers.failure import Failure, FailureKind


class Wording(Struct, frozen=True):
    """How one host says that a request is too long. Groups: `limit`; `actual`, or `input` and `output` to add up."""

    pattern: re.Pattern[str]
    source: str


def _wording(pattern: str, source: str) -> Wording:
    return Wording(re.compile(pattern, re.IGNORECASE), source)


_N = r"[\d,]+"
WORDINGS = (
    _wording(
        rf"prompt is too long: (?P<actual>{_N}) tokens > (?P<limit>{_N}) maximum",
        "Messages API; Bedrock since Opus 4.6 (strands-agents/harness-sdk#1663)",
    ),
    _wording(
        # The plus is lost where a host decodes the text as a form (continuedev/continue#10875).
        r"input length and `?max_tokens`? exceed context limit: "
        rf"(?P<input>{_N})\s*\+?\s*(?P<output>{_N}) > (?P<limit>{_N})",
        "Messages API (anthropics/claude-code#228), Vertex AI (RooCodeInc/Roo-Code#5830)",
    ),
    _wording(
        rf"prompt token count of (?P<actual>{_N}) exceeds the limit of (?P<limit>{_N})",
        "GitHub Copilot, code model_max_prompt_tokens_exceeded (ericc-ch/copilot-api)",
    ),
    _wording(
        rf"maximum context length is (?P<limit>{_N}) tokens.*?(?:requested|resulted in|contains)\D*?(?P<actual>{_N})",
        "OpenRouter and other hosts with an OpenAI surface",
    ),
    _wording(r"prompt is too long", "Vertex AI, which leaves the numbers out"),
    _wording(r"input is too long for requested model", "Bedrock (anthropics/claude-code#760)"),
    _wording(r"input length and `?max_tokens`? exceed", "Messages API, cut short"),
    _wording(r"too many total text bytes", "Bedrock (strands-agents, bedrock model provider)"),
    _wording(r"maximum context length", "OpenRouter, without numbers"),
    _wording(r"exceeds? (?:the )?(?:model'?s? )?(?:maximum )?context (?:window|length|limit)", "hosts of all kinds"),
)

_BOUND = re.compile(r"bound to a different conversation", re.IGNORECASE)
_CONTEXT_CODES = frozenset({"model_max_prompt_tokens_exceeded", "context_length_exceeded"})

# https://platform.claude.com/docs/en/api/errors; the names of Bedrock's exceptions beside them.
_KINDS: dict[str, FailureKind] = {
    "authentication_error": "auth",
    "billing_error": "permission",
    "permission_error": "permission",
    "not_found_error": "not_found",
    "request_too_large": "too_large",
    "rate_limit_error": "rate_limit",
    "timeout_error": "timeout",
    "overloaded_error": "overloaded",
    "AccessDeniedException": "permission",
    "ThrottlingException": "rate_limit",
    "ServiceUnavailableException": "overloaded",
    "ModelTimeoutException": "timeout",
    "ResourceNotFoundException": "not_found",
}
_CATCH_ALLS: dict[str, FailureKind] = {
    "invalid_request_error": "invalid",
    "api_error": "server",
    "ValidationException": "invalid",
    "InternalServerException": "server",
}
_STATUSES: dict[int, FailureKind] = {
    401: "auth",
    402: "permission",
    403: "permission",
    404: "not_found",
    408: "timeout",
    413: "too_large",
    429: "rate_limit",
    503: "overloaded",
    504: "timeout",
    524: "timeout",
    529: "overloaded",
}

# kind → status, error type, and what to say when nothing was said.
_WRITTEN: dict[FailureKind, tuple[int, str, str]] = {
    "context_limit": (400, "invalid_request_error", "prompt is too long"),
    "too_large": (413, "request_too_large", "Request exceeds the maximum size"),
    "rate_limit": (429, "rate_limit_error", "The rate limit was reached"),
    "overloaded": (529, "overloaded_error", "Overloaded"),
    "prefix_binding": (
        400,
        "invalid_request_error",
        "Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
    ),
    "invalid": (400, "invalid_request_error", "The request is invalid"),
    "auth": (401, "authentication_error", "The credential was not accepted"),
    "permission": (403, "permission_error", "The credential does not allow this"),
    "not_found": (404, "not_found_error", "Not found"),
    "timeout": (504, "timeout_error", "The request took too long"),
    "server": (500, "api_error", "Internal server error"),
    "unknown": (500, "api_error", "The provider failed"),
}


def read_failure(status: int, headers: Mapping[str, str], data: bytes) -> Failure:
    """An error answer, whatever its body: the API's own, another host's, an HTML page, nothing."""
    try:
        value = jsontext.decode(data) if data.strip() else None
    except BrimfulError:
        value = data.decode("utf-8", "replace")
    return failure_of(value, status, retry_after_s=_retry_after(headers))


def failure_of(value: Any, status: int = 0, *, retry_after_s: float | None = None) -> Failure:
    """The failure that a decoded error body, or the data of an error event, tells of."""
    code, message = _told(value)
    found = None if status in (401, 403, 429, 529) else _context_limit(code, message)
    limit, actual = found or (None, None)
    return Failure(
        kind="context_limit" if found else _kind(code, message, status),
        message=message,
        status=status,
        code=code,
        limit=limit,
        actual=actual,
        retry_after_s=retry_after_s,
    )


def write_failure(failure: Failure) -> tuple[int, dict[str, Any]]:
    """A failure in this provider's shape. Claude Code reads `prompt is too long` to know that it must compact."""
    status, code, plain = _WRITTEN[failure.kind]
    message = failure.message or plain
    if failure.kind == "context_limit":
        message = _too_long(failure)
    elif failure.kind == "prefix_binding" and not _BOUND.search(message):
        message = plain
    if failure.kind in ("server", "unknown") and failure.status > 500 and failure.status not in _STATUSES:
        status = failure.status
    return status, {"type": "error", "error": {"type": code, "message": message}}


# --- reading ---


def _told(value: Any) -> tuple[str, str]:
    """The machine-readable word and the sentence of an error body."""
    if isinstance(value, list) and value:  # Vertex AI
        value = value[0]
    if not isinstance(value, dict):
        return "", value.strip() if isinstance(value, str) else ""
    inner = value.get("error")
    error = inner if isinstance(inner, dict) else value
    metadata = error.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None  # OpenRouter: what the provider said
    code = _first_word(error.get("code"), error.get("status"), value.get("__type"))
    if value.get("type") == "error" or not code:
        code = _first_word(error.get("type")) or code
    message = _first_word(inner, error.get("message"), error.get("Message"), value.get("detail"))
    return code, f"{message}: {raw}" if isinstance(raw, str) and raw and raw != message else message


def _first_word(*values: Any) -> str:
    return next((value for value in values if isinstance(value, str) and value), "")


def _context_limit(code: str, message: str) -> tuple[int | None, int | None] | None:
    for wording in WORDINGS:
        if match := wording.pattern.search(message):
            told = {name: int(digits.replace(",", "")) for name, digits in match.groupdict().items() if digits}
            if "input" in told:  # what was asked for is the prompt and the room for the answer
                told["actual"] = told["input"] + told["output"]
            return told.get("limit"), told.get("actual")
    return (None, None) if code in _CONTEXT_CODES else None


def _kind(code: str, message: str, status: int) -> FailureKind:
    if _BOUND.search(message):
        return "prefix_binding"
    if code in _KINDS:
        return _KINDS[code]
    if status in _STATUSES:
        return _STATUSES[status]
    if status >= 500:
        return "server"
    if code in _CATCH_ALLS:
        return _CATCH_ALLS[code]
    return "invalid" if 400 <= status < 500 else "unknown"


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait. A date is counted from the answer's own date, so no clock is needed."""
    lower = {name.lower(): text.strip() for name, text in headers.items()}
    if milliseconds := _seconds(lower.get("retry-after-ms", "")):
        return milliseconds / 1000
    text = lower.get("retry-after", "")
    if (seconds := _seconds(text)) is not None:
        return seconds
    until, now = _date(text), _date(lower.get("date", ""))
    return max(0.0, (until - now).total_seconds()) if until and now else None


def _seconds(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text) else None


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


# --- writing ---


def _too_long(failure: Failure) -> str:
    if failure.actual is not None and failure.limit is not None:
        return f"prompt is too long: {failure.actual} tokens > {failure.limit} maximum"
    if "prompt is too long" in failure.message.lower() or not failure.message:
        return failure.message or "prompt is too long"
    return f"prompt is too long: {failure.message}"
