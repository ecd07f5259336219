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
    tab_size: Annotated[
        int, about("Columns of a tab, where nothing says how many.", unit="columns", spec="DOC-1", ge=1)
    ] = 4
    change_context_lines: Annotated[
        int,
        about("Unchanged lines kept on each side of a change while there is room.", unit="lines", spec="DOC-5", ge=0),
    ] = 3
    change_head_lines: Annotated[
        int,
        about("Most lines of a definition's head that are kept around a change.", unit="lines", spec="DOC-5", ge=1),
    ] = 8
    change_bridge_lines: Annotated[
        int,
        about(
            "In a diff, so many unchanged lines between two that stay are kept: a new hunk would cost more.",
            unit="lines",
            spec="DOC-5",
            ge=0,
        ),
    ] = 1
    change_removed_lines: Annotated[
        bool, about("Removed lines are changed lines, and kept like added ones.", unit="yes/no", spec="DOC-5")
    ] = True
    change_folds: Annotated[
        int, about("How often a single file is folded further before less is kept.", unit="tries", spec="DOC-5", ge=0)
    ] = 8
    change_fold_share: Annotated[
        float, about("Each fold may be so much of the one before.", unit="share", spec="DOC-5", ge=0.1, le=0.95)
    ] = 0.75
    change_most_prompts: Annotated[
        int, about("Most prompts that a change may be split into.", unit="prompts", spec="DOC-5", ge=1)
    ] = 10
