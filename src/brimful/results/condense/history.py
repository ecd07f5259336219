"""What git tells about commits and files: log, status, blame.

A commit of a log becomes one line: its name, its day, who, and what it says; bodies go first. Of `git status` what
is in conflict stays longest and hints go. Lines of a blame become stretches by the commit that wrote them.
"""

from __future__ import annotations

import re

from msgspec import Struct

from brimful.results.condense.fit import clip, fit, one_line
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

_COMMIT = re.compile(r"(?P<graph>[*|/\\_ ]{0,40})commit (?P<name>[0-9a-f]{7,40})(?P<refs> \(.+\))?")
_FIELD = re.compile(r"[*|/\\_ ]{0,40}(?P<key>Author|Date|Merge|AuthorDate|Commit|CommitDate):\s+(?P<value>.*)")
_ONE_LINE = re.compile(r"[*|/\\_ ]{0,40}[0-9a-f]{7,40} \S.*")
_BLAME = re.compile(
    r"(?P<name>\^?[0-9a-f]{7,40}) (?P<path>[^()]{0,300})\((?P<who>.{0,100}?)\s+"
    r"(?P<day>\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d [-+]\d{4}\s+(?P<line>\d+)\) ?(?P<code>.*)"
)
_STATUS = re.compile(
    r"On branch |HEAD detached|Changes (?:not staged|to be committed)|Untracked files:|Unmerged paths:"
)
_SHORT_STATUS = re.compile(r"(?:[MADRCTU?! ][MADRCTU?!]|[MADRCTU?!] ) \S.*|## .+")
_CONFLICT = re.compile(r"\s*(?:both |deleted by |added by )|(?:UU|AA|DD|AU|UA|DU|UD) ")
_CHANGED = re.compile(r"\s+(?:modified|deleted|renamed|new file|copied|typechange):")

_NAME_LENGTH = 12
_SUBJECT = 160
_LOOK_AT = 100


class History:
    """Commits, the state of a working tree, who wrote which line."""

    name = "history"

    def suits(self, text: str) -> float:
        """By its first line, or by the share of lines with its form."""
        lines = [line for line in text[: _LOOK_AT * 300].split("\n", _LOOK_AT)[:_LOOK_AT] if line.strip()]
        if not lines:
            return 0.0
        if _COMMIT.fullmatch(lines[0]):
            return 0.85
        if _STATUS.match(lines[0]):
            return 0.95
        for form, sure in ((_BLAME, 0.95), (_SHORT_STATUS, 0.7), (_ONE_LINE, 0.7)):
            if len(lines) >= 3 and sum(1 for line in lines if form.fullmatch(line)) >= len(lines) * 0.9:
                return sure
        return 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """One line a commit, a stretch or a file, the first and last before those between."""
        lines = [line for line in text.split("\n") if line.strip()]
        if not lines or room.fits(text):
            return fit(text, room, lambda budget: Condensed(clip(text, budget)))
        if _COMMIT.fullmatch(lines[0]):
            return select(_commits(lines), room)
        if _BLAME.fullmatch(lines[0]):
            return select(_stretches(lines), room)
        return select(_states(lines), room)


class _Log(Struct):
    """A commit while its lines are read."""

    name: str
    refs: str
    who: str = ""
    day: str = ""
    subject: str = ""
    lines: int = 1


def _commits(lines: list[str]) -> list[Piece]:
    """A piece for each commit, then those of its body; the first piece says how many commits there are."""
    pieces: list[Piece] = []
    commit: _Log | None = None
    body: list[Piece] = []
    count = 0
    for line in lines:
        found = _COMMIT.fullmatch(line)
        if found:
            pieces.extend(_told(commit, body))
            commit, body = _Log(found["name"], (found["refs"] or "").strip()), []
            count += 1
        elif commit is not None:
            _take(commit, line, body)
    pieces.extend(_told(commit, body))
    return [Piece(f"{count:,} commits", Weight.OUTCOME, 0), *pieces]


def _take(commit: _Log, line: str, body: list[Piece]) -> None:
    field = _FIELD.fullmatch(line)
    if field and not commit.subject:
        commit.lines += 1
        if field["key"] in ("Author", "Date"):
            setattr(commit, "who" if field["key"] == "Author" else "day", field["value"])
    elif not commit.subject:
        commit.subject = line.strip(" *|/\\_")
        commit.lines += 1
    else:
        body.append(Piece(line, Weight.NOISE))


def _told(commit: _Log | None, body: list[Piece]) -> list[Piece]:
    if commit is None:
        return []
    who = commit.who.split(" <", 1)[0]
    said = " ".join(part for part in (commit.name[:_NAME_LENGTH], commit.refs, commit.day, who) if part)
    return [Piece(f"{said}: {clip(one_line(commit.subject), _SUBJECT)}", Weight.PLACE, commit.lines), *body]


def _stretches(lines: list[str]) -> list[Piece]:
    """Each run of lines of one commit: who, when, which lines and how they begin; then the others of them."""
    pieces: list[Piece] = []
    run: list[re.Match[str]] = []
    for line in lines:
        found = _BLAME.fullmatch(line)
        if not found:
            pieces.extend(_stretch(run))
            run = []
            pieces.append(Piece(line, Weight.PLAIN))
        elif run and run[-1]["name"] == found["name"]:
            run.append(found)
        else:
            pieces.extend(_stretch(run))
            run = [found]
    return [*pieces, *_stretch(run)]


def _stretch(run: list[re.Match[str]]) -> list[Piece]:
    if not run:
        return []
    first, last = run[0], run[-1]
    where = first["line"] if len(run) == 1 else f"{first['line']}–{last['line']}"
    said = f"{first['name'][:_NAME_LENGTH]} ({first['who'].strip()} {first['day']}) {where}:"
    weight = Weight.PLAIN + min(len(run), Weight.PLAIN - 1)
    return [
        Piece(f"{said} {clip(first['code'].strip(), _SUBJECT)}", weight),
        *(Piece(f" {found['line']}: {found['code']}", Weight.NOISE) for found in run[1:]),
    ]


def _states(lines: list[str]) -> list[Piece]:
    """Lines of a status or a short log, weighed; the first piece counts them."""
    files = sum(1 for line in lines if _is_file(line))
    kind = "commits" if files == 0 else "files"
    pieces = [Piece(f"{files or len(lines):,} {kind}", Weight.OUTCOME, 0)]
    for line in lines:
        if _CONFLICT.match(line):
            weight: float = Weight.ERROR
        elif line.lstrip().startswith("(use "):
            weight = Weight.NOISE
        elif line[:1].isalpha() and not _ONE_LINE.fullmatch(line) and not _SHORT_STATUS.fullmatch(line):
            weight = Weight.PLACE
        elif _CHANGED.match(line):
            weight = Weight.WARNING
        else:
            weight = Weight.PLAIN
        pieces.append(Piece(line, weight))
    return pieces


def _is_file(line: str) -> bool:
    if _ONE_LINE.fullmatch(line) and not _SHORT_STATUS.fullmatch(line):
        return False
    return bool(_SHORT_STATUS.fullmatch(line)) or (line[:1] in ("\t", " ") and not line.lstrip().startswith("(use "))
