"""What is assumed of a model nobody knows (TOK-11)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Models(Struct, frozen=True, forbid_unknown_fields=True):
    """What is assumed of a model nobody knows."""

    max_input_share: Annotated[
        float,
        about(
            "Share of a window that may be filled unless known better.",
            unit="share",
            spec="TOK-11",
            ge=0.1,
            le=1,
        ),
    ] = 0.85
    unknown_window: Annotated[
        int, about("Window of a model that is in no table.", unit="tokens", spec="TRN-1", ge=1024)
    ] = 128_000
