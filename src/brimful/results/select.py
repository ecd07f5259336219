"""Choose the pieces of a text that matter most, as many as there is room for (RES-4).

The heaviest pieces stay; of equals the first and the last of the text before its middle. They come back in their
order, and each gap between them says how many lines it stands for. The result is never more than the room, which is
measured, whether it counts characters or tokens: pieces are filled in by characters, the result is measured, and
filled again with less (or more) until it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from brimful.results import places
from brimful.results.condenser import Condensed, Piece, Room
from brimful.settings import DEFAULTS
from brimful.settings.results import Results

_SAMPLE_CHARS = 4_000  # of the heaviest pieces, to learn how many characters one unit of the room holds


def gap_line(lines: int) -> str:
    """What stands in place of lines that are not shown."""
    return "… 1 line" if lines == 1 else f"… {lines} lines"


def clip(text: str, most: int) -> str:
    """A line of at most that many characters: its head and, shorter, its tail, with a marker between."""
    if len(text) <= most:
        return text
    marker = f" … {len(text)} characters … "
    marker = f" … {len(text) - max(0, most - len(marker))} characters … "
    keep = most - len(marker)
    if keep < len(marker):  # no room for words about it
        return text[: places.before(text, max(0, most - 1))] + "…"[:most]
    tail = keep // 3
    return text[: places.before(text, keep - tail)] + marker + text[places.after(text, len(text) - tail) :]


def select(pieces: Sequence[Piece], room: Room, settings: Results = DEFAULTS.results) -> Condensed:
    """The pieces that matter most, in order, with the gaps marked; never more than the room."""
    if sum([len(piece.text) for piece in pieces]) <= room.limit * settings.max_chars_per_token:
        whole = "\n".join([piece.text for piece in pieces])
        if room.fits(whole):
            return Condensed(whole)
    plan = _Plan(pieces, settings)
    chars = int(room.limit * plan.chars_per_unit(room))
    best: Condensed | None = None
    low, high = 0, chars * 4  # what fitted, what did not
    for _ in range(settings.select_tries):
        found = plan.fill(chars)
        measured = room.measure(found.text)
        if measured <= room.limit:
            best, low = found, max(low, chars)
            if measured >= room.limit * settings.select_full or len(found.text) < chars * settings.select_full:
                return best
        else:
            high = min(high, chars)
        chars = _next(chars, measured, room.limit, low, high)
    return best if best is not None else _least(plan, chars, room)


def _next(chars: int, measured: int, limit: int, low: int, high: int) -> int:
    """The next number of characters to try: in proportion, and between what fitted and what did not."""
    wanted = int(chars * limit / max(1, measured))
    if low == 0 and wanted >= high:
        wanted = high * 3 // 4
    return min(max(wanted, low + 1), max(high - 1, low)) if low < high else low


def _least(plan: _Plan, chars: int, room: Room) -> Condensed:
    """Halve until it fits; nothing at all is the last answer."""
    while chars > 1:
        chars //= 2
        found = plan.fill(chars)
        if room.fits(found.text):
            return found
    return Condensed("", {"lines": plan.lines})


class _Kept(Struct):
    """What a filling has chosen so far: the text shown at each place, and the characters used, gaps with them."""

    texts: dict[int, str]
    used: int


class _Plan:
    """The pieces in order of worth, ready to be filled into any number of characters."""

    def __init__(self, pieces: Sequence[Piece], settings: Results) -> None:
        self.pieces = pieces
        self.settings = settings
        self.lines = sum([piece.lines for piece in pieces])
        self.gap_cost = len(gap_line(max(2, self.lines))) + 1
        weights = [piece.weight for piece in pieces]
        self.order = sorted(_from_the_ends(len(pieces)), key=weights.__getitem__, reverse=True)

    def chars_per_unit(self, room: Room) -> float:
        """How many characters one unit of the room holds, in the pieces that matter."""
        sample: list[str] = []
        size = 0
        for i in self.order:
            text = self.pieces[i].text[: _SAMPLE_CHARS - size]
            sample.append(text)
            size += len(text) + 1
            if size >= _SAMPLE_CHARS:
                break
        joined = "\n".join(sample)
        return len(joined) / max(1, room.measure(joined)) if joined else 1.0

    def fill(self, chars: int) -> Condensed:
        """As much as goes into that many characters."""
        kept = self._choose(chars)
        self._unclip(kept, chars)
        return self._write(kept)

    def _choose(self, chars: int) -> _Kept:
        pieces, last, gap = self.pieces, len(self.pieces) - 1, self.gap_cost
        most = max(self.settings.clip_min_chars, int(chars * self.settings.clip_share))
        kept = _Kept({}, gap)  # one gap: all of it
        texts = kept.texts
        room = chars + 1  # the last line has no line end
        for i in self.order:
            left = room - kept.used
            if left < 2 - gap:
                break
            text = pieces[i].text
            beside = (i == 0 or i - 1 in texts) + (i == last or i + 1 in texts)
            cost = (1 - beside) * gap + 1
            if len(text) > most:
                text = clip(text, min(most, max(self.settings.clip_min_chars, left - cost)))
            if len(text) + cost <= left:
                texts[i] = text
                kept.used += len(text) + cost
        return kept

    def _unclip(self, kept: _Kept, chars: int) -> None:
        """Give clipped pieces back what room is left."""
        for i in self.order:
            left = chars + 1 - kept.used
            if left <= 0:
                return
            shown, whole = kept.texts.get(i), self.pieces[i].text
            if shown is not None and len(shown) < len(whole):
                kept.texts[i] = clip(whole, min(len(whole), len(shown) + left))
                kept.used += len(kept.texts[i]) - len(shown)

    def _write(self, kept: _Kept) -> Condensed:
        out: list[str] = []
        lines = clipped = before = 0
        for i in [*sorted(kept.texts), len(self.pieces)]:
            lines += self._gap(before, i, out)
            if i < len(self.pieces):
                out.append(kept.texts[i])
                clipped += kept.texts[i] != self.pieces[i].text
            before = i + 1
        left_out = {"lines": lines, "middles of long lines": clipped}
        return Condensed("\n".join(out), {what: count for what, count in left_out.items() if count})

    def _gap(self, start: int, stop: int, out: list[str]) -> int:
        """Write a gap; one that is shorter than its marker is shown instead. Returns the lines left out."""
        if start == stop:
            return 0
        marker = gap_line(sum([self.pieces[i].lines for i in range(start, stop)]))
        shown: list[str] = []
        size = -1
        for i in range(start, stop):
            shown.append(self.pieces[i].text)
            size += len(shown[-1]) + 1
            if size > len(marker):
                out.append(marker)
                return sum([self.pieces[j].lines for j in range(start, stop)])
        out.extend(shown)
        return 0


def _from_the_ends(count: int) -> list[int]:
    """0, last, 1, last but one, …"""
    order = [0] * count
    half = (count + 1) // 2
    order[::2] = range(half)
    order[1::2] = range(count - 1, half - 1, -1)
    return order
