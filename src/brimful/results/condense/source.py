"""Source files (cat, nl, sed -n, a reader with line numbers): an outline of signatures with their line numbers.

Definitions are found by the patterns of the usual languages, line by line, since what a tool shows is often a part
of a file that no parser takes. Outer definitions stay longest, then members, then what is local; the rest of the
room goes to the first and last lines, to notes (TODO, FIXME) and to the first line of each body.
"""

from __future__ import annotations

import re
from bisect import bisect
from itertools import pairwise

from msgspec import Struct

from brimful.results.condense.fit import clip, fit
from brimful.results.condenser import Condensed, Room, Weight

# `   12\ttext` (cat -n, nl), `12→text`, `12: text`, `12| text`.
_NUMBERED = re.compile(r"\s{0,12}(?P<number>\d{1,7})(?:(?:\t|→|: |:| ?\| ?|  )(?P<code>.*))?")
_LEAST_NUMBERED = 0.9

_BEFORE = (
    r"(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual"
    r"|sealed|unsafe|extern(?: \"C\")?|inline|const|constexpr|readonly|open|data|suspend|partial|synchronized|native"
    r"|pub(?:\([a-z:]+\))?|local|strictfp|transient|volatile|template\s?<[^>]{0,100}>)\s+){0,6}"
)
_KEYWORDED = re.compile(
    rf"\s*{_BEFORE}(?P<kind>def|class|function\*?|func|fn|impl|interface|struct|enum|trait|type|module|mod|namespace"
    r"|record|object|protocol|extension|macro_rules!|union|typedef|package|defmodule|defp|defmacro|sub|procedure"
    r"|CREATE (?:OR REPLACE )?(?:TABLE|VIEW|FUNCTION|PROCEDURE|INDEX|TRIGGER)|@interface)"
    r"\b\s*(?:<[^>]{0,80}>\s*|\([^)]{0,80}\)\s+)?(?P<name>[\w$.:<>~-]+)?"
)
_VALUE = re.compile(
    rf"\s*{_BEFORE}(?P<kind>const|let|var|val|static|auto)\s+(?:mut\s+)?(?P<name>[\w$]+)\s*(?::[^=\n]{{1,200}})?=?"
)
_FUNCTION_VALUE = re.compile(
    r"=\s*(?:async\s*)?(?:function\b|\([^()]{0,300}\)\s*(?::[^=]{1,80})?=>|[\w$]+\s*=>|class\b)"
)
# Members without a keyword: `public static int size()`, `async run(task: Task): Promise<void> {`, `int main(void)`.
_MEMBER = re.compile(r"(?P<name>[~#]?[\w$:]{1,120})\s?(?:<[^<>()]{0,60}>)?$")
_TYPE = re.compile(r"[\w$:.<>\[\],?&*@-]+")
_NO_NAMES = frozenset(
    re.findall(
        r"\w+",
        "if for while switch catch return else do try with await throw new function sizeof assert print elif match "
        "when super this typeof delete yield raise except lambda and or not in is case using lock foreach "
        "until unless",
    )
)
_HEADING = re.compile(r"#{1,6} \S.*")
_NOTE = re.compile(r"\b(?:TODO|FIXME|XXX|HACK|BUG)\b")
_IMPORT = re.compile(
    r"\s*(?:import\b|from\s+\S+\s+import\b|#include\b|use\s+[\w:{]|using\s+[\w.]+;|require\b|package\s+[\w.]+)"
)
_LANGUAGE = re.compile(r"[{};]\s*$|\):\s*$|:\s*$|^\s*(?:#|//|/\*|\*|return\b|if\b|else|for\b|while\b|@\w|\}|\))")
_NO_SOURCE = re.compile(
    r"^(?:={5,}|-{5,}) |^Traceback |^E   |^diff --git |^\$ |^\d+ passed|^error(?:\[E\d+\])?:"
    r"|^[+-]{3} |^(?:FAIL|PASS|ok)\s",
    re.MULTILINE,
)

_LENGTHS = (160, 100, 70, 45)
_ENDS_LENGTH = 160
_ENDS = 3
_LOOK_AT = 400
_LEAST_LINES = 5
_LEAST_NUMBERED_LINES = 3
_NOTE_ROOM = 60
_INNER = "  … in it: "  # before the names of local values that stand below their function
_LONGEST = 5_000
# Lines of prose may begin as code does: as many, for each heading, still make a text.
_STRAY_CODE = 0.2
_LONGEST_SIGNATURE = 600


class Definition(Struct, frozen=True):
    """A line that defines something, or that is worth showing for another reason."""

    line: int
    text: str
    weight: float
    name: str = ""  # the kind and the name, as they stand in the line
    again: bool = False  # whether a definition of that name stood before


class _Source(Struct, frozen=True):
    lines: list[str]  # without their numbers
    numbers: list[int]
    has_numbers: bool
    definitions: list[Definition]


class Source:
    """A file of code, or a part of one."""

    name = "source"

    def suits(self, text: str) -> float:
        """By numbers before the lines, by definitions, imports and the looks of the lines."""
        start = text[: _LOOK_AT * 200]
        source = _read("\n".join(start.split("\n", _LOOK_AT)[:_LOOK_AT]))
        full = [line for line in source.lines if line.strip()]
        if len(full) < (_LEAST_NUMBERED_LINES if source.has_numbers else _LEAST_LINES):
            return 0.0
        defined = sum(1 for held in source.definitions if held.name)
        if source.has_numbers:
            return 0.9 if defined else 0.6
        if _NO_SOURCE.search(start):
            return 0.0
        looks = sum(1 for line in full if _LANGUAGE.search(line) or _IMPORT.match(line)) / len(full)
        imports = any(_IMPORT.match(line) for line in full)
        if _is_text(full):
            return 0.55
        if not defined or looks < 0.25:
            return 0.0
        return min(0.8, 0.4 + looks / 2 + (0.1 if imports else 0.0))

    def condense(self, text: str, room: Room) -> Condensed:
        """Signatures with their lines' numbers, then what else fits."""
        source = _read(text)
        return fit(text, room, lambda budget: _draw(source, budget))


def _read(text: str) -> _Source:
    raw = text.split("\n")
    numbers, lines = _numbered(raw)
    has_numbers = bool(numbers)
    if not has_numbers:
        numbers, lines = list(range(1, len(raw) + 1)), raw
    return _Source(lines, numbers, has_numbers, _definitions(lines))


def _numbered(raw: list[str]) -> tuple[list[int], list[str]]:
    """The numbers before the lines, if nearly all have one and they count up one by one."""
    found = [_NUMBERED.fullmatch(line) for line in raw]
    held = [match for match in found if match]
    filled = sum(1 for line in raw if line.strip())
    if len(held) < max(2, filled * _LEAST_NUMBERED):
        return [], []
    steps = sum(1 for a, b in pairwise(held) if int(b["number"]) == int(a["number"]) + 1)
    if steps < (len(held) - 1) * _LEAST_NUMBERED:
        return [], []
    numbers: list[int] = []
    lines: list[str] = []
    for line, match in zip(raw, found, strict=True):
        numbers.append(int(match["number"]) if match else (numbers[-1] + 1 if numbers else 0))
        lines.append(match["code"] or "" if match else line)
    return numbers, lines


def _definitions(lines: list[str]) -> list[Definition]:
    """What is defined, line by line; outer before inner, and local values last."""
    found: list[Definition] = []
    is_text = _is_text(lines)
    around: list[tuple[int, bool]] = []  # indentation of the definitions around, and whether each is a function
    said: set[str] = set()
    fenced = False
    for at, line in enumerate(lines):
        if is_text and line.startswith("```"):
            fenced = not fenced
        if not line.strip() or len(line) > _LONGEST:
            continue
        indent = len(line) - len(line.lstrip())
        if is_text and not fenced and _HEADING.fullmatch(line):
            found.append(Definition(at, line.rstrip(), Weight.PLACE + 25 - 5 * line.index(" "), line))
        if is_text and not fenced:
            continue
        while around and around[-1][0] >= indent and not _goes_on(line):
            around.pop()
        following = lines[at + 1].strip() if at + 1 < len(lines) else ""
        weight, name, is_function = _weighed(line, following, indent, bool(around and around[-1][1]))
        if name and (is_function or weight > Weight.WARNING):
            around.append((indent, is_function))
        if weight:
            found.append(Definition(at, line.rstrip(), weight, name, name in said))
        said.add(name)
    return found


def _goes_on(line: str) -> bool:
    """Whether a line at the indentation of a definition still belongs to it: the end of a long signature."""
    bare = line.strip()
    return bare.startswith((")", "{", "]")) or (bare.startswith("}") and bare.endswith("{"))


def _is_text(lines: list[str]) -> bool:
    """Whether it is Markdown: begins with a heading, has inner ones, and no code outside of fences; comments of
    scripts look like headings too."""
    if not _HEADING.fullmatch(lines[0]):
        return False
    headings = inner = code = 0
    fenced = False
    for line in lines[:_LOOK_AT]:
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and _HEADING.fullmatch(line):
            headings += 1
            inner += line.startswith("##")
        elif not fenced and (_IMPORT.match(line[:500]) or re.match(r"(?:def|class|function|func|fn|echo) \S", line)):
            code += 1
    return inner > 0 and code <= headings * _STRAY_CODE


def _weighed(line: str, following: str, indent: int, in_function: bool) -> tuple[float, str, bool]:
    """How much a line matters, what it defines, and whether that is a function."""
    depth = min(indent, 40) / 4
    keyworded = _KEYWORDED.match(line)
    if keyworded and _is_definition(line, keyworded):
        kind = keyworded["kind"]
        is_function = kind.startswith(("def", "func", "fn", "sub", "proc"))
        name = _with_visibility(line, keyworded, line[keyworded.start("kind") : keyworded.end()].rstrip(" :<({"))
        return Weight.PLACE - depth * 10 + (0 if is_function else 5), name, is_function
    value = _VALUE.match(line)
    if value and "=" in line:
        name = _with_visibility(line, value, line[value.start("kind") : value.end("name")])
        is_function = bool(_FUNCTION_VALUE.search(line[:500]))
        if not in_function:
            return Weight.WARNING - depth * 10, name, is_function
        return Weight.ENDS - depth + (10 if is_function else 0), name, is_function
    member = "" if in_function else _member(line, following, indent)
    if member:
        return Weight.PLACE - depth * 10 - 5, member, True
    return (Weight.PLAIN if _NOTE.search(line[:500]) else 0), "", False


def _with_visibility(line: str, found: re.Match[str], name: str) -> str:
    """`export class X`: what stands before the kind belongs to how it is spoken of."""
    before = line[: found.start("kind")].strip()
    return f"{before} {name}" if before in ("export", "pub", "public", "export default", "export abstract") else name


def _is_definition(line: str, found: re.Match[str]) -> bool:
    """Whether the keyword begins a definition, and is no word of a sentence or a name."""
    kind, name = found["kind"], found["name"]
    rest = line[found.end() :]
    if kind in (
        "type",
        "record",
        "object",
        "module",
        "mod",
        "package",
        "sub",
        "union",
        "protocol",
        "extension",
        "enum",
    ):
        return bool(name) and bool(re.match(r"\s*(?:[={<(:;]|$|struct\b|interface\b|extends\b|with\b|func\b)", rest))
    if kind == "impl":
        return bool(re.search(r"\{\s*$|\bfor\b|$", rest))
    if not name:
        return kind.startswith("function") and "(" in rest
    return bool(
        re.match(r"\s*(?:[({<\[:;=]|$|extends\b|implements\b|:|->|where\b|for\b|do\b|struct\b|as\b|!|//|#)", rest)
    )


def _member(line: str, following: str, indent: int) -> str:
    """The name before brackets, if it is defined there and not called."""
    before, bracket, after = line[:_LONGEST_SIGNATURE].partition("(")
    found = _MEMBER.search(before.rstrip()[-200:]) if bracket else None
    if not found:
        return ""
    name = found["name"].lstrip("~#")
    words = before.rstrip()[: -len(found.group())].split()
    if not name or name[0].isdigit() or not all(_TYPE.fullmatch(word) for word in words):
        return ""
    if name == "async" or not _NO_NAMES.isdisjoint([name, *words]):
        return ""
    ends = line.rstrip()
    if ends.endswith("{"):
        return found["name"] if not re.search(r"=>\s*\{$|\)\s?\.|[\"'`]|\)\s?;", after.rstrip()) else ""
    # The brace stands on the next line, or the signature goes on: then only what has a type before its name.
    goes_on = indent == 0 and ends.endswith((")", ",", "("))
    defined = words and "." not in words[0] and (goes_on or (ends.endswith(")") and following == "{"))
    return found["name"] if defined else ""


def _draw(source: _Source, budget: int) -> Condensed:
    """Signatures whole if they fit, else shorter, else only names, several on a line."""
    named = [held for held in source.definitions if held.name]
    head = _head(source, named)
    spare = budget - len(head)
    outer = [held for held in named if held.weight > Weight.ENDS]
    for length in _LENGTHS:
        lines = {held.line: clip(held.text, length) for held in outer}
        if sum(len(_shown(source, at, text)) + 1 for at, text in lines.items()) <= spare:
            return _filled(source, lines, head, spare)
    return _names(source, named, head, spare)


def _head(source: _Source, named: list[Definition]) -> str:
    where = f"lines {source.numbers[0]}–{source.numbers[-1]}, " if source.has_numbers else ""
    full = sum(1 for line in source.lines if line.strip())
    return f"(outline: {where}{full:,} lines with text, {len(named):,} definitions; other lines left out)\n"


def _shown(source: _Source, at: int, text: str) -> str:
    """A line with its number, if the text had numbers: counted here they would not be those of the file, of which
    the text may be a part."""
    return f"{source.numbers[at]}: {text}" if source.has_numbers else text


def _filled(source: _Source, lines: dict[int, str], head: str, spare: int) -> Condensed:
    """The outline, and in the room that is left further lines: ends, names of local values, notes, beginnings."""
    spare -= sum(len(_shown(source, at, text)) + 1 for at, text in lines.items())
    local = {held.line: _name(source, held) for held in source.definitions if held.name and held.line not in lines}
    names: dict[int, str] = {}
    outline, begun = sorted(lines), set[int]()
    for at in _further(source, lines, local):
        text = clip(source.lines[at].rstrip(), _ENDS_LENGTH)
        if at in local:  # names after the same line stand in one row, which costs its beginning once
            row = bisect(outline, at)
            spare -= len(local[at]) + 2 + (0 if row in begun else len(_INNER))
            begun.add(row)
        else:
            spare -= len(_shown(source, at, text)) + 1
        if spare < 0:
            break
        if at in local:
            names[at] = local[at]
        else:
            lines[at] = text
    rows: list[str] = []
    for at in sorted(lines.keys() | names.keys()):
        if at in lines:
            rows.append(_shown(source, at, lines[at]))
        elif rows and rows[-1].startswith(_INNER):
            rows[-1] += f", {names[at]}"
        else:
            rows.append(f"{_INNER}{names[at]}")
    full = sum(1 for line in source.lines if line.strip())
    missing = full - sum(1 for at in lines.keys() | names.keys() if source.lines[at].strip())
    return Condensed(head + "\n".join(rows), {"lines": missing} if missing else {})


def _further(source: _Source, known: dict[int, str], local: dict[int, str]) -> list[int]:
    """Places of further lines, the most telling first."""
    full = [at for at in range(len(source.lines)) if _says(source, at)]
    if not full:
        return []
    ends = [*full[:_ENDS], *full[-_ENDS:]]
    notes = [held.line for held in source.definitions if not held.name]
    names = sorted((held for held in source.definitions if held.line in local), key=_order)
    bodies = [at + step for step in (1, 2) for at in sorted(known) if _says(source, at + step)]
    imports = [at for at in full if _IMPORT.match(source.lines[at])]
    wanted = [full[0], full[-1], *(held.line for held in names), *ends, *notes, *bodies, *imports, *full]
    return [at for at in dict.fromkeys(wanted) if at not in known]


def _order(held: Definition) -> tuple[bool, float, int]:
    """What is defined for the first time before what was defined before; then by weight, then by place."""
    return held.again, -held.weight, held.line


def _says(source: _Source, at: int) -> bool:
    return at < len(source.lines) and any(sign.isalpha() for sign in source.lines[at])


def _names(source: _Source, named: list[Definition], head: str, spare: int) -> Condensed:
    """Names with their lines, as many as fit, outer ones first; each begins a line, what it holds follows."""
    spare -= _NOTE_ROOM
    chosen: list[Definition] = []
    for held in sorted(named, key=_order):
        spare -= len(_name(source, held)) + 2
        if spare < 0:
            break
        chosen.append(held)
    rows: list[str] = []
    for held in sorted(chosen, key=lambda held: held.line):
        indented = held.text[:1] in (" ", "\t") and rows
        if indented:
            rows[-1] += f", {_name(source, held)}"
        else:
            rows.append(_name(source, held))
    missing = len(named) - len(chosen)
    note = f"\n… {missing:,} more of {len(named):,} definitions …" if missing else ""
    shown = "\n".join(rows) + note
    left = {"lines": sum(1 for line in source.lines if line.strip()) - len(chosen), "definitions": missing}
    return Condensed(head + shown, {kind: count for kind, count in left.items() if count})


def _name(source: _Source, held: Definition) -> str:
    name = clip(held.name.strip(), _LENGTHS[-1])
    return f"{source.numbers[held.line]} {name}" if source.has_numbers else name
