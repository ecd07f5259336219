"""What is read at all (GW-9)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What is read at all."""

    body_max_bytes: Annotated[
        int, about("Largest request or answer that is read.", unit="bytes", spec="GW-9", ge=1024)
    ] = 64 * 1024 * 1024
    json_max_depth: Annotated[
        int, about("Deepest nesting of JSON that is read.", unit="levels", spec="MSG-2", ge=10, le=300)
    ] = 200
