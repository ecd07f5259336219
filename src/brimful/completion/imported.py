"""Which files a file imports, as paths that may be there: read off its text by patterns, language by language (IC-2).

Nothing is opened here. For each import come the places where the language would look, the likeliest first, below the
root and with `/` between folders; whoever asks takes the first that is a file. An import that is only of packages
installed elsewhere leads nowhere below the root, and so to nothing.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

Places: TypeAlias = list[str]
_Finder: TypeAlias = Callable[[str, str], Iterator[Places]]

_SCRIPT_ENDINGS = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs")


def imported(text: str, path: str, language: str) -> list[Places]:
    """Return, for each import of the file at `path` (below the root), the places it may lead to, each import once."""
    finder = _FINDERS.get(language)
    if finder is None:
        return []
    found: dict[tuple[str, ...], None] = {}
    for places in finder(text, posixpath.dirname(path)):
        inside = (posixpath.normpath(place) for place in places)
        found[tuple(place for place in inside if not place.startswith(("..", "/")) and place != path)] = None
    return [list(places) for places in found if places]


_PYTHON = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<dots>\.*)(?P<module>[\w.]*)[ \t]+import[ \t]+"
    r"(?:\((?P<several>[^)]*)|(?P<names>[^\n#]*))|import[ \t]+(?P<plain>[\w., \t]+))",
    re.MULTILINE,
)
_FIRST_WORD = re.compile(r"[\w.]+")


def _python(text: str, folder: str) -> Iterator[Places]:
    for found in _PYTHON.finditer(text):
        if found["plain"]:
            for part in found["plain"].split(","):
                if name := _FIRST_WORD.search(part):
                    yield _modules(name[0].split("."), ("", "src", folder))
            continue
        module = [part for part in found["module"].split(".") if part]
        bases: tuple[str, ...] = ("", "src", folder)
        if found["dots"]:
            bases = (posixpath.join(folder, *[".."] * (len(found["dots"]) - 1)),)
        for part in (found["several"] or found["names"] or "").split(","):
            if name := _FIRST_WORD.search(part):
                yield _modules([*module, name[0]], bases) + (_modules(module, bases) if module else [])


def _modules(parts: list[str], bases: tuple[str, ...]) -> Places:
    stems = [posixpath.join(base, *parts) for base in bases]
    return [place for stem in stems for place in (f"{stem}.py", f"{stem}.pyi", f"{stem}/__init__.py")]


_SCRIPT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])(?P<name>\.{1,2}(?:/[^"'\n]*)?)\1""")


def _script(text: str, folder: str) -> Iterator[Places]:
    for found in _SCRIPT.finditer(text):
        stem = posixpath.join(folder, found["name"])
        bare = re.sub(r"\.[mc]?jsx?$", "", stem)  # sources name the file they are compiled to
        stems = dict.fromkeys((stem, bare))
        whole = [stem] if posixpath.splitext(stem)[1] else []
        yield whole + [
            place
            for each in stems
            for place in (
                *(each + end for end in _SCRIPT_ENDINGS),
                *(f"{each}/index{end}" for end in _SCRIPT_ENDINGS),
            )
        ]


_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[\"<](?P<name>[^\">\n]+)[\">]", re.MULTILINE)


def _cpp(text: str, folder: str) -> Iterator[Places]:
    for found in _INCLUDE.finditer(text):
        yield [posixpath.join(base, found["name"]) for base in (folder, "", "include", "src")]


_RUST = re.compile(
    r"^[ \t]*(?:pub(?:\([\w ]+\))?[ \t]+)?(?:mod[ \t]+(?P<mod>\w+)[ \t]*;|use[ \t]+crate::(?P<use>[\w:]+))", re.M
)


def _rust(text: str, folder: str) -> Iterator[Places]:
    for found in _RUST.finditer(text):
        if found["mod"]:
            stem = posixpath.join(folder, found["mod"])
            yield [f"{stem}.rs", f"{stem}/mod.rs"]
            continue
        parts = [part for part in found["use"].split("::") if part]
        stems = [posixpath.join("src", *parts[:size]) for size in range(len(parts), 0, -1)]
        yield [place for stem in stems for place in (f"{stem}.rs", f"{stem}/mod.rs")]


_JAVA = re.compile(r"^[ \t]*import[ \t]+(?:static[ \t]+)?(?P<name>[\w.]+)[ \t]*;", re.MULTILINE)


def _java(text: str, folder: str) -> Iterator[Places]:
    for found in _JAVA.finditer(text):
        parts = found["name"].split(".")
        for_class = [parts, parts[:-1]] if len(parts) > 1 else [parts]  # a static import ends with a member
        yield [posixpath.join(base, *each) + ".java" for each in for_class for base in ("src/main/java", "src", "")]


_RUBY = re.compile(r"^[ \t]*require(?P<near>_relative)?[ \t(]+[\"'](?P<name>[^\"'\n]+)[\"']", re.MULTILINE)


def _ruby(text: str, folder: str) -> Iterator[Places]:
    for found in _RUBY.finditer(text):
        bases = (folder,) if found["near"] else ("lib", "")
        yield [posixpath.join(base, found["name"].removesuffix(".rb")) + ".rb" for base in bases]


_PHP = re.compile(
    r"\b(?:require|include)(?:_once)?[ \t(]+(?:__DIR__[ \t]*\.[ \t]*)?[\"'](?P<file>[^\"'\n]+)[\"']"
    r"|^[ \t]*use[ \t]+\\?(?P<use>[\w\\]+)",
    re.MULTILINE,
)


def _php(text: str, folder: str) -> Iterator[Places]:
    for found in _PHP.finditer(text):
        if found["file"]:
            name = found["file"].lstrip("/")
            yield [posixpath.join(folder, name), name]
            continue
        parts = found["use"].split("\\")
        inner = "/".join(parts[1:])  # a package's own namespace is seldom a folder of it
        yield [f"{each}.php" for each in (f"src/{inner}", f"app/{inner}", "/".join(parts).lstrip("/")) if inner]


_FINDERS: dict[str, _Finder] = {
    "python": _python,
    **dict.fromkeys(("javascript", "javascriptreact", "typescript", "typescriptreact"), _script),
    "cpp": _cpp,
    "rust": _rust,
    "java": _java,
    "ruby": _ruby,
    "php": _php,
}
LANGUAGES = frozenset(_FINDERS)
"""The languages whose imports are understood."""
