"""How source files and changes are made smaller (DOC)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Documents(Struct, frozen=True, forbid_unknown_fields=True):
    """How source files and changes are made smaller."""

    trees_per_language: Annotated[
        int, about("Syntax trees kept of each language.", unit="trees", spec="DOC-1", ge=1)
    ] = 5
