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
    clip_share: Annotated[
        float,
        about(
            "A single line may take this share of the room; longer ones lose their middle.",
            unit="share",
            spec="RES-4",
            ge=0.01,
            le=1,
        ),
    ] = 0.25
    clip_min_chars: Annotated[
        int, about("A line up to this length is shown whole or not at all.", unit="characters", spec="RES-4", ge=20)
    ] = 240
    select_tries: Annotated[
        int,
        about("How often a choice of lines is measured and filled again.", unit="times", spec="RES-4", ge=1, le=50),
    ] = 6
    select_full: Annotated[
        float,
        about("A choice that fills this share of the room is good enough.", unit="share", spec="RES-4", ge=0.1, le=1),
    ] = 0.95
    max_chars_per_token: Annotated[
        int,
        about(
            "A text longer than its limit in tokens by this factor is not counted to see whether it fits.",
            unit="characters",
            spec="RES-1",
            ge=1,
        ),
    ] = 16
