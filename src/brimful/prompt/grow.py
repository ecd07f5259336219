"""Room that is left goes to what can use it (PT-4).

Expandable elements render again, in the order in which they first did, with the slack and what they use already. The
original lets an element that grew inside a limit grow once more for the whole prompt, past that limit, and takes
its priority away. Here it grows within every limit around it, keeps its priority, and never shrinks, unless
`original` is asked for.
"""

from __future__ import annotations

from brimful.prompt.counting import Counts
from brimful.prompt.element import HIGHEST
from brimful.prompt.nodes import Box, LimitBox, MessageBox, Node, is_empty
from brimful.prompt.prune import forget_candidates
from brimful.prompt.sizing import Sizer


async def grow(start: Box, limit: int, used: int, sizer: Sizer, counts: Counts, *, original: bool) -> None:
    """Let expandable elements below `start` use what is left of its limit."""
    for box in list(sizer.plan.growing):
        if used >= limit:
            return
        if not _is_below(box, start):
            continue
        first = box.first_used if box.first_used >= 0 else min(box.used, box.allotted)
        budget = limit - used + first
        room = HIGHEST
        if not original:
            outer = _room(box, start, counts)
            budget = min(budget, outer)
            room = outer if start.owner is None else budget
            if budget <= first:
                continue  # there is room here, but none further out
        twin = await sizer.render_again(box, budget)
        if twin.used > room:
            continue  # more than it was given, and a limit around it has no room for that: what it said first stays
        now = min(twin.used, budget)
        used += now - first
        box.first_used = first if original else now
        _take_over(box, twin, start, counts, original=original)


def _room(box: Box, start: Box, counts: Counts) -> int:
    """The least room that the other limits around an element leave for its text, its own counted as free."""
    text = min(counts.upper(box), box.used)  # without line breaks, which what comes instead may need as well
    room = HIGHEST
    above = box.owner
    while above is not None:
        limit = above.limit if isinstance(above, LimitBox) else None if above.owner else above.allotted
        if limit is not None and above is not start:
            room = min(room, limit - counts.total(above) + text)
        above = above.owner
    return room


def _take_over(box: Box, twin: Box, start: Box, counts: Counts, *, original: bool) -> None:
    """Put what was rendered again in the place of what was there."""
    owner = box.owner
    assert owner is not None, "an expandable element always stands in something"
    was_empty = is_empty(box)
    upper = counts.upper(box)
    box.grown += twin.used - box.used
    box.used = twin.used
    box.children = box.live = twin.children
    box.metadata, box.references = twin.metadata, twin.references
    for child in box.children:
        child.owner = box
    box.size = len(box.children)
    box.filled = sum(not is_empty(child) for child in box.children)
    if original:
        box.priority, box.passes = HIGHEST, False
    _refill(owner, was=not was_empty, now=not is_empty(box))
    forget_candidates(box)
    box.total = -1
    counts.shift(owner, counts.upper(box) - upper)
    if original:
        _changed_from(start, owner, counts)
    else:
        counts.changed(owner)


def _refill(owner: Box, *, was: bool, now: bool) -> None:
    """Carry a change from empty to filled, or back, upward as far as it matters."""
    box: Box | None = owner
    while box is not None and was != now:
        before = not is_empty(box)
        box.filled += now - was
        was, now = before, not is_empty(box)
        box = box.owner


def _changed_from(start: Box, owner: Box, counts: Counts) -> None:
    """As the original has it: only messages at or below where the growing started notice, and those above them."""
    each: Box | None = owner
    while each is not None:
        if isinstance(each, MessageBox):
            counts.changed(each)
            return
        if each is start:
            return
        each = each.owner


def _is_below(node: Node, start: Box) -> bool:
    each: Node | None = node
    while each is not None:
        if each.gone:
            return False
        if each is start:
            return True
        each = each.owner
    return False
