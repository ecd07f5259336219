"""Where cache marks go (CM-1): plain functions on plain values.

A request is seen as slots in the order in which providers cache them: tools, system prompt, messages. A rule says
which slots should carry a mark, the most valuable first. What all rules share:

- Marks that are there count, and stay: a rule gets only the places that are left, checks before it spends one, and
  passes over slots that carry any.
- The end of the conversation comes first, since the next request begins with all of this one.
- Past turns get no marks of their own; their answers may, where the wire is OpenAI's (they end a turn).
- Deciding again, with the marks in place, decides nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, TypeAlias

from msgspec import Struct

from brimful.settings import DEFAULTS

Place: TypeAlias = Literal["tools", "system", "messages"]


class Slot(Struct, frozen=True):
    """What a rule sees of one tool, of the system prompt, or of one message.

    calls:     it asks for tools.   result: it carries tool results and nothing else.
    ttls:      the lifetimes of the marks it carries ("" = the usual one), inner ones included.
    can_carry: something in it can carry a mark at its end.
    """

    place: Place
    role: str = ""
    calls: bool = False
    result: bool = False
    ttls: tuple[str, ...] = ()
    can_carry: bool = True


class Spot(Struct, frozen=True):
    """A slot that should carry a mark, and why."""

    index: int
    why: str


Rule: TypeAlias = Callable[[Sequence[Slot], int], tuple[Spot, ...]]


def marks_in(slots: Iterable[Slot]) -> int:
    """How many marks are there already."""
    return sum(len(slot.ttls) for slot in slots)


def chat_spots(slots: Sequence[Slot], left: int) -> tuple[Spot, ...]:
    """The rule for OpenAI Chat Completions: from the end back, then the stable beginning from the start."""
    found: dict[int, Spot] = {}
    for spot in (*_from_the_end(slots), *_stable_beginning(slots)):
        if len(found) < left and _is_free(slots[spot.index]):
            found.setdefault(spot.index, spot)
    return tuple(found.values())


def anthropic_spots(slots: Sequence[Slot], left: int) -> tuple[Spot, ...]:
    """The rule for Anthropic Messages: the two newest messages, the last tool, the last block of the system prompt.

    When the client left fewer than four places: the newest message first (the next request reads up to there), then
    the system prompt (it outlives an edit of the history), the message before the newest, the tools.
    """
    newest = [*_last(slots, "messages", 2), None, None]
    wanted = (
        (newest[0], "the newest message"),
        (next(_last(slots, "system", 1), None), "the end of the system prompt"),
        (newest[1], "the message before the newest"),
        (next(_last(slots, "tools", 1), None), "the last tool"),
    )
    free = [Spot(i, why) for i, why in wanted if i is not None and not slots[i].ttls]
    return tuple(free[: max(0, left)])


def responses_spots(
    slots: Sequence[Slot], left: int, boundaries: int = DEFAULTS.cache.newest_boundaries
) -> tuple[Spot, ...]:
    """The rule for OpenAI Responses: after the system messages, after the leading context, and the newest boundaries
    (user messages, last results of a run)."""
    found: dict[int, Spot] = {}
    ends = islice((spot for spot in _boundaries(slots) if slots[spot.index].can_carry), boundaries)
    for spot in (*_ends_of_beginning(slots), *ends):
        if len(found) < left and _is_free(slots[spot.index]):
            found.setdefault(spot.index, spot)
    return tuple(found.values())


def no_spots(slots: Sequence[Slot], left: int) -> tuple[Spot, ...]:
    """The rule of a wire without marks."""
    return ()


RULES: dict[str, Rule] = {
    "openai": chat_spots,
    "responses": responses_spots,
    "anthropic": anthropic_spots,
    "gemini": no_spots,
}
"""Each wire's rule, by the name of its dialect."""


# --- passes -----------------------------------------------------------------------------------------------------


def _from_the_end(slots: Sequence[Slot]) -> Iterator[Spot]:
    """Down to the newest user message: user messages and the last result of each run; anywhere: answers without
    calls."""
    is_newest_turn = True
    for index in _backwards(slots):
        slot = slots[index]
        if slot.role == "assistant" and not slot.calls:
            yield Spot(index, "an answer without calls")
        elif is_newest_turn and slot.role == "user":
            yield Spot(index, "the newest user message")
        elif is_newest_turn and _ends_a_run(slots, index):
            yield Spot(index, "the last result of a run")
        is_newest_turn = is_newest_turn and slot.role != "user"


def _stable_beginning(slots: Sequence[Slot]) -> Iterator[Spot]:
    for index, slot in enumerate(slots):
        if slot.place == "messages":
            if slot.role not in ("system", "user"):
                return
            yield Spot(index, "the stable beginning")


def _ends_of_beginning(slots: Sequence[Slot]) -> Iterator[Spot]:
    """The last of the system messages at the start, and the last user message right behind them."""
    messages = [index for index, slot in enumerate(slots) if slot.place == "messages"]
    for role, why in (("system", "the last system message"), ("user", "the end of the leading context")):
        leading: int | None = None
        while messages and slots[messages[0]].role == role:
            leading = messages.pop(0)
        if leading is not None:
            yield Spot(leading, why)


def _boundaries(slots: Sequence[Slot]) -> Iterator[Spot]:
    for index in _backwards(slots):
        if slots[index].role == "user":
            yield Spot(index, "a user message")
        elif _ends_a_run(slots, index):
            yield Spot(index, "the last result of a run")


def _ends_a_run(slots: Sequence[Slot], index: int) -> bool:
    """Whether it is the last result before something else, or before the end.

    Results at the end of a list that begins with a result belong to a conversation cut at its head: no cache knows
    that beginning, and nothing is gained.
    """
    if not slots[index].result:
        return False
    first = next((slot for slot in slots if slot.place == "messages"), slots[index])
    after = slots[index + 1] if index + 1 < len(slots) else first
    return not after.result


def _last(slots: Sequence[Slot], place: Place, most: int) -> Iterator[int]:
    """The last slots of a place that can carry a mark, newest first."""
    fitting = (i for i in reversed(range(len(slots))) if slots[i].place == place and slots[i].can_carry)
    return islice(fitting, most)


def _backwards(slots: Sequence[Slot]) -> Iterator[int]:
    return (index for index in reversed(range(len(slots))) if slots[index].place == "messages")


def _is_free(slot: Slot) -> bool:
    return slot.can_carry and not slot.ttls


# --- lifetimes --------------------------------------------------------------------------------------------------


class Wish(Struct, frozen=True):
    """For how long the marks of tools and system prompt, and those of messages, should last ("" = as usual)."""

    prefix: str = ""
    messages: str = ""


class Mark(Struct, frozen=True):
    """A mark to be placed: its slot, how long it lasts, and why it is there."""

    index: int
    ttl: str
    why: str


def with_lifetimes(
    slots: Sequence[Slot], spots: Sequence[Spot], wish: Wish, lifetime: Callable[[str], int]
) -> tuple[Mark, ...]:
    """Give each mark its lifetime, in the order of the slots. Anthropic refuses a longer mark behind a shorter one: a
    wish that would is not granted, and a mark that stands ahead of a longer one of the client's is left out."""
    by_index = {spot.index: spot for spot in spots}
    marks: list[Mark] = []
    shortest = max(lifetime(ttl) for ttl in (wish.prefix, *(ttl for slot in slots for ttl in slot.ttls)))
    for index, slot in enumerate(slots):
        shortest = min([shortest, *map(lifetime, slot.ttls)])
        spot = by_index.get(index)
        if spot is None:
            continue
        wanted = wish.messages if slot.place == "messages" else wish.prefix
        ttl = wanted if lifetime(wanted) <= shortest else ""
        if all(lifetime(later) <= lifetime(ttl) for behind in slots[index:] for later in behind.ttls):
            marks.append(Mark(index, ttl, spot.why))
            shortest = min(shortest, lifetime(ttl))
    return tuple(marks)
