"""How diffs name files: quoted, with prefixes, with dates behind them (DOC-5)."""

from __future__ import annotations

import re

NOWHERE = "/dev/null"

_ESCAPES = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)


def unquoted(name: str) -> str:
    """A name without git's quotes: `"caf\\303\\251"` is `café`."""
    match = _QUOTED.fullmatch(name)
    if match is None:
        return name
    return _ESCAPE.sub(_byte, match[1].encode("utf-8", "surrogateescape")).decode("utf-8", "replace")


def _byte(match: re.Match[bytes]) -> bytes:
    said = match[1].decode("latin-1")
    if said[0] in "01234567":
        return bytes([int(said, 8) & 0xFF])
    return bytes([_ESCAPES[said]]) if said in _ESCAPES else match[1]


def named(line: str) -> str:
    """The name in a line that begins with `--- ` or `+++ `: without quotes, and without the date of `diff -u`."""
    said = line[4:].rstrip("\r")
    quoted = _QUOTED.match(said)
    return unquoted(quoted[0]) if quoted else said.split("\t", 1)[0]


def sides(line: str) -> tuple[str, str] | None:
    """Both names of a `diff --git` line; None where names with spaces leave it open which is which."""
    said = line.removeprefix("diff --git ").rstrip("\r")
    quoted = _QUOTED.match(said)
    if quoted:
        return unquoted(quoted[0]), unquoted(said[quoted.end() + 1 :])
    if said.endswith('"') and ' "' in said:
        left, _, right = said.partition(' "')
        return left, unquoted('"' + right)
    for space in re.finditer(" ", said):
        left, right = said[: space.start()], said[space.end() :]
        if left == right or _below(left) == _below(right) != "":
            return left, right
    return None


def without_prefixes(old: str, new: str, git: tuple[str, str] | None) -> tuple[str, str]:
    """Both names without what stands before them (`a/`, `b/`, the folders of `diff -ru`); "" = no such file.

    git: the names in the `diff --git` line, where there is one. They show the prefix also when the other side of the
         change is no file at all.
    """
    left, right = git or (old, new)
    if left == right:
        prefixed = False  # --no-prefix
    elif NOWHERE in (left, right):
        prefixed = (new if left == NOWHERE else old).startswith(("a/", "b/"))
    else:
        prefixed = _below(left) == _below(right) != ""
    return _path(old, prefixed), _path(new, prefixed)


def _path(name: str, prefixed: bool) -> str:
    if name == NOWHERE:
        return ""
    return _below(name) if prefixed else name


def _below(name: str) -> str:
    return name.partition("/")[2]
