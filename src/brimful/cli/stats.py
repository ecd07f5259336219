"""`brimful stats`: how far off estimates are, beside what characters / 4 would have said (TOK-10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from brimful.cli import output, source
from brimful.cli.config import load_settings
from brimful.recordings import exchanges, sessions
from brimful.tokens import Distribution, Estimator, Record, TextCounter, after_first, distribution, replay


@click.command(epilog="Example: brimful stats sessions.jsonl.gz")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--by", type=click.Choice(["model", "source"]), default="model", help="What to group by.")
@source.json_option
def stats(files: tuple[Path, ...], by: str, as_json: bool) -> int:
    """Replay recorded sessions and compare each request's estimate with what the provider reported.

    FILES hold one session a line: model, messages (OpenAI chat) and usage. Each session is walked with an estimator
    that knows nothing at first; "learnt" are the requests after the first answer.
    """
    first: dict[str, list[Record]] = defaultdict(list)
    learnt: dict[str, list[Record]] = defaultdict(list)
    settings = load_settings().settings.tokens
    count = TextCounter(settings.engine, settings=settings).count
    for session in _with_progress(files):
        records = list(replay(exchanges(session), Estimator(count, settings=settings)))
        later = after_first(records)
        for group in (_group(session, by), "all"):
            first[group] += records[: len(records) - len(later)]
            learnt[group] += later
    if not first:
        output.note("no session in these files carries usage")
        return 1
    rows = [
        (group, phase, distribution(found))
        for group in sorted(first, key=lambda name: (name == "all", name))
        for phase, found in (("first", first[group]), ("learnt", learnt[group]))
    ]
    _print(rows, as_json)
    return 0


def _with_progress(files: Iterable[Path]) -> Iterable[dict[str, Any]]:
    with output.progress("sessions", None) as advance:
        for path in files:
            for session in sessions(path):
                if session.get("usage"):
                    yield session
                    advance(1)


def _group(session: dict[str, Any], by: str) -> str:
    return str(session.get("model", "")) if by == "model" else str(session.get("id", "")).partition("/")[0]


def _print(rows: list[tuple[str, str, Distribution]], as_json: bool) -> None:
    if as_json:
        shown = [{"group": group, "phase": phase, **msgspec.to_builtins(found)} for group, phase, found in rows]
        output.json_line({"groups": shown})
        return
    columns = (
        "group",
        "requests",
        "n",
        "median",
        "p90",
        "p99",
        "short",
        "short after margin",
        "chars/4 median",
        "short ",
    )
    output.table(
        columns,
        [
            (
                group,
                phase,
                found.measured,
                f"{found.estimate.median:.2f}%",
                f"{found.estimate.p90:.2f}%",
                f"{found.estimate.p99:.2f}%",
                f"{found.underestimated:.1%}",
                f"{found.underestimated_after_margin:.2%}",
                f"{found.characters_by_four.median:.1f}%",
                f"{found.characters_by_four_underestimated:.1%}",
            )
            for group, phase, found in rows
        ],
        numbers=columns[2:],
    )
