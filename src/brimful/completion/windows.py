"""How alike the windows of a file are to what stands before the cursor, without building a set for each (IC-2).

A window is so many lines in a row; there is one at every line from which so many follow, and a file with fewer lines
is one window. Alike is Jaccard's measure over the words of `words.py`: common words by all words of both.

A word that stands in a line is in every window over that line, so a word's windows are a few runs of neighbours. The
runs are found once for a text, in one pass: a word enters with the first line that has it and leaves behind the last.
How many words each window has is a running sum over where runs begin and end; how many of them a reference shares,
the same sum over the runs of the shared words. A question costs what its own words weigh, not what the file weighs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate

from msgspec import Struct

from brimful.completion.words import words_of


class Window(Struct, frozen=True):
    """Lines `start` to `end` (0-based, `end` not included) and how alike they are, 0 … 1."""

    start: int
    end: int
    score: float


class Windows:
    """The windows of a text. What is known of lines that an earlier version had, too, is taken from there."""

    def __init__(self, text: str, length: int, earlier: Windows | None = None) -> None:
        self.text = text
        self.length = length
        self.lines = text.split("\n")
        known = earlier.words_by_line if earlier else {}
        self.words_by_line: dict[str, frozenset[str]] = {
            line: known.get(line) or words_of(line) for line in self.lines
        }
        self._count = max(1, len(self.lines) - length + 1) if text else 0
        self._runs = _runs([self.words_by_line[line] for line in self.lines], length, self._count)
        self._sizes = _sums(self._runs.values(), self._count)

    def scores(self, reference: AbstractSet[str]) -> list[float]:
        """Return how alike each window is, by its first line."""
        shared = _sums([self._runs[word] for word in reference if word in self._runs], self._count)
        words = len(reference)
        return [
            common / (size + words - common) if common else 0.0
            for common, size in zip(shared, self._sizes, strict=True)
        ]

    def best(self, reference: AbstractSet[str], most: int) -> list[Window]:
        """Return the windows most alike, the best first, no two overlapping; of equals the earlier.

        Going down the file, a window that overlaps the one kept last takes its place if it is better, and is dropped
        if not; then the best are taken, and a window without a common word is none.
        """
        end = min(self.length, len(self.lines))
        kept: list[Window] = []
        for start, score in enumerate(self.scores(reference)):
            if kept and kept[-1].end > start:
                if score > kept[-1].score:
                    kept[-1] = Window(start, start + end, score)
            else:
                kept.append(Window(start, start + end, score))
        kept.sort(key=lambda window: -window.score)
        return [window for window in kept[:most] if window.score > 0]

    def text_of(self, window: Window) -> str:
        """Return the lines of a window."""
        return "\n".join(self.lines[window.start : window.end])


def _runs(lines: Sequence[frozenset[str]], length: int, count: int) -> dict[str, list[int]]:
    """The windows of each word: first and behind-last of every run, one after the other."""
    found: dict[str, list[int]] = {}
    for number, words in enumerate(lines):
        first, behind = max(0, number - length + 1), min(number + 1, count)
        for word in words:
            runs = found.get(word)
            if runs is None:
                found[word] = [first, behind]
            elif runs[-1] >= first:
                runs[-1] = behind
            else:
                runs += (first, behind)
    return found


def _sums(runs: Iterable[Sequence[int]], count: int) -> list[int]:
    """How many of the runs each window is in."""
    steps = [0] * (count + 1)
    for ends in runs:
        step = 1
        for end in ends:
            steps[end] += step
            step = -step
    return list(accumulate(steps[:count]))


def reference_words(text: str, offset: int, lines: int) -> frozenset[str]:
    """Return the words of the last lines before the cursor."""
    before = text[:offset].rsplit("\n", lines)
    return words_of("\n".join(before[-lines:]))
