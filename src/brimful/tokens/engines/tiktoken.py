"""tiktoken: the reference, always installed. Releases the interpreter's lock while it counts.

Only numbers are wanted, and making a list of ids is 4 to 20 % of what tiktoken's Python method does. Its compiled
core has two shorter ways: the same list without the wrapping method (best for short texts), and a buffer of ids (best
from about a kilobyte on). The core is a private attribute: where it is not what we know, the public method is used.

The core gives up on about a million consecutive blanks: the buffer with a ValueError, the list with a PanicException,
which is a BaseException. Neither leaves this module; such texts are counted in parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from brimful.tokens import encodings, runs

if TYPE_CHECKING:
    import tiktoken

LISTED_BELOW = 1_024
"""Characters below which a list of ids is the quicker way, and at which the core never gives up."""

_BYTES_OF_AN_ID = 4
_SAMPLE = "Some words, to see that both ways agree: <|endoftext|> 日本語"


class TiktokenEngine:
    """Counts with tiktoken and brimful's own copies of the vocabularies."""

    name = "tiktoken"
    releases_gil = True

    def __init__(self) -> None:
        self._counting: dict[str, Callable[[str], int]] = {}

    def count(self, encoding: str, text: str) -> int:
        """Return how many tokens the text is."""
        return self.counting(encoding)(text)

    def fits(self, encoding: str, text: str, limit: int) -> int | None:
        """Return the count if it is at most `limit`, else None."""
        if len(text) > limit * encodings.LONGEST_TOKEN_BYTES:  # a character is a byte at least
            return None
        count = self.count(encoding, text)
        return count if count <= limit else None

    def listing(self, encoding: str) -> Callable[[str], list[int]]:
        """Return what lists the ids of a text shorter than `LISTED_BELOW`, without any wrapper."""
        return _listing(encodings.encoding(encoding))

    def counting(self, encoding: str) -> Callable[[str], int]:
        """Return `count` bound to an encoding, the shortest way there is."""
        if encoding not in self._counting:
            self._counting[encoding] = _bound(encoding)
        return self._counting[encoding]


def _listing(built: tiktoken.Encoding) -> Callable[[str], list[int]]:
    core = getattr(built, "_core_bpe", None)
    listed: Callable[[str], list[int]] = getattr(core, "encode_ordinary", built.encode_ordinary)
    return listed


def _sizing(built: tiktoken.Encoding, listed: Callable[[str], list[int]]) -> Callable[[str], int]:
    """Return what counts by the size of the buffer; by the list, where the buffer is not what we know."""
    core = getattr(built, "_core_bpe", None)
    buffered: Callable[[str, set[str]], bytes] | None = getattr(core, "encode_to_tiktoken_buffer", None)
    if buffered is None:
        return lambda text: len(listed(text))
    nothing_special: set[str] = set()

    def sized(text: str) -> int:
        # Its size in bytes is right; its number of items is not (tiktoken 0.14), so nothing else of it is touched.
        return memoryview(buffered(text, nothing_special)).nbytes // _BYTES_OF_AN_ID

    return sized if sized(_SAMPLE) == len(listed(_SAMPLE)) else lambda text: len(listed(text))


def _bound(name: str) -> Callable[[str], int]:
    built = encodings.encoding(name)
    listed = _listing(built)
    sized = _sizing(built, listed)

    def count(text: str) -> int:
        try:
            return len(listed(text)) if len(text) < LISTED_BELOW else sized(text)
        except UnicodeEncodeError:  # a ValueError, too; the counter joins surrogates and asks again
            raise
        except ValueError:
            return runs.count_in_parts(name, text)
        except BaseException as error:
            if type(error).__name__ != "PanicException":
                raise
            return runs.count_in_parts(name, text)

    return count
