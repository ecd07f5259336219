"""`summarize`: source files made to fit a number of tokens or characters, never over it (DOC-3, DOC-4, DOC-7).

What fits whole comes back whole. Otherwise the documents are shown as far as their share of the budget goes; when not
even what a selection touches fits, the selection's own lines are cut, and the result says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from brimful.documents.costs import Adjust
from brimful.documents.document import Document
from brimful.documents.fit import fit
from brimful.documents.languages import language_of
from brimful.documents.lines import kept_and_omitted
from brimful.documents.overlay import overlay
from brimful.documents.parsing import SHARED
from brimful.documents.plan import Plan
from brimful.documents.result import By, Count, Part, Selected, Summary, joined
from brimful.documents.selection import Select, offsets
from brimful.documents.shares import cuts
from brimful.documents.showing import Showing
from brimful.documents.shown import number_lines, text_of
from brimful.documents.solid import solid
from brimful.documents.style import Style, style_named
from brimful.models import Registry
from brimful.settings import DEFAULTS, Documents, Settings
from brimful.tokens import TextCounter

_DEFAULT_MODEL = "gpt-5"


def summarize(
    what: str | Document | Sequence[Document],
    *,
    budget: int | None = None,
    chars: int | None = None,
    model: str = "",
    language: str = "",
    path: str = "",
    select: Select | None = None,
    line_numbers: bool = False,
    style: str | Style = "default",
    adjust: Adjust | None = None,
    count: Count | None = None,
    settings: Settings = DEFAULTS,
) -> Summary:
    """Make source files fit a budget of tokens, or a number of characters.

        summarize(text, budget=2_000, path="shop.py", select=(120, 140))
        summarize([Document(a, name="a.ts"), Document(b, name="b.ts")], budget=4_000, line_numbers=True)

    The result is never over the budget. Of a selection all that it touches stays, as long as that fits. Several
    documents share the budget by cost, and come back in their order.

    model:  who reads it: its tokens are counted, unless `count` counts.
    select: lines `(120, 140)`, or characters `slice(3000, 3400)`; documents carry their own.
    style:  "default", "ellipsis", "types" or "ranges", or a `Style`.
    adjust: other costs for nodes, such as `for_attachments`.
    """
    tokens = count or _counter(model, settings)
    return _summarize(
        _Ask(
            documents=_documents(what, language, path, select),
            style=_style(style, line_numbers),
            room=_room(budget, chars, tokens, settings.documents),
            adjust=adjust,
            numbers=settings.documents,
        ),
        tokens,
    )


class _Room(Struct, frozen=True):
    """How large the result may be, how that is measured, and how many characters are tried first."""

    size: int
    size_of: Count
    first: int
    most_chars: int


class _Ask(Struct, frozen=True):
    documents: list[Document]
    style: Style
    room: _Room
    adjust: Adjust | None
    numbers: Documents

    def join(self, texts: Sequence[str]) -> str:
        return joined([each.name for each in self.documents], texts)

    def size_of(self, texts: Sequence[str]) -> int:
        return self.room.size_of(self.join(texts))


class _Made(Struct, frozen=True):
    showings: list[Showing]
    texts: list[str]


def _summarize(ask: _Ask, count: Count) -> Summary:
    whole = None if ask.adjust else _whole(ask)
    if whole is not None:
        return Summary(whole, count)
    trees = [_with_tree(each, ask.style) for each in ask.documents]
    plan = Plan([each.document for each in trees], ask.style, adjust=ask.adjust, settings=ask.numbers)

    def make(limit: int) -> _Made:
        showings = plan.within(limit)
        return _Made(showings, [text_of(each) for each in showings])

    fitted = fit(
        make,
        lambda made: ask.size_of(made.texts),
        budget=ask.room.size,
        first=ask.room.first,
        most=ask.room.most_chars,
        numbers=ask.numbers,
    )
    if fitted is None:
        return Summary(_cut(ask, plan), count, ask.numbers.fit_tries + 1)
    made = fitted.made
    parts = [_part(*each) for each in zip(trees, made.showings, made.texts, strict=True)]
    return Summary(parts, count, fitted.tries)


class _Tree(Struct, frozen=True):
    """A document with its tree, and how that was found."""

    document: Document
    by: By
    why: str = ""


def _with_tree(document: Document, style: Style) -> _Tree:
    if document.root is not None:
        return _Tree(document, "given")
    found = overlay(document.text, document.language)
    root = found.root
    if style.types and (parsed := SHARED.parse(document.language, document.text)) is not None:
        root = solid(document.text, root, parsed)
    return _Tree(replace(document, root=root), found.by, found.why)


def _whole(ask: _Ask) -> list[Part] | None:
    """All of everything, if that fits. What is far too long is not counted."""
    if sum([len(each.text) for each in ask.documents]) > ask.room.most_chars:
        return None
    numbered = ask.style.numbers == "full"
    texts = [number_lines(each.text) if numbered else each.text for each in ask.documents]
    if ask.size_of(texts) > ask.room.size:
        return None
    return [
        Part(
            text,
            each.name,
            each.language,
            *kept_and_omitted(each.text, [(0, len(each.text))]),
            selected="none" if each.selection is None else "whole",
        )
        for each, text in zip(ask.documents, texts, strict=True)
    ]


def _part(tree: _Tree, showing: Showing, text: str) -> Part:
    document = tree.document
    return Part(
        text,
        document.name,
        document.language,
        *kept_and_omitted(document.text, [(start, end) for start, end, _ in showing.pieces]),
        selected="none" if document.selection is None else "whole",
        by=tree.by,
        why=tree.why,
    )


def _cut(ask: _Ask, plan: Plan) -> list[Part]:
    """As much of the selections as fits, and nothing else."""
    made = cuts(plan.denses, ask.style, ask.join, ask.room.size_of, ask.room.size)
    parts = []
    for document, dense, each in zip(ask.documents, plan.denses, made, strict=True):
        first, last = each.lines or (1, 0)
        ends = [*dense.line_starts, len(document.text)]
        selected: Selected = "whole" if each.whole else "part" if each.lines else "gone"
        parts.append(
            Part(
                each.text,
                document.name,
                document.language,
                *kept_and_omitted(document.text, [(ends[first - 1], ends[last])] if each.lines else []),
                selected="none" if document.selection is None else selected,
                by="selection",
            )
        )
    return parts


def _documents(
    what: str | Document | Sequence[Document], language: str, path: str, select: Select | None
) -> list[Document]:
    if isinstance(what, str):
        what = Document(what, language, name=path)
    given = [what] if isinstance(what, Document) else list(what)
    if select is not None:
        if len(given) != 1:
            raise ValueError("select= is for one document; several carry their own selections")
        given = [replace(given[0], selection=offsets(given[0].text, select))]
    return [replace(each, language=each.language or language or language_of(each.name)) for each in given]


def _style(style: str | Style, line_numbers: bool) -> Style:
    """The style; with line numbers, ranges become jumps in the numbers, and a marker says that there is one."""
    found = style_named(style)
    if not line_numbers:
        return found
    return replace(found, numbers="full", always=found.everywhere)


def _room(budget: int | None, chars: int | None, tokens: Count, numbers: Documents) -> _Room:
    size = chars if budget is None else budget
    if size is None or (budget is not None and chars is not None):
        raise TypeError("summarize takes either budget= (tokens) or chars= (characters)")
    if size < 0:
        raise ValueError(f"a budget cannot be {size}")
    if budget is None:
        return _Room(size, len, first=size, most_chars=size)
    first = max(numbers.fit_first_share * size - numbers.fit_reserve_tokens, numbers.fit_least_share * size)
    most = size * numbers.chars_per_token * numbers.fit_most_chars
    return _Room(size, tokens, int(first * numbers.chars_per_token), int(most))


def _counter(model: str, settings: Settings) -> Count:
    """Counts texts as `brimful.count` does."""
    family = Registry.shipped().family_of(model or _DEFAULT_MODEL)
    counter = _text_counter(settings)
    return lambda text: math.ceil(counter.count(text, family.encoding) * family.factors.text)


@cache
def _text_counter(settings: Settings) -> TextCounter:
    """One counter for all calls with the same settings, so that its memory of texts is shared."""
    return TextCounter(settings.tokens.engine, settings=settings.tokens)
