"""Logs of CI jobs, with the tools that ran inside."""

from __future__ import annotations

import pytest

from tests.results.condense.runs import Run, check, numbered
from tests.results.condense.test_javascript_tests import JEST, MOCHA
from tests.results.condense.test_jvm_builds import GRADLE, MAVEN
from tests.results.condense.test_pytest import RUN as PYTEST
from tests.results.condense.test_unittest import UNITTEST

TRAVIS_BEGINS = (
    "travis_fold:start:worker_info\r\x1b[0K\x1b[33;1mWorker information\x1b[0m\n"
    "hostname: worker-7\ntravis_fold:end:worker_info\r\x1b[0K\n"
    + numbered("Get:{} http://archive.example/ubuntu focal/main amd64 part [12 kB]", 40)
    + "travis_time:start:0f2\r\x1b[0K$ make test\n"
)
TRAVIS_ENDS = (
    "travis_time:end:0f2:start=1,finish=2\r\x1b[0K\n"
    '\x1b[31;1mThe command "make test" exited with 1.\x1b[0m\n\nDone. Your build exited with 1.\n'
)
ENDS = ('The command "make test" exited with 1', "Done. Your build exited with 1")


def github(text: str) -> str:
    stamped = [f"2026-01-02T03:04:05.0000000Z {line}" for line in text.split("\n")]
    return "\n".join(stamped)


GITHUB = github(
    "##[group]Run actions/checkout@v4\n"
    + numbered("  with part {}", 40)
    + "##[endgroup]\n##[group]Run make lint\nmake lint\n##[endgroup]\n"
    "src/cart.c:31:17: error: 'stock' undeclared\n##[error]Process completed with exit code 2.\n"
    "Cleaning up orphan processes"
)
GITLAB = (
    "Running with gitlab-runner 16.0\nsection_start:1700000000:prepare_script\r\x1b[0KPreparing environment\n"
    + numbered("Pulling layer {}", 80)
    + "section_end:1700000001:prepare_script\r\x1b[0K\n$ npm test\nsh: 1: jest: not found\n"
    "\x1b[31;1mERROR: Job failed: exit code 127\x1b[0;m\n"
)


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    "inside",
    [PYTEST, UNITTEST, JEST, MOCHA, MAVEN, GRADLE],
    ids=lambda run: run.shape if isinstance(run, Run) else "",
)
def test_what_a_tool_says_stays_inside_a_job(inside: Run) -> None:
    text = TRAVIS_BEGINS + inside.text + TRAVIS_ENDS
    check(Run("ci-log", text, (*ENDS, *inside.stays), room=1_400))


@pytest.mark.spec("RES-4")
def test_errors_and_the_exit_stay_behind_the_time_stamps_of_a_runner() -> None:
    stays = ("src/cart.c:31:17: error: 'stock' undeclared", "Process completed with exit code 2.")
    check(Run("ci-log", GITHUB, stays, goes=("with part 20",), room=500))


@pytest.mark.spec("RES-4")
def test_a_command_that_is_missing_stays_with_the_failed_job() -> None:
    check(Run("ci-log", GITLAB, ("ERROR: Job failed: exit code 127", "jest: not found"), room=400))
