"""The prompt of an agent, ready made (PT-6, PT-7): plain values in, elements out, each with its place in the budget.

    prompt = AgentPrompt(SYSTEM, "Why does the upload fail?", history=before, rounds=this_turn, frozen=stored)
    rendered = await render(prompt, budget=100_000, model="claude-sonnet-4-5")
    stored = prompt.frozen_in(rendered)             # hand it back with the next render; `to_json` to keep it

In order: system prompt, custom and mode instructions, the rule for autopilot, the global context, history, the user
message, this turn's rounds, and what a stop hook asks. System prompt and query are required: when they alone do not
fit it is a BudgetExceeded. `places` says who gets what. Each piece is a method: override it, or hand in elements
where text would do.

The global context and the user message are rendered once and then repeated byte for byte (`frozen`), and so is each
result that had to be cut. Where marks are set everything before them is safe from pruning (`places`); marks that
protect nothing are put into the rendered messages (`brimful.prompt.cache.marks_for`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from msgspec import Struct

from brimful.messages import Message, Part
from brimful.prompt.children import flat
from brimful.prompt.element import Child, Children, Container, Element, Props, Sizing
from brimful.prompt.elements import Chunk, System, TextChunk, TokenLimit, User
from brimful.prompt.excerpt import Excerpt, Shorten, head_and_tail, share_out
from brimful.prompt.extras import CacheMark
from brimful.prompt.frozen import Frozen, cuts_in, frozen_parts
from brimful.prompt.history import History, Rounds, Shaping
from brimful.prompt.places import PLAIN, Places
from brimful.prompt.rendered import Rendered
from brimful.prompt.spoken import said
from brimful.prompt.workspace import Workspace, workspace_facts
from brimful.settings import DEFAULTS, Prompt


class Rules(Struct, frozen=True):
    """What the agent is told besides its system prompt: by the user, by its mode, and that nobody is watching."""

    custom: Child = None
    mode: Child = None
    autopilot: Child = None


class Ask(Struct, frozen=True):
    """What the user says now: the query, what is attached to it, and notes on the format of the answer."""

    query: Child = None
    attachments: Child = None
    notes: Child = None


class UserMessage(Element):
    """The newest user message. The query is required; attachments have a limit that depends on the budget.

    parts: what it said in an earlier render; repeated whole.
    """

    __slots__ = ("ask", "marked", "parts", "places", "settings", "shorten")

    def __init__(
        self,
        ask: Ask,
        *,
        parts: Sequence[Part] = (),
        marked: bool = False,
        places: Places = PLAIN,
        shorten: Shorten = head_and_tail,
        settings: Prompt = DEFAULTS.prompt,
        **props: Unpack[Props],
    ) -> None:
        super().__init__(**props)
        self.ask = ask
        self.parts = parts
        self.marked = marked
        self.places = places
        self.shorten = shorten
        self.settings = settings

    async def render(self, sizing: Sizing) -> Children:
        """Attachments, notes, and the query as the last word."""
        mark = CacheMark() if self.marked else None
        if self.parts:
            return User(Chunk(*said(self.parts), required=True), mark)
        notes, query = self.places.notes, self.places.query
        return User(
            await self.attachments(sizing),
            self.ask.notes and Container(self.ask.notes, **notes.props),
            self.ask.query and Container(self.ask.query, required=True, **query.props),
            mark,
        )

    async def attachments(self, sizing: Sizing) -> Child:
        """What is attached, within its share of the budget. Of texts that are too much, the longest are cut."""
        share = self.settings.attachments_share
        limit = int(sizing.budget / share)
        found = list(flat(self.ask.attachments))
        texts = [child for child in found if isinstance(child, str)]
        warming = sizing.tokenizer.warm(texts)
        if warming is not None:
            await warming
        shares = iter(share_out([sizing.count(text) for text in texts], limit))
        shown = [self._excerpt(child, next(shares)) if isinstance(child, str) else child for child in found]
        if not shown:
            return None
        return TokenLimit(*shown, max=limit, flex_reserve=f"/{share}", **self.places.attachments.props)

    def _excerpt(self, text: str, limit: int) -> Child:
        return Chunk(Excerpt(text, shorten=self.shorten, limit=limit))


class AgentPrompt(Element):
    """An agent's prompt.

    history, rounds: what was said before this turn, and since its user message; neutral messages.
    stop_query:      what a stop hook asks when the agent wants to end.
    marks:           most cache marks the provider takes (`brimful.models.caches`); 0 sets and protects none.
    shorten:         cuts results and other long texts to their share.
    """

    __slots__ = (
        "ask", "frozen", "history", "marks", "places", "rounds", "rules", "settings", "shorten", "stop_query",
        "system", "workspace",
    )  # fmt: skip

    def __init__(
        self,
        system: Child,
        ask: Ask | Message | str,
        *,
        rules: Rules = Rules(),  # noqa: B008  # a frozen value
        workspace: Workspace = Workspace(),  # noqa: B008  # a frozen value
        history: Sequence[Message] = (),
        rounds: Sequence[Message] = (),
        stop_query: Child = None,
        places: Places = PLAIN,
        marks: int | None = None,
        frozen: Frozen = Frozen(),  # noqa: B008  # a frozen value
        shorten: Shorten = head_and_tail,
        settings: Prompt = DEFAULTS.prompt,
        **props: Unpack[Props],
    ) -> None:
        props.setdefault("id", "agent")
        super().__init__(**props)
        self.system = system
        self.ask = _ask(ask)
        self.rules = rules
        self.workspace = workspace
        self.history = history
        self.rounds = rounds
        self.stop_query = stop_query
        self.places = places
        self.marks = places.marks if marks is None else min(marks, places.marks)
        self.frozen = frozen
        self.shorten = shorten
        self.settings = settings

    def render(self, sizing: Sizing) -> Children:
        """All of it, in order."""
        conversation = [self.earlier(), self.user_message(), self.current_rounds(), self.stop()]
        place = self.places.conversation
        return [
            self.system_prompt(),
            self.instructions(),
            self.autopilot(),
            self.context(),
            conversation if place is None else Container(*conversation, id=self._id("conversation"), **place.props),
        ]

    # --- the pieces, in order; override one to say something else ---

    def system_prompt(self) -> Child:
        """Who the agent is. Required."""
        return System(self.system, id=self._id("system"), required=True, **self.places.system.props)

    def instructions(self) -> Child:
        """What the user and the mode ask of every answer."""
        rules = [TextChunk(rule) if isinstance(rule, str) else rule for rule in (self.rules.custom, self.rules.mode)]
        if not any(rules):
            return None
        kind = System if self.settings.rules_as_system else User
        return kind(*rules, id=self._id("instructions"), **self.places.rules.props)

    def autopilot(self) -> Child:
        """The rule for when nobody is watching."""
        rule = self.rules.autopilot
        return rule and System(rule, id=self._id("autopilot"), **self.places.autopilot.props)

    def context(self) -> Child:
        """The global context, rendered once and then repeated."""
        mark = CacheMark() if self.marks >= 1 else None
        props = self.places.context.props
        if self.frozen.context:
            return User(Chunk(*said(self.frozen.context)), mark, id=self._id("context"), **props)
        facts = list(flat(self.facts()))
        return User(*facts, mark, id=self._id("context"), **props) if facts else None

    def facts(self) -> Child:
        """What is in the global context."""
        return workspace_facts(self.workspace, places=self.places, shorten=self.shorten, settings=self.settings)

    def earlier(self) -> Child:
        """The turns before this one. What the model thought in them is not said again."""
        return History(self.history, shaping=self._shaping(), id=self._id("history"), **self.places.history.props)

    def user_message(self) -> Child:
        """What the user says now."""
        same = self.frozen.asked == query_text(self.ask)
        return UserMessage(
            self.ask,
            parts=self.frozen.user if same else (),
            marked=self.marks >= 3,
            places=self.places,
            shorten=self.shorten,
            settings=self.settings,
            id=self._id("user"),
            **self.places.user.props,
        )

    def current_rounds(self) -> Child:
        """What the model did since, with its thinking; a mark stands behind the newest result."""
        return Rounds(
            self.rounds,
            shaping=self._shaping(),
            marked=self.marks >= 2,
            id=self._id("rounds"),
            **self.places.rounds.props,
        )

    def stop(self) -> Child:
        """What a stop hook asks."""
        asked = self.stop_query
        return asked and User(asked, id=self._id("stop"), **self.places.stop_query.props)

    # --- what is repeated ---

    def frozen_in(self, rendered: Rendered) -> Frozen:
        """What this prompt said in a render and is to say again. What was left out is not frozen."""
        return Frozen(
            self.frozen.context or frozen_parts(rendered, self._id("context")),
            frozen_parts(rendered, self._id("user")),
            query_text(self.ask),
            {**self.frozen.cuts, **cuts_in(rendered)},
        )

    def _shaping(self) -> Shaping:
        settings = self.settings
        return Shaping(self.shorten, self.frozen.cuts, settings.result_min_tokens, settings.rounds_reserve)

    def _id(self, name: str) -> str:
        return f"{self.id}/{name}"


def query_text(ask: Ask) -> str:
    """The words of a query: what tells one question from another."""
    return "".join(child for child in flat(ask.query) if isinstance(child, str))


def _ask(ask: Ask | Message | str) -> Ask:
    if isinstance(ask, Message):
        return Ask(said(ask.parts))
    return Ask(ask) if isinstance(ask, str) else ask
