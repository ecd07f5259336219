"""What is known about each grammar: which nodes may be folded, and which define a name (DOC-1, DOC-6)."""

from __future__ import annotations

from brimful.documents.grammars.cpp import CPP
from brimful.documents.grammars.csharp import CSHARP
from brimful.documents.grammars.go import GO
from brimful.documents.grammars.java import JAVA
from brimful.documents.grammars.javascript import JAVASCRIPT, TSX, TYPESCRIPT
from brimful.documents.grammars.php import PHP
from brimful.documents.grammars.python import PYTHON
from brimful.documents.grammars.ruby import RUBY
from brimful.documents.grammars.rules import Folding
from brimful.documents.grammars.rust import RUST

FOLDING: dict[str, Folding] = {
    "javascript": JAVASCRIPT,
    "javascriptreact": JAVASCRIPT,
    "typescript": TYPESCRIPT,
    "typescriptreact": TSX,
    "python": PYTHON,
    "ruby": RUBY,
    "rust": RUST,
    "go": GO,
    "java": JAVA,
    "cpp": CPP,
    "csharp": CSHARP,
    "php": PHP,
}
