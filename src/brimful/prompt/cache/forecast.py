"""What the provider's cache will give back for a request, and why it is less than it could be (CM-3).

`expect` is a pure function of what is remembered of a conversation, the new prompt, and the time. What it knows of
the provider is in the table of caches: some read any equal prefix in steps, some only one that ended at a mark, and
only if a mark of the new request stands near enough behind it. An entry lives for a while after its last use.

Forecasts are for one conversation: what other conversations, or the same client elsewhere, left in the cache is not
known here and can only make the truth better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from brimful.prompt.cache.changes import Difference, difference, equal_blocks
from brimful.prompt.cache.prompts import Block, Prompt


class Written(Struct, frozen=True):
    """A prefix that the provider has been given to keep: its name, its size, how long it lives from its last use (0 =
    nobody says), and when that was."""

    name: bytes
    tokens: int
    lifetime_s: int
    used: float

    def lives(self, now: float) -> bool:
        """Whether it should still be there."""
        return not self.lifetime_s or now - self.used <= self.lifetime_s


class Memory(Struct, frozen=True):
    """What is remembered of a conversation: the request before, and what was written to the cache.

    Of a very long prompt only the newest blocks are remembered one by one; the `folded` first ones have a name
    together, `folded_name`. `longest` is the longest prefix of that request that is kept; `written` may hold longer
    ones of branches that were left.
    """

    model: str
    blocks: tuple[Block, ...]
    folded: int
    folded_name: bytes
    tools: tuple[bytes, ...]
    written: tuple[Written, ...]
    longest: Written | None = None


class Forecast(Struct, frozen=True):
    """What is expected of a request.

    equal:  tokens of prefix that equal the request before.
    read:   tokens that the cache should give back.
    held:   tokens it would have given back, had nothing been done to the prefix.
    why:    what made the difference of the two; None when there is none.
    """

    tokens: int
    equal: int
    read: int
    held: int
    why: Difference | None = None

    @property
    def lost(self) -> int:
        """Tokens that were in the cache and must be read again."""
        return max(0, self.held - self.read)


class _Found(Struct, frozen=True):
    """Something in the cache that a prompt begins with: its size in that prompt, whether it should still live, and
    whether the provider will look for it."""

    tokens: int
    lives: bool
    near: bool


def expect(memory: Memory | None, prompt: Prompt, now: float) -> Forecast:
    """Say what the cache will give back."""
    if memory is None:
        return Forecast(prompt.tokens, 0, 0, 0)
    if memory.model != prompt.model.id:
        return _for_another_model(memory, prompt, now)
    sizes = list(accumulate(block.tokens for block in prompt.blocks))
    equal = _equal(memory, prompt)
    found = list(_found(memory, prompt, sizes, equal, now))
    changed = _difference(memory, prompt, equal)
    read = _most(one for one in found if one.lives and one.near)
    held = max(read, _held(memory, prompt, changed, found))
    why = _why(memory, changed, found, now) if held > read else None
    return Forecast(prompt.tokens, sizes[equal - 1] if equal else 0, read, held, why)


def _held(memory: Memory, prompt: Prompt, changed: Difference | None, found: Sequence[_Found]) -> int:
    """What could have been read: after a change, all that the request before had in the cache; without one, all of it
    that this prompt begins with (it may end earlier, which breaks nothing)."""
    if changed and memory.longest:
        return prompt.caching.readable(memory.longest.tokens)
    return _most(found)


def _why(memory: Memory, changed: Difference | None, found: Sequence[_Found], now: float) -> Difference:
    """Name the cause. What had died of age was not broken by a change, and what a change cut off needed no mark."""
    if changed is None:
        expired = _most(one for one in found if one.lives) < _most(found)
    else:
        expired = memory.longest is not None and not memory.longest.lives(now)
    return Difference("expired", "", "", 0) if expired else changed or Difference("mark", "", "", 0)


def _for_another_model(memory: Memory, prompt: Prompt, now: float) -> Forecast:
    held = memory.longest.tokens if memory.longest and memory.longest.lives(now) else 0
    why = Difference("model", "model", f"{memory.model} → {prompt.model.id}", 0) if held else None
    return Forecast(prompt.tokens, 0, 0, held, why)


# --- what is equal ----------------------------------------------------------------------------------------------


def _equal(memory: Memory, prompt: Prompt) -> int:
    """Equal blocks from the start. Folded ones are equal together or not at all."""
    if not memory.folded:
        return equal_blocks(memory.blocks, prompt.blocks)
    if len(prompt.names) < memory.folded or prompt.names[memory.folded - 1] != memory.folded_name:
        return 0
    return memory.folded + equal_blocks(memory.blocks, prompt.blocks[memory.folded :])


def _difference(memory: Memory, prompt: Prompt, equal: int) -> Difference | None:
    if equal >= memory.folded:
        return difference(memory.blocks, prompt.blocks[memory.folded :], equal - memory.folded)
    last = prompt.blocks[: memory.folded][-1:]
    return Difference("changed", f"up to {last[0].at}" if last else "", "", memory.folded)


# --- what is found ----------------------------------------------------------------------------------------------


def _most(found: Iterable[_Found]) -> int:
    return max((one.tokens for one in found), default=0)


def _found(memory: Memory, prompt: Prompt, sizes: Sequence[int], equal: int, now: float) -> Iterator[_Found]:
    caching = prompt.caching
    if caching.at == "tokens":
        tokens = caching.readable(sizes[equal - 1]) if equal else 0
        yield from (_Found(tokens, entry.lives(now), near=True) for entry in memory.written[-1:])
        return
    places = {name: index for index, name in enumerate(prompt.names)}
    for entry in memory.written:
        index = places.get(entry.name)
        if index is not None:
            yield _Found(sizes[index], entry.lives(now), _is_near(prompt, index))


def _is_near(prompt: Prompt, index: int) -> bool:
    """Whether a mark of this prompt stands at the block, or near enough behind it."""
    back = prompt.caching.lookback
    return any(at >= index and (not back or at - index < back) for at in marked(prompt))


def marked(prompt: Prompt) -> dict[int, str]:
    """The blocks of a prompt at which the provider writes to its cache, and the lifetimes asked for."""
    found = {index: block.mark for index, block in enumerate(prompt.blocks) if block.mark is not None}
    if prompt.ends and prompt.blocks:
        found.setdefault(len(prompt.blocks) - 1, "")
    return found
