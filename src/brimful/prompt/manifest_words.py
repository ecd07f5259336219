"""How a manifest is put into words, the same in a terminal and on the page (PT-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from brimful.prompt.columns import one_line
from brimful.prompt.manifest import Entry, Fate, Manifest
from brimful.prompt.manifest_tree import Node, is_inside, kinds

FATES: tuple[Fate, ...] = ("kept", "pruned", "emptied", "unused")
MINUS = "\N{MINUS SIGN}"
_KINDS_NAMED = 3  # kinds that a folded row names before it says "others"


class Id(Struct, frozen=True):
    """An element that a sentence points at; the page makes it a link."""

    id: str


Phrase: TypeAlias = tuple[str | Id, ...]

_EMPTY: Phrase = ("nothing was left in it",)


def reason(entry: Entry) -> tuple[Phrase, ...]:
    """Why it is not in the prompt: when, by which limit, what took it along, in whose favour. Empty when it is."""
    if entry.fate == "kept":
        return ()
    if entry.fate == "unused":
        return (("not needed",),)
    phrases: list[Phrase] = []
    if entry.step:
        phrases.append((f"step {entry.step}",))
        phrases.append(("limit ", Id(entry.limit)) if entry.limit else ("limit of the whole prompt",))
    phrases.append(_cause(entry))
    if entry.favour:
        phrases.append(("in favour of ", Id(entry.favour)))
    return tuple(phrases)


def told(phrases: Sequence[Phrase], root: str = "") -> str:
    """Phrases as text; ids are said from `root` on."""
    return " · ".join("".join(_word(word, root) for word in phrase) for phrase in phrases)


def short(id_: str, root: str) -> str:
    """An id on one line, without the root that all share."""
    return one_line(id_.removeprefix(f"{root}/") if root else id_)


def tags(entry: Entry) -> list[str]:
    """What is special about it, in a word each."""
    found = ["required"] if entry.required else []
    if entry.priority is not None and not entry.is_gone:
        found.append(f"priority {entry.priority:,.15g}")
    if entry.grown > 0:
        found.append(f"grew by {entry.grown:,}")
    return found


def fates(nodes: Sequence[Node]) -> str:
    """How many came to which end: "12 kept, 25 pruned"."""
    count = {fate: sum(node.entry.fate == fate for node in nodes) for fate in FATES}
    return ", ".join(f"{count[fate]:,} {fate}" for fate in FATES if count[fate])


def folded(nodes: Sequence[Node]) -> str:
    """A row of siblings in one line: "37 more TextChunks, 12 kept, 25 pruned"."""
    return f"{len(nodes):,} more {_kinds(nodes)}, {fates(nodes)}"


def percent(share: float) -> str:
    """A share for people; what is a little is not called nothing, and what is not all is not called all."""
    if 0 < share < 0.01:
        return "< 1 %"
    if 0.99 < share < 1:
        return "99 %"
    return f"{share * 100:,.0f} %"


def fullness(manifest: Manifest) -> str:
    """How full it is, in a sentence."""
    if manifest.free < 0:
        return f"{-manifest.free:,} tokens over the budget"
    return f"{percent(manifest.fill)} full, {manifest.free:,} free"


def number(value: int | None) -> str:
    """A count of tokens, or a dash where there is none."""
    return "–" if value is None else f"{value:,}".replace("-", MINUS)


def listing(ids: Sequence[str], most: int, root: str = "") -> Iterator[str]:
    """The first ids, and how many more there are."""
    yield from (short(id_, root) for id_ in ids[:most])
    if len(ids) > most:
        yield f"{len(ids) - most:,} more"


def _word(word: str | Id, root: str) -> str:
    return short(word.id, root) if isinstance(word, Id) else word


def _cause(entry: Entry) -> Phrase:
    if not entry.cause:
        return _EMPTY if entry.fate == "emptied" else _lowest(entry.priority)
    if entry.cause == "empty":
        return _EMPTY
    if is_inside(entry, entry.cause):
        return ("went with all of ", Id(entry.cause))
    return ("went with its partner ", Id(entry.cause))


def _lowest(priority: float | None) -> Phrase:
    return ("lowest priority" if priority is None else f"lowest priority, {priority:,.15g}",)


def _kinds(nodes: Sequence[Node]) -> str:
    count = kinds(nodes)
    if len(count) == 1:
        return _plural(one_line(next(iter(count))))
    named = [f"{times:,} {one_line(kind)}" for kind, times in count.most_common(_KINDS_NAMED)]
    others = sum(count.values()) - sum(times for _, times in count.most_common(_KINDS_NAMED))
    return f"({', '.join([*named, f'{others:,} others'] if others else named)})"


def _plural(kind: str) -> str:
    return kind if kind.endswith(("s", "y", "x")) else f"{kind}s"
