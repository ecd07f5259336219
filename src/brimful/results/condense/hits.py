"""Search hits (grep, ripgrep, ag, git grep): every path with its count, the first and last hit of a path first.

A path is named before any path shows its second hit, and what a hit says is not repeated when an earlier hit said
the same. Context lines go before hits do.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from brimful.results.condense.fit import clip, fill, fit, ranking
from brimful.results.condenser import Condensed, Room, Weight

# `path:12:text`, `path:12:5:text`, `path-12-text` (context), and without a number `path:text`. A path of a search
# has no space or colon; Windows drives are allowed for.
_NUMBERED = re.compile(r"(?P<path>(?:[A-Za-z]:)?[^\s:]{1,300}?)(?P<sign>[:-])(?P<line>\d{1,7})(?P=sign)(?P<text>.*)")
_PLAIN = re.compile(r"(?P<path>(?:[A-Za-z]:)?[^\s:()\[\]]{1,500}):(?P<text>.*)")
# Of one file: `12:text`, `12-text` (context).
_ALONE = re.compile(r"(?P<line>\d{1,7})(?P<sign>[:-])(?P<text>.*)")
_BINARY = re.compile(r"(?:grep: |rg: )?(?:Binary file )?(?P<path>[^\s:]+):? (?:binary file )?matches\b.*")
_TROUBLE = re.compile(r"(?:grep|rg|ag|ack|git grep): .*")
# What compilers and linters say at a place is a finding, not a hit: a column or one space, then words.
_FINDING = re.compile(
    r" (?! )|\d{1,4}: |[^\"']{0,30}\b(?:(?:[Ff]atal )?[Ee]rror|ERROR|[Ww]arning|WARNING|note|[A-Z]{1,4}\d{2,5})"
    r"\b[:\] ]"
)
_PLACE = re.compile(r"\d+[:-]")
_TIME = re.compile(r"\d{1,2}:\d\d:\d\d\b|\d{4}-\d\d-\d\d\b")
# How much of a hit's own text is shown, from plenty to a glance; the first and last hit of all may say more.
_LENGTHS = (400, 160, 100, 60)
_ENDS_LENGTH = 240
# How many lines tell what the text is, and from what share on it is one of hits.
_LOOK_AT = 200
_SURE_FROM = 0.6
_MOST_FINDINGS = 0.4
_SHOWN_PATH = 240
# What is held back for the note of what is missing.
_NOTE = 70
# Longer hits are preferred while they leave at least this share of the lines that shorter ones would show.
_WORTH = 0.9
_IS_BINARY = "binary file matches"


class Hit(NamedTuple):
    """A line of search output."""

    path: str
    text: str
    raw: str
    context: bool = False


class Hits:
    """Lines that a search found."""

    name = "hits"

    def suits(self, text: str) -> float:
        """By the share of lines that have the form of a hit."""
        lines = [line for line in text[: _LOOK_AT * 400].split("\n", _LOOK_AT)[:_LOOK_AT] if line.strip()]
        if len(lines) < 2:
            return 0.0
        headings = sum(1 for line, following in pairwise(lines) if _is_heading(line, following))
        hits = [hit for hit in map(_read, lines) if hit is not None]
        findings = sum(1 for hit in hits if _FINDING.match(_PLACE.sub("", hit.text, count=1)))
        separators = sum(1 for line in lines if line == "--")
        share = (len(hits) + separators + headings) / len(lines)
        if share < _SURE_FROM or findings > len(hits) * _MOST_FINDINGS or not _is_search(hits, headings):
            return 0.0
        return min(0.95, share)

    def condense(self, text: str, room: Room) -> Condensed:
        """Every path with its count, and as many of its hits as fit."""
        hits = read(text)
        found = _Found(hits)
        return fit(text, room, found.draw if found.paths else lambda budget: _draw_alone(hits, budget))


def read(text: str) -> list[Hit]:
    """The hits of the text, in order; lines that are none belong to no path."""
    hits: list[Hit] = []
    heading = ""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if not line.strip() or line == "--":
            continue
        if _is_heading(line, following):
            heading = line
            continue
        alone = _ALONE.fullmatch(line)
        if alone:
            hits.append(Hit(heading, line, line, alone["sign"] == "-"))
        else:
            hits.append(_read(line) or Hit("", line, line))
    return hits


def _is_heading(line: str, following: str) -> bool:
    """Whether a line is a path that stands above its hits, as ripgrep writes to a terminal."""
    return bool(_ALONE.fullmatch(following)) and not _ALONE.fullmatch(line) and not re.search(r"\s|:\d|:$", line)


def _read(line: str) -> Hit | None:
    if len(line) > 2 and line[0].isdigit():
        alone = _ALONE.fullmatch(line)
        if alone:
            return Hit("", line, line, alone["sign"] == "-")
    binary = _BINARY.fullmatch(line)
    if binary:
        return Hit(binary["path"], _IS_BINARY, line)
    if _TROUBLE.fullmatch(line):
        return Hit("", line, line)
    numbered = _NUMBERED.match(line)
    if numbered:
        text = f"{numbered['line']}{numbered['sign']}{numbered['text']}"
        return Hit(numbered["path"], text, line, numbered["sign"] == "-")
    plain = _PLAIN.match(line)
    is_path = plain is not None and bool(re.search(r"\w[./]\w|/", plain["path"]))
    return Hit(plain["path"], plain["text"], line) if plain and is_path else None


def _is_search(hits: list[Hit], headings: int) -> bool:
    """Whether these are hits, and not `key: value` lines, the lines of a numbered file or of a log."""
    if not hits:
        return False
    paths = {hit.path for hit in hits if hit.path}
    if paths:
        return any(("/" in path or "." in path) and not path.startswith(("http", "//")) for path in paths)
    numbers = [int(re.split(r"[:-]", hit.raw, maxsplit=1)[0]) for hit in hits if hit.raw[:1].isdigit()]
    return (
        _are_places(numbers, headings) and not _counts_up(numbers) and not any(_TIME.match(hit.raw) for hit in hits)
    )


def _are_places(numbers: list[int], files: int) -> bool:
    """Whether these are the places of hits in one file or a few: mostly each greater than the one before."""
    falls = sum(1 for before, after in pairwise(numbers) if after <= before)
    return bool(numbers) and falls <= len(numbers) * 0.2 + files


def _counts_up(numbers: list[int]) -> bool:
    """Whether a file's lines stand there one after the other, none of them left out."""
    steps = [after - before for before, after in pairwise(numbers)]
    return bool(steps) and len(steps) > 30 and all(step == 1 for step in steps)


def _draw_alone(hits: list[Hit], budget: int) -> Condensed:
    """Hits in one file, by their numbers; the ends of the text as they stood."""
    matches = sum(1 for hit in hits if not hit.context)
    head = f"{matches:,} hits in {len(hits):,} lines (… n … = n lines left out)\n"
    last = len(hits) - 1
    weights = [
        Weight.ENDS if at in (0, last) else Weight.NOISE if hit.context else Weight.PLAIN
        for at, hit in enumerate(hits)
    ]
    made = fill(
        ranking(weights),
        lambda at: clip(hits[at].raw, _ENDS_LENGTH if at in (0, last) else _LENGTHS[1]),
        budget - len(head),
        lambda missing: f"… {missing:,} …",
    )
    return Condensed(head + made.text, _left(lines=len(hits) - len(made.shown)))


class _Row(NamedTuple):
    """What may be shown: a path with its count, or a hit of it, whole (`raw`) or below its path."""

    text: str
    weight: float
    is_path: bool = False
    whole: bool = False


class _Found:
    """Hits in several files, under their paths. The first hit of all and the last stand as they stood."""

    def __init__(self, hits: list[Hit]) -> None:
        texts = [at for at, hit in enumerate(hits) if hit.text != _IS_BINARY]
        self.paths = Counter(hits[at].path for at in texts if hits[at].path)
        real = [at for at in texts if hits[at].path and not hits[at].context] or [0, len(hits) - 1]
        self.head = _head(len(real), len(self.paths), len(hits) - len(texts))
        self.total = len(hits)
        self.rows = self._rows(hits, (real[0], real[-1]))
        self.ranked = sorted(range(len(self.rows)), key=lambda at: (-self.rows[at].weight, at))

    def _rows(self, hits: list[Hit], ends: tuple[int, int]) -> list[_Row]:
        weights = _weights(hits, self.paths, ends)
        below: dict[str, list[_Row]] = {path: [] for path in self.paths}
        for at, hit in enumerate(hits):
            path = hit.path if hit.path in self.paths else ""
            whole = at in ends or not path
            below.setdefault(path, []).append(_Row(hit.raw if whole else f" {hit.text}", weights[at], whole=whole))
        rows: list[_Row] = []
        for path, own in below.items():
            count = f" ({self.paths[path]:,})" if self.paths[path] > 1 else ""
            # A path whose one hit stands whole has been named.
            if path and not (len(own) == 1 and own[0].whole):
                rows.append(_Row(f"{clip(path, _SHOWN_PATH)}{count}", Weight.PLACE, is_path=True))
            rows.extend(own)
        return rows

    def draw(self, budget: int) -> Condensed:
        """Hits as long as may be, as long as that pushes few others out."""
        chosen = [self._choose(budget - len(self.head) - _NOTE, length) for length in _LENGTHS]
        most = max(map(len, chosen))
        shown = next(found for found in chosen if len(found) >= most * _WORTH)
        files = sum(1 for at, row in enumerate(self.rows) if row.is_path and at not in shown)
        left = _left(lines=len(self.rows) - len(shown) - files, files=files)
        totals = {"lines": self.total, "files": len(self.paths)}
        said = ", ".join(f"{count:,} more of {totals[kind]:,} {kind}" for kind, count in left.items())
        text = self.head + "\n".join(shown[at] for at in sorted(shown))
        return Condensed(f"{text}\n… {said} …" if said else text, left)

    def _choose(self, spare: int, length: int) -> dict[int, str]:
        """The heaviest rows that fit."""
        shown: dict[int, str] = {}
        for at in self.ranked:
            row = self.rows[at]
            text = row.text if row.is_path else clip(row.text, max(length, _ENDS_LENGTH) if row.whole else length)
            spare -= len(text) + 1
            if spare < 0:
                break
            shown[at] = text
        return shown


def _head(hits: int, files: int, binaries: int) -> str:
    said = f"{hits:,} hits in {files:,} files (n = hits of a file)"
    return f"{said}, and {binaries:,} binary files match\n" if binaries else f"{said}\n"


def _weights(hits: list[Hit], paths: Counter[str], ends: tuple[int, int]) -> list[float]:
    """The ends of all, then the ends of each path, then the others; what was said before is said last."""
    said: set[str] = set()
    met: Counter[str] = Counter()
    weights: list[float] = []
    for at, hit in enumerate(hits):
        met[hit.path] += 1
        words = hit.text.lstrip("0123456789:-").strip()
        weight: float = Weight.PLAIN
        if at in ends:
            weight = Weight.OUTCOME
        elif hit.text == _IS_BINARY or hit.context or words in said:
            weight = Weight.NOISE
        elif not hit.path:
            weight = Weight.WARNING
        elif met[hit.path] == 1:
            weight = Weight.DETAIL
        elif met[hit.path] == paths[hit.path]:
            weight = Weight.ENDS
        said.add(words)
        weights.append(weight)
    return weights


def _left(**counts: int) -> dict[str, int]:
    return {kind: count for kind, count in counts.items() if count}
