"""The languages that are known, by name and by how files are called (DOC-1)."""

from __future__ import annotations

from pathlib import PurePath

from msgspec import Struct


class Language(Struct, frozen=True):
    """A language.

    grammar:  the module that carries its grammar and the function there that gives it; "" = there is none.
    offside:  blocks end where the indentation does, and blank lines belong to the block before.
    comment:  how a comment to the end of the line begins; "" = there is none.
    """

    name: str
    grammar: str = ""
    offside: bool = False
    comment: str = "//"


_KNOWN = (
    Language("javascript", "tree_sitter_javascript:language"),
    Language("javascriptreact", "tree_sitter_javascript:language"),
    Language("typescript", "tree_sitter_typescript:language_typescript"),
    Language("typescriptreact", "tree_sitter_typescript:language_tsx"),
    Language("python", "tree_sitter_python:language", offside=True, comment="#"),
    Language("ruby", "tree_sitter_ruby:language", comment="#"),
    Language("rust", "tree_sitter_rust:language"),
    Language("go", "tree_sitter_go:language"),
    Language("java", "tree_sitter_java:language"),
    Language("cpp", "tree_sitter_cpp:language"),
    Language("csharp", "tree_sitter_c_sharp:language"),
    Language("php", "tree_sitter_php:language_php"),
    Language("clojure", offside=True, comment=";"),
    Language("coffeescript", offside=True, comment="#"),
    Language("fsharp", offside=True),
    Language("latex", offside=True, comment="%"),
    Language("markdown", offside=True, comment=""),
    Language("pug", offside=True),
    Language("sql", offside=True, comment="--"),
    Language("yaml", offside=True, comment="#"),
    Language("plaintext", comment=""),
)
LANGUAGES: dict[str, Language] = {language.name: language for language in _KNOWN}

_ENDINGS = {
    "javascript": ".js .mjs .cjs",
    "javascriptreact": ".jsx",
    "typescript": ".ts .mts .cts",
    "typescriptreact": ".tsx",
    "python": ".py .pyi .pyw",
    "ruby": ".rb .rake .gemspec",
    "rust": ".rs",
    "go": ".go",
    "java": ".java",
    "cpp": ".cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .h .c .ino .cu .cuh",
    "csharp": ".cs .csx",
    "php": ".php .phtml .php5 .inc",
    "clojure": ".clj .cljs .cljc .edn",
    "coffeescript": ".coffee",
    "fsharp": ".fs .fsi .fsx",
    "latex": ".tex .ltx .sty",
    "markdown": ".md .markdown",
    "pug": ".pug .jade",
    "sql": ".sql",
    "yaml": ".yml .yaml",
}
_BY_ENDING = {ending: name for name, endings in _ENDINGS.items() for ending in endings.split()}
_BY_NAME = {"Rakefile": "ruby", "Gemfile": "ruby", "Vagrantfile": "ruby"}


def language_of(path: str) -> str:
    """Return the name of the language a file is written in, by its name; `plaintext` when unknown."""
    name = PurePath(path).name
    return _BY_NAME.get(name) or _BY_ENDING.get(PurePath(name).suffix.lower(), "plaintext")
