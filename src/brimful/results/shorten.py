"""A tool result made smaller (RES-1, RES-4): one call, a pure function of the text and the limits.

What fits is given back as it is. What does not is cleaned, its shape is found, and the shape's condenser makes
it smaller; the last line says what went and how to get it back. A condenser that fails costs its shape's advantages,
never the result: the text is cut head and tail, and the answer says what failed.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from brimful.cutting import Room, cut
from brimful.results.clean import clean
from brimful.results.condense.plain import Plain
from brimful.results.condenser import Condensed, Condenser
from brimful.results.measure import counting, room_for
from brimful.results.shapes import AUTO, Detected, detect, load_condensers, named
from brimful.settings import DEFAULTS
from brimful.settings.results import Results

logger = logging.getLogger("brimful.results")


class Shortened(Struct, frozen=True):
    """A result as it may be shown.

    text:     what is left, its last line says what went; the text itself where it fitted.
    tokens:   what it costs the model.
    chars:    its characters.
    shape:    whose rules made it smaller; "" when nothing had to.
    recall:   the reference under which the whole text can be asked for; "" when nothing went.
    left_out: what is not shown, counted by what it was.
    changed:  whether the text is another than the one that came.
    problems: what failed on the way and was done without.
    """

    text: str
    tokens: int
    chars: int
    shape: str
    recall: str
    left_out: dict[str, int]
    changed: bool
    problems: tuple[str, ...] = ()


def shorten(
    text: str,
    *,
    limit: int | None = None,
    chars: int | None = None,
    model: str = "",
    shape: str = AUTO,
    recall: str = "",
    condensers: Sequence[Condenser] | None = None,
    settings: Results = DEFAULTS.results,
    count: Callable[[str], int] | None = None,
) -> Shortened:
    """Make a tool result fit: at most `limit` tokens of the model, at most `chars` characters, or both.

    Without either the limit is half of the model's prompt (RES-2). `recall` is the reference that the last line
    names; without one it is a digest of the text. `shape` names a condenser; by default the text decides.
    """
    counts = count or counting(model)
    room = room_for(limit=limit, chars=chars, model=model, settings=settings, count=counts)
    if fits(text, room, settings):
        return _as(text, text, counts)
    tidy = clean(text)
    if fits(tidy, room, settings):
        return _as(tidy, text, counts)
    known = load_condensers() if condensers is None else condensers
    found = detect(tidy, known) if shape == AUTO else Detected(named(shape, known))
    reference = recall or hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[: settings.recall_chars]
    made, whose, problems = _made(tidy, room, found.condenser, reference, settings)
    return Shortened(
        made.text, counts(made.text), len(made.text), whose, reference, made.left_out, True, found.problems + problems
    )


def fits(text: str, room: Room, settings: Results = DEFAULTS.results) -> bool:
    """Whether the text is within the room; texts far too long are not measured to find out."""
    return len(text) <= room.limit * settings.max_chars_per_token and room.fits(text)


def closing_line(left_out: Mapping[str, int], recall: str) -> str:
    """The last line of what was made smaller: what went, and how to get it back."""
    went = ", ".join([f"{count} {what}" for what, count in left_out.items() if count])
    return f"[{went} left out; whole: recall {recall}]" if went else f"[a shorter form; whole: recall {recall}]"


def _as(shown: str, came: str, counts: Callable[[str], int]) -> Shortened:
    return Shortened(shown, counts(shown), len(shown), "", "", {}, shown != came)


def _made(
    text: str, room: Room, condenser: Condenser, recall: str, settings: Results
) -> tuple[Condensed, str, tuple[str, ...]]:
    """What a condenser made of the text, with its closing line; what a head-and-tail cut made where it failed."""
    problems: tuple[str, ...] = ()
    if condenser.name != Plain.name:
        try:
            made = _closed(text, room, condenser, recall, settings)
            if made is not None:
                return made, condenser.name, ()
        except Exception as error:
            logger.warning("condenser failed", extra={"shape": condenser.name}, exc_info=True)
            problems = (f"{condenser.name}: {type(error).__name__}: {error}",)
    return _plain(text, room, recall), Plain.name, problems


def _closed(text: str, room: Room, condenser: Condenser, recall: str, settings: Results) -> Condensed | None:
    """The condenser's text with its closing line, within the room; None when the room is too small for both."""
    line = closing_line({"lines": text.count("\n") + 1, "others": len(text)}, recall)
    for _ in range(settings.select_tries):
        inner = room.smaller(room.measure("\n" + line) + 1)  # 1: what a tokenizer may add at the joint
        if inner.limit <= 0:
            return None
        made = condenser.condense(text, inner)
        if not inner.fits(made.text):
            raise ValueError(f"gave {inner.measure(made.text)} where {inner.limit} fit")
        if not made.text:
            return None
        line = closing_line(made.left_out, recall)
        whole = Condensed(f"{made.text.rstrip()}\n{line}", made.left_out)
        if room.fits(whole.text):
            return whole
    return None


def _plain(text: str, room: Room, recall: str) -> Condensed:
    def marker(gone: int, whole: int) -> str:
        return f"[… {gone} of {whole} characters left out; whole: recall {recall} …]"

    return Condensed.of(cut(text, room, marker=marker))
