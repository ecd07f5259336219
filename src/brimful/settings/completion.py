"""What an inline completion is given (IC)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Completion(Struct, frozen=True, forbid_unknown_fields=True):
    """What an inline completion is given."""

    budget_tokens: Annotated[int, about("Tokens of context in all.", unit="tokens", spec="IC-1", ge=1)] = 8_192
