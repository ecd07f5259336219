"""Counting parts: exact places to cut a text, texts that grow, the longest head or tail within a limit.

Both encodings split text into pieces by a pattern that never looks back, and merge bytes inside a piece only. So a
text may be cut wherever a piece must end whatever else stands around: the counts of the two halves then add up. The
places used here depend on the two characters beside the cut alone:

- before a space or tab that follows anything but a blank;
- after a letter or digit, before a line end or a mark (not the apostrophe, which may begin a contraction);
- between a letter and a digit, either way round.

Not before a line end that follows a mark: that piece takes the line end with it. Letters are only those of blocks
that have stood unchanged in Unicode for long, because tables of characters differ between Python and the engines.
"""

from __future__ import annotations

import re
from typing import Protocol

# Letters that every Unicode table in use knows: Latin, Cyrillic, Hebrew, Arabic, kana, Chinese, Hangul.
_LETTERS = (
    r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0410-\u044f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a"
    r"\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3"
)
_MARKS = (
    r"!-&(-/:-@\[-`{-~\u2013\u2014\u201c\u201d\u2026"
    r"\u3001\u3002\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
)
_CUT = (
    r"(?:\S(?=[ \t])"
    rf"|[{_LETTERS}0-9](?=[\r\n{_MARKS}])"
    rf"|[{_LETTERS}](?=[0-9])"
    rf"|[0-9](?=[{_LETTERS}]))"
)
_LAST_CUT = re.compile(rf"(?s:.*){_CUT}")
_NEXT_CUT = re.compile(_CUT)

_FIRST_WINDOW = 64
_CHUNK_CHARACTERS = 16_384
_TRY_EACH_BELOW = 64
_TRY_EACH_IN = 1_024
_CHARACTERS_A_TOKEN = 8  # more than most texts have, so that the first chunk is rarely too small


class Counting(Protocol):
    """Who counts the parts: a `brimful.tokens.text_counter.TextCounter`."""

    def count_exact(self, text: str, encoding: str) -> int:
        """Return how many tokens the text is."""
        ...


def safe_cut_before(text: str, position: int, start: int = 0) -> int:
    """Return the last place at or before `position` where cutting the text is exact; `start` if there is none.

    A place needs a character on either side, so the end of the text is never returned unless it is `start`.
    """
    window = _FIRST_WINDOW
    end = min(position + 1, len(text))  # the character after the cut must be seen
    while end > start:
        low = max(start, end - window)
        found = _LAST_CUT.match(text, low, end)
        if found:
            return found.end()
        if low == start:
            break
        end = low + 1  # the last character looked at may stand before a cut or after one
        window *= 4
    return start


def safe_cut_after(text: str, position: int, end: int | None = None) -> int:
    """Return the first place at or after `position` where cutting the text is exact; `end` if none comes before."""
    end = len(text) if end is None else end
    found = _NEXT_CUT.search(text, max(0, position - 1), end)
    return found.end() if found else end


class GrowingCount:
    """The exact count of a text that grows at its end.

    What lies before the last safe cut is counted once and never again; an append counts the rest and what is new. A
    text without any safe cut is counted whole each time.
    """

    def __init__(self, counter: Counting, encoding: str) -> None:
        self._counter = counter
        self._encoding = encoding
        self._settled = 0  # tokens before the last safe cut
        self._rest = ""  # the text after it
        self._total = 0

    @property
    def total(self) -> int:
        """The count of all that was appended."""
        return self._total

    def append(self, text: str) -> int:
        """Add text at the end and return the new total."""
        self._rest += text
        cut = safe_cut_before(self._rest, len(self._rest))
        if cut:
            self._settled += self._count(self._rest[:cut])
            self._rest = self._rest[cut:]
        self._total = self._settled + self._count(self._rest)
        return self._total

    def _count(self, text: str) -> int:
        return self._counter.count_exact(text, self._encoding)


def head_within(text: str, limit: int, counter: Counting, encoding: str) -> int:
    """Return how many characters from the start fit within `limit` tokens.

    The head never counts more than `limit` and never ends inside a surrogate pair. It is the longest such head
    wherever safe cuts stand closer than 64 characters, as they do in prose and code; elsewhere it may be a few
    characters short, since a longer text can have fewer tokens and not every length is tried.
    """
    return _longest(_Head(text, counter, encoding), limit)


def tail_within(text: str, limit: int, counter: Counting, encoding: str) -> int:
    """Return where the longest tail within `limit` tokens starts; as exact as `head_within`."""
    return len(text) - _longest(_Tail(text, counter, encoding), limit)


class _Head:
    """A text that is kept from its start: `kept` characters are the first ones."""

    def __init__(self, text: str, counter: Counting, encoding: str) -> None:
        self.text = text
        self.counter = counter
        self.encoding = encoding

    def count(self, kept: int, wanted: int) -> int:
        """Count what is added when `wanted` characters are kept after `kept`, which is a safe cut."""
        return self.counter.count_exact(self.text[kept:wanted], self.encoding)

    def cut(self, kept: int, wanted: int) -> int:
        """Return the largest safe number of characters up to `wanted`; `kept` if there is none."""
        return safe_cut_before(self.text, wanted, kept)

    def step(self, kept: int, chunk: int) -> tuple[int, bool]:
        """Return the next length to try, at most `chunk` longer, and whether that is a safe cut."""
        wanted = kept + chunk
        if wanted >= len(self.text):
            return len(self.text), True
        cut = self.cut(kept, wanted)
        return (cut, True) if cut > kept else (wanted, False)

    def splits_pair(self, kept: int) -> bool:
        """Say whether keeping that many characters would part a surrogate pair."""
        return _is_pair(self.text[kept - 1 : kept + 1])


class _Tail(_Head):
    """A text that is kept from its end: `kept` characters are the last ones."""

    def count(self, kept: int, wanted: int) -> int:
        size = len(self.text)
        return self.counter.count_exact(self.text[size - wanted : size - kept], self.encoding)

    def cut(self, kept: int, wanted: int) -> int:
        size = len(self.text)
        return max(kept, size - safe_cut_after(self.text, size - wanted, size - kept))

    def splits_pair(self, kept: int) -> bool:
        place = len(self.text) - kept
        return _is_pair(self.text[place - 1 : place + 1])


def _longest(side: _Head, limit: int) -> int:
    """Return how many characters can be kept at that side: whole chunks first, then ever smaller ones.

    `kept` is a safe cut with everything before it counted in `used`; `fits` may lie beyond it, where a stretch
    without cuts was tried in part; `over` is a length known to be too much.
    """
    size = len(side.text)
    kept = used = fits = 0
    over = size + 1
    chunk = min(_CHUNK_CHARACTERS, max(_TRY_EACH_BELOW, limit * _CHARACTERS_A_TOKEN))
    while kept < size:
        wanted, settles = side.step(kept, chunk)
        if wanted < over:
            count = side.count(kept, wanted)
            if used + count <= limit:
                fits = wanted
                if settles:
                    kept, used = wanted, used + count
                else:
                    chunk *= 2
                continue
            over = wanted
        if not settles or fits > kept or over - kept <= _TRY_EACH_BELOW:
            return _last_characters(side, kept, fits, over, limit - used)
        chunk = max(_TRY_EACH_BELOW, (over - kept) // 4)
    return size


def _last_characters(side: _Head, kept: int, fits: int, too_many: int, limit: int) -> int:
    """Return the longest length from `fits` up to before `too_many` that is within `limit` tokens."""
    trying_is_cheap = too_many - kept <= _TRY_EACH_IN
    while too_many - fits > (_TRY_EACH_BELOW if trying_is_cheap else 1):
        middle = (fits + too_many) // 2
        if side.splits_pair(middle) or side.count(kept, middle) > limit:
            too_many = middle
        else:
            fits = middle
    for length in range(too_many - 1, fits, -1):
        if not side.splits_pair(length) and side.count(kept, length) <= limit:
            return length
    return fits


def _is_pair(two: str) -> bool:
    return len(two) == 2 and "\ud800" <= two[0] <= "\udbff" and "\udc00" <= two[1] <= "\udfff"
