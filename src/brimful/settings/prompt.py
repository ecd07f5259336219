"""How prompt trees are rendered (PT)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Prompt(Struct, frozen=True, forbid_unknown_fields=True):
    """How prompt trees are rendered."""

    max_depth: Annotated[
        int, about("Deepest nesting of elements that is rendered.", unit="levels", spec="PT-1", ge=10, le=250)
    ] = 150
