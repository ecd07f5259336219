"""What a request costs: the one door for everybody who needs the number (TOK-8, TOK-9).

The best number there is, in this order: the total a provider reported for the longest prefix of this very request;
the actual of a message seen before; the formula, corrected by what the model's answers have taught. On top of each
its margin (TOK-7).

    estimate = estimator.estimate(request)       before it is sent
    estimator.learn(request, usage, answer)      when it was answered
    estimator.fail(request, actual=130_411)      when it was refused as too long

A message is looked at once: what its raw bytes cost is remembered by their digest, so that a conversation counted
before costs a look-up a message. Everything learnt goes to the store that was handed in; an estimator is for one
thread (or event loop), any number may share a store.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from brimful.messages import Usage
from brimful.models.model import Family
from brimful.settings import DEFAULTS, Tokens
from brimful.tokens import learning
from brimful.tokens.actuals import Actual, ActualsStore, MemoryActuals
from brimful.tokens.correction import Corrections
from brimful.tokens.formulas import LIST_FRAME, Cost, Count, add_up
from brimful.tokens.margins import Portions, Source, with_margin
from brimful.tokens.records import Record, Records
from brimful.tokens.seen import Countable, CountableTools, Request, Seen, SeenMessages, View

__all__ = ["CountAsync", "Countable", "CountableTools", "Estimate", "Estimator", "Request"]

CountAsync: TypeAlias = Callable[[str, str], Awaitable[int]]
"""Tokens of a text in an encoding, counted off the event loop."""

_PREFIX_STEP = 16  # names asked for at once, from the end: the longest known prefix is nearly always the last but few


class Estimate(Struct, frozen=True):
    """What a request will cost.

    total:     with margin: what to hold against a limit.
    tokens:    the most precise number, without margin.
    messages:  each message's own, as well as it is known.
    tools:     the definitions'.
    hidden:    what is in the total and in none of the above: the provider's own additions, and what sharing left.
    costs:     by kind, as the formulas have it, for each message and then the tools.
    """

    total: int
    tokens: int
    source: Source
    portions: Portions
    messages: tuple[int, ...]
    tools: int
    hidden: int
    characters_by_four: int
    costs: tuple[Cost, ...]

    @property
    def by_kind(self) -> Cost:
        """The formulas' tokens by kind (text, tool calls, images, …), added up."""
        return add_up(self.costs)


class Estimator:
    """Estimates requests, and learns from what they turned out to cost."""

    def __init__(
        self,
        count: Count,
        *,
        count_async: CountAsync | None = None,
        actuals: ActualsStore | None = None,
        corrections: Corrections | None = None,
        settings: Tokens = DEFAULTS.tokens,
    ) -> None:
        self._count = count
        self._count_async = count_async
        self._actuals = actuals if actuals is not None else MemoryActuals(settings)
        self._settings = settings
        self._families: dict[str, SeenMessages] = {}
        self.corrections = corrections if corrections is not None else Corrections(settings)
        self.records = Records(settings=settings)

    def estimate(self, request: Request) -> Estimate:
        """Say what a request will cost."""
        return self._estimate(self._seen(request.family).view(request, self._count))

    async def estimate_async(self, request: Request) -> Estimate:
        """Say what a request will cost; long texts never counted before are counted off the event loop."""
        if self._count_async is None:
            return self.estimate(request)
        seen = self._seen(request.family)
        texts = self._long_texts(seen, request)
        import asyncio  # whoever awaits has it already; nobody else should pay for it

        counts = await asyncio.gather(*(self._count_async(*text) for text in texts))
        known = dict(zip(texts, counts, strict=True))

        def count(text: str, encoding: str) -> int:
            counted = known.get((text, encoding))
            return self._count(text, encoding) if counted is None else counted

        return self._estimate(seen.view(request, count))

    def learn(self, request: Request, usage: Usage, answer: Sequence[Countable] = ()) -> Record:
        """Take in what an answered request cost; the answer's messages as the client will send them back."""
        view = self._seen(request.family).view(request, self._count)
        record = self._record(view, usage.input or None, succeeded=True)
        if usage.input:
            self._learn_total(view, usage.input)
        self._learn_answer(view, usage, answer)
        return record

    def fail(self, request: Request, *, actual: int | None = None) -> Record:
        """Take in that a request was refused; `actual` is the size its error named, which is as good as a report."""
        view = self._seen(request.family).view(request, self._count)
        record = self._record(view, actual or None, succeeded=False)
        if actual:
            self._learn_total(view, actual)
        return record

    def _seen(self, family: Family) -> SeenMessages:
        """What was seen for a family; counted anew when somebody changed the family's factors."""
        seen = self._families.get(family.name)
        if seen is None or (seen.family is not family and seen.family != family):
            seen = self._families[family.name] = SeenMessages(family)
        return seen

    def _long_texts(self, seen: SeenMessages, request: Request) -> list[tuple[str, str]]:
        """The texts that would be slow to count here, each once."""
        found: dict[tuple[str, str], None] = {}

        def note(text: str, encoding: str) -> int:
            if len(text) >= self._settings.off_loop_from_chars:
                found[text, encoding] = None
            return 0

        seen.count_new(request, note)
        return list(found)

    # --- estimating ---------------------------------------------------------------------------------------------

    def _estimate(self, view: View) -> Estimate:
        known = self._actuals.get_many(view.shelf, view.contents)
        factor = self.corrections.factor(view.request.model)
        messages = [
            known[one.content].tokens if one.content in known else _corrected(one.cost.total, factor)
            for one in view.seen
        ]
        tools_known = self._actuals.get(view.shelf, view.tools.content)
        tools = tools_known.tokens if tools_known else _corrected(view.tools.cost.total, factor)
        portions = self._portions(view, known, messages, tools_known, tools)
        return Estimate(
            total=with_margin(portions, self._settings),
            tokens=portions.total,
            source=portions.source,
            portions=portions,
            messages=tuple(messages),
            tools=tools,
            hidden=portions.total - sum(messages) - tools,
            characters_by_four=math.ceil(sum([one.cost.characters for one in (*view.seen, view.tools)]) / 4),
            costs=(*[one.cost for one in view.seen], view.tools.cost),
        )

    def _portions(
        self, view: View, known: Mapping[bytes, Actual], messages: list[int], tools_known: Actual | None, tools: int
    ) -> Portions:
        """Put the total together: the longest prefix a provider reported, and what comes after it."""
        start, actual = self._longest_known(view)
        counted = guessed = 0
        if not start:
            hidden = self._actuals.get(view.shelf, view.hidden_name)
            actual = (tools if tools_known else 0) + (hidden.tokens if hidden else 0)
            counted = LIST_FRAME + (0 if tools_known else tools)
        for one, tokens in zip(view.seen[start:], messages[start:], strict=True):
            if one.content in known:
                actual += tokens
            else:
                guess = min(tokens, one.cost.guessed)
                counted, guessed = counted + tokens - guess, guessed + guess
        return Portions(actual, counted, guessed)

    def _longest_known(self, view: View) -> tuple[int, int]:
        """The longest prefix with a known total: how many messages, and the total; 0 and 0 when there is none."""
        for stop in range(len(view.names), 0, -_PREFIX_STEP):
            names = view.names[max(0, stop - _PREFIX_STEP) : stop]
            known = self._actuals.get_many(view.shelf, names)
            for back, name in enumerate(reversed(names)):
                if name in known:
                    return stop - back, known[name].tokens
        return 0, 0

    def _record(self, view: View, actual: int | None, *, succeeded: bool) -> Record:
        estimate = self._estimate(view)
        record = Record(
            provider=view.request.family.provider,
            model=view.request.model,
            estimated=estimate.tokens,
            with_margin=estimate.total,
            characters_by_four=estimate.characters_by_four,
            source=estimate.source,
            actual=actual,
            succeeded=succeeded,
        )
        self.records.add(record)
        return record

    # --- learning -----------------------------------------------------------------------------------------------

    def _learn_total(self, view: View, total: int) -> None:
        start, prefix = self._longest_known(view)
        if not start:
            self._learn_whole(view, total)
        elif start < len(view.seen):
            self._learn_appended(view, start, total - prefix)
        if view.names:
            self._actuals.put_many(view.shelf, {view.names[-1]: Actual(total)})

    def _learn_appended(self, view: View, start: int, difference: int) -> None:
        """A request that goes on from a known one: the difference is what was appended."""
        appended = view.seen[start:]
        known = self._actuals.get_many(view.shelf, view.contents[start:])
        exact = {name for name, actual in known.items() if actual.exact}
        rest = difference - sum(known[one.content].tokens for one in appended if one.content in exact)
        self._share(view, [one for one in appended if one.content not in exact], rest, exactly=True)

    def _learn_whole(self, view: View, total: int) -> None:
        """A request nothing of which is known as a prefix: its tools and messages share what is left."""
        every = [view.tools, *view.seen]
        known = self._actuals.get_many(view.shelf, [one.content for one in every])
        unknown = [one for one in every if one.content not in known and one.cost.total]
        rest = total - LIST_FRAME - sum(known[one.content].tokens for one in every if one.content in known)
        hidden = self._actuals.get(view.shelf, view.hidden_name)
        expected = self._expected(view, unknown)
        beyond = rest - (hidden.tokens if hidden else 0)
        if unknown and 2 * beyond <= 3 * expected and self._share(view, unknown, beyond, exactly=False):
            return
        self._actuals.put_many(view.shelf, {view.hidden_name: Actual(max(0, rest - expected), exact=False)})

    def _share(self, view: View, unknown: Sequence[Seen], rest: int, *, exactly: bool) -> bool:
        """Give each of these its share of a rest; of equal messages the larger share (they differ by one)."""
        factor = self.corrections.factor(view.request.model)
        shares = learning.shares_of_rest(rest, [_corrected(one.cost.total, factor) for one in unknown])
        if not shares:
            return False
        exact = exactly and len(unknown) == 1
        learnt: dict[bytes, Actual] = {}
        for one, share in zip(unknown, shares, strict=True):
            if one.content not in learnt or learnt[one.content].tokens < share:
                learnt[one.content] = Actual(share, exact)
        self._actuals.put_many(view.shelf, learnt)
        self.corrections.learn(view.request.model, estimated=sum(one.cost.total for one in unknown), actual=rest)
        return True

    def _learn_answer(self, view: View, usage: Usage, answer: Sequence[Countable]) -> None:
        family = self._seen(view.request.family)
        seen = [family.message(item, self._count) for item in answer]
        estimates = [one.cost.total for one in seen]
        shares = learning.answer_tokens(usage, [item.message for item in answer], estimates)
        if shares:
            exact = len(shares) == 1
            learnt = {one.content: Actual(share, exact) for one, share in zip(seen, shares, strict=True)}
            self._actuals.put_many(view.shelf, learnt)

    def _expected(self, view: View, unknown: Iterable[Seen]) -> int:
        factor = self.corrections.factor(view.request.model)
        return sum(_corrected(one.cost.total, factor) for one in unknown)


def _corrected(tokens: int, factor: float) -> int:
    return tokens if factor == 1.0 else math.ceil(tokens * factor - 1e-9)
