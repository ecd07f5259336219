"""From elements to nodes: sizes dealt out, elements rendered, depth first (PT-1, PT-2).

One group of siblings at a time: all are prepared together, then all rendered together; then each is filled, one after
the other, its own children by the same rules. Elements that do nothing of their own (messages, chunks, containers)
cost no await. An exception leaves as ElementFailed with the path of the element; cancelling the render cancels
whatever is being prepared.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from msgspec import Struct

from brimful.prompt.allocate import Allocation, allocate, allocate_evenly, groups
from brimful.prompt.breaking import chunk_children
from brimful.prompt.children import flat
from brimful.prompt.element import Child, Container, Element, Sizing
from brimful.prompt.elements import Expandable, Message, PrioritizedList, TextChunk
from brimful.prompt.errors import ElementFailed, InvalidPrompt
from brimful.prompt.layout import lay_out
from brimful.prompt.makers import number_list
from brimful.prompt.nodes import Box, Breaks, ChunkNode, LimitBox, LiteralNode, MessageBox, Node, name_of
from brimful.prompt.plan import Plan
from brimful.prompt.speech import bare_message
from brimful.prompt.tokenizer import Tokenizer
from brimful.settings import DEFAULTS, Prompt


class Group(Struct, frozen=True):
    """A group of siblings that was sized: whose children they are (None: the root) and what each was given."""

    owner: Box | None
    allocation: Allocation
    nodes: Sequence[Node]


class Sizer:
    """Renders one tree of elements into nodes."""

    def __init__(self, tokenizer: Tokenizer, settings: Prompt = DEFAULTS.prompt, plan: Plan | None = None) -> None:
        self.tokenizer = tokenizer
        self.settings = settings
        self.plan = plan or Plan(deepest=settings.max_depth)
        self.groups: list[Group] = []

    async def render(self, prompt: Child, budget: int) -> Box:
        """Render a prompt; its children hang below the box that is returned."""
        root = Box(None, 0, Container(prompt, id="root"))
        root.allotted = budget
        self.groups.append(Group(None, Allocation(budget, 0, (budget,)), [root]))
        await self._fill(root, prompt, 0)
        return root

    async def render_again(self, box: Box, budget: int) -> Box:
        """Render an expandable element once more, with another budget, into a box of its own."""
        twin = Box(box.owner, box.place, box.element)
        twin.allotted = budget
        rendered = await self._render_one(box, budget)
        await self._fill(twin, rendered, 0, again=True)
        return twin

    async def _fill(self, box: Box, rendered: Child, depth: int, *, again: bool = False) -> None:
        """Lay out what a box's element rendered, charge its texts to it, and size its elements."""
        if depth > self.settings.max_depth:
            raise _too_deep(box, self.settings.max_depth)
        used = self._frame(box) if isinstance(box, MessageBox) else 0
        try:
            made, literals = lay_out(box, rendered, self.plan)
        except InvalidPrompt as error:
            error.at = error.at or f"{name_of(box)}/{len(box.children)}"
            raise
        if literals:
            if isinstance(box.element, TextChunk):
                used += self._charge_chunk(box.element, literals[-1])
            else:
                used += await self._charge(literals)
        if made:
            used += await self._size(box, made, max(0, box.allotted - used), depth)
        box.used = used
        if isinstance(box.element, Expandable) and not again:
            self.plan.growing.append(box)

    def _frame(self, box: MessageBox) -> int:
        """What a message is charged before it says anything."""
        element: Message = box.element  # type: ignore[assignment]  # a MessageBox is made of a message element
        return self.tokenizer.message(bare_message(box)) if element.frame_charged else 0

    async def _charge(self, literals: Sequence[LiteralNode]) -> int:
        warming = self.tokenizer.warm([literal.text for literal in literals])
        if warming is not None:
            await warming
        total = 0
        for literal in literals:
            literal.tokens = self.tokenizer.text(literal.text)
            total += literal.tokens
        return total

    def _charge_chunk(self, chunk: TextChunk, text: LiteralNode) -> int:
        """Charge a text chunk that is a box: whole when it was cut to its budget, else piece by piece."""
        text.breaks = Breaks.ALWAYS
        if chunk.break_on is not None:
            return self.tokenizer.text(text.text)
        return sum(self.tokenizer.text(piece) for piece in flat(chunk.children) if isinstance(piece, str))

    async def _charge_chunks(self, chunks: Sequence[ChunkNode]) -> None:
        """Charge each chunk for its text; what was joined of pieces for each piece, as literals are."""
        warming = self.tokenizer.warm([chunk.text for chunk in chunks])
        if warming is not None:
            await warming
        count = self.tokenizer.text
        for chunk in chunks:
            if len(chunk.element.children) == 1:
                chunk.used = chunk.tokens = count(chunk.text)
            else:
                chunk.used = sum(count(piece) for piece in flat(chunk.element.children) if isinstance(piece, str))

    async def _size(self, box: Box, made: list[Node], remaining: int, depth: int) -> int:
        """Size the elements below a box, group by group; returns what they used."""
        chunks = [node for node in made if type(node) is ChunkNode]
        if chunks:
            await self._charge_chunks(chunks)
        sharers = [node.element for node in made]  # type: ignore[attr-defined]  # they are elements' nodes
        order = groups(sharers)
        reserving = [sharers[i] for members in order for i in members if sharers[i].flex_reserve is not None]
        used = 0
        for members in order:
            reserving = reserving[sum(sharers[i].flex_reserve is not None for i in members) :]
            nodes = [made[i] for i in members] if len(order) > 1 else made
            allocation = self._allocate(nodes, max(0, remaining - used), reserving)
            self.groups.append(Group(box, allocation, nodes))
            used += await self._fill_group(nodes, allocation.budgets, depth)
        return used

    def _allocate(self, nodes: Sequence[Node], remaining: int, later: Sequence[Element]) -> Allocation:
        elements: list[Element] = [node.element for node in nodes]  # type: ignore[attr-defined]  # as above
        limits = [node.limit if type(node) is LimitBox else None for node in nodes]
        limited = any(limit is not None for limit in limits)
        if not (later or limited) and all(element.flex_basis == 1 for element in elements):
            return allocate_evenly(remaining, len(nodes))
        return allocate(remaining, elements, limits, later)

    async def _fill_group(self, nodes: Sequence[Node], budgets: Sequence[int], depth: int) -> int:
        rendered = await self._render(nodes, budgets)
        used = 0
        for node, budget, says in zip(nodes, budgets, rendered, strict=True):
            if type(node) is ChunkNode:
                node.allotted = budget
                used += node.used if node.used < budget else budget
                continue
            box = _box_of(node)
            box.allotted = budget
            await self._fill(box, says, depth + 1)
            used += min(box.used, budget)
        return used

    async def _render(self, nodes: Sequence[Node], budgets: Sequence[int]) -> Sequence[Child]:
        """Prepare all, then render all. What waits, waits together."""
        busy = [i for i, node in enumerate(nodes) if type(node) is not ChunkNode and _is_busy(node)]
        out: list[Child] = [_own_children(node) for node in nodes]
        if not busy:
            return out
        sizings = [Sizing(budgets[i], self.tokenizer) for i in busy]
        prepared = await self._together(
            [(nodes[i], _element(nodes[i]).prepare, sizing) for i, sizing in zip(busy, sizings, strict=True)]
        )
        for sizing, value in zip(sizings, prepared, strict=True):
            sizing.prepared = value
        says = await self._together(
            [(nodes[i], _renderer(nodes[i]), sizing) for i, sizing in zip(busy, sizings, strict=True)]
        )
        for i, children in zip(busy, says, strict=True):
            out[i] = children
        return out

    async def _render_one(self, box: Box, budget: int) -> Child:
        sizing = Sizing(budget, self.tokenizer)
        (sizing.prepared,) = await self._together([(box, box.element.prepare, sizing)])
        (says,) = await self._together([(box, box.element.render, sizing)])
        return says  # type: ignore[no-any-return]  # what elements return is looked at when it is laid out

    async def _together(self, calls: Sequence[tuple[Node, Callable[[Sizing], Any], Sizing]]) -> list[Any]:
        """Call each; await together what has to be awaited."""
        results: list[Any] = []
        waiting: list[int] = []
        try:
            for node, call, sizing in calls:
                with _naming(node):
                    results.append(call(sizing))
                if inspect.isawaitable(results[-1]):
                    waiting.append(len(results) - 1)
        except BaseException:
            for i in waiting:
                _abandon(results[i])
            raise
        if len(waiting) == 1:
            (only,) = waiting
            results[only] = await _named(calls[only][0], results[only])
        elif waiting:
            await self._gather(calls, results, waiting)
        return results

    async def _gather(self, calls: Sequence[tuple[Node, Any, Any]], results: list[Any], waiting: list[int]) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                started = {i: tasks.create_task(_named(calls[i][0], results[i])) for i in waiting}
        except ExceptionGroup as failed:
            first = failed.exceptions[0]
            raise first from first.__cause__  # which a bare raise in here would hide
        finally:
            for i in waiting:
                _abandon(results[i])  # those that never got to run
        for i, task in started.items():
            results[i] = task.result()


def _abandon(waiting: Any) -> None:
    """Drop an awaitable that nobody will await: a coroutine that was awaited is closed already."""
    if inspect.iscoroutine(waiting):
        waiting.close()
    elif isinstance(waiting, asyncio.Future):
        waiting.cancel()


@contextmanager
def _naming(node: Node) -> Iterator[None]:
    """Turn what an element raises into an error that names it."""
    try:
        yield
    except InvalidPrompt as error:  # it says already what is wrong
        error.at = error.at or name_of(node)
        raise
    except Exception as error:
        raise ElementFailed(
            f"{_element(node).kind} raised {type(error).__name__}: {error}",
            at=" > ".join(_kinds(node)),
            hint="the cause is attached; the element's own code has to be mended",
        ) from error


async def _named(node: Node, waiting: Awaitable[Any]) -> Any:
    with _naming(node):
        try:
            return await waiting
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise RuntimeError("what it awaited was cancelled, the render was not") from error


def _kinds(node: Node) -> list[str]:
    """The path of a node, by kinds and ids, for errors."""
    path: list[str] = []
    each: Node | None = node
    while each is not None:
        element = _element(each)
        path.append(f"{element.kind} {element.id}" if element.id and each.owner else element.kind)
        each = each.owner
    return path[::-1]


def _element(node: Node) -> Element:
    element: Element = node.element  # type: ignore[attr-defined]  # asked only of elements' nodes
    return element


def _is_busy(node: Node) -> bool:
    """Whether an element has something to do when it renders."""
    element = _element(node)
    return element.acts or isinstance(element, TextChunk)


def _renderer(node: Node) -> Callable[[Sizing], Any]:
    element = _element(node)
    if isinstance(element, TextChunk) and not element.acts:
        return partial(chunk_children, element, flat(element.children))
    return element.render


def _own_children(node: Node) -> Child:
    if type(node) is ChunkNode:
        return None
    element = _element(node)
    return number_list(element) if isinstance(element, PrioritizedList) else element.children


def _box_of(node: Node) -> Box:
    """The box to fill: for media, one that is only sized and then dropped."""
    if isinstance(node, Box):
        return node
    return Box(node.owner, node.place, _element(node))


def _too_deep(box: Box, limit: int) -> InvalidPrompt:
    """Say whether it is a cycle."""
    seen: set[int] = set()
    each: Box | None = box
    held: Box | None = None
    while each is not None:
        held = each if id(each.element) in seen else held
        seen.add(id(each.element))
        each = each.owner
    if held is not None:
        return InvalidPrompt(
            f"{held.element.kind} holds itself", at=name_of(held), hint="an element is no child of its own"
        )
    return InvalidPrompt(
        f"elements are nested deeper than {limit} levels", hint="flatten them, or raise prompt.max_depth"
    )
