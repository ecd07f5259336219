"""How long it takes to estimate a conversation.

The first time, again, and with one message more. Text is counted by words (no vocabulary is loaded), so that what is
measured is the estimator and not the tokenizer. Figures are microseconds a message, best and median of the rounds.
How far off estimates are on recorded sessions is a command: `brimful stats SESSIONS.jsonl.gz`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from bench import timing
from brimful.messages import Message, Text, ToolCall, ToolResult, Usage
from brimful.models.model import Family, ImageRule
from brimful.tokens import Estimator, Request, Said

FAMILY = Family("bench", "nobody", "words", ImageRule("flat", max_tokens=1000))


def words(text: str, encoding: str) -> int:
    """A stand-in for a tokenizer."""
    return text.count(" ") + 1


def conversation(messages: int, size_bytes: int, seed: int = 7) -> list[Said]:
    """Tool rounds of so many messages and, together, so many bytes."""
    draw = random.Random(seed)
    each = size_bytes // messages * 2  # every second message is a tool result and holds nearly all the text
    said: list[Said] = []
    for number in range(messages):
        if number % 2:
            text = " ".join(f"{draw.randrange(16**7):x}" for _ in range(each // 8))
            said.append(Said(Message("tool", (ToolResult(f"call_{number - 1}", (Text(text),)),))))
        else:
            call = ToolCall(f"call_{number}", "read_file", f'{{"path": "src/{number}.py"}}')
            said.append(Said(Message("assistant", (Text("Let me look."), call))))
    return said


def timed(run: Callable[[], object], rounds: int) -> list[float]:
    """Seconds of each round."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return taken


def time_it(messages: int, size_bytes: int, rounds: int) -> None:
    """Print what one estimate costs."""
    said = conversation(messages, size_bytes)
    request, longer = Request(FAMILY, "bench", said[:-1]), Request(FAMILY, "bench", said)
    print(f"{len(said)} messages, {size_bytes / 1e6:.1f} MB")

    def show(name: str, taken: list[float]) -> None:
        best, median = (1e6 * value / len(said) for value in (min(taken), statistics.median(taken)))
        print(f"{name:34} best {best:7.3f}  median {median:7.3f}  µs a message")

    show("never seen", timed(lambda: Estimator(words).estimate(request), 5))
    unknown = Estimator(words)
    unknown.estimate(request)
    show("seen, nothing reported yet", timed(lambda: unknown.estimate(request), rounds))
    estimator = Estimator(words)
    estimator.learn(request, Usage(input=estimator.estimate(request).tokens))
    show("the same again", timed(lambda: estimator.estimate(request), rounds))
    show("one message more", timed(lambda: estimator.estimate(longer), rounds))
    show("the same again, and by kind", timed(lambda: estimator.estimate(request).by_kind, rounds))


def run(*, quick: bool = False) -> None:
    """Print microseconds a message."""
    timing.heading("the estimator, text counted by words")
    time_it(400, 1_000_000, 20 if quick else 200)


if __name__ == "__main__":
    run()
