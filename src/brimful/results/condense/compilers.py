"""What compilers print: gcc, clang, javac, MSVC, the linkers, CMake, and TypeScript's tsc (RES-4)."""

from __future__ import annotations

from typing import Final

from brimful.results.condense.findings import first_of_each_code
from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, PATH, PLACES, SEVERITIES, SITED, SPOT
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

COMPILER_MARKS: Final = (
    Mark(
        "error of tsc",
        rf"{PATH}{SPOT}[: -]{{1,3}}error TS\d+: |[^\n]{{0,9}}error TS\d+: ",
        Weight.ERROR + 10,
        explained=1,
        each=True,
    ),
    Mark(
        "error of msvc",
        rf"{PATH}\(\d+(?:,\d+)?\) ?: (?:fatal )?error \w{{1,10}}: ",
        Weight.ERROR + 10,
        placed=True,
    ),
    Mark("warning of msvc", rf"{PATH}\(\d+(?:,\d+)?\) ?: warning \w{{1,10}}: ", Weight.WARNING + 100, placed=True),
    Mark("error of cmake", r"(?:\[\w{1,20}\] )?CMake Error", Weight.ERROR, explained=3),
    Mark("warning of cmake", r"(?:\[\w{1,20}\] )?CMake (?:Deprecation )?Warning", Weight.WARNING + 100, explained=2),
    Mark("source line", r"\d* \| |[\^~]+(?: .*)?$|~*\^~*", Weight.DETAIL - 40),
    Mark(
        "command of a build",
        r"(?:[\w/.-]{0,100}/)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|javac|ld|ar|cl|link|libtool"
        r"|ccache)(?:\.exe)? +-",
        Weight.NOISE + 5,
    ),
    Mark(
        "progress of a build",
        r"\[ *\d+(?:%|/\d+)\] |(?:Building|Linking|Scanning|Generating|Built target|Consolidate) ",
        Weight.NOISE + 5,
    ),
)


class CompilerRun:
    """Diagnostics of a compiler, alone or in what make, CMake or an IDE printed."""

    name = "compiler"

    def suits(self, text: str) -> float:
        """Surer the more lines have a place and a severity; sure where a compiler shows or says what it does."""
        found = _DIAGNOSTIC.count_in(text)
        if found:
            return 0.8 if _COMPILES.found_in(text) else min(0.65, 0.5 + 0.05 * found)
        return 0.4 if _SEVERE.count_in(text) > 1 else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """The first of each error, then of each warning, then the other places of the same."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        marks = (*EXITS, *COMPILER_MARKS, *TRACE_MARKS, *COUNTS, *SITED, *SEVERITIES, *LOOSE, *PLACES)
        return weigh(text, marks, (frames, first_of_each_code))


class TypeScript:
    """Errors of tsc."""

    name = "typescript"

    def suits(self, text: str) -> float:
        """Sure of its error codes."""
        return 0.9 if _TSC.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """The first error of each code, then the others in their order."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return CompilerRun().pieces(text)


_DIAGNOSTIC = Signature(
    r"[^\n]{0,60}?(?:[A-Za-z]:)?[^\s:()\"]{1,250}(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)) ?: (?:fatal error"
    r"|[Ee]rror|[Ww]arning)\b",
    r"(?:\[\w{1,20}\] )?CMake (?:Error|Warning)",
)
_COMPILES = Signature(
    r"(?:\[\w+\])? *(?:\d* \| )? *\^~*$",
    r"[^\n]{1,400}\[-W[\w=+-]+\]$",
    r"In file included from ",
    r"[^\n]{1,250}: (?:In|At) (?:\w+ ){0,3}(?:function|constructor|destructor|global|top|instantiation)",
    r"(?:make|gmake)(?:\[\d+\])?: ",
    r"[^\n]{1,250}: undefined reference to ",
)
_SEVERE = Signature(r"(?:error|Error|ERROR|warning|Warning|WARNING): \S")
_TSC = Signature(r"[^\n]{0,300}\berror TS\d{4,5}: ")
