"""What a counting engine is, and how one is found.

An engine turns text into a number of tokens and knows nothing else: caches, event loops, surrogates and long runs are
the counter's business (`brimful.tokens.text_counter`). tiktoken is built in and is the reference; others are found
through the entry-point group `brimful.token_engines`, whose values are classes without arguments.

Whoever is not tiktoken counts some twenty tricky texts first. An engine that differs in one of them is not used:
tiktoken counts in its place, and the log says so. Unicode tables differ between engines and between their versions,
and a count that is too low breaks a conversation.
"""

from __future__ import annotations

import logging
from typing import Protocol

from brimful.errors import UnknownName

logger = logging.getLogger("brimful.tokens")

_GROUP = "brimful.token_engines"
_REFERENCE = "tiktoken"


class Engine(Protocol):
    """Counts tokens. Texts hold no surrogates, and encodings are those of `brimful.tokens.encodings`.

    `releases_gil` says whether other threads run while a long text is counted. Engines are called from several
    threads at once.
    """

    name: str
    releases_gil: bool

    def count(self, encoding: str, text: str) -> int:
        """Return how many tokens the text is; special tokens in it are plain text."""
        ...

    def fits(self, encoding: str, text: str, limit: int) -> int | None:
        """Return the count if it is at most `limit`, else None. May stop as soon as that is known."""
        ...


def load_engine(name: str) -> Engine:
    """Return the engine of that name, or tiktoken if that engine counts wrongly here."""
    # Imported here: an engine imports what it wraps, and most programs never need another than tiktoken.
    from brimful.tokens.engines.tiktoken import TiktokenEngine

    if name == _REFERENCE:
        return TiktokenEngine()
    from importlib.metadata import entry_points

    found = {entry.name: entry for entry in entry_points(group=_GROUP)}
    if name not in found:
        known = ", ".join(sorted({_REFERENCE, *found}))
        raise UnknownName(f"no token engine is called {name!r}", hint=f"there are {known}")
    engine: Engine = found[name].load()()
    return checked(engine)


def checked(engine: Engine) -> Engine:
    """Return the engine, or tiktoken if it counts one of the tricky texts differently."""
    from brimful.tokens.engines.selfcheck import first_difference
    from brimful.tokens.engines.tiktoken import TiktokenEngine

    difference = first_difference(engine)
    if difference is None:
        return engine
    logger.warning("token engine %s counts wrongly, tiktoken is used instead: %s", engine.name, difference)
    return TiktokenEngine()
