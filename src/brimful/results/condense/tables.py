"""Tables: CSV and TSV, Markdown and ASCII tables, the columns that command line tools print.

The head stays, the first and last rows, their number, and rows that stand out: another number of fields, an error,
a number far from the others of its column. Rows stand as they stood in the text, long ones clipped in their middle.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from brimful.results.condense.fit import clip_middle, fit
from brimful.results.condenser import Condensed, Room

# How long a row may be, from plenty to a glance; up to the third, rows beyond head, two first and one last may go.
_LENGTHS = (100_000, 2_000, 800, 400, 240, 200, 160, 100, 60, 30)
_TAIL_SHARE = 0.15
_LEAST_ROWS = 3
_HEAD_SHARE = 0.5
_NOTE = 40
_LOOK_AT = 60
_LOOK_AT_CHARACTERS = 200_000
_DELIMITERS = ("\t", ",", ";", "|")
# Of a row that a reader joined from so many lines, a quote was left open: then a line is a row.
_LONGEST_RECORD = 500

_RULE = " \t|+:-=─━═┼┤├╪╞╡┌┬┐└┴┘╔╦╗╠╬╣╚╩╝║│╤╧╫"
_RULED = ("--", "==", "──", "━━", "══")
_BARS = "|│║"
_ERROR = re.compile(
    r"\b(?:err(?:or)?s?|fail(?:ed|ure)?|fatal|critical|crash\w*|oomkilled|evicted|unhealthy|denied)\b|Error|BackOff",
    re.I,
)
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_RARE = 0.2
_FENCES = 6  # quartile distances: further out a number stands out


class _Table(NamedTuple):
    """A table, its rows as they stand in the text."""

    head: list[str]
    rows: list[str]
    foot: list[str]
    odd: list[int]  # places of rows that stand out


class Tables:
    """Rows under a head."""

    name = "table"

    def suits(self, text: str) -> float:
        """Whether its lines have the same number of fields, or stand between bars."""
        lines = _first_lines(text)
        if len(lines) < _LEAST_ROWS:
            return 0.0
        if _is_drawn(lines):
            return 0.9
        if _delimiter(lines):
            return 0.85
        return 0.6 if _is_columns(lines) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Head, first and last rows, rows that stand out, and how many there are."""
        table = _read(text)
        return fit(text, room, lambda budget: _draw(table, budget))


def _first_lines(text: str) -> list[str]:
    start = text[:_LOOK_AT_CHARACTERS]
    lines = start.split("\n", _LOOK_AT)[:_LOOK_AT]
    if len(start) < len(text) and len(lines) > 1 and len(lines) < _LOOK_AT:
        lines = lines[:-1]
    return [line for line in lines if line.strip()]


def _is_rule(line: str) -> bool:
    return not line.strip(_RULE) and any(part in line for part in _RULED)


def _has_bars(line: str) -> bool:
    """Whether it is a row between bars, or one whose fields have bars between them."""
    bare = line.strip()
    return bare[:1] in _BARS and bare[-1:] in _BARS if bare[:1] in _BARS else " | " in line or " │ " in line


def _is_drawn(lines: list[str]) -> bool:
    """Whether it has a rule under its head, and rows with bars."""
    bars = sum(1 for line in lines if _has_bars(line) or _is_rule(line))
    ruled = any(_is_rule(line) and any(sign in line for sign in "|+┼├╞╠│") for line in lines[:4])
    return ruled and bars >= len(lines) * 0.8


def _is_columns(lines: list[str]) -> bool:
    """Whether a head of capitals stands above rows whose fields begin where the head's do."""
    head = lines[0][:1_000]
    if not re.fullmatch(r"[A-Z][A-Z0-9%()_./ -]{0,40}", head.split("  ", 1)[0]):
        return False
    starts = [found.start() for found in re.finditer(r"(?:^|(?<=\s\s))\S", head)]
    if len(starts) < 3:
        return False
    kept = sum(1 for line in lines[1:] if sum(line[at : at + 1].strip() != "" for at in starts) >= len(starts) * 0.6)
    return kept >= (len(lines) - 1) * 0.7


def _delimiter(lines: list[str]) -> str:
    """What separates the fields, if the lines agree on it."""
    for delimiter in _DELIMITERS:
        records = _records(lines, delimiter)
        # The last one may lack its end.
        sizes = [len(fields) for fields, _ in records[:-1] or records]
        if len(records) < _LEAST_ROWS or not sizes:
            continue
        size, often = Counter(sizes).most_common(1)[0]
        headed = len(records[0][0]) == size and _is_head(records[0][0])
        least = 2 if delimiter == "\t" or headed else 4
        # Empty fields at the end of a row may have been stripped with the tabs before them.
        stripped = delimiter == "\t" and sizes[0] == max(sizes) and 2 * min(sizes) >= sizes[0] > 2
        if size >= least and (often >= len(sizes) * 0.9 or stripped) and _is_data(records, delimiter):
            return delimiter
    return ""


def _is_head(fields: list[str]) -> bool:
    """Whether fields could be names of columns: short, each once, no sentence."""
    return all(0 < len(field) <= 40 and not re.search(r"[.!?:] |[(){}=]|[.;]$", field) for field in fields) and len(
        set(fields)
    ) == len(fields)


def _is_data(records: list[tuple[list[str], str]], delimiter: str) -> bool:
    """Whether this is a table and not code or prose with commas: no space after the delimiter, no line of code."""
    if delimiter == "\t":
        return not all(not fields[0].strip() or fields[0].strip().isdigit() for fields, _ in records)
    if delimiter == "|":
        return not any(raw.startswith("|") for _, raw in records)
    code = sum(1 for _, raw in records if re.search(r"[{};(]\s*$|^\s", raw))
    spaced = sum(1 for fields, _ in records for field in fields[1:] if field[:1] == " " and field[1:2].isalpha())
    fields_in_all = sum(len(fields) - 1 for fields, _ in records)
    return code <= len(records) * 0.1 and spaced <= fields_in_all * 0.5


def _records(lines: Sequence[str], delimiter: str) -> list[tuple[list[str], str]]:
    """Fields of each row with the row as it stands; quotes join lines where fields may be quoted."""
    if delimiter == "\t":
        return [(line.split("\t"), line) for line in lines]
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter)
    records: list[tuple[list[str], str]] = []
    before = 0
    try:
        for fields in reader:
            if reader.line_num - before > _LONGEST_RECORD:
                return [(line.split(delimiter), line) for line in lines]
            if fields:
                records.append((fields, "\n".join(lines[before : reader.line_num])))
            before = reader.line_num
    except csv.Error:  # a field beyond the reader's limit: a quote that does not end
        return [(line.split(delimiter), line) for line in lines]
    return records


def _read(text: str) -> _Table:
    lines = [line for line in text.split("\n") if line.strip()]
    first = _first_lines(text)
    if _is_drawn(first):
        return _drawn_table(lines)
    delimiter = _delimiter(first)
    if not delimiter:
        return _Table(lines[:1], lines[1:], [], _with_errors(lines[1:]))
    records = _records(lines, delimiter)
    has_head = _is_head(records[0][0]) and not any(_NUMBER.fullmatch(field) for field in records[0][0])
    head, rows = (records[:1], records[1:]) if has_head else ([], records)
    raw = [row.rstrip("\r") for _, row in rows]
    odd = _other_sizes(rows) + _with_errors(raw) + _outliers([fields for fields, _ in rows])
    return _Table([row for _, row in head], raw, [], list(dict.fromkeys(odd)))


def _drawn_table(lines: list[str]) -> _Table:
    """A table with rules: what stands above the second rule, and what has no bars at the end."""
    rules = [at for at, line in enumerate(lines[:6]) if _is_rule(line)]
    start = rules[-1] + 1 if len(rules) > 1 and rules[0] == 0 and rules[-1] <= 3 else rules[0] + 1
    end = len(lines)
    while end > start and not _has_bars(lines[end - 1]):
        end -= 1
    rows = [line for line in lines[start:end] if not _is_rule(line)]
    return _Table(lines[:start], rows, lines[end:][-3:], _with_errors(rows))


def _other_sizes(rows: list[tuple[list[str], str]]) -> list[int]:
    """Rows with more or fewer fields than the others."""
    if not rows:
        return []
    usual = Counter(len(fields) for fields, _ in rows).most_common(1)[0][0]
    odd = [at for at, (fields, _) in enumerate(rows) if len(fields) != usual]
    return odd if len(odd) <= len(rows) * _RARE else []


def _with_errors(rows: list[str]) -> list[int]:
    """Rows that speak of an error, where few do."""
    odd = [at for at, row in enumerate(rows) if _ERROR.search(row[:2_000])]
    return odd if len(odd) <= len(rows) * _RARE else []


def _outliers(rows: list[list[str]]) -> list[int]:
    """Rows with a number that lies far outside of what the others of its column have."""
    odd: list[int] = []
    for column in range(max(map(len, rows), default=0) if len(rows) >= 8 else 0):
        numbers = [
            (float(row[column]), at)
            for at, row in enumerate(rows)
            if column < len(row) and _NUMBER.fullmatch(row[column].strip())
        ]
        if len(numbers) < len(rows) * 0.8:
            continue
        numbers.sort()
        low, high = numbers[len(numbers) // 4][0], numbers[len(numbers) * 3 // 4][0]
        reach = (high - low) * _FENCES
        if reach:
            odd.extend(at for number, at in (numbers[-1], numbers[0]) if not low - reach <= number <= high + reach)
    return odd


def _draw(table: _Table, budget: int) -> Condensed:
    """The longest rows of which the first two and the last fit, then as many rows as fit."""
    total = len(table.rows)
    for length in _LENGTHS:
        least = min(total, _LEAST_ROWS)
        made = _written(table, least, length, budget)
        if len(made.text) <= budget:
            break
    else:
        least = 0
    most = min(total, least + budget)
    while least < most:
        middle = (least + most + 1) // 2
        larger = _written(table, middle, length, budget)
        if len(larger.text) <= budget:
            least, made = middle, larger
        else:
            most = middle - 1
    return made


def _written(table: _Table, count: int, length: int, budget: int) -> Condensed:
    total = len(table.rows)
    shown = _chosen(total, count, table.odd)
    # The head names all that follows: it is clipped later than rows are.
    parts = [_clipped(line, max(length, int(budget * _HEAD_SHARE) - _NOTE)) for line in table.head]
    before = -1
    for at in [*shown, total]:
        if at > before + 1:
            parts.append(f"… {at - before - 1:,} more of {total:,} rows …")
        if at < total:
            parts.append(_clipped(table.rows[at], length))
        before = at
    parts.extend(_clipped(line, length) for line in table.foot)
    return Condensed("\n".join(parts), {"rows": total - len(shown)} if total > len(shown) else {})


def _clipped(row: str, length: int) -> str:
    return clip_middle(row, length, int(length * _TAIL_SHARE))


def _chosen(total: int, count: int, odd: Sequence[int]) -> list[int]:
    """The first two rows and the last, then rows that stand out for half of what is left, then further first ones."""
    if count >= total:
        return list(range(total))
    order = [0, total - 1, 1]
    chosen = dict.fromkeys(order[:count])
    for at in odd:
        if len(chosen) >= max(_LEAST_ROWS, count // 2 + 1) or len(chosen) >= count:
            break
        chosen[at] = None
    at = 1
    while len(chosen) < count:
        chosen[at] = None
        if len(chosen) < count and at % 2 == 0:
            chosen[total - 1 - at // 2] = None
        at += 1
    return sorted(chosen)
