"""Logs, and any text of lines (RES-4): what repeats is shown once with a count, what went wrong stays.

Lines are alike when they differ in numbers, identifiers or times only. Of those that are alike, the first (with how
many there are) and the last weigh something, the ones between them next to nothing. Errors, warnings and how it ended
weigh by what they are; head and tail of the text are kept before its middle.

A log may be large, so the text is only gone through as a whole: one translation folds its digits, one pass over the
*distinct* lines folds identifiers, one more looks for telling words. What is done line by line is looking things up.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from brimful.results.condense.telling import STEMS, worth
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select
from brimful.settings import DEFAULTS
from brimful.settings.results import Results

_DIGITS = str.maketrans("23456789", "1" * 8)
_REST = r"[01a-fx.:,_/+-]*+"
_IDENTIFIER = re.compile(  # numbers, times, hexadecimal names; not a zero that stands by itself
    rf"1{_REST}|0(?:(?=[\w.:/-])|(?<=[\w.:/-]0)){_REST}|\b[a-fx]{{1,40}}[01]{_REST}", re.ASCII
)
_OUTERMOST = 3  # lines at the end that stay though others are alike
_READ_CLOSELY = 2_000  # characters of a line


class Log:
    """Lines of any kind."""

    name = "log"

    def __init__(self, settings: Results = DEFAULTS.results) -> None:
        self.settings = settings

    def suits(self, text: str) -> float:
        """Anything with enough lines, unless something knows better."""
        return 0.1 if text.count("\n", 0, 4_096) >= 3 else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """What repeats once, what went wrong first."""
        lines = text.split("\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        return select(_pieces(lines, text, self.settings), room)


class _Kinds(Struct):
    """The kinds of lines: for each line its kind, for each kind its weight and how often it occurs."""

    of_line: list[int]
    weights: list[float]
    counts: Counter[int]


def _pieces(lines: Sequence[str], text: str, settings: Results) -> list[Piece]:
    kinds = _kinds(text, len(lines))
    weights = _weights(kinds)
    texts = list(lines)
    _explain(lines, kinds, weights, settings)
    _mark_repeats(texts, kinds, settings)
    _weigh_ends(lines, kinds, weights, settings)
    return list(map(Piece, texts, weights))


def _kinds(text: str, count: int) -> _Kinds:
    """Which lines are alike. Distinct lines are few in most logs, so only those are looked at closely."""
    folded = text.translate(_DIGITS).split("\n")[:count]
    distinct = list(dict.fromkeys(folded))
    templates = _IDENTIFIER.sub("1", "\n".join(distinct).lower()).split("\n")
    unique = list(dict.fromkeys(templates))
    kind_of, weights = _merged(unique, _worth(unique))
    by_line = dict(zip(distinct, map(kind_of.__getitem__, templates), strict=True))
    of_line = list(map(by_line.__getitem__, folded))
    return _Kinds(of_line, weights, Counter(of_line))


def _merged(templates: Sequence[str], worth: Sequence[float]) -> tuple[dict[str, int], list[float]]:
    """The kind of each template, the weight of each kind: a zero counts only where it says something."""
    kind_of: dict[str, int] = {}
    numbers: dict[str, int] = {}
    weights: list[float] = []
    for template, weight in zip(templates, worth, strict=True):
        name = template.replace("0", "1") if weight <= Weight.PLAIN else template
        kind = numbers.setdefault(name, len(weights))
        if kind == len(weights):
            weights.append(weight)
        kind_of[template] = kind
    return kind_of, weights


def _worth(templates: Sequence[str]) -> list[float]:
    """What each kind of line weighs by its words. Only lines with the stem of a telling word are read closely."""
    weights: list[float] = [Weight.PLAIN if template.strip() else Weight.NOISE for template in templates]
    starts = [0, *accumulate([len(template) + 1 for template in templates])]
    text = "\n".join(templates)
    number = -1
    decided = 0
    for stem in STEMS.finditer(text):
        if stem.start() >= decided:
            number = bisect_right(starts, stem.start(), max(0, number)) - 1
            decided = starts[number + 1]
            weights[number] = worth(text, starts[number], min(decided - 1, starts[number] + _READ_CLOSELY))
    return weights


def _weights(kinds: _Kinds) -> list[float]:
    """First and last of a kind weigh what the kind does, those between them little; rare kinds more than common."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for i, kind in enumerate(kinds.of_line):
        last[kind] = i
    for i in range(len(kinds.of_line) - 1, -1, -1):
        first[kinds.of_line[i]] = i
    between = [_between(weight) for weight in kinds.weights]
    weights = list(map(between.__getitem__, kinds.of_line))
    for kind, weight in enumerate(kinds.weights):
        rare = 0 if kinds.counts[kind] > 2 else 10
        weights[first[kind]] = weight + rare
        if last[kind] != first[kind]:
            weights[last[kind]] = weight - 5 + rare
    return weights


def _between(weight: float) -> float:
    """What a line weighs when the first and the last of its kind are shown."""
    if weight >= Weight.ERROR:
        return Weight.DETAIL + 50  # the same error elsewhere: before what explains the first one
    return weight / 4 if weight >= Weight.WARNING else weight / 10


def _explain(lines: Sequence[str], kinds: _Kinds, weights: list[float], settings: Results) -> None:
    """Lines that are indented under an error, or follow it at once, explain it."""
    errors = [i for i, weight in enumerate(weights) if weight >= Weight.ERROR - 5]
    for i in errors[: settings.log_explained]:
        for step in range(1, settings.log_context + 1):
            j = i + step
            if j >= len(lines) or weights[j] >= Weight.DETAIL:
                break
            if lines[j][:1] in (" ", "\t") or step == 1:
                weights[j] = max(weights[j], Weight.DETAIL - step * 10)
            else:
                break


def _mark_repeats(texts: list[str], kinds: _Kinds, settings: Results) -> None:
    """Say beside the first of many how many there are."""
    many = {kind: count for kind, count in kinds.counts.items() if count >= settings.log_repeats}
    for i, kind in enumerate(kinds.of_line):
        count = many.pop(kind, 0)
        if count and texts[i].strip():
            texts[i] = f"{texts[i]} [×{count} alike]"
        if not many:
            return


def _weigh_ends(lines: Sequence[str], kinds: _Kinds, weights: list[float], settings: Results) -> None:
    """The first lines of the text, and more of its last ones; of those that are alike only the outermost."""

    def weigh(i: int, weight: float, outermost: bool) -> None:
        alike = kinds.counts[kinds.of_line[i]] >= settings.log_repeats
        if lines[i].strip() and (outermost or not alike):
            weights[i] = max(weights[i], weight)

    last = len(lines) - 1
    for i in range(min(len(lines), settings.log_head)):
        weigh(i, Weight.ENDS + (90 if i == 0 else -4 * i), i == 0)
    for i in range(min(len(lines), settings.log_tail)):
        weigh(last - i, Weight.ENDS + 95 - 5 * i, i < _OUTERMOST)
