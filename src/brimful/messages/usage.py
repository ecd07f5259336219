"""What a provider says a request cost, in one form (CM-2).

`input` is the whole prompt: what was new, what was written to the cache and what was read from it. Providers that
report these apart (Anthropic) are added up on reading.
"""

from __future__ import annotations

from msgspec import Struct


class Usage(Struct, frozen=True, omit_defaults=True):
    """Tokens of one request and its answer. None = the provider did not say."""

    input: int | None = None
    output: int | None = None
    cache_read: int = 0
    cache_write: int = 0
    cache_write_1h: int = 0  # the part of cache_write that is kept for an hour
    reasoning: int = 0  # the part of output that is thinking

    @property
    def uncached(self) -> int:
        """Input tokens billed at the plain price."""
        return max(0, (self.input or 0) - self.cache_read - self.cache_write)
