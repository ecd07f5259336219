"""The two public vocabularies, from files that ship with brimful. Nothing is ever downloaded.

`data/<name>.ranks.gz` holds a vocabulary in rank order: one byte of length for each token, then all tokens without
a gap between them (see data/README.md). That is smaller than the published text of base64 lines and is cut apart in
a third of the time. What was read is compared with a SHA-256 before it is used: a counter with a damaged vocabulary
would still count, only wrongly.

An encoding is built when it is first asked for, once, whoever asks. Building takes about a tenth of a second, most of
it inside tiktoken and with the interpreter's lock held, so a server asks for its encodings before it serves.
"""

from __future__ import annotations

import hashlib
import threading
import zlib
from collections.abc import Mapping
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brimful.errors import BrokenInstallation, UnknownName

if TYPE_CHECKING:
    import tiktoken


class Vocabulary(NamedTuple):
    """What an encoding is made of."""

    tokens: int
    sha256: str
    pattern: str
    special: Mapping[str, int]


# How text is split before its bytes are merged. Each alternative is tried in turn at each place; a piece never looks
# at what stands before it, which is what makes exact cuts possible (brimful.tokens.cuts).
_CL100K_PATTERN = "|".join(
    (
        r"'(?i:[sdmt]|ll|ve|re)",
        r"[^\r\n\p{L}\p{N}]?+\p{L}++",
        r"\p{N}{1,3}+",
        r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
        r"\s++$",
        r"\s*[\r\n]",
        r"\s+(?!\S)",
        r"\s",
    )
)
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_O200K_PATTERN = "|".join(
    (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+" + _CONTRACTION,
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*" + _CONTRACTION,
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)

_VOCABULARIES = {
    "o200k_base": Vocabulary(
        tokens=199_998,
        sha256="440741350e7cfa1c0f4869ce742d1b043550adbda5187adcac9e787edac6fba9",
        pattern=_O200K_PATTERN,
        special={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    ),
    "cl100k_base": Vocabulary(
        tokens=100_256,
        sha256="18288f996f452d44e0e65996176591a4b712a3eb1b42afd6f0511e735c099480",
        pattern=_CL100K_PATTERN,
        special={
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
}

ENCODINGS: tuple[str, ...] = ("o200k_base", "cl100k_base")

LONGEST_TOKEN_BYTES = 128
"""No token of either vocabulary is longer (tested)."""

_DATA = Path(__file__).parent / "data"
_GZIP = 16 + zlib.MAX_WBITS

_built: dict[str, tiktoken.Encoding] = {}
_lengths: dict[str, bytes] = {}
_building = threading.Lock()


def encoding(name: str) -> tiktoken.Encoding:
    """Return the encoding of that name, built on first use."""
    built = _built.get(name)
    if built is not None:
        return built
    check_name(name)
    with _building:
        if name not in _built:
            _build(name)
        return _built[name]


def token_lengths(name: str) -> bytes:
    """Return how many bytes each token of an encoding has, by rank."""
    encoding(name)
    return _lengths[name]


def is_built(name: str) -> bool:
    """Say whether `encoding(name)` would return at once."""
    return name in _built


def check_name(name: str) -> None:
    """Raise UnknownName unless brimful has that encoding."""
    if name not in _VOCABULARIES:
        raise UnknownName(f"no encoding is called {name!r}", hint=f"there are {', '.join(ENCODINGS)}")


def _build(name: str) -> None:
    # Here, not above: `import brimful` stays light for all who never count.
    import tiktoken

    vocabulary = _VOCABULARIES[name]
    try:
        packed = (_DATA / f"{name}.ranks.gz").read_bytes()
    except OSError as error:
        raise _broken(name, "is missing") from error
    data = unpack(name, packed)
    _lengths[name] = data[: vocabulary.tokens]
    _built[name] = tiktoken.Encoding(
        name,
        pat_str=vocabulary.pattern,
        mergeable_ranks=_ranks(data, vocabulary.tokens),
        special_tokens=dict(vocabulary.special),
    )


def unpack(name: str, packed: bytes) -> bytes:
    """Return the contents of a vocabulary file, or raise BrokenInstallation if it was changed."""
    try:
        data = zlib.decompress(packed, wbits=_GZIP)
    except zlib.error as error:
        raise _broken(name, "cannot be unpacked") from error
    if hashlib.sha256(data).hexdigest() != _VOCABULARIES[name].sha256:
        raise _broken(name, "is not the one that was shipped")
    return data


def _ranks(data: bytes, count: int) -> dict[bytes, int]:
    ends = accumulate(data[:count], initial=count)
    return dict(zip([data[start:end] for start, end in pairwise(ends)], range(count), strict=True))


def _broken(name: str, what: str) -> BrokenInstallation:
    return BrokenInstallation(
        f"the vocabulary of {name} {what}",
        at=f"brimful/tokens/data/{name}.ranks.gz",
        hint="install brimful again",
    )
