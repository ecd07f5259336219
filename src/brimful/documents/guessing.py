"""Definitions of a text without a syntax tree: lines that look like one (DOC-6).

The words that most languages begin a definition with, and a name behind them; in SQL what is created, in Markdown
the headings. A definition reaches as far as the lines below it are indented further; a heading up to the next of its
rank.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from brimful.documents.indentation import regions
from brimful.documents.naming import Definition

_MODIFIERS = (
    "export default public private protected internal static final abstract async inline local pub open override "
    "suspend sealed data virtual unsafe extern partial external case implicit lazy const"
)
_WORDS = {
    "class": "class object",
    "interface": "interface protocol",
    "struct": "struct record",
    "enum": "enum",
    "trait": "trait mixin",
    "impl": "impl extension",
    "module": "module namespace package defmodule",
    "function": "function func fun fn def defn defp sub proc procedure method macro defmacro",
    "type": "type typedef newtype",
}
_KINDS = {word: kind for kind, line in _WORDS.items() for word in line.split()}
_LINE = re.compile(
    rf"^[ \t]*\(?(?:(?:{'|'.join(_MODIFIERS.split())})[ \t]+)*(?P<word>{'|'.join(_KINDS)})[ \t]+"
    r"(?P<name>[A-Za-z_$][\w$.:?!-]*)(?![\w$])"
    r"(?=[ \t]*(?:[(\[<{:=;,]|\r?$)|[ \t]+(?:extends|implements|with|where|do|is|as)\b)",
    re.MULTILINE,
)
_SHELL = re.compile(r"^[ \t]*(?P<name>[A-Za-z_][\w-]*)[ \t]*\(\)[ \t]*\{?[ \t]*\r?$", re.MULTILINE)
_SQL = re.compile(
    r"^[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:(?:temp|temporary|unique|materialized)[ \t]+)*"
    r"(?P<word>table|view|function|procedure|trigger|index|type|schema|sequence)[ \t]+"
    r"(?:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?(?P<name>[A-Za-z_][\w.$]*)",
    re.MULTILINE | re.IGNORECASE,
)
_HEADING = re.compile(r"^(?P<rank>#{1,6})[ \t]+(?P<name>\S[^\r\n]*?)[ \t#]*\r?$", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


class _Guess(Struct, frozen=True):
    """A definition whose end is not known yet; lines are counted from 0."""

    name: str
    kind: str
    at: int
    line: int
    rank: int = 0


def guessed(text: str, language: str) -> list[Definition]:
    """Return what the lines of a text seem to define."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    if language == "markdown":
        guesses = _headings(text, starts)
        ends = _until_next(guesses, len(starts))
    else:
        guesses = _definitions(text, language, starts)
        ends = regions(text, language)
    return _contained(_definition(text, starts, guess, ends.get(guess.line, guess.line)) for guess in guesses)


def _definitions(text: str, language: str, starts: list[int]) -> list[_Guess]:
    found = [*_SQL.finditer(text)] if language == "sql" else [*_LINE.finditer(text), *_SHELL.finditer(text)]
    found.sort(key=lambda match: match.start("name"))
    guesses = []
    for match in found:
        word = match.groupdict().get("word") or "function"
        name, at = match.group("name").rstrip(".:-"), match.start("name")
        guesses.append(_Guess(name, _KINDS.get(word.lower(), word.lower()), at, bisect_right(starts, at) - 1))
    return guesses


def _headings(text: str, starts: list[int]) -> list[_Guess]:
    fences = [match.start() for match in _FENCE.finditer(text)]
    return [
        _Guess(
            match.group("name"),
            "section",
            match.start("name"),
            bisect_right(starts, match.start()) - 1,
            len(match.group("rank")),
        )
        for match in _HEADING.finditer(text)
        if bisect_right(fences, match.start()) % 2 == 0  # not a comment in a block of code
    ]


def _until_next(guesses: list[_Guess], lines: int) -> dict[int, int]:
    """Where each section ends: above the next heading of its rank or a higher one."""
    ends = {}
    waiting: list[_Guess] = []
    for guess in guesses:
        while waiting and waiting[-1].rank >= guess.rank:
            ends[waiting.pop().line] = guess.line - 1
        waiting.append(guess)
    return ends | {guess.line: lines - 1 for guess in waiting}


def _definition(text: str, starts: list[int], guess: _Guess, last: int) -> Definition:
    return Definition(
        name=guess.name,
        kind=guess.kind,
        start=starts[guess.line],
        end=starts[last + 1] - 1 if last + 1 < len(starts) else len(text),
        name_start=guess.at,
        name_line=guess.line + 1,
        line=guess.line + 1,
        end_line=last + 1,
        body=starts[guess.line + 1] if last > guess.line else -1,
    )


def _contained(found: Iterable[Definition]) -> list[Definition]:
    """The same definitions, each with what it is in."""
    around: list[Definition] = []
    placed = []
    for one in found:
        while around and around[-1].end <= one.start:
            around.pop()
        if around:
            one = replace(one, container=around[-1].inner_path)
        placed.append(one)
        around.append(one)
    return placed
