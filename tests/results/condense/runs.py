"""What programs print when they run, written for these tests in each tool's format, and what must stay of it."""

from __future__ import annotations

from msgspec import Struct

from brimful.results.clean import clean
from brimful.results.condenser import Condensed, Condenser, Room
from brimful.results.shapes import detect, shipped


class Run(Struct, frozen=True):
    """A text, the shape it has, and what must stay of it in how many characters.

    goes: what every run prints and nobody reads.
    """

    shape: str
    text: str
    stays: tuple[str, ...]
    goes: tuple[str, ...] = ()
    room: int = 1_000


def detected(text: str) -> Condenser:
    """The condenser that the text is given to."""
    return detect(clean(text), shipped()).condenser


def condensed(run: Run) -> Condensed:
    """What is left of the run in its room."""
    return detected(run.text).condense(clean(run.text), Room(run.room, len))


def check(run: Run) -> None:
    """The run is recognised, what matters stays, the rest goes and is counted."""
    assert len(run.text) > run.room, "a text that fits proves nothing"
    assert detected(run.text).name == run.shape
    short = condensed(run)
    assert len(short.text) <= run.room
    lost = [string for string in run.stays if string not in short.text]
    assert not lost, f"{lost} went from\n{short.text}"
    stayed = [string for string in run.goes if string in short.text]
    assert not stayed, f"{stayed} stayed in\n{short.text}"
    assert sum(short.left_out.values()) > 0
    assert condensed(run) == short


def numbered(form: str, count: int) -> str:
    """The line so many times, with its number."""
    return "".join([form.format(number) + "\n" for number in range(count)])
