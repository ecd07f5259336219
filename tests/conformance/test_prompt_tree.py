"""Same trees, same answers as the original renderer, on every published case (PT-8).

What a case covers is in its name: sizing (PT-2), growing (PT-4), pruning (PT-5), trees as JSON (PT-12). Where brimful
does otherwise on purpose the case carries `quirks`: docs/decisions/0007-better-than-the-original.md.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import prompt_tree

DATA = Path(__file__).parents[1] / "data" / "prompt-tree"
FILES = sorted(DATA.glob("*.jsonl"))
CASES = [case for path in FILES for case in prompt_tree.cases(path)]


@pytest.mark.spec("PT-8", "PT-1", "PT-2", "PT-3", "PT-4", "PT-5", "PT-12")
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_same_tree_gives_the_same_answer(case: dict[str, Any]) -> None:
    assert prompt_tree.differences(case) == []


@pytest.mark.spec("PT-8")
def test_all_402_published_cases_are_here_and_only_one_is_passed_over() -> None:
    assert len(CASES) == 402
    assert [case["name"] for case in CASES if "shared-regex" in case.get("quirks", ())] == [
        "text-chunk-break-whitespace-shared"
    ]


# --- the runner can fail ---


def _with(name: str, change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """A copy of a case that expects something else."""
    case = copy.deepcopy(next(case for case in CASES if case["name"] == name))
    change(case["expect"])
    return case


def _first_with(field: str) -> str:
    """A case without quirks whose expectations have that field, filled."""
    return next(case["name"] for case in CASES if case["expect"].get(field) and not case.get("quirks"))


FALSIFIED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "messages": lambda expect: expect["messages"][0].update(role="nobody"),
    "tokenCount": lambda expect: expect.update(tokenCount=expect["tokenCount"] + 1),
    "kept": lambda expect: expect["kept"].pop(),
    "prunes": lambda expect: expect["prunes"].pop(),
    "allocations": lambda expect: expect["allocations"][0].update(remaining=-1),
    "expandCalls": lambda expect: expect["expandCalls"].append(["nobody", 1]),
    "metadata": lambda expect: expect["metadata"].append("nobody"),
    "references": lambda expect: expect["references"].append("nobody"),
    "omittedReferences": lambda expect: expect["omittedReferences"].append("nobody"),
    "json": lambda expect: expect["json"]["node"].update(ctor=99),
}


@pytest.mark.parametrize("field", FALSIFIED)
def test_a_falsified_expectation_is_reported(field: str) -> None:
    found = prompt_tree.differences(_with(_first_with(field), FALSIFIED[field]))
    assert found
    assert all(field in line for line in found)


def test_an_error_that_does_not_come_and_one_that_was_not_expected_are_reported() -> None:
    name = next(case["name"] for case in CASES if "messages" in case["expect"] and not case.get("quirks"))
    wanted = _with(name, lambda expect: expect.update(error={"type": "Error", "message": ""}))
    assert "expected Error, got a prompt" in prompt_tree.differences(wanted)[0]
    failing = next(case["name"] for case in CASES if case["expect"].get("error", {}).get("type") == "Error")
    unexpected = _with(failing, lambda expect: (expect.pop("error"), expect.update(messages=[], tokenCount=0)))
    assert "expected a prompt" in prompt_tree.differences(unexpected)[0]


def test_the_script_prints_each_difference_and_how_many_passed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = next(case for case in CASES if not case.get("quirks"))
    bad = _with(_first_with("tokenCount"), FALSIFIED["tokenCount"]) | {"name": "falsified"}
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(good) + "\n" + json.dumps(bad) + "\n\n", encoding="utf-8")
    assert prompt_tree.main([str(path)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.startswith("falsified: ") and "tokenCount" in line for line in lines)
    assert last == "1 passed, 1 failed"


def test_the_script_says_so_when_all_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASES[0]) + "\n", encoding="utf-8")
    assert prompt_tree.main([str(path)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
