"""A manifest for a person at a terminal (PT-10).

First how full the prompt is, then the tree, then the pruning steps. Ten thousand entries still read in a screen or
two: long rows of siblings are folded, and when that is not enough, deep levels are too. Nothing depends on colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from brimful.prompt.columns import cut, one_line, pad, width, wrap
from brimful.prompt.manifest import Fate, Manifest, Step
from brimful.prompt.manifest_lines import Line, all_lines, fitting_lines
from brimful.prompt.manifest_tree import Fold, Node, Tree, grow
from brimful.prompt.manifest_words import (
    MINUS,
    fates,
    folded,
    fullness,
    listing,
    number,
    reason,
    short,
    tags,
    told,
)

NARROWEST = 40  # below this nothing would be left beside the numbers
_BAR = 60  # columns of the fill bar, where there is room
_STEPS_AT_AN_END = 5
_IDS_IN_A_STEP = 3
_START = 22  # columns before the tree: two numbers and a mark
_ROOM = 24  # columns that words need beside the tree; with fewer, a reason gets lines of its own
_MARKS: dict[Fate, str] = {"kept": "·", "pruned": "✗", "emptied": "○", "unused": "–"}
_COLORS: dict[Fate, str] = {"kept": "", "pruned": "31", "emptied": "33", "unused": "2"}
_BOLD, _DIM, _GREEN, _RED = "1", "2", "32", "31"


def as_text(manifest: Manifest, *, width: int = 100, color: bool = False, full: bool = False) -> str:
    """The account as text, in at most `width` columns; `full` folds nothing. ANSI codes only with `color`."""
    tree = grow(manifest)
    sheet = _Sheet(max(width, NARROWEST), color)
    sections = [
        list(_header(manifest, tree, sheet)),
        list(_tree(tree, sheet, full)),
        list(_steps(manifest, tree, sheet, full)),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


class _Sheet(Struct, frozen=True):
    """What is written on: its width, and whether it takes colour."""

    width: int
    color: bool

    def line(self, text: str, code: str = "") -> str:
        """A line cut to the width."""
        return self.paint(cut(text.rstrip(), self.width), code)

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and code and text else text


def _header(manifest: Manifest, tree: Tree, sheet: _Sheet) -> Iterator[str]:
    counted = f" · counted with {one_line(manifest.counter)}" if manifest.counter else ""
    yield sheet.line(
        f"{number(manifest.tokens)} of {number(manifest.budget)} tokens · {fullness(manifest)}{counted}", _BOLD
    )
    columns = min(_BAR, sheet.width)
    filled = min(columns, max(0, round(manifest.fill * columns)))
    color = _RED if manifest.free < 0 else _GREEN
    yield sheet.paint("█" * filled, color) + sheet.paint("░" * (columns - filled), _DIM)
    counts = fates(tree.nodes).replace(", ", " · ") or "nothing in it"
    lost = sum(tree.nodes[root].lost_inside for root in tree.roots)
    left = f" · {lost:,} tokens left behind" if lost else ""
    yield sheet.line(f"{len(tree.nodes):,} elements: {counts}{left}")


def _tree(tree: Tree, sheet: _Sheet, full: bool) -> Iterator[str]:
    if not tree.nodes:
        return
    lines = all_lines(tree) if full else fitting_lines(tree)
    label = max(len("element"), *(width(line.label) for line in lines))
    label = min(label, max(16, sheet.width * 2 // 5))
    kind = max((width(one_line(line.shown.entry.kind)) for line in lines if isinstance(line.shown, Node)), default=0)
    columns = _Columns(label, min(kind, sheet.width // 6), tree.root)
    yield sheet.line(f"{'tokens':>9} {'given':>9}   {pad('element', label)}", _DIM)
    for line in lines:
        yield from _written(line, columns, sheet)
    yield sheet.line("· kept   ✗ pruned   ○ emptied   – unused   " + f"{MINUS}n: tokens left behind", _DIM)


class _Columns(Struct, frozen=True):
    """What depends on the whole tree: the widths of two columns, and the root that ids are said from."""

    label: int
    kind: int
    root: str


def _written(line: Line, columns: _Columns, sheet: _Sheet) -> Iterator[str]:
    if isinstance(line.shown, Fold):
        yield _fold_line(line.rails, line.shown, sheet)
        return
    node = line.shown
    entry = node.entry
    count = number(entry.tokens) if not entry.is_gone else f"{MINUS}{entry.used:,}"
    start = f"{count:>9} {number(entry.allotted):>9} {_MARKS[entry.fate]} {pad(line.label, columns.label)}  "
    start += f"{pad(one_line(entry.kind), columns.kind)}  "
    said = " · ".join([*_why(line, columns.root), *tags(entry)])
    preview = one_line(entry.preview)
    room = sheet.width - width(start)
    code = _COLORS[entry.fate]
    if entry.is_gone and width(said) > room:  # why it went must be readable, whatever the width
        beside = preview if room >= _ROOM else ""
        yield sheet.line(start + beside, code)
        inner = sheet.width - _START - len(line.rails) - 2
        yield from (sheet.line(f"{'':{_START}}{_below(line)}{part}", code) for part in wrap(said, inner))
    else:
        yield sheet.line(start + "   ".join(filter(None, [said, preview])), code)


def _below(line: Line) -> str:
    """The rails of a second line of the same element."""
    deeper = isinstance(line.shown, Node) and bool(line.shown.children) and not line.hides
    own = {"├ ": "│ ", "└ ": "  "}.get(line.rails[-2:], "")
    return line.rails[:-2] + own + ("│ " if deeper else "  ")


def _why(line: Line, root: str) -> Iterator[str]:
    node = line.shown
    if isinstance(node, Node) and line.hides:
        yield f"{node.inside:,} inside"
    if isinstance(node, Node) and node.entry.fate != "kept":
        yield told(reason(node.entry), root)


def _fold_line(rails: str, row: Fold, sheet: _Sheet) -> str:
    tokens = sum(node.entry.tokens for node in row.nodes)
    lost = sum(node.lost_inside for node in row.nodes)
    left = f" ({MINUS}{lost:,})" if lost else ""
    return sheet.line(f"{number(tokens):>9} {'':>9}   {rails}… {folded(row.nodes)}{left}", _DIM)


def _steps(manifest: Manifest, tree: Tree, sheet: _Sheet, full: bool) -> Iterator[str]:
    steps = manifest.steps
    if not steps:
        return
    lost = _lost_by_step(tree)
    limits = max(len("limit"), *(width(short(step.limit, tree.root)) for step in steps))
    form = _StepForm(lost, min(limits, sheet.width // 4), tree.root, sheet)
    yield sheet.line(f"{'step':>9} {'tokens':>9}   {pad('limit', form.limits)}  what went", _DIM)
    hidden = 0 if full else len(steps) - 2 * _STEPS_AT_AN_END
    if hidden <= 1:
        yield from (form.line(step) for step in steps)
        return
    yield from (form.line(step) for step in steps[:_STEPS_AT_AN_END])
    yield form.hidden(steps[_STEPS_AT_AN_END:-_STEPS_AT_AN_END])
    yield from (form.line(step) for step in steps[-_STEPS_AT_AN_END:])


def _lost_by_step(tree: Tree) -> dict[int, int]:
    lost: dict[int, int] = {}
    for node in tree.nodes:
        lost[node.entry.step] = lost.get(node.entry.step, 0) + node.lost
    return lost


class _StepForm(Struct, frozen=True):
    """How steps are written: tokens by step, the width of the column of limits, the root ids are said from."""

    lost: dict[int, int]
    limits: int
    root: str
    sheet: _Sheet

    def line(self, step: Step) -> str:
        """One step."""
        went = ", ".join(listing(step.removed, _IDS_IN_A_STEP, self.root))
        along = ", ".join(listing(step.along, _IDS_IN_A_STEP, self.root))
        what = f"{went}, and with it {along}" if along else went
        limit = pad(short(step.limit, self.root), self.limits)
        return self.sheet.line(f"{number(step.number):>9} {self._taken([step])}   {limit}  {what}")

    def hidden(self, steps: Sequence[Step]) -> str:
        """Many steps in one line."""
        went = sum(len(step.removed) + len(step.along) for step in steps)
        return self.sheet.line(f"{'…':>9} {self._taken(steps)}   {len(steps):,} more steps, {went:,} elements", _DIM)

    def _taken(self, steps: Sequence[Step]) -> str:
        taken = sum(self.lost.get(step.number, 0) for step in steps)
        return f"{f'{MINUS}{taken:,}' if taken else '–':>9}"
