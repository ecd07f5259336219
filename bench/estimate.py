"""How long it takes to estimate a conversation, and how far off the estimates are.

    python bench/estimate.py [--messages 400] [--kilobytes 1000]
    python bench/estimate.py --sessions SESSIONS.jsonl.gz …

The first times it: first time, again, and with one message more. Text is counted by words then (no vocabulary is
loaded), so that what is measured is the estimator and not the tokenizer. Figures are microseconds a message, best
and median of the rounds.

The second walks recorded sessions request by request, each with an estimator of its own that knows nothing at
first, and prints how far off the estimates were before and after something was learnt, beside characters / 4.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from brimful.messages import Message, Text, ToolCall, ToolResult, Usage
from brimful.models.model import Family, ImageRule
from brimful.tokens import counter
from brimful.tokens.estimator import Estimator, Request
from brimful.tokens.records import Errors, Record, distribution
from brimful.tokens.replay import Said, after_first, replay
from recorded import exchanges, sessions

FAMILY = Family("bench", "nobody", "words", ImageRule("flat", max_tokens=1000))


def words(text: str, encoding: str) -> int:
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
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return taken


def time_it(messages: int, size_bytes: int) -> None:
    said = conversation(messages, size_bytes)
    request, longer = Request(FAMILY, "bench", said[:-1]), Request(FAMILY, "bench", said)
    print(f"Python {platform.python_version()}, {platform.machine()}; {len(said)} messages")

    def show(name: str, taken: list[float]) -> None:
        best, median = (1e6 * value / len(said) for value in (min(taken), statistics.median(taken)))
        print(f"{name:34} best {best:7.3f}  median {median:7.3f}  µs a message")

    show("never seen", timed(lambda: Estimator(words).estimate(request), 5))
    unknown = Estimator(words)
    unknown.estimate(request)
    show("seen, nothing reported yet", timed(lambda: unknown.estimate(request), 200))
    estimator = Estimator(words)
    estimator.learn(request, Usage(input=estimator.estimate(request).tokens))
    show("the same again", timed(lambda: estimator.estimate(request), 200))
    show("one message more", timed(lambda: estimator.estimate(longer), 200))
    show("the same again, and by kind", timed(lambda: estimator.estimate(request).by_kind, 50))


def replay_them(paths: Sequence[Path]) -> None:
    count = counter.TextCounter().count
    first: dict[str, list[Record]] = {}
    later: dict[str, list[Record]] = {}
    for session in sessions(paths):
        records = list(replay(exchanges(session), Estimator(count)))
        for name in (session["id"].partition("/")[0], "all"):
            learnt = after_first(records)
            first.setdefault(name, []).extend(records[: len(records) - len(learnt)])
            later.setdefault(name, []).extend(learnt)
    print(f"{'':26}{'requests':>9} {'median':>8} {'p90':>8} {'p99':>8} {'largest':>8}  under  under after margin")
    for name, records in sorted(later.items()):
        show_errors(f"{name}, before learning", first[name])
        show_errors(f"{name}, after", records)


def show_errors(name: str, records: Sequence[Record]) -> None:
    figures = distribution(records)

    def line(name: str, errors: Errors, under: str) -> None:
        numbers = " ".join(f"{value:7.2f}%" for value in (errors.median, errors.p90, errors.p99, errors.largest))
        print(f"{name:26}{figures.measured:9} {numbers}  {under}")

    line(name, figures.estimate, f"{figures.underestimated:6.1%} {figures.underestimated_after_margin:6.2%}")
    line("  characters / 4", figures.characters_by_four, f"{figures.characters_by_four_underestimated:6.1%}")


def main() -> None:
    reader = argparse.ArgumentParser(description="Time the estimator, or see how far off it is.")
    reader.add_argument("--messages", type=int, default=400)
    reader.add_argument("--kilobytes", type=int, default=1000)
    reader.add_argument("--sessions", nargs="+", type=Path, default=[])
    arguments = reader.parse_args()
    if arguments.sessions:
        replay_them(arguments.sessions)
    else:
        time_it(arguments.messages, arguments.kilobytes * 1000)


if __name__ == "__main__":
    main()
