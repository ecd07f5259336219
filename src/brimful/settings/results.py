"""How tool results are made smaller (RES)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Results(Struct, frozen=True, forbid_unknown_fields=True):
    """How tool results are made smaller."""

    head_share: Annotated[
        float, about("Share of a cut text that is kept from its head.", unit="share", spec="RES-1", ge=0, le=1)
    ] = 0.4
