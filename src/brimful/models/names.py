"""One model, many spellings: what a name may mean, most literal reading first (TOK-11).

Gateways, clouds and people decorate a provider's model id: `openrouter/google/gemini-2.5-pro:free`,
`us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `claude-opus-4-1@20250805`, `claude-4.5-sonnet`, `gpt-4o-latest`.
`readings` takes the decoration off step by step; whoever looks a name up tries the readings in order, so that a name
in the table always beats a guess. Readings are *folded*: lower case, with `-` where people write `.`, `_` or a space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

LONG_WINDOW = 1_000_000  # what Claude Code's suffix [1m] asks for
LONGEST_NAME = 512  # characters that are looked at; no provider has ids near this long
_MOST_READINGS = 64  # nor one with near as much decoration

_LONG = re.compile(r"\[1m\]$")
_SEPARATORS = re.compile(r"[._\s-]+")
_FINE_TUNED = re.compile(r"^ft:([^:]+)")
_BEDROCK = re.compile(r"^(?:[a-z]{2,6}(?:-gov)?\.)?([a-z][a-z0-9]*)\.(?=[a-z])")
_BEDROCK_VERSION = re.compile(r"-v\d+(?::\d+(?::\w+)?)?$")
_TAG = re.compile(r"[:@]([^:@/]*)$")
_SUFFIX = re.compile(
    r"-(?:20\d{2}-?[01]\d-?[0-3]\d|[01]\d-20\d{2}|\d{4}|00\d|v\d+|latest|default|preview|exp|experimental|beta|thinking|fast)$"
)
_CLAUDE_VERSION_FIRST = re.compile(r"^claude-(\d+(?:-\d+)?)-([a-z]+)((?:-.*)?)$")
_PRICED_APART = re.compile(r"^ft:|-fast$|:(?:free|batch|flex|priority|extended|nitro|floor)$")
_CLOUDS = ("databricks-", "azure-")


def fold(name: str) -> str:
    """Spell a name the one way names are compared."""
    return _SEPARATORS.sub("-", name.strip().lower())


def asks_for_long_window(name: str) -> bool:
    """Whether the name ends in `[1m]`."""
    return _LONG.search(name.strip().lower()) is not None


def readings(name: str) -> tuple[str, ...]:
    """Every model name that `name` may stand for, folded, most literal first, none twice."""
    plain = _LONG.sub("", name[:LONGEST_NAME].strip().lower())
    return tuple(dict.fromkeys(fold(reading) for reading in islice(_spellings(plain), _MOST_READINGS)))


def priced_apart(name: str, reading: str) -> bool:
    """Whether what the reading leaves out of the name has a price of its own: `:free`, `-fast`, fine-tuned."""
    core = _LONG.sub("", name[:LONGEST_NAME].strip().lower()).rpartition("/")[2]
    return bool(_PRICED_APART.search(core)) and not _PRICED_APART.search(reading)


def _spellings(plain: str) -> Iterator[str]:
    yield plain
    parts = plain.split("/")
    for start in range(1, len(parts)):  # a path of providers: openrouter/google/gemini-2.5-pro
        yield "/".join(parts[start:])
    core = parts[-1]
    for bare in dict.fromkeys((core, _without_vendor(core))):
        yield from _without_decoration(bare)


def _without_vendor(core: str) -> str:
    fine_tuned = _FINE_TUNED.match(core)
    if fine_tuned:
        return fine_tuned[1]
    return _BEDROCK_VERSION.sub("", _BEDROCK.sub("", core, count=1))


def _without_decoration(bare: str) -> Iterator[str]:
    """Take tags, dates and release words off the end, one at a time."""
    name = bare
    for cloud in _CLOUDS:
        name = name.removeprefix(cloud)
    while True:
        yield name
        yield from _turned(name)
        tag = _TAG.search(name)
        if tag and tag[1][:2] == "20":  # Vertex: claude-opus-4-1@20250805
            yield f"{name[: tag.start()]}-{tag[1]}"
        shorter = name[: tag.start()] if tag else _SUFFIX.sub("", name)
        if shorter == name or not shorter:
            return
        name = shorter


def _turned(name: str) -> Iterator[str]:
    """Claude's name in its other order: claude-4.5-sonnet and claude-sonnet-4-5 are one model."""
    folded = fold(name)
    if _CLAUDE_VERSION_FIRST.match(folded):
        yield _CLAUDE_VERSION_FIRST.sub(r"claude-\2-\1\3", folded)
