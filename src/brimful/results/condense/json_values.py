"""JSON, JSON lines and JSON inside other text: keys stay, lists show first and last items with their number.

What is drawn is JSON with holes: `… 96 more of 120 items …` where items are missing, `{18 keys}` for what lies too
deep, `abc…(+97)` where a string was longer. Arrays of like objects become rows under their keys. Items that differ
from the others (other keys, an error) are shown before those that do not.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brimful.results.condense import json_text
from brimful.results.condense.fit import clip, ends, fill, fit, ranking
from brimful.results.condense.json_text import Number
from brimful.results.condense.unlike import Facts
from brimful.results.condenser import Condensed, Room, Weight

# Keys by which one tells one item from another: they are shown of every item that is shown.
_IDENTITY = re.compile(
    r"(?:.*[_-])?(?:id|key|name|number|no|code|title|path|file|sha|uuid|guid|slug|login|email|iata|sku|ref|symbol)"
    r"|.*(?:Id|Key|Name|Number|Code|Title|Path)|status|state|severity|level|error|conclusion",
)
# A value of such a key is not clipped below this.
_IDENTITY_LENGTH = 48
# Objects with more keys are shown as lists are.
_RECORD_KEYS = 60
_TABLE_KEYS = 12
_NAMES_SHOWN = 8
_DEEPEST = 40
_AROUND = 200
_ALL = 1_000_000_000


class _Style(Struct, frozen=True):
    """How much is shown: characters of a string, items of the outermost list, levels of nesting."""

    string: int
    items: int
    depth: int = _DEEPEST
    brief: bool = False  # of further items, only what tells them apart


# From rich to poor; the first that fits is drawn, with as many items as fit.
_STYLES = (
    *(_Style(string, _ALL) for string in (100_000, 4_000, 2_000, 1_000, 400, 200)),
    _Style(200, 40),
    _Style(160, 20),
    _Style(120, 12),
    _Style(100, 8),
    _Style(80, 5),
    _Style(60, 4),
    _Style(60, 4, 4),
    _Style(40, 3, 4),
    _Style(60, 3, 3, True),
    _Style(40, 2, 3, True),
    _Style(24, 2, 3, True),
    _Style(16, 2, 3, True),
    _Style(8, 2, 3, True),
    _Style(24, 2, 2, True),
    _Style(8, 2, 2, True),
    _Style(8, 1, 2, True),
    _Style(8, 1, 1, True),
)


class JsonValues:
    """JSON of any kind."""

    name = "json"

    def suits(self, text: str) -> float:
        """Whether it is JSON, JSON lines, begins as JSON does, or is mostly JSON."""
        return json_text.looks_like(text)

    def condense(self, text: str, room: Room) -> Condensed:
        """Keys, first and last items, items that differ."""
        found = json_text.read(text)
        if found is None or not isinstance(found.value, dict | list):
            return fit(text, room, lambda budget: _by_lines(text, budget))
        facts = Facts(text.isascii() and "\\u" in text)
        return fit(text, room, lambda budget: _draw(found, budget, facts))


class _Full(Exception):
    """The drawing is larger than it may be: not to be drawn to its end."""


def _draw(found: json_text.Read, budget: int, facts: Facts) -> Condensed:
    head, tail = _around(found)
    budget -= len(head) + len(tail)
    for at, style in enumerate(_STYLES):
        made = _drawn(found.value, style, budget, facts)
        if made is not None:
            richer = _STYLES[max(0, at - 1)]
            draw = partial(_drawn, found.value, budget=budget, facts=facts)
            style, made = _grown(style, made, draw, "items", min(richer.items, style.items * 8))
            style, made = _grown(style, made, draw, "string", richer.string * 2)
            return Condensed(head + made.text + tail, made.left_out)
    return _names_only(found.value, budget)


def _around(found: json_text.Read) -> tuple[str, str]:
    head = f"{clip(found.before, _AROUND)}\n" if found.before else ""
    if found.lines:
        head += f"{len(found.value):,} lines of JSON:\n"
    tail = f"\n{clip(found.after, _AROUND)}" if found.after else ""
    return head, tail + ("\n(the text ended before its JSON did)" if found.is_cut else "")


def _grown(
    style: _Style, made: Condensed, draw: Callable[[_Style], Condensed | None], what: str, most: int
) -> tuple[_Style, Condensed]:
    """The same style with the most of something that still fits."""
    least = getattr(style, what)
    while least < most:
        middle = (least + most + 1) // 2
        larger = replace(style, **{what: middle})
        drawn = draw(larger)
        if drawn is None:
            most = middle - 1
        else:
            least, style, made = middle, larger, drawn
    return style, made


def _drawn(value: Any, style: _Style, budget: int, facts: Facts) -> Condensed | None:
    writer = _Writer(style, budget, facts)
    try:
        text = writer.write(value, 0, 0, "\n")
    except _Full:
        return None
    left = {kind: count for kind, count in writer.left_out.items() if count}
    return Condensed(text, left) if len(text) <= budget else None


class _Writer:
    """Writes a value in a style, and counts what it leaves out."""

    def __init__(self, style: _Style, budget: int, facts: Facts) -> None:
        self._style = style
        self._spare = budget
        self._facts = facts
        self._ascii = facts.ascii_only
        self.left_out: Counter[str] = Counter()

    def write(self, value: Any, depth: int, lists: int, line: str) -> str:
        """A value; `depth` containers and `lists` lists are around it, `line` begins a new line at its place."""
        if isinstance(value, dict):
            return self._object(value, depth, lists, line)
        if isinstance(value, list):
            return self._list(value, depth, lists, line)
        return self._scalar(value, self._style.string)

    def _spend(self, text: str) -> str:
        self._spare -= len(text)
        if self._spare < 0:
            raise _Full
        return text

    def _between(self, text: str) -> str:
        """A text that is already paid for, with what separates it from the next."""
        self._spend(", ")
        return text

    def _scalar(self, value: Any, length: int) -> str:
        if isinstance(value, Number):
            return self._spend(clip(value, max(length, _IDENTITY_LENGTH)))
        if not isinstance(value, str):
            return self._spend(json.dumps(value))
        mark = "" if len(value) <= length + length // 4 else clip(value, length)
        if not mark:
            return self._spend(json.dumps(value, ensure_ascii=self._ascii))
        kept, _, missing = mark.rpartition("…")
        return self._spend(f'{json.dumps(kept, ensure_ascii=self._ascii)[:-1]}…{missing}"')

    def _key(self, key: str) -> str:
        return self._scalar(key, max(self._style.string, _IDENTITY_LENGTH))

    def _object(self, value: dict[str, Any], depth: int, lists: int, line: str) -> str:
        if not value:
            return self._spend("{}")
        if depth >= self._style.depth:
            return self._spend(self._collapsed(value))
        inner = line + " " if depth == 0 else line
        shown = _ends(len(value), self._style.items >> lists) if len(value) > _RECORD_KEYS else range(len(value))
        members = self._facts.members(value) if len(value) > _RECORD_KEYS else list(value.items())
        chosen = [members[at] for at in shown]
        written = [self._member(key, held, depth, lists, inner) for key, held in chosen]
        between = "," + inner if depth == 0 else ", "
        return "{" + between.join(self._with_gaps(written, shown, len(value), "keys")) + "}"

    def _member(self, key: str, value: Any, depth: int, lists: int, line: str) -> str:
        name = self._key(key)
        self._spend(": ,")
        if isinstance(value, str) and _IDENTITY.fullmatch(key):
            return f"{name}: {self._scalar(value, max(self._style.string, _IDENTITY_LENGTH))}"
        return f"{name}: {self.write(value, depth + 1, lists, line)}"

    def _collapsed(self, value: dict[str, Any]) -> str:
        self.left_out["keys"] += len(value)
        if self._style.string < _IDENTITY_LENGTH / 2:
            return f"{{{len(value):,} keys}}"
        names = [json.dumps(key, ensure_ascii=self._ascii) for key in list(value)[:_NAMES_SHOWN] if len(key) < 40]
        missing = f", … {len(value) - len(names):,} more keys" if len(names) < len(value) else ""
        return f"{{{', '.join(names)}{missing}}}"

    def _list(self, value: list[Any], depth: int, lists: int, line: str) -> str:
        if not value:
            return self._spend("[]")
        simple = not any(isinstance(item, dict | list) for item in value[:_NAMES_SHOWN])
        if depth >= self._style.depth and (not simple or self._style.brief):
            self.left_out["items"] += len(value)
            return self._spend(f"[{len(value):,} items]")
        count = max(1, self._style.items >> lists) * (4 if simple else 1)
        shown = _shown(value, count, self._facts)
        keys = _table_keys(value, shown, self._facts)
        if keys:
            return self._table(value, shown, keys, line)
        if simple:
            written = [self._between(self.write(value[at], depth + 1, lists + 1, line)) for at in shown]
            return f"[{', '.join(self._with_gaps(written, shown, len(value), 'items'))}]"
        inner = line + " "
        written = [self._item(value[at], place, depth, lists, inner) for place, at in enumerate(shown)]
        others = _other_keys(value, shown, self._facts)
        return f"[{inner}{(',' + inner).join(self._with_gaps(written, shown, len(value), 'items', others))}]"

    def _item(self, value: Any, place: int, depth: int, lists: int, line: str) -> str:
        self._spend(line)
        if not (self._style.brief and place and isinstance(value, dict)):
            return self.write(value, depth + 1, lists + 1, line)
        telling = {key: held for key, held in value.items() if _tells(key, held)}
        written = [self._member(key, held, depth + 1, lists + 1, line) for key, held in telling.items()]
        missing = len(value) - len(telling)
        self.left_out["keys"] += missing
        return "{" + ", ".join(written + ([f"… {missing:,} more keys"] if missing else [])) + "}"

    def _table(self, value: list[dict[str, Any]], shown: Sequence[int], keys: tuple[str, ...], line: str) -> str:
        inner = line + " "
        head = f"[{len(value):,} items, rows of [{', '.join(self._key(key) for key in keys)}]:"
        rows = []
        for at in shown:
            rows.append(f"[{', '.join(self._between(self._cell(key, held)) for key, held in value[at].items())}]")
            self._spend(inner + ",")
        return head + inner + ("," + inner).join(self._with_gaps(rows, shown, len(value), "items")) + "]"

    def _cell(self, key: str, value: Any) -> str:
        length = self._style.string
        return self._scalar(value, max(length, _IDENTITY_LENGTH) if _IDENTITY.fullmatch(key) else length)

    def _with_gaps(
        self, written: list[str], shown: Sequence[int], total: int, kind: str, others: str = ""
    ) -> list[str]:
        """What is shown, with a note of how many are missing wherever some are."""
        self.left_out[kind] += total - len(shown)
        parts: list[str] = []
        before = -1
        for at, part in zip(shown, written, strict=True):
            if at > before + 1:
                parts.append(self._spend(f"… {at - before - 1:,} more of {total:,} {kind}{others} …"))
                others = ""
            parts.append(part)
            before = at
        if before < total - 1:
            parts.append(self._spend(f"… {total - 1 - before:,} more of {total:,} {kind}{others} …"))
        return parts


def _tells(key: str, value: Any) -> bool:
    return not isinstance(value, dict | list) and value is not None and bool(_IDENTITY.fullmatch(key))


def _ends(total: int, count: int) -> list[int]:
    """Places of the first and last of a list, the first more often."""
    if count >= total:
        return list(range(total))
    last = max(1, count // 3) if count > 1 else 0
    return [*range(max(1, count - last)), *range(total - last, total)]


def _shown(value: list[Any], count: int, facts: Facts) -> Sequence[int]:
    """Places of the items to show: the ends, and in between those that differ."""
    if count >= len(value):
        return range(len(value))
    if count <= 2:
        return _ends(len(value), count)
    chosen = {0, len(value) - 1}
    for at in facts.unlike(value):
        if len(chosen) >= 2 + (count - 2) // 2:
            break
        chosen.add(at)
    for at in _ends(len(value), count):
        if len(chosen) >= count:
            break
        chosen.add(at)
    return sorted(chosen)


def _table_keys(value: list[Any], shown: Sequence[int], facts: Facts) -> tuple[str, ...]:
    """The keys that all items have, if rows under them are smaller: like objects of simple values."""
    if len(shown) < 3 or not isinstance(value[0], dict) or not 0 < len(value[0]) <= _TABLE_KEYS:
        return ()
    keys = tuple(value[0])
    simple = facts.alike(value) and not any(
        isinstance(held, dict | list) for at in shown for held in value[at].values()
    )
    return keys if simple else ()


def _other_keys(value: list[Any], shown: Sequence[int], facts: Facts) -> str:
    """Keys that only items have which are not shown."""
    if len(shown) == len(value):
        return ""
    known = {key for at in shown if isinstance(value[at], dict) for key in value[at]}
    others = [key for key in facts.keys(value) if key not in known]
    named = ", ".join(json.dumps(clip(key, _IDENTITY_LENGTH), ensure_ascii=False) for key in others[:_NAMES_SHOWN])
    return f", some with {named}{', …' if len(others) > _NAMES_SHOWN else ''}" if others else ""


def _names_only(value: Any, budget: int) -> Condensed:
    """The keys of the outermost object, or of its first item, and how many there are."""
    held = value[0] if isinstance(value, list) and value else value
    names = list(held) if isinstance(held, dict) else []
    head = f"[{len(value):,} items, the first with " if isinstance(value, list) else ""
    text = f"{head}{len(names):,} keys: {', '.join(json.dumps(name, ensure_ascii=False) for name in names)}"
    kind = "items" if isinstance(value, list) else "keys"
    return Condensed(clip(text, budget), {kind: len(value)} if value else {})


def _by_lines(text: str, budget: int) -> Condensed:
    """What could not be read as JSON: by its lines, or its ends where it is one line."""
    lines = text.split("\n")
    if len(lines) < 3:
        return ends(text, budget)
    weights = [
        Weight.PLAIN - min(len(line) - len(line.lstrip()), Weight.PLAIN) if line.strip() else 0 for line in lines
    ]
    made = fill(
        ranking(weights),
        lambda at: clip(lines[at].rstrip(), _AROUND),
        budget,
        lambda missing: f"… {missing:,} more of {len(lines):,} lines …",
    )
    return Condensed(made.text, {"lines": len(lines) - len(made.shown)})
