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
    parsed_chars: Annotated[
        int, about("Characters above which a file folds by indentation, unparsed.", unit="chars", spec="DOC-1", ge=0)
    ] = 4_000_000
    parse_seconds: Annotated[
        float, about("Time a parse may take before the file folds by indentation.", unit="s", spec="DOC-1", ge=0)
    ] = 2.0
    parse_chunk_bytes: Annotated[
        int, about("Bytes a parser reads between two looks at the clock.", unit="bytes", spec="DOC-1", ge=64)
    ] = 1024
    container_chars: Annotated[
        int,
        about(
            "Characters of names around a definition that are told; what is deeper adds none.",
            unit="chars",
            spec="DOC-6",
            ge=0,
        ),
    ] = 500
    outline_line_chars: Annotated[
        int,
        about(
            "Characters of a line of an outline; what is longer ends in an ellipsis.",
            unit="chars",
            spec="DOC-6",
            ge=20,
        ),
    ] = 200
    tab_size: Annotated[
        int, about("Columns of a tab, where nothing says how many.", unit="columns", spec="DOC-1", ge=1)
    ] = 4
