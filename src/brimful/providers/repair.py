"""Making a request valid again (MSG-4).

What an id, a role or a rule of the wire can mend is mended: strayed and orphaned results and calls, empty content,
roles out of order, half surrogate pairs, cache marks past the limit. Entries that need nothing keep their bytes.
What cannot be mended is in `problems`: whoever sends the request must decide about it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brimful import jsontext
from brimful.errors import BrimfulError
from brimful.messages import Conversation, Message, Part, ToolResult
from brimful.messages.pairing import pair_up
from brimful.providers.body import Body, Item, read_body
from brimful.providers.problem import Loss, Problem, Report


class Repaired(Struct, frozen=True):
    """The mended request, what was done to it, and what is still wrong."""

    body: Body
    mends: tuple[str, ...]
    problems: tuple[Problem, ...]


_TOO_MANY_MARKS = ("cache_limit", "cache_marks")
"""The rules that say so; a wire that takes any number and uses some has none."""


def repair(body: Body) -> Repaired:
    """Mend what can be mended. A valid body comes back as it is."""
    problems = body.dialect.check(body)
    if not problems:
        return Repaired(body, (), ())
    mends: list[str] = []
    body = _without_halves(body, problems, mends)
    if any(problem.rule in _TOO_MANY_MARKS for problem in problems):
        body = _within_mark_limit(body, mends)
    try:
        body = _rewritten(body, mends)
    except BrimfulError:
        # A piece of the wrong type: the neutral model cannot hold it, so the problem stays as it was reported.
        return Repaired(body, tuple(mends), tuple(body.dialect.check(body)))
    return Repaired(body, tuple(mends), tuple(body.dialect.check(body)))


def _without_halves(body: Body, problems: Sequence[Problem], mends: list[str]) -> Body:
    """Replace half surrogate pairs by U+FFFD, in the entries that hold one."""
    places = [problem.at for problem in problems if problem.rule == "surrogate"]
    items = list(body.items)
    for index, item in enumerate(items):
        if any(place.startswith(item.at) for place in places):
            items[index] = body.new_item(_cleaned(item.json))
            mends.append(f"{item.at}: half of a surrogate pair was replaced by U+FFFD")
    return body.replace(items=items) if places else body


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_cleaned(inner) for inner in value]
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(inner) for key, inner in value.items()}
    return value


def _within_mark_limit(body: Body, mends: list[str]) -> Body:
    """Take the oldest cache marks away until the provider's limit holds."""
    dialect = body.dialect
    fixed = sum(dialect.count_marks(entry.json) for entry in (*body.tools, *((body.system,) if body.system else ())))
    counts = [dialect.count_marks(item.json) for item in body.items]
    excess = fixed + sum(counts) - dialect.max_cache_marks
    items = list(body.items)
    for index, count in enumerate(counts):
        if excess > 0 and count:
            items[index] = body.new_item(dialect.without_marks(items[index].json))
            mends.append(f"{body.items[index].at}: {count} cache mark(s) past the limit were taken away")
            excess -= count
    return body.replace(items=items) if items != list(body.items) else body


def _rewritten(body: Body, mends: list[str]) -> Body:
    """Pair calls with results; if that is not all, write what is still wrong as the dialect would its own."""
    body = body if _calls_may_lie_outside(body) else _paired(body, mends)
    problems = body.dialect.check(body)
    return _arranged(body, problems, mends) if problems else body


def _paired(body: Body, mends: list[str]) -> Body:
    pairing = pair_up([item.message for item in body.items])
    if not pairing.mends:
        return body
    mends += [f"{body.items[mend.index].at}: {mend.what}" for mend in pairing.mends]
    items: list[Item] = []
    for paired in pairing.messages:
        if paired.source is not None and not paired.changed:
            items.append(body.items[paired.source])
        else:
            items += [body.new_item(entry) for entry in body.dialect.write_message(paired.message, Report())]
    return body.replace(items=items)


def _arranged(body: Body, problems: Sequence[Problem], mends: list[str]) -> Body:
    """Write the messages anew, the ones with problems without their old spelling. What comes out as it was keeps its
    bytes; tools and parameters are not touched."""
    conversation = _strip_wires(body, problems)
    report = Report()
    bare = Conversation(conversation.messages, model=conversation.model)
    written = read_body(jsontext.encode(body.dialect.write(bare, report)), body.dialect)
    mends += [_said(loss) for loss in report.losses]
    known: dict[bytes, Item] = {jsontext.encode(item.json): item for item in body.items}
    items = [known.get(jsontext.encode(item.json), item) for item in written.items]
    same_system = body.system and written.system and body.system.json == written.system.json
    if [item.raw for item in items] != [item.raw for item in body.items]:
        mends.append("the messages were put into an order and form that the provider takes")
    return body.replace(items=items, system=body.system if same_system else written.system)


def _said(loss: Loss) -> str:
    return f"{loss.at}: {loss.what} was left out: {loss.why}"


def _strip_wires(body: Body, problems: Sequence[Problem]) -> Conversation:
    """Forget how the entries with problems were spelt."""
    name = body.dialect.layout.messages[0]
    head = 1 if body.system else 0
    broken = {int(match[1]) + head for problem in problems if (match := re.match(rf"{name}\[(\d+)\]", problem.at))}
    conversation = body.conversation
    messages = tuple(_bare(m) if i in broken else m for i, m in enumerate(conversation.messages))
    return replace(conversation, messages=messages)


def _bare(message: Message) -> Message:
    return replace(message, wire=None, parts=tuple(_bare_part(part) for part in message.parts))


def _bare_part(part: Part) -> Part:
    bare = replace(part, wire=None)
    if isinstance(bare, ToolResult):
        bare = replace(bare, content=tuple(replace(inner, wire=None) for inner in bare.content))
    return bare


def _calls_may_lie_outside(body: Body) -> bool:
    """OpenAI Responses may continue an answer the provider keeps; results then answer calls we cannot see."""
    if body.members.keys() & {"previous_response_id", "conversation"}:
        return True
    return any(part.kind == "item_reference" for _, part in body.conversation.parts() if hasattr(part, "kind"))
