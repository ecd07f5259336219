"""What holds for all condensers of runs, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimful.results.condense.marks import Mark, bare, says, weigh
from brimful.results.condense.vocabulary import COUNTS, LOOSE
from brimful.results.condenser import Condenser, Room, Weight
from brimful.results.shapes import SHIPPED, shipped
from tests.results.condense import (
    test_compilers,
    test_go_test,
    test_javascript_tests,
    test_jvm_builds,
    test_linters,
    test_pytest,
    test_rust,
    test_traces,
)

NAMES = frozenset(
    [
        "ci-log",
        "pytest",
        "unittest",
        "jest",
        "mocha",
        "go-test-json",
        "go-test",
        "cargo-test",
        "rustc",
        "maven",
        "gradle",
        "ant",
        "sbt",
        "dotnet",
        "ruby-tests",
        "native-tests",
        "typescript",
        "compiler",
        "linter",
        "traceback",
    ]
)
CONDENSERS = [condenser for condenser in shipped() if condenser.name in NAMES]
TEXTS = (
    test_pytest.FAILING,
    test_javascript_tests.JEST.text,
    test_javascript_tests.MOCHA.text,
    test_go_test.TEXT.text,
    test_go_test.JSON.text,
    test_rust.CLIPPY.text,
    test_jvm_builds.MAVEN.text,
    test_jvm_builds.GRADLE.text,
    test_compilers.GCC.text,
    test_linters.ESLINT.text,
    test_traces.PYTHON.text,
    test_traces.JAVA.text,
)
VOCABULARY = sorted({line for text in TEXTS for line in text.split("\n")})
LINES = st.lists(st.one_of(st.sampled_from(VOCABULARY), st.text(max_size=40)), min_size=1, max_size=60)
HOSTILE = (
    "a",
    " ",
    "\t",
    "=",
    ":",
    "1",
    "/",
    "E ",
    "a.",
    "1:",
    "<",
    "[",
    '"',
    "a/",
    " > ",
    "FAIL ",
    "C:\\a",
    "a b/",
    "at a.",
    "_ ",
)


def test_all_condensers_of_runs_ship() -> None:
    assert {condenser.name for condenser in CONDENSERS} == NAMES
    assert len(SHIPPED) <= len(shipped())


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("condenser", CONDENSERS, ids=lambda condenser: condenser.name)
@given(lines=LINES, limit=st.integers(0, 1_500))
def test_never_more_than_the_room_and_always_the_same(condenser: Condenser, lines: list[str], limit: int) -> None:
    text = "\n".join(lines)
    room = Room(limit, len)
    short = condenser.condense(text, room)
    assert len(short.text) <= limit
    assert condenser.condense(text, room) == short
    assert 0.0 <= condenser.suits(text) <= 1.0


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("condenser", CONDENSERS, ids=lambda condenser: condenser.name)
def test_lines_made_to_be_slow_are_not(condenser: Condenser) -> None:
    # A pattern that goes back over a long line takes minutes on one of these; the suite would not end.
    for unit in HOSTILE:
        long = unit * (100_000 // len(unit))
        many = "\n".join([long[:1_900]] * 20)
        for text in (long, many):
            condenser.suits(text)
            assert len(condenser.condense(text, Room(500, len)).text) <= 500


@pytest.mark.spec("RES-4")
def test_errors_that_differ_come_before_places_of_one() -> None:
    mark = Mark("error", r"\S+:\d+: error: ", Weight.ERROR)
    text = "\n".join([*[f"a.c:{n}: error: no such name" for n in range(20)], "a.c:99: error: type is wrong"])
    pieces = weigh(text, [mark])
    assert pieces[0].weight > pieces[20].weight > pieces[1].weight


@pytest.mark.spec("RES-4")
def test_how_it_ended_is_read_from_the_end() -> None:
    mark = Mark("outcome", "total ", Weight.OUTCOME)
    pieces = weigh("total 1 of first part\nsomething\ntotal 2 of the second part\nmore", [mark])
    assert pieces[2].weight > pieces[0].weight > Weight.ERROR


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2026-01-02T03:04:05.1234567Z BUILD FAILED", "BUILD FAILED"),
        ("[2026-01-02T03:04:05.123Z] 1 error", "1 error"),
        ("    [javac] a.java:3: error: x", "a.java:3: error: x"),
        ("14:57:52       [exec] 1>a.cpp(3): error C1: x", "a.cpp(3): error C1: x"),
        ("[ERROR] BUILD FAILURE", "[ERROR] BUILD FAILURE"),
        ("12:5  error  x", "12:5  error  x"),
    ],
)
def test_what_stands_before_the_words_is_passed_over(line: str, words: str) -> None:
    assert bare(line) == words


@pytest.mark.spec("RES-4")
def test_lines_that_differ_only_in_where_and_how_often_say_the_same() -> None:
    assert says("a/b.c:12:5: warning: 3 more") == says("d.c:9:1: warning: 17 more")
    assert says("a.c:1: no name 'x'") != says("a.c:1: no name 'y'")


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "line",
    [
        "tool> ERROR: x",
        "it has failed",
        "an Exception was seen",
        "we cannot go on",
        "was unable to go on",
        "the key was not found",
        "access denied",
        "job aborted",
        "x is undefined",
        "an invalid key",
        "a fatal thing",
        "it is deprecated",
        "a WARNING of x",
        "part 3: 2 errors, 1 warning",
    ],
)
def test_telling_words_are_seen_anywhere_in_a_line(line: str) -> None:
    pieces = weigh(f"a\nb\nc\nd\n{line}\ne\nf\ng\nh", (*COUNTS, *LOOSE))
    assert pieces[4].weight > Weight.ENDS > pieces[3].weight
