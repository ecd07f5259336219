"""How tool results are made smaller (RES)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Results(Struct, frozen=True, forbid_unknown_fields=True):
    """How tool results are made smaller."""

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
    ] = 128
    limit_share: Annotated[
        float,
        about(
            "A textual part of a result may take this share of the model's prompt.",
            unit="share",
            spec="RES-2",
            ge=0.01,
            le=1,
        ),
    ] = 0.5
    shape_min: Annotated[
        float,
        about(
            "A shape that suits a text less than this is not taken for it.", unit="share", spec="RES-4", ge=0, le=1
        ),
    ] = 0.05
    recall_chars: Annotated[
        int, about("Length of the reference made from a text's digest.", unit="characters", spec="RES-4", ge=8, le=64)
    ] = 12
    log_repeats: Annotated[
        int,
        about("Lines that are alike are counted beside the first from so many on.", unit="lines", spec="RES-4", ge=2),
    ] = 4
    log_head: Annotated[
        int, about("First lines of a log that count as its beginning.", unit="lines", spec="RES-4", ge=0)
    ] = 8
    log_tail: Annotated[
        int, about("Last lines of a log that count as its end.", unit="lines", spec="RES-4", ge=0)
    ] = 24
    log_context: Annotated[
        int, about("Indented lines after an error that explain it.", unit="lines", spec="RES-4", ge=0)
    ] = 6
    log_explained: Annotated[
        int, about("Errors whose following lines are looked at.", unit="errors", spec="RES-4", ge=0)
    ] = 500
    schema_depth: Annotated[
        int, about("Levels of a JSON value whose schema is written.", unit="levels", spec="RES-3", ge=1, le=100)
    ] = 12
    schema_properties: Annotated[
        int, about("Properties of an object that its schema lists.", unit="properties", spec="RES-3", ge=1)
    ] = 200
    schema_items: Annotated[
        int,
        about(
            "Items of a list, or of lists at one place, that its schema is made from.",
            unit="items",
            spec="RES-3",
            ge=1,
        ),
    ] = 10_000
    offload_from_bytes: Annotated[
        int,
        about("Results longer than this go to a file where that is switched on.", unit="bytes", spec="RES-3", ge=0),
    ] = 8_192
    offload_keep_s: Annotated[
        int, about("A file is kept for so long after it was last read.", unit="seconds", spec="RES-3", ge=0)
    ] = 28_800
