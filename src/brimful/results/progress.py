"""Progress bars and spinners that were printed as one line after the other: only the last of a run stays (RES-4).

A line is progress when it draws a bar beside a percentage, counts like git does, or begins with a spinner. A
percentage alone is not enough: test runners print one beside every test.
"""

from __future__ import annotations

import re

_MIN_RUN = 3  # fewer lines are not worth a second look
_LONGEST = 400  # characters: no bar is wider
_BARS = (
    r"[▏▎▍▌▋▊▉█░▒▓━╸╺■□▰▱⣿⣀]{3}"  # drawn
    r"|[\[|][=#*.\-]{2,}[>=#*]?[ .\-]*[\]|]|\[[=>#.\- ]{6,}\]"  # [====>    ], |####    |
    r"|\|[▏▎▍▌▋▊▉█ ]{6,}\|"
    r"|(?:\.{10} ?){2}"  # wget's dots
)
_PROGRESS = re.compile(rf"(?:{_BARS})|\b[A-Z][\w ]+: +\d+% \(\d+/\d+\)|^\s*[⠁-⣿] ")
_PERCENT = re.compile(r"\d%|\d+/\d+")
_CHANGING = re.compile(r"[\d.,:% =#>*|\[\]\-▏▎▍▌▋▊▉█░▒▓━╸╺■□▰▱⠁-⣿]+|\b[KMG]i?B?\b|\bB\b|/s|\beta\b|--")


def without_redraws(text: str) -> str:
    """The text with only the last line of each run of progress."""
    if "%" not in text and text.isascii():
        return text
    lines = text.split("\n")
    ascii_only = text.isascii()
    candidates = [i for i, line in enumerate(lines) if ("%" in line if ascii_only else _may_be(line))]
    if len(candidates) < _MIN_RUN:
        return text
    gone = _redrawn(lines, candidates)
    return "\n".join([line for i, line in enumerate(lines) if i not in gone]) if gone else text


def _may_be(line: str) -> bool:
    return "%" in line or not line.isascii()


def _redrawn(lines: list[str], candidates: list[int]) -> set[int]:
    """The lines that a later one of the same run redraws."""
    gone: set[int] = set()
    run: list[int] = []
    kind = ""
    for i in candidates:
        now = _kind(lines[i])
        if not now or (run and (i != run[-1] + 1 or now != kind)):
            _close(run, gone)
            run = []
        if now:
            run.append(i)
        kind = now
    _close(run, gone)
    return gone


def _close(run: list[int], gone: set[int]) -> None:
    if len(run) >= _MIN_RUN:
        gone.update(run[:-1])


def _kind(line: str) -> str:
    """What a progress line says besides its progress; "" for other lines."""
    if len(line) > _LONGEST or not _PROGRESS.search(line) or not (_PERCENT.search(line) or not line.isascii()):
        return ""
    return _CHANGING.sub(" ", line) or " "
