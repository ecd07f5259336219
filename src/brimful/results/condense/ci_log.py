"""Logs of CI jobs: what the runner says, and whatever tools ran inside (RES-4).

A job runs several tools, so all marks are tried: those of the runner first, then each family's. How the job ended and
which command ended it come first. Setting up the machine, caches and clean-up say least.
"""

from __future__ import annotations

from typing import Final

from brimful.results.condense.compilers import COMPILER_MARKS
from brimful.results.condense.dotnet import DOTNET_MARKS
from brimful.results.condense.go_test import GO_MARKS, messages_of_failures
from brimful.results.condense.javascript_tests import JEST_MARKS, MOCHA_MARKS, TAP_MARKS, numbered_failures
from brimful.results.condense.jvm_builds import JVM_MARKS
from brimful.results.condense.linters import LINTER_MARKS
from brimful.results.condense.marks import Mark, weigh
from brimful.results.condense.native_tests import NATIVE_MARKS
from brimful.results.condense.pytest import PYTEST_MARKS, shorten_rulers
from brimful.results.condense.ruby_tests import RUBY_MARKS
from brimful.results.condense.rust import CARGO_MARKS
from brimful.results.condense.signature import Signature
from brimful.results.condense.traces import TRACE_MARKS, frames
from brimful.results.condense.unittest import UNITTEST_MARKS
from brimful.results.condense.vocabulary import COUNTS, EXITS, LOOSE, SEVERITIES, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

RUNNER_MARKS: Final = (
    Mark(
        "fold",
        r"travis_(?:fold|time):|section_(?:start|end):|##\[(?:group|endgroup|section|debug)\]|::(?:group"
        r"|endgroup|debug|add-mask)",
        Weight.NOISE,
    ),
    Mark("command of a job", r"\$ \S|##\[command\]|Run \S|Executing step|\+ [\w./]", Weight.PLAIN + 30),
    Mark(
        "packages of the machine",
        r"(?:Get|Hit|Ign|Fetched|Reading|Building dependency|Setting up|Unpacking|Selecting|Preparing to"
        r"|Processing triggers|Collecting|Requirement already|Downloading|Installing collected|Using cached"
        r"|Receiving objects|Resolving deltas|remote: |Fetching |Installing |Using )(?:[:. ]|$)",
        Weight.NOISE,
    ),
)


class CiLog:
    """The log of a job of Travis, GitHub Actions, GitLab, Azure or Jenkins."""

    name = "ci-log"

    def suits(self, text: str) -> float:
        """Sure of the marks of a runner."""
        return 0.95 if _RUNNER.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """How the job ended, what failed, the first of each error; then the rest of each."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, _marks(), (frames, shorten_rulers, numbered_failures, messages_of_failures))


def _marks() -> tuple[Mark, ...]:
    return (
        *RUNNER_MARKS,
        *EXITS,
        *PYTEST_MARKS,
        *JVM_MARKS,
        *GO_MARKS,
        *CARGO_MARKS,
        *UNITTEST_MARKS,
        *JEST_MARKS,
        *MOCHA_MARKS,
        *TAP_MARKS,
        *RUBY_MARKS,
        *DOTNET_MARKS,
        *NATIVE_MARKS,
        *TRACE_MARKS,
        *COUNTS,
        *COMPILER_MARKS,
        *LINTER_MARKS,
        *SITED,
        *SEVERITIES,
        *LOOSE,
    )


_RUNNER = Signature(
    r"travis_(?:fold|time):|(?:The command \".{1,300}\" (?:failed and )?exited with|Done\. Your build exited with)"
    r"|(?:\S+Z )?##\[(?:group|section|error|endgroup)\]|section_(?:start|end):\d+:"
    r"|Finished: (?:SUCCESS|FAILURE|UNSTABLE|ABORTED)$"
    r"|Running with gitlab-runner",
)
