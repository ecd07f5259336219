"""From a reported total to what each message costs (TOK-6).

A provider reports one number for a whole prompt. When the request goes on from one whose total is known, the
difference is the exact cost of what was appended; otherwise the total is spread over everything in proportion to
the estimates. Either way the shares sum to the number exactly.

Not every number means what it seems. A rest of nothing or less is skipped, never spread. A rest that no tokenizer
explains (a system prompt the provider adds, images that were left out of a log) belongs to the whole, not to the
messages that happened to stand there; equal messages elsewhere would inherit it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from brimful.messages import Message, Usage

_ROOT_TAG = b"brimful/prefix/1\0"
_HIDDEN_TAG = b"brimful/hidden/1\0"

SLACK = 64
"""Tokens by which a small message may be off without looking wrong: wrapping and ids weigh most there."""


def spread(total: int, estimates: Sequence[int]) -> list[int]:
    """Share a total out in proportion to estimates, by largest remainder; the shares sum to it exactly.

    When every estimate is zero the total is split evenly and the remainder goes to the first.
    """
    if total < 0 or any(estimate < 0 for estimate in estimates):
        raise ValueError("neither the total nor an estimate may be negative")
    if not estimates:
        if total:
            raise ValueError("there is nothing to spread the total over")
        return []
    whole = sum(estimates)
    if whole == 0:
        even, rest = divmod(total, len(estimates))
        return [even + rest, *[even] * (len(estimates) - 1)]
    parts = [divmod(total * estimate, whole) for estimate in estimates]
    shares = [share for share, _ in parts]
    largest = sorted(range(len(parts)), key=lambda index: -parts[index][1])
    for index in largest[: total - sum(shares)]:
        shares[index] += 1
    return shares


def shares_of_rest(rest: int, estimates: Sequence[int]) -> list[int] | None:
    """Share out what is left of a difference; None when there is nothing that may be shared.

    One unknown message gets all of it; several share it by estimate.
    """
    if not estimates or rest <= 0 or not is_plausible(rest, sum(estimates)):
        return None
    return spread(rest, estimates)


def is_plausible(tokens: int, estimate: int) -> bool:
    """Whether a tokenizer (and the provider's wrapping) can explain the distance between the two."""
    return estimate <= 2 * tokens + SLACK and tokens <= 2 * estimate + SLACK


def answer_tokens(usage: Usage, answer: Sequence[Message], estimates: Sequence[int]) -> list[int] | None:
    """What the messages of an answer will cost when they are sent back; None when the report does not say.

    The reported output counts reasoning, too. It comes back only if the answer carries it (thinking blocks, or
    signatures on its calls): then it is counted, else it is left out. Several messages share the rest by estimate.
    A report far below what is plainly there was taken before the answer was finished, and teaches nothing.
    """
    if not answer or usage.output is None:
        return None
    carriers = [_carries_reasoning(message) for message in answer]
    output = usage.output if any(carriers) else usage.output - usage.reasoning
    if output <= 0 or 2 * output < sum(estimates):
        return None
    reasoning = min(usage.reasoning, output) if any(carriers) else 0
    weights = [int(carrier) for carrier in carriers]
    thought = spread(reasoning, weights) if reasoning else [0] * len(answer)
    said = spread(output - reasoning, estimates)
    return [one + other for one, other in zip(thought, said, strict=True)]


def _carries_reasoning(message: Message) -> bool:
    return bool(message.thinking) or any(call.signature for call in message.tool_calls)


# --- names of prefixes ------------------------------------------------------------------------------------------


def root_name(tools: bytes) -> bytes:
    """The name of a conversation's start: nothing but its tools, by their digest."""
    return hashlib.sha256(_ROOT_TAG + tools).digest()


def chain(root: bytes, contents: Sequence[bytes]) -> list[bytes]:
    """The name of each prefix: after the first message, the second, … A name covers all that stands before it."""
    sha256 = hashlib.sha256
    names: list[bytes] = []
    name = root
    for content in contents:
        name = sha256(name + content).digest()
        names.append(name)
    return names


def hidden_name(head: bytes) -> bytes:
    """Under which name the tokens are kept that nothing visible behind this head (a prefix) explains."""
    return hashlib.sha256(_HIDDEN_TAG + head).digest()
