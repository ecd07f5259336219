"""A conversation seen before: read, named and counted again, beside the least that knowing it takes.

The floor decodes the JSON and hashes the bytes, once each, and does nothing with either. Ours cuts the request into
slices, names each, looks every message's cost up and adds up the estimate.
"""

from __future__ import annotations

import hashlib
import json
import random

import msgspec

from bench import timing
from brimful.models import Registry
from brimful.providers import Dialect, dialect, read_body
from brimful.tokens import Estimator, Request, TextCounter

WORDS = ("the", "file", "has", "been", "read", "and", "its", "lines", "are", "kept", "where", "they", "stood")


def conversation(messages: int, size: int, seed: int = 7) -> bytes:
    """An Anthropic request: rounds of tool calls and results, `size` bytes in all."""
    draw = random.Random(seed)
    per_result = 2 * size // messages - 300
    said: list[dict[str, object]] = [{"role": "user", "content": "Find out why the build fails."}]
    while len(said) < messages:
        name = f"toolu_{len(said):06d}"
        call = {"type": "tool_use", "id": name, "name": "read_file", "input": {"path": f"src/{len(said)}.py"}}
        text = " ".join(draw.choice(WORDS) for _ in range(per_result // 5))
        result = {"type": "tool_result", "tool_use_id": name, "content": text}
        said.append({"role": "assistant", "content": [{"type": "text", "text": "I look."}, call]})
        said.append({"role": "user", "content": [result]})
    tools = [{"name": "read_file", "description": "Reads a file.", "input_schema": {"type": "object"}}]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 1024, "system": "Be brief.", "tools": tools, "messages": said}
    return json.dumps(body).encode()


def run(*, quick: bool = False) -> None:
    """Print the ratios."""
    timing.heading("a conversation seen before: read + digests + count again, × (JSON decode + SHA-256 of the bytes)")
    registry = Registry.shipped()
    family = registry.family_of("claude-sonnet-4-5")
    wire: Dialect = dialect("anthropic")
    for messages, size in ((40, 100_000), (400, 1_000_000), (4000, 10_000_000)):
        data = conversation(messages, size)
        estimator = Estimator(TextCounter().count)

        def ours(data: bytes = data, estimator: Estimator = estimator) -> int:
            body = read_body(data, wire)
            return estimator.estimate(Request(family, body.model, body.pieces, body.tools)).total

        def floor(data: bytes = data) -> object:
            return json.loads(data), hashlib.sha256(data).digest()

        def fast_floor(data: bytes = data) -> object:
            return msgspec.json.decode(data), hashlib.sha256(data).digest()

        taken = timing.rounds(
            {"ours": ours, "json": floor, "msgspec": fast_floor},
            times=3 if quick else 15,
            repeat=max(1, 2_000_000 // size),
        )
        print(
            f"{messages:5} messages, {len(data) / 1e6:5.2f} MB: ours {timing.best_ms(taken['ours']):7.2f} ms"
            f" = {timing.ratio(taken, 'ours', 'json'):.2f} × json+sha256 ({timing.best_ms(taken['json']):.2f} ms)"
            f" = {timing.ratio(taken, 'ours', 'msgspec'):.2f} × msgspec+sha256"
            f" ({timing.best_ms(taken['msgspec']):.2f} ms)"
        )


if __name__ == "__main__":
    run()
