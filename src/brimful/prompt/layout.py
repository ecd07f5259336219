"""What an element rendered, laid out as nodes below it (PT-3).

Lists dissolve, numbers become text, and what says nothing is left out. Every child that yields something gets a
place; metadata and references belong to the box and get none.
"""

from __future__ import annotations

from brimful import messages
from brimful.prompt import extras, planting
from brimful.prompt.children import check_tokens, flat
from brimful.prompt.element import Child, Element, is_finite
from brimful.prompt.errors import InvalidPrompt
from brimful.prompt.makers import maker
from brimful.prompt.nodes import Box, LiteralNode, MarkNode, MessageBox, Node, PartNode, first_breaks, name_of
from brimful.prompt.plan import Plan


def lay_out(box: Box, rendered: Child, plan: Plan) -> tuple[list[Node], list[LiteralNode]]:
    """Make nodes of what a box's element rendered. Returns those that were elements, and the literal texts."""
    made: list[Node] = []
    literals: list[LiteralNode] = []
    children = box.children
    for child in flat(rendered):
        place = len(children)
        if isinstance(child, Element):
            node = maker(type(child))(child, box, place, plan)
            children.append(node)
            made.append(node)
        elif isinstance(child, str):
            literal = LiteralNode(box, place, box.own_priority, child, first_breaks(place))
            children.append(literal)
            literals.append(literal)
        else:
            _lay_extra(child, box, place, plan)
    return made, literals


def check_places(root: Box, plan: Plan) -> None:
    """Raise for the first leaf that stands outside of a message, or mark that is not directly in one."""
    waiting: list[Box] = [root]
    while waiting and plan.stray is None:
        for child in waiting.pop().children:
            if not isinstance(child, Box):
                plan.strays(
                    child,
                    "text, media and marks belong inside a message",
                    "put it into System, User, Assistant or Tool",
                )
            elif not isinstance(child, MessageBox):
                waiting.append(child)
    if plan.stray is not None:
        raise plan.stray


def _lay_extra(child: object, box: Box, place: int, plan: Plan) -> None:
    """Lay out what is neither text nor element."""
    if isinstance(child, extras.Meta):
        if child.local:
            box.metadata = [*(box.metadata or ()), child]
        else:
            plan.metadata.append(child)
    elif isinstance(child, extras.References):
        plan.references = True
        box.references = [*(box.references or ()), *child.items]
    else:
        box.children.append(_extra_node(child, box, place, plan))


def _extra_node(child: object, box: Box, place: int, plan: Plan) -> Node:
    if isinstance(child, extras.LineBreak):
        return LiteralNode(box, place, _priority(child, box), "\n", first_breaks(place))
    if isinstance(child, extras.CacheMark):
        node = MarkNode(box, place, child.mark)
        if not isinstance(box, MessageBox):
            plan.strays(node, "a cache mark is a direct child of a message", "take it out of what is around it")
        return node
    if isinstance(child, extras.Opaque):
        tokens = check_tokens(child.tokens, "tokens")
        return PartNode(box, place, _priority(child, box), messages.Opaque(child.kind, child.value, tokens))
    if isinstance(child, extras.Given):
        return PartNode(box, place, _priority(child, box), child.part)
    if isinstance(child, extras.Embedded):
        return planting.plant(child.data, box, place, plan)
    raise InvalidPrompt(
        f"a {type(child).__name__} cannot be part of a prompt",
        at=name_of(box),
        hint="children are text, numbers, elements and lists of these",
    )


def _priority(extra: extras.LineBreak | extras.Opaque | extras.Given, box: Box) -> float:
    if extra.priority is None:
        return box.own_priority
    if not is_finite(extra.priority):
        raise InvalidPrompt(f"priority is {extra.priority!r:.40}", hint="a priority is a finite number")
    return extra.priority
