"""Fit a family's factors on recorded usage (TOK-1).

    python -m tools.fit_factors SESSIONS.jsonl.gz …

What a request cost more than the one before it is what was appended: the answer, which the provider reported as
output, and what followed, mostly tool results. So `difference - output` beside the encoding's count of the results
gives the factor for results; `output` beside the count of the answer the ones for text and calls; the size of first
requests that hold all that was sent, the one for text again.

Every figure is a median of ratios over the larger samples (300 tokens and more), and what wrapping costs is the
median of what is left over on the small ones (under 60). Medians, because recordings hold things nobody sees in
them: thinking, reminders the agent slipped in, pictures left out, answers whose output was noted before they were
finished. Such samples are wrong by much and are few; a mean or a least-squares line would follow them.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from brimful.models import Family, Registry
from brimful.recordings import prompt_size, sessions
from brimful.tokens import TextCounter
from brimful.tokens.formulas import LIST_FRAME, MESSAGE_FRAME, Count

LARGE = 300
SMALL = 60


class Sample(Struct, frozen=True):
    """What an encoding counts, in how many pieces, and what the provider said."""

    kind: str
    counted: int
    pieces: int
    actual: int


def family_of(session: dict[str, Any]) -> Family:
    """The family a session was recorded with."""
    return Registry.shipped().family_of(session["model"])


def samples(session: dict[str, Any], count: Count, encoding: str) -> Iterator[Sample]:
    """Everything one session shows."""
    before: tuple[int, int, int] | None = None
    for usage in session["usage"]:
        index, total = usage["message_index"], prompt_size(family_of(session), usage)
        if before is not None:
            yield from _appended(session, before, (index, total), count, encoding)
        elif session["messages"][0]["role"] == "system":
            texts = [entry["content"] for entry in session["messages"][:index]]
            frames = LIST_FRAME + MESSAGE_FRAME * len(texts)
            yield Sample("text", sum(count(text, encoding) for text in texts), len(texts), total - frames)
        yield from _answered(session["messages"][index], usage["output"], count, encoding)
        before = index, total, usage["output"]


def _appended(
    session: dict[str, Any], before: tuple[int, int, int], now: tuple[int, int], count: Count, encoding: str
) -> Iterator[Sample]:
    at, total, output = before
    results = session["messages"][at + 1 : now[0]]
    answer = count(_said(session["messages"][at]), encoding)
    complete = 2 * output >= answer  # else the output was noted too early
    if complete and results and all(entry["role"] == "tool" for entry in results):
        counted = sum(count(entry["content"], encoding) for entry in results)
        yield Sample("tool_results", counted, len(results), now[1] - total - output)


def _answered(answer: dict[str, Any], output: int, count: Count, encoding: str) -> Iterator[Sample]:
    calls = answer.get("tool_calls") or []
    counted = count(_said(answer), encoding)
    if 2 * output < counted:
        return
    if not calls:
        yield Sample("text", counted, 1, output)
    elif 2 * count(answer.get("content") or "", encoding) < counted:  # mostly calls
        yield Sample("tool_calls", counted, len(calls), output)


def _said(entry: dict[str, Any]) -> str:
    calls = [call["function"] for call in entry.get("tool_calls") or []]
    return (entry.get("content") or "") + "".join(call["name"] + call["arguments"] for call in calls)


def show(kind: str, found: Iterable[Sample]) -> None:
    """Print factor and wrapping of one kind."""
    every = [sample for sample in found if sample.kind == kind and sample.actual > 0 and sample.counted]
    ratios = [sample.actual / sample.counted for sample in every if sample.counted >= LARGE]
    if len(ratios) < 5:
        print(f"  {kind:14} too few large samples ({len(ratios)})")
        return
    factor = statistics.median(ratios)
    small = [sample for sample in every if sample.counted < SMALL]
    rest = [(sample.actual - factor * sample.counted) / sample.pieces for sample in small]
    wrapping = f"{statistics.median(rest):6.1f} each" if rest else "   none small"
    quarters = statistics.quantiles(ratios, n=20)
    print(
        f"  {kind:14} × {factor:.3f}  (5 % … 95 %: {quarters[0]:.2f} … {quarters[-1]:.2f}, {len(ratios)} large)"
        f"  + {wrapping} ({len(rest)} small)"
    )


def main() -> None:
    """Fit and print."""
    reader = argparse.ArgumentParser(description="Fit factors of families on recorded usage.")
    reader.add_argument("sessions", nargs="+", type=Path)
    arguments = reader.parse_args()
    recorded = [session for path in arguments.sessions for session in sessions(path) if session.get("usage")]
    count = TextCounter().count
    for name in sorted({family_of(session).name for session in recorded}):
        for encoding in ("o200k_base", "cl100k_base"):
            print(f"{name}, counted in {encoding}")
            found = [
                sample
                for session in recorded
                if family_of(session).name == name
                for sample in samples(session, count, encoding)
            ]
            for kind in ("text", "tool_calls", "tool_results"):
                show(kind, found)


if __name__ == "__main__":
    main()
