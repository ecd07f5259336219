"""Stack traces: Python's with their chains, Java's with their causes, JavaScript's, Go's and Rust's panics, C#'s.

Of a trace the exception and its message come first, then the frame it was raised in, then where it was called from.
Frames between are what a trace has most of and says least.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brimful.results.condense.marks import LARGEST_STEP, STEP, Mark, Reading, weigh
from brimful.results.condense.signature import Signature
from brimful.results.condense.vocabulary import COUNTS, EXCEPTION, EXITS, LOOSE, SEVERITIES, SITED
from brimful.results.condenser import Condensed, Piece, Room, Weight
from brimful.results.select import select

RAISED: Final = Weight.ERROR + 20
FRAME_RAISED: Final = Weight.PLACE + 120
FRAME_OWN: Final = Weight.PLACE
FRAME_FIRST: Final = Weight.DETAIL + 20
FRAME: Final = Weight.DETAIL - 60
FRAME_OF_OTHERS: Final = Weight.NOISE

TRACE_MARKS: Final = (
    Mark("python trace", r"Traceback \(most recent call", Weight.DETAIL - 20),
    Mark("python frame", r'File "[^"\n]{1,300}", line \d+', FRAME),
    Mark("python chain", r"(?:During handling of the above|The above exception was the direct)", Weight.DETAIL),
    Mark("java cause", r"(?:Caused by|Suppressed|Wrapped by): ", RAISED),
    Mark("java thread", r'Exception in thread "', RAISED + 10),
    Mark(
        "java frame",
        r"at (?:[\w.$<>/@ -]{1,200}\((?:[\w$.-]{1,100}:\d+|Native Method|Unknown Source|[\w$.-]{1,100})\)|$)",
        FRAME,
    ),
    Mark("java frames left out", r"\.\.\. \d+ (?:more|common frames omitted)", Weight.NOISE),
    Mark(
        "javascript frame",
        r"at (?:async )?(?:[^\s()][^()\n]{0,150} \()?(?:[^\s()]{1,250}|<anonymous>"
        r"|native):\d+(?::\d+)?\)?$|at [^\n]{1,120}\((?:native|<anonymous>)\)",
        FRAME,
    ),
    Mark(
        "csharp frame", r"at [^\n]{1,300}\) in [^\n]{1,250}:line \d+|at [\w.`<>\[\],+]{3,200}\([^\n]{0,200}\)$", FRAME
    ),
    Mark("csharp inner", r"---> |--- End of (?:inner|stack)", Weight.DETAIL),
    Mark("go panic", r"panic: |fatal error: |runtime error: |\[signal ", RAISED + 10),
    Mark("go routine", r"goroutine \d+ \[", Weight.DETAIL),
    Mark("go frame", r"/?[^\s:]{1,200}\.go:\d+ \+0x", FRAME),
    Mark("rust panic", r"thread '[^'\n]{0,150}'(?: \(\d+\))? panicked at", RAISED + 10, explained=2),
    Mark("rust hint", r"note: run with `RUST_BACKTRACE", Weight.NOISE),
    Mark(
        "exception",
        rf"(?:Unhandled [Ee]xception[.:] |Uncaught |Error: )?{EXCEPTION}(?: \[\w{{1,40}}\])?(?::|$| \()",
        RAISED,
    ),
    Mark("uncaught", r"(?:Unhandled [Ee]xception|Uncaught |Unhandled promise)", RAISED),
)

_OTHERS = re.compile(
    r"""at\ (?:async\ )?(?:(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy)\b
      |org\.(?:junit|testng|gradle|apache\.(?:maven|tools)|codehaus|hamcrest|assertj|mockito|opentest4j)\b
      |System\.|Microsoft\.|Xunit\.|NUnit\.)
    |at\ .*(?:node_modules/|\(?node:|\(?internal/|\binternal/process|<anonymous>\)?$|\(native\))
    |File\ ".*(?:<frozen\ |/site-packages/|/dist-packages/|/lib/python\d)""",
    re.VERBOSE,
)
_APART: Final = 3  # lines between frames of one trace: source lines, markers
_FRAMES = frozenset({"python frame", "java frame", "javascript frame", "csharp frame", "go frame"})


def frames(reading: Reading) -> None:
    """Weigh the frames of each trace: the one that raised, then the outermost, then those of one's own code.

    A frame that an earlier trace has shown says nothing new: chained traces repeat most of one another.
    """
    seen: set[str] = set()
    for run, python in _runs(reading):
        new = [index for index in run if reading.bare[index] not in seen]
        for index in run:
            shown_before = reading.bare[index] in seen
            weight = FRAME_OF_OTHERS if shown_before or _OTHERS.match(reading.bare[index]) else FRAME
            reading.weights[index] = weight
        seen.update([reading.bare[index] for index in run])
        if python:
            _keep_together(reading, run, new[-1:])
        if new:
            _raise_ends_of(reading, new, python, min(STEP * len(seen) / 4, LARGEST_STEP))


def _runs(reading: Reading) -> Iterator[tuple[list[int], bool]]:
    """The frames that stand together, and whether they are Python's (which has a source line below each)."""
    run: list[int] = []
    python = False
    for hit in reading.hits:
        if hit.mark.name not in _FRAMES:
            continue
        is_python = hit.mark.name == "python frame"
        if run and (hit.index - run[-1] > _APART or is_python != python):
            yield run, python
            run = []
        run.append(hit.index)
        python = is_python
    if run:
        yield run, python


def _raise_ends_of(reading: Reading, run: list[int], python: bool, step: float) -> None:
    """Python's traces end with the frame that raised, all others begin with it."""
    raised = run[-1] if python else run[0]
    own = [index for index in run if reading.weights[index] > FRAME_OF_OTHERS]
    if own:
        nearest, outermost = (own[-1], own[0]) if python else (own[0], own[-1])
        reading.raise_to(nearest, FRAME_OWN - step)
        reading.raise_to(outermost, FRAME_FIRST - step)
    reading.raise_to(raised, FRAME_RAISED - step)
    if python:
        reading.raise_to(raised + 1, FRAME_FIRST - step)


def _keep_together(reading: Reading, run: list[int], alone: list[int]) -> None:
    """A source line is of no use without its frame; only where it raised the frame may stay without its source."""
    for index in run:
        below = index + 1
        if index not in alone and below < len(reading.weights) and reading.weights[below] <= Weight.PLAIN:
            reading.join(index)


class StackTrace:
    """A trace of a program that ended with an exception, with what it printed before."""

    name = "traceback"

    def suits(self, text: str) -> float:
        """Sure of Python's own first line, of `Caused by`, of a panic; less of frames alone."""
        if _BEGINS.found_in(text):
            return 0.7
        return 0.6 if _FRAME_LINES.found_in(text) else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        """The exceptions and the frames that raised them first."""
        return select(self.pieces(text), room)

    def pieces(self, text: str) -> list[Piece]:
        """The lines of the text with their weights."""
        return weigh(text, (*TRACE_MARKS, *EXITS, *COUNTS, *SITED, *SEVERITIES, *LOOSE), (frames,))


_BEGINS = Signature(
    r"(?:\S[^\n]{0,60} )?Traceback \(most recent call last\):\n[^\n]{0,60}File \"",
    r"[ \t]{0,40}Exception in thread \"",
    r"panic: [^\n]{0,400}\n+(?:goroutine|\[signal)",
    r"fatal error: [^\n]{0,200}\n+goroutine",
    r"[ \t]{0,40}Unhandled exception[.:]",
    r"thread '[^'\n]{0,150}'.{0,20} panicked at",
    r"[ \t]{0,40}Caused by: \w+\.",
)
_FRAME_LINES = Signature(r"(?:[ \t]+at [\w.$<>]{3,200}[ (][^\n]{0,300}\n){2}")
