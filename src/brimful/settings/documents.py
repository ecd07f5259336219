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
    summary_tree_weight: Annotated[
        float, about("Cost of each step through the tree from the selection.", unit="cost", spec="DOC-3", ge=0)
    ] = 100
    summary_distance_weight: Annotated[
        float,
        about("Cost of being as far from the selection as the file is long.", unit="cost", spec="DOC-3", ge=0),
    ] = 10
    summary_after_weight: Annotated[
        float,
        about("How much more distance counts behind the selection than before it.", unit="×", spec="DOC-3", ge=0),
    ] = 3
    summary_import_cost: Annotated[
        float, about("Cost of an import in an attached file: last.", unit="cost", spec="DOC-3", ge=0)
    ] = 1_000
    summary_private_factor: Annotated[
        float, about("Times the cost of what is private in attached TypeScript.", unit="×", spec="DOC-3", ge=0)
    ] = 1.1
    summary_public_factor: Annotated[
        float,
        about("Times the cost of what is exported or public in attached TypeScript.", unit="×", spec="DOC-3", ge=0),
    ] = 0.9
    fit_first_share: Annotated[
        float, about("Share of a token budget that is tried first.", unit="share", spec="DOC-4", ge=0, le=1)
    ] = 0.85
    fit_reserve_tokens: Annotated[
        int, about("Tokens less than that share in the first try.", unit="tokens", spec="DOC-4", ge=0)
    ] = 300
    fit_least_share: Annotated[
        float,
        about("Share of a token budget that is tried first at least.", unit="share", spec="DOC-4", ge=0, le=1),
    ] = 0.5
    fit_shrink: Annotated[
        float, about("Times the size after a try that was over, at most.", unit="×", spec="DOC-4", ge=0, le=1)
    ] = 0.85
    fit_full_enough: Annotated[
        float, about("Share of the budget at which no fuller try is made.", unit="share", spec="DOC-4", ge=0, le=1)
    ] = 0.95
    fit_tries: Annotated[int, about("Tries at most to fit a token budget.", unit="tries", spec="DOC-4", ge=1)] = 5
    chars_per_token: Annotated[
        float, about("Characters a token is taken for before it is known.", unit="characters", spec="DOC-4", ge=1)
    ] = 4
    fit_most_chars: Annotated[
        float,
        about(
            "Times the characters a budget is taken for; what is longer is not counted whole.",
            unit="×",
            spec="DOC-4",
            ge=1,
        ),
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
