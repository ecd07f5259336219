"""What linters print: a place, a code and a sentence on a line each, or a file name with findings below (RES-4).

Known: flake8, ruff, pylint, mypy, eslint and what prints like it (stylelint, remark, yamllint), rubocop, reek,
checkstyle, javadoc, golangci-lint, golint, swiftlint, hlint, shellcheck, cppcheck, clang-tidy, phpcs, nix.
"""

from __future__ import annotations

from typing import Final

from brimful.results.condense.findings import first_of_each_code
from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, PATH, PLACES, SEVERITIES, SITED, SPOT
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

LINTER_MARKS: Final = (
    Mark("error in a file", r"\d+:\d+ +(?:error|✖|×)\b", Weight.ERROR),
    Mark("warning in a file", r"\d+:\d+(?:-\d+:\d+)? +(?:warning|info|⚠|note)\b", Weight.WARNING + 100),
    Mark("finding of phpcs", r"\d+ +\| +(?:ERROR|WARNING)", Weight.ERROR - 20),
    Mark("finding of cppcheck", r"\[[^\]\s:]{1,200}:\d+\]: \(\w+\)", Weight.ERROR - 20),
    Mark("error of pylint", rf"{PATH}{SPOT}: +\[?[EF]\d{{4}}\b", Weight.ERROR, placed=True),
    Mark("finding of pylint", rf"{PATH}{SPOT}: +\[[A-Z]\d*[^\]]{{0,80}}\]", Weight.WARNING + 80, placed=True),
    Mark("finding by letter", r"[EF]: *\d+, *\d+: ", Weight.ERROR),
    Mark("lesser finding by letter", r"[A-Z]: *\d+, *\d+: ", Weight.WARNING + 80),
    Mark("file with findings", r"\S{1,250} -- \d+ (?:warnings?|errors?)|FILE: \S", Weight.WARNING + 160, named=True),
    Mark("module", r"\*{5,} Module |== \S+ ==|-{3,} \S+ -{3,}", Weight.DETAIL),
    Mark("checkstyle xml", r"<(?:error|violation|issue|location|bug|BugInstance)\b", Weight.ERROR - 60),
    Mark("file of xml", r"<file\b", Weight.PLACE - 60),
    Mark("javadoc", rf"{PATH}{SPOT}: (?:error|warning) - ", Weight.WARNING + 100, placed=True),
    Mark("place of nix", r"at /\S{1,250}:\d+:\d+:", Weight.PLACE),
)
FINDING: Final = Mark("finding", rf"{PATH}{SPOT}:? *[^\s\d:]", Weight.WARNING + 80, explained=1)


class LinterRun:
    """Findings of a linter."""

    name = "linter"

    def suits(self, text: str) -> float:
        """Surer the larger the share of lines that are findings."""
        if _TOTALS.found_in(text):
            return 0.75
        found = _FINDINGS.count_in(text)
        if not found:
            return 0.4 if _PLACED.count_in(text) * 2 > text.count("\n") else 0.0
        return 0.7 if found * 4 > text.count("\n") or found > _MANY else 0.45

    def condense(self, text: str, room: Room) -> Condensed:
        """Counts, the first finding of each code, the last, then the others in their order."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        marks = (*EXITS, *COUNTS, *LINTER_MARKS, *TRACE_MARKS, *SITED, *SEVERITIES, FINDING, *LOOSE, *PLACES)
        return weigh(text, marks, (frames, first_of_each_code))


_MANY: Final = 20
_FINDINGS = Signature(
    r"[^\n]{0,40}?(?:[A-Za-z]:(?:[\\/][^:\n]{1,250}(?=:\d))?)?[^\s:()\"]{0,250}:\d+(?::\d+)?: +(?:[A-Z]{1,4}\d{1,5}\b"
    r"|\[?[A-Z]\d*\b[^\n]{0,40}[\]:]|(?:[Ee]rror|[Ww]arning|[Ss]uggestion|note|info|style)\b"
    r"|[^\n]{1,300}\([\w/-]+\)$|[A-Z]\w+: )"
    r"| +\d+:\d+(?:-\d+:\d+)? +(?:error|warning) "
    r"|[A-Z]: *\d+, *\d+: "
    r"|\[(?:HIGH|MEDIUM|LOW|STYLE|CRITICAL|ERROR|WARN(?:ING)?)\] (?:[A-Za-z]:)?[^:\n]{1,250}:\d+",
)
_PLACED = Signature(
    r"[^\n]{0,40}?[\w./\\-]{1,200}\.\w{1,5}(?::\d+:\d+|, line \d+|\(\d+,\d+\))[:,]? ?[A-Za-z'\"`(\[*]"
)
_TOTALS = Signature(
    r"(?:[✖✗⚠×] \d+ (?:problems?|warnings?|errors?)|Found \d+ errors?(?: in \d+ files?)?"
    r"|\d+ files? inspected, |Your code has been rated at|\*{5,} Module \S+$|\d+ total warnings)",
)
