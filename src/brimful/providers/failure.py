"""A provider said no: what kind of no, and the numbers in its words (TRN-4, GW-3)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

FailureKind: TypeAlias = Literal[
    "context_limit",  # the prompt (with the answer asked for) is longer than the window
    "too_large",  # the request has too many bytes (413)
    "rate_limit",  # 429
    "overloaded",  # 503, 529
    "prefix_binding",  # signed thinking does not fit the prefix before it
    "invalid",  # any other 400
    "auth",
    "permission",
    "not_found",
    "timeout",
    "server",
    "unknown",
]


class Failure(Struct, frozen=True, omit_defaults=True):
    """An error answer, read.

    limit:  the window the provider named, in tokens.
    actual: the size of the request the provider named, in tokens.
    code:   the provider's own machine-readable word.
    """

    kind: FailureKind
    message: str
    status: int = 0
    code: str = ""
    limit: int | None = None
    actual: int | None = None
    retry_after_s: float | None = None
