"""Logs: repetition once with a count, errors first, head and tail kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results import Room, Weight
from brimful.results.condense.log import Log
from brimful.results.condense.telling import STEMS, TELLING

PHRASES = (
    *("err! x", "exited with 0", "returned non-zero", "total: 0", "ran 1 tests", "panic: x", "timed out"),
    *("unable to", "caused by", "segfault", "1 passed", "skipped", "get:1 http", "out of memory", "remote: x"),
    *("done. your build exited", "1 failing", "selecting previously", "--werror", "fail-safe", "unhandled x"),
    *("resolving deltas", "tests: 1", "ran 0 tests", "could not", "not found", "no such file"),
)


def condensed(text: str, chars: int) -> list[str]:
    return Log().condense(text, Room(chars, len)).text.split("\n")


def service_log(lines: int) -> list[str]:
    found = [f"2026-01-01T12:00:{n % 60:02}Z INFO request {n * 7919:08x} took {n % 97} ms" for n in range(lines)]
    found[lines // 2] = "2026-01-01T12:30:00Z ERROR cannot reach the database: connection refused"
    return found


@pytest.mark.spec("RES-4")
def test_lines_that_differ_in_numbers_and_identifiers_become_first_last_and_a_count() -> None:
    lines = service_log(2_000)
    shown = condensed("\n".join(lines), 600)
    assert shown[0] == f"{lines[0]} [×1999 alike]"
    assert shown[-1] == lines[-1]
    assert lines[1_000] in shown
    assert len(shown) < 20


@pytest.mark.spec("RES-4")
def test_gaps_add_up_to_what_is_missing() -> None:
    lines = service_log(2_000)
    found = Log().condense("\n".join(lines), Room(600, len))
    shown = found.text.split("\n")
    gone = sum(int(line.split()[1]) for line in shown if line.startswith("… "))
    assert found.left_out == {"lines": gone}
    assert gone + sum(not line.startswith("… ") for line in shown) == len(lines)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "telling",
    [
        "Traceback (most recent call last):",
        "make: *** [all] Error 2",
        "npm ERR! missing script: biuld",
        "The command exited with 1.",
        "3 failed, 12 passed in 0.3 s",
        "12 tests, 0 errors, 20 failed",
        "FATAL: password authentication failed",
        "thread 'main' panicked at src/main.rs:4",
        "Segmentation fault (core dumped)",
        "BUILD FAILED",
    ],
)
def test_what_went_wrong_stays_wherever_it_stands(telling: str) -> None:
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
    lines = [f"{words[n % 8]} {words[n // 8 % 8]} {words[n // 64 % 8]} {words[n // 512]}" for n in range(3_000)]
    for place in (700, 1_500, 2_300):
        assert telling in condensed("\n".join([*lines[:place], telling, *lines[place:]]), 800)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("line", ["0 errors, 0 warnings", "no errors found", "0 failed", "errors: 0", "onerror.js"])
def test_what_only_sounds_like_an_error_weighs_less_than_one(line: str) -> None:
    plain = [f"{chr(97 + n % 26)}{chr(97 + n // 26)} happened" for n in range(400)]
    lines = [
        *plain[:100],
        *[f"{line} {chr(97 + n)}" for n in range(20)],
        "disk error: sector unreadable",
        *plain[100:],
    ]
    assert "disk error: sector unreadable" in condensed("\n".join(lines), 300)


@pytest.mark.spec("RES-4")
def test_indented_lines_under_an_error_come_before_plain_ones() -> None:
    plain = [f"{chr(97 + n % 26)}{chr(97 + n // 26)} happened" for n in range(600)]
    error = ["error: cannot parse", "    at line seven", "    near the bracket"]
    assert set(error) <= set(condensed("\n".join([*plain[:300], *error, *plain[300:]]), 400))


@pytest.mark.spec("RES-4")
@given(st.text(st.sampled_from("error fail01warnxi:()[]!-='\n\t tdpscvubkl")))
def test_every_telling_word_holds_a_stem_that_is_looked_for_first(text: str) -> None:
    for found in TELLING.finditer(text.lower()):
        line = text.lower()[text.rfind("\n", 0, found.start()) + 1 :].split("\n")[0]
        assert STEMS.search(line) or "\n" in found[0]


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("line", PHRASES)
def test_each_telling_phrase_is_found(line: str) -> None:
    assert TELLING.search(line)
    assert STEMS.search(line)


@pytest.mark.spec("RES-4")
@given(st.text(max_size=500), st.integers(0, 300))
def test_a_condensed_log_never_exceeds_its_room(text: str, chars: int) -> None:
    assert len(Log().condense(text, Room(chars, len)).text) <= chars


def test_weights_order_what_matters() -> None:
    assert Weight.OUTCOME > Weight.ERROR > Weight.WARNING > Weight.PLAIN > Weight.NOISE
