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


def repair(body: Body) -> Repaired:
    """Mend what can be mended. A valid body comes back as it is."""
    problems = body.dialect.check(body)
    if not problems:
        return Repaired(body, (), ())
    mends: list[str] = []
    body = _without_halves(body, problems, mends)
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
    """Pair calls with results and write the conversation anew; whatever comes out as it was keeps its bytes."""
    conversation = body.conversation
    if not _calls_may_lie_outside(body):
        pairing = pair_up(conversation.messages)
        mends += [f"message {mend.index}: {mend.what}" for mend in pairing.mends]
        conversation = replace(conversation, messages=tuple(paired.message for paired in pairing.messages))
    paired = _write(conversation, body, mends)
    problems = paired.dialect.check(paired)
    if not problems:
        return paired
    fresh = _strip_wires(paired, problems)
    return _write(fresh, body, mends)


def _write(conversation: Conversation, original: Body, mends: list[str]) -> Body:
    report = Report()
    written = read_body(jsontext.encode(original.dialect.write(conversation, report)), original.dialect)
    mends += [_said(loss) for loss in report.losses]
    known: dict[bytes, Item] = {jsontext.encode(item.json): item for item in original.items}
    items = [known.get(jsontext.encode(item.json), item) for item in written.items]
    return written.replace(items=items)


def _said(loss: Loss) -> str:
    return f"{loss.at}: {loss.what} was left out: {loss.why}"


def _strip_wires(body: Body, problems: Sequence[Problem]) -> Conversation:
    """Forget how the entries with problems were spelt, so that the dialect writes them as it would its own."""
    name = body.dialect.layout.messages[0]
    indices = {int(match[1]) for problem in problems if (match := re.match(rf"{name}\[(\d+)\]", problem.at))}
    broken = {id(body.items[index].message) for index in indices if index < len(body.items)}
    conversation = body.conversation
    messages = tuple(_bare(m) if id(m) in broken else m for m in conversation.messages)
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
