"""An outline of a source file: what it defines, as signatures without bodies (DOC-6).

Signatures stand as they are in the file, with their indentation and, on request, the numbers of their lines, so that
a reader can ask for the rest (DOC-7). A text that defines nothing shows the lines that open a region instead.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from msgspec import Struct

from brimful.documents.definitions import Definition, definitions
from brimful.documents.indentation import regions
from brimful.documents.languages import LANGUAGES
from brimful.documents.parsing import Parser
from brimful.settings import DEFAULTS

ELLIPSIS = "…"

_OPENING = re.compile(r"\s*\{?\s*$")
_DOCSTRING = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')")
_WITHIN = "  "  # how far something is set in that stands on the line of what it is in
_LETTER = re.compile(r"\w")


class Entry(Struct, frozen=True):
    """One thing that a file defines.

    signature:      its text up to its body, without the indentation of its first line.
    doc:            the first line of what is said about it; "" if nothing is, or it was not asked for.
    line, end_line: where it is in the file, bodies included, counted from 1.
    """

    name: str
    kind: str
    container: str
    line: int
    end_line: int
    signature: str
    doc: str = ""


class Outline(Struct, frozen=True):
    """The outline as a text, and entry by entry."""

    text: str
    entries: tuple[Entry, ...]


def outline(
    text: str,
    language: str,
    *,
    line_numbers: bool = False,
    docs: bool = False,
    parser: Parser | None = None,
    line_chars: int = DEFAULTS.documents.outline_line_chars,
) -> Outline:
    """Return the outline of a text; `docs` adds the first line of docstrings and comments above."""
    known = definitions(text, language, parser=parser) or _openings(text, language)
    drawing = _Drawing(text, language, line_numbers, line_chars)
    entries = tuple(drawing.add(definition, docs) for definition in known)
    return Outline("".join(drawing.lines), entries)


class _Drawing:
    """The lines of an outline, one definition after the other."""

    def __init__(self, text: str, language: str, line_numbers: bool, line_chars: int) -> None:
        self._text, self._line_chars, self._numbers = text, line_chars, line_numbers
        self._offside = language in LANGUAGES and LANGUAGES[language].offside
        self._comment = _comment(language)
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._shown = 0  # everything before this offset stands already
        self.lines: list[str] = []

    def add(self, definition: Definition, docs: bool) -> Entry:
        signature = self._signature(definition)
        doc, at, indent = self._doc(definition) if docs else ("", 0, "")
        # A second name in one declaration has its text already.
        if definition.start >= self._shown or not self.lines:
            above = doc and at < definition.line
            if above:
                self._draw(doc, at, indent)
            self._draw(signature, definition.line, self._indent(definition.start))
            if doc and not above:
                self._draw(doc, at, indent)
            self._shown = definition.start + 1
        return Entry(
            definition.name,
            definition.kind,
            definition.container,
            definition.line,
            definition.end_line,
            signature,
            doc,
        )

    def _signature(self, definition: Definition) -> str:
        end = definition.body
        if end <= definition.name_start:
            end = min(definition.end, self._line_end(definition.name_line))
        lines = self._text[definition.start : end].split("\n")
        while len(lines) > 1 and (not lines[-1].strip() or self._comment.match(lines[-1])):
            lines.pop()  # what is said before the body
        return _OPENING.sub("", "\n".join(lines))

    def _draw(self, text: str, line: int, indent: str) -> None:
        for number, part in enumerate(text.split("\n"), line):
            shown = (indent if number == line else "") + part.rstrip()
            if len(shown) > self._line_chars:
                shown = shown[: self._line_chars - 1] + ELLIPSIS
            self.lines.append(f"{number}: {shown}\n" if self._numbers else f"{shown}\n")

    def _indent(self, offset: int) -> str:
        """The white space that the line of an offset begins with."""
        start = self._starts[bisect_right(self._starts, offset) - 1]
        line = self._text[start:offset]
        indent = line[: len(line) - len(line.lstrip())]
        return indent if indent == line else indent + _WITHIN

    def _line_end(self, line: int) -> int:
        return self._starts[line] - 1 if line < len(self._starts) else len(self._text)

    def _line(self, line: int) -> str:
        return self._text[self._starts[line - 1] : self._line_end(line)].rstrip()

    def _doc(self, definition: Definition) -> tuple[str, int, str]:
        """The first line of what is said about a definition, the number of that line, and its indentation."""
        if self._offside and definition.body >= 0:
            return self._docstring(definition.body)
        line = definition.line
        first = 0
        while line > 1 and self._comment.match(self._line(line - 1)):
            line -= 1
            first = line if _LETTER.search(self._line(line)) else first
        said = self._line(first) if first else ""
        return said.strip(), first, said[: len(said) - len(said.lstrip())]

    def _docstring(self, body: int) -> tuple[str, int, str]:
        quote = _DOCSTRING.match(self._text, body)
        if quote is None:
            return "", 0, ""
        line = bisect_right(self._starts, body)
        said = self._text[quote.end() : self._line_end(line)].rstrip().removesuffix(quote.group(1))
        return f"{quote.group()}{said}{quote.group(1)}", line, self._indent(body)


def _comment(language: str) -> re.Pattern[str]:
    """What a line of a comment begins with."""
    sign = LANGUAGES[language].comment if language in LANGUAGES else ""
    signs = [re.escape(sign or "//")] + ([r"/\*", r"\*"] if sign == "//" else [])
    return re.compile(rf"[ \t]*(?:{'|'.join(signs)})")


def _openings(text: str, language: str) -> list[Definition]:
    """The lines that open a region, for a text that defines nothing."""
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    found = []
    for first, last in sorted(regions(text, language).items()):
        start, end = starts[first], starts[first + 1] - 1
        name = text[start:end].strip()
        at = start + text[start:end].index(name)
        found.append(
            Definition(name, "block", at, starts[last + 1] - 1, at, first + 1, first + 1, last + 1, body=end)
        )
    return found
