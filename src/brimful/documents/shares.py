"""What is shown of several documents when even their selections do not fit: an equal share of the room for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from brimful.documents import cut
from brimful.documents.cut import Cut
from brimful.documents.dense import Dense
from brimful.documents.style import Style


def cuts(
    denses: Sequence[Dense],
    style: Style,
    join: Callable[[Sequence[str]], str],
    size_of: Callable[[str], int],
    budget: int,
) -> list[Cut]:
    """Cut the selections of documents, in their order, so that all together stay within the budget.

    What one does not need is left for the next. The sizes of parts need not add up to the size of the whole, so
    each is measured together with those before it.
    """
    made = [Cut() for _ in denses]
    waiting = [place for place, dense in enumerate(denses) if dense.selection is not None]
    for turn, place in enumerate(waiting):
        used = size_of(join([each.text for each in made]))
        share = used + (budget - used) // (len(waiting) - turn)

        def fits(text: str, place: int = place, share: int = share) -> bool:
            texts = [each.text for each in made]
            texts[place] = text
            return size_of(join(texts)) <= share

        made[place] = cut.around(denses[place], style, fits)
    return made
