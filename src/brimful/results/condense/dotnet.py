"""What `dotnet test`, vstest, NUnit and MSBuild print (RES-4)."""

from __future__ import annotations

from typing import Final

from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, SEVERITIES, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

DOTNET_MARKS: Final = (
    Mark("dotnet outcome", r"(?:Failed!|Passed!|Skipped!) +- ", Weight.OUTCOME + 5),
    Mark(
        "test run",
        r"Test Run (?:Failed|Successful|Aborted)|Total tests: \d|(?:Passed|Failed|Skipped): +\d+$"
        r"|Test [Cc]ount: \d|Overall result:|Test summary:",
        Weight.OUTCOME,
    ),
    Mark(
        "build of msbuild",
        r"Build (?:FAILED|succeeded)|\d+ (?:Error|Warning)\(s\)$|Build: \d+ succeeded",
        Weight.OUTCOME,
    ),
    Mark(
        "failed test",
        r"(?:Failed|X|×) [\w.`<>(][^\n]{1,400}? \[[<\d.,]+ ?\w+\]$|.{0,300} \[FAIL\]$|\d+\) (?:Failed"
        r"|Error) : ",
        Weight.ERROR + 50,
        named=True,
    ),
    Mark("passed test", r"(?:Passed|√|✓|Skipped) [\w.`<>(].{1,400} \[[<\d.,]+ ?\w+\]$", Weight.NOISE),
    Mark("error message", r"Error Message:", Weight.PLAIN, explained=4),
    Mark("assertion of xunit", r"Assert\.\w+\(\)|Expected:|Actual:|But was:|Shouldly|Message:", Weight.DETAIL + 80),
    Mark(
        "error of msbuild",
        r"[^\n]{0,250}?\(\d+(?:,\d+){0,3}\) ?: (?:fatal )?error \w{1,12}: |(?:MSBUILD|CSC|LINK|NUGET"
        r"|\S{1,200}proj) ?: error \w{1,12}: ",
        Weight.ERROR,
        explained=1,
    ),
    Mark(
        "warning of msbuild",
        r"[^\n]{0,250}?\(\d+(?:,\d+){0,3}\) ?: warning \w{1,12}: |(?:MSBUILD|CSC|LINK"
        r"|\S{1,200}proj) ?: warning \w{1,12}: ",
        Weight.WARNING + 50,
    ),
    Mark(
        "progress",
        r"(?:Determining projects|Restored |All projects are|\S+ -> \S|Copyright|Microsoft \(R\)"
        r"|Starting test execution|A total of \d+ test files)",
        Weight.NOISE,
    ),
)


class DotnetRun:
    """A build by MSBuild or a run of tests by `dotnet test`."""

    name = "dotnet"

    def suits(self, text: str) -> float:
        """Sure of the totals."""
        return 0.88 if _DOTNET.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """Totals and failing tests first, then errors, messages and frames."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        marks = (*DOTNET_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *SITED, *SEVERITIES, *LOOSE)
        return weigh(text, marks, (frames,))


_DOTNET = Signature(
    r"[ \t]{0,40}(?:(?:Failed!|Passed!) +- Failed: |Test Run (?:Failed|Successful)\.|Build FAILED\."
    r"|Build succeeded\.|Overall result: (?:Failed|Passed)|\d+ Warning\(s\)$)",
)
