"""What is in scope at the cursor, read off the lines above it by their indentation (IC-2).

The declarations the cursor stands in, the outermost first, and the names bound above it at its own depth or outside.
No parser: the text at a cursor is seldom whole, and this must take well under a millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from brimful.completion.items import Item, item
from brimful.completion.providers import Place
from brimful.settings import DEFAULTS, Completion

_OPENS = re.compile(
    r"(?:[\w()]+\s+)*?(?:def|class|function\*?|fn|func|impl|trait|struct|interface|module|namespace|enum)\b"
    r"|(?:(?:public|private|protected|internal|static|async|virtual|override|final)\s+)+[^=;]*\("
)
_LIST = r"[A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)*"
_BINDS = re.compile(
    r"(?:(?:const|let|var|val|mut|auto|final)\s+)+(?P<said>[A-Za-z_$][\w$]*)"
    rf"|(?:for|foreach)\s*\(?\s*(?:const\s+|let\s+|var\s+)?(?P<loop>{_LIST})\s+(?:in|of)\b"
    rf"|(?P<plain>{_LIST})\s*(?::[^=]*)?:?=(?!=)"
    r"|with\b.*?\bas\s+(?P<held>[A-Za-z_]\w*)"
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


class Locals:
    """Tells what is in scope."""

    name = "locals"

    def __init__(self, settings: Completion = DEFAULTS.completion) -> None:
        self._lines = settings.locals_lines
        self._names = settings.locals_names

    def key(self, place: Place) -> Hashable:
        """The lines above the cursor and the depth it stands at."""
        above, depth = self._above(place)
        return above, depth

    async def items(self, place: Place) -> Sequence[Item]:
        """Return one piece, or none where nothing is in scope."""
        above, depth = self._above(place)
        headers, names = in_scope(above.split("\n"), depth)
        said = [*headers, *([f"names: {', '.join(names[-self._names :])}"] if names else [])]
        return [item("locals", "\n".join(said), place.path)] if said else []

    def _above(self, place: Place) -> tuple[str, int]:
        lines = place.text[: place.offset].rsplit("\n", self._lines + 1)
        current = lines.pop()
        return "\n".join(lines[-self._lines :]), _depth(current)


def in_scope(lines: Sequence[str], depth: int) -> tuple[list[str], list[str]]:
    """Return the declarations that a cursor of that depth below the lines stands in, and the names bound for it.

    Going up, a line that is indented less than all below it opens a block around the cursor; lines deeper than the
    innermost such block belong to others.
    """
    headers: list[str] = []
    names: dict[str, None] = {}
    depth = depth or _depth(next((line for line in reversed(lines) if line.strip()), ""))
    for line in reversed(lines):
        bare = line.strip()
        here = _depth(line)
        if not bare or here > depth or bare[0] in ")]}":  # the end of a block or of a long declaration is neither
            continue
        opens = _OPENS.match(bare)
        if opens and here < depth:
            headers.append(bare.removesuffix("{").rstrip())
        depth = here if here < depth else depth
        if not opens:
            names.update(dict.fromkeys(reversed(_bound(bare))))
    return headers[::-1], list(names)[::-1]


def _bound(line: str) -> list[str]:
    found = _BINDS.match(line)
    return _NAME.findall(next(group for group in found.groups() if group)) if found else []


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
