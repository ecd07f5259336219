"""Findings: lines that name a place and what is wrong there, by compilers and linters (RES-4).

The first of each code, or of each wording where there is no code, says what kinds of problem there are; the first and
the last finding say how far they reach.
"""

from __future__ import annotations

import re
from typing import Final

from brimful.results.condense.marks import Reading
from brimful.results.condense.vocabulary import PATH, SPOT
from brimful.results.condenser import Weight

_FINDING = re.compile(rf"(?:\[\w{{1,20}}\] )?{PATH}{SPOT}[:\]]? *-? *(.*)|\d+:\d+ +(.*)")
_CODE = re.compile(
    r"\b([A-Z]{1,8}-?\d{1,6})\b|\[-W([\w=+-]+)\]|\[([\w.:/@-]+)\]$|\(([\w.:/-]+)\)$"
    r"|(?<=\s)([a-z@][\w@/]*-[\w@/-]+)$|^([A-Z]\w+):"
)
_QUOTED = re.compile(r"['\"`‘][^'\"`’]{0,200}['\"`’]")
_WORD = re.compile(r"[A-Za-z]+")
_WORDS: Final = 4
_NOVEL: Final = 60.0
_STEP: Final = 2.0


def first_of_each_code(reading: Reading) -> None:
    """Raise the first finding of each code, and the first and last of all."""
    seen: set[str] = set()
    found: list[int] = []
    for hit in reading.hits:
        if hit.mark.weight <= Weight.DETAIL or hit.mark.weight > Weight.ERROR + 20:
            continue
        finding = _FINDING.match(reading.bare[hit.index])
        if not finding:
            continue
        found.append(hit.index)
        code = _code(finding[1] or finding[2] or "")
        if code not in seen:
            seen.add(code)
            reading.raise_to(hit.index, hit.mark.weight + _NOVEL - min(_STEP * len(seen), _NOVEL))
    for index in found[:1]:
        reading.raise_to(index, Weight.ERROR + _NOVEL)
    if found and reading.bare[found[-1]] != reading.bare[found[0]]:
        reading.raise_to(found[-1], Weight.ERROR + _NOVEL)


def _code(message: str) -> str:
    """What kind of finding it is: its code, else how its wording begins, without names in quotes."""
    code = _CODE.search(message)
    if code and code[0]:
        return code[0]
    return " ".join(_WORD.findall(_QUOTED.sub("", message))[:_WORDS])
