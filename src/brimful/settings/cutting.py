"""How texts are cut to a limit (RES-1)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Cutting(Struct, frozen=True, forbid_unknown_fields=True):
    """How texts are cut to a limit."""

    head_share: Annotated[
        float, about("Share of a cut text that is kept from its head.", unit="share", spec="RES-1", ge=0, le=1)
    ] = 0.4
    line_end_share: Annotated[
        float,
        about(
            "A cut moves back to a line end if that loses no more than this share of what is kept.",
            unit="share",
            spec="RES-1",
            ge=0,
            le=1,
        ),
    ] = 0.1
    cut_tries: Annotated[
        int, about("How often a cut is measured and made smaller.", unit="times", spec="RES-1", ge=1, le=50)
    ] = 8
