"""A prompt that fits: the walk of one render (PT-1 … PT-5, PT-7).

    rendered = await render([System("Be brief."), User(question)], budget=8_000, model="claude-sonnet-4-5")
    rendered.messages, rendered.tokens, rendered.manifest

Elements become nodes (`sizing`); then every token limit is enforced, the innermost first and the whole prompt last:
counted, grown when there is room, pruned when it is too much. What waits (elements, long counts) waits here; what
decides is plain functions in `allocate`, `grow` and `prune`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from brimful.messages import Message, Text
from brimful.prompt import travel
from brimful.prompt.account import Account, Step
from brimful.prompt.children import check_tokens
from brimful.prompt.counting import Counts
from brimful.prompt.element import Child
from brimful.prompt.errors import BudgetExceeded, InvalidPrompt
from brimful.prompt.grow import grow
from brimful.prompt.layout import check_places
from brimful.prompt.nodes import Box, is_empty, messages_below, name_of, settle
from brimful.prompt.plan import Plan
from brimful.prompt.prune import Exhausted, NoLeaves, Pruner
from brimful.prompt.rendered import Rendered
from brimful.prompt.required import Required
from brimful.prompt.sizing import Sizer
from brimful.prompt.speech import speech_of, unpruned_message
from brimful.prompt.tokenizer import ModelTokenizer, Tokenizer
from brimful.prompt.uncollected import Uncollected
from brimful.settings import DEFAULTS, Prompt

_HEADROOM = 1.25
"""What goes is counted a quarter dearer than it is, so that a batch ends early rather than late; a count follows."""


async def render(
    prompt: Child,
    *,
    budget: int,
    model: str = "",
    tokenizer: Tokenizer | None = None,
    settings: Prompt = DEFAULTS.prompt,
    original: bool = False,
) -> Rendered:
    """Render a prompt within a budget of tokens.

    Counts are the model's, unless a tokenizer is handed in. `original` does as @vscode/prompt-tsx does where we do
    better: see decision 0007.
    """
    counts = Counts(tokenizer or ModelTokenizer(model), original=original)
    return await Uncollected(_render(prompt, budget, counts, settings, original=original))


async def _render(prompt: Child, budget: int, counts: Counts, settings: Prompt, *, original: bool) -> Rendered:
    sizer = Sizer(counts.tokenizer, settings, Plan(original=original, deepest=settings.max_depth))
    root = await sizer.render(prompt, max(0, check_tokens(budget, "budget") - counts.tokenizer.frame))
    check_places(root, sizer.plan)
    return await _Fitting(root, sizer, counts, original=original).run()


def render_sync(prompt: Child, **how: Any) -> Rendered:
    """`render` for scripts: not inside a running event loop."""
    return asyncio.run(render(prompt, **how))


async def render_json(
    prompt: Child,
    *,
    budget: int,
    model: str = "",
    tokenizer: Tokenizer | None = None,
    settings: Prompt = DEFAULTS.prompt,
) -> dict[str, Any]:
    """Render a tree to JSON, to be embedded elsewhere: nothing is pruned, the budget is what elements are told."""
    sizer = Sizer(tokenizer or ModelTokenizer(model), settings)
    return travel.to_json(await sizer.render(prompt, check_tokens(budget, "budget")))


class _Fitting:
    """Makes one rendered tree fit."""

    def __init__(self, root: Box, sizer: Sizer, counts: Counts, *, original: bool) -> None:
        self.root = root
        self.sizer = sizer
        self.counts = counts
        self.original = original
        self.plan: Plan = sizer.plan
        settle(root)
        self.account = Account(root, sizer.groups, counts)
        self.required = Required(root, self.plan) if self.plan.required else None
        self.pruner = Pruner(self.plan, self.counts, self.required, thorough=not original)

    async def run(self) -> Rendered:
        said = [speech_of(box) for box in messages_below(self.root)]
        await self._warm([part for speech in said for part in speech if isinstance(part, str)])
        for limited in reversed(self.plan.limits):
            if limited.limit <= self.root.allotted and _is_in(limited, self.root):
                await self._enforce(limited, limited.limit)
        tokens = await self._enforce(self.root, self.root.allotted)
        if self.original or not is_empty(self.root):  # of no messages there is no list
            tokens += self.counts.tokenizer.frame
        return Rendered(self.root, tokens, self.plan, self.account)

    async def _enforce(self, box: Box, limit: int) -> int:
        """Grow what is below a limit, prune what is above it; returns what it comes to."""
        used = await self._count(box)
        if used < limit and self.plan.growing:
            await grow(box, limit, used, self.sizer, self.counts, original=self.original)
            if not self.original:
                await self._enforce_again(box)
        return await self._shrink(box, limit)

    async def _enforce_again(self, box: Box) -> None:
        """Prune within the limits below a box in which something has grown: no limit is exceeded in the end."""
        for limited in reversed(self.plan.limits):
            if limited is not box and _is_in(limited, box):
                await self._shrink(limited, limited.limit)

    async def _shrink(self, box: Box, limit: int) -> int:
        """Prune a box to a limit; returns what it comes to."""
        while (used := await self._count(box)) > limit and not self._is_done(box):
            try:
                self._prune(box, limit, used)
            except Exhausted as end:
                raise self._exceeded(box, limit, end.box) from None
            except NoLeaves:
                raise InvalidPrompt(
                    "flat priorities have no text to choose from", at=name_of(box), hint="leave the empty boxes out"
                ) from None
        return used

    def _prune(self, box: Box, limit: int, used: int) -> None:
        """Take out one thing after another until it should fit, by the counts of the parts."""
        counts = self.counts
        reckoned: float = used - counts.frames(box)
        while True:
            removed = self.pruner.remove_lowest(box)
            self.account.steps.append(Step(box, removed))
            for node in removed:
                reckoned -= _HEADROOM * counts.upper(node)
            if reckoned <= limit or self._is_done(box):
                return

    def _is_done(self, box: Box) -> bool:
        """Whether a box went with what was taken out; the original goes on with what is still in it."""
        return not (self.original or _is_in(box, self.root))

    async def _count(self, box: Box) -> int:
        """Count precisely; long texts nobody counted yet are counted off the event loop."""
        await self._warm(self.counts.pending())
        return self.counts.total(box)

    async def _warm(self, texts: list[str]) -> None:
        warming = self.counts.tokenizer.warm(texts) if texts else None
        if warming is not None:
            await warming

    def _exceeded(self, box: Box, limit: int, end: Box) -> BudgetExceeded:
        frame = self.counts.tokenizer.frame if box is self.root else 0
        needed, limit = self.counts.total(box) + frame, limit + frame
        return BudgetExceeded(
            f"what may not go comes to {needed:,} tokens, more than {limit:,}",
            budget=limit,
            needed=needed,
            manifest=self.account.manifest(needed),
            metadata=tuple(self.account.metadata(self.plan)),
            messages=tuple(self._before_pruning()),
            contents=self.account.contents(),
            at=name_of(end),
            hint="raise the budget, require less, or move cache marks forward",
        )

    def _before_pruning(self) -> Iterator[Message]:
        """The messages that said something before anything went."""
        for box in messages_below(self.root, pruned_too=True):
            message = unpruned_message(box)
            if message.text.strip() or any(not isinstance(part, Text) for part in message.parts):
                yield message


def _is_in(box: Box, around: Box) -> bool:
    """Whether a box is still there, and in another."""
    each: Box | None = box
    while each is not None and not each.gone and each is not around:
        each = each.owner
    return each is around
