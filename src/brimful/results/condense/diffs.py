"""Unified diffs (git diff, git show, patches): every changed path with its counts, hunk headers, then changed lines.

Lines of context go first, then the middles of long runs of added or removed lines. A path is never dropped before
the lines of another, and the first line counts what the whole diff changes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from brimful.results.condense.fit import clip, fit
from brimful.results.condenser import Condensed, Room, Weight

_FILE = re.compile(r"diff --(?:git|cc|combined) (?P<names>.+)|Index: (?P<index>.+)|Only in .+|Binary files .+ differ")
_OLD = re.compile(r"--- (?P<path>[^\t]+)(?:\t.*)?")
_NEW = re.compile(r"\+\+\+ (?P<path>[^\t]+)(?:\t.*)?")
_HUNK = re.compile(r"(?P<place>@@+ -\d+(?:,\d+)? (?:[-+]\d+(?:,\d+)? )+@@+)(?P<section>.*)")
_SIZES = re.compile(r"[-+]\d+(?:,(\d+))?")
_NOTES = (
    "new file", "deleted file", "rename from", "rename to", "copy from", "copy to", "old mode", "new mode",
    "similarity", "Binary files", "GIT binary patch", "Only in",
)  # fmt: skip

# Longer lines are preferred while they leave out no more than that many times what shorter ones would.
_WORTH = 1.05
# A changed line is clipped there, and where room is short.
_LENGTHS = (400, 160, 100)
# What is held back for the note of what is missing, and shown of the section that a hunk header names.
_NOTE = 70
_SECTION = 60
_TOLD = 5  # lines of a commit's head and message, where room is short
_LOOK_AT = 20_000


class Line(NamedTuple):
    """A line of a diff and how much it matters."""

    text: str
    weight: float


class Diffs:
    """What changed, as unified diffs tell it."""

    name = "diff"

    def suits(self, text: str) -> float:
        """Whether it has the headers of files, or of hunks with a path above them."""
        start = text[:_LOOK_AT]
        hunks = re.search(r"^@@+ -\d+(?:,\d+)? .*@@", start, re.MULTILINE)
        if re.match(r"\s*diff --(?:git|cc|combined) ", start):
            return 0.98
        if re.search(
            r"^diff --(?:git|cc|combined) .+\n(?:index|new|deleted|old|similarity|---)", start, re.MULTILINE
        ):
            return 0.9
        named = re.search(r"^--- .+\n\+\+\+ .+\n@@", start, re.MULTILINE)
        if named and hunks:
            return 0.9 if re.match(r"\s*(?:---|Index:|commit )", start) else 0.6
        return 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Every path, then hunk headers, then what changed."""
        parts = read(text)
        lines = [line for part in parts for line in part.all_lines()]
        ranked = sorted(range(len(lines)), key=lambda at: (-lines[at].weight, at))
        return fit(text, room, lambda budget: _draw(parts, lines, ranked, budget))


class Part:
    """A stretch of a diff: what stands before the first file, or one file. Filled while reading."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: list[Line] = []
        self.notes: list[str] = []
        self.added = 0
        self.removed = 0
        self.places: list[str] = []

    @property
    def hunks(self) -> int:
        """How many hunks there are."""
        return len(self.places)

    def all_lines(self) -> list[Line]:
        """What may be shown of it, beginning with its path."""
        return [Line(self.title, Weight.PLACE), *self.lines] if self.path else self.lines

    @property
    def title(self) -> str:
        """The path with what happened to it."""
        counts = [f"+{self.added:,} −{self.removed:,}"] if self.added or self.removed else []
        said = ", ".join(counts + self.notes)
        return f"{self.path} ({said})" if said else self.path


def read(text: str) -> list[Part]:
    """The diff's files in order, each with its lines weighed; the first part is what stands before them."""
    part = Part("")
    parts = [part]
    old = new = 0  # lines that the hunk still has: only by counting is a removed `-- x` told from a header `--- x`
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if old > 0 or new > 0:
            old, new = _changed(part, line, old, new)
            continue
        hunk = _HUNK.match(line)
        if hunk:
            old, new = _sizes(hunk["place"])
            part.places.append(hunk["place"])
            part.lines.append(Line(_heading(hunk), Weight.DETAIL))
        elif _begins(line, lines, at, part):
            part = Part(_named(line))
            parts.append(part)
            if line.startswith(("Binary files", "Only in")):
                part.path = line
        else:
            _header(part, line)
    for part in parts:
        part.lines = _graded(part.lines)
    return parts


def _begins(line: str, lines: list[str], at: int, part: Part) -> bool:
    """Whether a file begins here: at its `diff` line, or at `---` and `+++` where there is none."""
    if line.startswith("Binary files") and part.path and not part.hunks:
        return False
    if _FILE.fullmatch(line):
        return True
    following = lines[at + 1] if at + 1 < len(lines) else ""
    starts = bool(_OLD.fullmatch(line) and _NEW.fullmatch(following))
    return starts and (part.hunks > 0 or not part.path)


def _named(line: str) -> str:
    found = _FILE.fullmatch(line)
    if found and found["names"]:
        names = found["names"]
        halves = names.split(" b/", 1)
        return halves[1] if len(halves) == 2 else names
    return found["index"] if found and found["index"] else ""


def _header(part: Part, line: str) -> None:
    """What stands between a file's first line and its hunks, and everything before the first file."""
    old, new = _OLD.fullmatch(line), _NEW.fullmatch(line)
    if new and new["path"] != "/dev/null":
        part.path = _bare(new["path"], part.path)
    elif old and old["path"] != "/dev/null":
        part.path = part.path or _bare(old["path"], "")
    elif line.startswith(_NOTES):
        part.notes.append(line)
    elif not part.path and line.strip() and not (old or new):
        part.lines.append(Line(line, _of_preamble(line)))


def _bare(path: str, known: str) -> str:
    """The path without the `a/` or `b/` that git sets before it."""
    bare = path[2:] if path.startswith(("a/", "b/")) else path
    return known if known.endswith(bare) and known else bare


def _of_preamble(line: str) -> float:
    """The commit and its message matter; a `--stat` table is told again by the files."""
    if line.startswith(("commit ", "Author", "    ", "Subject:", "From:")):
        return Weight.WARNING
    return Weight.OUTCOME if re.match(r" \d+ files? changed", line) else Weight.ENDS


def _sizes(place: str) -> tuple[int, int]:
    sizes = [int(size or 1) for size in _SIZES.findall(place)]
    return max(sizes[:-1]), sizes[-1]


def _heading(hunk: re.Match[str]) -> str:
    return clip(hunk.string, len(hunk["place"]) + _SECTION)


def _changed(part: Part, line: str, old: int, new: int) -> tuple[int, int]:
    """Take in a line of a hunk; returns how many lines of either side the hunk still has."""
    sign = line[:1]
    if sign == "+":
        part.added += 1
        part.lines.append(Line(line, Weight.PLAIN))
        return old, new - 1
    if sign == "-":
        part.removed += 1
        part.lines.append(Line(line, Weight.PLAIN))
        return old - 1, new
    part.lines.append(Line(line, Weight.NOISE))
    return (old, new) if sign == "\\" else (old - 1, new - 1)


def _graded(lines: list[Line]) -> list[Line]:
    """Changed lines at the beginning of a run of changes before those further in; empty ones last."""
    graded: list[Line] = []
    depth = 0
    sign = ""
    for line in lines:
        is_change = line.weight == Weight.PLAIN
        depth = depth + 1 if is_change and line.text[:1] == sign else int(is_change)
        sign = line.text[:1]
        if depth and not line.text[1:].strip():
            graded.append(Line(line.text, Weight.NOISE + 1))
        elif depth:
            graded.append(Line(line.text, Weight.PLAIN + 50 / depth))
        else:
            graded.append(line)
    return graded


def _draw(parts: list[Part], lines: list[Line], ranked: list[int], budget: int) -> Condensed:
    head = _summary([part for part in parts if part.path])
    drawn = [_drawn(lines, ranked, head, budget, length) for length in _LENGTHS]
    if all("hunks" in made.left_out for made in drawn):
        return _packed(parts, head, budget)
    fewest = min(sum(made.left_out.values()) for made in drawn)
    return next(made for made in drawn if sum(made.left_out.values()) <= fewest * _WORTH + 1)


def _summary(files: list[Part]) -> str:
    added, removed = sum(part.added for part in files), sum(part.removed for part in files)
    hunks = sum(part.hunks for part in files)
    return f"{len(files):,} files changed, +{added:,} −{removed:,} in {hunks:,} hunks (… n … = n lines left out)\n"


def _packed(parts: list[Part], head: str, budget: int) -> Condensed:
    """Where not all hunks can stand on a line of their own: places only, those of a file in a row."""
    files = [part for part in parts if part.path]
    told = [clip(line.text, _SECTION) for part in parts if not part.path for line in part.lines]
    head += "".join(f"{line}\n" for line in told[:_TOLD])
    spare = budget - len(head) - _NOTE
    named: list[list[str]] = []
    for part in files:
        spare -= len(part.title) + 1
        if spare < 0:
            break
        named.append([part.title])
    hunks = 0
    for part, row in zip(files, named, strict=False):
        for place in part.places:
            spare -= len(place) + 1
            if spare < 0:
                break
            row.append(place)
            hunks += 1
    text = "\n".join(row[0] + ("\n" + " ".join(row[1:]) if row[1:] else "") for row in named)
    total = sum(part.hunks for part in files)
    left = {
        "lines": sum(len(part.lines) for part in parts) - total - len(told[:_TOLD]),
        "hunks": total - hunks,
        "files": len(files) - len(named),
    }
    note = f"\n… {left['files']:,} more files, {left['hunks']:,} more hunks, no changed lines shown …"
    return Condensed(head + text + note, {kind: count for kind, count in left.items() if count})


def _drawn(lines: list[Line], ranked: list[int], head: str, budget: int, length: int) -> Condensed:
    """The heaviest lines that fit, with the mark of the gap that may follow each."""
    spare = budget - len(head) - _NOTE
    mark = len("… 0000 …\n")
    shown: dict[int, str] = {}
    for at in ranked:
        weight = lines[at].weight
        text = lines[at].text if weight >= Weight.DETAIL else clip(lines[at].text, length)
        cost = len(text) + 1
        cost += mark if weight < Weight.PLACE and at + 1 not in shown else 0
        cost -= mark if at - 1 in shown and lines[at - 1].weight < Weight.PLACE else 0
        if cost > spare:
            break
        spare -= cost
        shown[at] = text
    text, left = _written(lines, shown)
    return Condensed(head + text, left)


def _written(lines: list[Line], shown: dict[int, str]) -> tuple[str, dict[str, int]]:
    """The lines that stay, with the number of missing ones between them."""
    written: list[str] = []
    before = -1
    for at in [*sorted(shown), len(lines)]:
        if at > before + 1:
            written.append(f"… {at - before - 1:,} …")
        if at < len(lines):
            written.append(shown[at])
        before = at
    files = sum(1 for at, line in enumerate(lines) if line.weight == Weight.PLACE and at not in shown)
    hunks = sum(1 for at, line in enumerate(lines) if line.weight == Weight.DETAIL and at not in shown)
    if files or hunks:
        written.append(f"… {files:,} files and {hunks:,} hunks not named …")
    left = {"lines": len(lines) - len(shown) - files - hunks, "hunks": hunks, "files": files}
    return "\n".join(written), {kind: count for kind, count in left.items() if count}
