"""Directory listings (ls, ls -la, ls -R, find, git ls-files, tree, du): all names if they fit, packed; else fewer.

Names matter more than their dates and modes, so those go first; then names stand beside one another, under their
folder; then the middles of folders go, with how many there were and of what kinds. First and last entries stand.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

from msgspec import Struct, structs

from brimful.results.condense.fit import clip, fill, fit, ranking
from brimful.results.condenser import Condensed, Room, Weight

_LONG = re.compile(
    r"\s*(?:\d+\s+)?(?:[\d.]+[KMGTP]?\s+)?(?P<kind>[-dlbcpsD])[-rwxsStTl]{9}[+@.]?\s+\d+\s+\S+\s+(?:\S+\s+)?"
    r"(?P<size>[\d.,]+[KMGTPB]?)\s+(?P<date>\S+\s+\S+\s+\S+|\d{4}-\S+ \S+(?: [-+]\d{4})?)\s(?P<name>.+)"
)
_TOTAL = re.compile(r"total [\d.,]+[KMGTP]?")
_SECTION = re.compile(r"(?P<path>\S.{0,400}):")
_TREE = re.compile(r"(?P<stem>[│|\s]*)(?P<branch>[├└|`+\\]\s?[─-]+[> ]?\s?)(?P<name>.+)")
_TREE_TOTAL = re.compile(r"\d[\d,]* director(?:y|ies)(?:, \d[\d,]* files?)?")
_USED = re.compile(r"\s*[\d.,]+[KMGTPB]?i?B?\t\S.*")
_PATH = re.compile(
    r"(?:[A-Za-z]:\\|~?\.{0,2}/)?[^\s:;,()\[\]{}<>'\"=|*?&!`]+(?: [^\s:;,()\[\]{}<>'\"=|*?&!`]+){0,3}/?"
)
_TROUBLE = re.compile(r"(?:ls|find|du|tree): .+")

_LOOK_AT = 200
_NAMED_FULL = 5  # paths that stand whole at the beginning of a list of paths
_NAME_LENGTH = 200
_KINDS_SHOWN = 6
_LEAST_NAMES = 3
_LEAST_COMMON = 12


class Entry(Struct, frozen=True):
    """A file or folder of a listing, in the folder it stands under."""

    name: str
    raw: str
    folder: str = ""
    is_folder: bool = False
    size: str = ""


class _Listing(Struct, frozen=True):
    entries: list[Entry]
    folders: list[str]  # in their order, as they stand as headings
    notes: list[str]  # totals and troubles
    kind: str


class Listings:
    """Names of files and folders."""

    name = "listing"

    def suits(self, text: str) -> float:
        """By the share of lines that have the form of an entry."""
        lines = [line for line in text[: _LOOK_AT * 300].split("\n", _LOOK_AT)[:_LOOK_AT] if line.strip()]
        if len(lines) < 3:
            return 0.0
        kind, share = _kind(lines)
        sure = {"long": 0.97, "tree": 0.95, "used": 0.9, "sections": 0.8, "paths": 0.75, "names": 0.45}.get(kind, 0.0)
        return sure * share

    def condense(self, text: str, room: Room) -> Condensed:
        """As many names as fit, and how many there are."""
        listing = _read(text)
        if listing.kind in ("tree", "used"):
            return fit(text, room, lambda budget: _draw_lines(listing, budget))
        return fit(text, room, lambda budget: _draw(listing, budget))


def _kind(lines: list[str]) -> tuple[str, float]:
    """What wrote the listing, and the share of lines that agree."""
    count = len(lines)
    long = sum(1 for line in lines if _is_long(line))
    if long >= count * 0.6:
        return "long", 1.0
    tree = sum(1 for line in lines[1:] if _TREE.match(line) or _TREE_TOTAL.fullmatch(line))
    if tree >= (count - 1) * 0.8 and any("─" in line or "--" in line for line in lines):
        return "tree", 1.0
    used = sum(
        1 for line in lines if (_USED.fullmatch(line) and "/" in line) or re.fullmatch(r"[\d.]+[KMGT]?\t\S+", line)
    )
    if used >= count * 0.9:
        return "used", 1.0
    paths = [line for line in lines if _PATH.fullmatch(line)]
    sections = sum(1 for line in lines if line.endswith(":") and _PATH.fullmatch(line[:-1]))
    if sections >= 2 and len(paths) + sections >= count * 0.95 and lines[0].endswith(":"):
        return "sections", 1.0
    slashed = sum(1 for line in paths if "/" in line)
    spaced = sum(1 for line in paths if " " in line)
    if slashed >= count * 0.7 and len(paths) >= count * 0.9 and spaced <= count * 0.1:
        return "paths", len(paths) / count
    if len(paths) >= count * 0.95 and spaced <= count * 0.05 and _are_files(paths):
        return "names", len(paths) / count
    return "", 0.0


def _are_files(names: list[str]) -> bool:
    """Whether names without folders are likely those of files: many have an ending, none is a number."""
    ended = sum(1 for name in names if re.search(r"[^.]\.[A-Za-z][A-Za-z0-9]{0,9}$", name))
    numbers = sum(1 for name in names if re.fullmatch(r"[-+\d.,%]+", name))
    return ended >= len(names) * 0.3 and numbers <= len(names) * 0.1


def _is_long(line: str) -> bool:
    return bool(_LONG.fullmatch(line[:1_000]) or _TOTAL.fullmatch(line))


def _read(text: str) -> _Listing:
    lines = [line.rstrip("\r") for line in text.split("\n")]
    kind, _ = _kind([line for line in lines[:_LOOK_AT] if line.strip()])
    entries: list[Entry] = []
    folders: list[str] = []
    notes: list[str] = []
    folder = ""
    for line in lines:
        if not line.strip():
            continue
        if _TOTAL.fullmatch(line) or _TROUBLE.fullmatch(line) or _TREE_TOTAL.fullmatch(line):
            if not folders or not _TOTAL.fullmatch(line):
                notes.append(line)
        elif kind in ("sections", "long") and _SECTION.fullmatch(line) and not _is_long(line):
            folder = line
            folders.append(line)
        else:
            entries.append(_entry(line, folder, kind))
    known = {folder[:-1] for folder in folders}
    if known:
        entries = [_as_folder(entry) if _below(entry) in known else entry for entry in entries]
    return _Listing([entry for entry in entries if entry.name not in (".", "..")], folders, notes, kind)


def _entry(line: str, folder: str, kind: str) -> Entry:
    long = _LONG.fullmatch(line) if kind == "long" else None
    if long:
        is_folder = long["kind"] == "d"
        return Entry(long["name"], line, folder, is_folder, "" if is_folder else long["size"])
    return Entry(line, line, folder, line.endswith("/"))


def _below(entry: Entry) -> str:
    return f"{entry.folder[:-1]}/{entry.name}"


def _as_folder(entry: Entry) -> Entry:
    return Entry(entry.name, entry.raw, entry.folder, True)


def _draw(listing: _Listing, budget: int) -> Condensed:
    """The first of the forms that fits, from rich to poor."""
    if sum(len(entry.name.rpartition("/")[2]) + 1 for entry in listing.entries) > budget:
        return _by_folder(_as_paths(listing) if listing.kind == "paths" else listing, budget)
    forms: list[Callable[[], str]] = [lambda: _raw(listing)] if listing.kind == "long" else []
    if listing.kind == "long" and not listing.folders:
        forms += [lambda: _packed(listing, sizes=True)]
    if listing.kind != "paths":
        forms += [lambda: _packed(listing, sizes=False)]
    for form in forms:
        text = form()
        if len(text) <= budget:
            return Condensed(text)
    if listing.kind == "paths":
        return _some_whole(listing, budget) or _by_folder(_as_paths(listing), budget)
    return _by_folder(listing, budget)


def _some_whole(listing: _Listing, budget: int) -> Condensed | None:
    """All names: the first paths whole, as many as fit, the others under their folders."""
    best = None
    least, most = 0, len(listing.entries)
    while least < most:
        middle = (least + most + 1) // 2
        lines = [_summary(listing), *(entry.raw for entry in listing.entries[:middle])]
        if middle < len(listing.entries):
            lines.append(_packed(_as_paths(structs.replace(listing, entries=listing.entries[middle:])), sizes=False))
        text = "\n".join(lines)
        if len(text) <= budget:
            least, best = middle, text
        else:
            most = middle - 1
    return Condensed(best) if best is not None and least >= _NAMED_FULL else None


def _raw(listing: _Listing) -> str:
    """Lines as they stood, without `.` and `..`."""
    return "\n".join([*_grouped_raw(listing), *(note for note in listing.notes if not _TOTAL.fullmatch(note))])


def _grouped_raw(listing: _Listing) -> list[str]:
    lines = [note for note in listing.notes if _TOTAL.fullmatch(note)]
    folder = ""
    for entry in listing.entries:
        if entry.folder != folder:
            folder = entry.folder
            lines.append(folder)
        lines.append(entry.raw)
    return lines


def _label(entry: Entry, sizes: bool) -> str:
    name = clip(entry.name, _NAME_LENGTH)
    if entry.is_folder and not name.endswith("/"):
        return f"{name}/"
    return f"{name} {entry.size}" if sizes and entry.size else name


def _packed(listing: _Listing, *, sizes: bool) -> str:
    """All names, folder by folder, beside one another; folders have a slash."""
    lines = [*listing.notes, _summary(listing) + (" (names with sizes)" if sizes else "")]
    for folder, entries in _folders(listing).items():
        between = ", " if sizes else "  "
        names = between.join(_label(entry, sizes) for entry in entries)
        lines.append(f"{folder} {names}".strip())
    return "\n".join(lines)


def _folders(listing: _Listing) -> dict[str, list[Entry]]:
    folders: dict[str, list[Entry]] = {folder: [] for folder in listing.folders}
    for entry in listing.entries:
        folders.setdefault(entry.folder, []).append(entry)
    return folders


def _summary(listing: _Listing) -> str:
    inner = sum(1 for entry in listing.entries if entry.is_folder)
    said = f"{len(listing.entries):,} entries"
    if inner:
        said += f", {inner:,} of them folders"
    return said + (f", in {len(listing.folders):,} folders" if listing.folders else "")


def _kinds(entries: list[Entry]) -> str:
    """How many there are of each file ending."""
    endings = Counter(_ending(entry.name) for entry in entries if not entry.is_folder)
    common = [(ending, count) for ending, count in endings.most_common(_KINDS_SHOWN) if ending and count > 1]
    return ", ".join(f"{ending} {count:,}" for ending, count in common)


def _ending(name: str) -> str:
    base = name.rpartition("/")[2]
    stem, dot, ending = base.rpartition(".")
    return f".{ending}" if dot and stem and len(ending) <= 10 and " " not in ending else ""


def _as_paths(listing: _Listing) -> _Listing:
    """A list of paths as folders with names; where all are below one long folder, that is said once."""
    split = [(*entry.raw.rstrip("/").rpartition("/"), entry.raw) for entry in listing.entries]
    above = _common([folder for folder, _, _, _ in split])
    entries = []
    folders: dict[str, None] = {}
    for folder, slash, name, raw in split:
        heading = f"{folder}{slash}"[len(above) :] + ":"
        heading = heading if heading != ":" else "./:"
        folders[heading] = None
        entries.append(Entry(name or raw, raw, heading, raw.endswith("/")))
    notes = [*listing.notes, f"below {above}"] if above else listing.notes
    return _Listing(entries, list(folders), notes, listing.kind)


def _common(folders: list[str]) -> str:
    """The folder, with its slash, that all folders are or are below, if it is worth saying once."""
    first, last = min(folders).split("/"), max(folders).split("/")
    same = next(
        (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last))
    )
    above = "/".join(first[:same]) + "/"
    return above if len(above) >= _LEAST_COMMON else ""


def _by_folder(listing: _Listing, budget: int) -> Condensed:
    """Folders with as many of their first and last names as fit; if not all folders fit, the first and last."""
    total = len(listing.entries)
    kinds = _kinds(listing.entries)
    head = [*listing.notes[:_NAMED_FULL], _summary(listing) + (f"; {kinds}" if kinds else "")]
    if listing.kind == "paths":  # the first ones whole, to show how they are written
        head = [entry.raw for entry in listing.entries[:_NAMED_FULL]] + head
    start = "\n".join(clip(line, _NAME_LENGTH * 2) for line in head)
    folders = _folders(listing)
    largest = max(map(len, folders.values()), default=0)
    best = _folder_lines(folders, 0, budget - len(start) - 1)
    least, most = 0, 0 if best.dropped else min(largest, budget)
    while least < most:
        middle = (least + most + 1) // 2
        made = _folder_lines(folders, middle, budget - len(start) - 1)
        if not made.dropped and len(made.text) <= budget - len(start) - 1:
            least, best = middle, made
        else:
            most = middle - 1
    left = {"entries": total - best.names, "folders": best.dropped}
    return Condensed(f"{start}\n{best.text}", {kind: count for kind, count in left.items() if count})


class _Lines(Struct, frozen=True):
    text: str
    names: int
    dropped: int


def _folder_lines(folders: dict[str, list[Entry]], count: int, budget: int) -> _Lines:
    """A line a folder, with `count` of its names."""
    held = list(folders.items())
    if not held:
        return _Lines("", 0, 0)
    last = len(held) - 1
    filled = fill(
        [*([0, last] if last else [0]), *ranking([Weight.PLAIN] * len(held))[2:]],
        lambda at: _folder_line(*held[at], max(count, _LEAST_NAMES if at in (0, last) else 0)),
        budget,
        lambda missing: f"… {missing:,} more of {len(held):,} folders …",
    )
    names = (min(max(count, _LEAST_NAMES if at in (0, last) else 0), len(held[at][1])) for at in filled.shown)
    return _Lines(filled.text, sum(names), len(held) - len(filled.shown))


def _folder_line(folder: str, entries: list[Entry], count: int) -> str:
    """`./src: 40 entries: a.py  b.py  … 37 more …  z.py`; folders first where they are told apart."""
    if count >= len(entries):
        return f"{folder} {'  '.join(_label(entry, False) for entry in entries)}".strip()
    inner = [entry for entry in entries if entry.is_folder]
    first, last = entries[: max(1, (count + 1) // 2)], entries[len(entries) - count // 2 :] if count > 1 else []
    if not count:
        return f"{folder} ({len(entries):,})".strip()
    if len(inner) < count - 1:  # all folders, then the ends of the files
        files = [entry for entry in entries if not entry.is_folder]
        spare = count - len(inner)
        first, last = files[: (spare + 1) // 2], files[len(files) - spare // 2 :] if spare > 1 else []
        first = inner + first
    missing = len(entries) - len(first) - len(last)
    parts = [_label(entry, False) for entry in first]
    parts.append(f"… {missing:,} more of {len(entries):,} …")
    parts.extend(_label(entry, False) for entry in last)
    return f"{folder} {'  '.join(parts)}".strip()


def _draw_lines(listing: _Listing, budget: int) -> Condensed:
    """Trees and sizes: shallow entries and ends before others."""
    total = len(listing.entries)
    head = "\n".join([*listing.notes, f"{total:,} lines"])
    made = fill(
        ranking([_weight(entry, listing.kind) for entry in listing.entries]),
        lambda at: clip(listing.entries[at].raw, _NAME_LENGTH),
        budget - len(head) - 1,
        lambda missing: f"… {missing:,} more of {total:,} lines …",
    )
    hidden = total - len(made.shown)
    return Condensed(f"{head}\n{made.text}", {"lines": hidden} if hidden else {})


def _weight(entry: Entry, kind: str) -> float:
    """Shallow before deep; of sizes the larger."""
    if kind == "tree":
        found = _TREE.match(entry.raw)
        return Weight.PLACE - min(len(found["stem"]) if found else 0, Weight.PLAIN)
    amount = re.match(r"\s*([\d.,]{1,30})([KMGTP]?)", entry.raw)
    digits = re.sub(r"[.,]\d*$", "", amount[1]).replace(",", "") if amount else ""
    if not amount or not digits.isdigit():
        return Weight.PLAIN
    return Weight.PLAIN + math.log2(1 + int(digits) * 1024 ** ("KMGTP".find(amount[2]) + 1 if amount[2] else 0))
