"""Context for inline completions, as a language server asks for it (IC-1, IC-2, IC-3).

    async with Completion(root=Path("project")) as completion:
        completion.opened("project/a.py", text)
        completion.focused("project/a.py")
        completion.moved(Cursor("project/a.py", offset, by="mouse"))
        context = await completion.context("project/a.py", text, offset, timeout_s=0.1)

What the editor tells keeps caches warm; a request takes what is there, waits a moment for the rest, chooses within
the pools and puts it into a prompt. Whatever is not in it stands in `left_out`, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec import Struct

from brimful.completion import budgets
from brimful.completion.clock import Clock, LoopClock
from brimful.completion.items import Item, LeftOut
from brimful.completion.pools import choose
from brimful.completion.positions import changed_until
from brimful.completion.prompt import assemble
from brimful.completion.providers import Place, Provider
from brimful.completion.providers.imports import Imports
from brimful.completion.providers.locals import Locals
from brimful.completion.providers.neighbours import Neighbours
from brimful.completion.providers.similar import Similar
from brimful.completion.recent import RecentDocuments
from brimful.completion.root import Root
from brimful.completion.signatures import Outline, Signatures, outlined
from brimful.completion.warming import By, Gathered, Warming
from brimful.documents.languages import language_of
from brimful.settings import DEFAULTS
from brimful.settings import Completion as CompletionSettings
from brimful.tokens import TextCounter


class Cursor(Struct, frozen=True):
    """A cursor that moved: where to, by what, and whether it is an empty selection and the only one."""

    path: str
    offset: int
    by: By = "keyboard"
    empty: bool = True
    only: bool = True


class CompletionContext(Struct, frozen=True):
    """What a completion is given.

    items:     the pieces in the prompt, the most important first.
    preamble:  the pieces as comments; prefix and suffix: the text around the cursor, as much as fits.
    text:      all three as one text, the cursor marked by `prompt.CURSOR`; tokens: the count of that text.
    available: tokens that were left beside the document; at 0 nothing was looked for.
    waited_ms: how long providers were waited for.
    left_out:  what is not in the prompt, and why.
    """

    items: tuple[Item, ...]
    preamble: str
    prefix: str
    suffix: str
    text: str
    tokens: int
    available: int
    waited_ms: float
    left_out: tuple[LeftOut, ...]


class Completion:
    """Finds context for completions. Everything but the documents' texts lives within `async with`."""

    def __init__(
        self,
        settings: CompletionSettings = DEFAULTS.completion,
        root: Path | None = None,
        *,
        providers: Sequence[Provider] = (),
        own: bool = True,
        counter: TextCounter | None = None,
        clock: Clock | None = None,
        outline: Outline = outlined,
    ) -> None:
        """Make one for an editor.

        root: the folder below which imported files are looked for; without it none are read.
        providers: asked beside brimful's own, or, with `own=False`, alone.
        """
        self.recent = RecentDocuments(settings)
        self._settings = settings
        self._root = Root(root) if root else None
        self._counter = counter or TextCounter()
        self._clock = clock or LoopClock()
        self._providers = (*(self._own(outline) if own else ()), *providers)
        self._warming: Warming | None = None

    async def __aenter__(self) -> Completion:
        self._counter.counting(self._settings.encoding)  # loads the vocabulary: not at the first request
        self._warming = Warming(self._providers, self._clock, self._settings)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        warming, self._warming = self._warming, None
        if warming:
            await warming.aclose()

    def opened(self, path: str, text: str) -> None:
        """A document was opened."""
        self.recent.opened(path, text)

    def changed(self, path: str, text: str, offset: int | None = None) -> None:
        """A document was edited; the cursor is where the edit ends, unless said otherwise."""
        before = self.recent.get(path)
        self.recent.changed(path, text)
        if self._warming and (before is None or before.text != text):
            place = self._place(
                path, text, changed_until(before.text if before else "", text) if offset is None else offset
            )
            if self._room(place):
                self._warming.edited(place)

    def focused(self, path: str, text: str | None = None) -> None:
        """A document has the focus now."""
        self.recent.focused(path, text)

    def closed(self, path: str) -> None:
        """A document was closed."""
        self.recent.closed(path)

    def moved(self, cursor: Cursor) -> None:
        """The cursor moved in an open document; nothing follows unless it may be about to type."""
        document = self.recent.get(cursor.path)
        if not (self._warming and document and cursor.only and cursor.empty):
            return
        place = self._place(cursor.path, document.text, cursor.offset)
        if self._room(place):
            self._warming.moved(place, cursor.by)

    async def context(
        self, path: str, text: str, cursor: int, budget: int | None = None, timeout_s: float | None = None
    ) -> CompletionContext:
        """Return the context at a cursor, an offset into the text.

        budget: tokens that the pieces which matter may take; the setting unless given, and never more than is left
                beside the document.
        timeout_s: the longest wait for providers; the race of the settings if that is shorter.
        """
        if self._warming is None:
            raise RuntimeError("a Completion is used within `async with`")
        self.recent.changed(path, text)
        place = self._place(path, text, cursor)
        room = self._room(place)
        if not room:
            nothing = LeftOut("the document", "all", path, len(text), "it leaves no room for anything else")
            return self._prompt(place, (), Gathered((), (nothing,), 0.0), 0)
        gathered = await self._warming.gather(place, timeout_s)
        most = room * self._settings.chars_per_token
        chosen = choose(
            self._distinct(gathered.items),
            min(budgets.primary(budget, self._settings), most),
            budgets.optional(self._settings.mode, min(budgets.secondary(self._settings), most), len(text)),
            mandatory_from=self._settings.mandatory_from,
        )
        left_out = gathered.left_out + chosen.left_out
        return self._prompt(place, chosen.items, msgspec.structs.replace(gathered, left_out=left_out), room)

    async def settled(self) -> None:
        """Wait until nothing is being warmed any more."""
        if self._warming:
            await self._warming.settled()

    def forget(self) -> None:
        """Drop what was read and worked out: for when files have changed on disk."""
        if self._warming:
            self._warming.forget()

    def _own(self, outline: Outline) -> tuple[Provider, ...]:
        signatures = Signatures(outline, self._settings)
        imports = (Imports(self._root, self.recent, signatures, self._settings),) if self._root else ()
        return (
            Locals(self._settings),
            *imports,
            Similar(self.recent, self._settings),
            Neighbours(self.recent, signatures),
        )

    def _place(self, path: str, text: str, offset: int) -> Place:
        if not 0 <= offset <= len(text):
            raise ValueError(f"the cursor must be 0 … {len(text):,} in {path}, not {offset:,}")
        return Place(path, text, offset, language_of(path))

    def _room(self, place: Place) -> int:
        return budgets.available(len(place.text), self._settings)

    def _distinct(self, items: Iterable[Item]) -> list[Item]:
        """The pieces with their paths below the root; of pieces that say the same, the more important."""
        found: dict[str, Item] = {}
        for each in sorted(items, key=lambda one: -one.priority):
            found.setdefault(each.text, msgspec.structs.replace(each, path=self._shown(each.path)))
        return list(found.values())

    def _shown(self, path: str) -> str:
        return (self._root.below(path) if self._root and path else "") or path

    def _prompt(self, place: Place, items: Sequence[Item], gathered: Gathered, room: int) -> CompletionContext:
        prompt = assemble(place, items, self._counter, self._settings)
        return CompletionContext(
            prompt.items,
            prompt.preamble,
            prompt.prefix,
            prompt.suffix,
            prompt.text,
            prompt.tokens,
            room,
            gathered.waited_s * 1000,
            gathered.left_out + prompt.left_out,
        )
