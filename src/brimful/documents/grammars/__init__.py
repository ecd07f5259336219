"""What is known about each grammar: which nodes may be folded, and which define a name (DOC-1, DOC-6)."""

from __future__ import annotations

from brimful.documents.grammars import cpp, csharp, go, java, javascript, php, python, ruby, rust
from brimful.documents.grammars.rules import Folding, Naming

FOLDING: dict[str, Folding] = {
    "javascript": javascript.JAVASCRIPT,
    "javascriptreact": javascript.JAVASCRIPT,
    "typescript": javascript.TYPESCRIPT,
    "typescriptreact": javascript.TSX,
    "python": python.PYTHON,
    "ruby": ruby.RUBY,
    "rust": rust.RUST,
    "go": go.GO,
    "java": java.JAVA,
    "cpp": cpp.CPP,
    "csharp": csharp.CSHARP,
    "php": php.PHP,
}

NAMING: dict[str, Naming] = {
    "javascript": javascript.NAMING,
    "javascriptreact": javascript.NAMING,
    "typescript": javascript.NAMING,
    "typescriptreact": javascript.NAMING,
    "python": python.NAMING,
    "ruby": ruby.NAMING,
    "rust": rust.NAMING,
    "go": go.NAMING,
    "java": java.NAMING,
    "cpp": cpp.NAMING,
    "csharp": csharp.NAMING,
    "php": php.NAMING,
}
