"""What maven, gradle, ant and sbt print: how a build ended, what failed, the compiler's errors (RES-4).

They run the same compilers and test frameworks, so they share the marks of JUnit, TestNG and javac.
"""

from __future__ import annotations

from typing import Final

from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, SEVERITIES, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

_LEVEL: Final = r"(?:\[(?:ERROR|error|INFO|info|WARNING|WARN|warn)\] +)?"

JVM_MARKS: Final = (
    # How it ended.
    Mark("build outcome", rf"{_LEVEL}BUILD (?:FAILURE|SUCCESS|FAILED|SUCCESSFUL|ERROR)\b", Weight.OUTCOME + 5),
    Mark("tests of gradle", r"\d+ tests? completed\b", Weight.OUTCOME),
    Mark(
        "tests of one class that failed",
        rf"{_LEVEL}Tests run: .{{0,120}}<<< (?:FAILURE|ERROR)",
        Weight.ERROR + 35,
        named=True,
    ),
    Mark("tests of one class", rf"{_LEVEL}Tests run: .{{0,120}}Time elapsed", Weight.NOISE),
    Mark("tests of maven", rf"{_LEVEL}Tests run: \d+", Weight.OUTCOME - 10),
    Mark(
        "tests of sbt",
        rf"{_LEVEL}(?:(?:Failed|Passed|Error): Total \d|Tests: succeeded \d|\*\*\* \d+ TESTS? FAILED)",
        Weight.OUTCOME,
    ),
    Mark("compilation of sbt", r"\[error\] (?:\(.{1,120}\) |Total time|.{0,40} errors? found)", Weight.ERROR + 20),
    # What failed.
    Mark("goal that failed", rf"{_LEVEL}Failed to execute goal", Weight.ERROR + 70, named=True),
    Mark(
        "task that failed",
        r"(?:> Task )?:\S{1,200} FAILED$|Execution failed for task|Could not (?:resolve|determine|create"
        r"|compile|get) ",
        Weight.ERROR + 60,
        explained=3,
        named=True,
    ),
    Mark("what went wrong", r"\* What went wrong:|A problem (?:occurred|was found)", Weight.PLAIN + 60, explained=4),
    Mark(
        "failed test of gradle",
        r"\S.{0,300} > .{1,400} FAILED$|(?:Gradle )?[Tt]est .{1,200} FAILED$",
        Weight.ERROR + 50,
        explained=3,
        named=True,
    ),
    Mark(
        "failed test of maven",
        rf"{_LEVEL}\S.{{0,300}} <<< (?:FAILURE|ERROR)!",
        Weight.ERROR + 50,
        explained=2,
        named=True,
    ),
    Mark(
        "failed test of sbt",
        rf"{_LEVEL}- .{{1,300}}\*\*\* FAILED \*\*\*|\[(?:error|info)\] (?:x|!|Test) \S",
        Weight.ERROR + 50,
        explained=2,
        named=True,
    ),
    Mark("failed test of testng", r"FAILED: \w", Weight.ERROR + 50, named=True),
    Mark(
        "failed tests in short",
        rf"{_LEVEL}(?:Failed tests|Tests in error|Failures|Errors): *",
        Weight.DETAIL + 40,
        explained=6,
    ),
    Mark(
        "failed test in short",
        rf"{_LEVEL}[\w$.]{{1,200}}[.:>][\w$\[\]]{{1,200}}(?:\(.{{1,200}}\))?(?::\d+)?(?:->\w.{{0,200"
        rf"}})? (?:»|expected|Expected)",
        Weight.ERROR + 10,
    ),
    Mark("module", r"\[INFO\] .{1,200} \.{2,} (?:FAILURE|SKIPPED)", Weight.PLACE),
    Mark("module that was built", r"\[INFO\] .{1,200} \.{2,} SUCCESS", Weight.NOISE + 20),
    Mark(
        "line of the build file",
        r"(?:[A-Za-z]:)?[^\s:]{1,250}(?:build|pom)\w*\.(?:xml|gradle|kts):\d+: ",
        Weight.ERROR + 40,
        explained=1,
        named=True,
        placed=True,
    ),
    Mark("error of javac in maven", r"\[ERROR\] [^\s:]{1,250}:\[\d+,\d+\]", Weight.ERROR, explained=1, placed=True),
    Mark(
        "error of javac in gradle",
        r":\w[\w:-]{0,80}?/[^\s:]{1,250}:\d+: (?:error|warning): ",
        Weight.ERROR,
        explained=2,
        placed=True,
    ),
    Mark(
        "file that javac speaks of",
        r"[^\s:]{1,250}\.(?:java|kt|scala|groovy)(?::\d+)?: (?:error|warning): ",
        Weight.ERROR,
        explained=2,
        placed=True,
    ),
    Mark("kotlin error", r"e: (?:file://)?\S", Weight.ERROR),
    Mark("kotlin warning", r"w: (?:file://)?\S", Weight.WARNING),
    # What every run prints.
    Mark(
        "advice",
        rf"{_LEVEL}(?:\* Try|\* Get more help|Run with --|-> \[Help|To see the full stack|Re-run Maven"
        rf"|For more information|\[Help \d+\]|Please refer to|After correcting|mvn <goals>|Deprecated Gradle"
        rf"|See https://docs\.gradle)|\[ERROR\]$",
        Weight.NOISE,
    ),
    Mark("download", rf"{_LEVEL}(?:Download(?:ing|ed)?\b|Progress \(|Resolving |Got dependency)", Weight.NOISE),
    Mark("rule of maven", r"\[INFO\](?: -{5,}.*| *)?$", Weight.NOISE),
    Mark(
        "step of maven",
        r"\[INFO\] (?:--- |>>> |<<< |Building |Nothing to compile|Using |Copying |skip |Changes detected"
        r"|Compiling |Deleting |Installing )",
        Weight.NOISE + 10,
    ),
    Mark(
        "task of gradle",
        r"(?:> Task )?:[\w:-]{1,200}(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$",
        Weight.NOISE + 10,
    ),
    Mark("passed test", r"\S.{0,300} > .{1,400} (?:PASSED|SKIPPED|STARTED)$|Running [\w.$]+$", Weight.NOISE),
    Mark(
        "words of sbt",
        r"\[info\] (?:Resolving|downloading|\[SUCCESSFUL|Loading|Updating|Done|Set current|Compiling)",
        Weight.NOISE,
    ),
    Mark("duration", rf"{_LEVEL}Total time:|\d+ actionable tasks?:", Weight.ENDS - 20),
)
_MARKS: Final = (*JVM_MARKS, *TRACE_MARKS, *EXITS, *COUNTS, *SITED, *SEVERITIES, *LOOSE)


class _JvmBuild:
    """What the builds have in common: the same marks; only what they are known by differs."""

    name: str
    known_by: Signature

    def suits(self, text: str) -> float:
        """Sure of the lines only that tool prints."""
        return 0.85 if self.known_by.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """How it ended and what failed first, then errors and causes, then their frames."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, _MARKS, (frames,))


class Maven(_JvmBuild):
    """A run of maven."""

    name = "maven"
    known_by = Signature(
        r"\[INFO\] BUILD (?:SUCCESS|FAILURE)|\[INFO\] Scanning for projects|\[(?:ERROR"
        r"|INFO)\] (?:Failed to execute goal|--- )"
        r"|(?:\[\w+\] +)?Tests run: \d+, Failures: \d+, Errors: \d+",
    )


class Gradle(_JvmBuild):
    """A run of gradle."""

    name = "gradle"
    known_by = Signature(
        r"BUILD (?:SUCCESSFUL|FAILED) in \d|\* What went wrong:$|> Task :\S|:[\w:-]{1,200} (?:UP-TO-DATE|FAILED)$"
        r"|\d+ tests? completed, \d+ failed|\d+ actionable tasks?:",
    )


class Ant(_JvmBuild):
    """A run of ant."""

    name = "ant"
    known_by = Signature(r"Buildfile: \S|BUILD (?:FAILED|SUCCESSFUL)\n(?:\S{1,250}:\d+: |Total time: )")


class Sbt(_JvmBuild):
    """A run of sbt."""

    name = "sbt"
    known_by = Signature(
        r"\[(?:info|error)\] (?:Loading (?:global plugins|project definition|settings)"
        r"|Set current project|Compiling \d+ Scala"
        r"|Total time: |\(.{1,120}\) Compilation failed)|\[(?:success|error)\] Total time: ",
    )
