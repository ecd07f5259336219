"""JSON that was damaged on its way: members lost, or something else in their place."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

_WRONG: tuple[Any, ...] = (
    None, True, -1, 10**400, float("inf"), float("nan"), "text", "/0", [], {}, [None], [{}], {"id": 5},
    {"el": "User"},
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, sound: Any) -> Any:
    """A copy with one or two things wrong in it."""
    tree = copy.deepcopy(sound)
    for _ in range(draw(st.integers(1, 2))):
        at, key = _place(draw, tree)
        if at is None:
            continue
        if isinstance(at, dict) and draw(st.booleans()):
            del at[key]
        else:
            at[key] = copy.deepcopy(draw(st.sampled_from(_WRONG)))
    return tree


def _place(draw: st.DrawFn, tree: Any) -> tuple[Any, Any]:
    """Somewhere in the tree, deep rather than not."""
    at = tree
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return None, None
        key = draw(st.sampled_from(keys))
        if not (isinstance(at[key], (dict, list)) and draw(st.integers(0, 5))):
            return at, key
        at = at[key]
