"""How prompt trees are rendered (PT)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Prompt(Struct, frozen=True, forbid_unknown_fields=True):
    """How prompt trees are rendered, and how large the pieces of the agent's prompt may be."""

    max_depth: Annotated[
        int, about("Deepest nesting of elements that is rendered.", unit="levels", spec="PT-1", ge=10, le=250)
    ] = 150
    rounds_reserve: Annotated[
        float,
        about(
            "What is held back for earlier rounds while later ones render: one part in so many, for all together.",
            unit="parts",
            spec="PT-6",
            ge=1,
        ),
    ] = 4
    result_min_tokens: Annotated[
        int, about("A result is not cut to less, however small its share is.", unit="tokens", spec="PT-6", ge=0)
    ] = 100
    attachments_share: Annotated[
        float,
        about(
            "Attachments may be one part in so many of the user message's budget.", unit="parts", spec="PT-6", ge=1
        ),
    ] = 6
    tasks_max_tokens: Annotated[
        int, about("Most of the workspace's tasks in the agent's prompt.", unit="tokens", spec="PT-6", ge=0)
    ] = 2_000
    tree_max_chars: Annotated[
        int,
        about(
            "Most of the workspace's tree in the agent's prompt, all folders.", unit="characters", spec="PT-6", ge=0
        ),
    ] = 2_000
    rules_as_system: Annotated[
        bool, about("Custom and mode instructions are said by the system, not the user.", unit="yes/no", spec="PT-6")
    ] = False
