"""Taking HTML and XML apart into tags and texts, as they stand, in one pass.

The parser of Python's library reads hostile markup in quadratic time (`<a b="` eight thousand times takes seconds),
and it gives texts with their entities replaced. Here every search goes on from where the last one ended, and what
has no end is remembered as having none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NAME = re.compile(r"[A-Za-z][\w:.-]*")
_ATTRIBUTE = re.compile(r"""([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
# What stands in these is no text for a reader.
_OPAQUE = frozenset(("script", "style", "svg", "template", "noscript", "canvas", "object", "iframe", "math"))
# A tag longer than that is not looked into for attributes further on: a data: URL, most likely.
_LONGEST_TAG = 4_000


class Tag(NamedTuple):
    """A tag: `closes` for `</p>`, `empty` for `<br/>`; `inside` is what stands after its name."""

    name: str
    inside: str
    closes: bool
    empty: bool

    @property
    def attributes(self) -> dict[str, str]:
        """Attributes by their names, with values as they stand."""
        found = _ATTRIBUTE.finditer(self.inside)
        return {
            held[1].lower(): next((value for value in held.groups()[1:] if value is not None), "") for held in found
        }


def pieces(text: str, opaque: frozenset[str] = _OPAQUE) -> Iterator[Tag | str]:
    """Tags and the texts between them; comments, declarations and what is opaque left out."""
    at = 0
    endless: set[str] = set()
    while at < len(text):
        start = text.find("<", at)
        if start < 0:
            yield text[at:]
            return
        if start > at:
            yield text[at:start]
        at = start + 1
        skipped = _skip(text, start, endless)
        if skipped is not None:
            cdata, at = skipped
            if cdata:
                yield cdata
            continue
        closes = text.startswith("/", at)
        name = _NAME.match(text, at + closes)
        if not name:
            yield "<"
            continue
        end = _end_of_tag(text, name.end(), endless)
        tag = _tag(text, name.group().lower() if opaque else name.group(), name.end(), end, closes)
        at = end + 1
        if tag.name in opaque and not closes and not tag.empty:
            at = _after(text, f"</{tag.name}", at, endless)
        else:
            yield tag


def _skip(text: str, start: int, endless: set[str]) -> tuple[str, int] | None:
    """Past a comment, a declaration or an instruction; the text of a CDATA section with it."""
    if text.startswith("<!--", start):
        return "", _past(text, "-->", start + 4, endless)
    if text.startswith("<![CDATA[", start):
        end = _past(text, "]]>", start + 9, endless)
        return text[start + 9 : end].removesuffix("]]>"), end
    if text.startswith(("<!", "<?"), start):
        return "", _past(text, ">", start + 2, endless)
    return None


def _past(text: str, what: str, at: int, endless: set[str]) -> int:
    """The place after the next `what`; the end of the text if there is none, and then never again looked for."""
    found = -1 if what in endless else text.find(what, at)
    if found < 0:
        endless.add(what)
        return len(text)
    return found + len(what)


def _after(text: str, closing: str, at: int, endless: set[str]) -> int:
    """The place after a closing tag, whatever its case."""
    if closing not in endless:
        found = re.compile(re.escape(closing) + r"\b[^>]*>?", re.IGNORECASE).search(text, at)
        if found:
            return found.end()
        endless.add(closing)
    return len(text)


def _end_of_tag(text: str, at: int, endless: set[str]) -> int:
    """Where the tag ends: at the first `>` outside of quotes, near by; else at the first at all."""
    first = text.find(">", at) if ">" not in endless else -1
    if first < 0:
        endless.add(">")
        return len(text)
    if text.find('"', at, first) < 0 and text.find("'", at, first) < 0:
        return first
    quote = ""
    for place in range(at, min(at + _LONGEST_TAG, len(text))):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and text[place - 1] in "= ":
            quote = sign
        elif sign == ">":
            return place
    return first


def _tag(text: str, name: str, at: int, end: int, closes: bool) -> Tag:
    empty = text.endswith("/", at, end)
    return Tag(name, "" if closes else text[at : min(end, at + _LONGEST_TAG)].rstrip("/"), closes, empty)
